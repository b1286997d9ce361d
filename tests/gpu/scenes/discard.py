# SPDX-License-Identifier: GPL-2.0-or-later
"""A leaf cut out of its texture, a ring cut out of a square."""

from expect import Picture, Texture, hexcolour, texels

FAULTS = ("alpha ignored", "no hole", "no outer edge", "alpha reversed")
GROUND = hexcolour(0xff604830)


def within(x, y, x0, y0, x1, y1):
    """Position in a rectangle given in clip coordinates, 0..1, or None."""
    u = (x / 64 - 1 - x0) / (x1 - x0)
    v = (y / 64 - 1 - y0) / (y1 - y0)
    return (u, v) if 0 <= u <= 1 and 0 <= v <= 1 else None


def pictures(inputs, fault=None):
    leaf = Texture(texels(inputs["tex"], 16, 16, "A4B4G4R4"))

    def left(u, v):
        texel = leaf.nearest(u, v)
        opaque = (texel[3] == 0) == (fault == "alpha reversed")
        if opaque or fault == "alpha ignored":
            return ("leaf", leaf.place(u, v)), texel
        return None

    def right(u, v):
        u, v = 2 * u - 1, 2 * v - 1
        low = 0 if fault == "no hole" else 0.25
        high = 9 if fault == "no outer edge" else 0.9025
        if low < u * u + v * v < high:
            return "ring", ((u + 1) / 2, (v + 1) / 2, 1, 1)
        return None

    def pixel(x, y):
        at = within(x, y, -0.95, -0.8, -0.05, 0.8)
        found = left(min(at[0], 0.999), min(at[1], 0.999)) if at else None
        at = within(x, y, 0.05, -0.5, 0.95, 0.5)
        found = right(*at) if at else found
        return found or ("ground", GROUND)

    return [Picture("color", 128, 128, clear=GROUND).paint(pixel)]
