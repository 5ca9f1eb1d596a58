"""Killed, interrupted or failing at any instant: the ledger shows at least what was released, opens, and verifies, and the
exit code says whether something was charged."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from program import IN_MEMORY, PROGRAM, ProgramTest, interfering

RANDOM_KILLS = 300
# Calls whose failure the program must bear; that of others the system's own library hides or dies of.
MAY_FAIL = "openat read pread64 pwrite64 write fsync fdatasync ftruncate fallocate fchmod rename unlink fcntl mmap".split()


def busy_seconds(process: int) -> float:
    """How long a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


SELECT = "select scores.csv --label label --score score --sensitivity 1 -k 3 --epsilon 0.1".split()
TABLE = (
    "top-k rows.csv --unit patient --item item --group place --groups places.txt -k 2 --counts --epsilon 0.1 --delta 1e-7"
).split()

QUANTILE = (
    "quantile rows.csv --unit patient --value cost --group place --groups places.txt --quantiles quartiles --lower 0 --upper 1000"
    " --epsilon 0.1"
).split()


class Kills(ProgramTest):
    within = IN_MEMORY
    words = SELECT

    def setUp(self) -> None:
        super().setUp()
        self.write("scores.csv", "label,score\n" + "".join(f"x{i},{i}\n" for i in range(50)))
        self.create("--epsilon", "1")
        self.fresh = (self.path / "a.ledger").read_bytes()

    def place(self, name: str) -> Path:
        """A directory with the scores and a fresh ledger."""
        place = self.path / name
        place.mkdir()
        for name in ("scores.csv", "rows.csv", "places.txt"):
            if (self.path / name).exists():
                shutil.copy(self.path / name, place)
        book = place / "a.ledger"
        book.write_bytes(self.fresh)
        book.chmod(0o600)
        return place

    def release(self) -> list[str]:
        return [PROGRAM, *self.words, "--ledger", "a.ledger", "--dataset", "visits", "--output", "out.txt"]

    def check(self, place: Path, where: str) -> bool:
        """No release without its charge; the file opens and verifies. Whether there was a release."""
        verified = subprocess.run([PROGRAM, "ledger", "verify", "a.ledger"], cwd=place, capture_output=True, check=False)
        self.assertEqual(verified.returncode, 0, f"{where}: {verified.stderr}")
        shown = subprocess.run([PROGRAM, "ledger", "show", "a.ledger"], cwd=place, capture_output=True, check=True)
        charges = shown.stdout.count(f"  {self.words[0]}  ".encode())
        released = (place / "out.txt").exists() or any("out.txt" in p.name and p.stat().st_size for p in place.iterdir())
        self.assertIn(charges, (0, 1), where)
        self.assertLessEqual(int(released), charges, f"{where}: a release without its charge")
        shutil.rmtree(place)
        return released

    def test_at_random_moments(self):
        place = self.place("measured")
        begun = time.monotonic()
        subprocess.run(self.release(), cwd=place, check=True, capture_output=True)
        whole = time.monotonic() - begun
        pick = random.Random(1)
        done = 0
        for i in range(RANDOM_KILLS):
            place = self.place(f"kill{i}")
            with subprocess.Popen(self.release(), cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
                time.sleep(pick.uniform(0, 1.2 * whole))
                run.send_signal(signal.SIGKILL)
            done += self.check(place, f"random kill {i}")
        # The moments reach from before the charge to after the release.
        self.assertTrue(0 < done < RANDOM_KILLS, done)

    def test_ctrl_c_while_it_plans_ends_it_and_costs_nothing(self):
        # The longest search for a plan that there is, some tenths of a second of processor.
        asked = "-k 1000 --epsilon 100 --delta 1e-12".split()
        self.write("many.csv", "label,score\n" + "".join(f"x{i},{i}\n" for i in range(4000)))
        terms = "--dataset visits --unit patient --epsilon 100 --delta 1e-6 --accountant basic".split()
        self.good("ledger", "create", "basic.ledger", *terms)
        release = "select many.csv --label label --score score --sensitivity 1 --ledger basic.ledger --dataset visits"
        for words in (["plan", "--candidates-count", "4000"], release.split()):
            before = sorted(self.path.iterdir())
            with subprocess.Popen(
                [PROGRAM, *words, *asked, "--output", "out.txt"],
                cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            ) as run:
                # What comes before takes milliseconds.
                while run.poll() is None and busy_seconds(run.pid) < 0.1:
                    time.sleep(0.001)
                self.assertIsNone(run.poll(), words)
                run.send_signal(signal.SIGINT)
                said = run.communicate(timeout=60)
            self.assertEqual((run.returncode, said), (-signal.SIGINT, (b"", b"")), words)
            self.assertEqual(sorted(self.path.iterdir()), before)
        self.assertEqual(self.spent("basic.ledger")["charges"], 0)

    def calls(self, words: list[str] | None = None) -> list[tuple[str, int]]:
        """Every system call of a run from the opening of the ledger on: its name, and which one of that name."""
        place = self.place("traced" + "-".join(words[2:3] if words else []))
        log = place / "trace"
        subprocess.run(["strace", "-f", "-o", str(log), *(words or self.release())], cwd=place, check=True, capture_output=True)
        counts: dict[str, int] = {}
        calls = []
        in_release = False
        for line in log.read_text(errors="replace").splitlines():
            name = line.split(None, 1)[1].split("(", 1)[0]
            if not name.isidentifier():
                continue
            counts[name] = counts.get(name, 0) + 1
            in_release = in_release or any(file in line for file in ("a.ledger", "out.txt", "new.file")) and "execve" not in line
            if in_release and name not in ("exit_group", "execve"):
                calls.append((name, counts[name]))
        return calls

    def kill_at(self, call: tuple[str, int]) -> bool:
        name, which = call
        place = self.place(f"{name}-{which}")
        words = [*interfering(call, "signal=KILL"), *self.release()]
        subprocess.run(words, cwd=place, check=False, capture_output=True)
        return self.check(place, f"kill at {name} number {which}")

    def traced(self, call: tuple[str, int], what: str) -> tuple[int, bool, int, str]:
        """A release with something injected at one call: its exit code, whether there is a result, charges, what was said."""
        name, which = call
        place = self.place(f"{name}-{which}-{what.replace('=', '-')}")
        words = [*interfering(call, what), *self.release()]
        done = subprocess.run(words, cwd=place, check=False, capture_output=True)
        where = f"{what} at {name} number {which}: code {done.returncode}, {done.stderr}"
        unfinished = [path.name for path in place.iterdir() if ".new-" in path.name]
        if name != "unlink":  # whose failure is the very thing that leaves it
            self.assertEqual(unfinished, [], where)
        verified = subprocess.run([PROGRAM, "ledger", "verify", "a.ledger"], cwd=place, capture_output=True, check=False)
        self.assertEqual(verified.returncode, 0, f"{where}: {verified.stderr}")
        shown = subprocess.run([PROGRAM, "ledger", "show", "a.ledger"], cwd=place, capture_output=True, check=True)
        charges = shown.stdout.count(f"  {self.words[0]}  ".encode())
        delivered = (place / "out.txt").exists()
        shutil.rmtree(place)
        if charges or delivered:
            self.assertIn(done.returncode, (0, 6), f"{where}: only 0 and 6 follow a charge")
        if done.returncode == 0:
            self.assertEqual((charges, delivered), (1, True), where)
        return done.returncode, delivered, charges, where

    def interrupt_at(self, numbered: tuple[int, tuple[str, int]]) -> int:
        index, call = numbered
        number = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)[index % 3]
        code, delivered, _, where = self.traced(call, f"signal={number.name[3:]}")
        self.assertIn(code, (0, 6, -number), where)
        self.assertEqual(delivered, code == 0, where)
        return code

    def fail_at(self, call: tuple[str, int]) -> int:
        error = "ENOMEM" if call[0] == "mmap" else "EIO"
        return self.traced(call, f"error={error}")[0]

    def test_only_codes_0_and_6_follow_a_charge_whatever_signal_comes_when(self):
        self.require_tracing()
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            codes = set(pool.map(self.interrupt_at, enumerate(self.calls())))
        self.assertEqual(codes, {0, 6, -signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP})

    def test_only_codes_0_and_6_follow_a_charge_whatever_call_fails(self):
        self.require_tracing()
        calls = [call for call in self.calls() if call[0] in MAY_FAIL]
        self.assertGreater(len(calls), 30)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            codes = set(pool.map(self.fail_at, calls))
        self.assertLessEqual({0, 1, 5, 6}, codes)

    def test_at_every_system_call_of_a_release(self):
        self.require_tracing()
        calls = self.calls()
        self.assertGreater(len(calls), 50)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            released = list(pool.map(self.kill_at, calls))
        self.assertFalse(all(released))
        self.assertTrue(any(released))

    def test_at_every_system_call_of_a_table(self):
        self.kill_everywhere(TABLE)

    def test_at_every_system_call_of_quantiles(self):
        self.kill_everywhere(QUANTILE)

    def kill_everywhere(self, words: list[str]) -> None:
        """Kills a release from rows at each of its calls."""
        self.require_tracing()
        self.words = words
        self.write("rows.csv", "patient,item,place,cost\n" + "".join(f"{i},x{i % 3},p{i % 2},{i}\n" for i in range(600)))
        self.write("places.txt", "p0\np1\np2\n")
        (self.path / "a.ledger").unlink()
        self.create("--epsilon", "1", "--delta", "1e-6")
        self.fresh = (self.path / "a.ledger").read_bytes()
        calls = self.calls()
        self.assertGreater(len(calls), 50)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            released = list(pool.map(self.kill_at, calls))
        self.assertFalse(all(released))
        self.assertTrue(any(released))

    def make_at(self, words: list[str], call: tuple[str, int]) -> bool:
        """A signal at one call of a command that makes a file: the file is whole or absent. Whether it is there."""
        name, which = call
        place = self.place(f"{words[2]}-{name}-{which}")
        subprocess.run([*interfering(call, "signal=TERM"), *words], cwd=place, check=False, capture_output=True)
        where = f"{words[2]}: signal at {name} number {which}: {sorted(path.name for path in place.iterdir())}"
        self.assertEqual([path.name for path in place.iterdir() if ".new-" in path.name], [], where)
        there = (place / "new.file").exists()
        if there:
            check = ["a.ledger", "--witness", "new.file"] if words[2] == "witness" else ["new.file"]
            verified = subprocess.run([PROGRAM, "ledger", "verify", *check], cwd=place, capture_output=True, check=False)
            self.assertEqual(verified.returncode, 0, f"{where}: {verified.stderr}")
        shutil.rmtree(place)
        return there

    def test_a_new_ledger_copy_or_witness_is_whole_or_absent_whenever_a_signal_comes(self):
        self.require_tracing()
        budget = ["--dataset", "d", "--unit", "u", "--epsilon", "1"]
        for words in (["create", "new.file", *budget], ["backup", "a.ledger", "new.file"], ["witness", "a.ledger", "new.file"]):
            command = [PROGRAM, "ledger", *words]
            with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
                there = set(pool.map(lambda call, command=command: self.make_at(command, call), self.calls(command)))
            self.assertIn(True, there, words)


if __name__ == "__main__":
    unittest.main()
