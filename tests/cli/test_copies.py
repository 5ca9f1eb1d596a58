"""A ledger that moves: killed at any instant, never two of which can be charged, and finished by repeating."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import IN_MEMORY, PROGRAM, ProgramTest, interfering

# Calls that leave everything as it is: a kill at one of them leaves what the next other call finds.
HARMLESS = (
    "read pread64 fstat newfstatat lseek mmap munmap mprotect brk access getpid geteuid getuid gettimeofday close fcntl "
    "rt_sigaction rt_sigprocmask futex clock_gettime getrandom readlink getcwd statx statfs"
).split()
CHARGE = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.01 --dataset visits".split()


class Copies(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("scores.csv", "label,score\na,1\nb,2\n")
        self.create("--epsilon", "1")
        self.good(*CHARGE, "--ledger", "a.ledger")

    def test_the_old_one_says_where_it_went_and_the_new_one_where_from(self) -> None:
        before = json.loads(self.good("ledger", "show", "a.ledger", "--json"))
        said = self.good("ledger", "copy", "a.ledger", "b.ledger")
        self.assertRegex(said, r"^copied a.ledger to b.ledger: 4 entries, last hash \w{64}; a.ledger is closed, charge b.ledger\n$")
        there = str((self.path / "b.ledger").resolve())
        self.bad(5, f"a.ledger: the ledger moved to {there}", *CHARGE, "--ledger", "a.ledger")
        self.bad(5, f"moved to {there}", "ledger", "close", "a.ledger", "--dataset", "visits", "--reason", "r")
        self.bad(5, f"moved to {there}", "ledger", "copy", "a.ledger", "c.ledger")
        for words in (["show"], ["verify"], ["report"]):
            self.assertIn(f"to {there}: nothing more is charged here", self.good("ledger", *words, "a.ledger"))
            self.assertIn(f"of 3 entries, last hash {before['head']}", self.good("ledger", *words, "b.ledger"))
        old = json.loads(self.good("ledger", "show", "a.ledger", "--json"))
        new = json.loads(self.good("ledger", "show", "b.ledger", "--json"))
        self.assertEqual((old["moved"]["to"], old["copied"], new["moved"]), (there, None, None))
        self.assertEqual((new["copied"]["id"], new["copied"]["head"]), (old["moved"]["id"], before["head"]))
        self.assertEqual([charge["at"] for charge in new["charges"]], [charge["at"] for charge in before["charges"]])
        self.good(*CHARGE, "--ledger", "b.ledger")
        self.assertIn("is closed, charge b.ledger", self.good("ledger", "copy", "a.ledger", "b.ledger"))

    def test_nothing_is_overwritten_and_a_usage_error_changes_nothing(self) -> None:
        self.write("taken", "text")
        self.bad(5, "taken: the file is not a ledger", "ledger", "copy", "a.ledger", "taken")
        self.bad(2, "", "ledger", "copy", "a.ledger", "a.ledger")
        self.good(*CHARGE, "--ledger", "a.ledger")

    def test_a_witness_is_asked_for_and_stays_with_the_old_one(self) -> None:
        self.good("ledger", "witness", "a.ledger", "seen")
        self.bad(5, "the ledger has a witness", "ledger", "copy", "a.ledger", "b.ledger")
        said = self.good("ledger", "copy", "a.ledger", "b.ledger", "--witness", "seen")
        self.assertIn("write one of the new ledger", said)
        self.good("ledger", "verify", "a.ledger", "--witness", "seen")
        self.good(*CHARGE, "--ledger", "b.ledger")


class KilledCopies(ProgramTest):
    within = IN_MEMORY

    def setUp(self) -> None:
        super().setUp()
        self.write("scores.csv", "label,score\na,1\nb,2\n")
        self.create("--epsilon", "1")
        for _ in range(2):
            self.good(*CHARGE, "--ledger", "a.ledger")

    def place(self, name: str) -> Path:
        place = self.path / name
        place.mkdir()
        for file in ("scores.csv", "a.ledger"):
            shutil.copy(self.path / file, place)
        return place

    def calls(self) -> list[tuple[str, int]]:
        """Every system call of a copy that may matter, from the opening of the ledger on: which one of its name it is."""
        place = self.place("traced")
        log = place / "trace"
        command = ["strace", "-f", "-o", str(log), PROGRAM, "ledger", "copy", "a.ledger", "b.ledger"]
        subprocess.run(command, cwd=place, check=True, capture_output=True)
        counts: dict[str, int] = {}
        calls = []
        opened = False
        for line in log.read_text(errors="replace").splitlines():
            name = line.split(None, 1)[1].split("(", 1)[0]
            if name.isidentifier():
                counts[name] = counts.get(name, 0) + 1
                opened = opened or "a.ledger" in line and name != "execve"
                if opened and name not in ("exit_group", "execve", *HARMLESS):
                    calls.append((name, counts[name]))
        return calls

    def kill_at(self, call: tuple[str, int]) -> str:
        """Which of the two could be charged after a kill at that call; the copy is then finished by repeating it."""
        name, which = call
        place = self.place(f"{name}-{which}")
        where = f"kill at {name} number {which}"

        def run(*words: str) -> subprocess.CompletedProcess:
            return subprocess.run([PROGRAM, *words], cwd=place, capture_output=True, check=False)

        copy = ["ledger", "copy", "a.ledger", "b.ledger"]
        words = [*interfering(call, "signal=KILL"), PROGRAM, *copy]
        subprocess.run(words, cwd=place, check=False, capture_output=True)
        there = [book for book in ("a.ledger", "b.ledger") if (place / book).exists()]
        for book in there:
            verified = run("ledger", "verify", book)
            self.assertEqual(verified.returncode, 0, f"{where}: {verified.stderr}")
        charged = "".join(book[0] for book in there if run(*CHARGE, "--ledger", book).returncode == 0)
        self.assertIn(charged, ("a", "b", ""), where)
        repeated = run(*copy)
        self.assertEqual(repeated.returncode, 0, f"{where}: {repeated.stderr}")
        self.assertNotEqual(run(*CHARGE, "--ledger", "a.ledger").returncode, 0, where)
        self.assertEqual(run(*CHARGE, "--ledger", "b.ledger").returncode, 0, where)
        for book in ("a.ledger", "b.ledger"):
            self.assertEqual(run("ledger", "verify", book).returncode, 0, where)
        shown = json.loads(run("ledger", "show", "b.ledger", "--json").stdout)
        self.assertEqual(len(shown["charges"]), 3 + len(charged), where)
        shutil.rmtree(place)
        return charged

    def test_at_every_system_call_of_a_copy(self) -> None:
        self.require_tracing()
        calls = self.calls()
        self.assertGreater(len(calls), 40)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            charged = set(pool.map(self.kill_at, calls))
        # Before the old one is closed, between, and after.
        self.assertEqual(charged, {"a", "", "b"})


if __name__ == "__main__":
    unittest.main()
