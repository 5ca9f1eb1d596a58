"""discreet check tells the owner what groups, limits for each unit and clips would leave out of a table."""

from __future__ import annotations

import json
import unittest

from program import ProgramTest

ROWS = (
    "patient,code,ward,cost\n"
    "p1,A,north,12.50\np1,B,north,-3\np1,C,north,0.5\n"
    "p2,A,north,700\np2,A,south,1.25\n"
    "p3,A,attic,1\np3,A,,1\np4,,south,9\n"
)
NUMBERS = ("1e3", "+5", " 5", "5 ", "5.", ".5", "", "inf", "nan", "1,5", "0x10", "12.345", "99999999999999999999")


class CheckTables(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("visits.csv", ROWS)
        self.write("codes.txt", "A\nB\n")
        self.write("wards.txt", "south\nnorth\neast\n")
        self.words = ["check", "visits.csv", "--unit", "patient", "--item", "code"]
        self.grouped = [*self.words, "--group", "ward", "--groups", "wards.txt"]
        self.summed = [*self.words, "--value", "cost", "--decimals", "2", "--clip", "0:500"]

    def told(self, *words: str) -> dict:
        return json.loads(self.good(*words, "--json"))

    def test_candidates_may_be_left_out(self):
        said = self.good(*self.words)
        self.assertNotIn("candidate", said)
        told = self.told(*self.words)
        self.assertEqual((told["rows"], told["units"], told["counted_units"]), (8, 4, 3))
        self.assertIsNone(told["matching_rows"])
        self.assertIsNone(told["candidates"])

    def test_it_tells_of_groups(self):
        said = " ".join(self.good(*self.grouped).split())
        self.assertIn("rows outside the groups 2 (25.0 %)", said)
        self.assertIn("units in too many groups 1 (50.0 %)", said)
        self.assertEqual(self.told(*self.grouped, "--groups-per-unit", "2")["units_above_groups"], 0)
        self.write("wards.csv", "id,name\n1,north\n2,south\n")
        words = [*self.words, "--group", "ward", "--groups", "wards.csv", "--groups-column", "name"]
        self.assertEqual(self.told(*words)["rows_outside_groups"], 2)

    def test_it_tells_of_limits(self):
        said = " ".join(self.good(*self.words, "--items-per-unit", "2").split())
        self.assertIn("units with too many items 1 (33.3 %)", said)
        self.assertEqual(self.told(*self.words, "--items-per-unit", "3")["units_above_items"], 0)
        self.assertEqual(self.told(*self.words, "--items-per-unit", "1", "--by-nature")["units_above_items"], 1)

    def test_it_tells_of_clips(self):
        said = " ".join(self.good(*self.summed).split())
        self.assertIn("sums of a unit for an item 5 clipped 2 (40.0 %)", said)
        for clip in (["--clip", "-3:701.25"], ["--clip=-3.00:701.25"]):
            told = self.told(*self.words, "--value", "cost", "--decimals", "2", *clip)
            self.assertEqual((told["sums"], told["sums_clipped"]), (5, 0))

    def test_a_value_that_is_no_number_is_refused_by_its_line(self):
        said = set()
        for number in NUMBERS:
            self.write("bad.csv", f'patient,code,cost\np,A,1\np,A,"{number}"\n')
            words = [word if word != "visits.csv" else "bad.csv" for word in self.summed]
            said.add(self.bad(3, "bad.csv: line 3: the value must be a number such as -12 or 0.5", *words))
        # Nothing of the value is in it.
        self.assertEqual(len(said), 1)
        self.bad(3, "line 2: the value must be an integer", *self.words, "--value", "cost", "--clip", "0:5")

    def test_options_that_do_not_fit_together_are_refused(self):
        for rule, *options in (
            ("--group goes with --groups", "--group", "ward"),
            ("--groups goes with --group", "--groups", "wards.txt"),
            ("--groups-per-unit goes with --group", "--groups-per-unit", "2"),
            ("--groups-column goes with --groups", "--groups-column", "x"),
            ("--by-nature goes with --items-per-unit", "--by-nature"),
            ("--value goes with --clip", "--value", "cost"),
            ("--clip goes with --value", "--clip", "0:5"),
            ("--decimals goes with --value", "--decimals", "2"),
            ("--clip must be L:U, each an integer", "--value", "cost", "--clip", "5"),
            ("--clip must be L:U, each an integer", "--value", "cost", "--clip", "0:5:6"),
            ("--clip must be L:U, each an integer", "--value", "cost", "--clip", "0:0.5"),
            ("--clip must be L:U, each an integer", "--value", "cost", "--clip", "0:inf"),
            ("L must not be above U", "--value", "cost", "--clip", "5:-5"),
            ("--clip 0:0 leaves nothing", "--value", "cost", "--clip", "0:0"),
            ("--items-per-unit", "--items-per-unit", "0"),
            ("--groups-per-unit", "--groups-per-unit", "0", "--group", "ward", "--groups", "wards.txt"),
            ("--decimals", "--value", "cost", "--clip", "0:5", "--decimals", "19"),
            ("--decimals", "--value", "cost", "--clip", "0:5", "--decimals", "-1"),
            ("must not be one column", "--value", "code", "--clip", "0:5"),
            ("must not be one column", "--group", "patient", "--groups", "wards.txt"),
            ("must not be one file", "--group", "ward", "--groups", "visits.csv"),
            ("must not be one file", "--group", "ward", "--groups", "codes.txt", "--candidates", "codes.txt"),
        ):
            with self.subTest(options=options):
                self.bad(2, rule, *self.words, *options)

    def test_a_list_of_groups_is_read_as_one_of_candidates(self):
        for rule, content in (
            ("line 2: a group must not be empty", "north\n\nsouth\n"),
            ("line 3: a group must not stand in the list twice", "north\nsouth\nnorth\n"),
            ("line 1: the list begins with the name of the group column, as a table does: name the column with --groups-column",
             "Ward\nnorth\n"),
            ("the list of groups must not be empty", ""),
        ):
            self.write("wards.txt", content)
            self.bad(3, f"wards.txt: {rule}", *self.grouped)


if __name__ == "__main__":
    unittest.main()
