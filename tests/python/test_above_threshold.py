"""above_threshold: an index or None, what it refuses, and that it is charged before anything is drawn."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pyarrow as pa
import pytest

import discreet as dc

NAN, INF = float("nan"), float("inf")
# Far from the threshold of 1000: at the scales below a miss has a probability below e^-100.
SCORES = np.array([-9e4, 9.5e4, 9.6e4])
SAID: dict[str, Any] = {"epsilon": 0.5, "sensitivity": 1}
CHARGED: dict[str, Any] = {**SAID, "dataset": "visits"}


def test_the_first_is_found_or_that_there_is_none() -> None:
    assert_type(dc.above_threshold(SCORES, 1000, epsilon=0.5, sensitivity=1), int | None)
    for scores in (SCORES, list(SCORES), SCORES.astype("int32"), pa.chunked_array([SCORES[:1], SCORES[1:]])):
        found = dc.above_threshold(scores, 1000, **SAID)
        assert found == 1
        assert type(found) is int
        assert dc.above_threshold(scores, -(2.0**20), **SAID) == 0
        assert dc.above_threshold(scores, np.float64(1e6), monotonic=True, **SAID) is None
    assert dc.above_threshold([], 0, **SAID) is None


def test_there_is_noise() -> None:
    seen = {dc.above_threshold([0.0, 0.0], 0, epsilon=0.01, sensitivity=1) for _ in range(300)}
    # Each outcome has a probability above 1/8: all are missed by fewer than one run in 10^15.
    assert seen == {0, 1, None}


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"scores": [1.0, NAN]}, dc.Error, "NaN"),
    # Behind a score that passes for certain.
    ({"scores": [1e9, NAN]}, dc.Error, "NaN"),
    ({"scores": [1.0, None]}, dc.Error, "null"),
    ({"scores": np.zeros((2, 2))}, dc.Error, "one-dimensional"),
    ({"scores": "12"}, TypeError, "not str"),
    ({"scores": 7}, TypeError, "list or an array"),
    ({"threshold": NAN}, dc.Error, "the threshold must be finite"),
    ({"threshold": INF}, dc.Error, "the threshold must be finite"),
    ({"threshold": -INF}, dc.Error, "the threshold must be finite"),
    ({"threshold": 2**53 + 1}, dc.Error, "threshold must be a number that a float holds exactly"),
    ({"threshold": "1"}, TypeError, "threshold must be an int or a float, not str"),
    ({"threshold": None}, TypeError, "threshold must be an int or a float, not None"),
    ({"threshold": True}, TypeError, "threshold must be a number, not a bool"),
    ({"epsilon": 0}, dc.Error, "an epsilon must be above 0"),
    ({"epsilon": -0.5}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": NAN}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": INF}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": True}, TypeError, "epsilon must be a number, not a bool"),
    ({"epsilon": None}, TypeError, "epsilon must be an int"),
    ({"sensitivity": 0}, dc.Error, "sensitivity must be finite and above 0"),
    ({"sensitivity": -1}, dc.Error, "sensitivity must be finite and above 0"),
    ({"sensitivity": NAN}, dc.Error, "sensitivity must be finite and above 0"),
    ({"sensitivity": INF}, dc.Error, "sensitivity must be finite and above 0"),
    ({"sensitivity": "1"}, TypeError, "sensitivity must be"),
    ({"monotonic": 1}, TypeError, "monotonic must be True or False"),
    ({"eps": 1}, TypeError, "write epsilon"),
    ({"seed": 1}, TypeError, "takes no seed"),
]


@pytest.mark.parametrize(("bad", "error", "message"), BAD)
def test_bad_input_is_refused_and_not_charged(
    bad: dict[str, Any], error: type[Exception], message: str, ledger: dc.Ledger
) -> None:
    whole = {"scores": SCORES, "threshold": 1000, **SAID, **bad}
    with pytest.raises(error, match=message):
        dc.above_threshold(**whole)
    with pytest.raises(error, match=message):
        dc.above_threshold(**whole, ledger=ledger, dataset="visits")
    assert ledger.datasets["visits"].charges == 0


def test_a_ledger_and_its_dataset_go_together(ledger: dc.Ledger, path: Path) -> None:
    for said, message in (
        ({"dataset": "visits"}, "dataset goes with ledger="),
        ({"by": "me"}, "by goes with ledger="),
        ({"ledger": ledger}, "dataset must be said"),
        ({"ledger": str(path), "dataset": "visits"}, r"dc.Ledger\(path\)"),
        ({"epsilon": "0.5"}, "exact amounts go with ledger="),
    ):
        with pytest.raises(TypeError, match=message):
            dc.above_threshold(SCORES, 1000, **{**SAID, **said})  # type: ignore[call-overload]
    with pytest.raises(dc.Error, match="no dataset of that name"):
        dc.above_threshold(SCORES, 1000, **SAID, ledger=ledger, dataset="visitors")
    assert ledger.datasets["visits"].charges == 0


def test_each_release_is_charged_until_the_budget_ends(ledger: dc.Ledger) -> None:
    third: Any
    for third in ("1/3", Fraction(1, 3), Fraction("1/3")):
        said = {**CHARGED, "epsilon": third}
        assert dc.above_threshold(SCORES, 1000, ledger=ledger, by="nightly", **said) == 1
    charge = ledger.entries[0]
    assert (charge.what, charge.by) == ("above_threshold", "nightly")
    assert charge.cost.epsilon == Fraction(1, 3)
    assert charge.parameters["threshold"] == "1000"
    assert charge.parameters["candidates"] == "3"
    with pytest.raises(dc.Error) as refused:
        dc.above_threshold(SCORES, 1000, ledger=ledger, **{**CHARGED, "epsilon": Decimal("1e-9")})
    assert refused.value.kind == "over_budget"
    assert ledger.datasets["visits"].charges == 3


def test_a_closed_ledger_pays_for_nothing(ledger: dc.Ledger) -> None:
    ledger.close()
    with pytest.raises(dc.Error, match="the ledger is closed"):
        dc.above_threshold(SCORES, 1000, ledger=ledger, **CHARGED)
