"""What a role writes in plain SQL is a charge that does not contradict itself, or is refused."""

from __future__ import annotations

import unittest

from team import TeamTest


def facts(cost: dict[str, str], charged: dict[str, str], to_group: dict[str, str] | None = None) -> str:
    """The facts of a charge with these amounts."""
    lines = ["what: top-k", "asked-by: me", "user: mallory"]
    for prefix, amounts in (("cost", cost), ("charged", charged), ("charged-to-group", to_group or {})):
        lines += [f"{prefix}.{name}: {amounts[name]}" for name in NAMES if name in amounts]
    return "".join(line + "\n" for line in lines)


NAMES = ("epsilon", "delta", "rho", "slack", "steps", "step")

BUDGETS = {
    "pure": "--epsilon 1",
    "zcdp": "--rho 1 --slack 0.001",
    "basic": "--epsilon 1 --delta 0.001 --accountant basic",
    "mixed": "--epsilon 4 --delta 0.001",
    "steps": "--epsilon 1 --delta 1e-6 --accountant steps --step 0.1",
}
E = {"epsilon": "0.05"}
HALF_E_SQUARED = {"rho": "0.00125"}  # no less than 0.05 tanh(0.025)
STEPS = {"steps": "2", "step": "0.1"}

# For each accountant what it costs, and what is charged for that.
HONEST: list[tuple[str, dict[str, str], dict[str, str]]] = [
    ("pure", E, E),
    ("pure", E | {"delta": "0", "rho": "0.001"}, E),
    ("zcdp", E, HALF_E_SQUARED),
    ("zcdp", E | {"rho": "0.0001"}, {"rho": "0.0001"}),
    ("zcdp", {"rho": "1/3", "slack": "0.0001"}, {"rho": "1/3", "slack": "0.0001"}),
    ("basic", E, E | {"delta": "0"}),
    ("basic", E | {"delta": "1/30000", "slack": "1/70000"}, E | {"delta": "1/21000"}),
    ("mixed", E, E | HALF_E_SQUARED),
    ("mixed", E | {"delta": "1e-9", "rho": "0.001"}, {"rho": "0.001"}),
    ("steps", STEPS, {"steps": "2"}),
    ("steps", E, {"steps": "1"}),
    ("steps", E | STEPS, {"steps": "1"}),
    ("steps", {"epsilon": "0.06"} | STEPS | {"step": "1/11"}, {"steps": "2"}),
]

FORGED: list[tuple[str, dict[str, str], dict[str, str]]] = [
    ("pure", E, {"epsilon": "0.04"}),
    ("pure", E, {"epsilon": "0.06"}),
    ("pure", E | {"delta": "1e-9"}, E),
    ("pure", E | {"delta": "2"}, E),
    ("pure", {"rho": "0.1"}, E),
    ("pure", {}, E),
    ("pure", E, E | {"rho": "0"}),
    ("pure", E, E | {"steps": "1"}),
    ("pure", E | {"slack": "0.5"}, E),
    ("zcdp", E, {"rho": "0.00124"}),
    ("zcdp", {"rho": "0.1"}, {"rho": "0.01"}),
    ("zcdp", {"rho": "0.1"}, {"rho": "0.2"}),
    ("zcdp", {"rho": "0.1", "slack": "0.0001"}, {"rho": "0.1"}),
    ("zcdp", {"rho": "0.1"}, {"rho": "0.1", "slack": "0.0001"}),
    ("zcdp", E | {"delta": "1e-9"}, HALF_E_SQUARED),
    ("zcdp", {"rho": "0.1"}, {"rho": "0.1", "epsilon": "0"}),
    ("basic", E, E),
    ("basic", E | {"delta": "1e-9"}, E | {"delta": "0"}),
    ("basic", E | {"delta": "1/30000", "slack": "1/70000"}, E | {"delta": "1/21001"}),
    ("basic", {"epsilon": "0.1"}, E | {"delta": "0"}),
    ("mixed", E, HALF_E_SQUARED),
    ("mixed", E, E | {"rho": "0"}),
    ("mixed", {"rho": "0.001"}, E | {"rho": "0.001"}),
    ("mixed", E | {"delta": "1e-9", "rho": "0.001"}, E | {"rho": "0.001"}),
    ("steps", STEPS, {"steps": "1"}),
    ("steps", STEPS, {"steps": "2", "step": "0.1"}),
    ("steps", STEPS | {"step": "0.2"}, {"steps": "2"}),
    ("steps", {"steps": "0.5", "step": "0.1"}, {"steps": "0.5"}),
    ("steps", {"steps": "3/7", "step": "0.1"}, {"steps": "3/7"}),
    ("steps", {"steps": "0", "step": "0.1"}, {"steps": "0"}),
    ("steps", {"steps": "2"}, {"steps": "2"}),
    ("steps", {"epsilon": "0.06"}, {"steps": "1"}),
    ("steps", E, E | {"steps": "1"}),
    ("steps", {"rho": "0.001"}, {"steps": "1"}),
]


class Amounts(TeamTest):
    def add(self, name: str, budget: str, *more: str) -> None:
        self.run_program("add", self.url, "--dataset", name, "--unit", "patient", *budget.split(), *more)
        self.run_program("grant", self.url, "mallory", "--dataset", name)

    def test_what_is_charged_is_the_price_of_what_it_costs(self) -> None:
        for name, budget in BUDGETS.items():
            self.add(name, budget)
        for name, cost, charged in FORGED:
            with self.subTest(name, cost=cost, charged=charged):
                self.refused(self.append(facts(cost, charged), dataset=name), "not the price|does not cover")
        for name, cost, charged in HONEST:
            with self.subTest(name, cost=cost, charged=charged):
                self.server.sql(self.append(facts(cost, charged), dataset=name), "team", "mallory")
        self.assertEqual(self.charges(), len(HONEST))

    def test_whoever_verifies_finds_it_too(self) -> None:
        values = self.append(facts(E, {"epsilon": "0.04"})).split("append", 1)[1]
        # Somebody who may write the tables.
        self.server.sql(
            "WITH new AS (INSERT INTO discreet.entry (sequence, kind, dataset, at, facts, previous, hash, token)"
            f" SELECT *, gen_random_uuid() FROM (VALUES {values}) AS v RETURNING *)"
            " UPDATE discreet.head AS h SET sequence = new.sequence, hash = new.hash FROM new WHERE h.dataset = new.dataset",
            "team",
        )
        said = self.run_program("verify", self.url, code=5)
        self.assertIn("in the chain of visits, entry 2 is charged otherwise than it costs", said)

    def test_every_amount_that_the_library_writes_is_read(self) -> None:
        # Decimals with an end, but more of them than are written; and a fraction of almost as many characters as may be.
        for name, epsilon in (("ended", f"{2**600 - 1}/{2**600}"), ("endless", f"{'3' * 230}1/{'7' * 231}")):
            self.add(name, f"--epsilon {epsilon}")
            for cost in (f"1/{2**600}", f"{2**600 + 1}/{2**700}", f"1/{3**500}"):
                amounts = {"epsilon": cost}
                self.server.sql(self.append(facts(amounts, amounts), dataset=name), "team", "mallory")
            for cost in (f"1/{2**500}", f"2/{2**601}", f"1/{3**1040}"):
                amounts = {"epsilon": cost}
                self.refused(self.append(facts(amounts, amounts), dataset=name), "not as this program writes it")
        self.assertEqual(self.charges(), 6)

    def test_a_group_is_charged_its_own_price(self) -> None:
        self.run_program("group", self.url, "people", *"--epsilon 1".split())
        self.add("first", "--epsilon 1", "--group", "people")
        for to_group in ({"epsilon": "0.04"}, {"epsilon": "0.06"}, {"rho": "0.1"}, E | {"rho": "0"}, {}):
            self.refused(self.append(facts(E, E, to_group), dataset="first"), "not the price|not cover|costs its group")
        self.server.sql(self.append(facts(E, E, E), dataset="first"), "team", "mallory")
        self.assertEqual(self.charges(), 1)
        # What is spent reads the same for who sees all of the group and who asks the server for its sums.
        spent = [
            self.run_program("show", self.server.url("team", who)).split("\n\n")[0] for who in ("officer", "mallory")
        ]
        self.assertEqual(spent[0], spent[1])

    def test_what_a_group_was_lowered_or_closed_to_is_so_in_plain_sql(self) -> None:
        self.run_program("group", self.url, "people", *"--epsilon 1".split())
        for name in ("first", "second"):
            self.add(name, "--epsilon 1", "--group", "people")
        half = {"epsilon": "0.5"}
        self.server.sql(self.append(facts(half, half, half), dataset="first"), "team", "mallory")
        self.run_program("lower", self.url, *"--group people --epsilon 0.75 --reason less".split())
        self.refused(self.append(facts(half, half, half), dataset="second"), "budget of the group does not cover")
        self.server.sql(self.append(facts(E, E, E), dataset="second"), "team", "mallory")
        self.run_program("close", self.url, *"--group people --reason enough".split())
        for name in ("first", "second"):
            self.refused(self.append(facts(E, E, E), dataset=name), "the group was closed")
        self.assertEqual(self.charges(), 2)
        # Who sees one dataset of the group alone verifies that it has the charges that it was closed with.
        self.run_program("revoke", self.url, "mallory", "--dataset", "second")
        mallory = self.server.url("team", "mallory")
        self.run_program("verify", mallory)
        self.assertIn("nothing: its group was closed", self.run_program("show", mallory))
        self.run_program("close", mallory, *"--group people --reason mine".split(), code=2)
        self.server.sql("UPDATE discreet.account SET charges = 3 WHERE kind = 'group'", "team")
        self.run_program("verify", mallory, code=5)


if __name__ == "__main__":
    unittest.main()
