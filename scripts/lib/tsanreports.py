#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Says which of ThreadSanitizer's reports are of guest memory only.

  tsanreports.py FILE...

A CPU (here: the test) may read and write what an engine draws to, as on the chip.
A report is of that if one of its stacks begins with a copy that QEMU's access to
RAM makes.  An access to a register goes through the same functions, but ends in
the device's: no suppression of ThreadSanitizer tells the one from the other.
Each other report is printed, and the status is then 1.
"""

import re
import sys
from pathlib import Path

REPORT = re.compile(r"^WARNING: ThreadSanitizer.*?^SUMMARY.*?$", re.M | re.S)
GUEST_MEMORY = re.compile(
    r"^ +#0 mem(?:cpy|move|set)\b.*\n"
    r"(?: +#\d+ mem(?:cpy|move|set)\b.*\n)*"
    r" +#\d+ flatview_(?:read|write)_continue", re.M)


def main(paths):
    text = "".join(Path(p).read_text(errors="replace") for p in paths)
    reports = REPORT.findall(text)
    other = [r for r in reports if not GUEST_MEMORY.search(r)]
    if text.count("WARNING: ThreadSanitizer") != len(reports):
        other.append("a report without an end")
    for report in other:
        print(report)
    print(f"{len(reports)} reports, {len(other)} not of guest memory")
    return len(other) > 0


sys.exit(main(sys.argv[1:]))
