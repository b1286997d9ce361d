# SPDX-License-Identifier: GPL-2.0-or-later
"""Level of detail as a colour: each mip level of a texture has its own."""
import math

import expect

FAULTS = ("no bias of instructions", "no LOD_BIAS", "LOD_BIAS unsigned",
          "no LOD_MIN", "no LOD_MAX", "absolute is bias", "bias after clamp",
          "lerp is off", "every pixel for itself")
LEVELS = [(1, 0.9375, 0.8125), (1, 0.75, 0.125), (0.9375, 0.25, 0.125),
          (0.75, 0.125, 0.625), (0.25, 0.1875, 0.875), (0.125, 0.625, 0.9375),
          (0.0625, 0.1875, 0.25)]
NONE, BIAS, ABSOLUTE = range(3)
# texels per pixel; what the instruction adds or says, at the left and at the
# right end; LOD_BIAS, LOD_MIN, LOD_MAX; lerp between levels
TILES = [
    (1, BIAS, (0, 6), 0, 0, 6, False),
    (1, BIAS, (0, 6), 0, 0, 6, True),
    (4, BIAS, (-3, 5), 0, 0, 6, False),
    (4, BIAS, (-3, 5), 0, 0, 6, True),
    (1, ABSOLUTE, (-1, 7), 0, 0, 6, True),
    (16, ABSOLUTE, (-1, 7), 0, 0, 6, False),
    (16, ABSOLUTE, (-1, 7), 0, 1.5, 3.25, True),
    (1, BIAS, (-1, 7), 0, 2, 4.75, False),
    (8, NONE, (0, 0), -1.5, 0, 6, True),
    (2, NONE, (0, 0), 2.75, 0, 6, True),
    (8, NONE, (0, 0), -16, 0, 6, True),
    (1, NONE, (0, 0), 15.9375, 0, 6, False),
    (2, BIAS, (-2, 4), 1.5, 0, 6, True),
    (1, ABSOLUTE, (0, 4), 1, 0, 6, False),
    (4, BIAS, (-4, 4), -0.75, 1.25, 4.5, True),
    (64, NONE, (0, 0), 0, 0, 2.5, True),
]


def level_of_detail(tile, x, fault):
    texels, kind, ends, bias, low, high, _ = TILES[tile]
    if kind == BIAS and fault != "every pixel for itself":
        x = x // 2 * 2 + 0.5        # a quad has one level of detail
    given = ends[0] + (ends[1] - ends[0]) * x / 32
    if fault == "LOD_BIAS unsigned" and bias < 0:
        bias += 32
    bias = 0 if fault == "no LOD_BIAS" else bias
    low = 0 if fault == "no LOD_MIN" else low
    high = 6 if fault == "no LOD_MAX" else high
    lod = math.log2(texels)
    if kind == ABSOLUTE and fault != "absolute is bias":
        lod = given
    elif kind and fault != "no bias of instructions":
        lod += given
    if fault == "bias after clamp":
        return expect.clamp(expect.clamp(lod, low, high) + bias, 0, 6)
    return expect.clamp(lod + bias, low, high)


def pictures(_inputs, fault=None):
    def pixel(x, y):
        tile = int(x) // 32 + int(y) // 32 * 4
        lod = level_of_detail(tile, x % 32, fault)
        if TILES[tile][6] and fault != "lerp is off":
            k = min(math.floor(lod), 5)
            return tile, expect.lerp(LEVELS[k], LEVELS[k + 1],
                                     lod - k) + (1,)
        k = math.floor(lod + 0.5)
        return (tile, k), LEVELS[k] + (1,)

    return [expect.Picture("color", 128, 128, slack=0).paint(pixel)]
