# SPDX-License-Identifier: GPL-2.0-or-later
"""A 12x10 texture: nearest, linear, coordinates in texels, two formats."""
import expect

FAULTS = ("pitch of powers of two", "wraps at 16", "always normalised",
          "no filter", "unsnapped wrap")


def pictures(inputs, fault=None):
    pitch = {"pitch": 48 if fault == "pitch of powers of two" else 64}
    deep = expect.texels(inputs["tex"], 12, 10, **pitch)
    small = expect.texels(inputs["tex"], 12, 10, "B5G6R5", offset=640,
                          pitch=32 if fault == "pitch of powers of two"
                          else 64)
    small = [[c + (1,) for c in row] for row in small]
    if fault == "wraps at 16":
        deep = [row + [(0, 0, 0, 0)] * 4 for row in deep]

    def clamped(x, y):
        """Three pixels for a texel, from -1 texel on."""
        texture = expect.Texture(deep, "clamp", "clamp")
        u, v = x / 4 - 2, y / 4 - 3
        if fault == "no filter":
            return texture.nearest(u / 12, v / 10)
        return texture.linear(u / 12, v / 10)

    def repeated(x, y):
        texture = expect.Texture(deep)
        return texture.texel(int(x / 4 + 6) % texture.width, int(y / 4 + 5))

    def in_texels(x, y):
        texture = expect.Texture(deep, "mirror", "mirror")
        if fault == "always normalised":
            x, y = (x - 16) * 12 + 16, (y - 24) * 10 + 24
        return texture.texel(int(x // 4) - 4, int(y // 4) - 6)

    def few_bits(x, y):
        texture = expect.Texture(small, "repeat", "mirror")
        if fault == "unsnapped wrap":
            texture.wrap = "clamp", "clamp"
        return texture.linear((x / 4 + 6) / 12, (y / 4 - 4) / 10)

    def pixel(x, y):
        right, below = x > 64, y > 64
        draw = ((repeated, clamped), (in_texels, few_bits))[below][right]
        colour = draw(x - 64 * right, y - 64 * below)
        return ("texture", right, below), colour

    return [expect.Picture("color", 128, 128, slack=0).paint(pixel)]
