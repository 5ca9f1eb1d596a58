"""Tables of items that no list names, with numbers beside them, in groups, and of sums."""

from __future__ import annotations

import csv
import io
import json
import re
import unittest

from program import ProgramTest

# How many patients have each diagnosis: so far apart that noise does not change their order.
UNITS = {"flu": 4000, "cold": 3000, "asthma": 2000, "gout": 1000}
BASE = "top-k rows.csv --unit patient --item diagnosis".split()
PRIVATE = "--epsilon 1 --delta 1e-6 --quiet".split()
SECRET = "a-name-that-only-one-patient-has"


def rows(hospitals: tuple[str, ...] = ("north",)) -> str:
    """The table of all patients; a patient has one hospital and pays 3.50 twice for each diagnosis."""
    out = ["patient,diagnosis,hospital,cost"]
    for diagnosis, units in UNITS.items():
        for unit in range(units):
            hospital = hospitals[unit % len(hospitals)]
            out += [f"{unit},{diagnosis},{hospital},3.50"] * 2
    out.append(f"0,{SECRET},{hospitals[0]},3.50")
    return "\n".join(out) + "\n"


class Tables(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("rows.csv", rows())

    def result(self, *words: str) -> dict:
        """What --json says."""
        return json.loads(self.good(*BASE, *words, "--json"))

    def test_items_that_no_list_names_are_found(self):
        said = self.result("-k", "3", *PRIVATE)
        self.assertEqual([row["item"] for row in said["items"]], ["flu", "cold", "asthma"])
        self.assertEqual(said["schema"], "discreet.release/2")
        self.assertIsNone(said["candidates"])
        self.assertEqual((said["list"], said["limit"], said["complete"]), ("limited domain", 100, True))

    def test_numbers_stand_within_their_intervals(self):
        said = self.result("-k", "3", "--counts", *PRIVATE)
        for row, truth in zip(said["items"], UNITS.values(), strict=False):
            self.assertLessEqual(row["low"], row["count"])
            self.assertLessEqual(row["count"], row["high"])
            # The noise has a standard deviation below 10; 30 of them is never.
            self.assertLess(abs(row["count"] - truth), 300)
        self.assertLess(abs(said["units"] - 4000), 300)

    def test_a_list_that_ends_early_says_so_and_no_more(self):
        out = self.good(*BASE, "-k", "9", "--epsilon", "1", "--delta", "1e-6", "--quiet")
        self.assertIn("The list ends here: nothing below can be told from chance.", out)
        self.assertNotIn(SECRET, out)
        said = self.result("-k", "9", *PRIVATE)
        self.assertEqual([row["item"] for row in said["items"]], list(UNITS))
        self.assertFalse(said["complete"])

    def test_nothing_tells_of_items_that_were_not_listed(self):
        self.create("--epsilon", "1", "--delta", "1e-6")
        self.good(*BASE, "-k", "9", "--counts", "--epsilon", "1", "--delta", "1e-6", "--ledger", "a.ledger",
                  "--dataset", "visits", "--output", "out.txt")
        for path in self.path.iterdir():
            if path.name != "rows.csv":
                self.assertNotIn(SECRET.encode(), path.read_bytes(), path)

    def test_one_entry_pays_for_names_and_numbers(self):
        self.create("--epsilon", "1", "--delta", "1e-6")
        said = self.result("-k", "3", "--counts", "--epsilon", "1", "--delta", "1e-6", "--ledger", "a.ledger",
                           "--dataset", "visits")
        self.assertEqual(said["budget"]["charged"]["slack"], "2.5e-7")
        self.bad(4, "does not cover", *BASE, "-k", "3", "--epsilon", "1", "--delta", "1e-6", "--ledger", "a.ledger",
                 "--dataset", "visits", "--quiet")

    def test_every_group_of_the_list_appears(self):
        self.write("rows.csv", rows(("north", "south", "elsewhere")))
        self.write("groups.txt", "south\nnorth\nempty\n")
        words = ["-k", "2", "--counts", "--group", "hospital", "--groups", "groups.txt", *PRIVATE]
        said = self.result(*words)
        self.assertEqual([group["group"] for group in said["groups"]], ["south", "north", "empty"])
        for group in said["groups"][:2]:
            self.assertEqual([row["item"] for row in group["items"]], ["flu", "cold"])
            self.assertLess(abs(group["units"] - 4000 / 3), 300)
        self.assertEqual(said["groups"][2]["items"], [])
        table = list(csv.reader(io.StringIO(self.good(*BASE, *words, "--format", "csv"))))
        self.assertEqual(table[0], ["group", "rank", "item", "count", "low", "high"])
        self.assertEqual([row[0] for row in table[1:]], ["south", "south", "north", "north", "empty"])
        self.assertEqual(table[-1], ["empty", "", "", "", "", ""])
        self.assertNotIn("elsewhere", str(said))

    def test_sums_have_their_decimals(self):
        said = self.result("-k", "2", "--counts", "--value", "cost", "--clip", "0:6", "--decimals", "2", *PRIVATE)
        # Each patient paid 7.00 and is brought to 6.00.
        self.assertLess(abs(said["items"][0]["sum"] - 24000), 1800)
        self.assertEqual(said["upper"], 6)
        text = self.good(*BASE, "-k", "2", "--counts", "--value", "cost", "--clip", "0:6", "--decimals", "2", *PRIVATE)
        self.assertRegex(text.splitlines()[1], r"^   1  flu +2\d{4}\.\d\d ")

    def test_a_public_list_may_have_numbers_and_needs_no_delta(self):
        self.write("codes.txt", "flu\ncold\nunseen\n")
        said = self.result("-k", "2", "--counts", "--candidates", "codes.txt", "--epsilon", "1", "--quiet")
        self.assertEqual([row["item"] for row in said["items"]], ["flu", "cold"])
        self.assertEqual((said["list"], said["candidates"]), ("public", 3))
        self.assertEqual(said["promise"]["epsilon"], "1")

    def test_few_items_of_a_unit_are_paid_for_and_not_the_list(self):
        said = self.result("-k", "9", "--items-per-unit", "4", *PRIVATE)
        self.assertEqual(said["list"], "thresholded histogram")
        self.assertEqual({row["item"] for row in said["items"]}, set(UNITS))
        self.assertEqual(self.result("-k", "3", "--items-per-unit", "4", *PRIVATE)["list"], "limited domain")

    def test_the_list_is_chosen_by_what_is_kept_and_numbers_are_of_all_rows(self):
        self.write("rows.csv", "patient,diagnosis\n" + "".join(f"{i},a\n{i},b\n" for i in range(4000)))
        words = ["-k", "2", "--counts", "--items-per-unit", "1", *PRIVATE]
        for row in self.result(*words)["items"]:
            self.assertLess(abs(row["count"] - 4000), 300)
        # By the owner's word nobody has two; who has all the same is counted once.
        kept = self.result(*words, "--by-nature")["items"]
        self.assertLess(abs(sum(row["count"] for row in kept) - 4000), 300)

    def test_a_unit_is_kept_in_the_groups_that_are_paid_for(self):
        self.write("rows.csv", "patient,diagnosis,hospital\n"
                   + "".join(f"{i},a,north\n{i},a,south\n" for i in range(4000)))
        self.write("groups.txt", "south\nnorth\n")
        words = ["-k", "1", "--counts", "--group", "hospital", "--groups", "groups.txt", *PRIVATE]
        one = self.result(*words)
        two = self.result(*words, "--groups-per-unit", "2")
        for said, units in ((one, 4000), (two, 8000)):
            self.assertLess(abs(sum(group["units"] for group in said["groups"]) - units), 600)
        self.assertEqual((one["groups_per_unit"], two["groups_per_unit"]), (1, 2))
        self.assertGreater(two["scale"], 1.3 * one["scale"])
        self.assertIn("Of each patient, rows of at most 1 hospital are left. ", one["guarantee"])
        self.assertIn("Of each patient, rows of every hospital on the list are left. ", two["guarantee"])

    def test_replaced_units_cost_twice_the_noise(self):
        one = self.result("-k", "2", *PRIVATE)
        two = self.result("-k", "2", "--neighbors", "replace", *PRIVATE)
        self.assertAlmostEqual(two["scale"] / one["scale"], 2, places=6)
        self.assertEqual(two["neighbors"], "replace")

    def test_html_is_one_piece_and_escapes_names(self):
        self.write("rows.csv", "patient,diagnosis\n" + "".join(f"{i},<script>&'\n" for i in range(2000)))
        out = self.good(*BASE, "-k", "1", "--counts", *PRIVATE, "--format", "html")
        self.assertIn("<td>&lt;script&gt;&amp;&#39;</td>", out)
        self.assertNotIn("<script", out)
        self.assertIsNone(re.search(r"https?:|src=|href=|@import|url\(", out))
        self.assertTrue(out.startswith("<figure") and out.endswith("</figure>\n"))

    def test_a_plan_says_what_an_item_needs_and_what_numbers_are_worth(self):
        text = self.good("plan", "-k", "10", "--counts", "--epsilon", "1", "--delta", "1e-6", "--quiet")
        self.assertIn("an item needs   180 more than the item of rank 101", text)
        self.assertIn("numbers         within 26.5, with confidence 0.95", text)
        planned = json.loads(self.good("plan", "-k", "3", "--counts", "--epsilon", "1", "--delta", "1e-6", "--json"))
        said = self.result("-k", "3", "--counts", *PRIVATE)
        for name in ("scale", "even_odds", "limit", "cost", "promise", "list", "law"):
            self.assertEqual(planned[name], said[name], name)
        row = said["items"][0]
        self.assertLessEqual(row["high"] - row["low"], 2 * planned["number_within"])

    def test_a_plan_keeps_to_the_ledger_and_charges_nothing(self):
        self.create("--epsilon", "1", "--delta", "1e-6")
        book = ["--ledger", "a.ledger", "--dataset", "visits"]
        words = ["plan", "-k", "3", "--counts", "--delta", "1e-6", *book]
        planned = json.loads(self.good(*words, "--epsilon", "1", "--json"))
        self.assertEqual(planned["charged"]["slack"], "2.5e-7")
        self.assertEqual(planned["left"]["slack"], "0")
        self.assertEqual(self.spent()["charges"], 0)
        self.bad(4, "does not cover", *words, "--epsilon", "9")
        self.write("codes.txt", "flu\ncold\ngout\n")
        self.good(*BASE, "--candidates", "codes.txt", "-k", "2", "--counts", "--epsilon", "0.5", *book, "--quiet")
        self.bad(4, "--pay epsilon would do", *words, "--epsilon", "0.4")
        self.good(*words, "--epsilon", "0.4", "--pay", "epsilon")
        self.bad(2, "select needs --candidates-count", "plan", "--for", "select", "-k", "3", "--epsilon", "1")

    def test_refusals(self):
        self.write("codes.txt", "flu\ncold\n")
        self.write("groups.txt", "north\n")
        listed = ["--candidates", "codes.txt", "--epsilon", "1"]
        for rule, *words in [
            ("give a public list, or --delta", "--epsilon", "1"),
            ("give a public list, or --delta", "--rho", "1"),
            ("give one of", "--delta", "1e-6"),
            ("public list", *PRIVATE, "--min"),
            ("limit", *PRIVATE, "--limit", "1"),
            ("whole number", *PRIVATE, "--limit", "0"),
            ("whole number", *PRIVATE, "--items-per-unit", "0"),
            ("whole number", *PRIVATE, "--groups-per-unit", "0"),
            ("limit goes without", *PRIVATE, "--limit", "100", "--items-per-unit", "20"),
            ("--by-nature goes with", *PRIVATE, "--by-nature"),
            ("go with --counts", *PRIVATE, "--confidence", "0.9"),
            ("share", *PRIVATE, "--counts", "--count-share", "1"),
            ("share", *PRIVATE, "--counts", "--count-share", "0"),
            ("confidence", *PRIVATE, "--counts", "--confidence", "1"),
            ("--confidence", *PRIVATE, "--counts", "--confidence", "nan"),
            ("share", *PRIVATE, "--threshold-share", "1"),
            ("--scale", "--scale", "3"),
            ("no --candidates", *listed, "--items-per-unit", "3"),
            ("no --candidates", *listed, "--limit", "100"),
            ("largest", *listed, "--counts", "--min"),
            ("--groups", *PRIVATE, "--group", "hospital"),
            ("--group", *PRIVATE, "--groups", "groups.txt"),
            ("--clip", *PRIVATE, "--value", "cost"),
            ("--value", *PRIVATE, "--clip", "0:5"),
            ("above", *PRIVATE, "--value", "cost", "--clip", "5:0", "--decimals", "2"),
            ("nothing to add", *PRIVATE, "--value", "cost", "--clip", "0:0", "--decimals", "2"),
            ("less than 0", *PRIVATE, "--value", "cost", "--clip", "-1:5", "--decimals", "2"),
        ]:
            with self.subTest(rule=rule, words=words):
                self.bad(2, rule, *BASE, "-k", "2", *[word for word in words if word != "--quiet"], "--quiet")

    def test_a_value_that_is_no_number_is_named_by_its_line_alone(self):
        self.write("rows.csv", f"patient,diagnosis,cost\n1,flu,5\n2,flu,{SECRET}\n")
        said = self.bad(3, "line 3", *BASE, "-k", "1", *PRIVATE, "--value", "cost", "--clip", "0:9")
        self.assertNotIn(SECRET, said)


if __name__ == "__main__":
    unittest.main()
