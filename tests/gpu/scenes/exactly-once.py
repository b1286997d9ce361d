# SPDX-License-Identifier: GPL-2.0-or-later
"""Each mesh covers its tile without gaps and is drawn twice."""
import expect

FAULTS = ("edges drawn twice", "edges not drawn", "drawn once",
          "corner drawn by all")
COLOURS = ((0.25, 0.125, 0.0625), (0.125, 0.25, 0.125),
           (0.0625, 0.125, 0.25), (0.25, 0.1875, 0.0625))


def times(tile, x, y, fault):
    """How often a pixel is drawn; by faults in the first and last tile."""
    x, y = int(x) % 64, int(y) % 64
    if fault == "drawn once":
        return 1
    if fault == "corner drawn by all" and (tile, x, y) == (0, 32, 32):
        return 24
    if tile == 3 and (x % 7 == 5 or y % 7 == 5):
        return {"edges drawn twice": 4, "edges not drawn": 0}.get(fault, 2)
    return 2


def pictures(_inputs, fault=None):
    def pixel(x, y):
        tile = int(x) // 64 + int(y) // 64 * 2
        count = times(tile, x, y, fault)
        return tile, tuple(expect.clamp(c * count)
                           for c in COLOURS[tile]) + (bool(count),)

    return [expect.Picture("color", 128, 128, tolerance=1.5,
                           slack=0).paint(pixel)]
