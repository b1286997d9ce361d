# SPDX-License-Identifier: GPL-2.0-or-later
"""Red, green and blue corners; all w are 1, so colours are linear.

Coverage is exact: the corners are on whole pixels, the lower edge is between
two rows, and the others, with a slope of 2, pass a row's centre a quarter of
a pixel from the nearest pixel centre.
"""

from expect import Picture, barycentric, mix

FAULTS = ("red and green exchanged in TRAM", "flat")
A, B, C = (128, 192), (64, 64), (192, 64)
COLOURS = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)


def pictures(inputs, fault=None):
    colours = COLOURS
    if fault == "red and green exchanged in TRAM":
        colours = tuple((g, r, b, a) for r, g, b, a in COLOURS)
    if fault == "flat":
        colours = COLOURS[2:] * 3

    def pixel(x, y):
        weights = barycentric(A, B, C, x, y)
        if min(weights) < 0:
            return "sky", (0, 0, 0, 0)
        return "triangle", mix(weights, colours)

    return [Picture("color", 256, 256, tolerance=2, slack=0).paint(pixel)]
