"""The public grid: what may be said of it, and that a value's cell is exact."""

from __future__ import annotations

import datetime
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import discreet as dc
from discreet._grid import Grid, grid_of

NAN, INF = float("nan"), float("inf")
DAY = datetime.date(2026, 1, 1)


def test_a_cell_is_the_nearest_and_halves_go_up() -> None:
    grid = grid_of(0, 1, 0.1)
    assert (grid.cells, grid.step, grid.dates) == (11, Fraction(1, 10), False)
    assert [grid.cell_of(value) for value in (0.3, 0.25, 0.05, -0.05, 0.949999)] == [3, 3, 1, 0, 9]
    assert [grid.cell_of(value) for value in (-7, 7, INF, -INF, Decimal("inf"), Decimal("1e999999"))] == [
        *(0, 10, 10, 0, 10, 10),
    ]
    assert [grid.cell_of(value) for value in (None, NAN, Decimal("nan"), np.float32("nan"), pd.NA)] == [None] * 5
    assert [grid.value(cell) for cell in (0, 3, 10)] == [0, Fraction(3, 10), 1]
    assert [grid.shown(cell) for cell in (0, 3, 10)] == [0.0, 0.3, 1.0]


@given(st.fractions(), st.fractions(min_value=Fraction(1, 99)), st.integers(1, 50), st.fractions() | st.floats())
def test_no_other_cell_is_nearer(lower: Fraction, step: Fraction, steps: int, value: Any) -> None:
    grid = Grid(lower, lower + steps * step, step)
    cell = grid.cell_of(value)
    if isinstance(value, float) and math.isnan(value):
        assert cell is None
        return
    assert cell is not None
    if isinstance(value, float) and math.isinf(value):
        assert cell == (steps if value > 0 else 0)
        return
    exact = Fraction(value)
    distances = [abs(grid.value(other) - exact) for other in range(grid.cells)]
    assert cell == max(other for other in range(grid.cells) if distances[other] == min(distances))


def test_a_number_next_to_a_half_falls_on_its_side() -> None:
    grid = grid_of(Fraction(-1, 2), Fraction(1, 2), 1)
    tiny = Decimal("1e-5000")
    assert [grid.cell_of(value) for value in (-tiny, Decimal(0), tiny, Fraction(-1, 10**999), -5e-324)] == [
        0,
        1,
        1,
        0,
        0,
    ]


def test_days_are_floored_and_zones_refused() -> None:
    grid = grid_of(DAY, datetime.date(2026, 12, 31), None)
    assert (grid.cells, grid.step, grid.dates) == (365, 1, True)
    late = datetime.datetime(2026, 1, 2, 23, 59, 59)
    for value in (late, late.date(), np.datetime64(late), np.datetime64(late, "ns"), pd.Timestamp(late)):
        assert grid.cell_of(value) == 1
        assert grid.shown(1) == late.date()
    for value in (None, pd.NaT, np.datetime64("NaT"), NAN):
        assert grid.cell_of(value) is None
    assert grid_of(1, 1000, None).cell_of(np.datetime64("NaT")) is None
    before = grid_of("1969-01-01", "1970-12-31", None)
    assert before.shown(before.cell_of(np.datetime64("1969-12-31T15:00", "h")) or 0) == datetime.date(1969, 12, 31)
    for zoned in (late.replace(tzinfo=datetime.UTC), pd.Timestamp(late, tz="Europe/Paris")):
        with pytest.raises(TypeError, match="must have no time zone"):
            grid.cell_of(zoned)
    weeks = grid_of("2026-01-01", "2026-01-29", datetime.timedelta(days=7))
    assert [weeks.cell_of(DAY + datetime.timedelta(days=days)) for days in (3, 4, 400)] == [0, 1, 4]


SAME = [
    (0, 100, None),
    (0.0, 100.0, 1.0),
    ("0", "1e2", "1"),
    (Decimal(0), Fraction(100), np.int8(1)),
    (np.float32(0), np.uint64(100), "2/2"),
]


@pytest.mark.parametrize(("lower", "upper", "step"), SAME)
def test_numbers_may_be_said_in_many_ways(lower: Any, upper: Any, step: Any) -> None:
    assert grid_of(lower, upper, step) == Grid(Fraction(0), Fraction(100), Fraction(1))


@pytest.mark.parametrize(
    "day", [datetime.datetime(2026, 1, 1), np.datetime64("2026-01-01"), pd.Timestamp(DAY), "2026-01-01"]
)
@pytest.mark.parametrize("step", [2, datetime.timedelta(days=2), np.timedelta64(48, "h"), Decimal(2)])
def test_days_may_be_said_in_many_ways(day: Any, step: Any) -> None:
    assert grid_of(day, datetime.date(2026, 1, 3), step) == Grid(Fraction(20454), Fraction(20456), Fraction(2), True)


BAD: list[tuple[Any, Any, Any, type[Exception], str]] = [
    (NAN, 1, 1, dc.Error, "lower must be a finite number"),
    (0, INF, 1, dc.Error, "upper must be a finite number"),
    (0, Decimal("-Infinity"), 1, dc.Error, "upper must be a finite number"),
    (0, "1e999999999", 1, dc.Error, "upper must be a finite number"),
    (0, 10**500, 1, dc.Error, "upper must be a finite number"),
    (0, "9" * 5000, 1, dc.Error, "upper must be a finite number"),
    ("ten", 20, 1, dc.Error, "lower must be a finite number, such as"),
    ("1/0", 20, 1, dc.Error, "lower must be a finite number, such as"),
    ("٣", 20, 1, dc.Error, "lower must be a finite number, such as"),
    ("", 20, 1, dc.Error, "lower must be a finite number, such as"),
    (None, 20, 1, TypeError, "lower must be an int, a float, .* not None"),
    (True, 20, 1, TypeError, "lower must be a number, not a bool"),
    (0, np.bool_(True), 1, TypeError, "upper must be a number, not a bool"),
    (0, 20, False, TypeError, "step must be a number, not a bool"),
    ([0], 20, 1, TypeError, "lower must be .* not list"),
    (20, 20, 1, dc.Error, "lower must be below upper"),
    (21, 20, 1, dc.Error, "lower must be below upper"),
    (0, 20, 0, dc.Error, "step must be above 0"),
    (0, 20, -1, dc.Error, "step must be above 0"),
    (0, 20, 3, dc.Error, "step must divide"),
    (0, 20, 40, dc.Error, "step must divide"),
    (0, 20, NAN, dc.Error, "step must be a finite number"),
    (0, 20, None, TypeError, "step must be said"),
    (0, "1e6", "1e-9", dc.Error, "at most 2\\^40 cells"),
    (0, 0.5, None, TypeError, "step must be said"),
    (0.5, 200.5, None, TypeError, "step must be said"),
    (DAY, 20, 1, TypeError, "two numbers or two dates"),
    (DAY, DAY, 1, dc.Error, "lower must be below upper"),
    (pd.NaT, DAY, 1, dc.Error, "lower must be a date, not NaT"),
    (np.datetime64("NaT"), DAY, 1, dc.Error, "lower must be a date, not NaT"),
    (datetime.datetime(2026, 1, 1, 3), "2027-01-01", 1, dc.Error, "lower must be a whole day"),
    (pd.Timestamp("2026-01-01") + pd.Timedelta(1, "ns"), "2027-01-01", 1, dc.Error, "lower must be a whole day"),
    (datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC), "2027-01-01", 1, TypeError, "lower must have no time zone"),
    ("2026-02-30", "2027-01-01", 1, dc.Error, "lower must be a date"),
    (np.datetime64("20000-01-01"), np.datetime64("20001-01-01"), 1, dc.Error, "years 1 to 9999"),
    (DAY, "2027-01-01", 0.5, dc.Error, "whole number of days"),
    (DAY, "2027-01-01", datetime.timedelta(hours=1), dc.Error, "whole number of days"),
    (DAY, "2027-01-01", np.timedelta64(1, "M"), dc.Error, "whole number of days"),
    (DAY, "2027-01-01", np.timedelta64("NaT"), dc.Error, "whole number of days"),
]


@pytest.mark.parametrize(("lower", "upper", "step", "error", "message"), BAD)
def test_what_is_no_grid_is_refused(lower: Any, upper: Any, step: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        grid_of(lower, upper, step)


def test_values_of_another_type_are_refused_and_not_shown() -> None:
    numbers, days = grid_of(0, 100, 1), grid_of("2026-01-01", "2026-12-31", None)
    for grid, value, message in (
        (numbers, "7", "values must be numbers where the bounds are, not str"),
        (numbers, True, "not booleans"),
        (numbers, DAY, "write lower= and upper= as dates"),
        (numbers, 3j, "not complex"),
        (days, 3, "a value must be a date, not int, where the bounds are dates"),
        (days, "2026-01-01", "a value must be a date, not str"),
    ):
        with pytest.raises(TypeError, match=message) as refused:
            grid.cell_of(value)
        assert "7" not in str(refused.value)
