# SPDX-License-Identifier: GPL-2.0-or-later
"""Position, coverage, depth, face and conditions of each fragment."""
import expect

FAULTS = ("y from the other end", "position of the centre", "no coverage",
          "halves exchanged", "unsigned halves", "face is 0 or 1",
          "depth of 16 bits", "conditions with equality")


def fraction(n):
    return expect.byte_of_fx10(n) / 255


def depth(i, j, fault):
    """z20 = (2i + 1) * 2^11 + (2j + 1) * 8, ten bits in each half."""
    z20 = (2 * i + 1) << 11 | (2 * j + 1) << 3
    if fault == "depth of 16 bits":
        z20 &= ~15
    high, low = z20 >> 10, z20 & 1023
    if fault == "halves exchanged":
        high, low = low, high
    if low >= 512 and fault != "unsigned halves":
        low -= 1024
    return fraction(high), fraction(abs(low)), fraction(low), 1


def pictures(_inputs, fault=None):
    def pixel(x, y):
        i, j = int(x), int(y)
        if 72 <= i < 120 and 8 <= j < 56:
            return "depth", depth(i - 72, j - 8, fault)
        if 8 <= i < 56 and 72 <= j < 120:
            front = (x - 8) + (y - 72) < 48
            low = 0.5 if fault == "face is 0 or 1" else 0
            half = 127 / 255        # 127.5 goes down
            return ("face", front), (1, half, low, 1) if front else \
                (low, half, 1, 1)
        if 72 <= i < 120 and 72 <= j < 120:
            even = fault == "conditions with equality"
            a, b = i + j > 192 - even, i > j - even
            return "conditions", (a, b, a and b, 1)
        if fault == "y from the other end":
            j = 127 - j
        more = 1 if fault == "position of the centre" else 0
        return "position", (fraction(2 * i + more), fraction(2 * j + more),
                            0 if fault == "no coverage" else fraction(64), 1)

    # only the diagonal between the faces is not exact
    return [expect.Picture("color", 128, 128, tolerance=0.25).paint(pixel)]
