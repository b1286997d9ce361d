# SPDX-License-Identifier: GPL-2.0-or-later
"""What four programs of two, three, four and two rows leave in a pixel."""
import expect

FAULTS = ("columns are not copied", "rows see each other", "loads into row 0",
          "the first row wins", "kill of this row only", "weights are lost",
          "the short pass is dropped")
CLEAR = (0x10 / 255, 0x18 / 255, 0x28 / 255, 1)
QUARTER, HALF = 0.25, 0.5


def two(x, y, fault):
    """The first pass leaves r2.l = x, r0 = y, r6 = (1/4, x)."""
    low = 0 if fault == "columns are not copied" else x
    sees = fault == "rows see each other"
    r6 = (low if sees else 0) + QUARTER, y if sees else x
    return low, y, r6


def screen(x, y):
    """What lies in the two surfaces."""
    return (x, y, 1 - x), (1 - y, x, QUARTER)


def tile_two(x, y, fault):
    low, high, r6 = two(x, y, fault)
    return low * HALF + r6[1] * HALF, high * HALF, r6[0], 1


def tile_three(x, y, fault):
    one, other = screen((x + 64) / 128, y / 128)
    blue = QUARTER
    if fault == "rows see each other":
        blue += other[1]
    if fault == "the first row wins":
        blue = one[2]
    if fault == "loads into row 0":
        return 0, 0, blue, 1
    return other[0], other[1], blue, 1


def tile_four(x, y, fault):
    """r12 and r4: the nearest row before with MFU work counts."""
    if x > y and fault != "kill of this row only":
        return CLEAR
    blue = 0 if fault == "columns are not copied" else x
    green = 0 if fault == "weights are lost" else y
    return 0, green, blue, 1


def tile_short(x, y, fault):
    one, other = screen((x * 64 + 64) / 128, (y * 64 + 64) / 128)
    if fault == "the short pass is dropped":
        return CLEAR
    green = 0 if fault == "loads into row 0" else other[0]
    return x, green, one[1] * HALF, 1


def pictures(_inputs, fault=None):
    def pixel(x, y):
        right, below = x > 64, y > 64
        i, j = x % 64, y % 64
        if not below:
            return right, tile_three(i, j, fault) if right else \
                tile_two(i / 64, j / 64, fault)
        colour = (tile_short if right else tile_four)(i / 64, j / 64, fault)
        return (right, "below", colour == CLEAR), colour

    return [expect.Picture("color", 128, 128, tolerance=1.5,
                           slack=0).paint(pixel)]
