#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Says which of ThreadSanitizer's reports are of guest memory only.

  tsanreports.py FILE...

A CPU (here: the test) and the display may read what an engine draws to, and a CPU
write it, as on the chip; a migration reads all memory.  A report is of that if one
of its stacks begins with a copy that QEMU's access to RAM makes, or the display's of
a line.  An access to a register goes through the same functions, but ends in the
device's: no suppression of ThreadSanitizer tells the one from the other.  A migration
reads so much that the sanitizer forgets where: then the other stack has to begin with
the store of a pixel, which no other memory takes.
Each other report is printed, and the status is then 1.
"""

import re
import sys
from pathlib import Path

REPORT = re.compile(r"^WARNING: ThreadSanitizer.*?^SUMMARY.*?$", re.M | re.S)
COPY = r"^ +#0 mem(?:cpy|move|set)\b.*\n(?: +#\d+ mem(?:cpy|move|set)\b.*\n)*"
GUEST_MEMORY = re.compile(
    COPY + r" +#\d+ (?:flatview_(?:read|write)_continue|address_space_(?:read|write)\b"
    r"|decode_\w+ \S*/tegra_dc_format\.c:)", re.M)
FORGOTTEN = re.compile(
    r"by thread (T\d+).*\n +\[failed to restore the stack\]\n")
STORES_PIXEL = re.compile(
    r"^ +#0 \w+ \S*hw/gpu/(?:lib/le\.h|gr3d/strip/(?:dw|scattered)\.c\.inc):", re.M)


def is_guest_memory(report):
    forgotten = FORGOTTEN.search(report)
    return GUEST_MEMORY.search(report) or (
        forgotten and STORES_PIXEL.search(report)
        and f"Thread {forgotten[1]} 'mig/src/main'" in report)


def main(paths):
    text = "".join(Path(p).read_text(errors="replace") for p in paths)
    reports = REPORT.findall(text)
    other = [r for r in reports if not is_guest_memory(r)]
    if text.count("WARNING: ThreadSanitizer") != len(reports):
        other.append("a report without an end")
    for report in other:
        print(report)
    print(f"{len(reports)} reports, {len(other)} not of guest memory")
    return len(other) > 0


sys.exit(main(sys.argv[1:]))
