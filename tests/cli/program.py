"""Runs the program under test, from a directory of its own."""

from __future__ import annotations

import json
import os
import shutil
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


# A kill is no power cut: for tests of kills a file system in memory is as good as a disk, and much quicker.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def interfering(call: tuple[str, int], what: str, further: str = "") -> list[str]:
    """How to run a command in which something happens at one system call, given by its name and which one of that name it
    is (further "+": and at all after it). Other calls are let pass without a look."""
    name, which = call
    # Where the kernel picks out the calls, strace cannot send signals.
    picked = ["--seccomp-bpf"] if what.startswith("error=") else []
    inject = f"inject={name}:{what}:when={which}{further}"
    return ["strace", *picked, "-f", "-o", "/dev/null", "-e", f"trace={name}", "-e", inject]


class ProgramTest(unittest.TestCase):
    """A test with a directory of its own and a way to run the program in it."""

    within: str | None = None  # where that directory is made, if not where temporary files are

    def setUp(self) -> None:
        self.directory = tempfile.TemporaryDirectory(prefix="discreet-cli-", dir=self.within)
        self.addCleanup(self.directory.cleanup)
        self.path = Path(self.directory.name)

    def require_tracing(self) -> None:
        """The system's leave to stop a program at its calls, without which there is no such test."""
        if shutil.which("strace") is None:
            self.fail("strace is needed: ./dev setup test")
        if subprocess.run(["strace", "-o", "/dev/null", "true"], check=False, capture_output=True).returncode != 0:
            self.skipTest("this machine does not allow tracing")

    def write(self, name: str, content: str | bytes) -> str:
        """Writes a file and returns its path."""
        path = self.path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def run_program(self, *words: str, **options: object) -> subprocess.CompletedProcess:
        """Runs the program and returns what it did."""
        return subprocess.run(
            [PROGRAM, *words], capture_output=True, timeout=120, check=False,
            **({"cwd": self.path, "stdin": subprocess.DEVNULL} | options),
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
