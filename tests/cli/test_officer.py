"""What whoever answers for a budget asks: groups, a stop, a page."""

from __future__ import annotations

import hashlib
import json
import os
import unittest

from program import ProgramTest


class Officer(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.book = self.create("--epsilon", "1")
        self.write("scores.csv", "label,score\na,1\nb,200\n")

    def select(self, dataset: str = "visits", epsilon: str = "0.25", *more: str) -> list[str]:
        return [
            "select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1",
            "--epsilon", epsilon, "--ledger", self.book, "--dataset", dataset, *more,
        ]

    def show(self) -> dict:
        return json.loads(self.good("ledger", "show", self.book, "--json"))

    def test_a_closed_dataset_releases_nothing(self):
        self.good(*self.select())
        self.good("ledger", "close", self.book, "--dataset", "visits", "--reason", "the study ended")
        self.bad(4, "the study ended", *self.select())
        self.bad(4, "the study ended", "plan", "-k", "1", "--candidates-count", "9", "--epsilon", "0.1",
                 "--ledger", self.book, "--dataset", "visits")  # fmt: skip
        shown = self.show()
        self.assertEqual(len(shown["charges"]), 1)
        self.assertEqual(shown["datasets"][0]["closed"]["reason"], "the study ended")
        self.assertIn("left    nothing: it was closed", self.good("ledger", "show", self.book))
        self.bad(2, "closed already", "ledger", "close", self.book, "--dataset", "visits", "--reason", "again")

    def test_a_lowered_budget_ends_earlier(self):
        self.good(*self.select())
        lower = ["ledger", "lower", self.book, "--dataset", "visits", "--reason", "fewer releases"]
        self.bad(2, "say what may be spent", *lower)
        self.bad(2, "never raised", *lower, "--epsilon", "2")
        self.bad(2, "below what is spent", *lower, "--epsilon", "0.2")
        self.assertIn("what was promised of it stays epsilon 1", self.good(*lower, "--epsilon", "0.5"))
        self.bad(4, "the budget does not cover this", *self.select(epsilon="0.3"))
        self.good(*self.select())
        dataset = self.show()["datasets"][0]
        self.assertEqual((dataset["budget"]["epsilon"], dataset["limit"]["epsilon"]), ("1", "0.5"))
        self.good("ledger", "verify", self.book)

    def test_a_charge_fits_its_dataset_and_its_group(self):
        self.good("ledger", "group", self.book, "people", "--epsilon", "1")
        for name in ("first", "second"):
            self.good("ledger", "add", self.book, "--dataset", name, "--unit", "patient", "--epsilon", "0.75",
                      "--group", "people")  # fmt: skip
        self.good(*self.select("first", "0.75"))
        self.bad(4, "the group people", *self.select("second", "0.5"))
        self.good(*self.select("second", "0.25"))
        shown = self.show()
        self.assertEqual(shown["groups"][0]["left"]["epsilon"], "0")
        self.assertEqual(shown["charges"][-1]["charged_to_group"]["epsilon"], "0.25")
        add = ["ledger", "add", self.book, "--dataset", "third", "--epsilon", "1"]
        self.bad(2, "no group of that name", *add, "--unit", "patient", "--group", "nobody")
        self.bad(2, "the same unit", *add, "--unit", "household", "--group", "people")
        self.bad(2, "a group of that name", "ledger", "group", self.book, "people", "--epsilon", "2")

    def test_what_a_group_spent_is_told_as_if_it_had_been_fixed(self):
        self.good("ledger", "group", self.book, "people", "--epsilon", "4", "--delta", "1e-6")
        for name in ("first", "second"):
            self.good("ledger", "add", self.book, "--dataset", name, "--unit", "patient", "--epsilon", "4",
                      "--delta", "1e-6", "--group", "people")  # fmt: skip
            self.good(*self.select(name, "0.01"))
        group = self.show()["groups"][0]
        self.assertEqual(group["spent_if_fixed"]["delta"], "1e-6")
        self.assertLessEqual(float(group["spent_if_fixed"]["epsilon"]), 0.02)
        shown = self.good("ledger", "show", self.book)
        self.assertIn("had these charges been fixed beforehand", shown[: shown.index("for adding or removing")])

    def test_a_group_is_lowered_and_closed_as_a_dataset_is(self):
        self.good("ledger", "group", self.book, "people", "--epsilon", "1")
        for name in ("first", "second"):
            self.good("ledger", "add", self.book, "--dataset", name, "--unit", "patient", "--epsilon", "0.75",
                      "--group", "people")  # fmt: skip
        self.good(*self.select("first"))
        lower = ["ledger", "lower", self.book, "--reason", "less", "--epsilon"]
        close = ["ledger", "close", self.book, "--reason", "over"]
        for words in ([*lower, "0.5"], close):
            self.bad(2, "--dataset or --group", *words)
            self.bad(2, "--dataset or --group", *words, "--group", "people", "--dataset", "first")
            self.bad(2, "no group of that name", *words, "--group", "nobody")
        self.bad(2, "never raised", *lower, "2", "--group", "people")
        self.assertIn("stays epsilon 1", self.good(*lower, "0.5", "--group", "people"))
        plan = ["plan", "-k", "1", "--candidates-count", "9", "--ledger", self.book, "--dataset", "second", "--epsilon"]
        self.assertEqual(json.loads(self.good(*plan, "0.125", "--json"))["left"]["epsilon"], "0.125")
        self.bad(4, "the group people: the budget does not cover this", *plan, "0.3")
        self.bad(4, "the group people: the budget does not cover this", *self.select("second", "0.3"))
        self.good(*self.select("second"))
        self.assertIn("closed the group people", self.good(*close, "--group", "people"))
        self.bad(4, "the group was closed", *plan, "0.1")
        self.bad(4, "the group was closed", *self.select("first", "0.1"))
        self.bad(2, "closed already", *close, "--group", "people")
        group = self.show()["groups"][0]
        self.assertEqual((group["budget"]["epsilon"], group["limit"]["epsilon"]), ("1", "0.5"))
        self.assertEqual((group["lowered"]["reason"], group["closed"]["reason"]), ("less", "over"))
        self.assertIn("nothing: its group was closed", self.good("ledger", "show", self.book))
        self.assertIn("over", self.good("ledger", "report", self.book))
        self.good("ledger", "verify", self.book)

    def test_a_charge_names_the_user_whoever_asked(self):
        self.good(*self.select("visits", "0.25", "--by", "somebody else"))
        charge = self.show()["charges"][0]
        self.assertEqual(charge["by"], "somebody else")
        self.assertNotEqual(charge["user"], "somebody else")
        self.assertIn(f"by somebody else (user {charge['user']})", self.good("ledger", "show", self.book))

    def test_a_charge_records_what_was_asked_and_nothing_of_the_rows(self):
        self.good(*self.select())
        asked = self.show()["charges"][0]["parameters"]
        self.assertEqual((asked["column.label"], asked["column.score"]), ("label", "score"))
        self.assertEqual(asked["sha256.candidates"], hashlib.sha256(b"a\nb\n").hexdigest())
        self.assertRegex(asked["program"], r"^discreet \d+\.\d+")
        self.assertEqual(asked["neighbors"], "add-remove")
        self.write("codes.txt", "a\nb\n")
        self.write("wards.txt", "x\n")
        self.write("rows.csv", "patient,code,ward\n1,a,x\n2,b,x\n")
        top_k = ["top-k", "rows.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt", "-k", "1",
                 "--epsilon", "0.1", "--ledger", self.book, "--dataset", "visits"]  # fmt: skip
        self.good(*top_k)
        self.good(*top_k, "--group", "ward", "--groups", "wards.txt")
        for charge, more in zip(self.show()["charges"][1:], ({}, {"column.group": "ward"}), strict=True):
            asked = charge["parameters"]
            self.assertEqual((asked["column.unit"], asked["column.item"]), ("patient", "code"))
            self.assertEqual(asked["neighbors"], "add-remove")
            self.assertEqual(asked["sha256.candidates"], hashlib.sha256(b"a\nb\n").hexdigest())
            self.assertEqual({name: asked[name] for name in more}, more)
        self.assertEqual(self.show()["charges"][2]["parameters"]["sha256.groups"], hashlib.sha256(b"x\n").hexdigest())
        self.write("rows.csv", "patient,code,ward\n1,a,x\n" + "3,b,x\n4,b,y\n" * 50)
        self.good(*top_k, "--group", "ward", "--groups", "wards.txt")
        charges = self.show()["charges"]
        self.assertEqual(charges[3]["parameters"], charges[2]["parameters"])

    def test_a_reason_is_needed(self):
        self.bad(2, "--reason", "ledger", "close", self.book, "--dataset", "visits")
        for reason in ("", "a\nb", "x" * 201):
            self.bad(2, "a reason is" if reason else "--reason is empty", "ledger", "close", self.book, "--dataset", "visits", "--reason", reason)
        self.good(*self.select())

    def test_the_page_is_written_whole_and_never_over_a_ledger(self):
        self.good(*self.select())
        self.good("ledger", "report", self.book, "--output", "report.html")
        page = (self.path / "report.html").read_text()
        self.assertTrue(page.startswith("<!doctype html>") and page.endswith("</html>\n"))
        self.assertEqual(page, self.good("ledger", "report", self.book))
        before = (self.path / self.book).read_bytes()
        for place in (self.book, self.book + "-journal"):
            self.bad(2, "--output must not be", "ledger", "report", self.book, "--output", place)
        self.assertEqual((self.path / self.book).read_bytes(), before)
        self.bad(5, "none.ledger", "ledger", "report", "none.ledger", "--output", "other.html")
        self.assertFalse(os.path.exists(self.path / "other.html"))


if __name__ == "__main__":
    unittest.main()
