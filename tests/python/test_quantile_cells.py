"""Every engine makes the same histograms of cells of the same rows, to the last share of a unit."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from discreet._quantile_cells import columns_of

sys.path.insert(0, str(Path(__file__).parent))
from cells_reference import FULL, RULES, Grid, Row, expected, grid, told

Make = Callable[[dict[str, Any]], Any]

UNITS = ["ann", "Ann", "bob", "eve", "", "zoë", "1:a", *(f"u{i}" for i in range(20)), None]
GROUPS = ["north", "south", "east", "west", "nowhere", None]
LISTED = ["south", "mars", "north", "east"]
TENTHS = grid(-2, "1/10", 61)
HALVES = [
    0.0,
    0.5,
    -0.5,
    0.25,
    0.05,
    0.15,
    0.3,
    0.1,
    0.7,
    1.05,
    2.5,
    -2.05,
    3.95,
    3.949999999999999,
    4.0,
    100.0,
    -100.0,
]
VALUES = [*HALVES, 1e-300, -5e-324, 1e300, -1e300, float("inf"), float("-inf"), float("nan"), None]
# What is asked for.
TERMS: dict[str, dict[str, Any]] = {rule: {"per_unit": rule} for rule in RULES}
TERMS |= {f"{rule} by group": {"per_unit": rule, "groups": LISTED} for rule in RULES}
TERMS |= {"median of 2 groups": {"per_unit": "median", "groups": LISTED, "groups_per_unit": 2}}
TERMS |= {"sum in all groups": {"per_unit": "sum", "groups": LISTED, "groups_per_unit": 9}}
# Spark is slow: each of its ways once.
FOR_SPARK = ("share by group", "mean", "median of 2 groups", "sum in all groups", "min", "max by group")


def random_rows(count: int, units: list[Any] = UNITS, values: list[Any] = VALUES) -> list[Row]:
    often = units[: max(1, len(units) // 4)]
    return [
        (random.choice(often if random.random() < 0.5 else units), random.choice(values), random.choice(GROUPS))
        for _ in range(count)
    ]


def asked(frame: Any, on: Grid, terms: dict[str, Any], **more: Any) -> Any:
    group = {"group": "where"} if "groups" in terms else {}
    return columns_of(frame, unit="who", value="much", grid=on, **terms, **group, **more)


def wanted(rows: list[Row], on: Grid, terms: dict[str, Any]) -> Any:
    rest = {name: terms[name] for name in ("groups", "groups_per_unit") if name in terms}
    return expected(rows, on, terms["per_unit"], **rest)


def is_refused(engine: str, terms: dict[str, Any]) -> bool:
    return terms["per_unit"] == "first" and engine in ("polars-lazy", "duckdb", "pyspark")


@pytest.fixture
def make_rows(make_frame: Make) -> Callable[..., Any]:
    def make(rows: list[Row], kind: Any = None) -> Any:
        types = (pa.string(), kind or pa.float64(), pa.string())
        columns = (pa.array([row[place] for row in rows], types[place]) for place in range(3))
        return make_frame(dict(zip(("who", "much", "where"), columns, strict=True)))

    return make


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_an_engine_says_what_fractions_say_whatever_the_order_of_rows(
    make_rows: Callable[..., Any], engine: str, terms: dict[str, Any]
) -> None:
    if is_refused(engine, terms) or (engine == "pyspark" and terms not in [TERMS[name] for name in FOR_SPARK]):
        return
    for _ in range(1 if engine == "pyspark" else 5):
        rows = random_rows(300)
        found = told(asked(make_rows(rows), TENTHS, terms))
        assert found == wanted(rows, TENTHS, terms)
        if terms["per_unit"] != "first" and engine != "pyspark":
            assert told(asked(make_rows(random.sample(rows, len(rows))), TENTHS, terms)) == found


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_one_unit_more_adds_at_most_a_unit(make_rows: Callable[..., Any], engine: str, terms: dict[str, Any]) -> None:
    if is_refused(engine, terms) or (engine == "pyspark" and terms is not TERMS["mean by group"]):
        return
    for _ in range(1 if engine == "pyspark" else 5):
        before = [row for row in random_rows(200) if row[0] != "u0"]
        after = [*before, *random_rows(random.choice([1, 3, 70]), ["u0"])]
        if terms["per_unit"] != "first":
            random.shuffle(after)
        old, new = (told(asked(make_rows(rows), TENTHS, terms)) for rows in (before, after))
        gained = [
            {at: more.get(at, 0) - less.get(at, 0) for at in less | more} for less, more in zip(old, new, strict=True)
        ]
        steps = [step for change in gained for step in change.values()]
        assert min(steps, default=0) >= 0
        assert sum(steps) <= (FULL if terms["per_unit"] == "share" else terms.get("groups_per_unit", 1))
        assert max(map(sum, (change.values() for change in gained))) <= (FULL if terms["per_unit"] == "share" else 1)


def test_first_is_refused_where_rows_have_no_order(make_rows: Callable[..., Any], engine: str) -> None:
    frame = make_rows([("a", 1.0, "north")])
    if not is_refused(engine, {"per_unit": "first"}):
        assert told(asked(frame, TENTHS, {"per_unit": "first"})) == [{30: 1}]
        return
    with pytest.raises(ValueError, match=r"order of (their|its) own|any order"):
        asked(frame, TENTHS, {"per_unit": "first"})


def test_a_unit_with_very_many_rows_has_no_mass(make_rows: Callable[..., Any], engine: str) -> None:
    if engine == "pyspark":
        return  # the same expressions as above, on many rows
    rows = [("a", 1.0, "north")] * (FULL + 1) + [("b", 1.0, "north")] * 3
    assert told(asked(make_rows(rows), TENTHS, {"per_unit": "share"})) == [{30: FULL // 3 * 3}]


def test_no_rows_give_no_cells(make_rows: Callable[..., Any], engine: str) -> None:
    for terms in TERMS.values():
        if not is_refused(engine, terms) and (engine != "pyspark" or terms["per_unit"] in ("share", "sum")):
            found = asked(make_rows([("a", None, "north"), (None, 1.0, "north")]), TENTHS, terms)
            assert told(found) == [{} for _ in terms.get("groups", [None])]
            assert all(part.dtype == np.uint64 for pair in found for part in pair)


def test_nulls_are_refused_where_that_is_asked_for(make_rows: Callable[..., Any], engine: str) -> None:
    whole = [("a", 1.0, "north"), ("b", 2.0, "south")]
    terms = {"per_unit": "share", "groups": LISTED, "nulls": "refuse"}
    assert told(asked(make_rows(whole), TENTHS, terms)) == wanted(whole, TENTHS, terms)
    for bad in [(None, 1.0, "north"), ("c", None, "north"), ("c", 1.0, None)]:
        with pytest.raises(ValueError, match="must not have a null unit, value or group"):
            asked(make_rows([*whole, bad]), TENTHS, terms)


@pytest.mark.parametrize("rule", ["share", "median", "mean"])
def test_only_the_histogram_leaves_the_engine(
    make_rows: Callable[..., Any], engine: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if engine in ("pandas", "pyarrow") or (engine == "pyspark" and rule == "median"):
        return  # the rows are here; Spark is slow
    module = importlib.import_module("discreet._cells_in_" + {"pyspark": "spark"}.get(engine, engine.split("-")[0]))
    lines: list[Any] = []
    for name in ("gathered", "gathered_sums"):
        ours = getattr(module, name)

        def noted(found: Any, scale: Any, rows: Any, *more: Any, ours: Any = ours) -> None:
            lines.extend(rows := list(rows))
            ours(found, scale, rows, *more)

        monkeypatch.setattr(module, name, noted)
    # No value is within 2^-40 of a half: that one of them is has a probability below 2^-28.
    rows = [(f"u{place % 500}", random.uniform(-2, 4), "north") for place in range(2000)]
    assert told(asked(make_rows(rows), TENTHS, {"per_unit": rule})) == wanted(rows, TENTHS, {"per_unit": rule})
    assert 0 < len(lines) <= TENTHS.cells
