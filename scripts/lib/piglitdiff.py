#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""piglitdiff.py RESULTS CI KNOWN: how piglit's results differ from Mesa's lists of
what a Raspberry Pi 3 fails; status 1 where something fails that does not there
and is not in KNOWN, or is there and passes"""

import bz2
import collections
import glob
import json
import os
import re
import sys

BAD = ("fail", "crash", "timeout")


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [s.strip() for s in f if s.strip() and s[0] != "#"]


def load_results(path):
    """Test and subtest names as in Mesa's lists, lower case, with their results"""
    name = glob.glob(os.path.join(path, "results.json*"))[0]
    with (bz2.open if name.endswith("bz2") else open)(name) as f:
        tests = json.load(f)["tests"]
    for name, test in tests.items():
        subs = {f"{name}@{sub}": result for sub, result in
                (test.get("subtests") or {}).items() if sub != "__type__"}
        for full, result in {name: test["result"], **subs}.items():
            yield full.lower().replace(",", "-"), result


def load_known(path):
    """Names, each below a reason: a comment, and an empty line ends its names"""
    names, reason = set(), False
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(map(str.strip, f), 1):
            if line.startswith("#"):
                reason = True
            elif not line:
                reason = False
            elif not reason:
                sys.exit(f"{path}:{number}: no reason for {line}")
            else:
                names.add(line.lower())
    return names


def main():
    lists = os.path.join(sys.argv[2], "broadcom-rpi3-")
    there = {s.rpartition(",")[0].lower() for s in lines(lists + "fails.txt")}
    ignored = [re.compile(s, re.I) for kind in ("flakes", "skips")
               for s in lines(f"{lists}{kind}.txt")]
    known = load_known(sys.argv[3])
    results = dict(load_results(sys.argv[1]))
    bad = {n for n in results if results[n] in BAD}
    new = {n for n in bad - there - known
           if not any(r.search(n) for r in ignored)}
    stale = {n for n in known if results.get(n) == "pass" or n in there}
    count = collections.Counter(results.values())
    print(", ".join(f"{n} {kind}" for kind, n in count.most_common()))
    print(f"as on a Raspberry Pi 3: {len(bad & there)} that fail")
    print(f"for the reasons in {os.path.basename(sys.argv[3])}: "
          f"{len(bad & known - there)}")
    for name in sorted(n for n in there if results.get(n) == "pass"):
        print(f"only on a Raspberry Pi 3: {name}")
    for name in sorted(new):
        print(f"only here: {results[name]}: {name}")
    for name in sorted(stale):
        print(f"listed, but does not differ: {name}")
    return 1 if new or stale else 0


sys.exit(main())
