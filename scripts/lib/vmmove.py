# SPDX-License-Identifier: GPL-2.0-or-later
"""Save, load and migrate a machine of vm.py while its guest works."""

import os
import random
import re
import socket
import struct
import time

CLUSTER = 1 << 16
MOVES = 12          # then the guest is left alone
APART = (0.2, 1.5)  # seconds


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
        vm, end = self.vm, time.monotonic() + seconds
        while time.monotonic() < end:
            vm.con.settimeout(max(0.01, end - time.monotonic()))
            try:
                data = vm.con.recv(65536)
            except socket.timeout:
                return
            except ConnectionResetError:
                data = b""
            if not data:
                return
            self.text += data

    def lines(self):
        *whole, self.text = self.text.split(b"\n")
        return [self.vm._logged(line) for line in whole]

    def back(self):
        hmp_ok(self.vm, "savevm move", self.failed)
        self.read(random.uniform(*APART))
        hmp_ok(self.vm, "loadvm move", self.failed)
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


def move(vm, held, up, start, failed):
    """Until the line @held; returns it and how often what was done."""
    mover, done, working = Mover(vm, start, failed), {}, False
    while True:
        vm._check_time()
        mover.read(random.uniform(*APART))
        for line in mover.lines():
            working = working or bool(re.match(up, line))
            if re.match(held, line):
                return line, done
            if "Kernel panic" in line:
                raise failed("the guest's kernel panicked")
        if vm.process.poll() is not None:
            raise failed("QEMU ended before the picture was there")
        if working and sum(done.values()) < MOVES:
            name = random.choice((mover.back, mover.migrate))()
            done[name] = done.get(name, 0) + 1
