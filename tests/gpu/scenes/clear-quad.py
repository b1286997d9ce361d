# SPDX-License-Identifier: GPL-2.0-or-later
"""Every pixel is (1.0, 0.75, 0.25, 1.0): exact."""

from expect import Picture

FAULTS = ("0.75 rounded up", "the diagonal drawn by no triangle")


def pictures(inputs, fault=None):
    # 255 * 0.75 = 191.25, 255 * 0.25 = 63.75: to the nearest.
    colour = [255 / 255, 191 / 255, 64 / 255, 255 / 255]
    if fault == "0.75 rounded up":
        colour[1] = 192 / 255

    def pixel(x, y):
        if fault and fault.startswith("the diagonal") and x == y:
            return "white", (1, 1, 1, 1)
        return "quad", tuple(colour)

    return [Picture("color", 128, 128, tolerance=0, slack=0,
                    clear=(1, 1, 1, 1)).paint(pixel)]
