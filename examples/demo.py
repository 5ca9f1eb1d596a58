#!/usr/bin/env python3
"""The main job, from end to end, on invented data: a budget, releases of which one is refused, a table, an audit.

    PROGRAM=path/to/discreet demo.py DIRECTORY
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from data import generate_patients


def step(what: str, words: list[str], expected: int = 0) -> None:
    """Says what comes, runs it, and says how long it took; the demonstration ends if it goes otherwise."""
    shown = " ".join(words).replace("\n", " ")
    print(f"\n== {what}\n$ discreet {shown}", flush=True)
    begun = time.monotonic()
    done = subprocess.run([PROGRAM, *words], check=False)
    print(f"   ({time.monotonic() - begun:.2f} s, exit code {done.returncode})", flush=True)
    if done.returncode != expected:
        sys.exit(f"demo: expected exit code {expected}")


def main(directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    print("== Make a million rows of 200 000 synthetic patients and 5 000 codes (only once)")
    if not (directory / "visits.csv").exists():
        generate_patients.main(directory)
    print(f"   ({time.monotonic() - begun:.2f} s)")
    os.chdir(directory)
    Path("hospital.ledger").unlink(missing_ok=True)
    book = "hospital.ledger"
    account = ["--ledger", book, "--dataset", "visits-2026"]
    rows = "top-k visits.csv --unit patient --item diagnosis".split()
    names = [*rows, *"--candidates codes.txt -k 10 --epsilon".split()]
    table = "-k 10 --counts --epsilon 1 --delta 1e-6".split()
    budget = "--dataset visits-2026 --unit patient --epsilon 2 --delta 1e-6".split()
    step("Create a ledger: all that is ever released of visits-2026 may cost (2, 1e-6)", ["ledger", "create", book, *budget])
    step("Release the ten most frequent of a public list of codes", [*names, "1", *account])
    step("A release that the budget does not cover: nothing comes out", [*names, "3/2", *account], expected=4)
    step("See what was spent and what is left", ["ledger", "show", book])
    step("Verify every link of the ledger's chain", ["ledger", "verify", book])
    step("Plan a table with counts, without touching the data", ["plan", *table, *account])
    step("The table, without any list: the charge is on disk before the first random bit", [*rows, *table, *account])


if __name__ == "__main__":
    PROGRAM = str(Path(os.environ["PROGRAM"]).resolve())
    main(Path(sys.argv[1]))
