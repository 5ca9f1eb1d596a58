"""Where a result goes: never over an input, tried before anything is read, whole, durable, and cleaned up."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import unittest
from collections.abc import Iterator
from fractions import Fraction

from program import PROGRAM, ProgramTest

ROWS = "patient,code\np1,A\np2,B\n"
# What ends a program by default and may come from outside.
ENDING = [getattr(signal, f"SIG{name}") for name in "INT TERM HUP QUIT ALRM XCPU USR1 USR2 VTALRM PROF IO".split()]


class Outputs(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("codes.txt", "A\nB\n")
        self.write("visits.csv", ROWS)
        self.write("scores.csv", "label,score\nx,1\ny,2\n")
        self.create("--epsilon", "1")

    def top(self, rows: str = "visits.csv", codes: str = "codes.txt", book: str = "a.ledger") -> list[str]:
        words = ["top-k", rows, "--unit", "patient", "--item", "code", "--candidates", codes, "-k", "1"]
        return words + ["--epsilon", "0.1", "--ledger", book, "--dataset", "visits"]

    def select(self, rows: str = "scores.csv") -> list[str]:
        words = ["select", rows, "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1"]
        return [*words, "--epsilon", "0.1", "--ledger", "a.ledger", "--dataset", "visits"]

    def unfinished(self) -> list[str]:
        return [path.name for path in self.path.rglob("*.new-*")]

    def names_of(self, name: str) -> Iterator[str]:
        """Several names for one file: its own, in another way, through a link of each kind, through a linked directory."""
        yield name
        yield f"./{name}"
        yield str(self.path / name)
        os.symlink(name, self.path / f"soft-{name}")
        yield f"soft-{name}"
        os.link(self.path / name, self.path / f"hard-{name}")
        yield f"hard-{name}"
        (self.path / f"hard-{name}").unlink()
        os.symlink(".", self.path / f"here-{name}")
        yield f"here-{name}/{name}"

    def test_output_is_never_an_input(self) -> None:
        before = {path.name: path.read_bytes() for path in self.path.iterdir()}
        for name, words in (("visits.csv", self.top()), ("codes.txt", self.top()), ("scores.csv", self.select())):
            for output in self.names_of(name):
                with self.subTest(output):
                    self.bad(2, "--output must not be a file that is read", *words, "--output", output)
        for name, content in before.items():
            self.assertEqual((self.path / name).read_bytes(), content, name)
        self.assertEqual(self.unfinished(), [])

    def test_output_is_never_standard_input(self) -> None:
        for rows in ("-", "/dev/stdin", "/proc/self/fd/0"):
            with (self.path / "visits.csv").open("rb") as file:
                self.bad(2, "--output must not be a file that is read", *self.top(rows), "--output", "visits.csv", stdin=file)
            with (self.path / "codes.txt").open("rb") as file:
                self.bad(2, "--output must not be a file that is read", *self.top(codes=rows), "--output", "codes.txt", stdin=file)
        self.assertEqual((self.path / "visits.csv").read_text(), ROWS)

    def test_standard_output_is_never_an_input(self) -> None:
        with (self.path / "visits.csv").open("ab") as file:
            done = subprocess.run([PROGRAM, *self.top()], cwd=self.path, stdout=file, stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, (self.path / "visits.csv").read_text()), (2, ROWS), done.stderr)

    def test_output_is_never_a_file_of_the_ledger(self) -> None:
        self.good("ledger", "witness", "a.ledger", "seen")
        os.symlink("a.ledger", self.path / "link.ledger")
        (self.path / "below").mkdir()
        outputs = ["a.ledger", "./a.ledger", "link.ledger", "seen", "below/../seen"]
        outputs += [name + end for name in ("a.ledger", "below/../a.ledger") for end in ("-journal", "-wal", "-shm")]
        for book in ("a.ledger", "link.ledger"):
            for output in outputs:
                with self.subTest(output, book=book):
                    self.bad(2, "--output must not be the ledger", *self.top(book=book), "--witness", "seen", "--output", output)
        self.good("ledger", "verify", "a.ledger", "--witness", "seen")
        self.assertEqual(self.spent()["charges"], 0)

    def test_output_is_never_any_other_ledger_or_witness(self) -> None:
        # Of a run without a ledger too: what it would write over is a budget that nobody remembers then.
        self.good("ledger", "create", "b.ledger", "--dataset", "d", "--unit", "u", "--epsilon", "1", "--witness", "b.witness")
        self.write("settled", "discreet-result 1 ")
        os.symlink("b.ledger", self.path / "b.link")
        before = {name: (self.path / name).read_bytes() for name in ("b.ledger", "b.witness", "settled")}
        free = [*self.select()[:-4]]
        plan = ["plan", "-k", "1", "--epsilon", "1", "--candidates-count", "9"]
        for words in (self.top(), self.select(), free, plan):
            for output in ("b.ledger", "b.link", "b.witness", "settled"):
                self.bad(2, f"--output must not be a ledger or a witness: {output}", *words, "--output", output)
            for end in ("-journal", "-wal", "-shm"):
                self.bad(2, "--output must not end in", *words, "--output", f"b.ledger{end}")
            self.bad(2, "--output must not end in -result-", *words, "--output", f"b.ledger-result-{'0123456789abcdef' * 2}")
            with (self.path / "b.ledger").open("ab") as file:
                done = subprocess.run([PROGRAM, *words], cwd=self.path, stdout=file, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
        for name, content in before.items():
            self.assertEqual((self.path / name).read_bytes(), content, name)
        # A file that only looks like SQLite's, or has its first bytes, is not a ledger.
        self.write("other", b"SQLite format 3\0")
        self.good(*free, "--output", "other")
        self.good(*free, "--output", "last-result-2026")
        self.assertEqual((self.unfinished(), self.spent()["charges"]), ([], 0))

    def test_a_link_that_leads_nowhere_is_not_replaced(self) -> None:
        os.symlink("nothing", self.path / "dangling")
        os.symlink("round", self.path / "round")
        for output in ("dangling", "round"):
            self.bad(1, f"--output {output}: it is a link that leads to no file", *self.top(), "--output", output)
            self.assertTrue((self.path / output).is_symlink())
        self.assertEqual(self.spent()["charges"], 0)

    def test_help_that_cannot_be_written_is_an_error(self) -> None:
        for words in (["--version"], ["--help"], ["top-k", "--help"], ["--help-all"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual((done.returncode, done.stderr.count(b"\n")), (1, 1), done.stderr)

    def test_refusals_come_before_anything_is_read(self) -> None:
        # Pipes that nobody writes to: whoever opens one waits for ever.
        os.mkfifo(self.path / "silent")
        os.mkfifo(self.path / "still")
        self.bad(2, "--output must not be a file that is read", *self.top("silent", "codes.txt"), "--output", "codes.txt")
        self.bad(1, "--output no/such/x: No such file or directory", *self.top("silent", "still"), "--output", "no/such/x")
        self.bad(1, "--output /proc/x: ", *self.top("silent", "still"), "--output", "/proc/x")
        # Nor is the ledger opened: there is none.
        self.bad(1, "--output no/such/x: No such file or directory", *self.top(book="none"), "--output", "no/such/x")

    def test_a_place_that_cannot_be_written_is_named_with_the_reason(self) -> None:
        self.write("plain", "")
        for output, reason in {
            "no/such/x": "No such file or directory",
            "plain/x": "Not a directory",
            ".": "Is a directory",
            "x" * 300: "File name too long",
        }.items():
            self.bad(1, f"--output {output}: {reason}", *self.top(), "--output", output)
            words = ["plan", "-k", "1", "--epsilon", "1", "--candidates-count", "9", "--output", output]
            self.bad(1, f"--output {output}: {reason}", *words)
        self.assertEqual(self.spent()["charges"], 0)

    def test_a_signal_before_the_charge_ends_the_program_and_leaves_nothing(self) -> None:
        for number in ENDING:
            words = [PROGRAM, *self.top("-"), "--output", "out.txt"]
            with subprocess.Popen(words, cwd=self.path, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as run:
                run.stdin.write(ROWS.encode() * 100000)  # more than a pipe holds: the rows are being read
                self.assertEqual(len(self.unfinished()), 1)
                run.send_signal(number)
                with contextlib.suppress(BrokenPipeError):
                    run.communicate()
            self.assertEqual(run.returncode, -number)
            self.assertEqual(self.unfinished(), [])
        self.assertFalse((self.path / "out.txt").exists())
        self.assertEqual(self.spent()["charges"], 0)

    def test_a_signal_after_the_charge_is_code_6(self) -> None:
        for count, number in enumerate((signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGABRT), 1):
            reader, writer = os.pipe()
            os.set_blocking(writer, False)
            with self.assertRaises(BlockingIOError):
                while True:
                    os.write(writer, bytes(512))
            os.set_blocking(writer, True)
            with subprocess.Popen([PROGRAM, *self.top()], cwd=self.path, stdout=writer, stderr=subprocess.PIPE) as run:
                while self.spent()["charges"] < count:
                    pass
                # The result now waits for a reader that never comes.
                run.send_signal(number)
                said = run.communicate()[1].decode()
            os.close(reader)
            os.close(writer)
            self.assertEqual(run.returncode, 6, said)
            self.assertRegex(said, "^discreet: interrupted (after the charge: charged, but|while charging: .* nothing was) .*delivered\n$")

    def test_a_signal_that_is_ignored_stays_ignored(self) -> None:
        words = [PROGRAM, *self.top("-"), "--output", "out.txt"]
        ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)  # noqa: E731
        with subprocess.Popen(words, cwd=self.path, stdin=subprocess.PIPE, preexec_fn=ignore) as run:
            run.stdin.write(ROWS.encode() + b"p3,A\n" * 100000)
            run.send_signal(signal.SIGHUP)
        self.assertEqual(run.returncode, 0)
        self.assertTrue((self.path / "out.txt").exists())

    def test_the_name_of_the_result_is_synced(self) -> None:
        self.require_tracing()
        trace = ["strace", "-y", "-o", "trace", "-e", "trace=/rename.*,fsync"]
        subprocess.run([*trace, PROGRAM, *self.top(), "--output", "out.txt"], cwd=self.path, check=True)
        lines = (self.path / "trace").read_text().splitlines()
        renamed = next(i for i, line in enumerate(lines) if line.startswith("rename") and "out.txt" in line)
        self.assertIn(".new-", lines[renamed - 1])
        self.assertRegex(lines[renamed + 1], rf"^fsync\(\d+<{self.path.resolve()}>\) += 0")


class Amounts(ProgramTest):
    def safe(self, told: object, name: str = "") -> None:
        """Every amount is a decimal of at most 17 digits; what is left is at most the exact one, all else at least."""
        for one in told if isinstance(told, list) else []:
            self.safe(one, name)
        for key, value in told.items() if isinstance(told, dict) else []:
            if key in ("epsilon", "delta", "rho") and value is not None:
                self.assertRegex(value, r"^[0-9.]+(e-?[0-9]+)?$")
                self.assertLessEqual(len(value.partition("e")[0].replace(".", "").lstrip("0")), 17)
                short, exact = Fraction(value), Fraction(told["exact"][key])
                self.assertTrue(short <= exact if name == "left" else short >= exact, f"{name}: {told}")
            elif key != "exact":
                self.safe(value, key)

    def test_decimals_are_short_and_safe_and_exact_stands_beside_them(self) -> None:
        self.write("scores.csv", "label,score\nx,1\ny,2\n")
        self.create("--epsilon", "1")
        words = ["select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1"]
        words += ["--ledger", "a.ledger", "--dataset", "visits", "--json", "--epsilon"]
        third = json.loads(self.good(*words, "1/3"))
        self.assertEqual(third["schema"], "discreet.release/2")
        self.assertEqual(third["promise"]["epsilon"], "0.33333333333333334")
        self.assertEqual(third["promise"]["exact"]["epsilon"], "1/3")
        self.assertEqual(third["budget"]["charged"]["epsilon"], "0.33333333333333334")
        self.assertEqual(third["budget"]["left"]["epsilon"], "0.66666666666666666")
        self.assertEqual(third["budget"]["left"]["exact"]["epsilon"], "2/3")
        self.good(*words, "1e-300")
        shown = self.spent()
        self.assertEqual(shown["spent"]["epsilon"], "0.33333333333333334")
        self.assertEqual(shown["left"]["epsilon"], "0.66666666666666666")
        self.assertGreater(len(shown["left"]["exact"]["epsilon"]), 300)
        whole = {"epsilon": "1", "delta": None, "rho": None, "slack": None, "steps": None, "step": None}
        self.assertEqual(shown["budget"], whole | {"exact": whole})
        self.safe(third)
        self.safe(json.loads(self.good("ledger", "show", "a.ledger", "--json")))
        self.safe(json.loads(self.good("plan", "-k", "1", "--candidates-count", "2", *words[-6:-1], "--epsilon", "1/3")))
        self.bad(4, "it would cost epsilon 1; left is epsilon about 0.66666", *words, "1")


if __name__ == "__main__":
    unittest.main()
