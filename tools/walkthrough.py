#!/usr/bin/env python3
"""Holds the walkthrough of CONTRIBUTING.md to the truth: it names at most twelve files, all of which exist, and the code
that it shows stands in them, where it is compiled and run.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import repo

DOCUMENT = "CONTRIBUTING.md"
SECTION = "## How to add a mechanism"
MOST = 12
# A line here stands beside the last file, as the walkthrough says.
NOT_BY_ITSELF = "CHANGELOG.md"
ELLIPSIS = "…"


def section(text: str) -> str:
    """The walkthrough, up to the next heading of its kind."""
    return text.partition(f"{SECTION}\n")[2].partition("\n## ")[0]


def files(text: str) -> list[str]:
    """What the rows of its table link to."""
    rows = [line for line in text.splitlines() if re.match(r"\| \d+ \|", line)]
    return [path for row in rows for path in re.findall(r"\]\(([^)#]+)\)", row)]


def check(root: Path) -> list[str]:
    text = section((root / DOCUMENT).read_text())
    named = files(text)
    counted = [path for path in named if path != NOT_BY_ITSELF]
    problems = [f"{DOCUMENT} names {path}, which is not there" for path in named if not (root / path).is_file()]
    if not counted:
        problems.append(f"{DOCUMENT} has no table of files below '{SECTION}'")
    if len(counted) > MOST:
        problems.append(f"{DOCUMENT} names {len(counted)} files to touch, where at most {MOST} are promised")
    if len(set(named)) < len(named):
        problems.append(f"{DOCUMENT} names a file twice")
    # Where a line begins is a matter of what it stands in.
    known = {line.strip() for path in counted if (root / path).is_file() for line in (root / path).read_text().splitlines()}
    for line in (line.strip() for line in text.splitlines() if line.startswith("    ")):
        if line != ELLIPSIS and line not in known and not any(line in one for one in known):
            problems.append(f"{DOCUMENT} shows code that none of its files has: {line}")
    return problems


def main(root: Path = repo.ROOT) -> int:
    return repo.report("walkthrough", check(root), 1)


if __name__ == "__main__":
    sys.exit(main())
