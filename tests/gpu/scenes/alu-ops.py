# SPDX-License-Identifier: GPL-2.0-or-later
"""The ALU's operations as formulas over x and y, exact to the last step."""
import expect

FAULTS = ("gt is ge", "no scales", "csel of zero or less", "recv adds to C",
          "recv drops modifiers", "halves exchanged", "fx10 of 4",
          "products the other way round", "minus one after negate",
          "C times 1", "no saturation",
          "aluN of the same packet", "half down")
QUARTER = 0.25


def fx10(v):
    return expect.fx10(v) / 256


def tiles(x, y, fault):
    """Red, green, blue of each tile."""
    def is_not(name):
        return fault != name

    def d(value):               # the fourth operand
        return value if is_not("C times 1") else 1

    def sat(value):
        return expect.clamp(value) if is_not("no saturation") else value

    def scale(by):
        return by if is_not("no scales") else 1

    above = x > y or fault == "gt is ge" and x == y
    added = QUARTER * y + (QUARTER * abs(x) - 0.5) + QUARTER * QUARTER
    sign = -1 if is_not("recv drops modifiers") else 1
    total = QUARTER * (x + y) + x * x
    four = expect.clamp(4 * x, -2, 511 / 256) if is_not("fx10 of 4") else 4 * x
    old = 0 if fault == "aluN of the same packet" else 1
    low, high = (205, 243) if is_not("halves exchanged") else (243, 205)
    products = (y * y, x * y) if is_not("products the other way round") \
        else (x * y, y * y)
    return (
        (x * y, x * y + y, -x * y),
        ((x + 1) * QUARTER * scale(2), y * QUARTER * scale(4),
         (x + y) * scale(0.5)),
        (min(x, y), max(x, y), min(x * y, x * d(x))),
        (1 if x < 0 else y, y if x > 0 else QUARTER,
         QUARTER if y < 0 else x * d(x)),
        (x == y, above, x >= y),
        (abs(x), 2 * abs(x) - 1 if is_not("minus one after negate")
         else 2 * abs(x), 1 - abs(y) - abs(x)
         if is_not("minus one after negate") else -1 - abs(y) - abs(x)),
        (x * d(abs(y)), x * d(x - 1), y * d(y)),
        (sat(x + 1), sat(2 * x * y), x * y + QUARTER),
        (x * y + total + (x * y if fault == "recv adds to C" else 0),
         QUARTER * x, QUARTER * y),
        (y if x < 0 else sign * added, QUARTER * y, QUARTER * abs(x) - 0.5),
        products + (x * x,),
        (x * y * old, (x + y) ** 2 * old + (x > 0), fx10(x * x) ** 2 * old),
        (x * y + QUARTER, (x * y) ** 2, x * y + x),
        (0.375 * x, QUARTER * y - 0.5, x * y + 0.5),
        (x > 0 and y > 0, max(0.5 * (x > 0), x + y >= 0),
         (x + y >= 0) * x + (x * y + x * x != 0)),
        (four * QUARTER + QUARTER, high / 256 * y, low / 256 * x),
    )


def pictures(_inputs, fault=None):
    def store(v):
        n = expect.fx10(v - 1e-9 if fault == "half down" else v)
        return expect.byte_of_fx10(expect.fx10(n / 512 + 0.5)) / 255

    def pixel(x, y):
        tile = int(x) // 32 + int(y) // 32 * 4
        x, y = x % 32 / 16 - 1, y % 32 / 16 - 1
        if fault == "csel of zero or less" and tile == 3:
            x, y = x - 1 / 32, y - 1 / 32
        return tile, tuple(map(store, tiles(x, y, fault)[tile])) + (1,)

    return [expect.Picture("color", 128, 128, tolerance=0.25,
                           slack=0).paint(pixel)]
