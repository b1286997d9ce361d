# SPDX-License-Identifier: GPL-2.0-or-later
"""Texels decoded from their bytes, format by format."""
import math
import struct

import expect

FAULTS = ("red and blue exchanged", "L8 is red", "bits are copied",
          "X8 is alpha", "neighbours", "tiles are lines", "halves clamped",
          "pitch of 8 bytes")
CLEAR = (0x1c / 255, 0x1c / 255, 0x24 / 255, 1)
# fields from bit 0 on
FIELDS = {
    "A8": "a8", "L8": "l8", "S8": "l8", "L8A8": "l8 a8",
    "B2G3R3": "b2 g3 r3", "B5G6R5": "b5 g6 r5", "B5G5R5A1": "b5 g5 r5 a1",
    "B4G4R4A4": "b4 g4 r4 a4", "A1B5G5R5": "a1 b5 g5 r5",
    "A4B4G4R4": "a4 b4 g4 r4", "Z16": "l16", "R8G8B8A8": "r8 g8 b8 a8",
    "B8G8R8A8": "b8 g8 r8 a8", "R8G8B8X8": "r8 g8 b8 x8",
    "B8G8R8X8": "b8 g8 r8 x8",
}
HALVES = {"A16F": "a", "L16F": "l", "L16A16F": "la", "R16G16B16A16F": "rgba"}
BYTES = {"R11G11B10F": 4, "P32F": 4, "B8G8R8G8": 2, "G8B8G8R8": 2}
# tile: format, memory, tiled
TILES = {k: (name, "bits", False) for k, name in enumerate(FIELDS)}
TILES.update({16 + k: (name, "halves", False)
              for k, name in enumerate(HALVES)})
TILES.update({20: ("R11G11B10F", "bits", False), 21: ("P32F", "singles", False),
              24: ("B8G8R8G8", "bits", False), 25: ("G8B8G8R8", "bits", False),
              32: ("L8", "tiles", True), 33: ("B5G6R5", "tiles", True),
              34: ("R8G8B8A8", "tiles", True),
              35: ("R16G16B16A16F", "halves", True)})


def named(parts, fault):
    """Channels by name to r, g, b, a; what is missing."""
    if "l" in parts:
        parts = dict(parts, r=parts["l"], g=parts["l"], b=parts["l"])
        if fault == "L8 is red":
            parts.update(g=0, b=0)
    colour = [parts.get(c, 0) for c in "rgb"]
    if fault == "red and blue exchanged":
        colour.reverse()
    return (*colour, parts.get("x" if fault == "X8 is alpha" and "x" in parts
                               else "a", 1))


def integer(name, data, fault):
    word, parts = int.from_bytes(data, "little"), {}
    for field in FIELDS[name].split():
        bits = int(field[1:])
        value = word & (1 << bits) - 1
        parts[field[0]] = value / (1 << bits) \
            if fault == "bits are copied" else value / ((1 << bits) - 1)
        word >>= bits
    return named(parts, fault)


def half(bits):
    return struct.unpack("<e", struct.pack("<H", bits))[0]


def floats(name, data, fault):
    if name in HALVES:
        values = struct.unpack(f"<{len(data) // 2}e", data)
        if fault == "halves clamped":
            values = map(expect.clamp, values)
        return named(dict(zip(HALVES[name], values)), fault)
    if name == "P32F":
        return named({"l": struct.unpack("<f", data)[0]}, fault)
    word = int.from_bytes(data, "little")
    return named({"r": half((word & 2047) << 4),
                  "g": half((word >> 11 & 2047) << 4),
                  "b": half((word >> 22) << 5)}, fault)


def shared(name, row, i, fault):
    """Two pixels in four bytes, named from the first on."""
    order = name.replace("8", "")
    group = row[i // 2 * 4:i // 2 * 4 + 4]
    greens = [v for v, c in zip(group, order) if c == "G"]
    parts = {c.lower(): v for c, v in zip(order, group) if c != "G"}
    parts["g"] = greens[0 if fault == "neighbours" else i % 2]
    return named({c: v / 255 for c, v in parts.items()}, fault)


def row_of(data, size, tiled, j, fault):
    """The bytes of row j."""
    pitch = max(8 * size, 16)
    if fault == "pitch of 8 bytes":
        pitch = 8 * size
    if not tiled or fault == "tiles are lines":
        return data[j * pitch:j * pitch + 8 * size]
    return b"".join(data[256 * t + 16 * j:256 * t + 16 * j + 16]
                    for t in range(pitch // 16))


def texel(inputs, tile, i, j, fault):
    name, memory, tiled = TILES[tile]
    size = BYTES.get(name) or 2 * len(HALVES.get(name, "")) or sum(
        int(f[1:]) for f in FIELDS[name].split()) // 8
    row = row_of(inputs[memory], size, tiled, j, fault)
    data = row[i * size:i * size + size]
    if name in FIELDS:
        return integer(name, data, fault)
    if name in ("B8G8R8G8", "G8B8G8R8"):
        return shared(name, row, i, fault)
    return floats(name, data, fault)


def shown(value):
    """A texel is an fx10: at most 2 in magnitude, no number is 0."""
    if math.isnan(value):
        value = 0
    return expect.clamp(expect.clamp(value, -2, 511 / 256) / 2 + 0.5)


def pictures(inputs, fault=None):
    def pixel(x, y):
        tile = int(x) // 16 + int(y) // 16 * 8
        if tile not in TILES:
            return "nothing", CLEAR
        colour = texel(inputs, tile, int(x) % 16 // 2, int(y) % 16 // 2, fault)
        return "texel", tuple(map(shown, colour))

    return [expect.Picture("color", 128, 128, tolerance=1,
                           slack=0).paint(pixel)]
