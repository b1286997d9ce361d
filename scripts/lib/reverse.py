# SPDX-License-Identifier: GPL-2.0-or-later
"""reverse.py SOCKET LATER EARLIER - go backwards in a replay, as gdb does

QEMU's gdbstub, which listens at SOCKET, runs to address LATER, two steps on and
two back, and from there back to EARLIER, which the guest has to have passed.
"""

import socket
import sys
import time


class Gdb:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(300):
            try:
                self.socket.connect(path)
                break
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(0.1)
        self.file = self.socket.makefile("rb")

    def ask(self, text):
        """Send a packet and return the answer's text."""
        self.socket.sendall(b"$%s#%02x" % (text.encode(), sum(text.encode()) % 256))
        while self.file.read(1) != b"$":
            pass
        answer = b""
        while not answer.endswith(b"#"):
            byte = self.file.read(1)
            if not byte:
                sys.exit(f"QEMU ended after {text}")
            answer += byte
        self.file.read(2)
        self.socket.sendall(b"+")
        return answer[:-1].decode()

    def run(self, how):
        """Return where it stops; r15 is the 16th word of all registers."""
        self.ask(how)
        return bytes.fromhex(self.ask("g")[15 * 8:16 * 8])[::-1].hex()

    def run_to(self, how, address):
        self.ask(f"Z1,{address},4")
        pc = self.run(how)
        self.ask(f"z1,{address},4")
        print(f"{how}: {pc}")
        return pc == address


def main():
    path, later, earlier = sys.argv[1:]
    gdb = Gdb(path)
    right = gdb.run_to("c", later)
    on = [gdb.run("s"), gdb.run("s")]
    back = [gdb.run("bs"), gdb.run("bs")]
    print("s:", *on, "bs:", *back)
    return not (right and len({later, *on}) == 3 and back == [on[0], later] and
                gdb.run_to("bc", earlier))


sys.exit(main())
