"""above-threshold: what it releases, what it refuses, and that nothing is released that was not charged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import unittest

from program import PROGRAM, ProgramTest

# Far from the threshold of 1000: at the scales below a miss has a probability below e^-200.
SCORES = "week,cases\nw1,-90000\nw2,95000\nw3,96000\n"


def words(file: str = "scores.csv", threshold: str = "1000", epsilon: str = "0.5") -> list[str]:
    """The command as it would be given in earnest."""
    read = ["above-threshold", file, "--label", "week", "--score", "cases", "--sensitivity", "1"]
    return [*read, "--threshold", threshold, "--epsilon", epsilon]


# For the tests that go through every command: its words, and which of them are files.
COMMANDS = {
    "above-threshold": (
        [*words(), "--ledger", "a.ledger", "--dataset", "visits", "--witness", "seen"],
        ["scores.csv", "a.ledger", "seen"],
    )
}


class AboveThreshold(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("scores.csv", SCORES)

    def told(self, *more: str, **said: str) -> dict:
        return json.loads(self.good(*words(**said), "--json", *more))

    def test_finds_the_first_or_says_that_there_is_none(self):
        for said, first in (
            ({}, {"position": 2, "item": "w2"}),
            ({"threshold": "-2e5"}, {"position": 1, "item": "w1"}),
            ({"threshold": "1e6"}, None),
        ):
            self.assertEqual(self.told(**said)["first"], first)
            self.assertEqual(self.told("--integer", **said)["first"], first)

    def test_every_format_says_the_row_or_that_there_is_none(self):
        tail = (
            "For score changes of at most 1 this release is 0.5-differentially private "
            "(above threshold {}, scale 6). It is charged to no budget.\n"
        )
        self.assertEqual(self.good(*words()), "position  item\n       2  w2\n" + tail.format("1000"))
        self.assertEqual(self.good(*words(threshold="1e6")), "position  item\nnone\n" + tail.format("1e+06"))
        self.assertEqual(self.good(*words(), "--format", "csv"), "position,item\n2,w2\n")
        self.assertEqual(self.good(*words(threshold="1e6"), "--format", "csv"), "position,item\n")

    def test_json_has_its_documented_names(self):
        book = self.create("--epsilon", "2")
        told = self.told("--ledger", book, "--dataset", "visits")
        names = "schema command first threshold candidates scale sensitivity monotonic unit neighbors cost promise budget guarantee"
        self.assertEqual(list(told), names.split())
        self.assertEqual((told["schema"], told["command"]), ("discreet.release/2", "above-threshold"))
        self.assertEqual((told["threshold"], told["candidates"], told["scale"]), (1000, 3, 6))
        self.assertEqual((told["unit"], told["budget"]["left"]["epsilon"]), ("patient", "1.5"))
        self.assertEqual(self.told("--monotonic")["scale"], 4)
        charge = json.loads(self.good("ledger", "show", book, "--json"))["charges"][0]
        self.assertEqual((charge["what"], charge["cost"]["epsilon"]), ("above-threshold", "0.5"))
        facts = {"threshold": "1000", "scale": "6", "candidates": "3", "sensitivity": "1", "monotonic": "no"}
        facts["promise"] = "0.5-differentially private"
        self.assertEqual({name: charge["parameters"].get(name) for name in facts}, facts)

    def test_refuses_bad_input_and_charges_nothing(self):
        book = self.create("--epsilon", "1")
        charge = ["--ledger", book, "--dataset", "visits"]
        os.symlink("scores.csv", self.path / "again.csv")
        rows = [
            (3, "nowhere.csv: there is no such file", {"file": "nowhere.csv"}),
            (3, ".: it is a directory", {"file": "."}),
            (2, "the scores and --ledger must not be one file", {"file": book}),
            *((2, "--threshold must be a finite number", {"threshold": bad}) for bad in ("nan", "inf", "-inf", "x", "1e999", "+1")),
            (2, "an epsilon must be above 0", {"epsilon": "0"}),
            *((2, "--epsilon: an amount is a decimal", {"epsilon": bad}) for bad in ("-1", "nan", "inf", "one")),
        ]
        for code, rule, said in rows:
            with self.subTest(said):
                self.bad(code, rule, *words(**said), *charge)
        for content, rule in {
            "": "bad.csv: the file is empty",
            "week,cases\n": "the file has no scores",
            "week,deaths\nw1,5\n": "the header has no column 'cases'",
            "week,cases\nw1,5\nw2,nan\n": "every score must be finite",
            "week,cases\nw1,inf\n": "every score must be finite",
            "week,cases\nw1,many\n": "every score must be a number",
            "week,cases\nw1,5\nw1,6\n": "line 3: a label must not stand in the file twice",
        }.items():
            with self.subTest(content):
                self.write("bad.csv", content)
                self.bad(3, rule, *words("bad.csv"), *charge)
        one_column = ["week" if word == "cases" else word for word in words()]
        self.bad(2, "--label and --score must not be one column", *one_column, *charge)
        for bad in ("0", "-1", "nan", "inf"):
            self.bad(2, "--sensitivity", *["--sensitivity=" + bad if word == "--sensitivity" else word for word in words() if word != "1"], *charge)
        for output in ("scores.csv", "again.csv", book):
            self.bad(2, "--output must not be", *words(), *charge, "--output", output)
        self.bad(2, "there is no command or option '--delta'", *words(), *charge, "--delta", "1e-6")
        self.assertEqual(self.spent()["charges"], 0)

    def test_stops_where_the_budget_ends(self):
        book = self.create("--epsilon", "1")
        charged = [*words(), "--ledger", book, "--dataset", "visits"]
        self.good(*charged)
        self.good(*charged)
        self.bad(4, "the budget does not cover this", *charged)
        self.assertEqual(self.spent()["spent"]["epsilon"], "1")

    def test_a_result_that_nobody_takes_after_the_charge_is_code_6(self):
        book = self.create("--epsilon", "1")
        reader, writer = os.pipe()
        os.close(reader)
        charged = [*words(), "--ledger", book, "--dataset", "visits"]
        done = subprocess.run([PROGRAM, *charged], cwd=self.path, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertEqual(self.spent()["spent"]["epsilon"], "0.5")

    def test_a_signal_after_the_charge_is_code_6(self):
        book = self.create("--epsilon", "1")
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(writer, bytes(512))
        os.set_blocking(writer, True)
        charged = [PROGRAM, *words(), "--ledger", book, "--dataset", "visits"]
        with subprocess.Popen(charged, cwd=self.path, stdout=writer, stderr=subprocess.PIPE) as run:
            while self.spent()["charges"] < 1:
                pass
            # The result now waits for a reader that never comes.
            run.send_signal(signal.SIGTERM)
            said = run.communicate()[1].decode()
        os.close(reader)
        os.close(writer)
        self.assertEqual(run.returncode, 6, said)
        self.assertEqual(self.spent()["spent"]["epsilon"], "0.5")


if __name__ == "__main__":
    unittest.main()
