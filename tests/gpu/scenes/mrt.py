# SPDX-License-Identifier: GPL-2.0-or-later
"""The front of a ball: three functions of its normal."""

import functools
import math

from expect import Picture, hexcolour

FAULTS = ("targets 1 and 2 exchanged", "all stores to one target",
          "format 14 as 13", "discarded from the first target only")
GROUND = hexcolour(0xff302010), hexcolour(0xff808080), (0, 0, 0)
RADIUS = 0.9 * 32
LIGHT = (-0.5, 0.5, 0.6875)


def normal(x, y):
    """Of the ball at (x, y), None beside it."""
    u, v = (x - 32) / RADIUS, (y - 32) / RADIUS
    rest = 1 - u * u - v * v
    return (u, v, math.sqrt(rest)) if rest >= 0 else None


def lit(n):
    bright = max(sum(a * b for a, b in zip(n, LIGHT)), 0) * 0.75 + 0.25
    return tuple(min(bright * c, 1) for c in (1, 0.625, 0.25)) + (1,)


def as_colour(n):
    return tuple((c + 1) / 2 for c in n) + (1,)


def height(n):
    return n[2], n[2] ** 2, 1 - n[2]


def target(number, fault, x, y):
    n = normal(x, y)
    if n is None:
        square = max(abs(x - 32), abs(y - 32)) < RADIUS
        if number and square and fault == \
                "discarded from the first target only":
            return "corner", GROUND[2] + (1,) * (number == 1)
        return "ground", GROUND[number]
    make = [lit, as_colour, height]
    if fault == "targets 1 and 2 exchanged":
        make[:2] = make[1::-1]
    if fault == "all stores to one target" and number:
        return "ground", GROUND[number]
    colour = make[number](n)
    if fault == "format 14 as 13" and number == 1:
        colour = colour[2::-1] + colour[3:]
    return "ball", colour


def pictures(inputs, fault=None):
    def picture(number, memory, form):
        return Picture(memory, 64, 64, form, clear=GROUND[number],
                       tolerance=1 if number == 2 else 2).paint(
                           functools.partial(target, number, fault))

    return [picture(0, "color", "R8G8B8A8"),
            picture(1, "normal", "B8G8R8A8"),
            picture(2, "depth565", "B5G6R5")]
