# SPDX-License-Identifier: GPL-2.0-or-later
"""Depth compare functions: which of three passes a pixel shows."""
import operator

import expect

FAULTS = ("operands exchanged", "always written", "GREATER for GEQUAL")
RAMP_A = (0.0625, 0.1875, 0.375, 1), (0.25, 0.625, 0.875, 1)
RAMP_B = (0.375, 0.0625, 0.1875, 1), (1, 0.75, 0.25, 1)
PROBE = (0.875, 0.875, 0.8125, 1)
COMPARE = (lambda new, old: False, operator.lt, operator.eq, operator.le,
           operator.gt, operator.ne, operator.ge, lambda new, old: True)


def passes(func, new, old, fault):
    if fault == "operands exchanged":
        new, old = old, new
    if fault == "GREATER for GEQUAL" and func == 6:
        func = 4
    return COMPARE[func](new, old)


def pictures(_inputs, fault=None):
    def pixel(x, y):
        tile = int(x) // 32 + int(y) // 32 * 4
        i, j = x % 32, y % 32
        stored, part, colour = i, "A", expect.lerp(*RAMP_A, i / 32)
        if passes(tile % 8, j, i, fault):
            part, colour = "B", expect.lerp(*RAMP_B, j / 32)
            if tile >= 8 or fault == "always written":
                stored = j
        if 10 < i < 22 and 10 < j < 22 and 16 < stored:
            part, colour = "C", PROBE
        return part, colour

    return [expect.Picture("color", 128, 128, tolerance=1,
                           slack=0).paint(pixel)]
