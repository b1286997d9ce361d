# SPDX-License-Identifier: GPL-2.0-or-later
"""One gradient as halves, small floats and singles, by Python's struct."""
import math
import struct

import expect

FAULTS = ("clamped to 0 and 1", "A16F takes red", "small floats truncated",
          "small floats have a sign", "L16A16F takes green", "bytes swapped")
TARGETS = [("A16F", 0), ("L16F", 0), ("L16A16F", 0), ("R16G16B16A16F", 0),
           ("R11G11B10F", 0), ("P32F", 0), ("R16G16B16A16F", 1),
           ("L16A16F", 1)]
SLOT = 128 * 16 * 8


def gradient(x, y):
    """fx10 steps, exact at pixel centres."""
    return 8 * x - 512, 512 - 2 * x, 64 * y - 507, 384 - 32 * y


def small(value, mantissa, fault):
    """No sign, five bits of exponent; from the bits of a half."""
    if value <= 0 and fault != "small floats have a sign":
        return 0
    half, = struct.unpack("<H", struct.pack("<e", abs(value)))
    cut = 10 - mantissa
    if fault == "small floats truncated":
        return half >> cut
    low, high = half & (1 << cut) - 1, half >> cut
    middle = 1 << cut - 1
    return high + (low > middle or low == middle and high & 1)


def large(bits, mantissa):
    return struct.unpack("<e", struct.pack("<H", bits << 10 - mantissa))[0]


def parts(name, x, y, fault):
    """The numbers that the format keeps."""
    r, g, b, a = (n / 256 for n in gradient(x, y))
    if fault == "clamped to 0 and 1":
        r, g, b, a = map(expect.clamp, (r, g, b, a))
    if name == "L16A16F":
        return (r, g if fault == "L16A16F takes green" else a)
    if name == "A16F":
        return (r if fault == "A16F takes red" else a,)
    return {"L16F": (r,), "P32F": (r,), "R16G16B16A16F": (r, g, b, a),
            "R11G11B10F": (r, g, b)}[name]


def stored(name, x, y, fault):
    """The bytes of a pixel."""
    values = parts(name, x, y, fault)
    if name == "P32F":
        return struct.pack("<f", *values)
    if name == "R11G11B10F":
        r, g, b = (small(v, m, fault) for v, m in zip(values, (6, 6, 5)))
        return struct.pack("<I", r | g << 11 | b << 22)
    order = ">" if fault == "bytes swapped" else "<"
    return struct.pack(f"{order}{len(values)}e", *values)


def loaded(name, data):
    """What a program reads."""
    if name == "P32F":
        return struct.unpack("<f", data) * 3 + (1,)
    if name == "R11G11B10F":
        word, = struct.unpack("<I", data)
        return (large(word & 2047, 6), large(word >> 11 & 2047, 6),
                large(word >> 22, 5), 1)
    values = struct.unpack(f"<{len(data) // 2}e", data)
    return {"A16F": (0, 0, 0) + values, "L16F": values * 3 + (1,),
            "L16A16F": values[:1] * 3 + values[1:]}.get(name, values)


def target(number, fault):
    """The memory as 16-bit words."""
    name, tiled = TARGETS[number]
    words = len(stored(name, 0, 0, None)) // 2
    pic = expect.Picture("targets", 128 * words, 16, "Z16", tiled=tiled,
                         offset=number * SLOT, tolerance=0.25, slack=0)

    def pixel(x, y):
        data = stored(name, int(x) // words + 0.5, y, fault)
        at = int(x) % words * 2
        return "gradient", (data[at] | data[at + 1] << 8,)
    return pic.paint(pixel)


def pictures(_inputs, fault=None):
    def pixel(x, y):
        name, _ = TARGETS[int(y) // 16]
        values = loaded(name, stored(name, x, y % 16, fault))
        return name, tuple(expect.byte_of_fx10(expect.fx10(
            0 if math.isnan(v) else v / 2 + 0.5)) / 255 for v in values)

    shown = expect.Picture("color", 128, 128, tolerance=0.25,
                           slack=0).paint(pixel)
    return [shown] + [target(k, fault) for k in range(len(TARGETS))]
