"""A dataset that counts steps: its step fixes the noise, and releases leave the epsilon out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import discreet as dc

BOTH: dict[str, Any] = {"epsilon": 1, "delta": "1e-6"}


def created(tmp_path: Path, **more: Any) -> dc.Ledger:
    return dc.Ledger.create(tmp_path / "a.ledger", dataset="d", unit="person", **BOTH, accountant="steps", **more)


def test_a_release_costs_a_step_for_each_item(tmp_path: Path) -> None:
    ledger = created(tmp_path, step="0.15")
    budget = ledger.datasets["d"].budget
    assert (budget.steps, budget.step, budget.slack) == (10, Fraction("0.15"), Fraction("2.5e-7"))
    plan = dc.plan(3, sensitivity=1, monotonic=True, candidates=5, ledger=ledger, dataset="d")
    assert plan.mechanism == "exponential"
    assert Fraction(1) / Fraction(plan.scale) <= Fraction("0.15")
    found = dc.top_k([1.0, 2, 3, 4, 5], 3, sensitivity=1, monotonic=True, ledger=ledger, dataset="d")
    assert len(found) == 3
    assert ledger.remaining("d").steps == 7
    assert ledger.entries[0].cost.step == Fraction("0.15")
    assert str(ledger.entries[0].charged) == "3 steps"
    dc.noisy_max([1.0, 2], sensitivity=1, ledger=ledger, dataset="d")
    with pytest.raises(dc.Error, match="it would cost 7 steps; left is 6 steps") as refused:
        dc.top_k([1.0] * 9, 7, sensitivity=1, ledger=ledger, dataset="d")
    assert refused.value.kind == "over_budget"
    assert str(ledger.remaining("d")) == "6 steps, and 2.5e-7 of delta for thresholds"


def test_items_and_quantiles_do_too(tmp_path: Path) -> None:
    ledger = created(tmp_path, step="0.15")
    rows = pd.DataFrame({"person": ["a", "b", "c"], "code": ["x", "y", "x"], "age": [3, 4, 5]})
    paid: dict[str, Any] = {"ledger": ledger, "dataset": "d"}
    dc.top_k_items(rows, unit="person", item="code", candidates=["x", "y", "z"], k=2, **paid)
    assert ledger.remaining("d").steps == 8
    dc.top_k_items(rows, unit="person", item="code", k=2, delta="1e-7", **paid)
    assert (ledger.remaining("d").steps, ledger.remaining("d").slack) == (6, Fraction("1.5e-7"))
    dc.quantiles(rows, "quartiles", unit="person", value="age", lower=0, upper=100, **paid)
    assert ledger.remaining("d").steps == 4
    with pytest.raises(dc.Error, match="numbers are none"):
        dc.top_k_items(rows, unit="person", item="code", candidates=["x", "y"], k=1, counts=True, **paid)


def test_charges_by_hand(tmp_path: Path) -> None:
    ledger = created(tmp_path, step="0.15")
    assert ledger.charge("d", what="other", steps=4, step="0.15").left.steps == 6
    assert ledger.charge("d", what="other", epsilon="0.075").charge.charged.steps == 1
    for cost in ({"epsilon": "0.0751"}, {"rho": "0.001"}, {"steps": 1, "step": "0.151"}):
        with pytest.raises(dc.Error, match=r"the step is 0\.15"):
            ledger.charge("d", what="other", **cost)
    with pytest.raises(dc.Error, match="how many they are and what range"):
        ledger.charge("d", what="other", steps=1)


def test_the_largest_step_for_so_many_releases(tmp_path: Path) -> None:
    ledger = created(tmp_path, releases=2, k=10)
    assert ledger.datasets["d"].budget.steps == 20
    ledger.add_group("people", **BOTH, accountant="steps", releases=3)
    assert ledger.groups["people"].budget.steps == 3
    with pytest.raises(TypeError, match="k goes with releases="):
        ledger.add("e", unit="person", **BOTH, accountant="steps", k=10)
    with pytest.raises(dc.Error, match="a step is said, or how many"):
        ledger.add("e", unit="person", **BOTH, accountant="steps", step="0.1", releases=2)
    with pytest.raises(dc.Error, match=r"from 1 to 2\^24 steps"):
        ledger.add("e", unit="person", **BOTH, accountant="steps", releases=2**40, k=2**40)
    with pytest.raises(dc.Error, match="takes a step above 0"):
        ledger.add("e", unit="person", **BOTH, accountant="steps")


def test_elsewhere_a_release_says_how_private_it_is(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "b.ledger", dataset="d", unit="person", **BOTH)
    with pytest.raises(dc.Error, match="needs an epsilon, a rho or a scale"):
        dc.top_k([1.0, 2], 1, sensitivity=1, ledger=ledger, dataset="d")
    with pytest.raises(TypeError, match="say how private"):
        dc.top_k([1.0, 2], 1, sensitivity=1)  # type: ignore[call-overload]
