# SPDX-License-Identifier: GPL-2.0-or-later
"""One gradient stored in every colour format, and read back from each."""
import math

import expect

FAULTS = ("half up", "truncation", "A8 takes red",
          "alpha of L8 is 0")
# number of the format, its name, tiled
TARGETS = [("A8", 0), ("L8", 0), ("S8", 0), ("L8A8", 0), ("B2G3R3", 0),
           ("B5G6R5", 0), ("B5G5R5A1", 0), ("B4G4R4A4", 0), ("A1B5G5R5", 0),
           ("A4B4G4R4", 0), ("R8G8B8A8", 0), ("B8G8R8A8", 0),
           ("R8G8B8X8", 0), ("B8G8R8X8", 0), ("R8G8B8A8", 1), ("B5G6R5", 1)]
SLOT = 16 * 512             # bytes of memory for each


def gradient(x, y):
    """fx10 steps: exact at pixel centres, 1/2 among them."""
    return 2 * x, 256 - 2 * x, 32 * y + 16, 256 - 32 * y


def store(n, top, fault):
    """fx10 to a channel: to nearest, a half goes down."""
    if fault == "half up":
        return math.floor(n * top / 256 + 0.5)
    if fault == "truncation":
        return math.floor(n * top / 256)
    return math.ceil(n * top / 256 - 0.5)


def load(step, top):
    return math.floor(step * 256 / top + 0.5)


def stored(name, x, y, fault):
    """The channels as the format has them, in steps."""
    r, g, b, a = gradient(x, y)
    parts = {"A8": (r if fault == "A8 takes red" else a,), "L8": (r,),
             "S8": (r,), "L8A8": (r, a), "B2G3R3": (r, g, b),
             "B5G6R5": (r, g, b)}.get(name, (r, g, b, a))
    if "X8" in name:
        parts = (r, g, b, 256)
    form = expect.Format(name.replace("X8", "A8"))
    return tuple(store(n, top, fault) for n, top in zip(parts, form.top))


def loaded(name, steps, fault):
    """A pixel as the program sees it, fx10 steps."""
    form = expect.Format(name.replace("X8", "A8"))
    n = [load(step, top) for step, top in zip(steps, form.top)]
    if name == "A8":
        return [0, 0, 0] + n
    if name in ("L8", "S8"):
        return n * 3 + [0 if fault == "alpha of L8 is 0" else 256]
    if name == "L8A8":
        return n[:1] * 3 + n[1:]
    return n + [256] if len(n) == 3 else n


def target(number, fault):
    name, tiled = TARGETS[number]
    form = expect.Format(name.replace("X8", "A8"))
    pic = expect.Picture("targets", 128, 8, form.name,
                         pitch=512 if tiled else None,
                         tiled=tiled, offset=number * SLOT,
                         tolerance=0.25, slack=0)

    def pixel(x, y):
        steps = stored(name, x, y, fault)
        if name == "S8":
            return "gradient", steps
        return "gradient", tuple(s / t for s, t in zip(steps, form.top))
    return pic.paint(pixel)


def pictures(_inputs, fault=None):
    def pixel(x, y):
        name, _ = TARGETS[int(y) // 8]
        steps = stored(name, x, y % 8, fault)
        n = loaded(name, steps, fault)
        return name, tuple(store(v, 255, None) / 255 for v in n)

    shown = expect.Picture("color", 128, 128, tolerance=0.25,
                           slack=0).paint(pixel)
    return [shown] + [target(k, fault) for k in range(len(TARGETS))]
