# SPDX-License-Identifier: GPL-2.0-or-later
"""What gr3d-demo's frames look like, worked out without any rasteriser.

Nothing here is shared with the guest programs or with the engine: the cube is
found by intersecting the ray through each pixel's centre with the box, the
triangle by barycentric coordinates, all in double precision.  The numbers
that define the scenes are those of docs/guest-programs.rst.

A scene has two methods:

  pixel(col, row)   (part, (r, g, b)) at the centre of the pixel, colours in
                    0..255 and unrounded; part 0 is the background
  around(col, row)  what else the pixel may show when the corners of the object
                    are moved by up to SNAP pixels, as (low, high) colours
"""

from math import cos, pi, sin

TURN = 512                      # frames of a full turn
BACKGROUND = (24.0, 32.0, 56.0)
SHADE = (1.0, 0.875, 0.75)      # of the cube's faces across x, y, z
DISTANCE = 4.0
FOCAL = 1.75


def turn(axis, step):
    """Rotation matrix about x, y or z."""
    s, c = sin(2 * pi * step / TURN), cos(2 * pi * step / TURN)
    m = [[0.0] * 3 for _ in range(3)]
    u, v = (axis + 1) % 3, (axis + 2) % 3
    m[axis][axis] = 1.0
    m[u][u], m[u][v], m[v][u], m[v][v] = c, -s, s, c
    return m


def mul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)]
            for i in range(3)]


SNAP = 1 / 16                   # twice the largest error of a snapped corner
CORNERS = tuple((x, y) for x in (-SNAP, SNAP) for y in (-SNAP, SNAP))
NOTHING = (0, BACKGROUND)


def spread(values):
    return min(values), max(values)


def meets(interval, low, high):
    return interval[0] <= high and interval[1] >= low


class Cube:
    def __init__(self, width, height, frame):
        self.rot = mul(turn(0, 42 + frame), turn(1, 64 + 2 * frame))
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


SCENES = {"triangle": Triangle, "cube": Cube}
TRIANGLE_FRAMES = 120           # of the show that runs without --scene


def scene(name, width, height, frame):
    """A scene, or the part of the show when name is 'show'."""
    if name == "show":
        if frame < TRIANGLE_FRAMES:
            name = "triangle"
        else:
            name, frame = "cube", frame - TRIANGLE_FRAMES
    return SCENES[name](width, height, frame)
