# SPDX-License-Identifier: GPL-2.0-or-later
"""Colour, stencil and depth after early and late stencil writes."""
import expect

FAULTS = ("kill undoes early stencil", "kill undoes depth",
          "kill is ignored", "failed fragments store colour",
          "late is early", "failed fragments always end")
CLEAR = (0x20 / 255, 0x28 / 255, 0x30 / 255, 1)


class Pixel:
    """One pixel of one of the sixteen tiles."""

    def __init__(self, x, y, fault):
        tile = int(x) // 32 + int(y) // 32 * 4
        early = tile < 8 or fault == "late is early"
        through = tile & 4 and not early and \
            fault != "failed fragments always end"
        x, y = int(x) % 32, int(y) % 32
        stencil, depth = x < 16, y < 16
        passed = stencil and depth
        killed = x > y and fault != "kill is ignored"
        stores = not killed or tile & 2

        before = 0x10 if x < 16 else 0x20
        after = before + 1 if not stencil else 0x50 if depth \
            else 255 - before
        written = (passed or through) and stores and tile & 1
        if early:
            written = not (killed and fault == "kill undoes early stencil")
        self.stencil = after if written else before
        self.depth = 0x4000 if passed and not \
            (killed and fault == "kill undoes depth") else 0x8000
        self.colour = stores and (
            passed or through and fault == "failed fragments store colour")


def pictures(_inputs, fault=None):
    def colour(x, y):
        if Pixel(x, y, fault).colour:
            return "drawn", (int(x) / 128, int(y) / 128, 0.75, 1)
        return "nothing", CLEAR

    def stencil(x, y):
        return "stencil", (Pixel(x, y, fault).stencil,)

    def depth(x, y):
        return "depth", (Pixel(x, y, fault).depth,)

    return [expect.Picture("color", 128, 128, tolerance=0.75,
                           slack=0).paint(colour),
            expect.Picture("stencil", 128, 128, "S8", tiled=True,
                           tolerance=0.25, slack=0).paint(stencil),
            expect.Picture("depth", 128, 128, "Z16", tiled=True,
                           tolerance=0.25, slack=0).paint(depth)]
