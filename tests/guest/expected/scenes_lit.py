# SPDX-License-Identifier: GPL-2.0-or-later
"""The scenes of gr3d-demo with textures and light."""

from math import floor

import solid
import textures
from scenes_plain import BACKGROUND, NOTHING, Triangle
from solid import SNAP, Sampled, View, brightness, cube_turn, over, turn


class LitCube:
    """Faces with a texture; colour and opacity of a point on them."""

    def __init__(self, view, rot):
        self.cube = solid.Cube(view, lambda p: solid.apply(rot, p))
        self.light = {(axis, side): brightness([side * rot[i][axis]
                                                for i in range(3)])
                      for axis in range(3) for side in (-1, 1)}

    def hits(self, x, y, swap):
        return self.cube.hits(x, y, swap)


class TexturedCube(Sampled):
    # texel, filter, light at the corner and between, product, store
    tolerance = 3.0
    variants = (0, -1)          # below 0: outlines the other way round

    def __init__(self, width, height, frame):
        self.cube = LitCube(View(width, height), cube_turn(frame))
        self.rows = self.texture()

    def texture(self):
        return textures.table(64, textures.tiles)

    def texel(self, s, t, _variant):
        return textures.bilinear(self.rows, s, t, clamp=True)

    def light(self, axis, side):
        return self.cube.light[axis, side]

    def shade(self, col, row, dx, dy, variant):
        hits = self.cube.hits(col + 0.5 + dx, row + 0.5 + dy, variant < 0)
        if not hits:
            return NOTHING
        _, axis, side, a, b = hits[-1]
        light = self.light(axis, side)
        texel = self.texel(a, b, variant)
        return (1 + 2 * axis + (side > 0),
                (texel[0] * light, texel[1] * light, texel[2] * light))


class Offscreen:
    """The picture of 256 x 256 on the faces, row 0 at the bottom."""

    SIZE = 256
    PAPER = tuple(255 / 256 * c for c in (224, 208, 176))
    COLOURS = ((0.875, 0.25, 0.125), (0.125, 0.75, 0.25), (0.25, 0.375, 0.875))

    def __init__(self, frame, move):
        self.move = move
        self.known = {}
        rot = turn(2, 3 * frame)
        self.corners = [((rot[0][0] * x + rot[0][1] * y + 1) * self.SIZE / 2,
                         (rot[1][0] * x + rot[1][1] * y + 1) * self.SIZE / 2)
                        for x, y in Triangle.CORNERS]

    def __len__(self):
        return self.SIZE

    def __getitem__(self, j):
        return _Row(self, j)

    def texel(self, i, j):
        if (i, j) not in self.known:
            self.known[i, j] = self.colour(i, j)
        return self.known[i, j]

    def colour(self, i, j):
        x, y = i + 0.5 + self.move[0], j + 0.5 + self.move[1]
        (x0, y0), (x1, y1), (x2, y2) = self.corners
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        a = ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)) / area
        b = ((x2 - x) * (y0 - y) - (x0 - x) * (y2 - y)) / area
        w = a, b, 1 - a - b
        if min(w) < 0:
            return self.PAPER + (255,)
        return tuple(255 * sum(w[k] * self.COLOURS[k][c] for k in range(3))
                     for c in range(3)) + (255,)


class _Row:
    def __init__(self, picture, j):
        self.picture = picture
        self.j = j

    def __getitem__(self, i):
        return self.picture.texel(i, self.j)


class Fbo(TexturedCube):
    """A variant is the off-screen picture with its corners moved, too."""

    MOVED = ((0, 0),) + solid.CORNERS
    variants = (0, 1, 2, 3, 4, -1, -2, -3, -4, -5)

    def __init__(self, width, height, frame):
        self.frame = frame
        super().__init__(width, height, frame)

    def texture(self):
        return [Offscreen(self.frame, move) for move in self.MOVED]

    def texel(self, s, t, variant):
        return textures.bilinear(self.rows[variant % 5], s, t, clamp=True)


class Floor:
    """The plane at @y from z0 to z1, as wide as near and far there."""

    def __init__(self, view, y, z0, z1, near, far, unit, slide=0.0):
        self.plane = view.plane([0, y, slide], [1, y, slide],
                                [0, y, slide + 1])
        self.z0, self.z1, self.near, self.far = z0, z1, near, far
        self.unit = unit

    def at(self, x, y):
        """(x, z) of the floor, or None beside it"""
        hit = self.plane.at(x, y)
        if hit is None or not self.z1 <= hit[2] <= self.z0:
            return None
        away = (self.z0 - hit[2]) / (self.z0 - self.z1)
        if abs(hit[1]) > self.near + (self.far - self.near) * away:
            return None
        return hit[1], hit[2]

    def coordinates(self, x, y):
        _, a, b = self.plane.at(x, y) or (0, 0, 0)
        return a / self.unit, b / self.unit

    def lod(self, size, col, row, dx, dy, variant):
        x = (floor(col + 0.5) & ~1) + 0.5 + dx
        y = (floor(row + 0.5) & ~1) + 0.5 + dy
        return textures.level_of_detail(
            size, self.coordinates(x, y), self.coordinates(x + 1, y),
            self.coordinates(x, y + 1), variant)


class Mipmaps(Sampled):
    """Left the nearest level, right a blend of two."""

    variants = (0, -1, 1)
    tolerance = 3.0
    LIGHT = brightness([0, 1, 0])

    def __init__(self, width, height, frame):
        self.floor = Floor(View(width, height, 12, 6.0), -1.0, 3.75, -60.0,
                           4.0, 60.0, 2.0, frame % 64 / 64)
        self.levels = textures.coloured_levels()

    def bias(self):
        return 0

    def sample(self, left, s, t, lod):
        """(texel, what makes it another part)"""
        if left:
            return textures.nearest_level(self.levels, s, t, lod)
        return textures.trilinear(self.levels, s, t, lod), -1

    def shade(self, col, row, dx, dy, variant):
        x, y = col + 0.5 + dx, row + 0.5 + dy
        at = self.floor.at(x, y)
        if at is None:
            return NOTHING
        s, t = self.floor.coordinates(x, y)
        lod = self.floor.lod(128, col, row, dx, dy, variant) + self.bias()
        texel, level = self.sample(at[0] < 0, s, t, lod)
        return 2 + level, (texel[0] * self.LIGHT, texel[1] * self.LIGHT,
                           texel[2] * self.LIGHT)


class Showcase(Sampled):
    """The sky, a fading floor, the cube's shadow on it, the cube of glass."""

    variants = (0, -1, 1, 2)    # 2: outlines the other way round
    # the floor: texel, filter, light, product, opacity, load, result, store;
    # the shadow and each side of the cube the last three again, but what is
    # blended over them makes the earlier ones smaller
    tolerance = 4.0
    FLOOR = -1.75
    TOP = tuple(255 * c for c in (0.0625, 0.125, 0.3125))
    BOTTOM = tuple(255 * c for c in (0.625, 0.6875, 0.75))

    def __init__(self, width, height, frame):
        view = View(width, height, 26, 5.0)
        self.height = height
        self.rot = cube_turn(frame)
        self.cube = LitCube(view, self.rot)
        self.floor = Floor(view, self.FLOOR, 3.5, -24.0, 12.0, 32.0, 4.0)
        self.levels = textures.floor_levels()
        self.glass = textures.table(64, textures.glass)
        self.to_light = self.model(solid.LIGHT)

    def model(self, v):
        """From the world to the cube's own directions"""
        return [dot3(self.rot, i, v) for i in range(3)]

    def sky(self, y):
        t = y / self.height
        return [a + (b - a) * t for a, b in zip(self.TOP, self.BOTTOM)]

    def shadow(self, x, z):
        """Does the light's ray from the floor meet the cube?"""
        p = self.model((x, self.FLOOR, z))
        enter, leave = -1e30, 1e30
        for i in range(3):
            d = self.to_light[i] or 1e-30
            t0, t1 = (-1 - p[i]) / d, (1 - p[i]) / d
            enter = max(enter, min(t0, t1))
            leave = min(leave, max(t0, t1))
        return enter <= leave

    def ground(self, col, row, dx, dy, variant):
        x, y = col + 0.5 + dx, row + 0.5 + dy
        colour = self.sky(y)
        at = self.floor.at(x, y)
        if at is None:
            return 0, colour
        s, t = self.floor.coordinates(x, y)
        lod = self.floor.lod(128, col, row, dx, dy, variant)
        texel = textures.trilinear(self.levels, s, t, lod)
        light = brightness([0, 1, 0])
        fade = (at[1] + 24) / 27.5
        colour = over([c * light for c in texel[:3]], fade, colour)
        if self.shadow(*at):
            return 2, over((0, 0, 0), 0.5, colour)
        return 1, colour

    def hits(self, x, y, swap):
        return self.cube.hits(x, y, swap)

    def shade(self, col, row, dx, dy, variant):
        part, colour = self.ground(col, row, dx, dy,
                                   0 if variant == 2 else variant)
        for _, axis, side, a, b in self.hits(col + 0.5 + dx, row + 0.5 + dy,
                                             variant == 2):
            texel = textures.bilinear(self.glass, a, b, clamp=True)
            light = self.cube.light[axis, side]
            colour = over([c * light for c in texel[:3]], texel[3] / 255,
                          colour)
            part = 8 * part + 3 + 2 * axis + (side > 0)
        return part, tuple(colour)


def dot3(rot, i, v):
    """Row i of the transposed matrix times v"""
    return rot[0][i] * v[0] + rot[1][i] * v[1] + rot[2][i] * v[2]
