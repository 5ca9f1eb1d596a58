"""Cells of doubles at the very halves between them, and sums that no double holds."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from discreet._cells_terms import Scale, fixed_power
from discreet._quantile_cells import columns_of

sys.path.insert(0, str(Path(__file__).parent))
from cells_reference import Grid, cell, expected, grid, number, told

GRIDS = {
    "tenths": grid(0, "1/10", 11),
    "thirds": grid(-7, "1/3", 100),
    "sevenths": grid("-1/7", "1/7", 2**20),
    "wholes from -10^6": grid(-(10**6), 1, 2 * 10**6 + 1),
    "2^40 cells": grid(-1, Fraction(2, 10**12), 2**40),
    "2^40 wholes": grid(-(2**39), 1, 2**40),
    "far from 0": grid(10**15, "1/8", 10**5),
    "very far from 0": grid(10**18 + Fraction(1, 3), "1/3", 1000),
    "huge": grid(-(10**300), Fraction(10**299), 21),
    "beyond doubles": grid(-(10**320), Fraction(10**310), 2**30),
    "tiny": grid(0, Fraction(1, 10**300), 1000),
    "below doubles": grid(0, Fraction(1, 10**330), 2**40),
    "subnormal": grid(0, Fraction(1, 2**1070), 1000),
    "two cells": grid("0.3", "0.1", 2),
    "float32": grid(-1, "1/1000", 2001),
}


def near(value: Fraction) -> list[float]:
    """The doubles around a number."""
    try:
        middle = float(value)
    except OverflowError:
        return []
    below, above = math.nextafter(middle, -math.inf), math.nextafter(middle, math.inf)
    return [math.nextafter(below, -math.inf), below, middle, above, math.nextafter(above, math.inf)]


def boundary_values(on: Grid, count: int) -> list[float]:
    """Doubles at the halves between cells, at cells, at the ends, and far away."""
    places = [0, 1, 2, on.cells - 2, on.cells - 1, *(random.randrange(on.cells) for _ in range(count))]
    halves = [on.lower + (place + Fraction(random.choice([-1, 0, 1]), 2)) * on.step for place in places]
    found = [each for half in halves for each in near(half)]
    return [*found, 0.0, -0.0, 5e-324, -5e-324, 1.7e308, -1.7e308, 2.0**-1022, math.inf, -math.inf]


def frames(table: pa.Table, engine: str, session: Callable[[], Any]) -> Any:
    match engine:
        case "pandas":
            return table.to_pandas()
        case "polars":
            return pl.from_arrow(table)
        case "polars-lazy":
            return pl.DataFrame(pl.from_arrow(table)).lazy()
        case "pyarrow":
            return table
        case "duckdb":
            return duckdb.connect().from_arrow(table)
    return session().createDataFrame(table)


@pytest.mark.parametrize("name", GRIDS)
def test_every_double_has_its_exact_cell(name: str, engine: str, request: pytest.FixtureRequest) -> None:
    if engine == "pyspark" and name not in ("sevenths", "2^40 cells", "below doubles"):
        return  # which is slow
    on = GRIDS[name]
    values = [value for value in boundary_values(on, 200) if math.isfinite(value) or math.isinf(value)]
    kind = pa.float32() if name == "float32" else pa.float64()
    held = [float(np.float32(value)) if name == "float32" and abs(value) < 1e38 else value for value in values]
    rows = [(place, value, None) for place, value in enumerate(held)]
    table = pa.table({"who": list(range(len(held))), "what": pa.array(held, kind)})
    frame = frames(table, engine, lambda: request.getfixturevalue("spark"))
    for rule in ("min", "share") if engine != "pyspark" else ("min",):
        assert told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=on)) == expected(rows, on, rule)


@pytest.mark.parametrize("rule", ["sum", "mean"])
@pytest.mark.parametrize("name", GRIDS)
def test_sums_and_means_are_exact(name: str, rule: str, engine: str, request: pytest.FixtureRequest) -> None:
    if engine == "pyspark" and (name, rule) not in (("tenths", "mean"), ("sevenths", "sum")):
        return  # which is slow
    on = GRIDS[name]
    rows: list[tuple[int, float, None]] = []
    for unit in range(150):
        # Parts of which the sum or the mean is a half between cells, but for what doubles drop; then a little more.
        half = on.lower + (random.randrange(min(on.cells, 50)) + Fraction(1, 2)) * on.step
        parts = random.randint(1, 4)
        shares = near(half / parts if rule == "sum" else half) or [1.0]
        mine = [random.choice(shares) for _ in range(parts)]
        mine += random.choice([[], [], [5e-324], [-1e-300], [1e300, -1e300], [math.inf], [2.0**60, 1.0, -(2.0**60)]])
        rows += [(unit, value, None) for value in mine]
    random.shuffle(rows)
    table = pa.table({"who": [row[0] for row in rows], "what": pa.array([row[1] for row in rows], pa.float64())})
    frame = frames(table, engine, lambda: request.getfixturevalue("spark"))
    assert told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=on)) == expected(rows, on, rule)


def test_sums_of_integers_pass_64_bits_on_the_way(engine: str, request: pytest.FixtureRequest) -> None:
    big = 2**63 - 1
    rows = [
        (unit, value, None) for unit in range(20) for value in [big] * 5 + [-big] * 5 + [unit, -(2**63), 2**62, 2**62]
    ]
    random.shuffle(rows)
    on = grid(-1, 2, 12)
    for kind, sign in ((pa.int64(), 0), (pa.uint64(), 1)):
        if sign and engine == "pyspark":
            continue  # which has no unsigned integers
        mine = [(unit, value % 2**64 if sign else value, None) for unit, value, _ in rows]
        table = pa.table({"who": [row[0] for row in mine], "what": pa.array([row[1] for row in mine], kind)})
        frame = frames(table, engine, lambda: request.getfixturevalue("spark"))
        for rule in ("sum", "mean"):
            for at in (on, grid(2**64, 3, 2**30)):
                found = told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=at))
                assert found == expected(mine, at, rule)


def test_the_double_of_three_tenths_is_the_third_tenth(engine: str, request: pytest.FixtureRequest) -> None:
    table = pa.table({"who": list(range(11)), "what": [tenth / 10 for tenth in range(11)]})
    frame = frames(table, engine, lambda: request.getfixturevalue("spark"))
    found = columns_of(frame, unit="who", value="what", grid=GRIDS["tenths"])
    assert told(found) == [dict.fromkeys(range(11), 2**20)]


@pytest.mark.parametrize("name", GRIDS)
def test_doubles_are_never_sure_of_another_cell(name: str) -> None:
    on = GRIDS[name]
    scale = Scale.of(on)
    values = np.array([value for value in boundary_values(on, 2000) if not math.isnan(value)])
    low, high = scale.bounds(values)
    exact = [cell(on, number(value)) for value in values.tolist()]
    assert (low <= exact).all()
    assert (exact <= high).all()
    assert [scale.exact(value) for value in values.tolist()] == exact
    if scale.slack is not None:
        # Within a few units of the last place of the largest double that takes part.
        assert (high - low <= 1).all()
        assert scale.slack <= 2.0**-48 * float(abs(on.lower) / on.step + on.cells + 2)


def test_most_doubles_are_sure() -> None:
    for name in ("tenths", "wholes from -10^6", "2^40 wholes"):
        on = GRIDS[name]
        values = np.random.default_rng().uniform(float(on.lower), float(on.upper), 10_000)
        low, high = Scale.of(on).bounds(values)
        # At most one in 64 on the largest grid: the false-alarm rate of twice that is below 2^-100.
        assert (low != high).mean() < 1 / 32


def test_what_doubles_are_added_in_has_room() -> None:
    for on in GRIDS.values():
        power = fixed_power(on)
        if abs(power) < 900:
            reach = abs(on.lower) / on.step + on.cells + 2
            assert 2**50 < Fraction(2) ** power * on.step * reach <= 2**52


def test_a_unit_is_the_same_under_every_spelling_of_its_collation() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows (who VARCHAR COLLATE nocase, what DOUBLE, wherever VARCHAR COLLATE nocase)")
    rows = [("Ann", 1.0, "a"), ("ann", 2.0, "b"), ("ANN", 6.0, "A"), ("bob", 3.0, "b")]
    connection.executemany("INSERT INTO rows VALUES (?, ?, ?)", rows)
    frame = connection.table("rows")
    on = grid(0, 1, 10)
    share = 2**20 // 3
    asked: dict[str, Any] = {"unit": "who", "value": "what", "grid": on}
    assert told(columns_of(frame, **asked)) == [{1: share, 2: share, 6: share, 3: 2**20}]
    for rule, place in {"sum": 9, "min": 1, "median": 2, "max": 6}.items():
        assert told(columns_of(frame, per_unit=rule, **asked)) == [{place: 1, 3: 1}]
    # Of sums that integers do not say, every spelling's values travel.
    far = frame.project("who, CASE WHEN what = 1 THEN 1e300 WHEN what = 2 THEN -1e300 ELSE what END AS what")
    assert told(columns_of(far, per_unit="sum", **asked)) == [{6: 1, 3: 1}]
    # Groups are compared by their bytes, and kept under the least spelling of the unit.
    groups = {"group": "wherever", "groups": ["a", "b"], "per_unit": "max", **asked}
    least = [("ANN", value, group) for _, value, group in rows[:3]] + rows[3:]
    assert told(columns_of(frame, **groups)) == expected(least, on, "max", groups=["a", "b"])


def test_spark_takes_collated_units_as_one(spark: Any) -> None:
    rows = [("Ann", 1.0, "a"), ("ann", 2.0, "b"), ("ANN", 6.0, "A"), ("bob", 3.0, "b")]
    frame = spark.createDataFrame(rows, "who string collate UTF8_LCASE, what double, wherever string")
    on = grid(0, 1, 10)
    share = 2**20 // 3
    assert told(columns_of(frame, unit="who", value="what", grid=on)) == [{1: share, 2: share, 6: share, 3: 2**20}]
    assert told(columns_of(frame, unit="who", value="what", per_unit="sum", grid=on)) == [{9: 1, 3: 1}]
    far = frame.selectExpr("who", "decode(what, 1.0D, 1e300D, 2.0D, -1e300D, what) as what")
    assert told(columns_of(far, unit="who", value="what", per_unit="sum", grid=on)) == [{6: 1, 3: 1}]


def test_functions_of_a_connection_do_not_take_part() -> None:
    connection = duckdb.connect()
    for name in ("floor", "sum", "count", "min", "list", "bool_or", "quantile_disc"):
        connection.execute(f"CREATE MACRO {name}(a) AS 7")
    connection.execute("CREATE TABLE rows AS SELECT range % 3 AS who, range / 4 AS what FROM range(30)")
    frame = connection.table("rows")
    rows = [(place % 3, place / 4, None) for place in range(30)]
    for rule in ("share", "median", "min", "sum", "mean"):
        on = grid(0, "1/3", 400)
        assert told(columns_of(frame, unit="who", value="what", per_unit=rule, grid=on)) == expected(rows, on, rule)


def test_arguments_are_refused_in_words() -> None:
    frame = pd.DataFrame({"who": [1], "what": [1.0], "where": ["a"]})
    asked: dict[str, Any] = {"unit": "who", "value": "what", "grid": grid(0, 1, 10)}
    for wrong, error, words in [
        ({"unit": 3}, TypeError, "unit must be the name of a column or a list of names, not int"),
        ({"value": "who"}, ValueError, "unit and value must be 2 columns"),
        ({"value": "whta"}, ValueError, "did you mean 'what'"),
        ({"per_unit": "average"}, ValueError, 'per_unit must be "share" or'),
        ({"nulls": "keep"}, ValueError, 'nulls must be "drop" or "refuse"'),
        ({"group": "where"}, TypeError, "group and groups go together"),
        ({"groups_per_unit": 2}, TypeError, "groups_per_unit goes with groups"),
        ({"groups_per_unit": 2, "group": "where", "groups": ["a"]}, TypeError, 'with per_unit="share" all groups'),
    ]:
        with pytest.raises(error, match=words):
            columns_of(frame, **(asked | wrong))
