"""One unit more moves each count by 0 or 1: on every engine, for every type of column that is counted."""

from __future__ import annotations

import datetime
import decimal
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

import discreet as dc

sys.path.insert(0, str(Path(__file__).parent))
from frame_types import Typed, all_types, frame_of

CASES = list(all_types())
NAMES = [f"{engine}-{kind.name}-{kind.arrow}" for engine, kind in CASES]
ROWS = 60


def is_value(value: Any) -> bool:
    return value is not None and value == value


def plain_counts(rows: Sequence[tuple[Any, ...]], candidates: list[Any]) -> list[int]:
    """What a set of rows says, by Python's own equality; the item is the last of each."""
    whole = {row for row in rows if all(map(is_value, row))}
    return [sum(row[-1] == candidate for row in whole) for candidate in candidates]


def expect_one_more(
    kind: Typed, candidates: list[Any], count: Callable[[list[Any]], list[int]], before: list[Any], after: list[Any]
) -> None:
    """One unit more moves each count by 0 or 1, and the counts are those of plain Python."""
    counts = count(before), count(after)
    change = [more - less for less, more in zip(*counts, strict=True)]
    assert set(change) <= {0, 1}, (change, before, after)
    if kind.plain_units:
        assert counts == (plain_counts(before, candidates), plain_counts(after, candidates)), (before, after)


@pytest.mark.parametrize(("engine", "kind"), CASES, ids=NAMES)
def test_one_unit_more_moves_each_count_by_at_most_one(
    engine: str, kind: Typed, request: pytest.FixtureRequest
) -> None:
    candidates = list(dict.fromkeys(value for value in kind.values if is_value(value)))
    pool = [*kind.values, None] if kind.nulls else kind.values

    def count(rows: list[tuple[Any, Any]]) -> list[int]:
        units, items = ([row[place] for row in rows] for place in (0, 1))
        frame = frame_of(engine, kind, units, items, lambda: request.getfixturevalue("spark"))
        return dc.count_units(frame, unit="who", item="what", candidates=candidates).tolist()

    for _ in range(1 if engine == "pyspark" else 4):
        newcomer = random.choice(candidates)
        rows = [(random.choice(pool), random.choice(pool)) for _ in range(ROWS)]
        before = [row for row in rows if row[0] != newcomer]
        # Every item that the newcomer can have, each twice, among the other rows.
        after = [*before, *((newcomer, value) for value in pool * 2 if random.random() < 0.7)]
        random.shuffle(after)
        expect_one_more(kind, candidates, count, before, after)


@pytest.mark.parametrize(("engine", "kind"), CASES, ids=NAMES)
def test_one_unit_of_two_columns_more_moves_each_count_by_at_most_one(
    engine: str, kind: Typed, request: pytest.FixtureRequest
) -> None:
    candidates = list(dict.fromkeys(value for value in kind.values if is_value(value)))
    pool = [*kind.values, None] if kind.nulls else kind.values

    def count(rows: list[tuple[Any, Any, Any]]) -> list[int]:
        units, places, items = ([row[place] for row in rows] for place in range(3))
        frame = frame_of(engine, kind, units, items, lambda: request.getfixturevalue("spark"), where=places)
        return dc.count_units(frame, unit=["who", "where"], item="what", candidates=candidates).tolist()

    for _ in range(1 if engine == "pyspark" else 2):
        newcomer = random.choice(candidates), random.choice(candidates)
        # Few of each, so that units share one column and not the other.
        few = [*newcomer, *random.choices(pool, k=3)]
        rows = [(random.choice(few), random.choice(few), random.choice(pool)) for _ in range(ROWS)]
        before = [row for row in rows if row[:2] != newcomer]
        after = [*before, *((*newcomer, value) for value in pool * 2 if random.random() < 0.7)]
        random.shuffle(after)
        expect_one_more(kind, candidates, count, before, after)


def test_columns_of_duckdb_that_differ_in_case_are_not_mistaken() -> None:
    # Read by name, DuckDB gives the first: rows instead of people, and one person moves a count by five.
    frame = duckdb.sql("select range as id, range % 2 as ID, 'a' as what, 'b' as WHAT from range(10)")
    for unit, people in (("id", 10), ("ID", 2)):
        for item, expected in (("what", [people, 0]), ("WHAT", [0, people])):
            assert dc.count_units(frame, unit=unit, item=item, candidates=["a", "b"]).tolist() == expected


def alike(base: type) -> Any:
    """A class whose objects are all equal."""
    return type("Alike", (base,), {"__hash__": lambda _: 0, "__eq__": lambda _, other: True})


@pytest.mark.parametrize(
    "values",
    [
        [alike(str)(x) for x in "abc"],
        [alike(bytes)(x) for x in (b"a", b"b", b"c")],
        [alike(int)(x) for x in (1, 2, 3)],
        [alike(decimal.Decimal)(x) for x in (1, 2, 3)],
        [alike(datetime.date)(2020, 1, day) for day in (1, 2, 3)],
    ],
    ids=["str", "bytes", "int", "decimal", "date"],
)
def test_units_that_call_themselves_equal_do_not_hide_others(values: list[Any]) -> None:
    def count(units: Any, items: Any, candidate: Any) -> int:
        frame = pd.DataFrame({"who": units, "what": items})
        return int(dc.count_units(frame, unit="who", item="what", candidates=[candidate])[0])

    objects = pd.Series(values, dtype=object)
    for units in (objects, objects.to_numpy()):
        assert count(units, ["x"] * 3, "x") == 3
    plain = type(values[0]).__mro__[1]
    first = plain(2020, 1, 1) if plain is datetime.date else plain(values[0])
    assert count([1, 2, 3], objects, first) == 1
