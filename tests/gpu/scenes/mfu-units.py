# SPDX-License-Identifier: GPL-2.0-or-later
"""Weights of a triangle in space and in the window, functions of 1/w."""
import math

import expect

FAULTS = ("no perspective", "weights are normalised", "rsq of w",
          "no saturation", "no saturation of halves", "weights are lost", "constants are 1")
CORNERS, W = [(4, 4), (60, 12), (20, 60)], (1, 4, 2)
CLEAR = (0x1c / 255, 0x1c / 255, 0x24 / 255, 1)
OUTSIDE = (-0.5, 1.5, 0.5)      # a varying that leaves 0 .. 1


def tile_weights(near, _window, _w, _fault):
    return near


def tile_coefficients(near, window, _w, fault):
    """The last weight is what remains to 1."""
    if fault == "weights are normalised":
        return near
    first, second = window[0] / W[0], window[1] / W[1]
    return first, second, 1 - first - second


def tile_functions(_near, _window, w, fault):
    scale = 1 if fault == "constants are 1" else 0.25
    root = 1 / math.sqrt(w) if fault == "rsq of w" else math.sqrt(w)
    return root / 2, w * scale, w * scale / 2 + 0.25


def tile_kept(near, _window, _w, fault):
    if fault == "weights are lost":
        near = 0, 0, 1
    value = expect.dot(near, OUTSIDE)
    kept = expect.clamp(value)
    return (value if fault == "no saturation" else kept) / 2 + 0.25, \
        (value if fault == "no saturation of halves" else kept) / 2 + 0.25, \
        near[1]


TILES = tile_weights, tile_coefficients, tile_functions, tile_kept


def pictures(_inputs, fault=None):
    def pixel(x, y):
        tile = int(x) // 64 + int(y) // 64 * 2
        x, y = x % 64, y % 64
        if not expect.inside(CORNERS, x, y):
            return "nothing", CLEAR
        window = expect.barycentric(*CORNERS, x, y)
        parts = [b / w for b, w in zip(window, W)]
        near = [p / sum(parts) for p in parts]
        if fault == "no perspective":
            near = window
        colour = TILES[tile](near, window, 1 / sum(parts), fault)
        return "triangle", tuple(map(expect.clamp, colour)) + (1,)

    return [expect.Picture("color", 128, 128).paint(pixel)]
