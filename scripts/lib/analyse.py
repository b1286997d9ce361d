#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Analyse files of a build directory with a static analyser.

analyse.py gcc|clang-tidy BUILD KNOWN JOBS PATH... prints each finding in the files
below PATH that KNOWN/known, the list of those that are explained, does not have.
The exit status is then 1, and if there is no file.  KNOWN/clang-tidy names that
tool's checks.
"""

import concurrent.futures
import itertools
import json
import os
import re
import shlex
import subprocess
import sys

WARNING = re.compile(r'^([^:]+):(\d+):\d+: warning: (.*) '
                     r'\[(?:-W(?=analyzer-)|(?=clang-analyzer-|bugprone-))'
                     r'([a-z][^],]+)[^]]*\]$')
# One text of vectors for all ISAs: minutes for each
SKIP = re.compile(r'/strip/(base|avx2|avx512)\.c$')
DROP = re.compile(r'^(-MD|-Werror|-O\d|-fsanitize.*|-ftrivial-.*|-fconserve-.*|'
                  r'-fzero-call-.*)$')
DROP_TWO = ('-MQ', '-MF', '-o', '-c')
GCC = ['-O1', '-fanalyzer', '-fdiagnostics-color=never',
       '-fno-diagnostics-show-caret', '-fdiagnostics-path-format=none',
       '-S', '-o', '/dev/null']
CLANG = ['-Wno-unknown-warning-option', '-Wno-ignored-optimization-argument']


def options(entry):
    """Those of the compiler, however it is called: its name has no dash"""
    words = itertools.dropwhile(lambda w: not w.startswith('-'),
                                shlex.split(entry['command']))
    for word in words:
        if word in DROP_TWO:
            next(words)
        elif not DROP.match(word):
            yield word


def entries(build, paths):
    """Each file once"""
    files = {}
    with open(os.path.join(build, 'compile_commands.json')) as f:
        for e in json.load(f):
            path = os.path.normpath(os.path.join(build, e['file']))
            if any('/' + p in path for p in paths) and not SKIP.search(path):
                files.setdefault(path, e)
    return list(files.values())


def source_line(path, number):
    with open(path) as f:
        return f.read().split('\n')[number - 1].strip()


def command(tool, config, entry):
    if tool == 'gcc':
        return ['gcc', *options(entry), *GCC, entry['file']]
    return ['clang-tidy', '--quiet', '--config-file=' + config, entry['file'],
            '--', *options(entry), *CLANG]


def run(tool, config, build, entry):
    """Findings as (check, file, line's text, message)"""
    result = subprocess.run(command(tool, config, entry), cwd=build, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            universal_newlines=True)
    if result.returncode:
        sys.exit('%s: %s' % (entry['file'], result.stdout[-2000:]))
    for match in filter(None, map(WARNING.match, result.stdout.split('\n'))):
        path = os.path.normpath(os.path.join(build, match[1]))
        yield (match[4], os.path.basename(path),
               source_line(path, int(match[2])), match[3])


def read_known(name):
    """Of lines CHECK FILE | part of the line's text"""
    with open(name) as f:
        for line in f:
            if not line.startswith('#') and '|' in line:
                where, text = line.split('|', 1)
                yield (*where.split(), text.strip())


def main():
    tool, build, base, jobs = sys.argv[1:5]
    build, config = os.path.abspath(build), os.path.join(base, 'clang-tidy')
    todo = entries(build, sys.argv[5:])
    known = list(read_known(os.path.join(base, 'known')))
    new, explained = set(), set()
    with concurrent.futures.ThreadPoolExecutor(int(jobs)) as pool:
        for found in pool.map(
                lambda e: set(run(tool, config, build, e)), todo):
            for check, file, text, message in found:
                if any((check, file) == k[:2] and k[2] in text for k in known):
                    explained.add((check, file, text))
                else:
                    new.add('%s: %s [%s]\n    %s' % (file, message, check, text))
    for text in sorted(new):
        print('finding:', text)
    print('%d files, %d findings, %d explained' %
          (len(todo), len(new), len(explained)))
    return bool(new) or not todo


sys.exit(main())
