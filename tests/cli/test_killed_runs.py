"""Runs that are killed at each system call, or find a full disk, and are repeated: one charge and one result.

Nobody sees another draw, also who reads the bytes of every file beside the ledger after each kill.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import IN_MEMORY, PROGRAM, interfering
from test_runs import BY_SCORES, RunsTest


class KilledRuns(RunsTest):
    """Killed at each system call, and repeated until it ends."""

    within = IN_MEMORY

    def place(self, name: str) -> Path:
        place = self.path / name
        place.mkdir()
        for file in ("scores.csv", "a.ledger"):
            shutil.copy(self.path / file, place)
        return place

    def asked(self, *more: str) -> list[str]:
        return [PROGRAM, *self.run_of(BY_SCORES["select"], "nightly", "--json"), *more]

    def draws(self, place: Path) -> set[bytes]:
        """The SHA-256 of every result that stands in a file of the place, whoever would take it back."""
        files = [file for file in place.iterdir() if file.name not in ("scores.csv", "trace")]
        return {found for file in files for found in re.findall(rb"sha256: ([0-9a-f]{64})\nresult: ", file.read_bytes())}

    def trace(self, place: Path) -> subprocess.CompletedProcess:
        words = ["strace", "-f", "-o", "trace", *self.asked("--output", "out.txt")]
        return subprocess.run(words, cwd=place, check=False, capture_output=True)

    def interfere(self, place: Path, call: tuple[str, int], what: str, further: str = "") -> subprocess.CompletedProcess:
        words = [*interfering(call, what, further=further), *self.asked("--output", "out.txt")]
        return subprocess.run(words, cwd=place, check=False, capture_output=True)

    def calls(self, place: Path) -> list[tuple[str, int]]:
        """Every system call from the opening of the ledger on: its name, and which one of that name."""
        self.assertEqual(self.trace(place).returncode, 0)
        counts: dict[str, int] = {}
        calls = []
        begun = False
        for line in (place / "trace").read_text(errors="replace").splitlines():
            name = line.split(None, 1)[1].split("(", 1)[0]
            if not name.isidentifier():
                continue
            counts[name] = counts.get(name, 0) + 1
            begun = begun or "a.ledger" in line and name != "execve"
            if begun and name not in ("exit_group", "execve"):
                calls.append((name, counts[name]))
        return calls

    def kinds(self, place: Path) -> list[str]:
        """The kinds of all entries that a copy of the ledger holds once its journal is played back."""
        copy = place / "looked at"
        copy.mkdir()
        for file in place.glob("a.ledger*"):
            shutil.copy(file, copy)
        with contextlib.closing(sqlite3.connect(copy / "a.ledger")) as ledger:
            found = [kind for (kind,) in ledger.execute("SELECT kind FROM entry ORDER BY sequence")]
        shutil.rmtree(copy)
        return found

    def end(self, place: Path, where: str) -> str:
        """Repeats a run until it ends, and once more; the state that was found."""
        found = {2: "nothing", 3: "charged", 4: "stored"}[len(self.kinds(place))]
        if found == "charged" and list(place.glob("a.ledger-result-*")):
            found = "settled"
        draws = self.draws(place)
        seen = [(place / "out.txt").read_bytes()] if (place / "out.txt").exists() else []
        self.assertTrue(found == "stored" or not seen, f"{where}: delivered before it was stored")
        for _ in range(2):
            done = subprocess.run(self.asked(), cwd=place, check=False, capture_output=True)
            self.assertEqual(done.returncode, 0, f"{where}: {done.stderr!r}")
            seen.append(done.stdout)
        first, second = b'"replayed":false', b'"replayed":true'
        self.assertIn(second if found in ("settled", "stored") else first, seen[-2], where)
        self.assertIn(second, seen[-1], where)
        # Byte for byte the same for everyone, but for whether it was there before.
        self.assertEqual({one.replace(first, second) for one in seen}, {seen[-1]}, where)
        self.assertEqual(self.kinds(place), ["ledger", "dataset", "charge", "result"], where)
        self.assertEqual(len(draws | self.draws(place)), 1, f"{where}: two draws can be seen")
        self.assertEqual([file.name for file in place.glob("a.ledger*")], ["a.ledger"], where)
        shutil.rmtree(place)
        return found

    def kill_at(self, call: tuple[str, int]) -> str:
        name, which = call
        place = self.place(f"{name}-{which}")
        self.interfere(place, call, "signal=KILL")
        return self.end(place, f"killed at {name} number {which}")

    def fail_at(self, call: tuple[str, int]) -> str:
        name, which = call
        place = self.place(f"{name}-{which}-full")
        self.interfere(place, call, "error=ENOSPC", further="+")
        return self.end(place, f"full from {name} number {which} on")

    def test_at_every_system_call_there_is_one_charge_and_one_result(self):
        self.require_tracing()
        calls = self.calls(self.place("traced"))
        self.assertGreater(len(calls), 80)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            found = set(pool.map(self.kill_at, calls))
        self.assertEqual(found, {"nothing", "charged", "settled", "stored"})

    def test_what_is_settled_is_stored_by_whoever_comes_next_however_that_ends(self):
        self.require_tracing()
        # Before the ledger's file is synced, it has the result already, and its journal takes it back; the last sync is
        # that of the directory, without the journal.
        synced = max(which for name, which in self.calls(self.place("traced")) if name == "fdatasync") - 1
        settled = self.place("settled")
        self.interfere(settled, ("fdatasync", synced), "signal=KILL")
        self.assertEqual(len(self.kinds(settled)), 3)
        self.assertIn(b"result: ", (settled / "a.ledger").read_bytes())
        finishing = self.path / "finishing"
        shutil.copytree(settled, finishing)
        changes = ("pwrite64", "fsync", "fdatasync", "unlink")
        calls = [call for call in self.calls(finishing) if call[0] in changes]

        def kill_again(call: tuple[str, int]) -> str:
            place = self.path / f"{call[0]}-{call[1]}-again"
            shutil.copytree(settled, place)
            self.interfere(place, call, "signal=KILL")
            self.assertEqual(self.draws(place), self.draws(settled))
            return self.end(place, f"killed at {call[0]} number {call[1]} of the second time")

        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            found = set(pool.map(kill_again, calls))
        self.assertEqual(found, {"settled", "stored"})

    def test_what_was_not_delivered_says_that_it_can_be_repeated(self):
        again = "repeat the command: it was a run, and is charged once at most\n"
        self.require_tracing()
        last = max((call for call in self.calls(self.place("traced")) if call[0] == "fdatasync"), key=lambda call: call[1])
        place = self.place("interrupted")
        done = self.interfere(place, last, "signal=TERM")
        self.assertEqual(done.returncode, 6)
        said = "discreet: interrupted after the charge: charged, but not delivered; " + again
        self.assertEqual(done.stderr.decode(), said)
        self.end(place, "interrupted")
        with open("/dev/full", "wb") as full:
            done = subprocess.run(self.asked(), cwd=self.path, stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 6)
        self.assertTrue(done.stderr.decode().endswith("; " + again), done.stderr)
        self.assertTrue(json.loads(self.good(*self.asked()[1:]))["replayed"])

    def test_nothing_is_charged_where_no_result_can_be_settled(self):
        self.require_tracing()
        place = self.place("traced")
        self.trace(place)
        lines = (place / "trace").read_text(errors="replace").splitlines()
        opened = [line for line in lines if "openat(" in line]
        which = next(at for at, line in enumerate(opened, 1) if "O_TMPFILE" in line)
        refusals = {"EOPNOTSUPP": "no files without a name", "EISDIR": "no files without a name",
                    "EROFS": "read-only", "ENOSPC": "the disk of the ledger is full"}
        looked = [line for line in lines if "newfstatat(" in line]
        proc = next(at for at, line in enumerate(looked, 1) if "/proc/self/fd/" in line)
        failing = [(("openat", which), error, said) for error, said in refusals.items()]
        failing.append((("newfstatat", proc), "ENOENT", "needs /proc"))
        failing.append((("fallocate", 2), "ENOSPC", "the disk of the ledger is full"))
        for call, error, said in failing:
            place = self.place(f"{call[0]}-{error}")
            done = self.interfere(place, call, f"error={error}")
            self.assertEqual(done.returncode, 5, (call, error, done.stderr))
            self.assertIn(said, done.stderr.decode(), (call, error))
            self.assertEqual(self.kinds(place), ["ledger", "dataset"], (call, error))

    def test_room_is_taken_before_the_charge(self):
        self.require_tracing()
        words = ["strace", "-f", "-o", "trace", "-e", "trace=fallocate", "-e", "inject=fallocate:error=ENOSPC"]
        done = subprocess.run([*words, *self.asked()], cwd=self.path, check=False, capture_output=True)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(b"the disk of the ledger is full", done.stderr)
        self.assertEqual(self.spent()["charges"], 0)
        # Where a file system cannot take room, it is believed to have it.
        words[-1] = "inject=fallocate:error=EOPNOTSUPP"
        done = subprocess.run([*words, *self.asked()], cwd=self.path, check=False, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        (run,) = self.runs()
        # One for the ledger, and one for the file in which the result is settled.
        sizes = re.findall(r"fallocate\(\d+, \w+, \d+, (\d+)\)", (self.path / "trace").read_text())
        self.assertEqual(len(sizes), 2)
        with contextlib.closing(sqlite3.connect(self.path / "a.ledger")) as ledger:
            query = "SELECT length(CAST(facts AS BLOB)) FROM entry WHERE kind = 'result'"
            ((stored,),) = ledger.execute(query).fetchall()
        self.assertGreater(min(map(int, sizes)), stored)
        self.assertEqual(run["id"], "nightly")

    def test_a_full_disk_costs_no_second_charge(self):
        self.require_tracing()
        full = ("pwrite64", "fallocate", "fdatasync", "fsync", "linkat")
        calls = [call for call in self.calls(self.place("traced")) if call[0] in full]
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            found = set(pool.map(self.fail_at, calls))
        self.assertLessEqual({"nothing", "charged", "settled"}, found)


if __name__ == "__main__":
    unittest.main()
