# SPDX-License-Identifier: GPL-2.0-or-later
"""What each tile's vertex program computes, in the order of the tiles."""
import math
import struct

import expect

FAULTS = ("second operand of ADD is B", "DPH and DST as elsewhere",
          "predicate of CC0", "scalar result is merged", "constant 0 below 0",
          "address rounds down", "branch needs all", "swizzle after negate",
          "address sum of pairs")
# constant 1 is what an index below 0 reads; 8 on: the table
TABLE = {1: (-1, 1, -0.5, 2), 2: (0, 0, 0, 0), 4: (0.25,) * 4, 8: (2, -2, 1, 0.5), 9: (-1.5, 1.5, 0.5, 1),
         10: (-1, 1, 0, -1), 11: (-0.5, 0.5, -0.5, 1), 12: (0, -1, 1, 0),
         13: (1, -0.5, -1, 1.5), 14: (1.5, -1, 0.5, -0.5),
         255: (0.75, -0.75, 1.75, 0.25)}


def each(function, *vectors):
    return [function(*v) for v in zip(*vectors)]


def same(value):
    return [value] * 4


def dots(a, b, fault):
    three = expect.dot(a[:3], b[:3])
    other = fault == "DPH and DST as elsewhere"
    return [same(three), same(three + (b if other else a)[3]),
            same(expect.dot(a, b)),
            [1, a[1] * b[1], (a if other else b)[2], (b if other else a)[3]]]


def vector(a, b, c, fault):
    def flag(function):
        return each(lambda x, y: float(function(x, y)), a, b)

    second = b if fault == "second operand of ADD is B" else c
    return [
        a, each(lambda x, y: x * y, a, b), each(lambda x, y: x + y, a, second),
        each(lambda x, y, z: x * y + z, a, b, c), *dots(a, b, fault),
        each(min, a, b), each(max, a, b),
        flag(lambda x, y: x < y), flag(lambda x, y: x >= y),
        each(lambda x: x - math.floor(x), a), each(math.floor, a),
        flag(lambda x, y: x == y), same(0),
        flag(lambda x, y: x > y), flag(lambda x, y: x <= y),
        flag(lambda x, y: x != y), same(1),
        each(lambda x: (x > 0) - (x < 0), a)]


def scalar(c):
    x = c[0]
    whole = math.floor(math.log2(x))
    return [
        c, same(1 / x), same(1 / x), same(1 / math.sqrt(x)),
        [2 ** math.floor(x), x - math.floor(x), 2 ** x, 1],
        [whole, x / 2 ** whole, math.log2(x), 1],
        [1, x, max(c[1], 0) ** c[3] if x > 0 else 0, 1],
        same(math.log2(x)), same(2 ** x), same(math.sin(x)),
        same(math.cos(x))]


def select(tests, new, old):
    return [n if t else o for t, n, o in zip(tests, new, old)]


def constant(index, fault):
    if index < 0:
        return TABLE[10] if fault == "constant 0 below 0" else TABLE[1]
    return TABLE[index]


def state(a, b, c, fault):
    """Modifiers, masks, predicates, addresses."""
    nearest = math.floor if fault == "address rounds down" else round
    low = [math.floor(x) for x in a]
    tested = (b if fault == "predicate of CC0" else a)
    tested = [tested[k] >= 0 for k in (1, 0, 3, 2)]
    backwards = [-abs(x) for x in a[::-1]]
    pair = low[1] if fault == "address sum of pairs" else low[1] + low[3]
    return [
        [-x for x in a] if fault == "swizzle after negate" else backwards,
        each(lambda x, y: expect.clamp(-x * y), a, b),
        [b[0], a[1], b[2], a[3]],
        select([x < 0 for x in a], c, b), select(tested, c, b),
        TABLE[low[0] + 11], TABLE[nearest(a[2]) + 10], TABLE[pair + 11],
        constant(math.floor(4 * a[0]), fault)]


def flow(a, b, c, fault):
    """Relative attributes and exports, the stack, both units, branches."""
    turn = math.floor(b[0])
    merged = fault == "scalar result is merged"
    jump = (all if fault == "branch needs all" else any)(x == 0 for x in b)
    called = each(lambda x, y, z: (x + z) * y, a, b, c)
    step, looped = TABLE[255], list(a)
    while True:
        looped = each(lambda x, y: x + y, looped, step)
        if looped[0] >= 0:
            break
    product = each(lambda x, y: x * y, a, b)
    root = same(1 / math.sqrt(abs(c[2])))
    return [
        {-1: a, 0: b, 1: c}[turn], shifted(b, c),
        TABLE[math.floor(a[0]) + 11],
        product[:2] + same(1 / c[0])[:2],
        product[:2] + (same(1 / c[0])[:2] if merged else list(c[2:])),
        [c[0]] + list((a if jump else b)[1:]),
        called[:3] + [c[3]], looped, c, [a[1]] + root[1:],
        each(lambda y, z: a[0] * y - z, [b[3], b[3], b[2], b[2]], c)]


def shifted(b, c):
    """Export 2 + floor(-b.y) is export 1 only for some."""
    return list(c) if math.floor(-b[1]) == -1 else None


def pictures(inputs, fault=None):
    numbers = struct.unpack("<64f", inputs["verts"][:256])
    points = [[numbers[16 * n + 4 * k:16 * n + 4 * k + 4] for k in (1, 2, 3)]
              for n in range(4)]
    results = [vector(*p, fault) + scalar(p[2]) + state(*p, fault)
               + flow(*p, fault) for p in points]

    def pixel(x, y):
        tile = int(x) // 16 + int(y) // 16 * 8
        found = results[int(x) % 16 // 8 + int(y) % 16 // 8 * 2]
        if tile >= len(found):
            return "nothing", (0, 0, 0, 0)
        if found[tile] is None:
            return "not exported", (0, 0, 0, 1)
        return "result", tuple(expect.clamp(v / 4 + 0.5)
                               for v in found[tile])

    return [expect.Picture("color", 128, 128, tolerance=1.5,
                           slack=0).paint(pixel)]
