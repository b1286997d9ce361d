# SPDX-License-Identifier: GPL-2.0-or-later
"""What golden scenes share: pictures with their tolerance, geometry.

Nothing here knows the engine.  README says how a scene uses it.
"""

import math

# Channels from the least significant bit: (channel, bits).  The channel is
# the place in a colour; () skips bits.
FORMATS = {
    "A8": (1, (("a", 8),)),
    "L8": (1, (("l", 8),)),
    "S8": (1, (("raw", 8),)),
    "L8A8": (2, (("l", 8), ("a", 8))),
    "B2G3R3": (1, (("b", 2), ("g", 3), ("r", 3))),
    "B5G6R5": (2, (("b", 5), ("g", 6), ("r", 5))),
    "B5G5R5A1": (2, (("b", 5), ("g", 5), ("r", 5), ("a", 1))),
    "B4G4R4A4": (2, (("b", 4), ("g", 4), ("r", 4), ("a", 4))),
    "A1B5G5R5": (2, (("a", 1), ("b", 5), ("g", 5), ("r", 5))),
    "A4B4G4R4": (2, (("a", 4), ("b", 4), ("g", 4), ("r", 4))),
    "Z16": (2, (("raw", 16),)),
    "R8G8B8A8": (4, (("r", 8), ("g", 8), ("b", 8), ("a", 8))),
    "B8G8R8A8": (4, (("b", 8), ("g", 8), ("r", 8), ("a", 8))),
}
ORDER = "rgblaraw"      # of the channels in a colour


class Format:
    """How a pixel lies in memory.  A colour is a tuple of its channels in the
    order r, g, b, a (or l, a, or one raw integer)."""

    def __init__(self, name):
        self.name = name
        self.bytes, fields = FORMATS[name]
        at, places = 0, []
        for channel, bits in fields:
            places.append((ORDER.index(channel), at, (1 << bits) - 1,
                           1 if channel == "raw" else (1 << bits) - 1))
            at += bits
        self.places = sorted(places)
        self.scale = tuple(p[3] for p in self.places)
        self.top = tuple(p[2] for p in self.places)

    def unpack(self, data, at):
        word = int.from_bytes(data[at:at + self.bytes], "little")
        return tuple(word >> p[1] & p[2] for p in self.places)

    def whole(self, steps):
        """Steps as memory can hold them."""
        return tuple(min(max(math.floor((s or 0) + 0.5), 0), top)
                     for s, top in zip(steps, self.top))

    def pack(self, steps):
        word = 0
        for value, (_, shift, _, _) in zip(self.whole(steps), self.places):
            word |= value << shift
        return word.to_bytes(self.bytes, "little")

    def steps(self, colour):
        """A colour in 0..1 as (unrounded) steps of each channel."""
        if len(colour) != len(self.scale):
            raise ValueError(f"{self.name}: colour {colour}")
        return tuple(None if c is None else c * s
                     for c, s in zip(colour, self.scale))


def near(got, want, tolerance):
    tolerance += 1e-6
    for g, w in zip(got, want):
        if w is not None and not -tolerance <= g - w <= tolerance:
            return False
    return True


class Picture:
    """The expected contents of a surface.

    paint(pixel) asks pixel(x, y) -> (part, colour): colour in 0..1 per
    channel (raw formats: integers), None for a channel that may be anything;
    part is what is seen there, any value that changes where the picture is
    not smooth.  A part that is a tuple starts with the name of its object.
    """

    rough = False       # only to be drawn, not to be compared with

    def __init__(self, memory, width, height, format="R8G8B8A8", pitch=None,
                 tiled=False, offset=0, tolerance=2, slack=1 / 16,
                 clear=None, thin=False):
        self.memory = memory
        self.width = width
        self.height = height
        self.format = Format(format)
        self.pitch = pitch or width * self.format.bytes
        self.tiled = tiled
        self.offset = offset
        self.tolerance = tolerance
        self.slack = slack
        self.thin = thin        # parts may be smaller than a pixel
        clear = clear or (0,) * len(self.format.scale)
        self.clear = self.format.steps(clear)
        self.pixel = None
        self.wanted = [[[self.clear] for _ in range(width)]
                       for _ in range(height)]
        self.parts = [[None] * width for _ in range(height)]

    def paint(self, pixel):
        self.pixel = pixel
        if self.rough:
            return self
        centres = [[pixel(x + 0.5, y + 0.5) for x in range(self.width)]
                   for y in range(self.height)]
        for y in range(self.height):
            for x in range(self.width):
                part, colour = centres[y][x]
                self.parts[y][x] = part
                found = {part: self.format.steps(colour)}
                if self.slack and (self.thin or self._mixed(centres, x, y)):
                    self._around(pixel, x + 0.5, y + 0.5, found)
                self.wanted[y][x] = list(found.values())
        return self

    def _mixed(self, centres, x, y):
        here = centres[y][x][0]
        return any(centres[v][u][0] != here
                   for v in range(max(y - 1, 0), min(y + 2, self.height))
                   for u in range(max(x - 1, 0), min(x + 2, self.width)))

    def _around(self, pixel, x, y, found):
        """Closer, too, where parts meet."""
        for by in (self.slack, self.slack / 2, self.slack / 4):
            for u in (-by, 0, by):
                for v in (-by, 0, by):
                    part, colour = pixel(x + u, y + v)
                    found.setdefault(part, self.format.steps(colour))
            if len(found) == 1:
                break

    def address(self, x, y):
        at = x * self.format.bytes
        if not self.tiled:
            return self.offset + y * self.pitch + at
        return self.offset + y // 16 * 16 * self.pitch + at // 16 * 256 \
            + y % 16 * 16 + at % 16

    def load(self, data):
        """The surface in memory, as steps."""
        if len(data) < self.address(self.width - 1, self.height - 1) \
                + self.format.bytes:
            raise ValueError(f"{self.memory} has only {len(data)} bytes")
        return [[self.format.unpack(data, self.address(x, y))
                 for x in range(self.width)] for y in range(self.height)]

    def errors(self, steps):
        """(x, y, got, wanted) of every pixel that is wrong, one by one."""
        for y, row in enumerate(steps):
            for x, (got, wanted) in enumerate(zip(row, self.wanted[y])):
                if not any(near(got, w, self.tolerance) for w in wanted):
                    yield x, y, got, wanted

    def store(self, data, steps):
        """Write steps into memory."""
        for y, row in enumerate(steps):
            for x, pixel in enumerate(row):
                at = self.address(x, y)
                data[at:at + self.format.bytes] = self.format.pack(pixel)

    def nominal(self):
        """What is wanted most, as rows of steps."""
        if self.rough:
            return ([self.format.steps(self.pixel(x + 0.5, y + 0.5)[1])
                     for x in range(self.width)] for y in range(self.height))
        return [[w[0] for w in row] for row in self.wanted]


# --- numbers: docs/specs/tegra-gr3d.rst, "Numbers" ---------------------------

def clamp(value, low=0.0, high=1.0):
    return min(max(value, low), high)


def fx10(value):
    """A real as the 1/256 steps that a write to an fx10 half keeps."""
    return min(max(math.floor(value * 256 + 0.5), -512), 511)


def byte_of_fx10(n):
    n = min(max(n, 0), 256)
    return (255 * n + 127) >> 8


def fx10_of_byte(b):
    return b + (b >> 7)


def fp20(value):
    """A real rounded to 14 significant bits (normal range only)."""
    if value == 0:
        return 0.0
    unit = 2.0 ** (math.frexp(value)[1] - 14)
    return round(value / unit) * unit


def lerp(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def scaled(colour, by):
    return tuple(c * by for c in colour)


def hexcolour(word):
    """0xAABBGGRR, a pixel of format 13 as a little-endian word."""
    return tuple((word >> s & 255) / 255 for s in (0, 8, 16, 24))


# --- vectors and geometry ----------------------------------------------------

def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def sub(a, b):
    return tuple(p - q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0])


def unit(a):
    return scaled(a, 1 / math.sqrt(dot(a, a)))


def side(a, b, x, y):
    """Twice the area of a, b, (x, y)."""
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])


def inside(polygon, x, y):
    """Is (x, y) in a convex polygon, of either direction?  With its edge."""
    turn = 0
    ax, ay = polygon[-1]
    for bx, by in polygon:
        now = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if now * turn < 0:
            return False
        turn = now or turn
        ax, ay = bx, by
    return True


def barycentric(a, b, c, x, y):
    area = side(a, b, c[0], c[1])
    u = side(b, c, x, y) / area
    v = side(c, a, x, y) / area
    return u, v, 1 - u - v


class View:
    """A viewport of the whole width x height; up: clip y = +1 is row 0."""

    def __init__(self, width, height, up=True):
        self.half = width / 2, height / 2
        self.sign = -1 if up else 1

    def clip(self, x, y):
        """Window position -> x/w, y/w."""
        return x / self.half[0] - 1, (y / self.half[1] - 1) * self.sign

    def window(self, v):
        """Clip position -> window position."""
        return ((v[0] / v[3] + 1) * self.half[0],
                (v[1] / v[3] * self.sign + 1) * self.half[1])


class Camera:
    """An eye in a world with y up, on a square picture, rows growing upwards.

    spread: the tangent of half the angle of view.
    """

    def __init__(self, eye, target, spread, size):
        self.eye = eye
        self.ahead = unit(sub(target, eye))
        self.right = unit(cross(self.ahead, (0, 1, 0)))
        self.up = cross(self.right, self.ahead)
        self.spread = spread
        self.half = size / 2

    def ray(self, x, y):
        """Direction through (x, y), one unit deep."""
        u, v = ((c / self.half - 1) * self.spread for c in (x, y))
        return tuple(a + u * r + v * p for a, r, p in
                     zip(self.ahead, self.right, self.up))

    def matrix(self, near, far):
        """The rows of the world-to-clip matrix: what a stream's constants
        must hold."""
        depth = ((far + near) / (far - near), -2 * far * near / (far - near))
        rows = [scaled(self.right, 1 / self.spread),
                scaled(self.up, 1 / self.spread),
                scaled(self.ahead, depth[0]), self.ahead]
        return [r + (last - dot(r, self.eye),)
                for r, last in zip(rows, (0, 0, depth[1], 0))]


def along(origin, ray, t):
    return tuple(o + r * t for o, r in zip(origin, ray))


class Triangle:
    """Three clip positions (x, y, z, w) as seen from any pixel.

    The point p = sum of b_i * v_i that projects to (X, Y) has
    (p.x, p.y, p.w) proportional to (X, Y, 1): three linear equations for b.
    The b_i with sum 1 are the weights of any attribute, with perspective;
    the pixel is in the triangle when none is negative.  This needs neither
    clipping nor a division per vertex.
    """

    def __init__(self, view, a, b, c):
        self.view = view
        self.corners = (a, b, c)
        va, vb, vc = ((v[0], v[1], v[3]) for v in self.corners)
        det = dot(va, cross(vb, vc))
        self.rows = [scaled(r, 1 / det) for r in
                     (cross(vb, vc), cross(vc, va), cross(va, vb))] \
            if det else None

    def weights(self, x, y):
        """(b0, b1, b2), or None where the triangle is not."""
        if not self.rows:
            return None
        cx, cy = self.view.clip(x, y)
        b = [r[0] * cx + r[1] * cy + r[2] for r in self.rows]
        total = sum(b)
        if min(b) < 0 or total <= 0:
            return None
        return tuple(v / total for v in b)

    def depth(self, weights):
        """z/w, -1..1"""
        z, w = (sum(b * v[k] for b, v in zip(weights, self.corners))
                for k in (2, 3))
        return z / w


def mix(weights, values):
    """Attributes (tuples) of three vertices at a point."""
    return tuple(sum(b * v[k] for b, v in zip(weights, values))
                 for k in range(len(values[0])))


# --- textures ----------------------------------------------------------------

def wrapped(i, size, mode):
    if mode == "clamp":
        return min(max(i, 0), size - 1)
    if mode == "mirror":
        i %= 2 * size
        return i if i < size else 2 * size - 1 - i
    return i % size


class Texture:
    """Rows of colours in 0..1; row 0 is t = 0."""

    def __init__(self, rows, wrap_s="repeat", wrap_t="repeat"):
        self.rows = rows
        self.width = len(rows[0])
        self.height = len(rows)
        self.wrap = wrap_s, wrap_t

    def texel(self, i, j):
        return self.rows[wrapped(j, self.height, self.wrap[1])][
            wrapped(i, self.width, self.wrap[0])]

    def nearest(self, s, t):
        return self.texel(*self.place(s, t))

    def place(self, s, t):
        return math.floor(s * self.width), math.floor(t * self.height)

    def linear(self, s, t):
        u, v = s * self.width - 0.5, t * self.height - 0.5
        i, j = math.floor(u), math.floor(v)
        return lerp(lerp(self.texel(i, j), self.texel(i + 1, j), u - i),
                    lerp(self.texel(i, j + 1), self.texel(i + 1, j + 1),
                         u - i), v - j)


def texels(data, width, height, format="R8G8B8A8", pitch=None, offset=0):
    """Memory as rows of colours in 0..1, as they lie there."""
    form = Format(format)
    pitch = pitch or width * form.bytes
    return [[tuple(c / top for c, top in
                   zip(form.unpack(data, offset + y * pitch
                                   + x * form.bytes), form.top))
             for x in range(width)] for y in range(height)]
