# SPDX-License-Identifier: GPL-2.0-or-later
"""What clipping and the depth range leave of a ramp, a diamond, a floor."""
import expect

FAULTS = ("range ignored", "clamp kills", "guard band ignored",
          "planes exchanged", "no user plane", "user plane turned")
CLEAR = 24 / 255, 20 / 255, 28 / 255, 1
LOW, HIGH = 0.125, 0.75             # Z_MIN, Z_MAX


def ramp(x, y, fault):
    """Depth grows by 1/32 for each column, from -1/2."""
    low, high = (LOW, HIGH) if y < 32 else (0, 1)
    if low <= x / 32 - 0.5 <= high or fault == "range ignored":
        return "ramp", (x / 64, 0.75 - x / 128, 0.5, 1)
    return "nothing", CLEAR


def clamped(x, y, fault):
    z = x / 32 - 0.5
    if 8 < y < 56 and z < LOW and fault != "clamp kills":
        return "near probe", (1, 0.75, 0.25, 1)
    if 8 < y < 56 and z > HIGH and fault != "clamp kills":
        return "far probe", (0.25, 0.625, 1, 1)
    if not LOW < z < HIGH and fault == "clamp kills":
        return "nothing", CLEAR
    return "ramp", (x / 128, 0.375 - x / 256, 0.25, 1)


def diamond(x, y, fault):
    """Three times the same diamond, clipped to smaller and smaller boxes."""
    x, y = (x - 32) / 16, (y - 32) / 16
    if abs(x) + abs(y) > 1.875:
        return "nothing", CLEAR
    light = 0.25
    for (w, h), bright in (((1.5, 1.25), 0.5), ((0.75, 1), 1)):
        if fault == "planes exchanged":
            w, h = h, w
        if abs(x) < w and abs(y) < h or fault == "guard band ignored":
            light = bright
    return ("diamond", light), (light * (0.5 + x / 4), light * (0.5 + y / 4),
                                light * 0.75, 1)


def floor(x, y, fault):
    """The plane y = 1 before the eye; it goes on behind the eye."""
    x, y = (x - 32) / 32, (y - 8) / 32
    if y <= 1 / 6 or abs(x / y) > 4:
        return "nothing", CLEAR
    w = 1 / y
    inside = (x * w + 3 - 0.75 * w) * (-1 if fault == "user plane turned"
                                       else 1)
    light = 1 if inside > 0 or fault == "no user plane" else 0.375
    return ("floor", light), (light * (0.5 + x * w / 8), light * w / 8,
                              light * 0.375, 1)


def pictures(_inputs, fault=None):
    def pixel(x, y):
        below, right = y > 64, x > 64
        draw = ((ramp, clamped), (diamond, floor))[below][right]
        return draw(x - 64 * right, y - 64 * below, fault)

    # the colour of the floor changes fast near its far end
    return [expect.Picture("color", 128, 128, tolerance=3).paint(pixel)]
