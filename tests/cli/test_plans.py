"""What the program plans is what it then does."""

from __future__ import annotations

import json
import unittest
from fractions import Fraction

from program import ProgramTest

CODES = [f"c{i}" for i in range(12)]
PLAN = ["plan", "-k", "3", "--candidates-count", str(len(CODES))]
PREDICTED = ("k", "candidates", "sensitivity", "monotonic", "neighbors", "law", "scale", "expected_error", "cost", "promise")
BOTH = ["--epsilon", "0.7", "--delta", "1e-6"]
# Every accountant with every amount and every way to pay that it takes.
CASES = [
    ("pure", ["--epsilon", "0.7"], ["--epsilon", "0.3"]),
    ("pure", ["--epsilon", "0.7"], ["--scale", "20"]),
    ("zcdp", ["--rho", "0.07"], ["--rho", "0.03"]),
    ("zcdp", ["--rho", "0.07"], ["--epsilon", "0.2"]),
    ("zcdp", ["--rho", "0.07"], ["--epsilon", "0.3", "--delta", "1e-6"]),
    ("zcdp", ["--rho", "0.07"], ["--scale", "20"]),
    ("basic", BOTH, BOTH),
    ("basic", BOTH, ["--epsilon", "0.3"]),
    ("mixed", BOTH, BOTH),
    ("mixed", BOTH, [*BOTH, "--pay", "rho"]),
    ("mixed", BOTH, [*BOTH, "--pay", "epsilon"]),
    ("mixed", BOTH, ["--epsilon", "0.3", "--delta", "1e-7", "--pay", "epsilon"]),
    ("mixed", BOTH, ["--epsilon", "0.3"]),
    ("mixed", BOTH, ["--epsilon", "0.3", "--pay", "epsilon"]),
    ("mixed", BOTH, ["--rho", "0.001"]),
    ("mixed", BOTH, ["--scale", "20"]),
]


class Plans(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("visits.csv", "patient,code\n" + "".join(f"p{i},{CODES[i % 12]}\n" for i in range(240)))
        self.write("codes.txt", "".join(code + "\n" for code in CODES))
        self.write("scores.csv", "label,score\n" + "".join(f"{code},{i}\n" for i, code in enumerate(CODES)))
        self.top = ["top-k", "visits.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt", "-k", "3"]
        self.select = ["select", "scores.csv", "--label", "label", "--score", "score", "-k", "3"]

    def told(self, *words: str) -> dict:
        return json.loads(self.good(*words, "--json"))

    def book(self, accountant: str, budget: list[str], neighbors: str = "add-remove") -> list[str]:
        name = f"{len(list(self.path.iterdir()))}.ledger"
        terms = ["--unit", "patient", *budget, "--accountant", accountant, "--neighbors", neighbors]
        self.good("ledger", "create", name, "--dataset", "visits", *terms)
        return ["--ledger", name, "--dataset", "visits"]

    def assert_predicts(self, plan: dict, release: dict) -> None:
        for member in PREDICTED:
            self.assertEqual(plan[member], release[member], member)
        budget = release["budget"]
        if budget is not None:
            self.assertEqual((plan["charged"], plan["left"]), (budget["charged"], budget["left"]))

    def test_a_plan_predicts_the_release_under_every_accountant_and_way_to_pay(self):
        for accountant, budget, asked in CASES:
            for neighbors in ("replace",) if accountant == "basic" else ("add-remove", "replace"):
                with self.subTest(accountant=accountant, asked=asked, neighbors=neighbors):
                    book = self.book(accountant, budget, neighbors)
                    plan = self.told(*PLAN, *asked, *book)
                    self.assert_predicts(plan, self.told(*self.top, *asked, *book))
                    again = self.run_program(*PLAN, *asked, *book, "--json")
                    # What is spent is spent: a second plan sees it.
                    if again.returncode == 0:
                        self.assertNotEqual(json.loads(again.stdout)["left"], plan["left"])
                    else:
                        self.assertEqual(again.returncode, 4, again.stderr)

    def test_a_plan_for_select_predicts_it(self):
        for accountant, budget, asked in CASES[8:12]:
            for terms in (["--sensitivity", "2"], ["--sensitivity", "1", "--monotonic"]):
                with self.subTest(accountant=accountant, asked=asked, terms=terms):
                    book = self.book(accountant, budget)
                    plan = self.told(*PLAN, "--for", "select", *terms, *asked, *book)
                    self.assert_predicts(plan, self.told(*self.select, *terms, *asked, *book))

    def test_a_plan_without_a_ledger_predicts_a_release_without_one(self):
        for asked in (["--epsilon", "1"], BOTH, ["--rho", "0.1"], ["--scale", "3"], ["--scale", "3", "--law", "exponential"]):
            for neighbors in ("add-remove", "replace"):
                plan = self.told(*PLAN, *asked, "--neighbors", neighbors)
                self.assert_predicts(plan, self.told(*self.top, *asked, "--neighbors", neighbors))
            plan = self.told(*PLAN, *asked, "--for", "select", "--sensitivity", "2")
            self.assert_predicts(plan, self.told(*self.select, *asked, "--sensitivity", "2"))

    def test_a_sensitivity_and_a_scale_are_never_read_as_less(self):
        # Of each of these the nearest double is below it.
        for written in ("0.3", "1/3", "0.7", "2.3"):
            asked = ["--epsilon", "1", "--sensitivity", written]
            for words in ([*PLAN, "--for", "select", *asked], [*self.select, *asked]):
                self.assertGreater(Fraction(self.told(*words)["sensitivity"]), Fraction(written))
            for words in (PLAN, self.top, [*self.select, "--sensitivity", "1"]):
                self.assertGreater(Fraction(self.told(*words, "--scale", written)["scale"]), Fraction(written))

    def test_both_ways_to_pay_are_shown_and_each_is_what_pay_chooses(self):
        book = self.book("mixed", ["--epsilon", "4", "--delta", "1e-6"])
        asked = ["--epsilon", "1", "--delta", "1e-6"]
        ways = {way["pay"]: way for way in self.told(*PLAN, *asked, *book)["ways"]}
        self.assertEqual(list(ways), ["rho", "epsilon"])
        for pay, way in ways.items():
            alone = self.told(*PLAN, *asked, *book, "--pay", pay)
            self.assertEqual(alone["ways"], [way])
        self.assertEqual(ways["epsilon"]["left"]["epsilon"], "3")
        self.assertIsNone(ways["epsilon"]["promise"]["delta"])
        self.assertEqual(ways["rho"]["promise"]["delta"], "1e-6")
        # For three of twelve, pure epsilon errs less, and leaves less rho.
        self.assertLess(ways["epsilon"]["expected_error"], ways["rho"]["expected_error"])
        self.assertLess(float(ways["epsilon"]["left"]["rho"]), float(ways["rho"]["left"]["rho"]))
        said = self.good(*PLAN, *asked, *book)
        self.assertIn("paid in rho (--pay rho, the default)", said)
        self.assertIn("paid in epsilon (--pay epsilon)", said)
        self.assertIn("left            epsilon 3, or rho", said)
        self.assertEqual(self.told("ledger", "show", book[1])["charges"], [])

    def test_what_is_left_is_the_lesser_of_dataset_and_group(self):
        book = self.book("mixed", ["--epsilon", "4", "--delta", "1e-6"])
        self.good("ledger", "group", book[1], "people", "--epsilon", "1.5")
        self.good("ledger", "add", book[1], "--dataset", "e", "--unit", "patient", "--epsilon", "4", "--delta", "1e-6",
                  "--group", "people")  # fmt: skip
        own, book = book, [*book[:3], "e"]
        rho, epsilon = self.told(*PLAN, "--epsilon", "1", "--delta", "1e-6", *book)["ways"]
        self.assertEqual(epsilon["left"]["epsilon"], "0.5")
        self.assertLess(float(rho["left"]["epsilon"]), 1.5)
        self.assertEqual(rho["left"]["rho"], self.told(*PLAN, "--epsilon", "1", "--delta", "1e-6", *own)["left"]["rho"])
        self.bad(4, "the group people: the budget does not cover this", *PLAN, "--epsilon", "2", *book)
        tables = ["plan", "-k", "3", "--counts", "--candidates-count", "12", *book]
        self.assertEqual(self.told(*tables, "--epsilon", "1")["left"]["epsilon"], "0.5")
        self.bad(4, "the group people: the budget does not cover this", *tables, "--epsilon", "2")
        quantiles = ["plan", "--quantiles", "0.5", "--lower", "0", "--upper", "1000", *book]
        self.assertEqual(self.told(*quantiles, "--epsilon", "1")["left"]["epsilon"], "0.5")

    def test_a_way_that_the_budget_does_not_cover_is_shown_as_such(self):
        book = self.book("mixed", ["--epsilon", "1", "--delta", "1e-6"])
        asked = ["--epsilon", "0.9", "--delta", "1e-6"]
        self.good(*self.top, *asked, *book, "--pay", "epsilon")
        self.bad(4, "left is epsilon 0.1 or rho ", *PLAN, *asked, *book)
        # Twelve selections: the rho is spent, and their k steps come to more than the epsilon of 0.1 that is left.
        asked = ["plan", "-k", "12", "--candidates-count", "12", "--epsilon", "0.1", "--delta", "1e-6", *book]
        rho, epsilon = self.told(*asked)["ways"]
        self.assertEqual((rho["left"], epsilon["left"]["epsilon"]), (None, "0"))
        self.assertIn("left            the budget does not cover this", self.good(*asked))

    def test_a_plan_over_budget_is_refused_in_the_words_of_the_release(self):
        for accountant, budget, asked in CASES:
            if "--scale" in asked or ("--delta" in asked and accountant == "mixed" and "--pay" not in asked):
                continue
            with self.subTest(accountant=accountant, asked=asked):
                book = self.book(accountant, budget)
                more = [word if asked[i - 1] not in ("--epsilon", "--rho") else "5" for i, word in enumerate(asked)]
                said = self.bad(4, "the budget does not cover this: it would cost ", *PLAN, *more, *book)
                self.assertIn("; left is ", said)
                self.assertEqual(said, self.bad(4, "", *self.top, *more, *book))
        mixed = self.book("mixed", BOTH)
        said = self.bad(4, "the budget does not cover this", *PLAN, "--epsilon", "5", "--delta", "1e-6", *mixed)
        self.assertRegex(said, r"cost epsilon .* or rho .* with --pay rho, epsilon 5 or rho .* with --pay epsilon; left is epsilon 0.7 or rho")

    def test_the_ledger_remembers_what_was_paid_in(self):
        book = self.book("mixed", ["--epsilon", "4", "--delta", "1e-6"])
        for pay in ("rho", "epsilon"):
            self.good(*self.top, "--epsilon", "1", "--delta", "1e-6", "--pay", pay, *book)
        charges = self.told("ledger", "show", book[1])["charges"]
        self.assertEqual([one["parameters"]["pay"] for one in charges], ["rho", "epsilon"])

    def test_a_way_to_pay_that_is_none_is_refused(self):
        mixed = self.book("mixed", BOTH)
        self.bad(2, "leaves a choice", *PLAN, *BOTH, "--pay", "rho")
        self.bad(2, "leaves a choice", *self.top, *BOTH, "--pay", "rho")
        self.bad(2, "leaves a choice", *self.top, *BOTH, "--pay", "epsilon", *self.book("basic", BOTH))
        self.bad(2, "an epsilon without a delta", *self.top, "--epsilon", "0.1", "--pay", "rho", *mixed)
        self.bad(2, "a rho is paid for in rho", *self.top, "--rho", "0.001", "--pay", "epsilon", *mixed)
        self.bad(2, "costs what it costs", *self.top, "--scale", "9", "--pay", "epsilon", *mixed)
        self.bad(2, "--pay", *self.top, *BOTH, "--pay", "delta", *mixed)

    def test_plan_plans_for_top_k_unless_told(self):
        for words, command, scale in (
            ([], "top-k", 3),
            (["--for", "top-k", "--neighbors", "replace"], "top-k", 6),
            (["--for", "select"], "select", 6),
            (["--monotonic"], "select", 3),
        ):
            plan = self.told(*PLAN, "--epsilon", "1", *words)
            self.assertEqual((plan["for"], round(plan["scale"], 9)), (command, scale))
        self.bad(2, "--monotonic goes with --for select", *PLAN, "--epsilon", "1", "--monotonic", "--for", "top-k")
        self.bad(2, "--neighbors goes with --for top-k", *PLAN, "--epsilon", "1", "--monotonic", "--neighbors", "replace")
        self.bad(2, "--sensitivity goes with --for select", *PLAN, "--epsilon", "1", "--sensitivity", "2")
        replace = self.book("pure", ["--epsilon", "1"], "replace")
        self.bad(2, "--neighbors must be the dataset's own", *PLAN, "--epsilon", "1", "--neighbors", "add-remove", *replace)


if __name__ == "__main__":
    unittest.main()
