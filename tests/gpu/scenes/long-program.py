# SPDX-License-Identifier: GPL-2.0-or-later
"""Four 3x3 filters of one picture."""
import expect

FAULTS = ("rows of registers mixed up", "the middle only", "no last row",
          "sum of the last pass", "turned")
# weights row by row, offset, colour
KERNELS = [
    ([1 / 16, 1 / 8, 1 / 16, 1 / 8, 1 / 4, 1 / 8, 1 / 16, 1 / 8, 1 / 16], 0,
     (1, 0.875, 0.75)),
    ([0, -1, 0, -1, 5, -1, 0, -1, 0], 0, (0.75, 1, 0.875)),
    ([-0.25, 0, 0.25, -0.5, 0, 0.5, -0.25, 0, 0.25], 0.5, (0.5, 0.75, 1)),
    ([-1, -0.5, 0, -0.5, 0.5, 0.5, 0, 0.5, 1], 0.125, (1, 0.75, 0.5)),
]


def taps(fault):
    """(column, row, number of the weight)"""
    for n in range(9):
        i, j = n % 3, n // 3
        if fault == "rows of registers mixed up":
            i = (i + 1) % 3
        if fault == "turned":
            i, j = j, i
        wanted = {"the middle only": n == 4, "no last row": j < 2,
                  "sum of the last pass": j == 2}
        if wanted.get(fault, True):
            yield i - 1, j - 1, n


def pictures(inputs, fault=None):
    picture = expect.Texture(expect.texels(inputs["tex"], 32, 32, "L8"),
                             "clamp", "clamp")
    use = list(taps(fault))
    sums = {}

    def total(tile, i, j):
        key = tile, i, j
        if key not in sums:
            sums[key] = sum(KERNELS[tile][0][n] * picture.texel(
                i + di, j + dj)[0] for di, dj, n in use)
        return sums[key]

    def pixel(x, y):
        tile = int(x) // 64 + int(y) // 64 * 2
        value = total(tile, int(x % 64) // 2, int(y % 64) // 2)
        return "picture", tuple(expect.clamp(value * c + KERNELS[tile][1])
                                for c in KERNELS[tile][2]) + (1,)

    # a texel is an fx10: it may be off by half a step, the kernel adds up
    return [expect.Picture("color", 128, 128, tolerance=5,
                           slack=0).paint(pixel)]
