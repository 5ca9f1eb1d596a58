"""Rows of people, charged to a ledger."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import discreet as dc

ROWS = {"patient": list(range(90)), "code": ["a"] * 60 + ["b"] * 30}
SAID: dict[str, Any] = {"unit": "patient", "item": "code", "candidates": ["c", "b", "a"], "k": 1, "epsilon": 0.5}


@pytest.fixture
def ledger(tmp_path: Path) -> dc.Ledger:
    made = dc.Ledger.create(tmp_path / "a.ledger", dataset="visits", unit="patient", epsilon=1)
    made.add("labs", unit="patient", epsilon=1, delta="1e-6", neighbors="replace")
    return made


def test_every_engine_charges_once(ledger: dc.Ledger, make_frame: Callable[[Any], Any]) -> None:
    found = dc.top_k_items(make_frame(ROWS), ledger=ledger, dataset="visits", **SAID)
    assert len(found) == 1
    assert found.receipt is not None
    assert found.receipt.left == ledger.remaining("visits") == dc.Amounts(epsilon=Fraction(1, 2))
    assert ledger.entries[0].parameters["monotonic"] == "yes"


def test_neighbours_are_the_datasets_own(ledger: dc.Ledger) -> None:
    import pandas as pd

    rows = pd.DataFrame(ROWS)
    found = dc.top_k_items(rows, ledger=ledger, dataset="labs", delta=1e-6, **SAID)
    assert not found.plan.monotonic
    assert found.cost == dc.ApproximateCost(0.5, 1e-6)
    dc.top_k_items(rows, ledger=ledger, dataset="labs", neighbors="replace", **SAID)
    with pytest.raises(dc.Error, match="'replace'"):
        dc.top_k_items(rows, ledger=ledger, dataset="labs", neighbors="add-remove", **SAID)
    with pytest.raises(dc.Error, match="unit of privacy, 'patient'"):
        dc.top_k_items(rows, ledger=ledger, dataset="labs", **SAID | {"unit": "code"})
    assert len(ledger.entries) == 2


def test_a_frame_that_cannot_be_counted_is_not_charged(ledger: dc.Ledger) -> None:
    import pandas as pd

    nulls = pd.DataFrame({"patient": [1, None], "code": ["a", "b"]})
    for frame, more in ((nulls, {"nulls": "refuse"}), (pd.DataFrame({"x": [1]}), {}), (7, {})):
        with pytest.raises((dc.Error, TypeError)):
            dc.top_k_items(frame, ledger=ledger, dataset="visits", **SAID, **more)
    assert ledger.entries == []


def test_what_the_budget_does_not_cover_is_refused_before_the_rows_are_read(ledger: dc.Ledger) -> None:
    class Unread:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError("the frame was touched")

    with pytest.raises(dc.Error) as refused:
        dc.top_k_items(Unread(), ledger=ledger, dataset="visits", **SAID | {"epsilon": 2})
    assert refused.value.kind == "over_budget"
