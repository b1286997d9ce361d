# SPDX-License-Identifier: GPL-2.0-or-later
"""The level of detail from the differences within each 2 x 2 pixels, as
documented; two bilinear samples of the levels around it.

The coordinates' 14 bits change a difference by up to 1/200, the level of
detail by 0.007: with 200 steps from level to level that and the roundings
make 4 steps.
"""

import math

from expect import Camera, Picture, Texture, hexcolour, lerp, texels

FAULTS = ("nearest level", "nearest texel", "level 0 only", "shorter vector",
          "half a level too small")
SKY = hexcolour(0xffe8c8a0)
CAMERA = Camera((0, 1, 0), (0.35, 0.72, -1.6), 0.62, 128)


def floor_at(x, y):
    """(s, t) seen at window (x, y); also where the floor has ended."""
    ray = CAMERA.ray(x, y)
    if ray[1] >= 0:
        return None
    t = -CAMERA.eye[1] / ray[1]
    return ray[0] * t / 4, ray[2] * t / 4


def detail(x, y, fault):
    """log2 of texels per pixel in the pixel's quad."""
    col, row = int(x) & ~1, int(y) & ~1
    at = [floor_at(col + 0.5 + i, row + 0.5 + j)
          for i, j in ((0, 0), (1, 0), (0, 1))]
    if None in at:
        return 5
    lengths = [32 * math.dist(at[0], p) for p in at[1:]]
    pick = min if fault == "shorter vector" else max
    lod = math.log2(pick(lengths))
    return lod - 0.5 if fault == "half a level too small" else lod


def levels(data):
    offset, found = 0, []
    for size in (32, 16, 8, 4, 2, 1):
        pitch = max(size * 2, 16)
        found.append(Texture([[c + (1,) for c in row] for row in
                              texels(data, size, size, "B5G6R5", pitch,
                                     offset)]))
        offset += pitch * size
    return found


def pictures(inputs, fault=None):
    chain = levels(inputs["tex"])

    def sample(level, s, t):
        texture = chain[level]
        return texture.nearest(s, t) if fault == "nearest texel" \
            else texture.linear(s, t)

    def pixel(x, y):
        at = floor_at(x, y)
        if at is None or at[1] < -7 or abs(at[0]) > 3:
            return "sky", SKY
        lod = min(max(detail(x, y, fault), 0), 5)
        if fault == "level 0 only":
            lod = 0
        if fault == "nearest level":
            lod = math.floor(lod + 0.5)
        low = min(int(lod), 4)
        return "floor", lerp(sample(low, *at), sample(low + 1, *at),
                             lod - low)

    return [Picture("color", 128, 128, tolerance=4, clear=SKY).paint(pixel)]
