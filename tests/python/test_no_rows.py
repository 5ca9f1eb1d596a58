"""No engine refuses for lack of rows, whatever the types: a refusal is free, and would tell that there are none."""

from __future__ import annotations

import datetime
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from pyspark.sql import functions as sql

import discreet as dc
from discreet._grid import Grid, grid_of
from discreet._quantile_cells import columns_of
from discreet._tally import tally

sys.path.insert(0, str(Path(__file__).parent))
from frame_types import Typed, all_types, frame_of
from tally_reference import is_value

CASES = list(all_types())
NAMES = [f"{engine}-{kind.name}-{kind.arrow}" for engine, kind in CASES]
DECIMALS = [pa.decimal32(9, 2), pa.decimal64(18, 2), pa.decimal128(38, 0), pa.decimal256(76, 3)]
OTHERS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
    pa.binary(3),
    pa.bool_(),
    *(getattr(pa, f"{sign}int{bits}")() for sign in ("", "u") for bits in (8, 16, 32, 64)),
    pa.float16(),
    pa.float32(),
    pa.float64(),
    pa.date32(),
    pa.date64(),
    *(pa.timestamp(unit, zone) for unit in ("s", "ms", "us", "ns") for zone in (None, "Europe/Berlin")),
]
PLAIN = [*DECIMALS, *OTHERS]
VIEWS = [pa.string_view(), pa.binary_view()]
CODED = [
    make(each)
    for each in PLAIN
    for make in (lambda t: pa.dictionary(pa.int8(), t), lambda t: pa.run_end_encoded(pa.int32(), t))
]
ARROW = [*PLAIN, *(each for each in CODED if each.value_type not in VIEWS)]
DATES, NUMBERS = grid_of("2026-01-01", "2026-12-31", None), grid_of(0, 100, None)


def is_dates(native: pa.DataType) -> bool:
    return bool(pa.types.is_date(native) or (pa.types.is_timestamp(native) and native.tz is None))


def bounds(native: pa.DataType) -> Grid | None:
    """A grid for such values, if they have a place on one."""
    if is_dates(native):
        return DATES
    numbers = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal)
    return NUMBERS if any(test(native) for test in numbers) else None


def all_null(native: pa.DataType, rows: int, chunks: int) -> pa.ChunkedArray:
    """Nulls, in chunks or in none at all."""
    return pa.chunked_array([pa.nulls(rows, native)] * chunks, native)


def label(native: pa.DataType) -> Any:
    """A candidate or a group that a column of that type may have."""
    if is_dates(native) or pa.types.is_timestamp(native):
        if pa.types.is_date(native):
            return datetime.date(2026, 1, 1)
        return datetime.datetime(2026, 1, 1, tzinfo=None if native.tz is None else datetime.UTC)
    if pa.types.is_decimal(native):
        return Decimal(1)
    if pa.types.is_integer(native):
        return 1
    if pa.types.is_floating(native):
        return 1.0
    if pa.types.is_boolean(native):
        return True
    return "abc" if native in PLAIN[4:7] else b"abc"


def read(frame: Any, native: pa.DataType) -> None:
    """Everything that reads the columns typed (of that type), whole and word."""
    one = label(native)
    for rule in ("share", "median", "sum"):
        columns_of(frame, unit="typed", value="whole", per_unit=rule, grid=NUMBERS)
        columns_of(frame, unit="word", value="whole", group="typed", groups=[one], per_unit=rule, grid=NUMBERS)
    ends = bounds(native)
    for rule in ("share", "median", "mean") if ends is not None else ():
        assert ends is not None
        columns_of(frame, unit="word", value="typed", per_unit=rule, grid=ends)
    dc.count_units(frame, unit="typed", item="word", candidates=["a"])
    dc.count_units(frame, unit="word", item="typed", candidates=[one])
    tally(frame, "typed", "word", candidates=["a"])
    tally(frame, "word", "whole", candidates=[1], by="typed", groups=[one])
    tally(frame, "typed", "word", limit=3)
    tally(frame, "word", "typed", limit=3)
    if pa.types.is_integer(native) or pa.types.is_decimal(native):
        tally(frame, "word", "whole", candidates=[1], value="typed", clip=(0, 9), decimals=3)


@pytest.mark.parametrize("native", ARROW, ids=map(str, ARROW))
@pytest.mark.parametrize("engine", ["pyarrow", "pandas"])
def test_a_column_of_arrow_without_values_is_released_like_any_other(engine: str, native: pa.DataType) -> None:
    plain = native if native in PLAIN else native.value_type
    for rows, chunks in ((0, 0), (0, 1), (2, 1), (2, 2)):
        count = rows * chunks
        frame = pa.table(
            {
                "typed": all_null(native, rows, chunks),
                "whole": pa.array([1] * count, pa.int64()),
                "word": pa.array(["a"] * count, pa.string()),
            }
        )
        read(frame if engine == "pyarrow" else frame.to_pandas(types_mapper=pd.ArrowDtype), plain)


@pytest.mark.parametrize(("engine", "kind"), CASES, ids=NAMES)
def test_no_engine_refuses_a_frame_in_which_no_row_counts(
    engine: str, kind: Typed, request: pytest.FixtureRequest
) -> None:
    native = kind.arrow.value_type if pa.types.is_dictionary(kind.arrow) else kind.arrow
    known = next(value for value in kind.values if is_value(value))
    ends = bounds(native)
    for rows in (0, 2) if kind.nulls else (0,):
        frame = frame_of(engine, kind, [None] * rows, [None] * rows, lambda: request.getfixturevalue("spark"))
        assert dc.count_units(frame, unit="who", item="what", candidates=[known]).tolist() == [0]
        tally(frame, "who", "what", candidates=[known])
        tally(frame, "who", "what", limit=3)
        for rule in ("share", "median", "mean") if ends is not None else ():
            assert ends is not None
            columns_of(frame, unit="who", value="what", per_unit=rule, grid=ends)


def test_a_column_of_objects_without_values_is_no_refusal() -> None:
    for rows in (0, 2):
        frame = pd.DataFrame({"typed": pd.Series([None] * rows, dtype=object), "whole": 1, "word": "a"})
        frame = frame.astype({"whole": "int64", "word": "str"})
        for one in ("a", 1, Decimal(1), datetime.date(2026, 1, 1)):
            columns_of(frame, unit="word", value="whole", group="typed", groups=[one], grid=NUMBERS)
        for grid in (NUMBERS, DATES):
            for rule in ("share", "median", "mean", "first"):
                columns_of(frame, unit="word", value="typed", per_unit=rule, grid=grid)
        columns_of(frame, unit="typed", value="whole", group="word", groups=["a", "b"], per_unit="max", grid=NUMBERS)


@pytest.mark.parametrize("native", DECIMALS, ids=map(str, DECIMALS))
def test_quantiles_of_nobody_are_released(native: pa.DataType) -> None:
    for rows in (0, 2):
        table = pa.table({"who": pa.nulls(rows, native), "age": pa.array([1] * rows, pa.int64())})
        for frame in (table, table.to_pandas(types_mapper=pd.ArrowDtype)):
            assert 0 <= dc.quantiles(frame, 0.5, unit="who", value="age", lower=0, upper=100, epsilon=1.0) <= 100


def test_what_arrow_cannot_decode_is_refused_by_its_type_alone() -> None:
    for native in (each for each in CODED if each.value_type in VIEWS):
        for chunks in (0, 1):
            table = pa.table(
                {"typed": all_null(native, 2, chunks), "whole": pa.array([1, 2][: 2 * chunks], pa.int64())}
            )
            with pytest.raises(TypeError, match="the unit column is of type"):
                columns_of(table, unit="typed", value="whole", grid=NUMBERS)


def test_nulls_among_the_values_of_dictionaries_and_runs_are_missing_in_pandas() -> None:
    values = pa.array([1, None], pa.int64())
    for coded in (
        pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), values),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), values),
    ):
        table = pa.table({"who": coded, "what": pa.array([7, 7], pa.int64())})
        for frame in (table, table.to_pandas(types_mapper=pd.ArrowDtype)):
            assert dc.count_units(frame, unit="who", item="what", candidates=[7]).tolist() == [1]
            with pytest.raises(dc.Error, match="must not have a null unit"):
                dc.count_units(frame, unit="who", item="what", candidates=[7], nulls="refuse")


COLUMNS: dict[str, list[Any]] = {"unit": ["a", "b"], "item": ["p", "q"], "value": [1, 2], "group": ["x", "y"]}
NULL_TYPED = {
    "pyarrow": lambda columns, _: pa.table(columns),
    "pyarrow-dictionary": lambda columns, _: pa.table(
        {
            name: pa.array(values).dictionary_encode() if any(values) else _dictionary_of_nulls(values)
            for name, values in columns.items()
        }
    ),
    "pandas-arrow": lambda columns, _: pa.table(columns).to_pandas(types_mapper=pd.ArrowDtype),
    "pandas-objects": lambda columns, _: pd.DataFrame(columns),
    "pandas-categories": lambda columns, _: pd.DataFrame(columns).astype(
        {name: "category" for name in columns if name != "value"}
    ),
    "polars": lambda columns, _: pl.DataFrame(columns),
    "polars-lazy": lambda columns, _: pl.LazyFrame(columns),
    "duckdb": lambda columns, _: duckdb.from_arrow(pa.table(columns)),
    "spark": lambda columns, spark: _spark_frame(columns, spark()),
}


def _dictionary_of_nulls(values: list[Any]) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(pa.nulls(len(values), pa.int8()), pa.nulls(0))


def _spark_frame(columns: dict[str, list[Any]], session: Any) -> Any:
    whole = {name: values if any(values) else [1] * len(values) for name, values in columns.items()}
    frame = session.createDataFrame(pa.table(whole))
    for name, values in columns.items():
        if not any(values):
            frame = frame.withColumn(name, sql.lit(None))
    return frame


@pytest.mark.parametrize("engine", NULL_TYPED)
def test_a_column_that_has_no_type_but_null_has_no_rows_that_count(engine: str, request: pytest.FixtureRequest) -> None:
    for missing in COLUMNS:
        columns = COLUMNS | {missing: [None, None]}
        frame = NULL_TYPED[engine](columns, lambda: request.getfixturevalue("spark"))
        who: dict[str, Any] = {"unit": "unit", "item": "item", "candidates": ["p", "q"]}
        by: dict[str, Any] = {"by": "group", "groups": ["x", "y"]}
        cells: dict[str, Any] = {"unit": "unit", "value": "value", "group": "group", "groups": ["x", "y"]}
        if missing in ("unit", "item"):
            assert dc.count_units(frame, **who).tolist() == [0, 0]
            dc.top_k_items(frame, k=1, epsilon=1, **who)
            with pytest.raises(dc.Error, match="must not have a null"):
                dc.count_units(frame, nulls="refuse", **who)
        for how in ({"candidates": ["p", "q"]}, {"limit": 3}, {"items_per_unit": 1}):
            found = tally(frame, "unit", "item", value="value", clip=(0, 9), **how, **by)
            assert [each.units for each in found] == [0, 0]
            assert not any(each.scores.any() for each in found)
            with pytest.raises(dc.Error, match="must not have a null"):
                tally(frame, "unit", "item", value="value", clip=(0, 9), nulls="refuse", **how, **by)
        if missing != "item":
            for rule in ("share", "max"):
                told = dc.quantiles(frame, 0.5, lower=0, upper=100, epsilon=1, per_unit=rule, **cells)
                assert list(told) == ["x", "y"]
                assert not any(len(masses) for _, masses in columns_of(frame, per_unit=rule, grid=NUMBERS, **cells))
            with pytest.raises(dc.Error, match="must not have a null"):
                dc.quantiles(frame, 0.5, lower=0, upper=100, epsilon=1, nulls="refuse", **cells)
