# SPDX-License-Identifier: GPL-2.0-or-later
"""What gr3d-demo's frames look like, worked out without any rasteriser.

Nothing here is shared with the guest programs or with the engine: the cube is
found by intersecting the ray through each pixel's centre with the box, the
triangle by barycentric coordinates, all in double precision.  The numbers
that define the scenes are those of docs/guest-programs.rst.

A scene is a function pixel(col, row) -> ((part, (r, g, b)), behind), colours
in 0..255 and unrounded; parts are small numbers, 0 is the background.  behind
is the surface under the visible one, in the same form, or None.
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


def cube_colour(axis, p):
    """The corners at +1 are full, those at -1 an eighth; linear between."""
    return tuple(255.0 * SHADE[axis] * (0.5625 + 0.4375 * x) for x in p)


NOTHING = ((0, BACKGROUND), None)


def cube(width, height, frame):
    rot = mul(turn(0, 42 + frame), turn(1, 64 + 2 * frame))
    # object = transpose(rot) * (eye - (0, 0, -DISTANCE))
    origin = [rot[2][i] * DISTANCE for i in range(3)]
    aspect = width / height

    def pixel(col, row):
        x = ((col + 0.5) / (width / 2) - 1) * aspect / FOCAL
        y = (1 - (row + 0.5) / (height / 2)) / FOCAL
        ray = [rot[0][i] * x + rot[1][i] * y - rot[2][i] for i in range(3)]
        near, far, near_axis, far_axis = -1e30, 1e30, 0, 0
        for i in range(3):
            if ray[i] == 0:
                if abs(origin[i]) > 1:
                    return NOTHING
                continue
            enter = (-1 - origin[i]) / ray[i]
            leave = (1 - origin[i]) / ray[i]
            if enter > leave:
                enter, leave = leave, enter
            if enter > near:
                near, near_axis = enter, i
            if leave < far:
                far, far_axis = leave, i
        if near > far:
            return NOTHING
        return face(ray, near, near_axis), face(ray, far, far_axis)

    def face(ray, t, axis):
        p = [origin[i] + t * ray[i] for i in range(3)]
        return 1 + 2 * axis + (p[axis] > 0), cube_colour(axis, p)

    return pixel


def triangle(width, height, frame):
    rot = turn(2, frame)
    corners = ((0.0, 0.75), (-0.75, -0.5), (0.75, -0.5))
    pts = []
    for cx, cy in corners:
        x = (rot[0][0] * cx + rot[0][1] * cy) * height / width
        y = rot[1][0] * cx + rot[1][1] * cy
        pts.append(((x + 1) * width / 2, (1 - y) * height / 2))
    (x0, y0), (x1, y1), (x2, y2) = pts
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)

    def pixel(col, row):
        x, y = col + 0.5, row + 0.5
        a = ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)) / area
        b = ((x2 - x) * (y0 - y) - (x0 - x) * (y2 - y)) / area
        c = 1 - a - b
        if a < 0 or b < 0 or c < 0:
            return NOTHING
        return (1, (255 * a, 255 * b, 255 * c)), None

    return pixel


SCENES = {"triangle": triangle, "cube": cube}
TRIANGLE_FRAMES = 120           # of the show that runs without --scene


def scene(name, width, height, frame):
    """The pixel function of a scene, or of the show when name is 'show'."""
    if name == "show":
        if frame < TRIANGLE_FRAMES:
            name = "triangle"
        else:
            name, frame = "cube", frame - TRIANGLE_FRAMES
    return SCENES[name](width, height, frame)


class Layer:
    """Part and colour of every pixel, as rows."""

    def __init__(self):
        self.part = []
        self.colour = []

    def add(self, surfaces):
        self.part.append([p for p, _ in surfaces])
        self.colour.append([c for _, c in surfaces])


class Expected:
    """A scene, evaluated for a whole picture."""

    def __init__(self, pixel, width, height):
        self.width = width
        self.height = height
        self.front = Layer()
        self.behind = Layer()
        for row in range(height):
            line = [pixel(col, row) for col in range(width)]
            self.front.add([front for front, _ in line])
            self.behind.add([behind or front for front, behind in line])
