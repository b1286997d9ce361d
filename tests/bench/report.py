# SPDX-License-Identifier: GPL-2.0-or-later
"""The table and the bar chart of a benchmark's results."""

import math
from xml.sax.saxutils import escape


def ratio(line):
    """Engine to peer; None if there are not two figures."""
    if "engine" not in line or "peer" not in line:
        return None
    return line["engine"]["median"] / line["peer"]["median"]


def ratios(lines):
    return [r for r in map(ratio, lines) if r]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


# ---- the table

COLUMNS = "%-13s %-9s %23s %23s %7s %6s  %s"


def number(value):
    """Three digits"""
    return "%.*f" % (max(0, 2 - math.floor(math.log10(value))), value)


def cell(line, side):
    if side not in line:
        return "-"
    n = [number(line[side][k]) for k in ("median", "min", "max")]
    return "%s (%s..%s)" % tuple(n)


def row(line):
    r = ratio(line)
    value = line.get("psnr_db")
    return COLUMNS % (
        line["name"], line["unit"], cell(line, "engine"), cell(line, "peer"),
        "%.3f" % r if r else "-",
        "-" if value is None else "same" if value == math.inf
        else "%.1f" % value,
        line["silicon"] or "-")


def table(lines):
    yield COLUMNS % ("workload", "unit", "engine (min..max)",
                     "llvmpipe (min..max)", "ratio", "dB", "silicon")
    for line in lines:
        yield row(line)
        if "why" in line:
            yield "              %s" % line["why"]


def markdown(lines):
    """The table for docs/bench.md"""
    yield "| workload | unit | engine | llvmpipe | ratio | silicon |"
    yield "|---|---|---|---|---|---|"
    for line in lines:
        r = ratio(line)
        yield "| %s | %s | %s | %s | %s | %s |" % (
            line["name"], line["unit"], cell(line, "engine"),
            cell(line, "peer"), "%.2f" % r if r else "-",
            line["silicon"] or "")


SCALING = "%-13s %7s %9s %7s"


def scaling_table(lines):
    """What the last column is said to be: at least 0.9"""
    lines = [line for line in lines if "scaling" in line]
    if lines:
        yield SCALING % ("scaling", "engine", "registers", "ratio")
    for line in lines:
        s = line["scaling"]
        yield SCALING % ((line["name"],) + tuple(
            "%.2f" % s[key] for key in ("engine", "loop", "ratio")))


# ---- the chart: ratios on a logarithmic scale

LEFT, WIDTH, ROW, TOP = 130, 520, 24, 56
STYLE = ("text{font:13px sans-serif;fill:#222}.bar{fill:#4a7ab5}"
         ".less{fill:#b5794a}.one{stroke:#222}.grid{stroke:#ddd}")


def text(x, y, what, anchor="start"):
    return '<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>' % (
        x, y, anchor, escape(what))


def rule(x, bottom, kind):
    return '<line class="%s" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>' % (
        kind, x, TOP - 4, x, bottom)


class Scale:
    """Whole powers of ten around all values and 1"""

    def __init__(self, values):
        self.low = math.floor(math.log10(min(values + [0.99])))
        self.high = math.ceil(math.log10(max(values + [1.01])))

    def x(self, value):
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return LEFT + WIDTH * part

    def powers(self):
        return [10.0 ** e for e in range(self.low, self.high + 1)]


def bar(scale, y, value):
    a, b = sorted((scale.x(value), scale.x(1)))
    return '<rect class="%s" x="%.1f" y="%d" width="%.1f" height="%d"/>' % (
        "bar" if value >= 1 else "less", a, y + 4, max(b - a, 1), ROW - 8)


def chart_row(scale, y, line):
    value = ratio(line)
    yield text(LEFT - 8, y + 16, line["name"], "end")
    if value:
        yield bar(scale, y, value)
    yield text(LEFT + WIDTH + 8, y + 16, "%.3g" % value if value else "-")


def chart(lines, title):
    scale = Scale(ratios(lines))
    bottom = TOP + ROW * len(lines)
    size = (LEFT + WIDTH + 70, bottom + 12)
    yield ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
           'viewBox="0 0 %d %d">' % (size + size))
    yield "<!-- SPDX-License-Identifier: GPL-2.0-or-later -->"
    yield "<style>%s</style>" % STYLE
    yield text(8, 20, title)
    for value in scale.powers():
        yield rule(scale.x(value), bottom, "one" if value == 1 else "grid")
        yield text(scale.x(value), TOP - 8, "%g" % value, "middle")
    for i, line in enumerate(lines):
        yield from chart_row(scale, TOP + ROW * i, line)
    yield "</svg>"
