"""discreet check tells the owner how far rows and candidates fit together; nothing of it is private, and it says so."""

from __future__ import annotations

import gzip
import json
import unittest

from program import ProgramTest

NOTICE = "NOT PRIVATE: for the owner of the data only"
ROWS = "patient,code\np1,A\np1,A\np1,a\np2,zebra77\np2,zebra77\np3,B \np3,\x1b[31m\np4,B\n"


class Check(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("visits.csv", ROWS)
        self.write("codes.txt", "A\nB\nC\nD\nE\n")
        self.words = ["check", "visits.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt"]

    def test_it_says_first_that_it_is_not_private(self):
        self.assertEqual(self.good(*self.words).splitlines()[0], NOTICE)
        self.assertTrue(self.good(*self.words, "--json").startswith(f'{{"notice":"{NOTICE}",'))
        self.assertIn("NOT PRIVATE", self.good("check", "--help"))

    def test_it_counts_rows_units_and_candidates(self):
        said = " ".join(self.good(*self.words).split())
        for fact in ("rows 8", "is a candidate 3 (37.5 %)", "case or blanks 2 (25.0 %)", "units 4", "such a row 2 (50.0 %)"):
            self.assertIn(fact, said)
        self.assertIn("candidates 5 never seen 3 (60.0 %)", said)
        told = json.loads(self.good(*self.words, "--json"))
        self.assertEqual(told, {
            "notice": NOTICE, "schema": "discreet.check/2", "rows": 8, "matching_rows": 3, "matching_share": 0.375,
            "nearly_matching_rows": 2, "units": 4, "matching_units": 2, "candidates": 5, "candidates_never_seen": 3,
            "counted_units": 2, "rows_outside_groups": None, "units_above_groups": None, "units_above_items": None,
            "sums": None, "sums_clipped": None, "outside_items": None,
        })

    def test_items_are_shown_only_where_asked(self):
        for form in ([], ["--json"]):
            self.assertNotIn("zebra77", self.good(*self.words, *form))
        said = self.good(*self.words, "--show-items")
        self.assertIn("2 rows  zebra77\n", said)
        self.assertNotIn("\x1b", said)
        items = json.loads(self.good(*self.words, "--show-items", "--json"))["outside_items"]
        self.assertEqual(items[0], {"item": "zebra77", "rows": 2})
        self.assertEqual(len(items), 4)

    def test_at_most_twenty_items_are_shown(self):
        self.write("many.csv", "patient,code\n" + "".join(f"p,x{i}\n" for i in range(50)))
        words = [word if word != "visits.csv" else "many.csv" for word in self.words]
        said = self.good(*words, "--show-items")
        self.assertIn("items that are no candidates 50\n", said)
        self.assertEqual(said.count(" rows  x"), 20)

    def test_a_share_is_never_rounded_up_to_all(self):
        self.write("most.csv", "patient,code\n" + "p,A\n" * 9999 + "p,x\n")
        words = [word if word != "visits.csv" else "most.csv" for word in self.words]
        self.assertIn("9999 (99.9 %)", self.good(*words))
        self.write("most.csv", "patient,code\n")
        self.assertIn("is a candidate none", self.good(*words))
        self.assertIsNone(json.loads(self.good(*words, "--json"))["matching_share"])

    def test_it_reads_what_a_release_reads(self):
        (self.path / "visits.csv.gz").write_bytes(gzip.compress(ROWS.encode()))
        self.write("codes.csv", "code,text\nA,x\nB,y\n")
        words = ["check", "visits.csv.gz", *self.words[2:-1], "codes.csv", "--candidates-column", "code", "--json"]
        self.assertEqual(json.loads(self.good(*words))["matching_rows"], 3)
        self.bad(2, "--unit and --item must not be one column", *[w if w != "code" else "patient" for w in self.words])
        self.bad(2, "must not be one file", *[w if w != "codes.txt" else "visits.csv" for w in self.words])
        self.bad(3, "no.csv: there is no such file", *[w if w != "visits.csv" else "no.csv" for w in self.words])

    def test_it_is_no_part_of_a_release(self):
        for option in (["--ledger", "x"], ["--epsilon", "1"], ["--output", "x"], ["-k", "1"]):
            self.bad(2, "there is no command or option", *self.words, *option)


if __name__ == "__main__":
    unittest.main()
