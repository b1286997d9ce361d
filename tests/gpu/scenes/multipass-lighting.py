# SPDX-License-Identifier: GPL-2.0-or-later
"""A ray for each pixel: the nearest face, lit by N.L / distance^2.

Three passes round twice each to a byte's step: tolerance 3.
"""

from expect import Camera, Picture, along, dot, hexcolour, sub

FAULTS = ("first light missing", "second light missing", "hidden faces lit",
          "replaced, not added", "no distance")
BACKGROUND = hexcolour(0xff301810)
CAMERA = Camera((5, 3.4, 5.6), (1.3, 0.95, 1.3), 0.42, 128)
# axis, where, limits of the other two axes, colour
FACES = (
    ("floor", 1, 0, ((0, 4), (0, 4)), (200, 190, 170)),
    ("back", 2, 0, ((0, 4), (0, 3)), (150, 190, 200)),
    ("left", 0, 0, ((0, 3), (0, 4)), (200, 150, 140)),
    ("box +x", 0, 2.1, ((0, 1.2), (0.8, 2.0)), (240, 220, 90)),
    ("box +y", 1, 1.2, ((0.9, 2.1), (0.8, 2.0)), (240, 220, 90)),
    ("box +z", 2, 2.0, ((0.9, 2.1), (0, 1.2)), (240, 220, 90)),
)
LIGHTS = (((3.25, 2.25, 1.25), (1.5, 1.125, 0.5)),
          ((1, 2, 3.5), (0.25, 0.625, 1.25)))


def hits(x, y):
    """(distance, face, point), the nearest first."""
    ray = CAMERA.ray(x, y)
    found = []
    for face in FACES:
        _, axis, where, ((a, b), (c, d)), _ = face
        t = (where - CAMERA.eye[axis]) / ray[axis] if ray[axis] else 0
        if t > 0:
            point = along(CAMERA.eye, ray, t)
            u, v = point[:axis] + point[axis + 1:]
            if a <= u <= b and c <= v <= d:
                found.append((t, face, point))
    return sorted(found)


def light(face, point, number, fault):
    """What one light adds."""
    if fault == ("first", "second")[number] + " light missing":
        return 0, 0, 0
    where, strength = LIGHTS[number]
    to = sub(where, point)
    amount = max(to[face[1]], 0)
    if fault != "no distance":
        amount /= dot(to, to)
    return tuple(c / 255 * amount * s for c, s in zip(face[4], strength))


def seen(x, y, fault):
    found = hits(x, y)
    if not found:
        return "outside", BACKGROUND
    _, nearest, point = found[0]
    now = tuple(c / 255 * 0.15 for c in nearest[4])
    for number in (0, 1):
        lit = [light(nearest, point, number, fault)]
        if fault == "hidden faces lit":
            lit = [light(f, p, number, fault) for _, f, p in found]
        if fault == "replaced, not added":
            now = (0, 0, 0)
        for one in lit:
            now = tuple(min(a + b, 1) for a, b in zip(now, one))
    return nearest[0], now + (1,)


def pictures(inputs, fault=None):
    picture = Picture("color", 128, 128, tolerance=3, clear=BACKGROUND)
    return [picture.paint(lambda x, y: seen(x, y, fault))]
