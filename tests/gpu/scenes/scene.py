# SPDX-License-Identifier: GPL-2.0-or-later
"""A scene's two files: the memory blocks of the stream, the expectation."""

import glob
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


def _store(block, at, kind, values, count=1):
    form = TYPES[kind]
    parse = float if kind == "f32" else lambda v: int(v, 0)
    data = b"".join(struct.pack(form, parse(v)) for v in values) * count
    if at + len(data) > len(block):
        raise ValueError(f"data beyond the end of its memory: {values}")
    block[at:at + len(data)] = data


def inputs(name):
    """The memory blocks before the first draw."""
    memory = {}
    for words in lines(name):
        if words[0] == "memory":
            memory[words[1]] = bytearray(int(words[2], 0))
        elif words[0] == "data":
            _store(memory[words[1]], int(words[2], 0), words[3], words[4:])
        elif words[0] == "fill":
            _store(memory[words[1]], int(words[2], 0), words[3], words[4:5],
                   int(words[5], 0))
    return memory


def load(name):
    """The expectation: NAME.py as a module."""
    if HERE not in sys.path:
        sys.path.insert(0, HERE)
    spec = spec_from_file_location("scene_" + name.replace("-", "_"),
                                   f"{HERE}/{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
