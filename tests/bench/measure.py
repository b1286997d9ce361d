# SPDX-License-Identifier: GPL-2.0-or-later
"""Two programs that draw the same: are the pictures alike, and who is faster?

tests/bench/side.h has what the programs understand.
"""

import collections
import math
import operator
import os
import statistics
import subprocess

MIN_PSNR = 35.0


class Cannot(Exception):
    """A side does not draw this workload; the text says why."""


class Died(Cannot):
    """... and it did not say so itself."""


class Side:
    """A running program that is set up for one workload."""

    def __init__(self, program, workload, size, cores, environment=None):
        self.name = os.path.basename(program)
        self.process = subprocess.Popen(
            [program, workload, str(size[0]), str(size[1]), str(len(cores))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=dict(os.environ, **(environment or {})),
            preexec_fn=lambda: os.sched_setaffinity(0, cores))
        try:
            work, self.text = self.answer("ready").split(" ", 1)
            self.work = float(work)
        except Cannot:
            self.close()
            raise

    def answer(self, kind):
        line = self.process.stdout.readline().strip()
        word, _, rest = line.partition(" ")
        if word == "cannot":
            raise Cannot("%s: %s" % (self.name, rest))
        if word != kind:
            self.process.kill()
            raise Died("%s: no answer, status %s" % (self.name,
                                                     self.process.wait()))
        return rest

    def ask(self, command, kind):
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass                        # the answer will be missing
        return self.answer(kind)

    def image(self, path):
        self.ask("image " + path, "done")
        with open(path, "rb") as f:
            return f.read()

    def seconds(self, frames):
        return float(self.ask("time %d" % frames, "seconds"))

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.stdout.close()
        self.process.wait()


def psnr(a, b):
    """In dB over all bytes; infinite if there is no difference."""
    if len(a) != len(b) or not a:
        return 0.0
    count = collections.Counter(map(operator.sub, a, b))
    mean = sum(d * d * n for d, n in count.items()) / len(a)
    return 10 * math.log10(255 * 255 / mean) if mean else math.inf


def has_content(image):
    """A picture of one colour says nothing about how it was drawn."""
    pixels = memoryview(image).cast("I")
    return any(p != pixels[0] for p in pixels)


def compare(sides, directory):
    """(PSNR, None) if the two pictures show the same, else (PSNR, why not)"""
    images = [s.image(os.path.join(directory, s.name + ".rgba"))
              for s in sides]
    value = psnr(*images)
    if sides[0].work != sides[1].work:
        return value, "they do not do the same work"
    if not all(map(has_content, images)):
        return value, "a picture has one colour only"
    if value < MIN_PSNR:
        return value, "PSNR %.1f dB, less than %g" % (value, MIN_PSNR)
    return value, None


def frames_for(side, seconds):
    """How many frames take that long?  Doubles, for the first ones are slow"""
    frames = 1
    side.seconds(1)
    while True:
        took = side.seconds(frames)
        if took >= seconds:
            return frames
        more = math.ceil(1.2 * frames * seconds / max(took, 1e-6))
        frames = max(frames + 1, min(10 * frames, more))


def rates(side, frames, seconds):
    return [side.work * frames / s for s in seconds]


def summary(values):
    return {"median": statistics.median(values), "min": min(values),
            "max": max(values), "samples": values}


def samples(sides, rounds, seconds):
    """Work per second of each side: A B A B ..., one sample each a round"""
    frames = [frames_for(s, seconds) for s in sides]
    took = [[] for _ in sides]
    for _ in range(rounds):
        for i, side in enumerate(sides):
            took[i].append(side.seconds(frames[i]))
    return [rates(s, frames[i], took[i]) for i, s in enumerate(sides)]


def measure(sides, rounds, seconds):
    return list(map(summary, samples(sides, rounds, seconds)))


def scaling(one, many):
    """How many times as much a second?  Of samples taken one after the other:
    a machine whose speed changes between the rounds is slower for both."""
    return statistics.median(map(operator.truediv, many, one))
