# SPDX-License-Identifier: GPL-2.0-or-later
"""Over, three times, in the 1/256 steps that the registers keep."""

from expect import Picture, byte_of_fx10, fx10, fx10_of_byte, texels

FAULTS = ("last quad first", "not blended", "the first target for all",
          "diagonals twice")
QUADS = (
    ((12, 12, 84, 84), (230, 40, 30), 128),
    ((44, 20, 116, 100), (30, 200, 60), 160),
    ((24, 52, 104, 116), (40, 70, 240), 100),
)


def over(source, alpha, target):
    """One rounding, half up, of source * alpha + target * (1 - alpha)."""
    s, a, d = fx10(source / 255), fx10(alpha / 255), fx10_of_byte(target)
    return byte_of_fx10(fx10((s * a + d * (256 - a)) / 65536))


def layers(quads, x, y, fault):
    for (x0, y0, x1, y1), colour, alpha in quads:
        if x0 <= x < x1 and y0 <= y < y1:
            yield colour, alpha
            # Where a diagonal goes through a pixel's centre
            if fault == "diagonals twice" and x - x0 == y1 - y:
                yield colour, alpha


def pictures(inputs, fault=None):
    stripes = texels(inputs["color"], 128, 128)
    quads = QUADS[::-1] if fault == "last quad first" else QUADS

    def pixel(x, y):
        first = [round(255 * c) for c in stripes[int(y)][int(x)][:3]]
        now, part = first, ("stripes", int(y) // 8)
        for colour, alpha in layers(quads, x, y, fault):
            if fault == "the first target for all":
                now = first
            alpha = 255 if fault == "not blended" else alpha
            now = [over(s, alpha, d) for s, d in zip(colour, now)]
            part = colour
        return part, tuple(c / 255 for c in now) + (1,)

    return [Picture("color", 128, 128, tolerance=0, slack=0).paint(pixel)]
