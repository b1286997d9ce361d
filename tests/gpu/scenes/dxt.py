# SPDX-License-Identifier: GPL-2.0-or-later
"""Blocks decoded by their definitions; each texel is 2 x 2 pixels."""

import blocks
from expect import Picture, lerp, texels

FAULTS = ("DXT1 without alpha", "DXT1C with alpha", "DXT3 alpha by columns",
          "DXT5 always eight alphas", "565 not replicated",
          "rows of a block reversed")


def flat_alpha(block):
    """DXT5 as if the first alpha were always the larger one."""
    a, b = block[0], block[1]
    table = [a, b] + [((7 - k) * a + k * b) / 7 for k in range(1, 7)]
    picks = int.from_bytes(block[2:8], "little")
    return [c[:3] + (table[picks >> 3 * k & 7],)
            for k, c in enumerate(blocks.dxt5(block))]


def columns(block):
    """DXT3 with the alphas of a row in a column."""
    found = blocks.dxt3(block)
    return [c[:3] + (found[k % 4 * 4 + k // 4][3],)
            for k, c in enumerate(found)]


def dimmer(decoder):
    """No upper bits repeated in the lower ones of 565."""
    def decode(block):
        return [(r * 248 / 255, g * 252 / 255, b * 248 / 255, a)
                for r, g, b, a in decoder(block)]
    return decode


def reversed_rows(decoder):
    def decode(block):
        found = decoder(block)
        return found[12:] + found[8:12] + found[4:8] + found[:4]
    return decode


def decoders(fault):
    four = [blocks.dxt1, blocks.dxt1c, blocks.dxt3, blocks.dxt5]
    if fault == "DXT1 without alpha":
        four[0] = blocks.dxt1c
    if fault == "DXT1C with alpha":
        four[1] = blocks.dxt1
    if fault == "DXT3 alpha by columns":
        four[2] = columns
    if fault == "DXT5 always eight alphas":
        four[3] = flat_alpha
    if fault == "565 not replicated":
        four = [dimmer(d) for d in four]
    if fault == "rows of a block reversed":
        four = [reversed_rows(d) for d in four]
    return four


def pictures(inputs, fault=None):
    stripes = texels(inputs["color"], 128, 128)
    data = (("dxt1", 8), ("dxt1", 8), ("dxt3", 16), ("dxt5", 16))
    balls = [blocks.decode(inputs[name], 32, 32, size, decode)
             for (name, size), decode in zip(data, decoders(fault))]

    def pixel(x, y):
        k = int(x >= 64) + 2 * int(y >= 64)
        colour = balls[k][int(y) % 64 // 2][int(x) % 64 // 2]
        laid = lerp(stripes[int(y)][int(x)], colour, colour[3])
        return ("ball", k), laid[:3] + (colour[3],)

    return [Picture("color", 128, 128, slack=0).paint(pixel)]
