"""Amounts as they are shown and as they cross to C++."""

from __future__ import annotations

import copy
import pickle
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import discreet as dc


def test_rests_are_rounded_down_and_costs_up(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "a", dataset="d", unit="person", epsilon=1)
    receipt = ledger.charge("d", what="other", epsilon="0.00063788888888")
    assert receipt.left.epsilon == Fraction("0.99936211111112")
    assert str(receipt) == "epsilon about 0.99936"
    assert str(receipt.left) == str(ledger.remaining("d")) == "epsilon about 0.99936"
    assert str(ledger.datasets["d"].left) == "epsilon about 0.99936"
    assert str(receipt.charge.charged) == str(ledger.datasets["d"].spent) == "epsilon about 0.00063789"
    assert "left    epsilon about 0.99936\n" in str(ledger)


def test_what_is_left_of_either_is_joined_as_the_program_joins_it(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "a", dataset="d", unit="person", epsilon=1, delta="1e-6")
    ledger.add("basic", unit="person", epsilon=1, delta="1e-6", accountant="basic")
    receipt = ledger.charge("d", what="other", epsilon="0.5")
    said = str(receipt)
    assert said == str(receipt.left) == str(ledger.remaining("d")) == str(ledger.datasets["d"].left)
    assert said.startswith("epsilon 0.5, or rho ")
    assert f"left    {said}\n" in str(ledger)
    assert str(ledger.remaining("basic")) == "epsilon 1, delta 1e-6"


def test_what_a_rest_is_changes_no_comparison() -> None:
    cost = dc.Amounts(epsilon=Fraction(1, 3))
    rest = dc.Amounts(epsilon=Fraction(1, 3), rest=True)
    assert cost == rest
    assert hash(cost) == hash(rest)
    assert pickle.loads(pickle.dumps(rest)).rest
    assert copy.copy(rest).rest


def test_sums_of_any_length_come_back_after_the_charge(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "a", dataset="d", unit="person", epsilon=1)
    exact = Fraction(1)
    limit = sys.get_int_max_str_digits()
    denominator = 10**230 + 1
    while exact.denominator < 10 ** (limit + 1):
        cost = Fraction(1, denominator)
        receipt = ledger.charge("d", what="other", epsilon=cost)
        exact -= cost
        denominator += 2
        assert receipt.left.epsilon == exact
    assert ledger.remaining("d").epsilon == exact
    assert str(receipt) == "epsilon about 0.99999"
    assert len(repr(receipt.left)) > 2 * limit
    indices = dc.top_k([3, 1, 2], k=1, epsilon=0.1, sensitivity=1, ledger=ledger, dataset="d")
    assert len(indices) == 1
    assert ledger.remaining("d").epsilon == exact - Fraction(1, 10)


def test_amounts_that_are_none_are_shown_as_such() -> None:
    assert str(dc.Amounts()) == "nothing"
    assert repr(dc.Amounts()) == "Amounts()"
    with pytest.raises(dc.Error, match="not negative"):
        str(dc.Amounts(epsilon=Fraction(-123456789123456789, 10**20)))


def test_an_amount_that_no_float_need_hold_is_refused(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "a", dataset="d", unit="person", epsilon=1)
    for amount in (np.longdouble("1e-400"), np.longdouble("0.1"), np.longdouble(1)):
        with pytest.raises(TypeError, match="not longdouble"):
            ledger.charge("d", what="other", epsilon=amount)  # type: ignore[arg-type]
    assert ledger.remaining("d").epsilon == 1
