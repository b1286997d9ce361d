# SPDX-License-Identifier: GPL-2.0-or-later
"""A ray to the nearest surface, and one from there to the light.

The count at a point is the number of shapes between it and the light; the eye
is in no volume.  Where a volume's side meets a surface the 16 bits of depth
decide: slack 1/8 pixel.  Two passes round: tolerance 3.
"""

import functools

from expect import Camera, Picture, along, hexcolour, inside, lerp, sub

FAULTS = ("back faces ignored", "no shadow", "one shape's shadow",
          "light from above")
BACKGROUND = hexcolour(0xff402c20)
CAMERA = Camera((1.2, 4.6, 5.2), (0.6, 0.3, 0.3), 0.46, 128)
LIGHT = (-1.5, 5, 1)
# height, outline (x, z)
SQUARE = ("square", 1.2, ((-0.9, -0.5), (0.3, -1.1), (0.9, 0.1),
                          (-0.3, 0.7)))
TRIANGLE = ("triangle", 1.8, ((0.3, 0.9), (1.2, 0.3), (1.3, 1.4)))
FLOOR = ("floor", 0, ((-3.6, 3.6), (3.6, 3.6), (3.6, -3.6),
                      (-3.6, -3.6)))


def colour_of(surface, point):
    if surface is FLOOR:
        return lerp((0.55, 0.75, 0.95), (0.95, 0.85, 0.6),
                    (point[0] + 3.6) / 7.2)
    return (0.9, 0.3, 0.25) if surface is SQUARE else (0.3, 0.75, 0.35)


def hit(surface, origin, ray):
    """Where along the ray; None when it misses."""
    t = (surface[1] - origin[1]) / ray[1]
    place = origin[0] + ray[0] * t, origin[2] + ray[2] * t
    return t if inside(surface[2], *place) else None


def shapes(point, fault):
    """How many shapes are between the point and the light?"""
    light = LIGHT
    if fault == "light from above":
        light = point[0] + 1e-6, 5, point[2]
    count = 0
    for shape in (SQUARE,) if fault == "one shape's shadow" else \
            (SQUARE, TRIANGLE):
        if point[1] < shape[1] - 1e-9:
            count += hit(shape, point, sub(light, point)) is not None
    return count


def entered(ray, t):
    """How many volumes does the way of length t pass through, about?"""
    points = [along(CAMERA.eye, ray, t * (0.7 + k / 20)) for k in range(7)]
    return sum(any(shapes(p, None) > k for p in points) for k in (0, 1))


@functools.lru_cache(maxsize=None)
def seen(x, y, fault):
    """Part, count, colour"""
    ray = CAMERA.ray(x, y)
    found = []
    for surface in (FLOOR, SQUARE, TRIANGLE):
        t = hit(surface, CAMERA.eye, ray)
        if t:
            found.append((t, surface))
    if not found:
        return "outside", 0, BACKGROUND
    t, surface = min(found, key=lambda f: f[0])
    point = along(CAMERA.eye, ray, t)
    count = shapes(point, fault)
    if fault == "back faces ignored":
        count = entered(ray, t)
    if fault == "no shadow":
        count = 0
    bright = 0.375 if count else 1
    colour = tuple(c * bright for c in colour_of(surface, point))
    return (surface[0], count), count, colour + (1,)


def pictures(inputs, fault=None):
    def colour(x, y):
        part, _, shade = seen(x, y, fault)
        return part, shade

    def stencil(x, y):
        part, count, _ = seen(x, y, fault)
        return part, (count,)

    return [Picture("color", 128, 128, tolerance=3, slack=1 / 8,
                    clear=BACKGROUND).paint(colour),
            Picture("stencil", 128, 128, "S8", tolerance=0,
                    slack=1 / 8).paint(stencil)]
