# SPDX-License-Identifier: GPL-2.0-or-later
"""Blocks with row pitches, mip levels, and put together from two halves."""
import blocks
import expect

FAULTS = ("rows without a gap", "level 0 only", "levels of 64 bytes",
          "alpha behind the colours", "LATC1 is red", "luminance is alpha")
CLEAR = (0x20 / 255, 0x1c / 255, 0x1c / 255, 1)


def eight(block):
    """The sixteen values of an alpha block, 0..255."""
    return [colour[3] for colour in blocks.dxt5(block + bytes(8))]


def latc1(block, fault):
    return [(v, 0, 0, 255) if fault == "LATC1 is red" else (v, v, v, 255)
            for v in eight(block)]


def latc2(block, fault):
    parts = eight(block[:8]), eight(block[8:])
    if fault == "luminance is alpha":
        parts = parts[::-1]
    return [(v, v, v, a) for v, a in zip(*parts)]


def etc(alphas, block, fault):
    if fault == "alpha behind the colours":
        block = block[8:] + block[:8]
    return [c[:3] + (a,) for c, a in zip(blocks.etc1(block[8:]),
                                         alphas(block))]


def etc3(block, fault):
    return etc(lambda b: [c[3] for c in blocks.dxt3(b[:8] + bytes(8))],
               block, fault)


def etc5(block, fault):
    return etc(lambda b: eight(b[:8]), block, fault)


def level(data, k, fault):
    """Each level has at least one block."""
    at = sum(16 * max(4 >> i, 1) ** 2 for i in range(k))
    if fault == "level 0 only":
        k, at = 0, 0
    if fault == "levels of 64 bytes":
        at = 256 * min(k, 1) + 64 * max(k - 1, 0)
    size = 16 >> k
    return blocks.decode(data, size, size, 16, blocks.dxt5, offset=at)


def pictures(inputs, fault=None):
    def rows(memory, size, kind, offset):
        return blocks.decode(inputs[memory], 16, 8, size,
                             lambda block: kind(block, fault), offset=offset)

    wide = blocks.decode(inputs["dxt1"], 20, 12, 8, blocks.dxt1,
                         pitch=40 if fault == "rows without a gap" else 64)
    padded = inputs["dxt5"] + bytes(512)
    levels = [level(padded, k, fault) for k in range(4)]
    low = [rows("latc", 8, latc1, 0), rows("latc", 16, latc2, 64),
           rows("etc", 16, etc3, 0), rows("etc", 16, etc5, 128)]

    def pixel(x, y):
        x, y = int(x), int(y)
        if y >= 64:
            part = x // 64 * 2 + (y - 64) // 32
            return part, low[part][y % 32 // 4][x % 64 // 4]
        if x >= 64:
            found = levels[y // 16]
            return "level", found[y % 16 * len(found) // 16][
                (x - 64) * len(found) // 64]
        if 2 <= x < 62 and 14 <= y < 50:
            return "wide", wide[(y - 14) // 3][(x - 2) // 3]
        return "nothing", CLEAR

    return [expect.Picture("color", 128, 128, tolerance=1.5,
                           slack=0).paint(pixel)]
