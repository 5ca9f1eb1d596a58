"""Runs the program under test, from a directory of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("DISCREET", "discreet")

# Whoever starts the tests in the background may have them ignore a signal, and a program that inherits that ignores it
# too: tests of signals would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)


class ProgramTest(unittest.TestCase):
    """A test with a directory of its own and a way to run the program in it."""

    within: str | None = None  # where that directory is made, if not where temporary files are

    def setUp(self) -> None:
        self.directory = tempfile.TemporaryDirectory(prefix="discreet-cli-", dir=self.within)
        self.addCleanup(self.directory.cleanup)
        self.path = Path(self.directory.name)

    def write(self, name: str, content: str | bytes) -> str:
        """Writes a file and returns its path."""
        path = self.path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def run_program(self, *words: str, **options: object) -> subprocess.CompletedProcess:
        """Runs the program and returns what it did."""
        return subprocess.run(
            [PROGRAM, *words], cwd=self.path, capture_output=True, timeout=120, check=False,
            **({"stdin": subprocess.DEVNULL} | options),
        )

    def good(self, *words: str, **options: object) -> str:
        """What a run that must succeed said."""
        done = self.run_program(*words, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode()

    def bad(self, code: int, rule: str, *words: str, **options: object) -> str:
        """A run must fail with that code, one line, and that rule in it; nothing is released."""
        done = self.run_program(*words, **options)
        said = done.stderr.decode()
        self.assertEqual(done.returncode, code, said)
        lines = said.splitlines()
        self.assertEqual(len(lines), 1, said)
        self.assertTrue(lines[0].startswith("discreet: "), said)
        self.assertIn(rule, lines[0])
        self.assertEqual(done.stdout, b"")
        return lines[0]

    def create(self, *budget: str) -> str:
        """A ledger with the dataset visits."""
        self.good("ledger", "create", "a.ledger", "--dataset", "visits", "--unit", "patient", *budget)
        return "a.ledger"

    def spent(self, book: str = "a.ledger") -> dict:
        """What ledger show --json says of the first dataset."""
        return json.loads(self.good("ledger", "show", book, "--json"))["datasets"][0]
