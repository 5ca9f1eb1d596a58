#!/usr/bin/env python3
"""Makes the table of the examples: which of a town's 120 public places each of 4 000 invented people was seen at.

    examples/data/generate.py DIRECTORY

Nobody in it exists. The generator is SHA-256 in counter mode, so the files are the same on every machine. `places.txt` is the public list of candidates, `visits.csv` the private rows (person, place);
a person may be seen at a place more than once, and some places are seen by nobody.
"""

from __future__ import annotations

import hashlib
import sys
from itertools import count
from pathlib import Path

PEOPLE = 4_000
ROWS = 20_000
DISTRICTS = ["Harbour", "Mill", "North", "Old", "Orchard", "Park", "River", "South", "Station", "Upper", "West", "Windy"]
KINDS = ["bakery", "chapel", "cinema", "clinic", "garden", "library", "market", "museum", "pool", "theatre"]


def uniforms():
    """Numbers in [0, 1), always the same ones."""
    for block in count():
        digest = hashlib.sha256(f"visits {block}".encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big") / 2**32


def places() -> list[str]:
    """The public list, in alphabetical order: its order says nothing about visits."""
    return sorted(f"{district} {kind}" for district in DISTRICTS for kind in KINDS)


def visits() -> list[tuple[str, str]]:
    """The rows: popularity falls off with the rank, and a shuffled list decides who has which rank."""
    draw = uniforms()
    ranked = sorted(places(), key=lambda place: hashlib.sha256(place.encode()).digest())
    totals, total = [], 0.0
    for rank in range(100):
        total += 1 / (rank + 3)
        totals.append(total)
    rows = []
    for _ in range(ROWS):
        person = f"p{int(next(draw) * PEOPLE):04d}"
        point = next(draw) * total
        rows.append((person, ranked[next(rank for rank, upto in enumerate(totals) if point < upto)]))
    return rows


def main(directory: Path) -> None:
    (directory / "places.txt").write_text("".join(f"{place}\n" for place in places()))
    lines = ["person,place\n"] + [f"{person},{place}\n" for person, place in visits()]
    (directory / "visits.csv").write_text("".join(lines))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: generate.py DIRECTORY")
    main(Path(sys.argv[1]))
