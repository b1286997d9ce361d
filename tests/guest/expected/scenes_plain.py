# SPDX-License-Identifier: GPL-2.0-or-later
"""The scenes of gr3d-demo without textures."""

from math import cos, hypot, pi, sin

import solid
from solid import (CORNERS, FOCAL, SNAP, TURN, Sampled, View, cube_turn, over,
                   turn)

BACKGROUND = (24.0, 32.0, 56.0)
SHADE = (1.0, 0.875, 0.75)      # of the cube's faces across x, y, z
DISTANCE = 4.0
NOTHING = (0, BACKGROUND)


def spread(values):
    return min(values), max(values)


def meets(interval, low, high):
    return interval[0] <= high and interval[1] >= low


class Cube:
    tolerance = 2.0
    sparse = False

    def __init__(self, width, height, frame):
        self.rot = cube_turn(frame)
        # object = transpose(rot) * (eye - (0, 0, -DISTANCE))
        self.origin = [self.rot[2][i] * DISTANCE for i in range(3)]
        self.width = width
        self.height = height

    def ray(self, col, row):
        x = ((col + 0.5) / (self.width / 2) - 1) * self.width / self.height
        y = 1 - (row + 0.5) / (self.height / 2)
        return [(self.rot[0][i] * x + self.rot[1][i] * y) / FOCAL -
                self.rot[2][i] for i in range(3)]

    def crossing(self, ray):
        """(enter, its axis, leave, its axis) or None."""
        near, far, near_axis, far_axis = -1e30, 1e30, 0, 0
        for i in range(3):
            slope = ray[i] or 1e-30
            enter = (-1 - self.origin[i]) / slope
            leave = (1 - self.origin[i]) / slope
            if enter > leave:
                enter, leave = leave, enter
            if enter > near:
                near, near_axis = enter, i
            if leave < far:
                far, far_axis = leave, i
        return None if near > far else (near, near_axis, far, far_axis)

    def point(self, ray, t):
        return [self.origin[i] + t * ray[i] for i in range(3)]

    @staticmethod
    def colour(axis, p):
        """The corners at +1 are full, those at -1 an eighth; linear between."""
        return tuple(255.0 * SHADE[axis] * (0.5625 + 0.4375 * x) for x in p)

    def surface(self, ray, t, axis):
        p = self.point(ray, t)
        return 1 + 2 * axis + (p[axis] > 0), self.colour(axis, p)

    def pixel(self, col, row):
        ray = self.ray(col, row)
        hit = self.crossing(ray)
        return self.surface(ray, hit[0], hit[1]) if hit else NOTHING

    def pixel_behind(self, col, row):
        """What would be seen if the depth test were the wrong way."""
        ray = self.ray(col, row)
        hit = self.crossing(ray)
        return self.surface(ray, hit[2], hit[3]) if hit else NOTHING

    def around(self, col, row):
        rays = [self.ray(col + x, row + y) for x, y in CORNERS]
        hits = [self.crossing(r) for r in rays]
        if None in hits:
            yield BACKGROUND, BACKGROUND
        depth = max((h[0] for h in hits if h), default=1e30)
        for axis in range(3):
            for side in (-1, 1):
                yield from self.face_around(rays, axis, side, depth)

    def face_around(self, rays, axis, side, depth):
        slopes = [r[axis] for r in rays]
        if min(slopes) <= 0 <= max(slopes):
            # seen along the face: any of its colours
            ends = [self.colour(axis, [v if i != axis else side
                                       for i in range(3)]) for v in (-1, 1)]
            yield ends[0], ends[1]
            return
        ts = [(side - self.origin[axis]) / slope for slope in slopes]
        points = [self.point(r, t) for r, t in zip(rays, ts)]
        box = [spread([p[i] for p in points]) for i in range(3)]
        inside = all(meets(box[i], -1, 1) for i in range(3) if i != axis)
        # as deep as the visible surface: to its own slope over the pixel and
        # a few steps of the depth buffer
        slack = 0.001 + 2 * (max(ts) - min(ts))
        if inside and 0 < min(ts) <= depth + slack:
            low = [max(b[0], -1) for b in box]
            high = [min(b[1], 1) for b in box]
            low[axis] = high[axis] = side
            yield self.colour(axis, low), self.colour(axis, high)


class Triangle:
    tolerance = 2.0
    sparse = False
    CORNERS = ((0.0, 0.75), (-0.75, -0.5), (0.75, -0.5))

    def __init__(self, width, height, frame):
        rot = turn(2, frame)
        self.points = []
        for cx, cy in self.CORNERS:
            x = (rot[0][0] * cx + rot[0][1] * cy) * height / width
            y = rot[1][0] * cx + rot[1][1] * cy
            self.points.append(((x + 1) * width / 2, (1 - y) * height / 2))

    def weights(self, col, row):
        x, y = col + 0.5, row + 0.5
        (x0, y0), (x1, y1), (x2, y2) = self.points
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        a = ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)) / area
        b = ((x2 - x) * (y0 - y) - (x0 - x) * (y2 - y)) / area
        return a, b, 1 - a - b

    def pixel(self, col, row):
        w = self.weights(col, row)
        return NOTHING if min(w) < 0 else (1, tuple(255 * v for v in w))

    def around(self, col, row):
        ws = [self.weights(col + x, row + y) for x, y in CORNERS]
        if min(min(w) for w in ws) < 0:
            yield BACKGROUND, BACKGROUND
        ranges = [spread([w[i] for w in ws]) for i in range(3)]
        if min(high for _, high in ranges) >= 0:
            yield tuple(tuple(255 * min(max(r[k], 0), 1) for r in ranges)
                        for k in (0, 1))


def cube_colour(axis, side, a, b):
    return Cube.colour(axis, solid.Cube.point(axis, side, a, b))


class Blend(Sampled):
    """Far face, then near face, each half over what is there."""

    # colour at the corner and between; load, result and store twice, half of
    # which the second face covers
    tolerance = 3.0
    variants = (0, 1)           # 1: outlines the other way round

    def __init__(self, width, height, frame):
        rot = cube_turn(frame)
        self.width = width
        self.height = height
        self.cube = solid.Cube(View(width, height),
                               lambda p: solid.apply(rot, p))

    def backdrop(self, x, y):
        u, v = 2 * x / self.width - 1, 1 - 2 * y / self.height
        return [255 * (0.5 + u / 4), 255 * (0.5 + v / 4), 255 * (0.5 - u / 4)]

    def mix(self, colour, below):
        return over(colour, 0.5, below)

    def hits(self, x, y, swap):
        return self.cube.hits(x, y, swap)

    def shade(self, col, row, dx, dy, variant):
        x, y = col + 0.5 + dx, row + 0.5 + dy
        part, colour = 0, self.backdrop(x, y)
        for _, axis, side, a, b in self.hits(x, y, variant == 1):
            colour = self.mix(cube_colour(axis, side, a, b), colour)
            part = 8 * part + 1 + 2 * axis + (side > 0)
        return part, tuple(colour)


class Stencil(Sampled):
    """The cube, the mirror, and the cube's image in it."""

    # colour at the corner and between, store; load, result, store
    tolerance = 3.0
    variants = (0, 1)           # 1: outlines the other way round
    MIRROR = -2.0
    BASE = tuple(255 * c for c in (0.125, 0.15625, 0.1875))
    TINT = tuple(255 * c for c in (0.5, 0.625, 0.75))

    def __init__(self, width, height, frame):
        rot = cube_turn(frame)
        view = View(width, height, 32, 7.0)
        self.cube = solid.Cube(view, lambda p: solid.apply(rot, p))
        self.image = solid.Cube(view, lambda p: self.mirrored(
            solid.apply(rot, p)))
        y = self.MIRROR
        self.floor = view.plane([0, y, 0], [1, y, 0], [0, y, 1])

    def mirrored(self, p):
        return [p[0], 2 * self.MIRROR - p[1], p[2]]

    def in_mirror(self, x, y):
        hit = self.floor.at(x, y)
        return hit is not None and abs(hit[1]) <= 3 and abs(hit[2]) <= 2

    def nearest(self, cube, x, y, swap):
        hits = cube.hits(x, y, swap)
        if not hits:
            return None
        _, axis, side, a, b = hits[-1]
        return 1 + 2 * axis + (side > 0), cube_colour(axis, side, a, b)

    def shade(self, col, row, dx, dy, variant):
        x, y = col + 0.5 + dx, row + 0.5 + dy
        hit = self.nearest(self.cube, x, y, variant == 1)
        if hit:
            return hit
        if not self.in_mirror(x, y):
            return NOTHING
        part, colour = self.nearest(self.image, x, y,
                                    variant == 1) or (0, self.BASE)
        return 8 + part, tuple(over(self.TINT, 0.25, colour))


def polar(radius, step):
    return (radius * cos(2 * pi * step / TURN),
            radius * sin(2 * pi * step / TURN))


class Flat(Sampled):
    """Scenes in the plane of the screen, turned about z."""

    def __init__(self, width, height, frame):
        self.width = width
        self.height = height
        self.frame = frame
        self.scale = height / 720

    def place(self, radius, step):
        """In pixels"""
        x, y = polar(radius, step + self.frame)
        return (self.width + x * self.height) / 2, (1 - y) * self.height / 2


class Line:
    """The parallelogram or rectangle around a line, in pixels."""

    def __init__(self, start, end, half, square, colours):
        self.start = start
        self.d = end[0] - start[0], end[1] - start[1]
        self.half = half
        self.square = square
        self.colours = colours
        steep = abs(self.d[1]) - abs(self.d[0])
        self.flat = steep <= 0
        # snapped ends can make it the other one
        self.diagonal = abs(steep) < 4 * SNAP
        reach = 2 * half + 2
        (x0, x1), (y0, y1) = map(sorted, zip(start, end))
        self.box = x0 - reach, x1 + reach, y0 - reach, y1 + reach

    def at(self, x, y, variant):
        """How far along, 0 to 1, or None beside it"""
        box = self.box
        if not (box[0] <= x <= box[1] and box[2] <= y <= box[3]):
            return None
        px, py = x - self.start[0], y - self.start[1]
        dx, dy = self.d
        if self.square:
            length = hypot(dx, dy)
            t = (px * dx + py * dy) / length ** 2
            off = (px * dy - py * dx) / length
        elif self.flat != (variant and self.diagonal):
            t = px / dx
            off = py - t * dy
        else:
            t = py / dy
            off = px - t * dx
        return t if 0 <= t <= 1 and abs(off) <= self.half else None

    def colour(self, t):
        return tuple(255 * (a + (b - a) * t) for a, b in zip(*self.colours))


class Lines(Flat):
    """Sixteen spokes, half of them with square ends, in a hexagon."""

    variants = (0, 1)

    def __init__(self, width, height, frame):
        super().__init__(width, height, frame)
        self.lines = [self.spoke(k) for k in range(16)]
        self.lines += [self.edge(k) for k in range(6)]

    def spoke(self, k):
        outer = [1 if k & bit else 0.25 for bit in (1, 2, 4)]
        return Line(self.place(0.25, 32 * k), self.place(0.75, 32 * k),
                    self.half(k + 2), k >= 8, ((1, 1, 1), outer))

    def edge(self, k):
        colours = [(1 if n & 1 else 0.5, 0.75, 0.25) for n in (k, k + 1)]
        steps = [round(n % 6 * TURN / 6) for n in (k, k + 1)]
        return Line(self.place(0.875, steps[0]), self.place(0.875, steps[1]),
                    self.half(4), True, colours)

    def half(self, pixels):
        return pixels * self.scale

    def shade(self, col, row, dx, dy, variant):
        x, y = col + 0.5 + dx, row + 0.5 + dy
        for number in range(len(self.lines) - 1, -1, -1):
            t = self.lines[number].at(x, y, variant)
            if t is not None:
                return number + 1, self.lines[number].colour(t)
        return NOTHING


class Points(Flat):
    """Balls on a spiral, later ones over earlier ones."""

    def __init__(self, width, height, frame):
        super().__init__(width, height, frame)
        self.balls = [self.ball(k) for k in range(48)]

    def ball(self, k):
        colour = [255 * (1 + n % 8) / 8 for n in (k, 3 * k + 2, 5 * k + 5)]
        x, y = self.place((k + 6) / 64, 37 * k)
        return x, y, (12 + k) * self.scale, colour

    def outside(self, s, t):
        return s * s + t * t >= 1

    def bright(self, s, t):
        return 0.75 + s / 8 + t / 4 - (s * s + t * t) / 4

    def shade(self, col, row, dx, dy, _variant):
        x, y = col + 0.5 + dx, row + 0.5 + dy
        for number in range(len(self.balls) - 1, -1, -1):
            bx, by, half, colour = self.balls[number]
            s, t = (x - bx) / half, (y - by) / half
            if -1 <= s <= 1 and -1 <= t <= 1 and not self.outside(s, t):
                bright = self.bright(s, t)
                return number + 1, tuple(c * bright for c in colour)
        return NOTHING
