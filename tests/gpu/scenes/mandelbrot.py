# SPDX-License-Identifier: GPL-2.0-or-later
"""Escape times of z * z + c, where z is rounded to 14 bits in each step."""
import expect

FAULTS = ("doubles", "truncation", "kill at once", "one step more",
          "kill ends the pass before")
EXECS, STEPS, LIMIT = 12, 2, 2
FIRST, ADDED = (0, 0, 120 / 256), (20 / 256, 14 / 256, -8 / 256)
CLEAR = (8 / 255, 16 / 255, 48 / 255, 1)


def rounded(value, fault):
    if fault == "doubles":
        return value
    if fault == "truncation":
        near = expect.fp20(value)
        if abs(near) > abs(value):
            near -= (near - value) * 2
            near = expect.fp20(near)
        return near
    return expect.fp20(value)


def survived(a, b, fault):
    """After how many EXECs |x| was last found to be within the limit."""
    x, y = a, b
    for count in range(EXECS):
        for _ in range(STEPS):
            if abs(x) > LIMIT:
                return count
            x, y = rounded(x * x - y * y + a, fault), \
                rounded(2 * x * y + b, fault)
        if fault == "kill at once" and abs(x) > LIMIT:
            return count
    return EXECS


def pictures(_inputs, fault=None):
    def pixel(x, y):
        n = survived(x * 3 / 128 - 2.25, y * 3 / 128 - 1.5, fault)
        if fault == "one step more":
            n = min(n + 1, EXECS)
        if fault == "kill ends the pass before":
            n = max(n - 1, 0)
        if not n:
            return "outside", CLEAR
        return n, tuple(a + b * n for a, b in zip(FIRST, ADDED)) + (1,)

    return [expect.Picture("color", 128, 128, tolerance=1,
                           slack=0).paint(pixel)]
