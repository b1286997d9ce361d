# SPDX-License-Identifier: GPL-2.0-or-later
"""The ray through a pixel meets the floor; its place there is the texel.

The eye is at height 1, turned by 20 degrees; picture rows grow upwards.
"""

import math

from expect import Picture, Texture, barycentric, hexcolour, mix, texels

FAULTS = ("affine", "linear filter", "s and t exchanged", "no turn")
SKY = hexcolour(0xffd09060)
ANGLE = math.radians(20)
SHIFT = 0.4             # of the picture's centre, in half heights


def floor_at(x, y, angle=ANGLE):
    """Floor position seen at window (x, y), None above the horizon."""
    right, up = x / 64 - 1, y / 64 - 1 - SHIFT
    if up >= 0:
        return None
    ahead = -1 / up
    side = right * ahead
    c, s = math.cos(angle), math.sin(angle)
    where = side * c - ahead * s, -(side * s + ahead * c)
    return where if abs(where[0]) <= 8 and where[1] >= -14 else None


def window(px, pz):
    c, s = math.cos(ANGLE), math.sin(ANGLE)
    ahead = -pz * c - px * s
    return ((px * c - pz * s) / ahead + 1) * 64, \
        (-1 / ahead + SHIFT + 1) * 64


def affine(x, y):
    """The visible part as if it were flat on the screen."""
    ends = (-4, -2), (0, -2), (-8, -14), (8, -14)
    at = [window(*e) for e in ends]
    for k in ((0, 1, 2), (1, 2, 3)):
        weights = barycentric(*(at[i] for i in k), x, y)
        if min(weights) >= 0:
            return mix(weights, [ends[i] for i in k])
    return floor_at(x, y)


def pictures(inputs, fault=None):
    texture = Texture(texels(inputs["tex"], 8, 8))

    def pixel(x, y):
        where = affine(x, y) if fault == "affine" else \
            floor_at(x, y, 0 if fault == "no turn" else ANGLE)
        if where is None:
            return "sky", SKY
        s, t = where[0] / 2, where[1] / 2
        if fault == "s and t exchanged":
            s, t = t, s
        if fault == "linear filter":
            return "floor", texture.linear(s, t)
        return ("floor", texture.place(s, t)), texture.nearest(s, t)

    return [Picture("color", 128, 128, clear=SKY).paint(pixel)]
