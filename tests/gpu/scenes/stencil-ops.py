# SPDX-License-Identifier: GPL-2.0-or-later
"""Stencil functions and operations, by the rules of OpenGL."""
import operator

import expect

FAULTS = ("no clamp", "no wrap", "operands exchanged", "no write mask",
          "depth fail is pass", "masked reference stored")
BANDS = (0x00, 0x45, 0xf9, 0xff)
REF, READ_MASK = 0x85, 0x0f
COMPARE = (lambda ref, s: False, operator.lt, operator.eq, operator.le,
           operator.gt, operator.ne, operator.ge, lambda ref, s: True)
OPERATION = (
    lambda s: 0,
    lambda s: s,
    lambda s: REF,
    lambda s: min(s + 1, 255),
    lambda s: max(s - 1, 0),
    lambda s: s ^ 0xff,
    lambda s: (s + 1) % 256,
    lambda s: (s - 1) % 256,
)
CONFUSED = {"no clamp": {3: 6, 4: 7}, "no wrap": {6: 3, 7: 4}}


def stencil(row, stencil_pass, depth_pass, s, fault):
    """The operation's result before the write mask."""
    if not stencil_pass:
        op = row
    elif depth_pass or fault == "depth fail is pass":
        op = (row + 5) % 8
    else:
        op = (row + 3) % 8
    if op == 2 and fault == "masked reference stored":
        return REF & READ_MASK
    return OPERATION[CONFUSED.get(fault, {}).get(op, op)](s)


def pictures(_inputs, fault=None):
    def pixel(x, y):
        func, row = int(x) // 16, int(y) // 16
        s = BANDS[int(y) % 16 // 4]
        pair = (REF & READ_MASK, s & READ_MASK)
        stencil_pass = COMPARE[func](
            *(pair[::-1] if fault == "operands exchanged" else pair))
        depth_pass = x % 16 < 8
        mask = 0x3c if func in (2, 5) and fault != "no write mask" else 0xff
        new = stencil(row, stencil_pass, depth_pass, s, fault)
        s = (s & ~mask) | (new & mask)
        green = 0.75 if stencil_pass and depth_pass else 0x20 / 255
        return "tile", (s / 255, green, 1 - s / 255, 1)

    return [expect.Picture("color", 128, 128, tolerance=0.25,
                           slack=0).paint(pixel)]
