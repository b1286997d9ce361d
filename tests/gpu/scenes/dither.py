# SPDX-License-Identifier: GPL-2.0-or-later
"""Ordered dither on the way into fewer bits."""
import math

import expect

FAULTS = ("table turned", "no alpha bit", "8-bit channels too", "never",
          "always alpha")
TABLE = ((1, 7), (5, 3))            # eighths: [row & 1][column & 1]


def store(n, top, threshold):
    """fx10 to a channel; threshold None: to nearest, a half goes down."""
    n = min(max(n, 0), 256)
    if threshold is None:
        return math.ceil(n * top / 256 - 0.5)
    return math.floor(n * top / 256 + threshold / 8)


def threshold(x, y, fault):
    if fault == "never":
        return None
    if fault == "table turned":
        x, y = y, x
    return TABLE[int(y) & 1][int(x) & 1]


def pictures(_inputs, fault=None):
    def high(x, y):
        """5, 6, 5 bits: the left half dithered."""
        t = threshold(x, y, fault) if x < 64 else None
        x = x % 64
        # exact fx10 steps, some beyond 1.0
        n = (4 * x - 2 * y + 32, 255 - 2 * y, 4 * x)
        return x < 64, tuple(store(v, top, t) / top
                             for v, top in zip(n, (31, 63, 31)))

    def low(x, y):
        """4 bits each; alpha is dithered in the right half only."""
        t = threshold(x, y, fault)
        alpha = x > 16 and fault != "no alpha bit" or fault == "always alpha"
        n = (16 * y, 256 - 16 * y, 16 * (x % 16))
        return x > 16, tuple(store(v, 15, t) / 15 for v in n) + \
            (store(n[2], 15, t if alpha else None) / 15,)

    def deep(x, y):
        """8 bits each: the bit in the descriptor changes nothing."""
        t = threshold(x, y, fault) if fault == "8-bit channels too" else None
        n = 16 * y, 256 - 16 * y, 16 * (x % 16), 16 * (x % 16)
        return "deep", tuple(store(v, 255, t) / 255 for v in n)

    exact = {"tolerance": 0.25, "slack": 0}
    return [expect.Picture("color", 128, 128, "B5G6R5", **exact).paint(high),
            expect.Picture("low", 32, 16, "B4G4R4A4", **exact).paint(low),
            expect.Picture("deep", 16, 16, **exact).paint(deep)]
