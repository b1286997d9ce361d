# SPDX-License-Identifier: GPL-2.0-or-later
"""Save, load, migrate, stop a machine of vm.py while its guest works."""

import os
import random
import re
import struct
import time

CLUSTER = 1 << 16
# How often, then the guest is left alone; seconds in between
MOVES, MOVES_APART = 12, (0.2, 1.5)
STOPS, STOPS_APART = 100, (0.02, 0.12)
DRAIN = 0.1     # what a stopped machine has printed is read by then


def write_disk(path):
    """An empty qcow2 image of 1 MiB [QEMU, docs/interop/qcow2.txt]."""
    header = struct.pack(">4sIQIIQIIQQIIQ", b"QFI\xfb", 2, 0, 0, 16, 1 << 20,
                         0, 1, 3 * CLUSTER, CLUSTER, 1, 0, 0)
    table = struct.pack(">Q", 2 * CLUSTER)
    counts = struct.pack(">4H", 1, 1, 1, 1)
    with open(path, "wb") as f:
        for part in (header, table, counts, b""):
            f.write(part.ljust(CLUSTER, b"\0"))


def hmp_ok(vm, command, failed):
    answer = vm.command("human-monitor-command", **{"command-line": command})
    if answer:
        raise failed(f"{command}: {answer.strip()}")


class Mover:
    """What happens to a machine; each way returns what it was called."""

    def __init__(self, vm, start, failed):
        self.vm = vm
        self.start = start      # another Vm, given further arguments
        self.failed = failed
        self.text = b""

    def read(self, seconds):
        """The console's output of some time"""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            data = self.vm.con.receive(left)
            if not data:
                return
            self.text += data

    def lines(self):
        *whole, self.text = self.text.split(b"\n")
        return [self.vm._logged(line) for line in whole]

    def stopped(self, command):
        """It prints nothing meanwhile; returns what it has printed before."""
        self.vm.command("stop")
        self.read(DRAIN)
        hmp_ok(self.vm, command, self.failed)
        self.vm.command("cont")
        return self.text

    def back(self):
        """What it prints after the save did not happen when it is loaded."""
        text = self.stopped("savevm move")
        self.read(random.uniform(*MOVES_APART))
        self.stopped("loadvm move")
        self.text = text
        return "loadvm"

    def wait_migrated(self):
        while True:
            status = self.vm.command("query-migrate").get("status")
            if status == "completed":
                return
            if status == "failed":
                raise self.failed("the migration failed")
            self.read(0.05)

    def migrate(self):
        path = os.path.join(self.vm.dir.name, "migrate")
        other = self.start(["-incoming", f"unix:{path}"])
        self.vm.command("migrate", uri=f"unix:{path}")
        self.wait_migrated()
        self.vm.command("quit")
        self.read(20)           # what the old one still printed
        self.vm.process.wait(20)
        for name in ("process", "con", "qmp", "dir"):
            setattr(self.vm, name, getattr(other, name))
        return "migrated"

    def stop(self):
        self.vm.command("stop")
        self.vm.command("cont")
        return "stopped"


def disturb(mover, held, up, ways, most, apart):
    """Until the line @held; returns it and how often what was done."""
    vm, failed, done, working = mover.vm, mover.failed, {}, False
    while True:
        vm._check_time()
        mover.read(random.uniform(*apart))
        for line in mover.lines():
            working = working or bool(re.match(up, line))
            if re.match(held, line):
                return line, done
            if "Kernel panic" in line:
                raise failed("the guest's kernel panicked")
        if vm.process.poll() is not None:
            raise failed("QEMU ended before the picture was there")
        if working and sum(done.values()) < most:
            name = random.choice(ways)()
            done[name] = done.get(name, 0) + 1


def move(vm, held, up, start, failed):
    mover = Mover(vm, start, failed)
    return disturb(mover, held, up, (mover.back, mover.migrate), MOVES,
                   MOVES_APART)


def stop(vm, held, failed):
    mover = Mover(vm, None, failed)
    return disturb(mover, held, "", (mover.stop,), STOPS, STOPS_APART)
