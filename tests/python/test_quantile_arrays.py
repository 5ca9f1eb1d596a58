"""Values of arrays by the cells of a grid: the same as one by one, in every shape that arrays come in."""

from __future__ import annotations

import array
import datetime
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import discreet as dc
from discreet._grid import Grid, grid_of
from discreet._quantile_arrays import cells_of

NAN, INF = float("nan"), float("inf")
GRID = grid_of(-10, 10, "0.25")
DAYS = grid_of("2026-01-01", "2026-12-31", None)
DAY = datetime.date(2026, 3, 1)


def one_by_one(values: list[Any], grid: Grid) -> dict[int, int]:
    return dict(Counter(cell for cell in map(grid.cell_of, values) if cell is not None))


def counted(values: Any, grid: Grid = GRID) -> dict[int, int]:
    cells, masses = cells_of(values, grid, "drop")
    assert cells.dtype == masses.dtype == np.uint64
    assert (np.diff(cells.astype(np.int64)) > 0).all()
    assert (masses > 0).all()
    return dict(zip(cells.tolist(), masses.tolist(), strict=True))


@pytest.mark.parametrize("dtype", ["b", "h", "i", "q", "B", "H", "I", "Q", "e", "f", "d", "g", ">i4", ">f8"])
def test_every_type_of_numpy_is_counted_exactly(dtype: str) -> None:
    values = np.array([0, 1, 3, 3, 7, 100, 12], dtype=dtype)
    assert counted(values) == one_by_one([0, 1, 3, 3, 7, 100, 12], GRID)
    if values.dtype.kind == "f":
        values = np.array([0.3, -0.125, 0.125, NAN, INF, -INF, 9.874999, 65504], dtype=dtype)
        assert counted(values) == one_by_one(list(values), GRID)
    assert counted(np.repeat(values, 2)[::2]) == counted(values)
    assert counted(values[:0]) == {}


numbers = st.floats() | st.integers() | st.decimals() | st.fractions() | st.none()


@given(st.lists(numbers), st.fractions(), st.fractions(min_value=Fraction(1, 10**6)), st.integers(1, 2**39))
def test_lists_of_anything_are_counted_as_one_by_one(
    values: list[Any], lower: Fraction, step: Fraction, steps: int
) -> None:
    grid = Grid(lower, lower + steps * step, step)
    assert counted(values, grid) == one_by_one(values, grid)
    floats = [value for value in values if isinstance(value, float)]
    assert counted(floats, grid) == counted(np.array(floats, dtype=float), grid) == one_by_one(floats, grid)


NUMBERS = [1.5, None, 2.0, 2.0, -30.0]
SHAPES: list[Callable[[], Any]] = [
    lambda: NUMBERS,
    lambda: tuple(NUMBERS),
    lambda: np.array(NUMBERS, dtype=object),
    lambda: np.array(NUMBERS, dtype=float),
    lambda: np.ma.masked_array([1.5, 7, 2, 2, -30], mask=[0, 1, 0, 0, 0]),
    lambda: pd.Series(NUMBERS),
    lambda: pd.Series(NUMBERS, dtype="Float64"),
    lambda: pd.Series(NUMBERS, dtype=object),
    lambda: pd.Series(NUMBERS, dtype="double[pyarrow]"),
    lambda: pd.Series([None if x is None else Decimal(x) for x in NUMBERS]),
    lambda: pd.array(NUMBERS, dtype="Float32"),
    lambda: pl.Series(NUMBERS),
    lambda: pl.Series([None if x is None else Decimal(x) for x in NUMBERS]),
    lambda: pa.array(NUMBERS),
    lambda: pa.array(NUMBERS, type=pa.float32()),
    lambda: pa.array([None if x is None else Decimal(x) for x in NUMBERS]),
    lambda: pa.chunked_array([NUMBERS[:2], NUMBERS[2:]]),
    lambda: [Decimal("1.5"), Fraction(2), np.float32(2), -30, NAN],
]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_numbers_is_the_same(shape: Callable[[], Any]) -> None:
    assert counted(shape()) == {0: 1, 46: 1, 48: 2}
    with pytest.raises(dc.Error, match="values must not be null") as refused:
        cells_of(shape(), GRID, "refuse")
    assert refused.value.kind == "outside_domain"


WHOLE: list[Callable[[], Any]] = [
    lambda: [1, 2, 2],
    lambda: range(1, 3),
    lambda: array.array("h", [1, 2, 2]),
    lambda: pd.Series([1, 2, 2], dtype="Int8"),
    lambda: pd.Series([1, 2, 2], dtype="uint64[pyarrow]"),
    lambda: pd.Index([1, 2, 2]),
    lambda: pl.Series([1, 2, 2], dtype=pl.UInt8),
    lambda: pa.array([1, 2, 2], type=pa.int16()),
    lambda: pa.array([1, 2, 2], type=pa.uint64()),
]


@pytest.mark.parametrize("shape", WHOLE)
def test_whole_numbers_are_counted_in_every_shape(shape: Callable[[], Any]) -> None:
    wanted = one_by_one(list(shape()) if not isinstance(shape(), pa.Array) else shape().to_pylist(), GRID)
    assert counted(shape()) == wanted
    assert cells_of(shape(), GRID, "refuse")[0].tolist() == sorted(wanted)


LATE = datetime.datetime(2026, 3, 1, 23, 59)
DATES: list[Callable[[], Any]] = [
    lambda: [DAY, LATE, None],
    lambda: [np.datetime64(DAY), pd.Timestamp(LATE), pd.NaT],
    lambda: np.array([DAY, DAY, "NaT"], dtype="datetime64[D]"),
    *(lambda unit=unit: np.array([DAY, LATE, "NaT"], dtype=f"datetime64[{unit}]") for unit in ("h", "s", "us", "ns")),
    lambda: np.array([DAY, LATE, None], dtype=object),
    lambda: pd.Series([LATE, LATE, None]),
    lambda: pd.Series([DAY, LATE, None], dtype=object),
    lambda: pd.Series([DAY, DAY, None], dtype="date32[pyarrow]"),
    lambda: pd.Series([LATE, LATE, None], dtype="timestamp[us][pyarrow]"),
    lambda: pl.Series([DAY, DAY, None]),
    lambda: pl.Series([LATE, LATE, None]),
    lambda: pa.array([DAY, DAY, None]),
    lambda: pa.array([DAY, DAY, None], type=pa.date64()),
    lambda: pa.chunked_array([[LATE], [LATE, None]]),
]


@pytest.mark.parametrize("shape", DATES)
def test_every_shape_of_dates_is_the_same(shape: Callable[[], Any]) -> None:
    assert counted(shape(), DAYS) == {59: 2}
    with pytest.raises(dc.Error, match="values must not be null"):
        cells_of(shape(), DAYS, "refuse")
    with pytest.raises(TypeError, match="write lower= and upper= as dates"):
        cells_of(shape(), GRID, "drop")


ZONED: list[Callable[[], Any]] = [
    lambda: [LATE.replace(tzinfo=datetime.UTC)],
    lambda: pd.Series([LATE]).dt.tz_localize("Europe/Paris"),
    lambda: pd.Series([LATE], dtype="timestamp[us, UTC][pyarrow]"),
    lambda: pl.Series([LATE]).dt.replace_time_zone("UTC"),
    lambda: pa.array([LATE], type=pa.timestamp("us", tz="UTC")),
]


@pytest.mark.parametrize("shape", ZONED)
def test_times_with_a_zone_are_refused_with_the_reason(shape: Callable[[], Any]) -> None:
    with pytest.raises(TypeError, match="zone, because the day depends on"):
        cells_of(shape(), DAYS, "drop")


BAD: list[tuple[Any, type[Exception], str]] = [
    ("0.5", TypeError, "a frame, with unit= and value=, or a list or an array of numbers or dates, not str"),
    (None, TypeError, "not None"),
    ({"a": 1}, TypeError, "not dict"),
    ({1, 2}, TypeError, "not set"),
    (7, TypeError, "not int"),
    (iter([1, 2]), TypeError, r"write list\(values\)"),
    (np.float64(3), TypeError, "not float64"),
    (np.zeros((2, 2)), dc.Error, "one-dimensional"),
    (np.ma.zeros((2, 2)), dc.Error, "one-dimensional"),
    (np.array([True]), TypeError, "not bool: write values.astype"),
    ([True, False], TypeError, "not booleans"),
    (np.array([1j]), TypeError, "complex numbers have no order"),
    (np.array(["1"]), TypeError, "values must be numbers, because the bounds are, not str"),
    (np.array(["1"], dtype=np.dtypes.StringDType()), TypeError, "values must be numbers, because the bounds are"),
    (np.array([1], dtype="m8[D]"), TypeError, "for days"),
    (["1", "2"], TypeError, "values must be numbers where the bounds are, not str"),
    ([[1], [2]], TypeError, "not list"),
    (pd.Series(["1"]), TypeError, "not str"),
    (pl.Series(["1"]), TypeError, "not str"),
    (pl.Series([True]), TypeError, "not bool"),
    (pa.array(["1"]), TypeError, "not str"),
    (pd.Series([[1]]), TypeError, "not list"),
]


@pytest.mark.parametrize(("values", "error", "message"), BAD)
def test_what_is_no_array_of_numbers_is_refused(values: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        cells_of(values, GRID, "drop")


def test_no_values_are_no_mass_whatever_the_bounds() -> None:
    for empty in ([], (), [None], np.array([], dtype=object), pd.Series([], dtype=object)):
        for grid in (GRID, DAYS):
            assert counted(empty, grid) == {}
    assert counted(np.array([NAN, NAN])) == counted(pl.Series([], dtype=pl.Float64)) == {}
    assert counted(pl.Series([], dtype=pl.Date), DAYS) == {}
    with pytest.raises(TypeError, match="values must be dates, because the bounds are, not float64"):
        counted(np.array([]), DAYS)
