# SPDX-License-Identifier: GPL-2.0-or-later
"""Vectors, planes seen by an eye, cubes; and the base of sampled scenes.

A plane is seen through one projective map from pixels to its own coordinates:
the ray through the pixel is intersected with it, nothing is rasterised.
"""

from math import cos, pi, sin

TURN = 512                      # frames of a full turn
FOCAL = 1.75                    # half heights
LIGHT = (0.48, 0.8, 0.36)
AMBIENT = 0.3125

SNAP = 1 / 16                   # twice the largest error of a snapped corner
SAME = 0.001                    # some steps of the depth buffer
CORNERS = tuple((x, y) for x in (-SNAP, SNAP) for y in (-SNAP, SNAP))


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


def apply(m, p):
    return [m[i][0] * p[0] + m[i][1] * p[1] + m[i][2] * p[2] for i in range(3)]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def sub(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0]]


def cube_turn(frame):
    return mul(turn(0, 42 + frame), turn(1, 64 + 2 * frame))


def brightness(normal):
    """Of a surface with this normal in the world."""
    return max(dot(normal, LIGHT), AMBIENT)


def over(colour, alpha, below):
    return [c * alpha + b * (1 - alpha) for c, b in zip(colour, below)]


class View:
    """An eye @distance away from the origin, the world turned by @pitch."""

    def __init__(self, width, height, pitch=0, distance=4.0, focal=FOCAL):
        self.width = width
        self.height = height
        self.pitch = turn(0, pitch)
        self.distance = distance
        self.focal = focal

    def eye(self, p):
        x, y, z = apply(self.pitch, p)
        return [x, y, z - self.distance]

    def ray(self, x, y):
        """Through the point @x, @y of the picture, in pixels."""
        half = self.height * self.focal
        return [(2 * x - self.width) / half, (self.height - 2 * y) / half, -1.0]

    def linear(self, v):
        """dot(ray(x, y), v) as (constant, times x, times y)"""
        at = [dot(self.ray(x, y), v) for x, y in ((0, 0), (1, 0), (0, 1))]
        return at[0], at[1] - at[0], at[2] - at[0]

    def plane(self, origin, first, second):
        """Through three points of the world, with coordinates (0, 0), (1, 0)
        and (0, 1)"""
        o = self.eye(origin)
        return Plane(self, o, sub(self.eye(first), o), sub(self.eye(second), o))


class Plane:
    """origin + a * e1 + b * e2 in eye space.

    A ray d meets it at d * t with t = n.origin / n.d; then a = t * u.d - u.o
    and b = t * v.d - v.o with the dual vectors u and v.
    """

    def __init__(self, view, o, e1, e2):
        n = cross(e1, e2)
        nn = dot(n, n)
        u = [x / nn for x in cross(e2, n)]
        v = [x / nn for x in cross(n, e1)]
        self.no = dot(n, o)
        uo, vo = dot(u, o), dot(v, o)
        self.den = view.linear(n)
        self.a = view.linear([self.no * u[i] - uo * n[i] for i in range(3)])
        self.b = view.linear([self.no * v[i] - vo * n[i] for i in range(3)])

    def at(self, x, y):
        """(distance, a, b), or None behind the eye"""
        den = self.den[0] + self.den[1] * x + self.den[2] * y
        if den * self.no <= 0:
            return None
        return (self.no / den,
                (self.a[0] + self.a[1] * x + self.a[2] * y) / den,
                (self.b[0] + self.b[1] * x + self.b[2] * y) / den)

    def slope(self, x, y):
        """Of the distance, per pixel"""
        den = self.den[0] + self.den[1] * x + self.den[2] * y
        return abs(self.no) * (abs(self.den[1]) + abs(self.den[2])) / den ** 2


class Cube:
    """Corners at +-1, moved to the world by place()."""

    def __init__(self, view, place):
        self.faces = []
        for axis in range(3):
            for side in (-1, 1):
                self.faces.append((axis, side,
                                   self.face(view, place, axis, side)))
        corners = [view.eye(place([x, y, z])) for x in (-1, 1)
                   for y in (-1, 1) for z in (-1, 1)]
        # where it can be seen at all, with a pixel to spare
        xs = [(1 - FOCAL * p[0] / p[2] * view.height / view.width) *
              view.width / 2 for p in corners]
        ys = [(1 + FOCAL * p[1] / p[2]) * view.height / 2 for p in corners]
        self.box = min(xs) - 1, max(xs) + 1, min(ys) - 1, max(ys) + 1

    @staticmethod
    def face(view, place, axis, side):
        points = []
        for u, v in ((-1, -1), (1, -1), (-1, 1)):
            p = [0.0] * 3
            p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = side, u, v
            points.append(place(p))
        return view.plane(*points)

    def hits(self, x, y, swap=False):
        """(distance, axis, side, a, b) of the faces that are met, far first;
        with @swap two of the same depth the other way round"""
        found = []
        if self.box[0] <= x <= self.box[1] and self.box[2] <= y <= self.box[3]:
            for axis, side, plane in self.faces:
                hit = plane.at(x, y)
                if hit and 0 <= hit[1] <= 1 and 0 <= hit[2] <= 1:
                    found.append((hit[0], axis, side, hit[1], hit[2]))
            found.sort(reverse=True)
        if swap and len(found) > 1:
            gap = found[-2][0] - found[-1][0]
            # as deep to the slope over the box, and steps of the depth buffer
            if gap < SAME + 2 * SNAP * max(self.slope(hit, x, y)
                                           for hit in found[-2:]):
                found[-2:] = found[:-3:-1]
        return found

    def slope(self, hit, x, y):
        """Of the face's distance, per pixel"""
        return self.faces[2 * hit[1] + (hit[2] > 0)][2].slope(x, y)

    @staticmethod
    def point(axis, side, a, b):
        p = [0.0] * 3
        p[axis] = side
        p[(axis + 1) % 3], p[(axis + 2) % 3] = 2 * a - 1, 2 * b - 1
        return p


class Sampled:
    """A scene that is a function of the place in the picture.

    shade(col, row, dx, dy, variant) gives (part, colour) for the pixel, moved
    by a part of a pixel.  around() tries the places to which snapped corners
    can move what the pixel shows, 5 x 5 of them, for each variant.  What is
    accepted is between two such colours of the same part.
    """

    tolerance = 2.0
    sparse = True               # a large picture: not every pixel
    variants = (0,)
    # the far ones first, which most often settle it
    MOVES = CORNERS + tuple(sorted(
        ((x * SNAP / 2, y * SNAP / 2) for x in range(-2, 3)
         for y in range(-2, 3) if abs(x * y) != 4),
        key=lambda p: -max(abs(p[0]), abs(p[1]))))

    def pixel(self, col, row):
        return self.shade(col, row, 0, 0, 0)

    def around(self, col, row):
        hulls = {}
        for variant in self.variants:
            for dx, dy in self.MOVES:
                part, colour = self.shade(col, row, dx, dy, variant)
                low, high = hulls.get(part, (colour, colour))
                hull = tuple(map(min, low, colour)), tuple(map(max, high,
                                                               colour))
                hulls[part] = hull
                yield hull
