#!/usr/bin/env python3
"""Checks that every relative link of the documents leads somewhere: to a file of the tree, and to a heading that is there."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import repo

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+\s+(.+?)\s*$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """The names that a page's headings can be linked by, as the usual renderers make them."""
    found = HEADING.findall(FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


def check_page(root: Path, page: str) -> tuple[list[str], int]:
    """The broken links of one page, and how many it has."""
    problems, checked = [], 0
    text = CODE.sub("", FENCE.sub("", (root / page).read_text()))
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        checked += 1
        name, _, anchor = link.partition("#")
        target = ((root / page).parent / name) if name else root / page
        if not target.exists():
            problems.append(f"{page} links to {link}, which does not exist")
        elif anchor and (target.suffix != ".md" or anchor not in anchors(target.read_text())):
            problems.append(f"{page} links to {link}, which has no such heading")
    return problems, checked


def main(root: Path = repo.ROOT) -> int:
    problems, checked = [], 0
    for page in repo.files(root):
        if page.endswith(".md"):
            found, links = check_page(root, page)
            problems += found
            checked += links
    return repo.report("links", problems, checked)


if __name__ == "__main__":
    sys.exit(main())
