# SPDX-License-Identifier: GPL-2.0-or-later
"""Texels of an 8x8 texture from -1 1/2 to 2 1/2, all wrap modes."""
import math

import expect

FAULTS = ("s and t exchanged", "mirror is repeat", "mirror about a centre",
          "mirror-clamp is clamp", "truncation")


def repeat(i):
    return i % 8


def clamp(i):
    return min(max(i, 0), 7)


def mirror(i):
    i %= 16
    return min(i, 15 - i)


def mirror_clamp(i):
    """Mirrored once, about 0."""
    return clamp(i if i >= 0 else -1 - i)


def modes(fault):
    found = [repeat, clamp, mirror, mirror_clamp]
    if fault == "mirror is repeat":
        found[2] = repeat
    if fault == "mirror about a centre":
        found[2] = lambda i: min(i % 14, 14 - i % 14)
    if fault == "mirror-clamp is clamp":
        found[3] = clamp
    return found


def pictures(inputs, fault=None):
    rows = expect.texels(inputs["tex"], 8, 8)
    wrap = modes(fault)
    floor = int if fault == "truncation" else math.floor

    def pixel(x, y):
        column, row = int(x) // 32, int(y) // 32
        if fault == "s and t exchanged":
            column, row = row, column
        s, t = floor(x % 32 - 12), floor(y % 32 - 12)
        return "texel", rows[wrap[row](t)][wrap[column](s)]

    return [expect.Picture("color", 128, 128, tolerance=0.25,
                           slack=0).paint(pixel)]
