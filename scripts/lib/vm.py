#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Start QEMU, follow its serial console, take a picture, end it.

vm.py picture --log FILE --png FILE --held REGEX [--stay] [--timeout S] -- QEMU...
    waits for the console line, dumps the screen, then quits QEMU; with --stay
    sends an empty line to the guest and waits until QEMU ends by itself
vm.py pictures --log FILE --png DIR --held REGEX [--timeout S] -- QEMU...
    dumps the screen to DIR/WORD.png at each console line that matches, WORD
    being the first group of REGEX, and answers with an empty line; returns the
    exit status of the guest's command
vm.py run --log FILE [--png DIR] [--timeout S] -- QEMU...
    shows what the guest's command prints and returns its exit status
vm.py move --log FILE --png FILE --held REGEX [--timeout S] -- QEMU...
    as picture, but from when Linux is up the machine is saved, loaded and
    migrated to another QEMU until the line comes
vm.py stops --log FILE --png FILE --held REGEX [--timeout S] -- QEMU...
    as picture, but from its start the machine is stopped, and goes on, again
    and again until the line comes
vm.py type --log FILE --commands FILE [--png FILE --held REGEX] [--timeout S] --
    QEMU...
    types the lines of FILE at the prompt of U-Boot, or of root in a Debian system;
    a line "? REGEX" is what the line before must have brought. The last line may
    start a system of which a picture is taken, as above
vm.py end --log FILE [--timeout S] -- QEMU...
    waits until QEMU ends by itself and returns its status

With --power-key REGEX that key is pressed a second after each console line that
matches. The console is the chardev "con", which this program adds. A console line
of the guest that begins with "host: " is a request (REQUESTS below, and
docs/guest-programs.rst, Asking the host); it is answered with the line "ok" or
"error TEXT" on the guest's console.
"""

import argparse
import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import vmmove

# What the command printed last may not have ended with a newline.
EXIT_LINE = re.compile(r"(.*)gr3d-run: exit status (\d+)$")
UP_LINE = re.compile(r"^gr3d-init: up after ")
REQUEST_LINE = re.compile(r"^host: ([a-z-]+)(?: (.*))?$")
PANIC = re.compile(r"Kernel panic - not syncing")


class Failed(Exception):
    """What the user gets to read."""


class TimeUp(Failed):
    """QEMU still runs."""


class Refused(Exception):
    """What a guest gets to read that asked for something."""


def decoded(data):
    return data.decode("utf-8", "replace").replace("\r", "")


class Console:
    """It is always read: a CPU waits in one that is full, and QMP for the CPU."""

    def __init__(self, con):
        self.con = con
        self.said = queue.SimpleQueue()
        con.settimeout(1)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        data = True
        while data:
            try:
                data = self.con.recv(65536)
            except socket.timeout:
                continue
            except ConnectionResetError:
                data = b""
            self.said.put(data)

    def receive(self, seconds):
        """What it says within that time; None: it has ended."""
        try:
            data = self.said.get(timeout=seconds)
        except queue.Empty:
            return b""
        if not data:
            self.said.put(data)
        return data or None

    def send(self, text):
        self.con.sendall(text.encode())


class Vm:
    """One QEMU with its console and QMP socket."""

    def __init__(self, argv, log, timeout, pictures, power_key=None):
        self.pictures = pictures
        self.power_key = power_key
        self.dir = tempfile.TemporaryDirectory(prefix="gr3d-vm-")
        self.deadline = time.monotonic() + timeout if timeout else None
        self.log = open(log, "w", encoding="utf-8")
        self.pending = b""
        self.started = time.monotonic()
        con, qmp = self._path("con"), self._path("qmp")
        # -S: the guest starts when we listen, so that no line is lost
        self.process = subprocess.Popen(
            argv + ["-S",
                    "-chardev", f"socket,id=con,path={con},server=on,wait=off",
                    "-serial", "chardev:con",
                    "-qmp", f"unix:{qmp},server=on,wait=off"],
            stdin=subprocess.DEVNULL)
        self.con = Console(self._connect(con))
        self.qmp_socket = self._connect(qmp)
        self.qmp = self.qmp_socket.makefile("rw")
        self._greeting()
        self.command("qmp_capabilities")
        self.command("cont")

    def _path(self, name):
        return os.path.join(self.dir.name, name)

    def _connect(self, path):
        while True:
            s = socket.socket(socket.AF_UNIX)
            try:
                s.connect(path)
                return s
            except (FileNotFoundError, ConnectionRefusedError):
                s.close()
            if self.process.poll() is not None:
                raise Failed("QEMU ended at once with status "
                             f"{self.process.returncode}")
            self._check_time()
            time.sleep(0.02)

    def _greeting(self):
        try:
            if self.qmp.readline():
                return
        except ConnectionError:
            pass
        raise Failed("QEMU ended before the guest started")

    def _check_time(self):
        if self.deadline and time.monotonic() > self.deadline:
            raise TimeUp("time is up")

    def lines(self):
        """Console lines, until QEMU ends. Requests are then carried out."""
        while (data := self._receive()) is not None:
            *whole, self.pending = (self.pending + data).split(b"\n")
            for line in whole:
                text = self._logged(line)
                yield text
                answer(self, text)
                self._wake(text)
        if self.pending:
            yield self._logged(self.pending)

    def _receive(self):
        """What the console says within a second; None: QEMU has ended."""
        self._check_time()
        return self.con.receive(1)

    def _wake(self, text):
        """Whom a key has to wake should be asleep."""
        if self.power_key and re.search(self.power_key, text):
            time.sleep(1)
            self.command("system_powerdown")

    def _logged(self, line):
        text = decoded(line)
        self.note(text)
        return text

    def until(self, wanted):
        """What the console says up to what matches, or Failed."""
        said = ""
        try:
            while not re.search(wanted, said):
                data = self._receive()
                if data is None:
                    raise Failed("QEMU ended")
                said += decoded(data)
        finally:
            self.note(said)
        return said

    def note(self, text):
        self.log.write(text + "\n")
        self.log.flush()

    def send(self, text):
        try:
            self.con.send(text)
        except socket.timeout as e:
            raise Failed("the guest does not read its console") from e

    def command(self, name, **arguments):
        """The answer to a QMP command, or Failed."""
        try:
            return self.ask(name, **arguments)
        except Refused as e:
            raise Failed(str(e)) from e

    def ask(self, name, **arguments):
        """The same, but Refused if it is QEMU that does not want to."""
        request = {"execute": name, "arguments": arguments}
        while True:
            try:
                if request:
                    self.qmp.write(json.dumps(request) + "\n")
                    self.qmp.flush()
                    request = None
                line = self.qmp.readline()
            except ConnectionError:
                line = ""
            except TimeoutError as e:
                raise Failed(f"QEMU does not answer {name}") from e
            if not line:
                raise Failed(f"QEMU ended while asked to {name}")
            reply = json.loads(line)
            if "error" in reply:
                raise Refused(f"QMP {name}: {reply['error']['desc']}")
            if "return" in reply:
                return reply["return"]

    def end(self):
        """Quit QEMU if it still runs; returns its status."""
        try:
            if self.process.poll() is None:
                self.command("quit")
            status = self.process.wait(20)
        except (Failed, OSError, ValueError, subprocess.TimeoutExpired):
            self.process.kill()
            status = self.process.wait()
        self.log.close()
        self.dir.cleanup()
        return status


# ---- requests of the guest ---------------------------------------------------
# The guest may be anybody's program: it reaches the emulated machine only, and
# no file but a picture in the directory of this run.

SAFE_HMP = ("info", "x", "xp", "trace-event")


def dump(vm, path):
    vm.ask("screendump", filename=os.path.abspath(path), format="png")


def show(vm, text):
    """Into the log and, like what the guest's command prints, to the user."""
    if not text:
        return
    vm.note(text)
    print(text, flush=True)


def in_machine(path):
    if not path.startswith("/machine/"):
        raise Refused(f"{path} is not below /machine")
    return path


def request_monitor(vm, state):
    vm.ask("qom-set", path="/machine/soc/hdmi", property="connected",
           value={"on": True, "off": False}[state])


def request_qom_set(vm, path, name, text):
    try:
        value = json.loads(text)
    except ValueError as e:
        raise Refused(f"{text} is not JSON") from e
    vm.ask("qom-set", path=in_machine(path), property=name, value=value)


def request_qom_get(vm, path, name):
    value = vm.ask("qom-get", path=in_machine(path), property=name)
    text = value if isinstance(value, str) else json.dumps(value)
    show(vm, f"{path} {name}:{chr(10) if chr(10) in text else ' '}{text}")
    return None if isinstance(value, str) else text


def request_screendump(vm, name):
    dump(vm, os.path.join(vm.pictures, name + ".png"))


def request_hmp(vm, command):
    if command.split()[0] not in SAFE_HMP:
        raise Refused(f"hmp knows {', '.join(SAFE_HMP)}")
    show(vm, vm.ask("human-monitor-command", **{"command-line": command})
         .replace("\r", "").rstrip("\n"))


def cpu_seconds(pid):
    """Processor time that a process has used"""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def request_cpu_use(vm, seconds):
    """In percent of one processor; the guest may sleep meanwhile."""
    before, start = cpu_seconds(vm.process.pid), time.monotonic()
    time.sleep(int(seconds))
    used = cpu_seconds(vm.process.pid) - before
    return f"{100 * used / (time.monotonic() - start):.2f}"


def request_uptime(vm):
    return f"{time.monotonic() - vm.started:.2f}"


def request_memory(vm):
    """What QEMU has in use, in KiB"""
    with open(f"/proc/{vm.process.pid}/status", encoding="utf-8") as f:
        return re.search(r"^VmRSS:\s*(\d+)", f.read(), re.M).group(1)


# name: the arguments, and what to do with them
REQUESTS = {
    "cpu-use": (r"([1-9][0-9]?)", request_cpu_use),
    "uptime": (r"", request_uptime),
    "memory": (r"", request_memory),
    "monitor": (r"(on|off)", request_monitor),
    "qom-set": (r"(\S+) (\S+) (.+)", request_qom_set),
    "qom-get": (r"(\S+) (\S+)", request_qom_get),
    "screendump": (r"([A-Za-z0-9_][A-Za-z0-9_.-]*)", request_screendump),
    "hmp": (r"(\S.*)", request_hmp),
}


def carry_out(vm, name, arguments):
    if name not in REQUESTS:
        raise Refused(f"no such request: {name}")
    pattern, handler = REQUESTS[name]
    found = re.fullmatch(pattern, arguments)
    if not found:
        raise Refused(f"wrong arguments for {name}: {arguments}")
    return handler(vm, *found.groups())


def answer(vm, line):
    """Carry out what the line asks for, if it does, and say how it went."""
    asked = REQUEST_LINE.match(line)
    if not asked:
        return
    try:
        value = carry_out(vm, asked.group(1), asked.group(2) or "")
        vm.send("ok\n" if value is None else f"ok {value}\n")
    except Refused as e:
        vm.note(f"vm.py: {e}")
        vm.send("error " + str(e).replace("\n", " ") + "\n")


# ---- what to wait for --------------------------------------------------------

def wait_for(vm, wanted):
    """The console line that matches, or Failed."""
    for line in vm.lines():
        if re.match(wanted, line):
            return line
        if PANIC.search(line):
            raise Failed("the guest's kernel panicked")
        if EXIT_LINE.match(line):
            raise Failed("the guest program ended early: " + line)
    raise Failed("QEMU ended before the picture was there")


def picture(vm, options):
    line = wait_for(vm, options.held)
    print(f"    {line} ({time.monotonic() - vm.started:.1f} s after power-on)")
    dump(vm, options.png)
    if options.stay:
        print("    the animation goes on until the window is closed",
              flush=True)
        vm.deadline = None
        vm.send("\n")
        for _ in vm.lines():
            pass
        vm.process.wait()
    return 0


def add_disk(options):
    """One for snapshots; nothing of the guest is on it."""
    path = options.log + ".disk"
    vmmove.write_disk(path)
    options.qemu += ["-drive", f"if=none,format=qcow2,file={path}"]


def disturbed(vm, options, line, done):
    """The picture of a machine that something was done to."""
    ways = ", ".join(f"{name} {n} times" for name, n in done.items())
    print(f"    {line}; {ways or 'nothing was done'}", flush=True)
    dump(vm, options.png)
    return 0 if done else 1


def moved(vm, options):
    def start(extra):
        return Vm(options.qemu + extra, os.devnull, 0, vm.pictures)

    line, done = vmmove.move(vm, options.held, UP_LINE, start, Failed)
    status = disturbed(vm, options, line, done)
    os.unlink(options.log + ".disk")
    return status


def stopped(vm, options):
    line, done = vmmove.stop(vm, options.held, Failed)
    return disturbed(vm, options, line, done)


def pictures(vm, options):
    for line in vm.lines():
        held = re.match(options.held, line)
        found = EXIT_LINE.match(line)
        if held:
            print(line, flush=True)
            dump(vm, os.path.join(options.png, held.group(1) + ".png"))
            vm.send("\n")
        elif found:
            return int(found.group(2))
        elif PANIC.search(line):
            raise Failed("the guest's kernel panicked")
    raise Failed("the command did not come to its end")


def run(vm, _options):
    up = False
    status = None
    for line in vm.lines():
        found = EXIT_LINE.match(line)
        if found:
            if found.group(1):
                print(found.group(1), flush=True)
            status = int(found.group(2))
        elif up and status is None:
            print(line, flush=True)
        elif PANIC.search(line):
            raise Failed("the guest's kernel panicked")
        up = up or bool(UP_LINE.match(line))
    if status is None:
        raise Failed("the command did not come to its end")
    ended = vm.process.wait(20)
    if ended:
        raise Failed(f"QEMU ended with status {ended}")
    return status


PROMPT = r"(\(TrimSlice\) |root@\S+)# $"
AUTOBOOT = r"stop autoboot: +\d"


def prompted(vm):
    """What comes up to the prompt, for which U-Boot may have to be stopped."""
    said = vm.until(f"{PROMPT}|{AUTOBOOT}")
    if re.search(PROMPT, said):
        return said
    vm.send(" ")
    return said + vm.until(PROMPT)


def typed(vm, options):
    with open(options.commands, encoding="utf-8") as f:
        lines = f.read().splitlines()
    said = prompted(vm)
    for n, line in enumerate(lines, 1):
        if line.startswith("? "):
            if not re.search(line[2:], said, re.M):
                raise Failed(f"{lines[n - 2]} did not bring {line[2:]}")
            continue
        vm.send(line + "\n")
        if options.held and n == len(lines):
            return picture(vm, options)
        said = prompted(vm)
    return 0


def end(vm, _options):
    for line in vm.lines():
        if PANIC.search(line):
            raise Failed("the guest's kernel panicked")
    return vm.process.wait(20)


MODES = {"type": typed, "move": moved, "stops": stopped, "picture": picture,
         "pictures": pictures, "run": run, "end": end}


def parse():
    p = argparse.ArgumentParser(usage=__doc__)
    p.add_argument("mode", choices=list(MODES))
    p.add_argument("--log", required=True)
    p.add_argument("--png")
    p.add_argument("--held")
    p.add_argument("--commands")
    p.add_argument("--power-key")
    p.add_argument("--stay", action="store_true")
    p.add_argument("--timeout", type=float, default=0)
    p.add_argument("qemu", nargs="+")
    return p.parse_args()


def look(vm, what):
    """Of what the monitor says about it all into the log, and where the
    processors are to the user"""
    text = vm.command("human-monitor-command",
                      **{"command-line": "info " + what})
    vm.note(text.replace("\r", ""))
    for where in re.findall(r"\b(?:R15|PC) *=[0-9a-f]+", text):
        print(where, file=sys.stderr)


def tell_where(vm):
    """What a machine does whose time is up, after the end of its console"""
    with open(vm.log.name, encoding="utf-8", errors="replace") as f:
        print(*f.read().splitlines()[-3:], sep="\n", file=sys.stderr)
    vm.qmp_socket.settimeout(20)
    try:
        for what in ("registers -a", "host1x", "gr3d", "v3d"):
            look(vm, what)
    except Failed as e:
        print(f"error: {e}", file=sys.stderr)


def picture_directory(options):
    """Where a guest's screendump goes: the log's directory if nobody says."""
    if options.png and options.mode != "picture":
        return options.png
    return os.path.dirname(os.path.abspath(options.log))


def stop(_signal, _frame):
    raise KeyboardInterrupt


def main():
    options = parse()
    vm = None
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    try:
        if options.mode == "move":
            add_disk(options)
        vm = Vm(options.qemu, options.log, options.timeout,
                picture_directory(options), options.power_key)
        return MODES[options.mode](vm, options)
    except (Failed, Refused) as e:
        print(f"error: {e}; the console log is {options.log}",
              file=sys.stderr)
        if vm and isinstance(e, TimeUp):
            tell_where(vm)
        return 125
    except KeyboardInterrupt:
        return 130
    finally:
        if vm:
            vm.end()


sys.exit(main())
