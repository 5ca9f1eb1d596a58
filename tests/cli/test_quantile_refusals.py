"""quantile: every way to ask for what cannot be done is refused before the charge, and usage before the rows are read."""

from __future__ import annotations

import unittest

from program import ProgramTest
from test_quantile import words

ROWS = "person,income,ward\na,5,north\nb,7,south\n"


class QuantileRefusals(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("incomes.csv", ROWS)
        self.write("wards.txt", "north\nsouth\n")
        self.good(*"ledger create a.ledger --dataset visits --unit person --epsilon 1".split())
        self.charge = ["--ledger", "a.ledger", "--dataset", "visits"]

    def tearDown(self) -> None:
        self.assertEqual(self.spent()["charges"], 0)

    def test_usage_before_anything_is_read(self):
        bad = self.bad
        for quantiles in ("0", "1", "-0.5", "1.5", "0.5,0.5", "0.5,1/2", "median,0.5", "", "x", "nan", "0.25,", "1/0", "0.00001"):
            with self.subTest(quantiles):
                bad(2, "", *words("nowhere.csv", quantiles=quantiles), "--epsilon", "1", *self.charge)
        many = ",".join(f"{i}/1024" for i in range(1, 1002))
        bad(2, "1000", *words("nowhere.csv", quantiles=many), "--epsilon", "1")
        for quantiles in ("50%", "Median", "0.25,", "x"):
            bad(2, "or one of the names median, quartiles", *words("nowhere.csv", quantiles=quantiles), "--epsilon", "1")
        grids = [
            ({"lower": "100", "upper": "0"}, "the lower bound must be below the upper bound"),
            ({"lower": "5", "upper": "5"}, "the lower bound must be below the upper bound"),
            ({"step": "0"}, "a step must be above 0"),
            ({"step": "-1"}, "a step must be above 0"),
            ({"step": "3"}, "a whole number of steps"),
            ({"upper": "1e13"}, "at most 2^40 cells"),
            ({"lower": "nan"}, "--lower must be a number"),
            ({"upper": "inf"}, "--upper must be a number"),
            ({"lower": "-inf"}, "--lower must be a number"),
            ({"lower": "--5"}, "--lower must be a number"),
            ({"step": "x"}, "--step must be a number"),
            ({"lower": "2026-01-01"}, "--lower and --upper must both be numbers or both be days"),
            ({"lower": "2026-01-01", "upper": "2026-02-30"}, "--upper must be a number"),
            ({"lower": "2026-01-01", "upper": "2026-01-31", "step": "0.5"}, "--step must be a whole number of days"),
            ({"lower": "2026-01-01T10:00", "upper": "2026-01-31"}, "--lower must be a number"),
        ]
        for said, rule in grids:
            with self.subTest(said):
                bad(2, rule, *words("nowhere.csv", **said), "--epsilon", "1", *self.charge)
        for bounds in (("0", "99"), ("0.5", "200"), ("0", "200.5")):
            short = words("nowhere.csv", lower=bounds[0], upper=bounds[1])[:-2]
            bad(2, "--step may be left out only where", *short, "--epsilon", "1", *self.charge)

    def test_options_that_do_not_fit(self):
        asked = words("nowhere.csv")
        privacy = "give one of --epsilon, --epsilon with --delta, or --rho"
        rows = [
            ([], "a release needs an epsilon or a rho"),  # the ledger says that its dataset fixes no noise
            (["--epsilon", "1", "--rho", "1"], privacy),
            (["--rho", "1", "--delta", "1e-6"], "--delta needs --epsilon"),
            (["--epsilon", "0"], "must be above 0"),
            (["--epsilon", "nan"], "--epsilon: an amount is a decimal"),
            (["--scale", "3"], "there is no command or option '--scale'"),
            (["--epsilon", "1", "--per-unit", "mode"], "--per-unit"),
            (["--epsilon", "1", "--nulls", "keep"], "--nulls"),
            (["--epsilon", "1", "--units", "0"], "--units"),
            (["--epsilon", "1", "--group", "ward"], "--group goes with --groups, a public list"),
            (["--epsilon", "1", "--groups", "wards.txt"], "--groups goes with --group"),
            (["--epsilon", "1", "--per-unit", "max", "--groups-per-unit", "2"], "--groups-per-unit goes with --group"),
            (["--epsilon", "1", "--group", "ward", "--groups", "wards.txt", "--groups-per-unit", "2"], "another --per-unit than share"),
            (["--epsilon", "1", "--group", "income", "--groups", "wards.txt"], "must not be one column"),
            (["--epsilon", "1", "--group", "ward", "--groups", "incomes.csv"], ""),
            (["--epsilon", "1", "--output", "a.ledger"], "--output must not be"),
            (["--epsilon", "1", "--pay", "rho"], ""),
        ]
        for more, rule in rows:
            with self.subTest(more):
                said = asked if "incomes.csv" not in more else words()
                self.bad(2, rule, *said, *more, *self.charge)
        one_column = ["person" if word == "income" else word for word in words()]
        self.bad(2, "--unit and --value must not be one column", *one_column, "--epsilon", "1", *self.charge)
        self.bad(2, "--unit must be the dataset's unit of privacy", *["ward" if word == "person" else word for word in words()], "--epsilon", "1", *self.charge)
        self.bad(2, "--neighbors must be the dataset's own", *words(), "--epsilon", "1", "--neighbors", "replace", *self.charge)
        days = words("nowhere.csv", lower="2026-01-01", upper="2026-12-31")
        self.bad(2, "days cannot be added up", *days, "--epsilon", "1", "--per-unit", "sum", *self.charge)
        wide = words("nowhere.csv", lower="0", upper="1e30", step="1e25")
        self.bad(2, "for --per-unit sum and mean bounds must lie between", *wide, "--epsilon", "1", "--per-unit", "mean", *self.charge)

    def test_bad_input_is_the_owners(self):
        number = "line 3: the value must be a number such as -12, 0.5 or 1e3"
        values = dict.fromkeys(("x", "nan", "NA", "inf", "-inf", " 5", "5 ", '"1,5"', "0x10", "1e", "--5", "1/2", "2026-01-01"), number)
        for value, rule in values.items():
            with self.subTest(value):
                self.write("bad.csv", f"person,income\na,5\nb,{value}\n")
                said = self.bad(3, rule, *words("bad.csv"), "--epsilon", "1", *self.charge)
                self.assertNotIn(f"b,{value}", said)
        self.write("bad.csv", "person,income\n,5\n")
        self.bad(3, "line 2: the unit must not be empty", *words("bad.csv"), "--epsilon", "1", *self.charge)
        for file, rule in {"nowhere.csv": "there is no such file", ".": "it is a directory"}.items():
            self.bad(3, rule, *words(file), "--epsilon", "1", *self.charge)
        self.write("bad.csv", "person,wage\na,5\n")
        self.bad(3, "the header has no column 'income'", *words("bad.csv"), "--epsilon", "1", *self.charge)
        for value, rule in {
            "5": "the value must be a day such as 2026-01-31",
            "2026-02-30": "the value must be a day such as 2026-01-31",
            "2026-02-03T10:00Z": "line 2: the value is a time with a zone",
            "2026-02-03 10:00:00+02:00": "line 2: the value is a time with a zone",
        }.items():
            with self.subTest(value):
                self.write("bad.csv", f"person,income\na,{value}\n")
                self.bad(3, rule, *words("bad.csv", lower="2026-01-01", upper="2026-12-31"), "--epsilon", "1", *self.charge)


if __name__ == "__main__":
    unittest.main()
