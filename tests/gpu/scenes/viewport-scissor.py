# SPDX-License-Identifier: GPL-2.0-or-later
"""One picture in clip coordinates through four viewports and scissors."""
import expect

FAULTS = ("viewport clips", "y not turned", "maximum inclusive")
TRIANGLE = [(-0.8125, -0.75), (0.71875, -0.53125), (-0.28125, 0.84375)]
# centre and scale in pixels; scissor: columns and rows
VIEWS = (
    ((32, 32), (32, 32), (0, 64), (0, 64)),
    ((96, 32), (32, -32), (64, 128), (0, 64)),
    ((32, 96), (32, 32), (5, 59), (84, 120)),
    ((96, 96), (-16, 16), (64, 128), (64, 124)),
)


def seen(cx, cy, fault):
    """What is at a place in clip coordinates."""
    if expect.inside(TRIANGLE, cx, cy):
        return "triangle", (1, 0.5 + 0.375 * cx, 0.125, 1)
    limit = 1 if fault == "viewport clips" else 1.75
    if abs(cx) < limit and abs(cy) < limit:
        return "square", (0.25, 0.5 + 0.25 * cx, 0.5 + 0.25 * cy, 1)
    return None


def pictures(_inputs, fault=None):
    def pixel(x, y):
        found = "nothing", (16 / 255, 16 / 255, 16 / 255, 1)
        for (x0, y0), (w, h), columns, rows in VIEWS:
            more = fault == "maximum inclusive"
            if fault == "y not turned":
                h = abs(h)
            if columns[0] < x < columns[1] + more and \
               rows[0] < y < rows[1] + more:
                found = seen((x - x0) / w, (y - y0) / h, fault) or found
        return found

    return [expect.Picture("color", 128, 128).paint(pixel)]
