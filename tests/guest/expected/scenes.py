# SPDX-License-Identifier: GPL-2.0-or-later
"""What frames of gr3d-demo and kmscube look like, worked out without rasteriser.

Nothing here is shared with the guest programs or with the engine: what a pixel
shows is found by intersecting the ray through its centre with the objects, all
in double precision.  The numbers that define gr3d-demo's scenes are
those of docs/guest-programs.rst.

A scene has

  pixel(col, row)   (part, (r, g, b)) at the centre of the pixel, colours in
                    0..255 and unrounded; part 0 is the background
  around(col, row)  what else the pixel may show when the corners of the object
                    are moved by up to SNAP pixels, as (low, high) colours
  tolerance         in 255ths: a half for each rounding to 1/256 or to a byte
                    on the way of a colour, and at least 2
  sparse            True: of a large picture every second pixel in both
                    directions, and all where the part changes
"""

from kmscube import KmsCube
from scenes_lit import Fbo, Mipmaps, Showcase, TexturedCube
from scenes_plain import (BACKGROUND, Blend, Cube, Lines, NOTHING,  # noqa: F401
                          Points, Stencil, Triangle)

SCENES = {
    "showcase": Showcase,
    "triangle": Triangle,
    "cube": Cube,
    "textured-cube": TexturedCube,
    "blend": Blend,
    "stencil": Stencil,
    "fbo": Fbo,
    "lines": Lines,
    "points": Points,
    "mipmaps": Mipmaps,
    "kmscube": KmsCube,
}


def scene(name, width, height, frame):
    return SCENES[name](width, height, frame)
