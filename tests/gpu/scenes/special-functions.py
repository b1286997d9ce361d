# SPDX-License-Identifier: GPL-2.0-or-later
"""Curves of the special functions."""
import math

import expect

FAULTS = ("sin and cos exchanged", "rsq is sqrt", "natural logarithm",
          "frc of the magnitude", "ex2 of the whole part", "degrees")
LINE, BELOW, ABOVE = (1, 0.875, 0.625), (0.125, 0.3125, 0.4375), \
    (0.0625, 0.09375, 0.125)
THICK = 8               # 1 / half of the line's width, in units of y
# function, x at the left and right end of its tile, y likewise
CURVES = [
    (lambda x: 1 / x, (0.25, 4.25), (0, 4)),
    (lambda x: 1 / math.sqrt(x), (0.0625, 2.0625), (0, 4)),
    (math.log2, (0.125, 4.125), (-3, 3)),
    (lambda x: 2 ** x, (-3, 2), (0, 4)),
    (math.sqrt, (0, 4), (0, 2)),
    (math.sin, (-4, 4), (-1.25, 1.25)),
    (math.cos, (-4, 4), (-1.25, 1.25)),
    (lambda x: x - math.floor(x), (-2.03125, 1.96875), (-0.25, 1.25)),
]


def faulty(fault):
    curves = list(CURVES)
    if fault == "sin and cos exchanged":
        curves[5:7] = (math.cos,) + CURVES[5][1:], (math.sin,) + CURVES[6][1:]
    wrong = {"rsq is sqrt": (1, math.sqrt), "natural logarithm": (2, math.log),
             "frc of the magnitude": (7, lambda x: abs(x) % 1),
             "ex2 of the whole part": (3, lambda x: 2 ** math.floor(x)),
             "degrees": (5, lambda x: math.sin(math.radians(x)))}
    if fault in wrong:
        number, function = wrong[fault]
        curves[number] = (function,) + CURVES[number][1:]
    return curves


def pictures(_inputs, fault=None):
    curves = faulty(fault)

    def pixel(x, y):
        """A light line of 1 - THICK * distance over darker grounds."""
        function, (x0, x1), (y0, y1) = curves[int(x) // 32
                                              + int(y) // 64 * 4]
        x, y = x % 32 / 32, y % 64 / 64
        away = function(x0 + (x1 - x0) * x) - (y0 + (y1 - y0) * y)
        line = expect.clamp(1 - THICK * abs(away))
        below = expect.clamp(0.5 + THICK * away)
        ground = expect.lerp(ABOVE, BELOW, below)
        return "curve", expect.lerp(ground, LINE, line) + (1,)

    # fp20 has 14 bits, and THICK magnifies their rounding
    return [expect.Picture("color", 128, 128, tolerance=3,
                           slack=0).paint(pixel)]
