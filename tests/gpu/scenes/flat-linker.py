# SPDX-License-Identifier: GPL-2.0-or-later
"""Flat shading and the linker: which number reaches which colour channel."""
import expect

FAULTS = ("always the last", "fan turns around its second vertex",
          "source swizzle", "low and high exchanged", "export numbers",
          "from instruction 0", "no limit per vertex", "flat is per vector")
ZIGZAG = [(2, 5), (4, 28), (12, 3), (15, 29), (24, 6), (30, 26)]
AROUND = [(16, 16), (30, 14), (24, 28), (8, 29), (2, 12), (14, 2)]
COLOURS = [(1, 0.25, 0.125), (1, 0.75, 0.125), (0.125, 0.75, 0.25),
           (0.125, 0.75, 0.875), (0.25, 0.375, 1), (0.875, 0.25, 0.75)]
CLEAR = (28 / 255, 24 / 255, 24 / 255, 1)
FX10_MAX = 511 / 256


def line(a, b, x, y):
    """A line of width 4."""
    (ax, ay), (bx, by) = AROUND[a], AROUND[b]
    if abs(bx - ax) < abs(by - ay):
        ax, ay, bx, by, x, y = ay, ax, by, bx, y, x
    t = (x - ax) / (bx - ax)
    return 0 <= t <= 1 and abs(y - (ay + (by - ay) * t)) < 2


def flat(kind, last, x, y, fault):
    """Triangles, strip, fan, line loop: the provoking vertex's colour."""
    if fault == "always the last":
        last = True
    found = None
    if kind == 0:
        shapes = [(ZIGZAG, (k, k + 1, k + 2), k + 2 * last) for k in (0, 3)]
    elif kind == 1:
        shapes = [(ZIGZAG, (k, k + 1, k + 2), k + 2 * last)
                  for k in range(4)]
    else:
        second = fault == "fan turns around its second vertex"
        shapes = [(AROUND, (0, k + 1, k + 2), k + 1 + last - second)
                  for k in range(4)]
    for places, corners, provoking in shapes:
        if expect.inside([places[k] for k in corners], x, y):
            found = provoking
    return found


def loop(last, x, y, fault):
    found = None
    if fault == "always the last":
        last = True
    for a, b in ((1, 2), (2, 3), (3, 4), (4, 5), (5, 1)):
        if line(a, b, x, y):
            found = b if last else a
    return found


def linked(tile, x, y, fault):
    """A square with two vectors that grow evenly."""
    upper = x + y < 32          # the first triangle of the strip
    x, y = (x - 2) / 28, (y - 2) / 28
    v1 = (x, y, 1 - x, 0.25 + y / 2)
    v2 = (1 - y, x / 2, 0.5 + y / 2, 0.75 - x / 2)
    limit = 9 if fault == "no limit per vertex" else FX10_MAX
    corner = (0, 0) if upper else (1, 0)
    return upper, (
        v1[:3] + (1,) if fault == "source swizzle"
        else (v1[3], v1[2], v1[1], v1[0]),
        (v1[1], v1[0], v1[3], v1[2]) if fault == "low and high exchanged"
        else v1,
        (corner[0], corner[1], 1 - corner[0], v1[3])
        if fault == "flat is per vector"
        else (v1[0], corner[1], 1 - corner[0], v1[3]),
        (0, 0.5, 0, 1) if fault == "export numbers" else v2,
        (v2[2], v2[0], v1[1], v1[0]),
        (v1[0], v2[1], v1[2], v2[3]),
        v1 if fault == "from instruction 0" else v2,
        (expect.clamp(-1 + (limit + 1) * x), expect.clamp(-1 + 4 * y),
         expect.clamp(limit + (-1 - limit) * x), 1),
    )[tile]


def pictures(_inputs, fault=None):
    def pixel(x, y):
        column, row = int(x) // 32, int(y) // 32
        x, y = x % 32, y % 32
        if row < 2:
            found = loop(row == 1, x, y, fault) if column == 3 else \
                flat(column, row == 1, x, y, fault)
            if found is not None:
                return (column, found), COLOURS[found] + (1,)
        elif 2 < x < 30 and 2 < y < 30:
            part, colour = linked(column + 4 * row - 8, x, y, fault)
            return ("square", part), colour
        return "nothing", CLEAR

    return [expect.Picture("color", 128, 128).paint(pixel)]
