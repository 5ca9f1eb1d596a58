#!/usr/bin/env python3
"""Counts the instructions of one small release on scripted bits by callgrind; they repeat exactly.

    bench/instructions.py BINARY                  prints the count for each size
    bench/instructions.py BINARY --check BUILD    compares them with bench/instructions.json, whose figures are of named
                                                  builds: more than a tenth away fails; exit code 77 says why it was skipped
    bench/instructions.py BINARY --record BUILD   writes them there
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

SIZES = (10, 1000)
RECORD = Path(__file__).resolve().parent / "instructions.json"
TOLERANCE = 0.1
SKIPPED = 77


def count(binary: str, n: int) -> int | None:
    """Instructions of one release of n scores, or nothing where callgrind does not run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=measured_release", binary, str(n)]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except (subprocess.CalledProcessError, OSError):
        return None
    return int(done.stderr.split("Collected : ")[1].split()[0])


def complaints(counts: dict[str, int], recorded: dict[str, int]) -> list[str]:
    """What is further from its recorded figure than the tolerance; fewer instructions are news as well."""
    return [
        f"n = {n}: {counts[n]} instructions, recorded {figure}"
        for n, figure in recorded.items()
        if abs(counts[n] - figure) > TOLERANCE * figure
    ]


def skip(reason: str) -> int:
    print(f"instructions: skipped, since {reason}")
    return SKIPPED


def main(arguments: list[str]) -> int:
    binary, rest = arguments[0], arguments[1:]
    if shutil.which("valgrind") is None:
        return skip("valgrind is not installed (./dev setup test)")
    # callgrind knows no wider vectors, so with these every machine runs the same code.
    if " avx2 " not in Path("/proc/cpuinfo").read_text().replace("\n", " "):
        return skip("the figures are of machines with AVX2")
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if rest[:1] == ["--check"] and rest[1] not in recorded:
        return skip(f"no figures are recorded for the build {rest[1]}")
    counts = {str(n): count(binary, n) for n in SIZES}
    if None in counts.values():
        print("instructions: callgrind did not run")
        return 1
    print("instructions:", ", ".join(f"n = {n}: {c}" for n, c in counts.items()))
    if rest[:1] == ["--record"]:
        RECORD.write_text(json.dumps(recorded | {rest[1]: counts}, indent=1, sort_keys=True) + "\n")
    elif rest[:1] == ["--check"]:
        wrong = complaints(counts, recorded[rest[1]])
        for complaint in wrong:
            print(f"instructions: {complaint}; if that is meant, --record it")
        return 1 if wrong else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
