"""What thresholds take of a budget: the fourth amount."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import discreet as dc

BOTH: dict[str, Any] = {"epsilon": 1, "delta": "1e-6"}


def created(tmp_path: Path, **budget: Any) -> dc.Ledger:
    return dc.Ledger.create(tmp_path / "a.ledger", dataset="d", unit="person", **budget)


def test_a_quarter_of_delta_is_for_thresholds_unless_said(tmp_path: Path) -> None:
    ledger = created(tmp_path, **BOTH)
    ledger.add("third", unit="person", **BOTH, threshold_share=Fraction(1, 5))
    ledger.add("amount", unit="person", **BOTH, slack="2e-7")
    ledger.add("none", unit="person", **BOTH, threshold_share=0)
    budgets = {name: dataset.budget for name, dataset in ledger.datasets.items()}
    assert budgets["d"].slack == Fraction("2.5e-7")
    assert budgets["third"] == budgets["amount"]
    assert budgets["none"].slack is None
    assert budgets["none"].delta == budgets["d"].delta == Fraction("1e-6")
    assert budgets["none"].rho > budgets["third"].rho > budgets["d"].rho  # type: ignore[operator]
    for plain in ({"rho": 1}, {"epsilon": 1}, {**BOTH, "accountant": "basic"}):
        ledger.add(str(plain), unit="person", **plain)
        assert ledger.remaining(str(plain)).slack is None


def test_what_is_left_is_rounded_down_and_costs_up(tmp_path: Path) -> None:
    ledger = created(tmp_path, rho=1, slack="1e-6")
    receipt = ledger.charge("d", what="other", rho="0.5", slack="1.23456789012345e-7")
    assert receipt.charge.cost.slack == receipt.charge.charged.slack == Fraction("1.23456789012345e-7")
    assert receipt.left.slack == Fraction("8.76543210987655e-7")
    assert str(receipt) == "rho 0.5, and about 8.7654e-7 of delta for thresholds"
    assert str(receipt.left) == str(ledger.remaining("d")) == str(ledger.datasets["d"].left) == str(receipt)
    assert str(receipt.charge.charged) == "rho 0.5, and about 1.2346e-7 of delta for thresholds"
    assert repr(receipt.left) == "Amounts(rho=0.5, slack=8.76543210987655e-7)"
    assert f"left    {receipt}\n" in str(ledger)
    assert ledger.entries == [receipt.charge]


def test_of_either_and_for_thresholds(tmp_path: Path) -> None:
    ledger = created(tmp_path, **BOTH)
    receipt = ledger.charge("d", what="other", epsilon="0.5", rho="0.01", slack="1e-7")
    assert str(receipt).startswith("epsilon 0.5, or rho about 0.0")
    assert str(receipt).endswith(", and 1.5e-7 of delta for thresholds")
    assert "budget  epsilon 1, delta 1e-6 (2.5e-7 of it for thresholds)\n" in str(ledger)


def test_a_charge_that_does_not_fit_says_which_condition_fails(tmp_path: Path) -> None:
    ledger = created(tmp_path, **BOTH)
    ledger.charge("d", what="other", epsilon="0.25", slack="2.5e-7")
    with pytest.raises(dc.Error, match=r"too little is left of delta for thresholds$") as refused:
        ledger.charge("d", what="other", epsilon="0.25", slack="1e-300")
    assert refused.value.kind == "over_budget"
    with pytest.raises(dc.Error, match=r"too little is left of epsilon and of rho$"):
        ledger.charge("d", what="other", epsilon=1)
    ledger.charge("d", what="other", epsilon="0.75")
    assert len(ledger.entries) == 2


def test_basic_takes_it_from_delta(tmp_path: Path) -> None:
    ledger = created(tmp_path, **BOTH, accountant="basic")
    receipt = ledger.charge("d", what="other", epsilon="0.5", delta="5e-7", slack="5e-7")
    assert receipt.charge.charged == dc.Amounts(epsilon=Fraction(1, 2), delta=Fraction("1e-6"))
    assert receipt.left.delta == 0


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        ({"epsilon": 1}, "no delta for thresholds"),
        ({"rho": 1}, "created without a share of delta for thresholds"),
        ({**BOTH, "threshold_share": 0}, "created without a share of delta for thresholds"),
    ],
)
def test_a_budget_without_refuses_it_with_the_reason(tmp_path: Path, budget: dict[str, Any], reason: str) -> None:
    ledger = created(tmp_path, **budget)
    with pytest.raises(dc.Error, match=reason) as refused:
        ledger.charge("d", what="other", epsilon="0.1", slack="1e-9")
    assert refused.value.kind == "bad_parameter"
    assert ledger.entries == []


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        ({**BOTH, "threshold_share": 1}, "at least 0 and below 1"),
        ({**BOTH, "threshold_share": -1}, "threshold_share"),
        ({**BOTH, "threshold_share": "0.1", "slack": "1e-7"}, "said once"),
        ({**BOTH, "threshold_share": "0.1", "accountant": "basic"}, "from delta"),
        ({"epsilon": 1, "threshold_share": "0.1"}, "there is no delta"),
        ({"rho": 1, "threshold_share": "0.1"}, "there is no delta"),
        ({**BOTH, "slack": "1e-6"}, "below its delta"),
        ({"rho": 1, "slack": 1}, "below 1"),
        ({"epsilon": 1, "slack": "1e-9"}, "no delta for thresholds"),
    ],
)
def test_a_share_that_cannot_be_is_refused(tmp_path: Path, budget: dict[str, Any], reason: str) -> None:
    with pytest.raises(dc.Error, match=reason) as refused:
        created(tmp_path, **budget)
    assert refused.value.kind == "bad_parameter"
    assert not (tmp_path / "a.ledger").exists()


def test_amounts_with_it_compare_and_travel() -> None:
    some = dc.Amounts(rho=Fraction(1), slack=Fraction("1e-7"))
    assert some != dc.Amounts(rho=Fraction(1))
    assert pickle.loads(pickle.dumps(some)) == copy.copy(some) == some


def test_a_release_from_a_public_list_leaves_it_alone(tmp_path: Path) -> None:
    ledger = created(tmp_path, **BOTH)
    asked: dict[str, Any] = {"k": 1, "epsilon": 1, "delta": "1e-6", "sensitivity": 1, "monotonic": True}
    dc.top_k([3, 1, 2], **asked, ledger=ledger, dataset="d")
    left = ledger.remaining("d")
    assert left.slack == Fraction("2.5e-7")
    assert left.rho == 0, "one release at the budget's own (epsilon, delta) takes what is not for thresholds"
