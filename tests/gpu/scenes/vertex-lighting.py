# SPDX-License-Identifier: GPL-2.0-or-later
"""A ball of 16 by 10 facets, lit at its vertices by three lamps."""
import math

import expect

FAULTS = ("one lamp", "two lamps", "not normalised", "no highlight",
          "light from behind", "the next constant", "no subroutine")
AROUND, DOWN = 16, 10
CENTRE, RADIUS = (64, 64), 58
TILT, TURN = 0.5, 0.3               # radians
AMBIENT = (0.0625, 0.0625, 0.125)
# direction to the lamp, not normalised; colour
LAMPS = [((0.5, -0.625, 0.625), (0.75, 0.5, 0.25)),
         ((-0.875, -0.125, 0.25), (0.0625, 0.375, 0.5)),
         ((0.125, 0.9375, 0.25), (0.5, 0.0625, 0.25))]
SHINE, GLOSS = 20, 0.4375
CLEAR = (20 / 255, 18 / 255, 24 / 255, 1)


def normal(i, j):
    """Longitude, latitude; then the ball's axis leans."""
    a, b = 2 * math.pi * i / AROUND, math.pi * j / DOWN
    x, y, z = (math.cos(a) * math.sin(b), math.cos(b),
               math.sin(a) * math.sin(b))
    y, z = (y * math.cos(TILT) - z * math.sin(TILT),
            y * math.sin(TILT) + z * math.cos(TILT))
    return (x * math.cos(TURN) - y * math.sin(TURN),
            x * math.sin(TURN) + y * math.cos(TURN), z)


def lit(n, fault):
    """Lambert, and Blinn's highlight for an eye far away on +z."""
    lamps = LAMPS[:1] if fault == "one lamp" else LAMPS[:2] \
        if fault == "two lamps" else LAMPS
    colour = list(AMBIENT)
    if fault == "no subroutine":
        return tuple(colour)
    for k, (direction, tint) in enumerate(lamps):
        if fault == "the next constant":
            tint = LAMPS[(k + 1) % 3][1]
        to_lamp = expect.unit(direction)
        diffuse = expect.dot(n, to_lamp)
        if fault == "light from behind":
            diffuse = abs(diffuse)
        half = expect.unit((to_lamp[0], to_lamp[1], to_lamp[2] + 1))
        if fault == "not normalised":
            half = expect.scaled(half, 0.9)
        gloss = GLOSS * max(expect.dot(n, half), 0) ** SHINE \
            if diffuse > 0 and fault != "no highlight" else 0
        colour = [c + max(diffuse, 0) * t + gloss
                  for c, t in zip(colour, tint)]
    return tuple(colour)


def vertices(fault):
    found = {}
    for i in range(AROUND + 1):
        for j in range(DOWN + 1):
            n = normal(i, j)
            found[i, j] = ((CENTRE[0] + RADIUS * n[0],
                            CENTRE[1] + RADIUS * n[1]), lit(n, fault))
    return found


def facets(fault):
    """The triangles that turn counter-clockwise in the window."""
    vertex = vertices(fault)
    for i in range(AROUND):
        for j in range(DOWN):
            a, b, c, d = (vertex[p] for p in ((i, j), (i + 1, j), (i, j + 1),
                                              (i + 1, j + 1)))
            for corners in (a, b, d), (a, d, c):
                if expect.side(*(p[0] for p in corners[:2]),
                               *corners[2][0]) > 1e-6:
                    yield corners


def cells(fault):
    """For each 8x8 pixels: the facets that may be there."""
    found = {}
    for corners in facets(fault):
        xs, ys = zip(*(p[0] for p in corners))
        for u in range(int(min(xs)) // 8, int(max(xs)) // 8 + 1):
            for v in range(int(min(ys)) // 8, int(max(ys)) // 8 + 1):
                found.setdefault((u, v), []).append(corners)
    return found


def pictures(_inputs, fault=None):
    grid = cells(fault)

    def pixel(x, y):
        for corners in grid.get((int(x) // 8, int(y) // 8), ()):
            places = [p[0] for p in corners]
            if expect.inside(places, x, y):
                colour = expect.mix(expect.barycentric(*places, x, y),
                                    [p[1] for p in corners])
                return "ball", tuple(map(expect.clamp, colour)) + (1,)
        return "nothing", CLEAR

    # the highlights are steep: a vertex that snaps moves them
    return [expect.Picture("color", 128, 128, tolerance=4).paint(pixel)]
