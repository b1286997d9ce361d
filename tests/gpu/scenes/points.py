# SPDX-License-Identifier: GPL-2.0-or-later
"""Squares that own a pixel centre on their left and upper edge; balls.

All corners are whole sixteenths, so the squares are exact; the outlines of the
balls, where the program discards, have the usual slack.
"""

import math

from expect import Picture, hexcolour

FAULTS = ("sizes not halved", "right and lower edge", "T upside down",
          "one size for all", "S from 0 to 1")
GROUND = hexcolour(0xff382c28)
# x, y, half width, colour
SQUARES = (
    (10, 12, 0.5, (255, 90, 80)),
    (22.5, 12.5, 1, (255, 180, 60)),
    (36, 12, 1.5, (240, 240, 90)),
    (54, 12, 2.5, (100, 220, 110)),
    (76.25, 12.0625, 4, (90, 170, 255)),
    (106, 14, 10, (200, 120, 255)),
)
# x, y, width, colour
BALLS = (
    (26, 62, 40, (255, 110, 70)),
    (58, 90, 56, (110, 200, 90)),
    (94, 54, 46, (90, 150, 255)),
    (108, 104, 30, (250, 210, 80)),
    (14, 110, 22.5, (210, 110, 230)),
    (66.5, 46.0625, 10.125, (240, 240, 240)),
)


def covered(x, y, px, py, half, fault):
    """Of the pixel in which (x, y) is: is its centre in the square?"""
    dx, dy = math.floor(x) + 0.5 - px, math.floor(y) + 0.5 - py
    if fault == "right and lower edge":
        dx, dy = -dx, -dy
    return -half <= dx < half and -half <= dy < half


def shade(s, t, colour):
    """A ball's front, None beside it."""
    rest = 1 - s * s - t * t
    if rest < 0:
        return None
    light = max(-0.5 * s + 0.5 * t + 0.625 * math.sqrt(rest), 0)
    bright = 0.8125 * light + 0.1875
    return tuple(c / 255 * bright for c in colour) + (1,)


def pictures(inputs, fault=None):
    def half_of(width):
        width = 20 if fault == "one size for all" else width
        return width if fault == "sizes not halved" else width / 2

    def ball(x, y, px, py, half, colour):
        if not covered(x, y, px, py, half, fault):
            return None
        s, t = (x - px) / half, (py - y) / half
        if fault == "T upside down":
            t = -t
        if fault == "S from 0 to 1":
            s = (s + 1) / 2
        return shade(s, t, colour)

    def pixel(x, y):
        found = "ground", GROUND
        for k, (px, py, half, colour) in enumerate(SQUARES):
            if covered(x, y, px, py, half, fault):
                found = ("square", k), tuple(c / 255 for c in colour) + (1,)
        for k, (px, py, width, colour) in enumerate(BALLS):
            lit = ball(x, y, px, py, half_of(width), colour)
            if lit:
                found = ("ball", k), lit
        return found

    return [Picture("color", 128, 128, clear=GROUND).paint(pixel)]
