#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Read the console log of a boot

logcheck.py CPUS FILE
    a boot that draws the demo's picture
logcheck.py raspi FILE
    the same on a Raspberry Pi 3
logcheck.py recovery FILE
    tegra-recovery, which breaks the hardware: what the kernel must say then is
    in RECOVERY, and no other warning may be there

Some lines must be there, some must not. Lines that had to be accepted, with
their reasons, are in ACCEPTED and in docs/README.md.
"""

import re
import sys

REQUIRED = {
    "the kernel's version line": r"Linux version \d",
    "tegra DRM initialised": r"\[drm\] Initialized tegra ",
    "host1x bound": r"^bound: tegra-host1x: .*50000000",
    "dc bound": r"^bound: tegra-dc: .*54200000",
    "hdmi bound": r"^bound: tegra-hdmi: .*54280000",
    "gr2d bound": r"^bound: tegra-gr2d: .*54140000",
    "gr3d bound": r"^bound: tegra-gr3d: .*54180000",
    "the HDMI connector connected, with the EDID's mode first":
        r"^hdmi: connected: 1280x720\b",
    "the picture held": r"^(gr3d-demo: frame \d+ held|debian: the desktop is up)",
}

CPUS = {
    1: r"smp: Brought up 1 node, 1 CPU\b",
    2: r"smp: Brought up 1 node, 2 CPUs\b",
}

RASPI = {
    "the kernel's version line": r"Linux version \d",
    "4 CPUs": r"smp: Brought up 1 node, 4 CPUs\b",
    "HVS bound": r"vc4-drm soc:gpu: bound 3f400000\.hvs",
    "HDMI bound": r"vc4-drm soc:gpu: bound 3f902000\.hdmi",
    "V3D bound": r"vc4-drm soc:gpu: bound 3fc00000\.v3d",
    "vc4 initialised": r"\[drm\] Initialized vc4 ",
    "the HDMI connector connected": r"^hdmi: connected: ",
    "the picture held": r"^Rendered \d+ frames",
}

# anywhere in the log
NEVER = re.compile(
    r"WARNING:|\bBUG\b|\bOops\b|Internal error|Kernel panic|Call trace|"
    r"unable to handle|rcu.*stall|soft lockup|Resetting GPU")

# in a line of our drivers
OURS = re.compile(r"tegra|host1x|\bdrm\b|\bgr[23]d\b|\bhdmi\b|\b54[0-9a-f]{6}\.|"
                  r"vc4|v3d|\bhvs\b|raspberrypi-", re.I)
TROUBLE = re.compile(r"time-?out|timed out|fail|unhandled|\berror\b", re.I)

ACCEPTED = [
    # S/PDIF, which HDMI's sound comes from, is a module of tegra_defconfig
    r"platform sound-hdmi: deferred probe pending",
    # ... the video decoder's driver one of multi_v7_defconfig
    r"sync_state\(\) pending due to 6001a000\.vde",
]


# The kernel's warnings and errors, as tegra-recovery prints them: what is said
# when a job times out, when a sync point is locked afterwards, and when a
# process has waited two seconds (6.1).
RECOVERY = {
    "job time-outs": r"^kernel: tegra-host1x 50000000\.host1x: "
        r"cdma_timeout_handler: timeout: \d+ \(\S+\), HW thresh \d+, done \d+$",
    "refused submits": r"^kernel: tegra-gr[23]d 541[48]0000\.gr[23]d: \S+: "
        r"job submission failed: host1x job submission failed: -1$",
    "waits over 2 s": r"^kernel: tegra-host1x 50000000\.host1x: \S+: syncpoint "
        r"id \d+ \(\S+\) stuck waiting \d+, timeout=\d+$",
}


def accepted(line):
    return any(re.search(pattern, line) for pattern in ACCEPTED)


def required(cpus):
    return {**REQUIRED, f"{cpus} CPU(s)": CPUS[cpus]}


def complaints(wanted, lines):
    for what, pattern in wanted.items():
        if not any(re.search(pattern, line) for line in lines):
            yield f"missing: {what}"
    for number, line in enumerate(lines, 1):
        bad = NEVER.search(line) or (OURS.search(line) and
                                     TROUBLE.search(line))
        if bad and not accepted(line):
            yield f"line {number}: {line}"


def recovery(lines):
    """The same for tegra-recovery; prints how often what was said."""
    counts = dict.fromkeys(RECOVERY, 0)
    rest = []
    for line in lines:
        what = [w for w, pattern in RECOVERY.items() if re.search(pattern, line)]
        if what:
            counts[what[0]] += 1
        elif line.startswith("kernel: ") and not accepted(line):
            yield line
        elif line.startswith("["):
            rest.append(line)
        elif NEVER.search(line):
            yield line
    print("messages: " + ", ".join(f"{n} {w}" for w, n in counts.items()))
    yield from complaints({}, rest)


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("1", "2", "raspi", "recovery"):
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="utf-8", errors="replace") as f:
        lines = f.read().splitlines()
    if sys.argv[1] == "recovery":
        found = list(recovery(lines))
    elif sys.argv[1] == "raspi":
        found = list(complaints(RASPI, lines))
    else:
        found = list(complaints(required(int(sys.argv[1])), lines))
    for text in found:
        print(f"{sys.argv[2]}: {text}")
    return 1 if found else 0


sys.exit(main())
