# SPDX-License-Identifier: GPL-2.0-or-later
"""Compressed textures, decoded the way their definitions are written."""


def _565(word):
    r, g, b = word >> 11, word >> 5 & 63, word & 31
    return r * 255 / 31, g * 255 / 63, b * 255 / 31


def _mix(a, b, part, of):
    return tuple((p * (of - part) + q * part) / of for p, q in zip(a, b))


def dxt_colours(block, four):
    """8 bytes -> 16 (r, g, b, a) in 0..255, not rounded."""
    first = block[0] | block[1] << 8
    second = block[2] | block[3] << 8
    a, b = _565(first), _565(second)
    if four or first > second:
        table = [a + (255,), b + (255,),
                 _mix(a, b, 1, 3) + (255,), _mix(a, b, 2, 3) + (255,)]
    else:
        table = [a + (255,), b + (255,), _mix(a, b, 1, 2) + (255,),
                 (0, 0, 0, 0)]
    picks = int.from_bytes(block[4:8], "little")
    return [table[picks >> 2 * k & 3] for k in range(16)]


def dxt1(block):
    return dxt_colours(block, False)


def dxt1c(block):
    return [c[:3] + (255,) for c in dxt_colours(block, False)]


def dxt3(block):
    alpha = int.from_bytes(block[:8], "little")
    return [c[:3] + ((alpha >> 4 * k & 15) * 17,)
            for k, c in enumerate(dxt_colours(block[8:], True))]


def dxt5(block):
    a, b = block[0], block[1]
    if a > b:
        table = [a, b] + [((7 - k) * a + k * b) / 7 for k in range(1, 7)]
    else:
        table = [a, b] + [((5 - k) * a + k * b) / 5 for k in range(1, 5)] \
            + [0, 255]
    picks = int.from_bytes(block[2:8], "little")
    return [c[:3] + (table[picks >> 3 * k & 7],)
            for k, c in enumerate(dxt_colours(block[8:], True))]


ETC_TABLE = ((2, 8), (5, 17), (9, 29), (13, 42), (18, 60), (24, 80),
             (33, 106), (47, 183))


def _etc_bases(word):
    """The colours of both halves of a block, 0..255."""
    first, second = [], []
    for shift in (56, 48, 40):
        byte = word >> shift & 255
        if word >> 33 & 1:              # differential: 5 bits, signed 3
            base, delta = byte >> 3, byte & 7
            other = base + (delta - 8 if delta > 3 else delta)
            first.append(base << 3 | base >> 2)
            second.append(other << 3 | other >> 2)
        else:                           # individual: 4 bits each
            first.append((byte >> 4) * 17)
            second.append((byte & 15) * 17)
    return first, second


def etc1(block):
    """8 bytes as GR3D keeps them (the 64-bit block, low byte first)."""
    word = int.from_bytes(block, "little")
    bases = _etc_bases(word)
    tables = word >> 37 & 7, word >> 34 & 7
    flip = word >> 32 & 1
    out = []
    for y in range(4):
        for x in range(4):
            half = y >= 2 if flip else x >= 2
            k = 4 * x + y               # pixels run down the columns
            small, large = ETC_TABLE[tables[half]]
            step = large if word >> k & 1 else small
            if word >> 16 + k & 1:
                step = -step
            out.append(tuple(min(max(c + step, 0), 255)
                             for c in bases[half]) + (255,))
    return out


def decode(data, width, height, size, block, pitch=None, offset=0):
    """Blocks of `size` bytes, row after row, as rows of colours in 0..1."""
    pitch = pitch or (width + 3) // 4 * size
    rows = [[None] * width for _ in range(height)]
    for by in range((height + 3) // 4):
        for bx in range((width + 3) // 4):
            at = offset + by * pitch + bx * size
            for k, colour in enumerate(block(data[at:at + size])):
                x, y = 4 * bx + k % 4, 4 * by + k // 4
                if x < width and y < height:
                    rows[y][x] = tuple(c / 255 for c in colour)
    return rows
