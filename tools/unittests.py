#!/usr/bin/env python3
"""Runs the Python tests of a directory, and prints the count that `./dev test` adds up."""

from __future__ import annotations

import sys
import unittest


def main(directory: str) -> int:
    suite = unittest.TestLoader().discover(directory)
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    print(f"{directory}: {result.testsRun - failed} passed, {failed} failed")
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
