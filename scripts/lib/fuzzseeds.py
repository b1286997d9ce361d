# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs for QEMU's generic fuzzer, made of what tests asked of QEMU

    fuzzseeds.py MTREE DIRECTORY "PATTERN..." LOG...

MTREE is what 'info mtree -f' prints, a LOG what a test with QTEST_LOG=1 prints to
its standard error: each machine in it makes a seed in DIRECTORY, of its accesses to
the regions whose names match. Numbers are those of tests/qtest/fuzz/generic_fuzz.c:
an operation is a byte, then its struct with the compiler's padding; "FUZZ" is
between two. What a test writes to memory becomes patterns, with which the fuzzer
fills what a device is about to read.
"""

import base64
import fnmatch
import os
import re
import struct
import sys

SEPARATOR = b"FUZZ"
OP_READ, OP_WRITE, OP_ADD_DMA_PATTERN, OP_CLEAR_DMA_PATTERNS = 2, 3, 7, 8
OP_CLOCK_STEP = 9
SIZES = {"b": 0, "w": 1, "l": 2, "q": 3}
MAX_SEED = 8000         # bytes; scripts/fuzz has longer inputs cut
MAX_PATTERN = 1024
MAX_AGAIN = 4           # of one operation, one after the other

RANGE = re.compile(r"^  ([0-9a-f]{16})-([0-9a-f]{16}) \(prio [^)]*\): (\S+)")


def ranges(mtree, patterns):
    """(start, end) of the regions in the order of the fuzzer's numbers"""
    found, here = [], False
    for line in mtree.splitlines():
        if line.startswith("FlatView"):
            here = False
        here = here or line.startswith(' AS "memory"')
        m = RANGE.match(line) if here else None
        # the name in QOM is the region's with a number
        if m and any(fnmatch.fnmatch(m[3] + "[0]", p) for p in patterns):
            found.append((int(m[1], 16), int(m[2], 16)))
    return found


class Seed:
    """One machine's operations"""

    def __init__(self, regions):
        self.regions = regions
        self.ops = []
        self.size = 0
        self.used = False           # by an access to one of the regions
        self.memory = bytearray()   # not yet put into a pattern
        self.end = 0                # address behind it

    def add(self, op):
        if self.size + len(op) + len(SEPARATOR) > MAX_SEED:
            return
        if self.ops[-MAX_AGAIN:] == [op] * MAX_AGAIN:
            return
        self.ops.append(op)
        self.size += len(op) + len(SEPARATOR)

    def flush(self):
        data = bytes(self.memory[:MAX_PATTERN])
        if data.strip(b"\0"):
            self.add(struct.pack("<BBB", OP_ADD_DMA_PATTERN, 0, 0) + data)
        self.memory = bytearray()

    def remember(self, addr, data):
        if addr != self.end:
            self.flush()
        self.memory += data
        self.end = addr + len(data)

    def access(self, addr, head, value):
        """head: of the struct; value: its bytes behind the offset"""
        for n, (start, end) in enumerate(self.regions):
            if start <= addr <= end:
                self.flush()
                self.used = True
                self.add(head[:2] + struct.pack("<BHI", n, 0, addr - start) +
                         value)
                return True
        return False

    def read(self, size, addr):
        self.access(addr, struct.pack("<BB", OP_READ, SIZES[size]), b"")

    def write(self, size, addr, value):
        if not self.access(addr, struct.pack("<BB", OP_WRITE, SIZES[size]),
                           struct.pack("<Q", value)):
            bits = 8 << SIZES[size]
            self.remember(addr, value.to_bytes(8, "little")[:bits // 8])

    def command(self, words):
        name, args = words[0], words[1:]
        if re.fullmatch("write[bwlq]", name):
            self.write(name[-1], int(args[0], 0), int(args[1], 0))
        elif re.fullmatch("read[bwlq]", name):
            self.read(name[-1], int(args[0], 0))
        elif name == "clock_step":
            self.add(bytes([OP_CLOCK_STEP]))
        elif name == "b64write":
            self.remember(int(args[0], 0), base64.b64decode(args[2]))
        elif name == "write":
            self.remember(int(args[0], 0), bytes.fromhex(args[2][2:]))

    def data(self):
        return SEPARATOR.join(self.ops)


def seeds(log, regions):
    """Of each machine that the log tells of"""
    seed = None
    for line in log.splitlines():
        if re.match(r"\[I [0-9.]+\] OPENED", line):
            if seed:
                yield seed
            seed = Seed(regions)
        m = re.match(r"\[R \+[0-9.]+\] (.+)", line)
        if m and seed:
            try:
                seed.command(m[1].split())
            except (ValueError, IndexError):
                pass    # the test wrote into the middle of the line
    if seed:
        yield seed


def main(mtree, directory, patterns, *logs):
    with open(mtree, encoding="ascii", errors="replace") as f:
        regions = ranges(f.read(), patterns.lower().split())
    if not regions:
        sys.exit(f"fuzzseeds: no region is named as one of {patterns}")
    os.makedirs(directory, exist_ok=True)
    for log in logs:
        name = os.path.splitext(os.path.basename(log))[0]
        with open(log, encoding="ascii", errors="replace") as f:
            for n, seed in enumerate(seeds(f.read(), regions)):
                if seed.used:
                    path = os.path.join(directory, f"{name}-{n}")
                    with open(path, "wb") as out:
                        out.write(seed.data())


main(*sys.argv[1:])
