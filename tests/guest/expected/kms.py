# SPDX-License-Identifier: GPL-2.0-or-later
"""What the display must show: a model of three planes, as the kernel's driver
sets them up, computed pixel by pixel in exact numbers or double precision.

It knows a set-up from one line that kms-check prints; the words of that line
and the patterns are in docs/guest-programs.rst, where the rules are, too.
"""

import re
import zlib
from fractions import Fraction

ROTATE_180, REFLECT_X, REFLECT_Y = 4, 16, 32

# ---- formats: of each component (red, green, blue, alpha) shift and bits

EIGHT = (8, 8, 8, 8)
RGB = {
    "XR24": ((16, 8, 0, 24), EIGHT, 4), "AR24": ((16, 8, 0, 24), EIGHT, 4),
    "XB24": ((0, 8, 16, 24), EIGHT, 4), "AB24": ((0, 8, 16, 24), EIGHT, 4),
    "RG16": ((11, 5, 0, 0), (5, 6, 5, 0), 2),
    "XR15": ((10, 5, 0, 15), (5, 5, 5, 1), 2),
    "AR15": ((10, 5, 0, 15), (5, 5, 5, 1), 2),
    "RX15": ((11, 6, 1, 0), (5, 5, 5, 1), 2),
    "RA15": ((11, 6, 1, 0), (5, 5, 5, 1), 2),
}
# ... and of the others how far chroma is halved, as shifts
YUV = {"UYVY": (1, 0), "YUYV": (1, 0), "YU12": (1, 1), "YU16": (1, 0)}

ALPHA_8 = ("AR24", "AB24")
ALPHA_1 = ("AR15", "RA15")

# Column, line, number, constant: red or Y, green or U, blue or V, alpha
PATTERN = ((7, 3, 41, 0), (3, 11, 83, 85), (13, 5, 127, 170), (9, 7, 29, 60))


def pattern(component, n, x, y):
    a, b, c, d = PATTERN[component]
    return (a * x + b * y + c * n + d) & 255


def narrow(value, bits):
    """What is left of 8 bits, widened again by repeating the high bits."""
    v = value >> (8 - bits)
    return (v << (8 - bits) | v >> (2 * bits - 8)) & 255


# ---- the filter: what the kernel's driver loads, "default values of the TRM"

H_FILTER = (
    0x00008000, 0x3e087ce1, 0x3b117ac1, 0x591b73aa, 0x57256d9a, 0x552f668b,
    0x73385e8b, 0x72435583, 0x714c4c8b, 0x70554393, 0x715e389b, 0x71662faa,
    0x536d25ba, 0x55731bca, 0x387a11d9, 0x3c7c08f1)


def taps(word):
    """Six coefficients, of 128; the second and the fifth have a sign."""
    def signed(v):
        return v - 32 if v & 16 else v
    return (word & 7, signed(word >> 3 & 31), word >> 8 & 255,
            word >> 16 & 255, signed(word >> 24 & 31), word >> 29 & 7)


TAPS = [tuple(t / 128 for t in taps(w)) for w in H_FILTER]
assert all(abs(sum(t) - 1) < 1e-9 for t in TAPS)

# The window rounds to 8 bits after the vertical and after the horizontal
# filter, which can enlarge the first error.
FILTER_ERROR = 0.5 * max(sum(abs(t) for t in taps) for taps in TAPS) + 0.5

# ITU-R BT.601, 16 to 235 and 16 to 240
LUMA = 255 / 219
CHROMA = 255 / 224
KR, KB = 0.299, 0.114
KG = 1 - KR - KB
V_TO_R = 2 * (1 - KR) * CHROMA
U_TO_B = 2 * (1 - KB) * CHROMA
V_TO_G = -V_TO_R * KR / KG
U_TO_G = -U_TO_B * KB / KG
# The window has 8 bits of fraction for each coefficient, so each may be off by
# a half (of 256), the driver's by 0.9 at most; times the largest Y - 16 (239)
# or chroma (128), two chroma terms for green; and the result is rounded.
CSC_ERROR = (239 * 0.1 + 256 * 0.9) / 256 + 0.5


def clamp(v):
    return 0 if v < 0 else 255 if v > 255 else v


def to_rgb(p):
    luma = LUMA * (p[0] - 16)
    u, v = p[1] - 128, p[2] - 128
    return (clamp(luma + V_TO_R * v), clamp(luma + U_TO_G * u + V_TO_G * v),
            clamp(luma + U_TO_B * u), 255)


class BadDescription(Exception):
    pass


# ---- one direction of a layer: which part is seen, and how it is scaled

class Axis:
    """Source positions for the visible part of one direction"""

    def __init__(self, src, length, dst, out, screen, reverse, limit):
        low = max(-dst, 0)
        high = max(dst + out - screen, 0)
        self.start = max(dst, 0)
        self.out = out - low - high
        if self.out <= 0:
            self.out = 0
            return
        # what is cut off the screen is cut off the source in proportion
        cut = [Fraction(c * length, out) for c in (low, high)]
        if any(c.denominator != 1 for c in cut):
            raise BadDescription("a cut between pixels")
        first, last = (int(c) for c in cut)
        self.length = length - first - last
        self.first = src + (length - 1 - first if reverse else first)
        self.step = -1 if reverse else 1
        self.scaled = self.length != self.out
        # 4.12 fixed point, rounded to nearest
        inc = (2 * ((self.length - 1) << 12) // max(self.out - 1, 1) + 1) // 2
        self.inc = min(inc, limit << 12)

    def source(self, n):
        """The n-th source pixel from the visible edge; the last repeats"""
        return self.first + self.step * min(max(n, 0), self.length - 1)

    def where(self, i):
        """Pixel and phase (sixteenths) of output pixel i"""
        pos = i * self.inc
        return pos >> 12, pos >> 8 & 15


# ---- a layer

FIELDS = re.compile(
    r"([ABC]):(....),(tiled|linear),(up|down),(\d+)x(\d+),([p#])([0-9a-f]+),"
    r"(-?\d+)/(-?\d+)/(\d+)/(\d+),(-?\d+)/(-?\d+)/(\d+)/(\d+),"
    r"([0-9a-f]+),(\d+)")


class Layer:
    def __init__(self, text, width, height):
        m = FIELDS.fullmatch(text)
        if not m:
            raise BadDescription(text)
        self.window, self.format, _, turned = m.group(1, 2, 3, 4)
        if self.format not in RGB and self.format not in YUV:
            raise BadDescription("format " + self.format)
        self.solid = m.group(7) == "#"
        self.number = int(m.group(8), 16)
        src = [int(v) for v in m.group(9, 10, 11, 12)]
        dst = [int(v) for v in m.group(13, 14, 15, 16)]
        rotation = int(m.group(17), 16)
        self.zpos = int(m.group(18))
        self.order = (self.zpos, self.window)
        self.place(src, dst, rotation, turned == "up", width, height)

    def place(self, src, dst, rotation, up, width, height):
        if up:      # the flag of a buffer says the same as the property
            rotation |= REFLECT_Y
        half = bool(rotation & ROTATE_180)
        limit = 4 if RGB.get(self.format, (0, 0, 2))[2] == 4 else 8
        self.x = Axis(src[0], src[2], dst[0], dst[2], width,
                      half != bool(rotation & REFLECT_X), limit)
        self.y = Axis(src[1], src[3], dst[1], dst[3], height,
                      half != bool(rotation & REFLECT_Y), 15)
        self.visible = self.x.out > 0 and self.y.out > 0
        if not self.visible:
            return
        if up and self.y.out != dst[3]:
            raise BadDescription("the driver cuts before it looks at the flag")
        # A has no filters, C no vertical one
        self.h_filter = self.window != "A" and self.x.scaled
        self.v_filter = self.window == "B" and self.y.scaled
        self.lines = {}
        self.rows = {}

    def tolerance(self):
        filtered = self.h_filter or self.v_filter
        if self.format in RGB:
            return FILTER_ERROR if filtered else 0
        if not filtered:
            return CSC_ERROR
        return CSC_ERROR + FILTER_ERROR * (LUMA + U_TO_B)

    # ---- source pixels, before scaling: red, green, blue or Y, U, V; alpha

    def texel_rgb(self, x, y):
        _, bits, _ = RGB[self.format]
        if self.solid:
            full = [self.number >> s & 255 for s in (16, 8, 0)]
        else:
            full = [pattern(c, self.number, x, y) for c in range(3)]
        return tuple(narrow(v, b) for v, b in zip(full, bits)) + \
            (pattern(3, self.number, x, y),)

    def texel_yuv(self, x, y):
        h, v = YUV[self.format]
        cx, cy = x >> h << h, y >> v << v
        n = self.number
        return pattern(0, n, x, y), pattern(1, n, cx, cy), \
            pattern(2, n, cx, cy), 255

    def line(self, n):
        """All visible source pixels of the n-th visible line"""
        y = self.y.source(n) if not self.solid else 0
        if y not in self.lines:
            texel = self.texel_rgb if self.format in RGB else self.texel_yuv
            self.lines[y] = [texel(self.x.source(i), y)
                             for i in range(self.x.length)]
        return self.lines[y]

    # ---- scaling

    def mixed_line(self, j):
        n, phase = self.y.where(j)
        above = self.line(n)
        if not self.v_filter:
            return above
        weight = (128 - 8 * phase) / 128
        return [tuple(a * weight + b * (1 - weight) for a, b in zip(p, q))
                for p, q in zip(above, self.line(n + 1))]

    def filtered(self, line, i):
        n, phase = self.x.where(i)
        last = len(line) - 1
        six = [line[min(max(n + t, 0), last)] for t in range(-2, 4)]
        return tuple(clamp(sum(t * p[c] for t, p in zip(TAPS[phase], six)))
                     for c in range(4))

    def nearest(self, line, i):
        return line[min(self.x.where(i)[0], len(line) - 1)]

    def row(self, j):
        """The pixels of one visible line of the screen: R, G, B, A"""
        key = self.y.where(j) if self.v_filter else \
            self.y.source(self.y.where(j)[0])
        if self.solid:          # all lines are alike
            key = 0
        if key not in self.rows:
            line = self.mixed_line(j)
            pick = self.filtered if self.h_filter else self.nearest
            pixels = [pick(line, i) for i in range(self.x.out)]
            if self.format in YUV:
                pixels = [to_rgb(p) for p in pixels]
            self.rows[key] = pixels
        return self.rows[key]

    def covers(self, y):
        return self.visible and 0 <= y - self.y.start < self.y.out


# ---- blending

def has_alpha(layer):
    return layer.format in ALPHA_8 or layer.format in ALPHA_1


def own_weight(layer, pixel, otherwise):
    return pixel[3] if layer.format in ALPHA_8 else otherwise


def weights(stack, pixels):
    """Of 255, for the layers that cover a pixel, lowest first; None: what the
    others leave"""
    # one bit of alpha selects one of two weights, which are both full
    top = own_weight(stack[-1], pixels[-1], 255)
    if len(stack) == 1:
        return [255]
    if len(stack) == 2:
        return [None, top]
    _, middle, high = stack
    if not has_alpha(middle):
        return [0, None, top]
    if not has_alpha(high):
        return [0, 0, top]
    # ... but for the window in the middle both are 0
    return [None, own_weight(middle, pixels[1], 0), top]


def blend(stack, pixels):
    """The colour, and whether it is a mixture"""
    w = weights(stack, pixels)
    left = max(255 - sum(v for v in w if v is not None), 0)
    w = [left if v is None else v for v in w]
    if sorted(w)[-1] == 255 and sum(w) == 255:
        return pixels[w.index(255)][:3], False
    return tuple(min(sum(v * p[c] for v, p in zip(w, pixels)) / 255, 255)
                 for c in range(3)), True


# ---- the picture

LINE = re.compile(r"kms-check: picture ([\w-]+) (\d+)x(\d+) ([0-9a-f]{8})(.*)")


class Setup:
    def __init__(self, line):
        m = LINE.fullmatch(line.strip())
        if not m:
            raise BadDescription(line)
        self.name = m.group(1)
        self.width, self.height = int(m.group(2)), int(m.group(3))
        self.crc = int(m.group(4), 16)
        self.layers = sorted(
            (Layer(t, self.width, self.height) for t in m.group(5).split()),
            key=lambda layer: layer.order)

    def spans(self, y):
        """(first column, one after the last, layers) where there are any"""
        here = [v for v in self.layers if v.covers(y)]
        ends = sorted({e for v in here
                       for e in (v.x.start, v.x.start + v.x.out)})
        for a, b in zip(ends, ends[1:]):
            stack = [v for v in here
                     if v.x.start <= a and b <= v.x.start + v.x.out]
            if stack:
                yield a, b, stack

    def span_pixels(self, y, a, b, stack):
        rows = [v.row(y - v.y.start)[a - v.x.start:b - v.x.start]
                for v in stack]
        if len(stack) == 1:
            return [(p, False) for p in rows[0]]
        return [blend(stack, pixels) for pixels in zip(*rows)]


class Check:
    """A picture against a set-up"""

    def __init__(self, setup, got):
        self.setup, self.got = setup, got
        self.wrong = []         # column, line, got, wanted
        self.num_wrong = 0
        self.last_right = None

    def bad(self, x, y, wanted):
        self.num_wrong += 1
        if len(self.wrong) < 5:
            self.wrong.append((x, y, self.got.get(x, y), wanted))

    def check_black(self, y, a, b):
        part = self.got.rows[y][3 * a:3 * b]
        if part.count(0) != len(part):
            for x in range(a, b):
                if self.got.get(x, y) != (0, 0, 0):
                    self.bad(x, y, (0, 0, 0))

    def check_span(self, y, a, b, stack):
        part = self.got.rows[y][3 * a:3 * b]
        # a line that is like the last one, and has to be
        same = [id(v.row(y - v.y.start)) for v in stack], a, b, part
        if same == self.last_right:
            return
        before = self.num_wrong
        self.check_pixels(y, a, part, stack,
                          self.setup.span_pixels(y, a, b, stack))
        if self.num_wrong == before:
            self.last_right = same

    def check_pixels(self, y, a, part, stack, pixels):
        exact = max(v.tolerance() for v in stack)
        if not exact and part == bytes(
                round(v) for want, _ in pixels for v in want[:3]):
            return
        for i, (want, mixed) in enumerate(pixels):
            allowed = exact + 0.501 * mixed + 1e-6
            if any(abs(part[3 * i + c] - want[c]) > allowed
                   for c in range(3)):
                self.bad(a + i, y, tuple(round(v, 2) for v in want[:3]))

    def run(self):
        s = self.setup
        if (self.got.width, self.got.height) != (s.width, s.height):
            self.num_wrong = 1
            return self
        for y in range(s.height):
            at = 0
            for a, b, stack in s.spans(y):
                self.check_black(y, at, a)
                self.check_span(y, a, b, stack)
                at = b
            self.check_black(y, at, s.width)
        return self

    def right(self):
        return not self.num_wrong

    def crc_right(self):
        crc = 0
        for row in self.got.rows:
            crc = zlib.crc32(row, crc)
        return crc == self.setup.crc


def expected(setup):
    """The picture as rows of bytes, rounded"""
    rows = []
    for y in range(setup.height):
        row = bytearray(3 * setup.width)
        for a, b, stack in setup.spans(y):
            for x, (want, _) in enumerate(
                    setup.span_pixels(y, a, b, stack), a):
                row[3 * x:3 * x + 3] = bytes(int(v + 0.5) for v in want[:3])
        rows.append(row)
    return rows
