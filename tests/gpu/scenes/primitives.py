# SPDX-License-Identifier: GPL-2.0-or-later
"""The seven primitives of one list of vertices; below, by an index buffer."""
import expect

FAULTS = ("loop is not closed", "tail is drawn", "strip from one vertex",
          "lines overlap the other way")
#          0         1         2         3        4        5      6       7
RING = [(29, 16), (25, 25), (16, 29), (7, 25), (3, 16), (7, 7), (16, 3),
        (25, 7)]
ZIGZAG = [(2, 4), (4, 28), (10, 7), (13, 30), (18, 3), (21, 25), (27, 6),
          (30, 28)]
COLOURS = [(1, 0.25, 0.125), (1, 0.75, 0.125), (0.75, 1, 0.25),
           (0.125, 0.875, 0.375), (0.125, 0.875, 1), (0.25, 0.375, 1),
           (0.625, 0.25, 1), (1, 0.25, 0.75)]
CLEAR = (24 / 255, 24 / 255, 28 / 255, 1)
SPOT, WIDE = 2, 1                   # half sizes of points and lines


def point(k):
    def paint(x, y):
        px, py = RING[k]
        if max(abs(x - px), abs(y - py)) < SPOT:
            return COLOURS[k]
        return None
    return paint


def line(a, b):
    """Ends and width are cut along an axis, as for wide lines of OpenGL."""
    def paint(x, y):
        (ax, ay), (bx, by) = RING[a], RING[b]
        if abs(bx - ax) < abs(by - ay):
            ax, ay, bx, by, x, y = ay, ax, by, bx, y, x
        t = (x - ax) / (bx - ax)
        if 0 <= t <= 1 and abs(y - (ay + (by - ay) * t)) < WIDE:
            return expect.lerp(COLOURS[a], COLOURS[b], t)
        return None
    return paint


def triangle(places, a, b, c):
    def paint(x, y):
        corners = places[a], places[b], places[c]
        if not expect.inside(corners, x, y):
            return None
        return expect.mix(expect.barycentric(*corners, x, y),
                          (COLOURS[a], COLOURS[b], COLOURS[c]))
    return paint


def scene(fault):
    """What each tile shows, in the order of drawing."""
    segments = [line(k, k + 1) for k in range(7)]
    loop = segments + [line(7, 0)]
    if fault == "lines overlap the other way":
        loop = loop[::-1]
    tris = [triangle(RING, 0, 1, 2), triangle(RING, 3, 4, 5)]
    if fault == "tail is drawn":
        tris.append(triangle(RING, 6, 7, 0))
    strip = [triangle(ZIGZAG, k, k + 1, k + 2) for k in range(6)]
    if fault == "strip from one vertex":
        strip = [triangle(ZIGZAG, 0, k + 1, k + 2) for k in range(6)]
    return ([point(k) for k in range(8)],
            [line(k, k + 1) for k in range(0, 8, 2)],
            segments if fault == "loop is not closed" else loop, segments,
            tris, strip,
            [triangle(RING, 0, k + 1, k + 2) for k in range(6)], [])


def pictures(_inputs, fault=None):
    tiles = scene(fault)

    def pixel(x, y):
        indexed = y > 64
        tile = int(x) // 32 + 4 * (int(y) // 32 % 2)
        x, y = x % 32, y % 32
        for part, paint in reversed(list(enumerate(tiles[tile]))):
            colour = paint(x, y)
            if colour:
                # the lower half is drawn in other colours
                r, g, b = colour
                return (tile, part), ((b, r, g, 1) if indexed
                                      else (r, g, b, 1))
        return "nothing", CLEAR

    return [expect.Picture("color", 128, 128).paint(pixel)]
