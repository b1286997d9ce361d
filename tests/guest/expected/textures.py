# SPDX-License-Identifier: GPL-2.0-or-later
"""The textures of gr3d-demo by the formulas of docs/guest-programs.rst, and
what the plain definition of filtering makes of them."""

from math import floor, log2, sqrt


def tiles(i, j):
    odd = (i // 8 + j // 8) % 2
    return 96 + 2 * i + 32 * odd, 96 + 2 * j + 32 * odd, 224 - 96 * odd, 255


def glass(i, j):
    if min(i, j) < 6 or max(i, j) > 57:
        return 255, 196, 96, 240
    return 32 + 2 * i, 128 + j, 224, 96 + 32 * ((i // 8 + j // 8) % 2)


def paved(i, j):
    if i % 32 == 0 or j % 32 == 0:
        return 72, 76, 88, 255
    if (i // 32 + j // 32) % 2:
        return 214, 206, 190, 255
    return 112, 118, 132, 255


LEVEL_COLOURS = ((224, 64, 64), (224, 144, 48), (216, 208, 64), (80, 192, 80),
                 (64, 184, 200), (72, 96, 216), (152, 80, 200),
                 (224, 224, 224))


def level_texel(level, i, j):
    odd = (i * 2 ** level // 32 + j * 2 ** level // 32) % 2 if level < 6 else 0
    return tuple(c * (4 - odd) // 4 for c in LEVEL_COLOURS[level]) + (255,)


def table(size, texel):
    return [[texel(i, j) for i in range(size)] for j in range(size)]


def halved(rows):
    """Each texel the mean of four, halves up"""
    size = len(rows) // 2
    return [[tuple((rows[2 * j][2 * i][c] + rows[2 * j][2 * i + 1][c] +
                    rows[2 * j + 1][2 * i][c] +
                    rows[2 * j + 1][2 * i + 1][c] + 2) // 4
                   for c in range(4))
             for i in range(size)] for j in range(size)]


def floor_levels():
    levels = [table(128, paved)]
    while len(levels[-1]) > 1:
        levels.append(halved(levels[-1]))
    return levels


def coloured_levels():
    return [table(128 >> k, lambda i, j, k=k: level_texel(k, i, j))
            for k in range(8)]


def taps(size, coord, clamp):
    """The two texels around a coordinate, and how far it is to the second"""
    x = coord * size - 0.5
    first = floor(x)
    if clamp:
        return (min(max(first, 0), size - 1), min(max(first + 1, 0), size - 1),
                x - first)
    return first % size, (first + 1) % size, x - first


def bilinear(rows, s, t, clamp=False):
    size = len(rows)
    i0, i1, f = taps(size, s, clamp)
    j0, j1, g = taps(size, t, clamp)
    c0, c1, c2, c3 = rows[j0][i0], rows[j0][i1], rows[j1][i0], rows[j1][i1]
    w0, w1, w2, w3 = (1 - f) * (1 - g), f * (1 - g), (1 - f) * g, f * g
    return [c0[k] * w0 + c1[k] * w1 + c2[k] * w2 + c3[k] * w3
            for k in range(4)]


def nearest(rows, s, t):
    size = len(rows)
    return rows[floor(t * size) % size][floor(s * size) % size]


def nearest_level(levels, s, t, lod):
    k = int(min(max(lod, 0), len(levels) - 1) + 0.5)
    return bilinear(levels[k], s, t), k


def trilinear(levels, s, t, lod):
    lod = min(max(lod, 0), len(levels) - 1)
    k = int(lod)
    near = bilinear(levels[k], s, t)
    if lod == k:
        return near
    far = bilinear(levels[k + 1], s, t)
    return [a + (b - a) * (lod - k) for a, b in zip(near, far)]


# Level of detail: the documented rule, and how far fp20 can lead it astray.

FP20 = 2.0 ** -14               # relative error of one rounding
LOD_SLACK = 0.01                # the level's weight has eight bits


def level_of_detail(size, p00, p10, p01, variant):
    """log2 of the longer difference in texels; variant -1 and 1 give the
    limits that rounded coordinates allow."""
    length, error = 0.0, 0.0
    for p in (p10, p01):
        d = sqrt((p[0] - p00[0]) ** 2 + (p[1] - p00[1]) ** 2)
        length = max(length, d)
        error = max(error, FP20 * sum(map(abs, p + p00)))
    length = max((length + variant * error) * size, 1e-9)
    return log2(length) + variant * LOD_SLACK
