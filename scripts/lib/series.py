# SPDX-License-Identifier: GPL-2.0-or-later
#
# series.py TABLE PATCHES BASE WHOLE REPO - commit WHOLE on top of BASE, in steps
#
# TABLE says which step brings which new file, or which of PATCHES.  Lists of files
# (meson.build, Kconfig, trace-events; and what SPREAD adds to QEMU's own) have at
# each step those of their lines that name what is there already.

import difflib
import fnmatch
import os
import re
import shutil
import subprocess
import sys

LISTS = ("meson.build", "Kconfig", "trace-events", "trace.h")
SPREAD = ("0001-*", "0003-*", "0004-*")     # patches that are lists' lines
ALWAYS = -1

# What a line of a list may name: 'file', symbol or directory, page, section
WORDS = re.compile(r"'([^']+)'|^(?:source|F:) (\S+)|^ *(?:config|select) (\S+)"
                   r"|^ +([\w/-]+)$|^# (\w+\.c)")


def fail(text):
    sys.exit(f"series: error: {text}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def only(names, pattern):
    """Return the one of NAMES that PATTERN matches."""
    found = fnmatch.filter(names, pattern)
    if len(found) != 1:
        fail(f"{pattern} matches {len(found)} files")
    return found[0]


class Step:
    """A paragraph of the table: a subject, why, '+' new files, '@' patches."""

    def __init__(self, text, patches):
        lines = [line for line in text.splitlines() if line[:1] != "#"]
        self.globs = " ".join(x[2:] for x in lines if x[0] == "+").split()
        self.patches = [only(patches, x[2:]) for x in lines if x[0] == "@"]
        words = [line for line in lines if line[0] not in "+@"]
        self.message = words and "\n".join([words[0], ""] + words[1:])

    def say(self, patch):
        """Take subject and reason from PATCH."""
        head = read(patch).split("\n---\n")[0]
        subject = re.search("^Subject: (.*)", head, re.M).group(1)
        self.message = subject + "\n\n" + head.split("\n\n", 1)[1]


class Series:
    def __init__(self, table, patch_dir, base, whole, repo):
        self.patch_dir, self.base, self.whole, self.repo = \
            patch_dir, base, whole, repo
        patches = read(f"{patch_dir}/series").split()
        self.steps = [Step(text.strip(), patches) for text in
                      re.split(r"\n\s*\n", read(table)) if text[:1] != "#"]
        self.overlay = read(f"{whole}/.gr3d-overlay").split()
        self.place = {}             # new file: its step
        self.symbol = {}            # of Kconfig: its step
        self.lists = {}             # list: its lines, as pairs with their step
        for number, step in enumerate(self.steps):
            self.place_files(number, step)
        self.find_lists(patches)
        self.check_table(patches)

    def place_files(self, number, step):
        for pattern in step.globs:
            found = fnmatch.filter(self.overlay, pattern)
            if not found:
                fail(f"no file is {pattern}")
            for file in found:
                if self.place.setdefault(file, number) != number:
                    fail(f"{file} is in two steps")

    def check_table(self, patches):
        lost = set(self.overlay) - set(self.place) - set(self.lists)
        used = [patch for step in self.steps for patch in step.patches]
        used += [only(patches, pattern) for pattern in SPREAD]
        if lost or sorted(used) != sorted(patches):
            fail(f"in no step, or in two: {sorted(lost)} "
                 f"{set(patches) ^ set(used)}")

    def find_lists(self, patches):
        """Know the step of each line of each list."""
        tree = self.repo + ".lists"
        shutil.copytree(self.base, tree)
        for pattern in SPREAD:
            apply(f"{self.patch_dir}/{only(patches, pattern)}", tree)
        ours = [file for file in self.overlay if file not in self.place and
                os.path.basename(file) in LISTS]
        # symbols are found in meson.build
        for file in sorted(ours, key=lambda file: "Kconfig" in file):
            self.lists[file] = self.list_steps(file, read(f"{self.whole}/{file}"))
        for file in files_of(tree):
            old, new = read(f"{self.base}/{file}"), read(f"{tree}/{file}")
            if old != new:
                self.lists[file] = self.list_steps(file, new, old)
        shutil.rmtree(tree)

    def named(self, word, where):
        """Return the step of what WORD names in directory WHERE, or None."""
        path = os.path.normpath(os.path.join(where, word))
        # QEMU's meson.build names the directories that have trace events
        found = self.lists.get(path if where else path + "/trace-events")
        if found:
            return min(step for _, step in found)
        steps = [step for file, step in self.place.items() if
                 file in (path, path + ".c", path + ".rst") or
                 file.startswith(path + "/") or fnmatch.fnmatch(file, word)]
        return min(steps, default=self.symbol.get(word))

    def list_steps(self, file, text, old=None):
        """Pair each line of TEXT with its step; lines of OLD are there always."""
        lines = text.splitlines()
        where = os.path.dirname(file)
        sections = file.endswith("trace-events")
        fixed = same_lines(old, lines)
        depth = [sections and line[:1] not in "#" or
                 len(line) - len(line.lstrip()) for line in lines]
        own = []
        for i, line in enumerate(lines):
            words = ["".join(m.groups("")) for m in WORDS.finditer(line)]
            steps = [self.named(word, where) for word in words
                     if word and i not in fixed]
            own.append(min((s for s in steps if s is not None), default=None))
        first = min((s for s in own if s is not None), default=None)
        if first is None:
            first = min(s for f, s in self.place.items()
                        if f.startswith(where + "/"))
        steps = [ALWAYS if i in fixed else None for i in range(len(lines))]
        self.settle(lines, depth, own, steps, first)
        for line, step in zip(lines, steps):
            for name in re.findall(r"CONFIG_(\w+)'", line):
                self.symbol[name] = min(step, self.symbol.get(name, step))
        return list(zip(lines, steps))

    @staticmethod
    def settle(lines, depth, own, steps, first):
        """Fill in STEPS: a block's as its first line's, a remark's as the next."""
        opener = []                 # (depth, step) of the blocks around a line
        for i, line in enumerate(lines):
            if steps[i] is not None or is_remark(line) and own[i] is None:
                continue
            closes = re.match(r" *([)\]}]|end)", line)
            if closes:
                steps[i] = next((s for d, s in reversed(opener)
                                 if d == depth[i]), first)
                continue
            while opener and opener[-1][0] >= depth[i]:
                opener.pop()
            inside = own[i]
            if inside is None:
                inside = min((s for s in block(own, lines, depth, i)
                              if s is not None), default=first)
            steps[i] = max([inside] + [s for _, s in opener])
            opener.append((depth[i], steps[i]))
        for i in reversed(range(len(lines))):
            if steps[i] is None:
                after = steps[i + 1] if i + 1 < len(lines) else first
                steps[i] = first if after == ALWAYS or is_header(lines, i) \
                    else after

    def commit(self, number, step):
        for file, place in self.place.items():
            if place == number:
                write(f"{self.repo}/{file}", read(f"{self.whole}/{file}"))
        for file, lines in self.lists.items():
            text, before = (
                "".join(line + "\n" for line, place in lines if place <= now)
                for now in (number, number - 1))
            if text != before:
                write(f"{self.repo}/{file}", text)
        for patch in step.patches:
            apply(f"{self.patch_dir}/{patch}", self.repo)
        if not step.message:
            step.say(f"{self.patch_dir}/{step.patches[0]}")
        git(self.repo, "add", "-A")
        git(self.repo, "commit", "-q", "-m", step.message)


def block(own, lines, depth, i):
    """Yield what the lines inside of line I name."""
    for j in range(i + 1, len(lines)):
        if lines[j] and depth[j] <= depth[i]:
            return
        yield own[j]


def is_remark(line):
    return not line.strip() or line.lstrip()[0] == "#"


def is_header(lines, i):
    return all(line.startswith("#") for line in lines[:i + 1])


def same_lines(old, lines):
    if old is None:
        return ()
    match = difflib.SequenceMatcher(None, old.splitlines(), lines, False)
    return {j + k for _, j, n in match.get_matching_blocks() for k in range(n)}


def files_of(tree):
    return [os.path.relpath(os.path.join(path, name), tree)
            for path, _, names in os.walk(tree) for name in names]


def apply(patch, tree):
    run = subprocess.run(["patch", "-s", "-p1", "-F0", "--no-backup-if-mismatch",
                          "-d", tree, "-i", patch], check=False)
    if run.returncode:
        fail(f"{patch} does not apply")


def git(repo, *args):
    subprocess.run(["git", "-C", repo, *args], check=True)


def main():
    series = Series(*sys.argv[1:])
    for number, step in enumerate(series.steps):
        series.commit(number, step)
    print(f"    {len(series.steps)} patches, {len(series.overlay)} new files")


main()
