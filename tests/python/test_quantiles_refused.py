"""What quantiles refuse: each with a reason, before anything is charged."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import discreet as dc
from discreet._grid import grid_of
from discreet._quantile_arrays import cells_of
from discreet._quantile_cells import columns_of
from discreet._tally import tally

NAN, INF = float("nan"), float("inf")
AGES = np.array([30, 40, 50])
ROWS = pd.DataFrame({"who": [1, 2, 2], "age": [30.0, 40.0, NAN], "name": ["a", "b", "c"], "ward": ["e", "w", "e"]})
ROWS["day"] = [datetime.date(2026, 1, day) for day in (1, 2, 3)]
ARRAY: dict[str, Any] = {"data": AGES, "quantiles": 0.5, "lower": 0, "upper": 120, "epsilon": 0.5}
FRAME: dict[str, Any] = {**ARRAY, "data": ROWS, "unit": "who", "value": "age"}
GROUPS: dict[str, Any] = {**FRAME, "group": "ward", "groups": ["e", "w"]}
DAYS: dict[str, Any] = {**FRAME, "lower": "2026-01-01", "upper": "2027-01-01", "value": "day"}

Row = tuple[dict[str, Any], dict[str, Any], type[Exception], str]
BAD: list[Row] = [
    (ARRAY, {"quantiles": 0}, dc.Error, "above 0 and below 1"),
    (ARRAY, {"quantiles": 1.0}, dc.Error, "every cell beyond them scores the same"),
    (ARRAY, {"quantiles": -0.5}, dc.Error, "above 0 and below 1"),
    (ARRAY, {"quantiles": NAN}, dc.Error, "a quantile must be a finite number"),
    (ARRAY, {"quantiles": True}, TypeError, "not a bool"),
    (ARRAY, {"quantiles": None}, TypeError, "quantiles must be a number above 0 and below 1, a list .* not None"),
    (ARRAY, {"quantiles": {0.5}}, TypeError, "not set"),
    (ARRAY, {"quantiles": 1j}, TypeError, "not complex"),
    (ARRAY, {"quantiles": ""}, dc.Error, "quantiles must be a number"),
    (ARRAY, {"quantiles": "0.5"}, dc.Error, r"write 0\.5 without quotes, or \['0\.5'\] in a list"),
    (ARRAY, {"quantiles": "a half"}, dc.Error, "quantiles must be a number above 0 and below 1, a list of such"),
    (ARRAY, {"quantiles": np.linspace(0.1, 0.9, 9)}, dc.Error, r"0\.30000000000000004 is not: write round\(q, 3\)"),
    (ARRAY, {"epsilon": None, "delta": 1e-6}, TypeError, "delta alone says nothing: .* or rho=$"),
    (ARRAY, {"quantiles": "quintiles"}, dc.Error, '"median" or "quartiles"'),
    (ARRAY, {"quantiles": []}, dc.Error, "quantiles must not be empty"),
    (ARRAY, {"quantiles": [0.5, "1/2"]}, dc.Error, "one is there twice"),
    (ARRAY, {"quantiles": [0.5, "half"]}, dc.Error, "a quantile must be a finite number"),
    (ARRAY, {"quantiles": [0.5, "median"]}, dc.Error, "write 'median' alone"),
    (ARRAY, {"quantiles": [0.5, None]}, TypeError, "a quantile must be an int, .* not None"),
    (ARRAY, {"quantiles": [[0.5]]}, TypeError, "not list"),
    (ARRAY, {"quantiles": [datetime.date(2026, 1, 1)]}, TypeError, "not date"),
    (ARRAY, {"quantiles": Fraction(1, 4097)}, dc.Error, "denominator of at most 4096"),
    (ARRAY, {"quantiles": [Fraction(1, 64), Fraction(1, 81)]}, dc.Error, "common denominator of at most 4096"),
    (ARRAY, {"quantiles": [Fraction(i, 1002) for i in range(1, 1002)]}, dc.Error, "at most 1,000"),
    (ARRAY, {"lower": NAN}, dc.Error, "lower must be a finite number"),
    (ARRAY, {"upper": INF}, dc.Error, "upper must be a finite number"),
    (ARRAY, {"lower": 120}, dc.Error, "lower must be below upper"),
    (ARRAY, {"step": 7}, dc.Error, "step must divide"),
    (ARRAY, {"step": 0}, dc.Error, "step must be above 0"),
    (ARRAY, {"upper": 50}, TypeError, "step must be said"),
    (ARRAY, {"upper": "2026-01-01"}, TypeError, "two numbers or two dates"),
    (ARRAY, {"lower": False}, TypeError, "not a bool"),
    (ARRAY, {"epsilon": None}, TypeError, r"say how private: write epsilon=, epsilon= and delta=, or rho=$"),
    (ARRAY, {"epsilon": None, "delta": 1e-6}, TypeError, "say how private|delta alone"),
    (ARRAY, {"rho": 0.1}, TypeError, "in one way"),
    (ARRAY, {"epsilon": None, "rho": 0.1, "delta": 1e-6}, TypeError, "delta goes with epsilon"),
    (ARRAY, {"epsilon": 0}, dc.Error, "epsilon"),
    (ARRAY, {"epsilon": -1}, dc.Error, "epsilon"),
    (ARRAY, {"epsilon": NAN}, dc.Error, "epsilon"),
    (ARRAY, {"epsilon": True}, TypeError, "not a bool"),
    (ARRAY, {"scale": 1.0}, TypeError, "planned from epsilon or rho"),
    (ARRAY, {"candidates": [1]}, TypeError, "write lower=, upper= and step="),
    (ARRAY, {"seed": 1}, TypeError, "takes no seed"),
    (ARRAY, {"per_unit": "last"}, dc.Error, 'per_unit must be "share" or'),
    (ARRAY, {"per_unit": "median"}, TypeError, "per_unit goes with a frame"),
    (ARRAY, {"nulls": "keep"}, dc.Error, "nulls must be"),
    (ARRAY, {"neighbors": "swap"}, dc.Error, "neighbors must be"),
    (ARRAY, {"units": 0}, dc.Error, "units must be at least 1"),
    (ARRAY, {"units": 2.0}, TypeError, "units must be an int"),
    (ARRAY, {"unit": "who"}, TypeError, "unit goes with a frame; an array has one value for each unit"),
    (ARRAY, {"value": "age"}, TypeError, "value goes with a frame"),
    (ARRAY, {"group": "ward", "groups": ["e"]}, TypeError, "group goes with a frame"),
    (ARRAY, {"groups_per_unit": 2}, TypeError, "groups_per_unit goes with groups="),
    (ARRAY, {"data": "30"}, TypeError, "not str"),
    (ARRAY, {"data": None}, TypeError, "not None"),
    (ARRAY, {"data": ["30"]}, TypeError, "not str"),
    (ARRAY, {"data": [True]}, TypeError, "not booleans"),
    (ARRAY, {"data": np.zeros((2, 2))}, dc.Error, "one-dimensional"),
    (ARRAY, {"data": [datetime.date(2026, 1, 1)]}, TypeError, "write lower= and upper= as dates"),
    (ARRAY, {"data": [30, None], "nulls": "refuse"}, dc.Error, "values must not be null"),
    (ARRAY, {"lower": "2026-01-01", "upper": "2027-01-01"}, TypeError, "values must be dates, because the bounds are"),
    (FRAME, {"unit": None}, TypeError, "unit must be said"),
    (FRAME, {"value": None}, TypeError, "value must be said"),
    (FRAME, {"unit": ""}, dc.Error, "must be the names of columns, not empty"),
    (FRAME, {"unit": 3}, TypeError, "unit must be a str"),
    (FRAME, {"unit": "whom"}, dc.Error, "did you mean 'who'"),
    (FRAME, {"value": "who"}, dc.Error, "unit and value must be two columns"),
    (FRAME, {"value": "name"}, TypeError, "value column"),
    (FRAME, {"nulls": "refuse"}, dc.Error, "null"),
    (FRAME, {"group": "ward"}, TypeError, "group and groups go together"),
    (FRAME, {"groups": ["e"]}, TypeError, "group and groups go together"),
    (DAYS, {"per_unit": "sum"}, TypeError, 'per_unit="sum" is for numbers: days cannot be added up'),
    (GROUPS, {"group": "age"}, dc.Error, "group must be a column of its own"),
    (GROUPS, {"groups": []}, dc.Error, "groups must not be empty"),
    (GROUPS, {"groups": ["e", "e"]}, dc.Error, "group"),
    (GROUPS, {"groups": "e"}, TypeError, "group"),
    (GROUPS, {"groups": [1, 2]}, TypeError, "group"),
    (GROUPS, {"groups_per_unit": 1}, TypeError, "a share is divided among all"),
    (GROUPS, {"groups_per_unit": 0, "per_unit": "max"}, dc.Error, "groups_per_unit must be at least 1"),
]


@pytest.mark.parametrize(("base", "bad", "error", "message"), BAD)
def test_bad_input_is_refused_and_not_charged(
    base: dict[str, Any], bad: dict[str, Any], error: type[Exception], message: str, path: Path
) -> None:
    with pytest.raises(error, match=message):
        dc.quantiles(**{**base, **bad})
    ledger = dc.Ledger.create(path, dataset="visits", unit="who", epsilon=1)
    if bad.get("unit", "who") == "who" and "neighbors" not in bad:
        # A dataset may fix the noise, and only the ledger knows that this one does not.
        if bad == {"epsilon": None}:
            error, message = dc.Error, "a release needs an epsilon"
        with pytest.raises(error, match=message):
            dc.quantiles(**{**base, **bad}, ledger=ledger, dataset="visits")
    assert ledger.entries == []


def test_what_is_good_is_not_refused() -> None:
    for good in (ARRAY, FRAME, GROUPS, {**GROUPS, "per_unit": "max", "groups_per_unit": 2}):
        dc.quantiles(**good)


def test_of_dates_every_frame_has_every_rule_but_the_sum() -> None:
    table = pa.Table.from_pandas(ROWS[["who", "day"]])
    times = table.set_column(1, "day", table.column("day").cast(pa.timestamp("us")))
    for rows in (table, times):
        frames = [rows, rows.to_pandas(), pl.from_arrow(rows), duckdb.connect().from_arrow(rows)]
        for at, frame in enumerate([*frames, frames[2].lazy()]):
            with pytest.raises(TypeError, match="days cannot be added up"):
                dc.quantiles(**{**DAYS, "data": frame}, per_unit="sum")
            for rule in ("share", "mean", "median", "min", "max", *(["first"] if at < 3 else [])):
                dc.quantiles(**{**DAYS, "data": frame}, per_unit=rule)
    with pytest.raises(TypeError, match="days cannot be added up"):
        dc.quantiles(**{**ARRAY, "data": ROWS["day"], "lower": DAYS["lower"], "upper": DAYS["upper"]}, per_unit="sum")
    with pytest.raises(TypeError, match="days cannot be added up"):
        dc.plan_quantiles(0.5, lower=DAYS["lower"], upper=DAYS["upper"], epsilon=1.0, per_unit="sum")


@pytest.mark.parametrize("signal", ["sNaN", "-sNaN12"])
def test_a_signalling_nan_is_missing_like_any_other(signal: str, path: Path) -> None:
    values = [Decimal(40), Decimal(signal), Decimal("NaN"), None]
    frame = pd.DataFrame({"who": [1, 2, 3, 4], "age": pd.Series(values, dtype=object)}).set_axis([5, 5, 6, 7])
    whole, on = frame[:1].set_axis([0]), grid_of(0, 120, 1)
    for rule in ("share", "mean", "first"):
        found, wanted = (columns_of(each, unit="who", value="age", per_unit=rule, grid=on) for each in (frame, whole))
        assert [part.tolist() for part in found[0]] == [part.tolist() for part in wanted[0]]
    assert cells_of(values, on, "drop")[0].tolist() == [40]
    assert dc.count_units(frame, unit="who", item="age", candidates=[Decimal(40)]).tolist() == [1]
    assert dc.count_units(frame, unit="age", item="who", candidates=[1, 2]).tolist() == [1, 0]
    assert tally(frame, "age", "who", limit=3)[0].items == [1]
    ledger = dc.Ledger.create(path, dataset="visits", unit="who", epsilon=1)
    for data in (frame[:2], values[:2]):
        said = FRAME if isinstance(data, pd.DataFrame) else ARRAY
        with pytest.raises(dc.Error, match=r"must not (be|have a) null"):
            dc.quantiles(**{**said, "data": data}, nulls="refuse", ledger=ledger, dataset="visits")
    assert ledger.entries == []
    assert str(frame["age"].iloc[1]) == signal  # the frame itself is left as it was


def test_a_plan_refuses_what_a_release_refuses() -> None:
    said: dict[str, Any] = {"quantiles": 0.5, "lower": 0, "upper": 120, "epsilon": 0.5}
    for base, bad, error, message in BAD:
        if base is ARRAY and "data" not in bad and not {"nulls", "group", "unit", "value", "candidates"} & bad.keys():
            if bad.get("per_unit") == "median" or bad.get("lower") == "2026-01-01":
                continue
            with pytest.raises(error, match=message):
                dc.plan_quantiles(**{**said, **bad})
    with pytest.raises(TypeError, match="a share is divided"):
        dc.plan_quantiles(**said, groups=3, groups_per_unit=2)
    with pytest.raises(dc.Error, match="groups must be at least 1"):
        dc.plan_quantiles(**said, groups=0)


def test_a_ledger_and_its_dataset_go_together(ledger: dc.Ledger) -> None:
    for said, message in (
        ({"dataset": "visits"}, "dataset goes with ledger="),
        ({"pay": "rho"}, "pay goes with ledger="),
        ({"ledger": ledger}, "dataset must be said"),
        ({"epsilon": "0.5"}, "exact amounts go with ledger="),
    ):
        with pytest.raises(TypeError, match=message):
            dc.quantiles(**{**ARRAY, **said})
    ledger.close()
    with pytest.raises(dc.Error, match="the ledger is closed"):
        dc.quantiles(**ARRAY, ledger=ledger, dataset="visits")
