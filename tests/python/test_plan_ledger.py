"""A plan made for a ledger is what the release then does."""

from __future__ import annotations

import contextlib
import hashlib
import re
import sqlite3
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import discreet as dc

BOTH = {"epsilon": "0.7", "delta": "1e-6"}
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("pure", {"epsilon": "0.7"}, {"epsilon": "0.3"}),
    ("pure", {"epsilon": "0.7"}, {"scale": 20.0}),
    ("zcdp", {"rho": "0.07"}, {"rho": "0.03"}),
    ("zcdp", {"rho": "0.07"}, {"epsilon": "0.3", "delta": "1e-6"}),
    ("basic", BOTH, BOTH),
    ("mixed", BOTH, BOTH),
    ("mixed", BOTH, {**BOTH, "pay": "rho"}),
    ("mixed", BOTH, {**BOTH, "pay": "epsilon"}),
    ("mixed", BOTH, {"epsilon": "0.3"}),
    ("mixed", BOTH, {"rho": "0.001"}),
    ("mixed", BOTH, {"scale": 20.0, "mechanism": "exponential"}),
]
LAWS = {"permute-and-flip": "permute-and-flip", "exponential": "exponential mechanism"}


@pytest.mark.parametrize(("accountant", "budget", "asked"), CASES)
@pytest.mark.parametrize("monotonic", [True, False])
def test_a_plan_predicts_the_release(
    path: Path, accountant: str, budget: dict[str, Any], asked: dict[str, Any], monotonic: bool
) -> None:
    book = dc.Ledger.create(path, dataset="d", unit="person", accountant=accountant, **budget)
    plan = dc.plan(3, candidates=12, sensitivity=1, monotonic=monotonic, ledger=book, dataset="d", **asked)
    assert book.entries == []
    dc.top_k(range(12), 3, sensitivity=1, monotonic=monotonic, ledger=book, dataset="d", **asked)
    charge = book.entries[-1]
    assert charge.parameters["law"] == LAWS[plan.mechanism]
    assert float(charge.parameters["scale"]) == plan.scale
    assert charge.parameters.get("pay") == plan.pay
    taken = plan.ways[0]
    assert (taken.pay, taken.mechanism, taken.scale, taken.cost) == (plan.pay, plan.mechanism, plan.scale, plan.cost)
    assert taken.expected_error == plan.expected_error == dc.expected_error(plan.mechanism, 12, plan.scale)
    assert charge.charged == taken.charged
    assert book.remaining("d") == taken.left


@pytest.mark.parametrize("pay", [None, "rho", "epsilon"])
@pytest.mark.parametrize("neighbors", ["add-remove", "replace"])
def test_a_plan_of_counts_predicts_top_k_items(path: Path, pay: str | None, neighbors: str) -> None:
    pd = pytest.importorskip("pandas")
    book = dc.Ledger.create(path, dataset="d", unit="person", neighbors=neighbors, epsilon=4, delta=1e-6)
    asked: dict[str, Any] = {"k": 2, "epsilon": 1, "delta": 1e-6, "ledger": book, "dataset": "d", "pay": pay}
    plan = dc.plan(candidates=3, neighbors=neighbors, **asked)
    rows = pd.DataFrame({"person": range(9), "item": ["a", "b", "c"] * 3})
    released = dc.top_k_items(rows, unit="person", item="item", candidates=["a", "b", "c"], **asked)
    assert released.receipt is not None
    for field in fields(dc.Description):
        assert field.name == "ways" or getattr(released.plan, field.name) == getattr(plan, field.name)
    assert released.receipt.left == plan.ways[0].left
    assert plan.pay == (pay or "rho")


def test_neighbors_without_a_ledger_plan_counts() -> None:
    one_way = dc.plan(3, epsilon=1.0, sensitivity=1, monotonic=True, candidates=12)
    assert dc.plan(3, epsilon=1.0, neighbors="add-remove", candidates=12) == one_way
    assert dc.plan(3, epsilon=1.0, neighbors="replace", candidates=12) == dc.plan(
        3, epsilon=1.0, sensitivity=1, candidates=12
    )
    for said in ({"sensitivity": 1}, {"monotonic": True}):
        with pytest.raises(TypeError, match="leave sensitivity and monotonic out"):
            dc.plan(3, epsilon=1.0, neighbors="replace", candidates=12, **said)  # type: ignore[arg-type]


def test_both_ways_to_pay_are_shown(path: Path) -> None:
    book = dc.Ledger.create(path, dataset="d", unit="person", epsilon=4, delta=1e-6)
    asked: dict[str, Any] = {"k": 3, "epsilon": 1, "delta": 1e-6, "candidates": 12, "sensitivity": 1}
    both = dc.plan(**asked, ledger=book, dataset="d").ways
    assert [way.pay for way in both] == ["rho", "epsilon"]
    for way in both:
        assert dc.plan(**asked, ledger=book, dataset="d", pay=way.pay).ways == (way,)
    in_rho, in_epsilon = both
    assert in_rho.left is not None
    assert in_epsilon.left is not None
    assert in_epsilon.left.epsilon == 3
    assert in_epsilon.cost == dc.PureCost(1.0)
    assert in_rho.cost == dc.ApproximateCost(1.0, 1e-6)


def test_a_way_to_pay_that_is_none_is_refused(path: Path, ledger: dc.Ledger) -> None:
    asked: dict[str, Any] = {"epsilon": 0.5, "delta": 1e-6, "sensitivity": 1}
    with pytest.raises(TypeError, match="pay goes with ledger="):
        dc.top_k([1, 2, 3], 1, **asked, pay="rho")
    with pytest.raises(TypeError, match="pay goes with ledger="):
        dc.plan(1, **asked, candidates=3, pay="rho")
    mixed = dc.Ledger.create(path.with_name("b.ledger"), dataset="d", unit="person", epsilon=1, delta=1e-6)
    for bad in ("delta", "RHO"):
        with pytest.raises(dc.Error, match='"epsilon" or "rho"'):
            dc.noisy_max([1, 2, 3], **asked, ledger=mixed, dataset="d", pay=bad)
    with pytest.raises(dc.Error, match="an epsilon without a delta"):
        dc.noisy_max([1, 2, 3], epsilon=0.5, sensitivity=1, ledger=mixed, dataset="d", pay="rho")
    with pytest.raises(dc.Error, match="leaves a choice"):
        dc.top_k([1, 2, 3], 1, epsilon=0.5, sensitivity=1, ledger=ledger, dataset="visits", pay="epsilon")
    assert mixed.entries == []
    assert ledger.entries == []


def with_rho(path: Path, rho: str) -> dc.Ledger:
    """The ledger as a program would have made it that knew only a smaller ρ for the dataset's (ε, δ)."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        guards = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            file.execute(f"DROP TRIGGER {name}")
        row = file.execute(
            "SELECT sequence, kind, dataset, at, facts, previous FROM entry WHERE sequence = 2"
        ).fetchone()
        sequence, kind, dataset, at, facts, previous = row
        facts = re.sub("budget.rho: .*", f"budget.rho: {rho}", facts)
        link = hashlib.sha256()
        for field in ("discreet ledger entry 1", sequence, kind, dataset, at, facts, previous):
            text = str(field).encode()
            link.update(len(text).to_bytes(8) + text)
        file.execute("UPDATE entry SET facts = ?, hash = ? WHERE sequence = 2", (facts, link.hexdigest()))
        file.execute("UPDATE head SET hash = ?", (link.hexdigest(),))
        for _, sql in guards:
            file.execute(sql)
    return dc.Ledger(path)


def test_a_plan_is_not_remembered_for_another_budget(tmp_path: Path) -> None:
    terms: dict[str, Any] = {"dataset": "d", "unit": "person", "epsilon": 1, "delta": 1e-6}
    asked: dict[str, Any] = {"k": 2, "epsilon": 1, "delta": 1e-6, "sensitivity": 1, "dataset": "d"}
    usual = dc.Ledger.create(tmp_path / "a.ledger", **terms)
    dc.Ledger.create(tmp_path / "b.ledger", **terms).close()
    older = with_rho(tmp_path / "b.ledger", "0.015")
    for book in (usual, older):
        dc.top_k([1, 2, 3], **asked, ledger=book)
    # One release at (ε, δ) fits a fresh budget of (ε, δ).
    assert older.remaining("d").rho == 0
    assert older.entries[0].charged.rho == Fraction("0.015") < (usual.entries[0].charged.rho or 0)


def test_a_cost_that_no_float_has_is_stated_from_above(ledger: dc.Ledger) -> None:
    asked = dc.plan(k=1, epsilon="1/3", sensitivity=1, candidates=5, ledger=ledger, dataset="visits")
    assert Fraction(asked.cost.epsilon) > Fraction(1, 3) > Fraction(1 / 3)
