"""quantile: what it releases and prints, from rows of every kind, and that nothing is released that was not charged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import unittest

from program import PROGRAM, ProgramTest

# Three heaps, far from all quartiles: 200 units of rank at scales below 2, so that a miss has a probability below e^-80.
HEAPS = "person,income\n" + "".join(f"p{i},{10 if i < 1200 else 50 if i < 2800 else 90}\n" for i in range(4000))


def words(file: str = "incomes.csv", quantiles: str = "quartiles", lower: str = "0", upper: str = "100", step: str = "1") -> list[str]:
    """The command as it would be given in earnest, but for how private."""
    read = ["quantile", file, "--unit", "person", "--value", "income", "--quantiles", quantiles]
    return [*read, "--lower", lower, "--upper", upper, "--step", step]


# For the tests that go through every command: its words, and which of them are files.
COMMANDS = {
    "quantile": (
        "quantile visits.csv --unit patient --value cost --group code --groups codes.txt --quantiles median --lower 0 --upper 1000"
        " --epsilon 0.5 --ledger a.ledger --dataset visits --witness seen".split(),
        ["visits.csv", "codes.txt", "a.ledger", "seen"],
    )
}


class Quantile(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("incomes.csv", HEAPS)

    def told(self, *more: str, epsilon: str = "4", **said: str) -> dict:
        return json.loads(self.good(*words(**said), "--epsilon", epsilon, "--json", *more))

    def values(self, *more: str, epsilon: str = "4", **said: str) -> list[str]:
        return [one["value"] for one in self.told(*more, epsilon=epsilon, **said)["quantiles"]]

    def heap(self, *rows: str, times: int = 400, head: str = "person,income") -> str:
        """A file with these rows, each `times` over for other units: $ is the number of the repetition."""
        lines = [row.replace("$", str(i)) for i in range(times) for row in rows]
        self.write("heap.csv", "\n".join([head, *lines]) + "\n")
        return "heap.csv"

    def test_finds_the_quantiles(self):
        self.assertEqual(self.values(), ["10", "50", "90"])
        self.assertEqual(self.values("--neighbors", "replace", epsilon="8"), ["10", "50", "90"])
        self.assertEqual(self.values(quantiles="median"), ["50"])
        self.assertEqual(self.values(quantiles="0.75,1/4"), ["10", "90"])
        amounts = {"pure": ["--epsilon", "4"], "zcdp": ["--rho", "4"], "approximate": ["--epsilon", "4", "--delta", "1e-6"]}
        for name, amount in amounts.items():
            with self.subTest(name):
                told = json.loads(self.good(*words(), *amount, "--json"))
                self.assertEqual([one["value"] for one in told["quantiles"]], ["10", "50", "90"])

    def test_names_stand_for_quantiles(self):
        for name, count in (("median", 1), ("quartiles", 3), ("deciles", 9), ("percentiles", 99)):
            told = self.told(quantiles=name)["quantiles"]
            self.assertEqual([one["quantile"] for one in told][:1], [{1: "0.5", 3: "0.25", 9: "0.1", 99: "0.01"}[count]])
            values = [int(one["value"]) for one in told]
            self.assertEqual(len(values), count)
            self.assertEqual(values, sorted(values))

    def test_rows_share_their_unit(self):
        # One person with 99 zeros and two with 10 each: by rows it is 0, by people 10.
        file = self.heap(*["a$,0"] * 99, "b$,10", "c$,10")
        self.assertEqual(self.values(file=file, quantiles="median"), ["10"])

    def test_one_value_stands_for_a_unit(self):
        rows = ("a$,5", "a$,7.5", "a$,-2", "a$,30")
        rules = {"median": "5.0", "min": "-2.0", "max": "30.0", "sum": "40.5", "mean": "10.5", "first": "5.0"}
        for rule, value in rules.items():
            told = self.told("--per-unit", rule, file=self.heap(*rows), quantiles="median", lower="-10", step="0.5")
            # The mean is 10.125.
            self.assertEqual(told["quantiles"][0]["value"], "10.0" if rule == "mean" else value, rule)
            self.assertEqual(told["per_unit"], rule)

    def test_numbers_are_read_exactly_and_written_with_the_grids_decimals(self):
        told = {
            "1e1": "10.00", "+1.5": "1.50", "0007": "7.00", "-0": "0.00", "0.125": "0.15", "0.1249999999999999999999": "0.10",
            "1e1000000000": "100.00", "-1e1000000000": "-5.00", "1e-1000000000": "0.00", ".5": "0.50", "-0.05": "-0.05",
        }
        for text, value in told.items():
            with self.subTest(text):
                file = self.heap(f"a$,{text}")
                self.assertEqual(self.values(file=file, quantiles="median", lower="-5", step="0.05"), [value])
        self.assertEqual(self.values(file=self.heap("a$,0.34"), quantiles="median", lower="0", upper="1", step="1/3"), ["1/3"])

    def test_rows_without_a_value_are_dropped_or_refused(self):
        file = self.heap("a$,20", "a$,", "b$,20", "c$,")
        self.assertEqual(self.values(file=file, quantiles="median"), ["20"])
        self.bad(3, "heap.csv: line 3: the value must not be empty", *words(file=file), "--epsilon", "1", "--nulls", "refuse")

    def test_days(self):
        file = self.heap("a$,2026-03-01", "b$,2026-03-02T23:59:59", "c$,2026-03-03 00:00")
        days = {"lower": "2026-01-01", "upper": "2026-12-31"}
        said = [*words(file=file, quantiles="median", **days)[:-2], "--epsilon", "4"]
        told = json.loads(self.good(*said, "--json"))
        self.assertEqual(told["quantiles"], [{"quantile": "0.5", "value": "2026-03-02"}])
        self.assertEqual((told["lower"], told["upper"], told["step"], told["cells"]), ("2026-01-01", "2026-12-31", "1", 365))
        self.assertIn("from 2026-01-01 to 2026-12-31 in steps of 1 day:", told["guarantee"])
        self.assertEqual(self.values(file=file, quantiles="median", lower="2026-03-01", upper="2026-03-15", step="7"), ["2026-03-01"])
        self.assertEqual(self.values("--per-unit", "mean", file=self.heap("a$,2026-03-01", "a$,2026-03-04"), quantiles="median", **days), ["2026-03-03"])

    def test_groups_are_laid_out_across(self):
        rows = ("a$,20,north", "b$,40,south", "c$,90,attic")
        file = self.heap(*rows, head="person,income,ward")
        self.write("wards.txt", "south\nnorth\n")
        said = [*words(file=file, quantiles="0.4,0.6"), "--group", "ward", "--groups", "wards.txt", "--epsilon", "4"]
        self.assertEqual(self.good(*said).splitlines()[:3], ["group  0.4  0.6", "south   40   40", "north   20   20"])
        self.assertEqual(self.good(*said, "--format", "csv"), "group,0.4,0.6\nsouth,40,40\nnorth,20,20\n")
        told = json.loads(self.good(*said, "--json"))
        both = [{"quantile": "0.4", "value": "40"}, {"quantile": "0.6", "value": "40"}]
        self.assertEqual(told["groups"][0], {"group": "south", "quantiles": both})
        self.assertIsNone(told["groups_per_unit"])
        ruled = json.loads(self.good(*said, "--per-unit", "max", "--groups-per-unit", "2", "--json"))
        self.assertEqual((ruled["groups_per_unit"], ruled["groups"][1]["quantiles"][0]["value"]), (2, "20"))
        self.assertIn("Each person counts once in each ward, by the greatest of its income. ", ruled["guarantee"])
        # No more groups are kept than there are.
        for kept, left in (("1", "at most 1 ward are left"), ("2", "every ward on the list are left"), ("5", "every ward on the list are left")):
            ruled = json.loads(self.good(*said, "--per-unit", "max", "--groups-per-unit", kept, "--json"))
            self.assertIn(f"Of each person, rows of {left}. ", ruled["guarantee"])

    def test_every_format_says_the_same(self):
        said = [*words(quantiles="median"), "--epsilon", "4", "--units", "5000"]
        note, sentence = self.good(*said).splitlines()[2:]
        self.assertEqual(self.good(*said).splitlines()[:2], ["quantile  value", "     0.5     50"])
        self.assertRegex(
            note, r"^With probability 0\.95 the rank is off by at most [0-9.]+ units\. This holds for every column; most do better\.$"
        )
        self.assertRegex(
            sentence,
            r"^Each person counts once: a random person, then one of their rows; not by rows\. Values of income from 0 to 100 in "
            r"steps of 1: those outside were clamped, others rounded to the nearest step\. For adding or removing one person this "
            r"release is 4-differentially private \((permute-and-flip|exponential mechanism), 1 level, scale [0-9.]+\)\. It is "
            r"charged to no budget\.$",
        )
        self.assertEqual(self.good(*said, "--format", "csv"), "quantile,value\n0.5,50\n")
        page = self.good(*said, "--format", "html")
        self.assertIn('<td class="n">0.5</td><td class="n">50</td>', page)
        self.assertIn("one of their rows; not by rows", page)

    def test_json_has_its_documented_names(self):
        self.good(*"ledger create a.ledger --dataset visits --unit person --epsilon 6".split())
        told = self.told("--ledger", "a.ledger", "--dataset", "visits", "--units", "4000")
        names = (
            "schema command quantiles lower upper step cells per_unit groups_per_unit levels law scales rank_error_95 units "
            "unit neighbors cost promise budget guarantee"
        )
        self.assertEqual(list(told), names.split())
        self.assertEqual((told["schema"], told["command"]), ("discreet.release/2", "quantile"))
        self.assertEqual((told["lower"], told["upper"], told["step"], told["cells"]), ("0", "100", "1", 101))
        self.assertEqual((told["levels"], len(told["scales"]), told["units"]), (2, 3, 4000))
        self.assertEqual((told["unit"], told["budget"]["left"]["epsilon"]), ("person", "2"))
        charge = json.loads(self.good("ledger", "show", "a.ledger", "--json"))["charges"][0]
        self.assertEqual((charge["what"], charge["cost"]["epsilon"]), ("quantile", "4"))
        for name, fact in {"quantiles": "0.25,0.5,0.75", "lower": "0", "upper": "100", "step": "1", "per_unit": "share", "levels": "2"}.items():
            self.assertEqual(charge["parameters"][name], fact, name)
        self.assertEqual((charge["parameters"]["column.unit"], charge["parameters"]["column.value"]), ("person", "income"))

    def test_says_nothing_of_the_data_but_the_values(self):
        one = self.told()
        self.write("incomes.csv", HEAPS + "p1,\n" * 7 + "x,1e9\n" * 5)
        self.assertEqual(self.told(), one)

    def test_few_or_no_rows_are_no_reason_to_refuse(self):
        self.write("none.csv", "person,income\n")
        for file in ("none.csv", self.heap("a,5", times=1)):
            self.assertEqual(len(self.values(file=file)), 3)

    def test_tells_what_is_mostly_noise(self):
        said = self.good(*words(quantiles="0.01,0.5"), "--epsilon", "0.5", "--units", "2000")
        self.assertIn("if there are at most 2000. ", said)
        self.assertIn("With so few units 0.01 is mostly noise.", said)
        self.assertNotIn("mostly noise", self.good(*words(), "--epsilon", "0.5", "--units", "1000000"))
        self.assertIn("with --units, a public figure", self.good(*words(), "--epsilon", "0.5"))

    def test_a_plan_is_that_of_the_release(self):
        told = self.told("--units", "4000", epsilon="1")
        asked = [*words()[6:], "--epsilon", "1", "--units", "4000"]
        plan = json.loads(self.good("plan", *asked, "--json"))
        self.assertEqual((plan["schema"], plan["for"], plan["quantiles"]), ("discreet.plan/2", "quantile", ["0.25", "0.5", "0.75"]))
        for name in "lower upper step cells per_unit levels law scales rank_error_95 units neighbors cost promise".split():
            self.assertEqual(plan[name], told[name], name)
        text = self.good("plan", *asked)
        self.assertIn("quantiles       0.25, 0.5, 0.75\nvalues          from 0 to 100 in steps of 1\n", text)
        self.good(*"ledger create a.ledger --dataset visits --unit person --epsilon 2".split())
        ledger = ["--ledger", "a.ledger", "--dataset", "visits"]
        self.assertEqual(json.loads(self.good("plan", *asked, *ledger, "--json"))["left"]["epsilon"], "1")
        self.bad(4, "the budget does not cover this", "plan", *words()[6:], "--epsilon", "3", *ledger)
        grouped = ["plan", *asked, "--groups-count", "5"]
        self.assertEqual(json.loads(self.good(*grouped, "--per-unit", "min", "--groups-per-unit", "3", "--json"))["groups_per_unit"], 3)
        for bad in (["-k", "3"], ["--counts"], ["--for", "top-k"], ["--candidates-count", "5"], ["--scale", "3"], ["--sensitivity", "1"]):
            self.bad(2, "", "plan", *asked, *bad)
        self.bad(2, "-k must be said, or --quantiles", "plan", "--epsilon", "1")

    def test_check_tells_the_owner(self):
        file = self.heap("a$,5,north", "a$,500,north", "b$,,north", "c$,-500,south", "d$,5,attic", times=1, head="person,income,ward")
        said = ["check", file, "--unit", "person", "--value", "income", "--lower", "0", "--upper", "100"]
        self.assertTrue(self.good(*said).startswith("NOT PRIVATE: for the owner of the data only\nrows"))
        told = json.loads(self.good(*said, "--json"))
        found = {"rows": 5, "rows_without_value": 1, "rows_outside_groups": None, "units": 3, "units_above_shares": 0,
                 "units_above_groups": None, "values": 4, "values_below": 1, "values_above": 1}  # fmt: skip
        self.assertEqual({name: told[name] for name in found}, found)
        self.write("wards.txt", "north\nsouth\n")
        told = json.loads(self.good(*said, "--per-unit", "sum", "--group", "ward", "--groups", "wards.txt", "--json"))
        self.assertEqual((told["rows_outside_groups"], told["values"], told["values_above"], told["units_above_groups"]), (1, 2, 1, 0))
        self.bad(2, "give --value, --lower and --upper", *said, "--item", "ward")
        self.bad(2, "--lower and --upper must be said", *said[:-2])
        self.bad(2, "--item must be said", *said[:4])

    def test_stops_where_the_budget_ends(self):
        self.good(*"ledger create a.ledger --dataset visits --unit person --epsilon 1".split())
        charged = [*words(), "--epsilon", "0.5", "--ledger", "a.ledger", "--dataset", "visits"]
        self.good(*charged)
        self.good(*charged)
        self.bad(4, "the budget does not cover this", *charged)
        self.assertEqual(self.spent()["spent"]["epsilon"], "1")

    def test_what_nobody_takes_after_the_charge_is_code_6(self):
        self.good(*"ledger create a.ledger --dataset visits --unit person --epsilon 1".split())
        charged = [PROGRAM, *words(), "--epsilon", "0.5", "--ledger", "a.ledger", "--dataset", "visits"]
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(charged, cwd=self.path, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        self.assertEqual(done.returncode, 6, done.stderr)
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with self.assertRaises(BlockingIOError):
            while True:
                os.write(writer, bytes(512))
        os.set_blocking(writer, True)
        with subprocess.Popen(charged, cwd=self.path, stdout=writer, stderr=subprocess.PIPE) as run:
            while self.spent()["charges"] < 2:
                pass
            # The result now waits for a reader that never comes.
            run.send_signal(signal.SIGTERM)
            said = run.communicate()[1].decode()
        os.close(reader)
        os.close(writer)
        self.assertEqual(run.returncode, 6, said)
        self.assertEqual(self.spent()["spent"]["epsilon"], "1")


if __name__ == "__main__":
    unittest.main()
