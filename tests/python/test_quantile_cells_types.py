"""Cells of columns of every type that has a place on a grid, and what is said of the others."""

from __future__ import annotations

import datetime
import random
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from discreet._quantile_cells import columns_of

sys.path.insert(0, str(Path(__file__).parent))
from cells_reference import RULES, Grid, cell, expected, grid, number, told
from frame_types import Typed, all_types, frame_of
from tally_reference import is_value

NO_ORDER = ("polars-lazy", "duckdb", "pyspark")


def inner(kind: Typed) -> Any:
    return kind.arrow.value_type if pa.types.is_dictionary(kind.arrow) else kind.arrow


def has_cells(kind: Typed) -> bool:
    native = inner(kind)
    return (
        pa.types.is_integer(native)
        or pa.types.is_floating(native)
        or pa.types.is_decimal(native)
        or pa.types.is_date(native)
        or (pa.types.is_timestamp(native) and native.tz is None)
    )


CASES = [(engine, kind) for engine, kind in all_types() if has_cells(kind)]
OTHERS = [(engine, kind) for engine, kind in all_types() if not has_cells(kind)]


def named(cases: list[tuple[str, Typed]]) -> list[str]:
    return [f"{engine}-{kind.name}-{kind.arrow}" for engine, kind in cases]


def grids(kind: Typed) -> list[Grid]:
    """Grids on which the values of a pool lie: fine ones at its ends and around 0, and one across all of it."""
    dates = pa.types.is_date(inner(kind)) or pa.types.is_timestamp(inner(kind))
    known = sorted({each for value in kind.values if is_value(value) and (each := number(value)) == each})
    finite = [value for value in known if isinstance(value, Fraction)]
    low, high = finite[0], finite[-1]
    steps = [Fraction(1), Fraction(7)] if dates else [Fraction(1, 3), Fraction(1), Fraction(1, 50)]
    fine = [grid(at - 3, step, 40, dates) for at in (low, high, finite[len(finite) // 2]) for step in steps]
    across = max(Fraction((high - low) // 9), Fraction(1)) if dates else max((high - low) / 9, Fraction(1, 9))
    return [*fine, grid(low, across, 10, dates), grid(low - 1, 2 * across, 3, dates)]


@pytest.mark.parametrize(("engine", "kind"), CASES, ids=named(CASES))
def test_every_type_of_numbers_and_dates_has_its_exact_cells(
    engine: str, kind: Typed, request: pytest.FixtureRequest
) -> None:
    pool = [*kind.values, None] if kind.nulls else kind.values
    rules = [rule for rule in RULES if rule != "first" or engine not in NO_ORDER]
    for _ in range(1 if engine == "pyspark" else 3):
        rows = [(random.choice(pool), random.choice(pool), None) for _ in range(60)]
        units, values = ([row[place] for row in rows] for place in (0, 1))
        frame = frame_of(engine, kind, units, values, lambda: request.getfixturevalue("spark"))
        for rule in [random.choice(rules), random.choice(["sum", "mean"])] if engine == "pyspark" else rules:
            on = random.choice(grids(kind))
            found = told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=on))
            assert found == expected(rows, on, rule), (rule, on)


@pytest.mark.parametrize(("engine", "kind"), OTHERS, ids=named(OTHERS))
def test_what_has_no_place_on_a_grid_is_refused_in_words(
    engine: str, kind: Typed, request: pytest.FixtureRequest
) -> None:
    values = [value for value in kind.values if is_value(value)][:3]
    frame = frame_of(engine, kind, values, values, lambda: request.getfixturevalue("spark"))
    zoned = pa.types.is_timestamp(inner(kind))
    for on, said in ((grid(0, 1, 9), "numbers"), (grid(0, 1, 9, dates=True), "dates")):
        cure = "the day of such a time depends on the zone" if zoned else "cast it to"
        with pytest.raises(TypeError, match=rf"value column holds .+ \(type .+\), but .+ are {said}; {cure}"):
            columns_of(frame, unit="who", value="what", grid=on)


def test_dates_and_numbers_are_not_mistaken_for_each_other() -> None:
    frame = pa.table({"who": [1], "day": [datetime.date(2020, 1, 1)], "age": [7]})
    with pytest.raises(TypeError, match=r"holds dates \(type date32\[day\]\), but .+ are numbers; write lower= and"):
        columns_of(frame, unit="who", value="day", grid=grid(0, 1, 9))
    with pytest.raises(TypeError, match=r"holds integers \(type int64\), but lower and upper are dates; write lower="):
        columns_of(frame, unit="who", value="age", grid=grid(0, 1, 9, dates=True))


WIDE = {
    "decimal(38, 18)": pa.decimal128(38, 18),
    "decimal(38, 0)": pa.decimal128(38, 0),
    "decimal(38, 30)": pa.decimal128(38, 30),
    "decimal(28, 2)": pa.decimal128(28, 2),
}


def make(engine: str, table: pa.Table, session: Callable[[], Any]) -> Any:
    match engine:
        case "pandas":
            return table.to_pandas()
        case "pandas of pyarrow":
            return table.to_pandas(types_mapper=pd.ArrowDtype)
        case "polars":
            return pl.from_arrow(table)
        case "pyarrow":
            return table
        case "duckdb":
            return duckdb.connect().from_arrow(table)
    return session().createDataFrame(table)


@pytest.mark.parametrize("native", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("engine", ["pandas", "pandas of pyarrow", "polars", "pyarrow", "duckdb", "pyspark"])
def test_decimals_of_many_digits_are_not_rounded(
    engine: str, native: pa.DataType, request: pytest.FixtureRequest
) -> None:
    # Halves of the grid below, the least more and less than them, and the ends of the type.
    last, end = Fraction(1, 10**native.scale), Fraction(10**native.precision - 1, 10**native.scale)
    edges = [Fraction(half, 2) for half in range(-5, 14, 2)] if native.scale else [Fraction(half) for half in range(9)]
    pool = [edge + nudge * last for edge in edges for nudge in (-1, 0, 1)] + [end, -end, end - last, Fraction(1)]
    digits = [Decimal(f"{int(value * 10**native.scale)}E-{native.scale}") for value in pool]
    values = [*random.choices(digits, k=90), None]
    rows = [(random.randrange(30), value, None) for value in values]
    table = pa.table({"who": [row[0] for row in rows], "what": pa.array(values, native)})
    frame = make(engine, table, lambda: request.getfixturevalue("spark"))
    step = 1 if native.scale else 2
    for rule in ("share", "sum", "mean", "median") if engine != "pyspark" else ("share", "mean"):
        for on in (grid(-3, step, 9), grid(-3, Fraction(1, 3), 30)):
            assert told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=on)) == expected(rows, on, rule)


@pytest.mark.parametrize(("kind", "low", "high"), [("HUGEINT", -(2**127), 2**127 - 1), ("UHUGEINT", 0, 2**128 - 1)])
def test_integers_of_128_bits_are_not_rounded(kind: str, low: int, high: int) -> None:
    pool = [low, low + 1, high, high - 1, 0, 1, 2, 3, 2**90, 2**90 - 1, 2**64, 2**53 + 1]
    rows = [(i % 9, random.choice(pool), None) for i in range(60)]
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE rows (who INTEGER, what {kind})")
    connection.executemany("INSERT INTO rows VALUES (?, ?)", [row[:2] for row in rows])
    types = {"who": pl.Int64, "what": pl.Int128 if low else pl.UInt128}
    frames = [connection.table("rows"), pl.DataFrame([row[:2] for row in rows], schema=types, orient="row")]
    for frame in frames:
        for rule in ("share", "median", "sum", "mean", "max"):
            for on in (grid(0, 2, 5), grid(2**90 - 4, 1, 9), grid(high - 7, 2, 9), grid(low, Fraction(2, 3), 9)):
                found = told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=on))
                assert found == expected(rows, on, rule), (rule, on)


def test_objects_of_pandas_are_exact() -> None:
    texts = ["0.05", "0.15", "1E+1", "1E+600", "-1E+600", "Infinity", "-Infinity", "0.15000000000000000000000001"]
    texts += ["1E-900", "NaN", "0.149999999999999999999999999999"]
    on = grid(0, "1/10", 11)
    for values in (
        [Decimal(text) for text in texts],
        [2**70, 1, -(2**70), 0, 7],
        [datetime.date(1969, 12, 30), datetime.date(1970, 1, 2), datetime.date(9999, 1, 1), None],
    ):
        dated = isinstance(values[0], datetime.date)
        frame = pd.DataFrame({"who": range(len(values)), "what": pd.Series(values, dtype=object)})
        grown = grid(-1, 1, 4, dates=True) if dated else on
        found = told(columns_of(frame, unit="who", value="what", per_unit="max", grid=grown))
        wanted: dict[int, int] = {}
        for value in values:
            if is_value(value) and not (isinstance(value, Decimal) and value.is_nan()):
                infinite = isinstance(value, Decimal) and value.is_infinite()
                at = cell(grown, float(value) if infinite else number(value))  # type: ignore[arg-type]
                wanted[at] = wanted.get(at, 0) + 1
        assert found == [wanted]
    empty = pd.DataFrame({"who": [1, 2], "what": pd.Series([None, None], dtype=object)})
    assert told(columns_of(empty, unit="who", value="what", grid=on)) == [{}]


def test_a_time_lies_on_its_own_day() -> None:
    times = [
        datetime.datetime(1969, 12, 31, 23, 59, 59),
        datetime.datetime(1970, 1, 1, 15),
        datetime.datetime(1970, 1, 2),
    ]
    table = pa.table({"who": [1, 2, 3], "what": pa.array(times, pa.timestamp("us"))})
    for frame in (table, table.to_pandas(), pl.from_arrow(table), duckdb.connect().from_arrow(table)):
        found = columns_of(frame, unit="who", value="what", per_unit="min", grid=grid(-1, 1, 4, dates=True))
        assert told(found) == [{0: 1, 1: 1, 2: 1}]
    endless = duckdb.sql("SELECT 1 AS who, 'infinity'::TIMESTAMP AS what UNION ALL SELECT 2, '-infinity'::TIMESTAMP")
    found = columns_of(endless, unit="who", value="what", per_unit="min", grid=grid(-1, 1, 4, dates=True))
    assert told(found) == [{0: 1, 3: 1}]


@pytest.mark.parametrize("kind", ["DATE", "TIMESTAMP"])
def test_infinite_days_of_duckdb_add_up_as_the_ends_of_the_grid(kind: str) -> None:
    rows = [(1, "infinity"), (1, "1970-01-01"), (2, "-infinity"), (2, "1970-01-03"), (3, "infinity"), (3, "-infinity")]
    written = ", ".join(f"({who}, '{when}'::{kind})" for who, when in rows)
    endless = duckdb.sql(f"SELECT * FROM (VALUES {written}) AS rows (who, what)")
    on = grid(-1, 1, 6, dates=True)
    assert told(columns_of(endless, unit="who", value="what", per_unit="mean", grid=on)) == [{3: 2, 2: 1}]
    for rule, cells in (("min", {1: 1, 0: 2}), ("max", {5: 2, 3: 1})):
        assert told(columns_of(endless, unit="who", value="what", per_unit=rule, grid=on)) == [cells]


def near_misses(digits: int) -> list[int]:
    """Integers of up to so many digits around powers of 2 and 10, where casts are worst, and in between."""
    found = [base**power + nudge for base in (2, 10) for power in range(1, 127) for nudge in (-1, 0, 1)]
    found += [random.getrandbits(random.randint(1, 127)) for _ in range(3000)]
    return [sign * each for each in found if each < 10**digits for sign in (1, -1)]


def off(number: Fraction, double: float) -> Fraction:
    """How many roundings a double is off."""
    return abs(Fraction(double) - number) / abs(number) * 2**53 if number else Fraction(0)


@pytest.mark.parametrize("scale", [None, 0, 2, 18, 30, 38])
def test_casts_to_doubles_are_as_near_as_is_supposed(scale: int | None, request: pytest.FixtureRequest) -> None:
    # Four roundings are what the proof allows.
    numbers = [Fraction(each, 10 ** (scale or 0)) for each in near_misses(38)]
    if scale is None:
        held: Any = pa.array([str(int(each)) for each in numbers])
        table = pa.table({"n": held})
        wholes = pl.DataFrame({"n": [int(each) for each in numbers]}, schema={"n": pl.Int128})
        casts = {"polars": wholes["n"].cast(pl.Float64).to_list()}
        native = "HUGEINT"
    else:
        texts = [f"{each * 10**scale}E-{scale}" for each in numbers]
        table = pa.table({"n": pa.array([Decimal(text) for text in texts], pa.decimal128(38, scale))})
        # Polars is asked for the digits without the point.
        digits = pl.DataFrame(pl.from_arrow(table))["n"].to_physical().cast(pl.Float64).to_list()
        casts = {}
        assert max(off(each * 10**scale, cast) for each, cast in zip(numbers, digits, strict=True)) <= 4
        native = f"DECIMAL(38, {scale})"
        if scale == 18:
            session = request.getfixturevalue("spark")
            rows = session.createDataFrame(table).selectExpr("cast(n as double) as n").collect()
            casts["pyspark"] = [row[0] for row in rows]
    relation = duckdb.connect().from_arrow(table).project(f"CAST(CAST(n AS {native}) AS DOUBLE)")
    casts["duckdb"] = [row[0] for row in relation.fetchall()]
    for found in casts.values():
        assert max(off(each, cast) for each, cast in zip(numbers, found, strict=True)) <= 4
