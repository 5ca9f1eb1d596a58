#!/usr/bin/env python3
"""Makes the table of the demonstration: about a million rows of 200 000 invented patients and 5 000 invented codes.

Nobody in it exists. The generator is SplitMix64 from a fixed start, so the files are the same on every machine.
`codes.txt` is the public list of candidates, `visits.csv` the private rows (patient, diagnosis, year); a patient may have a code
more than once, and popularity falls off with a shuffled rank.

    generate_patients.py DIRECTORY
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path

PATIENTS = 200_000
CODES = 5_000
ROWS = 1_000_000
WORD = (1 << 64) - 1


class Draws:
    """Numbers of 64 bits, always the same ones."""

    def __init__(self, start: int) -> None:
        self.state = start

    def __call__(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        return z ^ (z >> 31)


def codes() -> list[str]:
    """A letter, two digits and a place, as codes of diagnoses look; in alphabetical order."""
    return [f"{chr(65 + i // 200)}{i // 2 % 100:02d}.{i % 2}" for i in range(CODES)]


def main(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    draw = Draws(20260101)
    names = codes()
    (directory / "codes.txt").write_text("".join(f"{name}\n" for name in names))
    order = sorted(range(CODES), key=lambda _: draw())
    totals = list(accumulate(10**12 // (rank + 20) for rank in range(CODES)))
    with (directory / "visits.csv").open("w") as out:
        out.write("patient,diagnosis,year\n")
        lines = []
        for _ in range(ROWS):
            word = draw()
            code = names[order[bisect_right(totals, draw() % totals[-1])]]
            lines.append(f"P{word % PATIENTS:06d},{code},{2020 + (word >> 40) % 7}\n")
            if len(lines) == 10_000:
                out.writelines(lines)
                lines.clear()
        out.writelines(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
