"""What a table is not made of is refused before a row is read, and 10 000 groups are one pass."""

from __future__ import annotations

import datetime
import decimal
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import discreet as dc
from discreet._tally import tally

sys.path.insert(0, str(Path(__file__).parent))
from tally_reference import check, expected
from test_macros import shadow_every_function
from test_tally import EXPECTED, TERMS, asked, columns, random_rows

pd = importlib.import_module("pandas")
pl = importlib.import_module("polars")

Make = Callable[[dict[str, Any]], Any]

BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"unit": 3}, TypeError, "unit must be the name of a column or a list of names, not int"),
    ({"unit": "whoo"}, dc.Error, r"a column 'whoo'; did you mean 'who'\?"),
    ({"item": "xyz"}, dc.Error, r"a column 'xyz'$"),
    ({"item": "who"}, dc.Error, "unit and item must be 2 columns"),
    ({"by": "what", "groups": ["x"]}, dc.Error, "must be 3 columns"),
    ({"by": "wher", "groups": ["x"]}, dc.Error, "did you mean 'where'"),
    ({"value": "muhc", "clip": (0, 1)}, dc.Error, "did you mean 'much'"),
    ({"limit": None}, TypeError, "say which items"),
    ({"items_per_unit": 3}, TypeError, "limit and items_per_unit were given"),
    ({"candidates": ["a"]}, TypeError, "candidates and limit were given"),
    ({"limit": None, "candidates": []}, dc.Error, "candidates must not be empty"),
    ({"limit": 0}, dc.Error, "limit must be at least 1"),
    ({"limit": 2.0}, TypeError, "limit must be an int"),
    ({"limit": None, "items_per_unit": 0}, dc.Error, "items_per_unit must be at least 1"),
    ({"by": "where"}, TypeError, "by and groups go together"),
    ({"groups": ["x"]}, TypeError, "by and groups go together"),
    ({"groups_per_unit": 2}, TypeError, "groups_per_unit goes with groups"),
    ({"by": "where", "groups": ["x"], "groups_per_unit": 0}, dc.Error, "groups_per_unit must be at least 1"),
    ({"by": "where", "groups": []}, dc.Error, "groups must not be empty"),
    ({"by": "where", "groups": ["x", "y", "x"]}, dc.Error, "groups must be distinct"),
    ({"by": "where", "groups": ["x", None]}, dc.Error, "groups must not be null"),
    ({"by": "where", "groups": "x"}, TypeError, "groups must be a list of groups, not one text"),
    ({"by": "where", "groups": {"x", "y"}}, TypeError, r"groups must be in order; write sorted\(groups\)"),
    (
        {"by": "where", "groups": pd.DataFrame({"where": ["x"]})},
        TypeError,
        "groups must be one column of groups, not a",
    ),
    ({"by": "where", "groups": pl.LazyFrame({"where": ["x"]})}, TypeError, r"not a frame; write groups\[name\]"),
    ({"by": "where", "groups": ["x", 1]}, TypeError, "groups must be of one kind"),
    ({"by": "where", "groups": [1, 2]}, TypeError, "the group column holds texts .+ but the groups are integers"),
    ({"value": "much"}, TypeError, "value and clip go together"),
    ({"clip": (0, 1)}, TypeError, "value and clip go together"),
    ({"decimals": 2}, TypeError, "decimals goes with value"),
    ({"value": "much", "clip": (2, 1)}, dc.Error, "low not above high"),
    ({"value": "much", "clip": (0, 0)}, dc.Error, r"must not be \(0, 0\)"),
    ({"value": "much", "clip": (-1, 1)}, dc.Error, "must not be negative without candidates"),
    ({"value": "much", "clip": 5}, TypeError, "pair"),
    ({"value": "much", "clip": (0, 1, 2)}, TypeError, "pair"),
    ({"value": "much", "clip": "01"}, TypeError, "pair"),
    ({"value": "much", "clip": (0, 0.5)}, TypeError, r"not float; write decimal\.Decimal"),
    ({"value": "much", "clip": (0, True)}, TypeError, "not bool"),
    ({"value": "much", "clip": (0, decimal.Decimal("0.5"))}, dc.Error, "no more digits after the point"),
    ({"value": "much", "clip": (0, decimal.Decimal("Infinity"))}, dc.Error, "finite"),
    ({"value": "much", "clip": (0, 2**63)}, dc.Error, "64 bits"),
    ({"value": "much", "clip": (0, 2**60), "decimals": 3}, dc.Error, "64 bits"),
    ({"value": "much", "clip": (0, 1), "decimals": 16}, dc.Error, "decimals must be at most 15"),
    ({"value": "much", "clip": (0, 1), "decimals": -1}, dc.Error, "decimals must be"),
    ({"value": "ratio", "clip": (0, 1)}, TypeError, "cast it to integers, or to decimals"),
    ({"value": "yes", "clip": (0, 1)}, TypeError, "it must hold integers or decimals"),
    ({"nulls": "keep"}, dc.Error, '"drop" or "refuse"'),
    ({"frame": [1]}, TypeError, "frame of pandas"),
]


@pytest.mark.parametrize(("change", "error", "message"), BAD)
def test_what_no_table_is_made_of_is_refused(change: dict[str, Any], error: type[Exception], message: str) -> None:
    frame = pd.DataFrame(
        {"who": [1, 2], "what": ["a", "b"], "where": ["x", "y"], "much": [1, 2], "ratio": [0.5, 1.5], "yes": [True] * 2}
    )
    said: dict[str, Any] = {"frame": frame, "unit": "who", "item": "what", "limit": 3} | change
    with pytest.raises(error, match=message):
        tally(said.pop("frame"), said.pop("unit"), said.pop("item"), **said)


def test_decimals_with_more_digits_than_asked_for_are_refused_by_their_type(make_frame: Make) -> None:
    value = pa.array([decimal.Decimal("1.000")], pa.decimal128(10, 3))
    frame = make_frame({"who": [1], "what": ["a"], "much": value})
    if isinstance(frame, pd.DataFrame):
        return  # objects have no scale of their type
    with pytest.raises(dc.Error, match="write decimals=3, or round it by a cast"):
        tally(frame, "who", "what", limit=3, value="much", clip=(0, 1), decimals=2)


def test_floating_point_units_are_not_kept_by_their_texts() -> None:
    frame = pd.DataFrame({"who": [1.0, None], "what": ["a", "b"], "where": ["x", "x"]})
    assert tally(frame, "who", "what", limit=2)[0].scores.tolist() == [1]
    one_group = tally(frame, "who", "what", limit=2, by="where", groups=["x"])
    assert one_group[0].scores.tolist() == [1]
    for more in ({"items_per_unit": 2}, {"limit": 2, "by": "where", "groups": ["x", "y"]}):
        with pytest.raises(TypeError, match=r"unit column is of type float64.+Int64 in pandas"):
            tally(frame, "who", "what", **more)


def test_rows_that_lack_something_are_dropped_or_refused(make_frame: Make, engine: str) -> None:
    whole: dict[str, Any] = {"who": ["a", "b"], "what": ["x", "x"], "where": ["n", "n"], "much": [1, 2]}
    said: dict[str, Any] = {"limit": 3, "by": "where", "groups": ["n"], "value": "much", "clip": (0, 9)}
    assert tally(make_frame(whole), "who", "what", nulls="refuse", **said)[0].scores.tolist() == [3]
    for name in ("who", "what", "where", "much")[3 * (engine == "pyspark") :]:
        kind = pa.decimal128(5, 0) if name == "much" else pa.string()  # for pandas has no integers with nulls
        values = [*whole[name], None]
        values = [None if value is None else decimal.Decimal(value) for value in values] if name == "much" else values
        more = {other: [*whole[other], whole[other][0]] for other in whole} | {name: pa.array(values, kind)}
        more["who"] = more["who"] if name == "who" else ["a", "b", "c"]
        (found,) = tally(make_frame(more), "who", "what", **said)
        assert (found.scores.tolist(), found.units) == ([3], 2)
        with pytest.raises(dc.Error, match="null unit, item, group or value"):
            tally(make_frame(more), "who", "what", nulls="refuse", **said)


def test_no_rows_are_empty_tables(make_frame: Make, engine: str) -> None:
    text = pa.array([], pa.string())
    frame = make_frame({"who": text, "what": text, "where": text, "much": pa.array([], pa.int64())})
    for terms in list(TERMS.values())[-3 if engine == "pyspark" else 0 :]:
        for table in asked(frame, terms):
            assert table.units == 0
            assert table.scores.sum() == 0
            assert table.items == terms.get("candidates", [])


@pytest.mark.parametrize("groups", [[3, 1, 99], [datetime.date(2020, 1, 1)], [True], [b"x"]])
def test_groups_may_be_of_any_kind(make_frame: Make, groups: list[Any]) -> None:
    frame = make_frame({"who": [1, 2, 3], "what": ["a", "a", "b"], "where": [groups[0], groups[0], groups[-1]]})
    found = tally(frame, "who", "what", limit=3, by="where", groups=groups)
    assert sum(table.units for table in found) == 3
    assert found[0].items[0] == "a"


def test_ten_thousand_groups_are_one_pass(make_frame: Make, engine: str) -> None:
    if engine == "pyspark":
        return  # which is slow
    count = 10_000
    units = [unit for unit in range(count) for _ in range(3)]
    rows = [(unit, f"i{at % 7}", (unit * 31 + at) % (count + 50), 1) for at, unit in enumerate(units)]
    found = tally(make_frame(columns(rows)), "who", "what", limit=3, by="where", groups=range(count), groups_per_unit=2)
    check(found, expected(rows, groups=list(range(count)), groups_per_unit=2), limit=3)


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_a_macro_named_like_a_function_of_duckdb_changes_no_table(terms: dict[str, Any]) -> None:
    connection = duckdb.connect()
    connection.execute('CREATE TABLE rows (who VARCHAR, what VARCHAR, "where" VARCHAR, much BIGINT)')
    rows = random_rows(["a", "b", "c"], ["flu", "i3", "gout", "cold"], ["north", "south", "east"], [1, 2, -3], 60)
    connection.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", rows)
    shadow_every_function(connection)
    for window in ("row_number", "dense_rank"):
        connection.execute(f'CREATE OR REPLACE MACRO "{window}"() AS 7')
    tables = expected(rows, **{name: terms[name] for name in EXPECTED if name in terms})
    check(
        asked(connection.table("rows"), terms),
        tables,
        candidates=terms.get("candidates"),
        limit=terms.get("limit"),
        kept="items_per_unit" in terms,
    )
