# SPDX-License-Identifier: GPL-2.0-or-later
"""Which of two triangles remain, and which face each shows."""
import expect

FAULTS = ("culls by face", "winding before the viewport", "points culled",
          "front bit ignored")
LEFT = [(2.25, 2.25), (14.25, 3.25), (4.25, 20.25)]
RIGHT = [(29.75, 2.25), (17.75, 3.25), (27.75, 20.25)]
POINT = [(4, 23), (10, 23), (10, 29), (4, 29)]
LINE = [(14, 24.25), (28, 26.25), (28, 28.25), (14, 26.25)]
FRONT, BACK = (1, 0.75, 0.25, 1), (0.125, 129 / 256, 0.875, 1)
CLEAR = (0x20 / 255, 0x20 / 255, 0x28 / 255, 1)


def triangle(left, cull, front_cw, flip, fault):
    """The colour of one triangle, None if it is culled."""
    ccw = left != (flip and fault != "winding before the viewport")
    front = ccw != front_cw or fault == "front bit ignored" and ccw
    drop = front if fault == "culls by face" else ccw
    if cull & (1 if drop else 2):
        return None
    return FRONT if front else BACK


def pictures(_inputs, fault=None):
    def pixel(x, y):
        cull, row = int(x) // 32, int(y) // 32
        flip = row >= 2
        x, y = x % 32, y % 32
        y = 32 - y if flip else y
        for shape in LEFT, RIGHT:
            if expect.inside(shape, x, y):
                colour = triangle(shape is LEFT, cull, row % 2 == 1, flip,
                                  fault)
                if colour:
                    return shape is LEFT, colour
        lost = cull == 3 and fault == "points culled"
        if not lost and (expect.inside(POINT, x, y)
                         or expect.inside(LINE, x, y)):
            return "line", FRONT
        return "nothing", CLEAR

    return [expect.Picture("color", 128, 128, tolerance=1).paint(pixel)]
