# SPDX-License-Identifier: GPL-2.0-or-later
"""Blocks decoded by their definition: integers, so exact."""

import blocks
from expect import Picture

FAULTS = ("bytes as in a file", "pixels along the rows",
          "halves exchanged", "signs exchanged", "4 bits not repeated")


def etc1(block, fault):
    if fault == "bytes as in a file":
        block = block[::-1]
    word = int.from_bytes(block, "little")
    if fault == "signs exchanged":
        word ^= 0xffff0000
    if fault == "halves exchanged":
        tables = word >> 37 & 7, word >> 34 & 7
        word = word & ~(63 << 34) | tables[0] << 34 | tables[1] << 37
    found = blocks.etc1(word.to_bytes(8, "little"))
    if fault == "pixels along the rows":
        found = [found[k % 4 * 4 + k // 4] for k in range(16)]
    if fault == "4 bits not repeated" and not word >> 33 & 1:
        found = [tuple(max(c - 8, 0) for c in p[:3]) + p[3:] for p in found]
    return found


def pictures(inputs, fault=None):
    rows = blocks.decode(inputs["etc"], 64, 64, 8,
                         lambda block: etc1(block, fault))

    def pixel(x, y):
        return "land", rows[int(y) // 2][int(x) // 2]

    return [Picture("color", 128, 128, tolerance=0, slack=0).paint(pixel)]
