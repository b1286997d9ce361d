#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Says what docutils finds wrong in reStructuredText pages.

  rstcheck.py PAGE...

Sphinx's links between pages and its lists of pages are accepted if the pages
exist.
"""

import sys
from pathlib import Path

from docutils import core, nodes, utils
from docutils.parsers.rst import Directive, directives, roles


def doc(name, rawtext, text, lineno, inliner, options=None, content=None):
    here = Path(inliner.document.settings._source).resolve()
    manual = next(p for p in here.parents if p.name == "docs")
    base = manual if text.startswith("/") else here.parent
    if (base / (text.lstrip("/") + ".rst")).exists():
        return [nodes.literal(rawtext, text)], []
    message = inliner.reporter.error(f"no page {text}", line=lineno)
    return [inliner.problematic(rawtext, rawtext, message)], [message]


class TocTree(Directive):
    has_content = True
    option_spec = {"maxdepth": int}

    def run(self):
        here = Path(self.state.document.settings._source).parent
        return [self.state_machine.reporter.error(f"no page {page}",
                                                  line=self.lineno)
                for page in self.content
                if not (here / f"{page}.rst").exists()]


class Messages:
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text


def check(page):
    messages = Messages()
    core.publish_doctree(Path(page).read_text(), source_path=page,
                         settings_overrides={
                             "report_level": utils.Reporter.WARNING_LEVEL,
                             "halt_level": 5,
                             "warning_stream": messages,
                             "_disable_config": True})
    return messages.text


roles.register_local_role("doc", doc)
directives.register_directive("toctree", TocTree)
found = "".join(check(page) for page in sys.argv[1:])
sys.stdout.write(found)
sys.exit(found != "")
