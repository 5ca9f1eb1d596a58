"""What the commands of a ledger refuse, remember and copy."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

DATA = Path(__file__).resolve().parent.parent / "ledger" / "data"


class LedgerTest(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.book = self.create("--epsilon", "1")
        self.write("scores.csv", "label,score\na,1\nb,2\n")

    def select(self, *more: str, epsilon: str = "0.1") -> list[str]:
        return [
            "select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1",
            "--epsilon", epsilon, "--ledger", self.book, "--dataset", "visits", *more,
        ]

    def charges(self, *more: str) -> list[dict]:
        return json.loads(self.good("ledger", "show", self.book, "--json", *more))["charges"]


class Witness(LedgerTest):
    def test_an_empty_one_is_a_usage_error(self):
        for words in (self.select(), ["ledger", "show", self.book], ["ledger", "verify", self.book]):
            self.bad(2, "--witness is empty", *words, "--witness", "")
        budget = ["--dataset", "d", "--unit", "u", "--epsilon", "1", "--witness", ""]
        self.bad(2, "--witness is empty", "ledger", "create", "b.ledger", *budget)
        self.bad(2, "--witness is empty", "ledger", "add", self.book, *budget)
        self.assertFalse((self.path / "b.ledger").exists())
        self.assertEqual(self.charges(), [])

    def test_the_ledger_asks_for_the_one_it_has(self):
        self.good("ledger", "witness", self.book, "seen")
        self.bad(5, "the ledger has a witness", *self.select())
        self.bad(5, "the ledger has a witness", "ledger", "add", self.book, "--dataset", "d", "--unit", "u", "--rho", "1")
        self.good(*self.select("--witness", "seen"))
        self.assertEqual(len(self.charges()), 1)
        self.good("ledger", "verify", self.book, "--witness", "seen")

    def test_one_that_is_a_pipe_is_not_waited_for(self):
        os.mkfifo(self.path / "silent")
        for words in (self.select(), ["ledger", "verify", self.book]):
            self.bad(5, "silent: the witness file cannot be read", *words, "--witness", "silent")
        self.assertEqual(self.charges(), [])

    def test_one_that_exists_leaves_no_ledger(self):
        self.write("taken", "")
        before = sorted(os.listdir(self.path))
        budget = ["--dataset", "d", "--unit", "u", "--epsilon", "1", "--witness", "taken"]
        self.bad(5, "the witness file exists", "ledger", "create", "b.ledger", *budget)
        self.assertEqual(sorted(os.listdir(self.path)), before)


class Thresholds(ProgramTest):
    def made(self, *budget: str) -> dict:
        name = f"{len(list(self.path.iterdir()))}.ledger"
        self.said = self.good("ledger", "create", name, "--dataset", "visits", "--unit", "patient", *budget)
        return json.loads(self.good("ledger", "show", name, "--json"))["datasets"][0]

    def test_a_quarter_of_delta_is_kept_for_them_unless_said(self):
        both = ["--epsilon", "4", "--delta", "1e-6"]
        quarter = self.made(*both)
        self.assertIn("epsilon 4, delta 1e-6 (2.5e-7 of it for thresholds) for adding", self.said)
        self.assertEqual(quarter["budget"]["slack"], "2.5e-7")
        self.assertEqual(quarter["budget"]["exact"]["slack"], "2.5e-7")
        self.assertEqual((quarter["spent"]["slack"], quarter["left"]["slack"]), ("0", "2.5e-7"))
        self.assertEqual(self.made(*both, "--threshold-share", "0.1")["left"]["slack"], "1e-7")
        self.assertEqual(self.made(*both, "--threshold-share", "1/3")["left"]["slack"], "3.3333333333333333e-7")
        none = self.made(*both, "--threshold-share", "0")
        self.assertNotIn("thresholds", self.said)
        self.assertIsNone(none["left"]["slack"])
        self.assertGreater(float(none["budget"]["rho"]), float(quarter["budget"]["rho"]))
        self.assertIsNone(self.made(*both, "--accountant", "basic")["left"]["slack"])

    def test_of_a_rho_only_what_is_said_is(self):
        self.assertIsNone(self.made("--rho", "0.5")["budget"]["slack"])
        self.assertEqual(self.made("--rho", "0.5", "--slack", "1e-7")["left"]["slack"], "1e-7")
        self.assertIn("rho 0.5 (and 1e-7 of delta for thresholds) for adding", self.said)

    def test_what_cannot_be_is_refused(self):
        base = ["ledger", "create", "b.ledger", "--dataset", "d", "--unit", "u"]
        both = ["--epsilon", "1", "--delta", "1e-6"]
        self.bad(2, "--slack excludes --threshold-share", *base, *both, "--slack", "1e-7", "--threshold-share", "0.1")
        self.bad(2, "--threshold-share: an amount is", *base, *both, "--threshold-share", "-1")
        self.bad(2, "at least 0 and below 1", *base, *both, "--threshold-share", "1")
        self.bad(2, "there is no delta", *base, "--rho", "1", "--threshold-share", "0.1")
        self.bad(2, "takes slack from delta", *base, *both, "--accountant", "basic", "--threshold-share", "0.1")
        self.bad(2, "no delta for thresholds", *base, "--epsilon", "1", "--slack", "1e-7")
        self.bad(2, "below its delta", *base, *both, "--slack", "1e-6")
        self.assertFalse((self.path / "b.ledger").exists())

    def test_a_file_of_version_3_is_shown(self):
        shutil.copy(DATA / "version_3.ledger", self.path / "a.ledger")
        said = self.good("ledger", "show", "a.ledger")
        self.assertIn("  left    epsilon 0, or rho 0, and 1.5e-7 of delta for thresholds\n", said)
        self.assertIn("top-k  epsilon 1.5, rho 0.01, and 1e-7 of delta for thresholds  by a test\n", said)
        charges = json.loads(self.good("ledger", "show", "a.ledger", "--json"))["charges"]
        self.assertEqual([one["charged"]["slack"] for one in charges], ["1e-7", None, "3.3333333333333334e-8"])
        self.assertEqual(charges[2]["cost"]["exact"]["slack"], "1/30000000")
        self.good("ledger", "verify", "a.ledger")


class Names(LedgerTest):
    def test_a_second_name_of_the_file_is_refused(self):
        os.link(self.path / self.book, self.path / "second.ledger")
        for words in (self.select(), ["ledger", "show", "second.ledger"], ["ledger", "verify", self.book]):
            self.bad(5, "more than one name (a hard link)", *words)
        os.unlink(self.path / "second.ledger")
        self.good(*self.select())

    def test_names_that_hide_something_are_refused(self):
        for name in ("\x9b31m", "a\u202eb", "a\u2066b", "a\u200bb", "a\u2028b"):
            self.bad(2, "invisible characters", *self.select("--by", name))
            self.bad(2, "invisible characters", "ledger", "add", self.book, "--dataset", name, "--unit", "u", "--rho", "1")
            self.bad(2, "invisible characters", "ledger", "add", self.book, "--dataset", "d", "--unit", name, "--rho", "1")
        self.assertEqual(self.charges(), [])


class OlderEntries(ProgramTest):
    def test_what_they_hide_is_shown_and_read(self):
        shutil.copy(DATA / "version_1_odd.ledger", self.path / "a.ledger")
        by = "a\u202eb\x9b31m"
        shown = self.good("ledger", "show", "a.ledger")
        self.assertIn("by a\\u{202e}b\\u{9b}31m\n", shown)
        text = self.good("ledger", "show", "a.ledger", "--json")
        self.assertEqual(json.loads(text)["charges"][0]["by"], by)
        self.assertIn("a\\u202eb\\u009b31m", text)
        for said in (shown, text):
            self.assertTrue(said.replace("\n", "").isprintable())


class Amounts(LedgerTest):
    def test_a_charge_of_four_hundred_digits_can_be_read_back(self):
        self.good(*self.select(epsilon=f"1.{'1' * 399}e-2"))
        self.good("ledger", "verify", self.book)
        self.good(*self.select())


class Backup(LedgerTest):
    def test_it_holds_what_the_ledger_holds(self):
        self.good(*self.select())
        said = self.good("ledger", "backup", self.book, "copy.ledger")
        self.assertIn("3 entries", said)
        shown = [self.good("ledger", "show", book, "--json") for book in (self.book, "copy.ledger")]
        self.assertEqual(shown[0], shown[1])
        self.bad(5, "never overwritten", "ledger", "backup", self.book, "copy.ledger")
        self.bad(5, "belong to SQLite", "ledger", "backup", self.book, f"{self.book}-journal")

    def test_it_is_whole_while_others_charge(self):
        done = threading.Event()
        failed = []

        def charge() -> None:
            while not done.is_set():
                run = subprocess.run([PROGRAM, *self.select(epsilon="0.0001")], cwd=self.path, capture_output=True, check=False)
                if run.returncode != 0:
                    failed.append(run.stderr)

        other = threading.Thread(target=charge)
        other.start()
        try:
            for i in range(5):
                self.good("ledger", "backup", self.book, f"copy-{i}")
                self.good("ledger", "verify", f"copy-{i}")
        finally:
            done.set()
            other.join()
        self.assertEqual(failed, [])
        self.good("ledger", "verify", self.book)


if __name__ == "__main__":
    unittest.main()
