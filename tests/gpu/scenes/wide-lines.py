# SPDX-License-Identifier: GPL-2.0-or-later
"""A parallelogram or a rectangle for each segment; the later one on top."""

import math

from expect import Picture, clamp, hexcolour, inside, lerp

FAULTS = ("square ends everywhere", "no square ends", "width as half width",
          "loop not closed", "flat", "colour by the minor axis")
GROUND = hexcolour(0xff2c2420)
STRIP = (
    ((8, 12), (255, 80, 70)),
    ((19, 44), (255, 200, 60)),
    ((30, 10), (90, 220, 110)),
    ((43, 45), (70, 160, 255)),
    ((56, 14), (210, 100, 250)),
)
LOOP = (
    ((32, 72), (250, 240, 200)),
    ((47, 119), (240, 120, 60)),
    ((7, 90), (160, 60, 140)),
    ((57, 90), (60, 80, 200)),
    ((17, 119), (90, 220, 220)),
)
LINES = (
    ((7, 57), (255, 255, 255)),
    ((50, 60), (120, 120, 140)),
    ((54, 54), (255, 230, 90)),
    ((58, 66), (240, 90, 90)),
)


def outline(a, b, half, square):
    dx, dy = b[0] - a[0], b[1] - a[1]
    if square:
        u, v = -dy / math.hypot(dx, dy) * half, dx / math.hypot(dx, dy) * half
    else:
        u, v = (0, half) if abs(dx) >= abs(dy) else (half, 0)
    return ((a[0] + u, a[1] + v), (b[0] + u, b[1] + v),
            (b[0] - u, b[1] - v), (a[0] - u, a[1] - v))


def progress(a, b, square, x, y, fault):
    """How far along the line, 0..1"""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if square:
        t = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)
    elif (abs(dx) >= abs(dy)) != (fault == "colour by the minor axis"):
        t = (x - a[0]) / dx
    else:
        t = (y - a[1]) / dy
    return clamp(t)


def segments(fault):
    """(a, b, half width): ends with their colours, in the order of drawing"""
    for a, b in zip(STRIP, STRIP[1:]):
        yield a, b, 3
    for a, b in zip(LOOP, LOOP[1:]):
        yield a, b, 2.25
    if fault != "loop not closed":
        yield LOOP[-1], LOOP[0], 2.25
    for a, b in (LINES[:2], LINES[2:]):
        yield a, b, 1.5


def box(shape):
    xs, ys = zip(*shape)
    return min(xs), max(xs), min(ys), max(ys)


def drawn(fault):
    """Every segment on both halves: box, outline, ends, square or not"""
    for move in (0, 64):
        square = move > 0
        if fault in ("square ends everywhere", "no square ends"):
            square = fault == "square ends everywhere"
        for a, b, half in segments(fault):
            half = half / 2 if fault == "width as half width" else half
            (p, first), (q, last) = a, b
            if fault == "flat":
                last = first
            p, q = (p[0] + move, p[1]), (q[0] + move, q[1])
            shape = outline(p, q, half, square)
            yield box(shape), shape, p, q, first, last, square


def pictures(inputs, fault=None):
    bodies = list(drawn(fault))

    def pixel(x, y):
        found = "ground", GROUND
        for k, (around, shape, p, q, first, last, square) in \
                enumerate(bodies):
            x0, x1, y0, y1 = around
            if x0 <= x <= x1 and y0 <= y <= y1 and inside(shape, x, y):
                t = progress(p, q, square, x, y, fault)
                colour = lerp(first, last, t)
                found = ("line", k), tuple(c / 255 for c in colour) + (1,)
        return found

    return [Picture("color", 128, 128, clear=GROUND).paint(pixel)]
