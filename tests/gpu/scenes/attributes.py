# SPDX-License-Identifier: GPL-2.0-or-later
"""Colours that Python's own conversions read from the same bytes."""
import struct

import expect

FAULTS = ("unsigned", "big-endian", "not normalised", "missing w is 0",
          "zero is always exact", "zero is never exact", "aligned")
CODES = "BBbbHHhhIIiiife"
NORMALISED = {1, 3, 5, 7, 9, 11}
SNORM = {3, 7, 11}
CLEAR = (20 / 255,) * 3 + (1,)


def scale_offset(kind):
    """What the vertex program makes of a value: 0..1."""
    code = CODES[kind]
    top = 2 ** (8 * struct.calcsize("<" + code)) - 1
    if kind in NORMALISED:
        # the bytes are small: their zero can be seen
        return (4 if code == "b" else 0.5, 0.5) if kind in SNORM else (1, 0)
    if kind >= 12:
        return 1 / 8, 0.5
    return 1 / top, 0.5 if code.islower() else 0


def value(kind, raw, exact_zero):
    bits = 8 * struct.calcsize("<" + CODES[kind])
    if kind in SNORM:
        if exact_zero:
            return max(raw / (2 ** (bits - 1) - 1), -1)
        return (2 * raw + 1) / (2 ** bits - 1)
    if kind in NORMALISED:
        return raw / (2 ** bits - 1)
    return raw / 65536 if kind == 12 else raw


def corner(data, kind, number, right, fault):
    code = CODES[kind]
    size = struct.calcsize("<" + code)
    at = 128 * kind + 5 * size * number
    if size == 2 and fault != "aligned":
        at += 1
    if fault == "unsigned" and kind < 12:
        code = code.upper()
    order = ">" if fault == "big-endian" else "<"
    exact = right and kind in SNORM
    if fault in ("zero is always exact", "zero is never exact"):
        exact = fault == "zero is always exact"
    known = 1 + kind % 3 if right and kind not in SNORM else 4
    found = [0, 0, 0, 0 if fault == "missing w is 0" else 1]
    for k in range(known):
        raw, = struct.unpack_from(order + code, data, at + size * k)
        found[k] = raw if fault == "not normalised" and kind in NORMALISED \
            else value(kind, raw, exact)
    scale, offset = scale_offset(kind)
    return [expect.clamp(v * scale + offset) for v in found]


def square(data, kind, right, u, v, fault):
    """Two triangles: corners 0, 1, 2 and 1, 3, 2."""
    a, b, c, d = (corner(data, kind, n, right, fault) for n in range(4))
    if u + v < 1:
        return expect.mix((1 - u - v, u, v), (a, b, c))
    return expect.mix((1 - v, u + v - 1, 1 - u), (b, d, c))


def pictures(inputs, fault=None):
    data = inputs["attrs"]

    def pixel(x, y):
        kind = int(x) // 32 + int(y) // 32 * 4
        x, y = x % 32, y % 32
        if not (1 < x < 31 and 1 < y < 31):
            return "nothing", CLEAR
        right = x > 16
        if kind == 15:
            w = 0 if fault == "missing w is 0" else 1
            return right, (0.25, 0.5, 0.75, w) if right else tuple(
                corner(data, 1, 0, False, fault))
        return right, square(data, kind, right,
                             (x - (16 if right else 1)) / 15, (y - 1) / 30,
                             fault)

    return [expect.Picture("color", 128, 128, slack=0).paint(pixel)]
