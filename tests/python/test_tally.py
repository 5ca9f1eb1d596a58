"""Every engine makes the same tables of the same rows, and one unit more moves them as little as is charged for."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from discreet._tallies import Tallies
from discreet._tally import tally

sys.path.insert(0, str(Path(__file__).parent))
from tally_reference import Row, check, columns, expected, random_rows

Make = Callable[[dict[str, Any]], Any]

UNITS = ["ann", "Ann", "bob", "eve", "", "zoë", "1:a", *(f"u{i}" for i in range(20)), None]
ITEMS = ["flu", "Flu", "cold", "gout", "", "é", "e\u0301", *(f"i{i}" for i in range(12)), None]
GROUPS = ["north", "south", "east", "west", "nowhere", None]
VALUES = [0, 1, 2, 3, -4, 7, 100, -100, None]
LISTED = ["south", "mars", "north", "east"]
CANDIDATES = ["gout", "flu", "never", "i3", ""]
# What is asked for; by and value are the columns where and much.
TERMS: dict[str, dict[str, Any]] = {
    "candidates": {"candidates": CANDIDATES},
    "limit": {"limit": 4},
    "large limit": {"limit": 1000},
    "items per unit": {"items_per_unit": 2},
    "candidates by group": {"candidates": CANDIDATES, "groups": LISTED},
    "limit by group": {"limit": 2, "groups": LISTED, "groups_per_unit": 2},
    "all groups": {"limit": 3, "groups": LISTED, "groups_per_unit": 9},
    "items per unit by group": {"items_per_unit": 3, "groups": LISTED, "groups_per_unit": 2},
    "sums": {"candidates": CANDIDATES, "clip": (-3, 5)},
    "negative sums": {"candidates": CANDIDATES, "clip": (-7, -1)},
    "sums without a list": {"limit": 3, "clip": (0, 4)},
    "sums that are kept, by group": {"items_per_unit": 2, "clip": (1, 4), "groups": LISTED},
    "sums by group": {"candidates": CANDIDATES, "clip": (-2, 2), "groups": LISTED, "groups_per_unit": 3},
}
# Spark is slow: each of its ways once.
FOR_SPARK = ("limit", "limit by group", "items per unit", "items per unit by group", "sums by group", "negative sums")
EXPECTED = ("candidates", "items_per_unit", "groups", "groups_per_unit", "clip")


def asked(frame: Any, terms: dict[str, Any]) -> Tallies:
    more = {"by": "where"} if "groups" in terms else {}
    more |= {"value": "much"} if "clip" in terms else {}
    return tally(frame, "who", "what", **terms, **more)


def frame_of(make: Make, rows: list[Row]) -> Any:
    types = {"who": pa.string(), "what": pa.string(), "where": pa.string(), "much": pa.int64()}
    return make({name: pa.array(values, types[name]) for name, values in columns(rows).items()})


def typed(engine: str, frame: Any) -> Any:
    # pandas makes floating-point numbers of integers with nulls.
    return frame.astype({"much": "Int64"}) if engine == "pandas" else frame


@pytest.fixture
def make_rows(make_frame: Make, engine: str) -> Callable[[list[Row]], Any]:
    return lambda rows: typed(engine, frame_of(make_frame, rows))


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_an_engine_says_what_sets_say_whatever_the_order_of_rows(
    make_rows: Callable[[list[Row]], Any], engine: str, terms: dict[str, Any]
) -> None:
    if engine == "pyspark" and terms not in [TERMS[name] for name in FOR_SPARK]:
        return
    for _ in range(1 if engine == "pyspark" else 5):
        rows = random_rows(UNITS, ITEMS, GROUPS, VALUES, 300)
        tallies = asked(make_rows(rows), terms)
        tables = expected(rows, **{name: terms[name] for name in EXPECTED if name in terms})
        kept = "items_per_unit" in terms
        check(tallies, tables, candidates=terms.get("candidates"), limit=terms.get("limit"), kept=kept)
        if engine != "pyspark":
            other = asked(make_rows(random.sample(rows, len(rows))), terms)
            for one, same in zip(tallies, other, strict=True):
                assert one.items == same.items
                assert np.array_equal(one.scores, same.scores)


def changes(before: Tallies, after: Tallies) -> list[dict[Any, int]]:
    """How far each score of each table moved; what is not there is 0."""
    tables = [[dict(zip(each.items, each.scores.tolist(), strict=True)) for each in all_] for all_ in (before, after)]
    return [
        {item: new.get(item, 0) - old.get(item, 0) for item in old | new if new.get(item, 0) != old.get(item, 0)}
        for old, new in zip(*tables, strict=True)
    ]


def published_changes(before: Tallies, after: Tallies) -> list[int]:
    """How far the published numbers moved of items that are there before and after."""
    tables = [
        [dict(zip(each.items, each.published.tolist(), strict=True)) for each in all_] for all_ in (before, after)
    ]
    return [new[item] - old[item] for old, new in zip(*tables, strict=True) for item in old.keys() & new.keys()]


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_one_unit_more_moves_tables_no_farther_than_is_charged(
    make_rows: Callable[[list[Row]], Any], engine: str, terms: dict[str, Any]
) -> None:
    if engine == "pyspark" and not {"items_per_unit", "groups", "clip"} <= terms.keys():
        return  # Spark is slow, and the others are parts of this
    if "limit" in terms:
        terms = terms | {"limit": 10**6}
    low, high = terms.get("clip", (0, 1))
    for _ in range(1 if engine == "pyspark" else 5):
        before = [row for row in random_rows(UNITS, ITEMS, GROUPS, VALUES, 200) if row[0] != "u0"]
        more = random_rows(["u0"], ITEMS, GROUPS, [*VALUES, 10**6], random.choice([1, 5, 80]))
        after = [*before, *more]
        random.shuffle(after)
        tallies = asked(make_rows(before), terms), asked(make_rows(after), terms)
        moved = changes(*tallies)
        steps = [step for change in moved for step in change.values()]
        steps += published_changes(*tallies) if "items_per_unit" in terms else []
        assert all(min(low, 0) <= step <= max(high, 0) for step in steps), steps
        assert sum(map(len, moved)) <= terms.get("items_per_unit", 10**6)
        groups = [place for place, change in enumerate(moved) if change]
        assert len(groups) <= terms.get("groups_per_unit", 1)
        units = [new.units - old.units for old, new in zip(*tallies, strict=True)]
        assert set(units) <= {0, 1}
        assert sum(units) <= terms.get("groups_per_unit", 1)
        assert all(units[place] == 1 for place in groups)
