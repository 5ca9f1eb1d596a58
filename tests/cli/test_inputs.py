"""Which files and columns a command takes: never one for two, and none that cannot be what it is given for."""

from __future__ import annotations

import importlib
import itertools
import os
import re
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path

from program import PROGRAM, ProgramTest

SECRET = "zebra77"
BOTH = f"patient,code\n{SECRET},A\n"


def commands_with_tests_of_their_own() -> dict[str, tuple[list[str], list[str]]]:
    """What the other tests here say of their commands."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py"))
    modules = [importlib.import_module(name) for name in names if name != Path(__file__).stem]
    return {name: found for module in modules for name, found in getattr(module, "COMMANDS", {}).items()}


class EveryCommand(ProgramTest):
    """Every command that reads, as it would be given in earnest; nothing is charged."""

    def setUp(self) -> None:
        super().setUp()
        self.book = self.create("--epsilon", "1")
        self.good("ledger", "witness", self.book, "seen")
        self.write("visits.csv", BOTH)
        self.write("codes.txt", "A\nB\n")
        self.write("scores.csv", "label,score\na,1\nb,2\n")

    def tearDown(self) -> None:
        self.assertEqual(self.spent()["charges"], 0)

    def commands(self) -> dict[str, tuple[list[str], list[str]]]:
        """Each command that reads: its words, and which of them are files."""
        charge = ["-k", "1", "--epsilon", "0.5", "--ledger", self.book, "--dataset", "visits", "--witness", "seen"]
        top = ["top-k", "visits.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt"]
        select = ["select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1"]
        add = ["ledger", "add", self.book, "--dataset", "d", "--unit", "u", "--epsilon", "1", "--witness", "seen"]
        stop = [self.book, "--dataset", "visits", "--reason", "why"]
        return {
            "top-k": ([*top, *charge], ["visits.csv", "codes.txt", self.book, "seen"]),
            "check": (["check", *top[1:]], ["visits.csv", "codes.txt"]),
            "select": ([*select, *charge], ["scores.csv", self.book, "seen"]),
            "plan": (["plan", "--candidates-count", "9", *charge], [self.book, "seen"]),
            "ledger create": (["ledger", "create", *add[2:]], [self.book, "seen"]),
            "ledger add": (add, [self.book, "seen"]),
            "ledger show": (["ledger", "show", self.book, "--witness", "seen"], [self.book, "seen"]),
            "ledger verify": (["ledger", "verify", self.book, "--witness", "seen"], [self.book, "seen"]),
            "ledger witness": (["ledger", "witness", self.book, "new", "--witness", "seen"], [self.book, "new", "seen"]),
            "ledger group": (["ledger", "group", self.book, "g", "--epsilon", "1", "--witness", "seen"], [self.book, "seen"]),
            "ledger close": (["ledger", "close", *stop, "--witness", "seen"], [self.book, "seen"]),
            "ledger lower": (["ledger", "lower", *stop, "--epsilon", "0.5", "--witness", "seen"], [self.book, "seen"]),
            **{
                f"ledger {word}": (["ledger", word, self.book, "ann", "--dataset", "visits", "--witness", "seen"], [self.book, "seen"])
                for word in ("grant", "revoke")
            },
            "ledger report": (["ledger", "report", self.book, "--witness", "seen"], [self.book, "seen"]),
            "ledger copy": (["ledger", "copy", self.book, "new", "--witness", "seen"], [self.book, "new", "seen"]),
            "ledger runs": (["ledger", "runs", self.book, "--witness", "seen"], [self.book, "seen"]),
            "ledger backup": (["ledger", "backup", self.book, "new", "--witness", "seen"], [self.book, "new", "seen"]),
            **commands_with_tests_of_their_own(),
        }


class DistinctInputs(EveryCommand):
    """Two inputs that are one file, or two columns that are one, would print what is private."""

    def test_no_two_inputs_of_any_command_are_one_file(self):
        for name, (words, files) in self.commands().items():
            for one, other in itertools.permutations(files, 2):
                with self.subTest(name, one=one, other=other):
                    said = [one if word == other else word for word in words]
                    self.bad(2, "must not be one file", *said)

    def test_no_result_of_any_command_replaces_a_file_that_it_reads(self):
        before = {path.name: path.read_bytes() for path in self.path.iterdir()}
        writing = {path for path, option in every_option(self) if option == "--output"}
        self.assertLessEqual({("top-k",), ("select",), ("quantile",), ("above-threshold",), ("plan",)}, writing)
        for path in writing:
            words, files = self.commands()[" ".join(path)]
            for file in files:
                with self.subTest(path=path, file=file):
                    self.bad(2, "--output must not be", *words, "--output", f"./{file}")
        self.assertEqual({path.name: path.read_bytes() for path in self.path.iterdir()}, before)

    def test_no_name_hides_that_rows_and_candidates_are_one_file(self):
        os.symlink("visits.csv", self.path / "soft")
        os.link(self.path / "visits.csv", self.path / "hard")
        (self.path / "d").mkdir()
        words = self.commands()["top-k"][0]
        for alias in ("./visits.csv", "d/../visits.csv", str(self.path / "visits.csv"), "soft", "hard"):
            said = [alias if word == "codes.txt" else word for word in words]
            self.bad(2, "the rows and --candidates must not be one file", *said)
        for rows, codes in itertools.product(("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "visits.csv"), repeat=2):
            if rows == codes == "visits.csv":
                continue
            said = [{"visits.csv": rows, "codes.txt": codes}.get(word, word) for word in words]
            with (self.path / "visits.csv").open("rb") as stdin:
                self.bad(2, "the rows and --candidates must not be one file", *said, stdin=stdin)

    def test_one_pipe_is_not_rows_and_candidates(self):
        words = self.commands()["top-k"][0]
        for rows, codes in itertools.product(("-", "/dev/stdin"), repeat=2):
            said = [{"visits.csv": rows, "codes.txt": codes}.get(word, word) for word in words]
            done = subprocess.run([PROGRAM, *said], cwd=self.path, input=BOTH.encode(), capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
            self.assertIn(b"must not be one file", done.stderr)
            self.assertNotIn(SECRET.encode(), done.stderr)

    def test_no_two_columns_of_any_command_are_one(self):
        words = self.commands()["top-k"][0]
        for one, other in (("patient", "code"), ("code", "patient")):
            self.bad(2, "--unit and --item must not be one column", *[one if w == other else w for w in words])
        words = self.commands()["select"][0]
        for one, other in (("label", "score"), ("score", "label")):
            self.bad(2, "--label and --score must not be one column", *[one if w == other else w for w in words])

    def test_no_command_that_takes_files_is_missing_here(self):
        listed = {path for path, _ in every_option(self) if path[-1] not in ("help", "completion")}
        self.assertEqual({" ".join(path) for path in listed}, set(self.commands()))


def every_option(test: ProgramTest) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each command and each of its options that takes a value, from its own help."""
    groups = [(), ("ledger",)]
    for group in groups:
        commands = re.findall(r"^  ([a-z-]+) {2,}\w", test.good(*group, "--help").split("Subcommands:")[1], re.MULTILINE)
        for path in [(*group, command) for command in commands if (command,) not in groups]:
            for option in re.findall(r"^  (-k|--[a-z-]+) (?:TEXT|FILE|UINT|FLOAT)", test.good(*path, "--help"), re.MULTILINE):
                yield path, option
            yield path, ""


class UnsetVariables(EveryCommand):
    """An empty word is what a variable that is not set leaves behind."""

    def test_an_empty_value_of_any_option_is_a_usage_error(self):
        seen = 0
        for path, option in every_option(self):
            words = self.commands().get(" ".join(path), (list(path), []))[0]
            said = [word for i, word in enumerate(words) if option not in (word, words[i - 1])] if option else words
            with self.subTest(path=path, option=option):
                self.bad(2, f"{option} is empty" if option else "an argument is empty", *said, *([option] if option else ["x"]), "")
                if option.startswith("--"):
                    self.bad(2, f"{option} is empty", *said, f"{option}=")
                    self.bad(2, f"{option} is empty", *path, f"{option}=", *said[len(path) :])
            seen += 1
        self.assertGreater(seen, 60)
        self.assertFalse((self.path / "new").exists())


if __name__ == "__main__":
    unittest.main()
