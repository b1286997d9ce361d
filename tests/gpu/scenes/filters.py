# SPDX-License-Identifier: GPL-2.0-or-later
"""Every filter of a 16x16 texture and its mip levels, at known footprints."""
import math

import expect

FAULTS = ("levels one too high", "levels truncated", "one filter for both",
          "no lerp between levels", "the shorter side", "base level only")
# of each tile: texels per pixel (du/dx, dv/dx, du/dy, dv/dy), then
# the filters: magnifying, minifying, between levels; only the base level
NEAREST, LINEAR = False, True
TILES = [
    ((0.25, 0, 0, 0.25), NEAREST, LINEAR, NEAREST, False),
    ((0.25, 0, 0, 0.25), LINEAR, NEAREST, NEAREST, False),
    ((0.125, 0.1875, -0.1875, 0.125), NEAREST, LINEAR, NEAREST, False),
    ((0.125, 0.1875, -0.1875, 0.125), LINEAR, NEAREST, LINEAR, False),
    ((3, 0, 0, 3), LINEAR, NEAREST, NEAREST, False),
    ((3, 0, 0, 3), NEAREST, LINEAR, NEAREST, False),
    ((3, 0, 0, 3), LINEAR, NEAREST, LINEAR, False),
    ((3, 0, 0, 3), NEAREST, LINEAR, LINEAR, False),
    ((0.5, 0, 0, 5), LINEAR, NEAREST, NEAREST, False),
    ((1.25, 0, 0, 0.25), NEAREST, LINEAR, LINEAR, False),
    ((0.25, 1.25, -0.5, 0.25), NEAREST, LINEAR, LINEAR, False),
    ((1.25, 0, 0, 0.25), NEAREST, NEAREST, LINEAR, False),
    ((1.5, 0, 0, 0.75), LINEAR, NEAREST, NEAREST, True),
    ((1.5, 0, 0, 0.75), NEAREST, LINEAR, LINEAR, True),
    ((1, 0, 0, 1), LINEAR, NEAREST, NEAREST, False),
    ((40, 0, 0, 24), NEAREST, LINEAR, LINEAR, False),
]
START = 0.25, 0.125         # texel at the corner of a tile


def levels(inputs):
    """Level k follows level k - 1; rows are multiples of 16 bytes."""
    found, at = [], 0
    for k in range(5):
        size = 16 >> k
        pitch = max(4 * size, 16)
        found.append(expect.Texture(expect.texels(
            inputs["tex"], size, size, pitch=pitch, offset=at)))
        at += pitch * size
    return found


def detail(steps, fault):
    """Level of detail: log2 of the longer side of a pixel in texels."""
    sides = [math.hypot(*steps[:2]), math.hypot(*steps[2:])]
    longer = min(sides) if fault == "the shorter side" else max(sides)
    return math.log2(longer)


def sample(mips, k, s, t, linear, fault):
    if fault == "levels one too high":
        k += 1
    texture = mips[min(k, len(mips) - 1)]
    return texture.linear(s, t) if linear else texture.nearest(s, t)


def texel(mips, tile, s, t, fault):
    steps, mag, mini, between, base = TILES[tile]
    lod = detail(steps, fault)
    linear = mini if lod > 0 and fault != "one filter for both" else mag
    lod = 0 if base or fault == "base level only" else \
        min(max(lod, 0), len(mips) - 1)
    if not between or fault == "no lerp between levels":
        half = 0 if fault == "levels truncated" else 0.5
        return sample(mips, math.floor(lod + half), s, t, linear, fault)
    k = math.floor(lod)
    return expect.lerp(sample(mips, k, s, t, linear, fault),
                       sample(mips, k + 1, s, t, linear, fault), lod - k)


def pictures(inputs, fault=None):
    mips = levels(inputs)

    def pixel(x, y):
        tile = int(x) // 32 + int(y) // 32 * 4
        x, y = x % 32, y % 32
        steps = TILES[tile][0]
        s = (START[0] + steps[0] * x + steps[2] * y) / 16
        t = (START[1] + steps[1] * x + steps[3] * y) / 16
        return tile, texel(mips, tile, s, t, fault)

    # two levels: two more roundings
    return [expect.Picture("color", 128, 128, tolerance=2.5,
                           slack=0).paint(pixel)]
