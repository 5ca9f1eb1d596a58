#!/usr/bin/env python3
"""Runs the Python tests of a directory, its files side by side, and prints the count that `./dev test` adds up.

    tools/unittests.py DIRECTORY         every file of tests, as many at once as JOBS says (or the machine has cores)
    tools/unittests.py DIRECTORY FILE    one of them, here
"""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PATTERN = "test*.py"


def run_here(directory: str, pattern: str) -> tuple[int, int, bool]:
    """How many passed and failed, and whether all is well: a file without tests is not."""
    result = unittest.TextTestRunner(verbosity=1).run(unittest.TestLoader().discover(directory, pattern))
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    return result.testsRun - failed, failed, result.wasSuccessful() and result.testsRun > 0


def run_file(directory: str, file: str) -> tuple[int, int, bool]:
    """The same of one file in a process of its own; one that ends without a count has failed once."""
    command = [sys.executable, __file__, directory, file]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    counted = done.stdout.splitlines()[-1:] or [""]
    try:
        passed, failed = (int(word) for word in counted[0].removeprefix("counted ").split())
    except ValueError:
        print(f"{done.stdout}\n{file} ended with {done.returncode} before its tests did")
        return 0, 1, False
    if done.returncode:
        print(done.stdout)
    return passed, max(failed, int(done.returncode != 0)), done.returncode == 0


def main(directory: str, file: str | None = None) -> int:
    if file:
        passed, failed, well = run_here(directory, file)
        print("counted", passed, failed)
        return 0 if well else 1
    files = sorted(path.name for path in Path(directory).glob(PATTERN))
    with ThreadPoolExecutor(int(os.environ.get("JOBS") or os.cpu_count() or 1)) as pool:
        results = list(pool.map(lambda name: run_file(directory, name), files))
    passed, failed = (sum(result[i] for result in results) for i in (0, 1))
    print(f"{directory}: {passed} passed, {failed} failed")
    return 0 if files and all(result[2] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
