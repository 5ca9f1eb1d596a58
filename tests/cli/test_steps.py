"""A dataset that counts steps: the noise is fixed when it is created, and releases say nothing of it."""

from __future__ import annotations

import json
import unittest

from program import ProgramTest

TERMS = ["--unit", "patient", "--epsilon", "1", "--delta", "1e-6"]
AT = ["--ledger", "a.ledger", "--dataset", "d"]


class Steps(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("rows.csv", "patient,code\na,x\na,y\nb,x\n")
        self.write("codes.txt", "x\ny\nz\nw\n")

    def counting(self, *more: str) -> str:
        return self.good("ledger", "create", "a.ledger", "--dataset", "d", *TERMS, "--accountant", "steps", *more)

    def left(self) -> dict:
        return json.loads(self.good("ledger", "show", "a.ledger", "--json"))["datasets"][0]["left"]

    def top_k(self, *more: str) -> list[str]:
        return ["top-k", "rows.csv", "--unit", "patient", "--item", "code", *AT, *more]

    def test_a_release_takes_the_noise_of_the_step_and_costs_a_step_for_each_item(self):
        self.assertIn("10 steps of 0.15", self.counting("--step", "0.15"))
        planned = json.loads(self.good("plan", "-k", "3", "--candidates-count", "4", *AT, "--json"))
        self.assertEqual((planned["charged"]["steps"], planned["left"]["steps"]), ("3", "7"))
        self.assertEqual(len(planned["errors"]), 1)
        self.assertIn("left            7 steps", self.good("plan", "-k", "3", "--candidates-count", "4", *AT))
        made = json.loads(self.good(*self.top_k("--candidates", "codes.txt", "-k", "3", "--json")))
        self.assertEqual((made["scale"], made["law"]), (planned["scale"], "exponential mechanism"))
        self.assertEqual(made["budget"]["charged"]["steps"], "3")
        self.assertEqual(self.left()["steps"], "7")
        shown = self.good("ledger", "show", "a.ledger")
        self.assertIn("had these charges been fixed beforehand", shown)
        self.assertIn("spent   3 steps", shown)
        self.good("ledger", "verify", "a.ledger")

    def test_a_scale_of_exactly_the_range_over_the_step_is_enough(self):
        self.counting("--step", "0.125")
        self.good(*self.top_k("--candidates", "codes.txt", "-k", "1", "--scale", "8"))
        self.bad(2, "the step is 0.125", *self.top_k("--candidates", "codes.txt", "-k", "1", "--scale", "7.999999999999999"))
        self.good(*self.top_k("--candidates", "codes.txt", "-k", "4", "--epsilon", "0.0625"))
        self.bad(2, "the step is 0.125", *self.top_k("--candidates", "codes.txt", "-k", "1", "--epsilon", "0.0626"))
        charges = json.loads(self.good("ledger", "show", "a.ledger", "--json"))["charges"]
        self.assertEqual([one["charged"]["steps"] for one in charges], ["1", "1"])

    def test_everything_else_is_refused_and_charges_nothing(self):
        self.counting("--step", "0.15")
        names = self.top_k("--candidates", "codes.txt", "-k", "1")
        self.bad(2, "fixes the noise by its step", *names, "--epsilon", "1", "--delta", "1e-7")
        self.bad(2, "the accountant steps adds selections", *names, "--rho", "0.1")
        self.bad(2, "numbers are none", *names, "--counts")
        self.bad(2, "leaves a choice of what to pay", *names, "--pay", "rho")
        self.bad(2, "need a delta", *self.top_k("-k", "1"))
        self.assertEqual(self.left()["steps"], "10")
        for k in ("4", "4"):
            self.good(*self.top_k("--candidates", "codes.txt", "-k", k))
        self.bad(4, "it would cost 4 steps; left is 2 steps", *self.top_k("--candidates", "codes.txt", "-k", "4"))
        self.bad(4, "it would cost 4 steps", "plan", "-k", "4", "--candidates-count", "4", *AT)

    def test_items_of_the_data_take_slack_too(self):
        self.counting("--step", "0.15")
        self.good(*self.top_k("-k", "2", "--delta", "1e-7"))
        self.assertEqual((self.left()["steps"], self.left()["slack"]), ("8", "1.5e-7"))
        self.bad(4, "of delta for thresholds", *self.top_k("-k", "2", "--delta", "2e-7"))

    def test_quantiles_cost_a_step_for_each_level(self):
        self.counting("--step", "0.15")
        self.write("ages.csv", "patient,age\na,3\nb,4\n")
        words = ["quantile", "ages.csv", "--unit", "patient", "--value", "age", "--quantiles", "quartiles"]
        self.good(*words, "--lower", "0", "--upper", "100", *AT)
        self.assertEqual(self.left()["steps"], "8")

    def test_the_largest_step_for_so_many_releases(self):
        self.assertIn("20 steps of about", self.counting("--releases", "2", "-k", "10"))
        base = ["ledger", "create", "b.ledger", "--dataset", "d", *TERMS]
        self.assertIn("1 step of", self.good(*base, "--releases", "1"))
        base[2] = "c.ledger"
        self.bad(2, "-k requires --releases", *base, "-k", "10")
        self.bad(2, "--step excludes --releases", *base, "--step", "1", "--releases", "2")
        self.bad(2, "at most 2^24", *base, "--releases", "16777216", "-k", "2")
        self.bad(2, "a step is for the accountant steps", *base, "--accountant", "mixed", "--step", "0.1")
        self.bad(2, "takes a step above 0", *base, "--accountant", "steps")
        self.bad(2, "not one is within", *base, "--step", "2")
        self.assertFalse((self.path / "c.ledger").exists())

    def test_a_lowered_budget_has_fewer_steps_of_the_same_size(self):
        self.counting("--step", "0.15")
        said = self.good("ledger", "lower", "a.ledger", "--dataset", "d", "--epsilon", "0.8", "--reason", "fewer")
        self.assertIn("steps of 0.15; what was promised of it stays epsilon 1", said)
        self.assertLess(int(self.left()["steps"]), 10)

    def test_elsewhere_a_release_still_says_how_private_it_is(self):
        self.good("ledger", "create", "a.ledger", "--dataset", "d", *TERMS)
        self.bad(2, "a release needs an epsilon, a rho or a scale", *self.top_k("--candidates", "codes.txt", "-k", "1"))
        words = ["top-k", "rows.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt", "-k", "1"]
        self.bad(2, "give one of --epsilon", *words)

    def test_a_month_of_top_tens_takes_less_noise_than_by_rho(self):
        self.counting("--releases", "30", "-k", "10")
        self.good("ledger", "add", "a.ledger", "--dataset", "by-rho", *TERMS)
        plan = ["plan", "-k", "10", "--candidates-count", "1000", "--ledger", "a.ledger", "--json", "--dataset"]
        steps = json.loads(self.good(*plan, "d"))["scale"]
        # A thirtieth of what `ledger show` prints as its rho, rounded down.
        by_rho = json.loads(self.good(*plan, "by-rho", "--rho", "0.000791577406"))["scale"]
        self.assertGreater(by_rho / steps, 1.07)


if __name__ == "__main__":
    unittest.main()
