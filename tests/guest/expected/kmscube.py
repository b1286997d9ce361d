# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's kmscube: one cube, a colour at each corner, one light.

The numbers are those of kmscube's cube-smooth.c.  Its fragment shader only
passes on what its vertex shader worked out, so a face is two triangles over
which the colours of three corners go linearly.
"""

from math import cos, radians, sin, sqrt

from solid import Sampled, View, apply, cross, dot, mul, sub

GREY = (127.5, 127.5, 127.5)
LIGHT = (2.0, 2.0, 20.0)        # a place in eye space

# Each face as a strip of four corners, seen from outside
FACES = (
    ((-1, -1, 1), (1, -1, 1), (-1, 1, 1), (1, 1, 1)),
    ((1, -1, -1), (-1, -1, -1), (1, 1, -1), (-1, 1, -1)),
    ((1, -1, 1), (1, -1, -1), (1, 1, 1), (1, 1, -1)),
    ((-1, -1, -1), (-1, -1, 1), (-1, 1, -1), (-1, 1, 1)),
    ((-1, 1, 1), (1, 1, 1), (-1, 1, -1), (1, 1, -1)),
    ((-1, -1, -1), (1, -1, -1), (-1, -1, 1), (1, -1, 1)),
)


def turn(axis, degrees):
    """What esRotate applies to a vertex: clockwise about the axis"""
    s, c = sin(radians(degrees)), cos(radians(degrees))
    m = [[0.0] * 3 for _ in range(3)]
    u, v = (axis + 1) % 3, (axis + 2) % 3
    m[axis][axis] = 1.0
    m[u][u], m[u][v], m[v][u], m[v][v] = c, s, -s, c
    return m


def mix(base, first, a, second, b):
    return [o + a * (f - o) + b * (s - o)
            for o, f, s in zip(base, first, second)]


class Face:
    def __init__(self, view, place, strip):
        points = [place(p) for p in strip]
        self.plane = view.plane(*points[:3])
        normal = cross(sub(points[1], points[0]), sub(points[2], points[0]))
        self.normal = [n / sqrt(dot(normal, normal)) for n in normal]
        self.seen = dot(self.normal, view.eye(points[0])) < 0
        self.colours = [self.lit(p, view.eye(q)) for p, q in zip(strip, points)]

    def lit(self, corner, eye):
        """A corner's red, green and blue say on which side it is."""
        ray = sub(LIGHT, eye)
        light = max(dot(self.normal, ray) / sqrt(dot(ray, ray)), 0)
        return [255 * light * (x > 0) for x in corner]

    def colour(self, a, b):
        c = self.colours
        if a + b < 1:
            return mix(c[0], c[1], a, c[2], b)
        return mix(c[3], c[2], 1 - a, c[1], 1 - b)


class KmsCube(Sampled):
    """Frame @frame of kmscube, from 0"""

    sparse = False

    def __init__(self, width, height, frame):
        view = View(width, height, 0, 8.0, 6 / 2.8 * width / height)
        matrix = mul(turn(0, 45 + 0.25 * frame),
                     mul(turn(1, 45 - 0.5 * frame),
                         turn(2, 10 + 0.15 * frame)))
        faces = [Face(view, lambda p: apply(matrix, p), f) for f in FACES]
        self.faces = [f for f in faces if f.seen]

    def shade(self, col, row, dx, dy, _variant):
        for part, face in enumerate(self.faces, 1):
            hit = face.plane.at(col + 0.5 + dx, row + 0.5 + dy)
            if hit and 0 <= hit[1] <= 1 and 0 <= hit[2] <= 1:
                return part, face.colour(hit[1], hit[2])
        return 0, GREY
