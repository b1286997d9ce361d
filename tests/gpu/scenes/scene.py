# SPDX-License-Identifier: GPL-2.0-or-later
"""A scene's two files: the memory blocks of the stream, the expectation."""

import contextlib
import functools
import glob
import io
import multiprocessing
import os
import struct
import sys
from importlib.util import module_from_spec, spec_from_file_location

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = {"u8": "<B", "u16": "<H", "u32": "<I", "f32": "<f"}


def names():
    """Every NAME with a NAME.gr3d, in order."""
    return sorted(os.path.basename(f)[:-5]
                  for f in glob.glob(HERE + "/*.gr3d"))


def path(name):
    return f"{HERE}/{name}.gr3d"


def lines(name):
    """The lines outside program blocks, as words."""
    deep = 0
    with open(path(name), encoding="ascii") as text:
        for line in text:
            words = line.split("#")[0].replace("{", " { ") \
                .replace("}", " } ").split()
            if words and not deep and "{" not in words:
                yield words
            deep += words.count("{") - words.count("}")


class Inputs(dict):
    """Memory blocks by name, as they are before the first draw."""

    def __init__(self, name):
        super().__init__()
        self.filled = {}
        for words in lines(name):
            if words[0] == "memory":
                self[words[1]] = bytearray(int(words[2], 0))
            elif words[0] == "data":
                self._store(words[1:4], words[4:], 1)
            elif words[0] == "fill":
                self._store(words[1:4], words[4:5], int(words[5], 0))

    def _store(self, place, values, count):
        memory, at, kind = place
        at = self.filled[memory] if at == "+" else int(at, 0)
        data = b"".join(_packed(kind, v) for v in values) * count
        self.filled[memory] = at + len(data)
        if self.filled[memory] > len(self[memory]):
            raise ValueError(f"data beyond the end of {memory}")
        self[memory][at:at + len(data)] = data


def _packed(kind, text):
    form = TYPES[kind]
    if kind == "f32" and not text.startswith("0x"):
        return struct.pack(form, float(text))
    size = struct.calcsize(form)
    return (int(text, 0) & (1 << 8 * size) - 1).to_bytes(size, "little")


def inputs(name):
    return Inputs(name)


def load(name):
    """The expectation: NAME.py as a module."""
    if HERE not in sys.path:
        sys.path.insert(0, HERE)
    spec = spec_from_file_location("scene_" + name.replace("-", "_"),
                                   f"{HERE}/{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _captured(job, name):
    """job(name) -> is it right?  And what it printed."""
    with contextlib.redirect_stdout(io.StringIO()) as text:
        try:
            ok = job(name)
        except Exception as error:      # pylint: disable=broad-except
            ok = False
            print(f"# {name}: {type(error).__name__}: {error}")
    return bool(ok), text.getvalue()


def tap(job, which, what):
    """A line of TAP for job(name) of each; True if all are right."""
    all_ok = bool(which)
    print(f"1..{len(which)}")
    # fork: the job is a function of a script that cannot be imported
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        done = pool.imap(functools.partial(_captured, job), which)
        for number, (name, (ok, text)) in enumerate(zip(which, done), 1):
            all_ok = all_ok and ok
            print(f"{text}{'ok' if ok else 'not ok'} {number} - {what} {name}",
                  flush=True)
    return all_ok
