"""A plan of many selections is what ``top_k`` with ``axis=1`` then does."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

BOTH = {"epsilon": "0.7", "delta": "1e-6"}
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("pure", {"epsilon": "0.7"}, {"epsilon": "0.3"}),
    ("pure", {"epsilon": "0.7"}, {"scale": 90.0}),
    ("zcdp", {"rho": "0.07"}, {"rho": "0.03"}),
    ("zcdp", {"rho": "0.07"}, {"epsilon": "0.3", "delta": "1e-6"}),
    ("basic", BOTH, BOTH),
    ("mixed", BOTH, BOTH),
    ("mixed", BOTH, {**BOTH, "pay": "rho"}),
    ("mixed", BOTH, {**BOTH, "pay": "epsilon"}),
    ("mixed", BOTH, {"scale": 90.0, "mechanism": "exponential"}),
    ("steps", {**BOTH, "releases": 1, "k": 12}, {}),
]
LAWS = {"permute-and-flip": "permute-and-flip", "exponential": "exponential mechanism"}
MATRIX = np.arange(48).reshape(4, 12)
TASK: dict[str, Any] = {"k": 3, "sensitivity": 1}


@pytest.mark.parametrize(("accountant", "budget", "asked"), CASES)
@pytest.mark.parametrize("disjoint", [True, False])
@pytest.mark.parametrize("by_plan", [True, False])
def test_a_plan_of_rows_predicts_the_release(
    path: Path, accountant: str, budget: dict[str, Any], asked: dict[str, Any], disjoint: bool, by_plan: bool
) -> None:
    book = dc.Ledger.create(path, dataset="d", unit="person", accountant=accountant, **budget)
    terms: dict[str, Any] = {**TASK, **asked, "ledger": book, "dataset": "d", "disjoint": disjoint}
    plan = dc.plan(candidates=12, rows=4, **terms)
    assert book.entries == []
    assert (plan.rows, plan.disjoint, plan.candidates) == (4, disjoint, 12)
    found = plan(MATRIX) if by_plan else dc.top_k(MATRIX, axis=1, **terms)
    assert found.shape == (4, 3)
    (charge,) = book.entries
    assert charge.what == "top_k"
    assert (charge.parameters["rows"], charge.parameters["k"]) == ("4", "3")
    assert charge.parameters["disjoint"] == ("yes" if disjoint else "no")
    assert charge.parameters["law"] == LAWS[plan.mechanism]
    assert float(charge.parameters["scale"]) == plan.scale
    assert charge.parameters.get("pay") == plan.pay
    taken = plan.ways[0]
    assert len(plan.ways) == (2 if asked == BOTH and accountant == "mixed" else 1)
    assert (taken.pay, taken.mechanism, taken.scale, taken.cost) == (plan.pay, plan.mechanism, plan.scale, plan.cost)
    assert taken.expected_error == plan.expected_error == dc.expected_error(plan.mechanism, 12, plan.scale)
    assert charge.charged == taken.charged
    assert book.remaining("d") == taken.left


@pytest.mark.parametrize("asked", [{"epsilon": 0.5}, {"epsilon": 0.5, "delta": 1e-6}, {"rho": 0.1}, {"scale": 30.0}])
def test_rows_cost_as_many_selections_as_one_person_changes(asked: dict[str, Any]) -> None:
    task: dict[str, Any] = {**TASK, **asked, "candidates": 12}
    one = dc.plan(**task)
    apart = dc.plan(**task, rows=4, disjoint=True)
    together = dc.plan(**task, rows=4)
    same = ("mechanism", "scale", "step", "cost", "expected_error")
    assert [getattr(apart, name) for name in same] == [getattr(one, name) for name in same]
    assert (apart.curve.epsilon(1e-9), one.rows) == (one.curve.epsilon(1e-9), None)
    # Four rows of three are twelve selections.
    twelve = dc.plan(**(task | {"k": 12}))
    assert together.cost == twelve.cost
    if together.mechanism == twelve.mechanism:
        assert (together.scale, together.step) == (twelve.scale, twelve.step)
        assert together.curve.epsilon(1e-9) == twelve.curve.epsilon(1e-9)


def test_a_plan_of_rows_with_a_ledger_is_the_plan_without(ledger: dc.Ledger) -> None:
    task: dict[str, Any] = {**TASK, "epsilon": 0.5, "candidates": 12, "rows": 4}
    alone, charged = dc.plan(**task), dc.plan(**task, ledger=ledger, dataset="visits")
    assert (alone.scale, alone.mechanism, alone.cost) == (charged.scale, charged.mechanism, charged.cost)


def test_a_plan_of_rows_releases() -> None:
    ready = dc.plan(k=2, epsilon=1e6, sensitivity=1, candidates=12, rows=4)
    for plan in (ready, pickle.loads(pickle.dumps(ready))):
        assert plan(MATRIX).tolist() == [[11, 10]] * 4
        assert plan(MATRIX.tolist(), optimize="min").tolist() == [[0, 1]] * 4
    exact = dc.plan(k=1, scale=0, sensitivity=1, candidates=12, rows=4)
    assert exact.cost == dc.PureCost(float("inf"))
    assert exact(MATRIX).tolist() == [[11]] * 4
    for other in (MATRIX[:3], MATRIX.T, MATRIX[:, :5], MATRIX[0], np.zeros((1, 4, 12))):
        with pytest.raises(dc.Error):
            ready(other)


def test_a_plan_of_rows_reads_as_a_sentence() -> None:
    task: dict[str, Any] = {"k": 2, "scale": 8.0, "sensitivity": 1, "candidates": 1000}
    assert str(dc.plan(**task, rows=5_000)).startswith(
        "2 of 1,000 candidates are selected from each of 5,000 rows by permute-and-flip with scale 8, which satisfies"
        " 2500-differential privacy (certified), where one person changes every score by at most 1"
    )
    apart = str(dc.plan(**task, rows=3, disjoint=True))
    assert "from each of 3 disjoint rows by" in apart
    assert "which satisfies 0.5-differential privacy" in apart
    assert "changes every score of one row by" in apart


def test_what_is_no_number_of_rows_is_refused() -> None:
    task: dict[str, Any] = {**TASK, "epsilon": 1.0, "candidates": 12}
    for change, error, message in (
        ({"rows": 0}, dc.Error, "rows must be at least 1"),
        ({"rows": -1}, dc.Error, "rows must be"),
        ({"rows": 2**63 - 1}, dc.Error, "more selections than can be counted"),
        ({"rows": 2.0}, TypeError, "rows must be an int"),
        ({"rows": True}, TypeError, "rows must be an int"),
        ({"disjoint": True}, TypeError, "disjoint goes with rows="),
        ({"rows": 2, "disjoint": 1}, TypeError, "disjoint must be True or False"),
        ({"rows": 2, "neighbors": "replace", "sensitivity": None}, TypeError, "takes no rows"),
    ):
        with pytest.raises(error, match=message):
            dc.plan(**(task | change))


def test_rows_that_a_budget_does_not_cover_are_refused(ledger: dc.Ledger) -> None:
    task: dict[str, Any] = {"k": 1, "scale": 8.0, "sensitivity": 1, "candidates": 12, "ledger": ledger}
    with pytest.raises(dc.Error) as problem:
        dc.plan(**task, dataset="visits", rows=5)
    assert problem.value.kind == "over_budget"
    four = dc.plan(**task, dataset="visits", rows=4)
    four(MATRIX)
    with pytest.raises(dc.Error) as problem:
        four(MATRIX)
    assert problem.value.kind == "over_budget"
    assert len(ledger.entries) == 1
