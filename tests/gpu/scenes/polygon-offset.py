# SPDX-License-Identifier: GPL-2.0-or-later
"""Decals on planes, moved in depth by polygon offset."""
import expect

FAULTS = ("no units", "no factor", "slope is a sum", "lines too",
          "wraps below 0", "units of 20 bits")
BASE, DECAL = (0.25, 0.3125, 0.4375, 1), (1, 0.625, 0.125, 1)
STEP = 2.0 ** -20
# of the lower 3 rows: slopes, factor, units
SLOPED = [(1 / 256, 0, 0, 0), (1 / 256, 0, 6, 0), (-1 / 256, 1 / 128, -4, 0),
          (1 / 512, -1 / 128, 5, 0), (1 / 256, 0, 2, -768),
          (0, 1 / 256, 4, 512)]


def offset(gx, gy, factor, units, fault):
    slope = max(abs(gx), abs(gy))
    if fault == "slope is a sum":
        slope = abs(gx) + abs(gy)
    factor = 0 if fault == "no factor" else factor
    units = 0 if fault == "no units" else units
    return factor * slope + units * STEP * (1 if fault == "units of 20 bits"
                                            else 16)


def flat(column, fault):
    """Same plane: stored depths have 16 bits, the lower four are cut."""
    units, less = ((-1, True), (0, True), (-0.0625, True),
                   (0.9375, False))[column]
    new = int((0.5 + offset(0, 0, 0, units, fault)) / STEP + 0.5) // 16
    return new < 0x8000 if less else new > 0x8000


def others(column, x, y, fault):
    """Row 2: both, clockwise, lines and points, below the range."""
    if column < 2:
        return sloped(4 + column, x, y, fault)
    if column == 2:
        if 4 < x < 28 and 7 < y < 13 or 12 < x < 20 and 18 < y < 26:
            return fault != "lines too"
        return fault == "no units"
    return y > 16 and fault not in ("wraps below 0", "no units")


def sloped(number, x, y, fault):
    gx, gy, factor, units = SLOPED[number]
    return gx * (x - 16) + gy * (y - 16) + \
        offset(gx, gy, factor, units, fault) < 0


def same(column, fault):
    """On a sloped plane: factor -1, units -1, none, factor 1 and LEQUAL."""
    moved = offset(1 / 128, 1 / 256, (-1, 0, 0, 1)[column],
                   (0, -1, 0, 0)[column], fault)
    return moved <= 0 if column == 3 else int(moved / STEP) < -15


def pictures(_inputs, fault=None):
    def pixel(x, y):
        column, row = int(x) // 32, int(y) // 32
        x, y = x % 32, y % 32
        drawn = 4 < x < 28 and 4 < y < 28 and (
            flat(column, fault) if row == 0 else
            sloped(column, x, y, fault) if row == 1 else
            others(column, x, y, fault) if row == 2 else
            same(column, fault))
        if drawn:
            return "decal", DECAL
        shade = 0.5 + x / 64 + y / 128 if row == 3 else 1
        return ("base", row), expect.scaled(BASE[:3], shade) + (1,)

    return [expect.Picture("color", 128, 128).paint(pixel)]
