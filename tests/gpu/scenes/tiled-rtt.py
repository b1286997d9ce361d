# SPDX-License-Identifier: GPL-2.0-or-later
"""A gradient with triangles, 64 x 64; the same, turned and filtered.

The first picture's edges keep away from pixel centres, so it is exact but for
rounding, and the second can be computed from it: one step more.
"""

import math

from expect import Picture, Texture, barycentric, hexcolour, inside, lerp

FAULTS = ("tiles not laid out", "texture not tiled", "tile columns of pixels",
          "nearest")
GROUND = hexcolour(0xff504030)
CORNERS = ((230, 60, 60), (230, 160, 60), (40, 80, 220), (40, 180, 220))
TRIANGLES = (
    (((6.25, 6), (38.25, 6), (6.25, 38)), (250, 220, 80)),
    (((57.75, 58), (25.75, 58), (57.75, 26)), (60, 60, 120)),
    (((26, 24), (44, 24), (35, 50)), (240, 250, 250)),
)
ANGLE = math.radians(18)


def gradient(x, y):
    """Two triangles of the quad: they meet where x + y is 64."""
    a, b, c, d = CORNERS
    ends, colours = (((0, 0), (64, 0), (0, 64)), (a, b, c)) \
        if x + y < 64 else (((64, 0), (0, 64), (64, 64)), (b, c, d))
    weights = barycentric(*ends, x, y)
    return tuple(sum(w * v[k] for w, v in zip(weights, colours))
                 for k in range(3))


def first(x, y):
    part, colour = "gradient", gradient(x, y)
    for k, (corners, shade) in enumerate(TRIANGLES):
        if inside(corners, x, y):
            part, colour = ("triangle", k), shade
    return part, tuple(c / 255 for c in colour) + (1,)


def jumbled(rows, x, y):
    """What is at (x, y) when tiles are read as rows."""
    at = 4 * x + 256 * y
    row, rest = at // 4096 * 16, at % 4096
    return rows[row + rest % 256 // 16][rest // 256 * 4 + rest % 16 // 4]


def pictures(inputs, fault=None):
    rows = [[first(x + 0.5, y + 0.5)[1] for x in range(64)]
            for y in range(64)]
    if fault == "tile columns of pixels":       # 16 pixels, not 16 bytes
        rows = [[rows[y // 16 * 16 + x // 4 % 4 * 4 + y % 4][
            x // 16 * 16 + y // 4 % 4 * 4 + x % 4] for x in range(64)]
            for y in range(64)]
    seen = rows
    if fault in ("tiles not laid out", "texture not tiled"):
        seen = [[jumbled(rows, x, y) for x in range(64)] for y in range(64)]
    tiles = seen if fault == "tiles not laid out" else rows
    texture = Texture(seen if fault == "texture not tiled" else rows,
                      "clamp", "clamp")

    def turned(x, y):
        u, v = (x - 64) / 94, (y - 64) / 94
        s = u * math.cos(ANGLE) + v * math.sin(ANGLE) + 0.5
        t = v * math.cos(ANGLE) - u * math.sin(ANGLE) + 0.5
        if not (0 <= s <= 1 and 0 <= t <= 1):
            return "ground", GROUND
        sample = texture.nearest if fault == "nearest" else texture.linear
        return "texture", sample(s, t)

    return [Picture("tile", 64, 64, tiled=True, slack=0).paint(
                lambda x, y: ("tile", tiles[int(y)][int(x)])),
            Picture("color", 128, 128, tolerance=4, clear=GROUND).paint(
                turned)]
