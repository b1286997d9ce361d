#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""piglitdiff.py RESULTS CI: how piglit's results differ from Mesa's lists of
what a Raspberry Pi 3 fails; status 1 where something fails that does not there"""

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


def main():
    lists = os.path.join(sys.argv[2], "broadcom-rpi3-")
    known = {s.rpartition(",")[0].lower() for s in lines(lists + "fails.txt")}
    ignored = [re.compile(s, re.I) for kind in ("flakes", "skips")
               for s in lines(f"{lists}{kind}.txt")]
    results = dict(load_results(sys.argv[1]))
    count = collections.Counter(results.values())
    new = [(results[n], n) for n in sorted(results)
           if results[n] in BAD and n not in known
           and not any(r.search(n) for r in ignored)]
    better = [n for n in sorted(results) if results[n] == "pass" and n in known]
    print(", ".join(f"{n} {kind}" for kind, n in count.most_common()))
    for result, name in new:
        print(f"only here: {result}: {name}")
    for name in better:
        print(f"only on a Raspberry Pi 3: {name}")
    return 1 if new else 0


sys.exit(main())
