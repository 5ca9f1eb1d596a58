"""A unit of several columns: equal in all of them, told apart by any, on every engine and as the program has it."""

from __future__ import annotations

import datetime
import math
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

import discreet as dc
from discreet._quantile_cells import columns_of
from discreet._tally import tally

sys.path.insert(0, str(Path(__file__).parent))
import cells_reference
import tally_reference
from tally_reference import is_value, name

Make = Callable[[dict[str, Any]], Any]
BOTH = ["hospital", "patient"]
# Texts that would be one if they were only put together, with or without their lengths.
PARTS = ["a", "ab", "abc", "b", "bc", "c", "", "1:a", "1", ":", "1:", "2:bc", "a1:b", None]
ITEMS = ["flu", "cold", "gout", "mumps", None]
GROUPS = ["north", "south", "east", None]
LISTED = ["south", "north", "east"]


def together(*parts: Any) -> str | None:
    """The text that the program makes of fields: each after its length in bytes."""
    if not all(map(is_value, parts)):
        return None
    return b"".join(b"%d:%b" % (len(name(part)), name(part)) for part in parts).decode()


def random_rows(first: list[Any], second: list[Any], count: int) -> list[tuple[Any, Any, Any, Any]]:
    draw = random.choice
    return [(draw(first), draw(second), draw(ITEMS), draw(GROUPS)) for _ in range(count)]


def frame_of(make: Make, rows: Sequence[tuple[Any, ...]], first: Any = None, second: Any = None) -> Any:
    types = (first or pa.string(), second or pa.string(), pa.string(), pa.string())
    columns = (pa.array([row[place] for row in rows], types[place]) for place in range(4))
    numbers = pa.array([float(place % 7) for place in range(len(rows))])
    return make(dict(zip([*BOTH, "what", "where", "much"], [*columns, numbers], strict=True)))


@pytest.mark.parametrize(
    ("one", "other"), [(("a", "bc"), ("ab", "c")), (("1:a", "b"), ("1", "a1:b")), (("", "a"), ("a", ""))]
)
def test_what_reads_alike_when_put_together_stays_apart(make_frame: Make, one: Any, other: Any) -> None:
    rows = [(*one, "flu", None), (*other, "flu", None), (*one, "flu", None)]
    counts = dc.count_units(frame_of(make_frame, rows), unit=BOTH, item="what", candidates=["flu"])
    assert counts.tolist() == [2]


def test_a_row_that_lacks_a_part_has_no_unit(make_frame: Make) -> None:
    rows = [("a", "b", "flu", None), (None, "b", "flu", None), ("a", None, "flu", None), (None, None, "flu", None)]
    said: dict[str, Any] = {"unit": BOTH, "item": "what", "candidates": ["flu"]}
    assert dc.count_units(frame_of(make_frame, rows), **said).tolist() == [1]
    assert dc.count_units(frame_of(make_frame, rows[:1]), nulls="refuse", **said).tolist() == [1]
    for bad in rows[1:]:
        with pytest.raises(ValueError, match="must not have a null unit"):
            dc.count_units(frame_of(make_frame, [rows[0], bad]), nulls="refuse", **said)


@pytest.mark.parametrize("rows", [[], [(None, "b", "flu", None), ("a", None, "flu", None)]])
def test_rows_without_any_unit_count_nothing(make_frame: Make, rows: list[Any]) -> None:
    frame = frame_of(make_frame, rows)
    assert dc.count_units(frame, unit=BOTH, item="what", candidates=["flu"]).tolist() == [0]
    assert [table.scores.tolist() for table in tally(frame, BOTH, "what", candidates=["flu"])] == [[0]]


def test_a_part_without_values_leaves_no_unit(make_frame: Make) -> None:
    for place, kinds in enumerate(({"first": pa.null()}, {"second": pa.null()})):
        row = ("a", "b", "flu", None)
        frame = frame_of(make_frame, [tuple(None if at == place else value for at, value in enumerate(row))], **kinds)
        said: dict[str, Any] = {"candidates": ["flu"]}
        assert dc.count_units(frame, unit=BOTH, item="what", **said).tolist() == [0]
        assert [table.scores.tolist() for table in tally(frame, BOTH, "what", **said)] == [[0]]
        with pytest.raises(ValueError, match="must not have a null unit"):
            dc.count_units(frame, unit=BOTH, item="what", nulls="refuse", **said)
        with pytest.raises(ValueError, match="must not have a null unit"):
            tally(frame, BOTH, "what", nulls="refuse", **said)


TERMS: dict[str, dict[str, Any]] = {
    "candidates": {"candidates": ["flu", "gout"]},
    "items per unit": {"items_per_unit": 2},
    "items per unit by group": {"items_per_unit": 2, "groups": LISTED, "groups_per_unit": 2},
}


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_tables_are_those_of_one_column_with_the_programs_text(make_frame: Make, terms: dict[str, Any]) -> None:
    rows = random_rows(PARTS, PARTS[:6], 300)
    more = {"by": "where"} if "groups" in terms else {}
    found = tally(frame_of(make_frame, rows), BOTH, "what", **terms, **more)
    one = [(together(first, second), item, group, None) for first, second, item, group in rows]
    wanted = tally_reference.expected(one, **terms)
    tally_reference.check(found, wanted, candidates=terms.get("candidates"), kept="items_per_unit" in terms)


UTC = datetime.UTC
TYPES = {
    "integers": (pa.int64(), [0, 7, -12, 2**40]),
    "truth values": (pa.bool_(), [True, False]),
    "bytes": (pa.binary(), [b"", b"a", b"bc"]),
    "dates": (pa.date32(), [datetime.date(1970, 1, 1), datetime.date(812, 3, 4)]),
    "times": (pa.timestamp("us"), [datetime.datetime(1970, 1, 1), datetime.datetime(2021, 2, 3, 4, 5, 6, 7)]),
    "zoned times": (pa.timestamp("us", "UTC"), [datetime.datetime(2021, 2, 3, 4, tzinfo=UTC)]),
}


@pytest.mark.parametrize(("kind", "values"), TYPES.values(), ids=TYPES)
def test_every_engine_calls_the_parts_alike(make_frame: Make, engine: str, kind: Any, values: list[Any]) -> None:
    if engine == "pyspark" and kind != pa.date32():
        return  # Spark is slow, and names parts by the expressions that test_tally_types.py holds to the same names
    rows = random_rows(values, PARTS[:6], 200)
    found = tally(frame_of(make_frame, rows, kind), BOTH, "what", items_per_unit=2)
    one = [(together(first, second), item, group, None) for first, second, item, group in rows]
    tally_reference.check(found, tally_reference.expected(one, items_per_unit=2), kept=True)


@pytest.mark.parametrize("rule", ["share", "median"])
def test_histograms_are_those_of_one_column_with_the_programs_text(make_frame: Make, rule: str) -> None:
    rows = random_rows(PARTS, PARTS[:6], 300)
    on = cells_reference.grid(0, 1, 7)
    found = columns_of(
        frame_of(make_frame, rows), unit=BOTH, value="much", grid=on, per_unit=rule, group="where", groups=LISTED
    )
    one = [(together(row[0], row[1]), float(place % 7), row[3]) for place, row in enumerate(rows)]
    assert cells_reference.told(found) == cells_reference.expected(one, on, rule, groups=LISTED)


def collated(session: Any, rows: list[tuple[str, str, str]]) -> list[Any]:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows (hospital VARCHAR COLLATE nocase, patient VARCHAR COLLATE nocase, what TEXT)")
    connection.executemany("INSERT INTO rows VALUES (?, ?, ?)", rows)
    kinds = "hospital string collate UTF8_LCASE, patient string collate UTF8_LCASE, what string"
    return [connection.table("rows"), session.createDataFrame(rows, kinds)]


def test_spellings_that_a_collation_calls_equal_are_one_unit(spark: Any) -> None:
    rows = [("Nord", "ann", "flu"), ("NORD", "Ann", "flu"), ("nord", "bob", "flu"), ("sud", "ANN", "flu")]
    for frame in collated(spark, rows):
        assert dc.count_units(frame, unit=BOTH, item="what", candidates=["flu"]).tolist() == [3]


def test_a_spelling_of_one_unit_does_not_change_what_is_kept_of_another(spark: Any) -> None:
    # The least spelling of a hospital in all rows would be another name for all of its patients at once.
    items = ["flu", "cold", "gout", "mumps", "rash"]
    rows = [("nord", f"p{place}", item) for place in range(30) for item in items]
    for before, after in zip(collated(spark, rows), collated(spark, [*rows, ("NORD", "eve", "flu")]), strict=True):
        (old,), (new,) = (tally(frame, BOTH, "what", items_per_unit=2) for frame in (before, after))
        scores = [dict(zip(table.items, table.scores.tolist(), strict=True)) for table in (old, new)]
        change = {item: scores[1][item] - scores[0][item] for item in items}
        assert change == {item: int(item == "flu") for item in items}


def test_parts_that_engines_write_in_different_ways_choose_nothing_to_keep(make_frame: Make) -> None:
    rows = [("a", 0.5, "flu", None), ("a", -0.0, "flu", None), ("a", 0.0, "flu", None)]
    frame = frame_of(make_frame, rows, None, pa.float64())
    assert dc.count_units(frame, unit=BOTH, item="what", candidates=["flu"]).tolist() == [2]
    near = [0.1, math.nextafter(0.1, 1), 1e300, math.nextafter(1e300, 0), 5e-324, math.inf, -math.inf]
    others = frame_of(make_frame, [("a", value, "flu", None) for value in near], None, pa.float64())
    assert dc.count_units(others, unit=BOTH, item="what", candidates=["flu"]).tolist() == [len(near)]
    with pytest.raises(TypeError, match=r"the unit column is of type .*: cast it to integers"):
        tally(frame, BOTH, "what", items_per_unit=1)


REFUSED: list[tuple[Any, type[Exception], str]] = [
    ([], dc.Error, "the list is empty"),
    (["hospital", "hospital"], dc.Error, "must not name a column twice"),
    (["hospital", "what"], dc.Error, "none of the unit's columns|must be different columns"),
    (["hospital", 7], TypeError, "must be a list of names of columns, not of int"),
    ({"hospital"}, TypeError, "unit must be"),
    (["hospital", "patent"], dc.Error, "did you mean 'patient'"),
    (["hospital", "patient,what"], dc.Error, "comma in its name"),
    ("hospital,patient", dc.Error, r"write unit=\['hospital', 'patient'\]"),
]


@pytest.mark.parametrize(("unit", "kind", "words"), REFUSED)
def test_what_is_no_unit_is_refused(unit: Any, kind: type[Exception], words: str) -> None:
    frame = pa.table({"hospital": ["a"], "patient": ["b"], "what": ["flu"], "much": [1.0]})
    with pytest.raises(kind, match=words):
        dc.count_units(frame, unit=unit, item="what", candidates=["flu"])
    with pytest.raises(kind, match=words):
        dc.top_k_items(frame, unit=unit, item="what", k=1, epsilon=1.0, delta=1e-6)
    value = "what" if isinstance(unit, list) and "what" in unit else "much"
    with pytest.raises(kind, match=words):
        dc.quantiles(frame, 0.5, unit=unit, value=value, lower=0, upper=10, step=1, epsilon=1.0)


@pytest.mark.parametrize("unit", [BOTH, "hospital,patient", ["hospital,patient"]])
def test_a_name_with_a_comma_is_not_taken_for_two(make_frame: Make, unit: Any) -> None:
    columns = {name: pa.array(["a"]) for name in (*BOTH, "hospital,patient", "what")}
    frame = make_frame({**columns, "much": pa.array([1.0])})
    for ask in (
        lambda: dc.count_units(frame, unit=unit, item="what", candidates=["a"]),
        lambda: dc.top_k_items(frame, unit=unit, item="what", k=1, epsilon=1.0, delta=1e-6),
        lambda: dc.quantiles(frame, 0.5, unit=unit, value="much", lower=0, upper=10, step=1, epsilon=1.0),
    ):
        with pytest.raises(dc.Error, match="it must not have both"):
            ask()


@pytest.mark.parametrize("values", [["\ud800", "\udced\udca0\udc80"], ["é", "\udcc3\udca9"], [1, 10**5000], ["a", "a"]])
def test_no_value_of_a_part_is_refused(values: list[Any]) -> None:
    parts = pd.Series(values, dtype=object)
    frame = pd.DataFrame({"hospital": parts, "patient": "q", "what": "flu", "much": 1.0})
    (kept,) = tally(frame, BOTH, "what", items_per_unit=1)
    counted = dc.count_units(frame, unit=BOTH, item="what", candidates=["flu"]).tolist()
    assert counted == kept.scores.tolist()
    assert counted in ([1], [2])
    dc.quantiles(frame, 0.5, unit=BOTH, value="much", lower=0, upper=10, step=1, epsilon=1.0)


def test_a_group_is_none_of_the_units_columns() -> None:
    frame = pa.table({"hospital": ["a"], "patient": ["b"], "what": ["flu"], "much": [1.0]})
    said: dict[str, Any] = {"unit": BOTH, "group": "patient", "groups": ["b"], "epsilon": 1.0}
    with pytest.raises(dc.Error, match="group must be a column of its own"):
        dc.top_k_items(frame, item="what", candidates=["flu"], k=1, **said)
    with pytest.raises(dc.Error, match="group must be a column of its own"):
        dc.quantiles(frame, 0.5, value="much", lower=0, upper=10, step=1, **said)


def test_a_list_of_one_column_is_that_column(make_frame: Make) -> None:
    frame = frame_of(make_frame, random_rows(PARTS, PARTS, 50))
    one, same = (dc.count_units(frame, unit=unit, item="what", candidates=["flu"]) for unit in ("patient", ["patient"]))
    assert one.tolist() == same.tolist()


def test_a_ledger_names_all_columns_and_a_run_tells_them_apart(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "l", dataset="d", unit="hospital,patient", epsilon=100)
    frame = pa.table({"hospital": ["a", "ab"], "patient": ["bc", "c"], "what": ["flu", "flu"], "much": [3.0, 3.0]})
    paid: dict[str, Any] = {"epsilon": 1, "ledger": ledger, "dataset": "d"}
    said: dict[str, Any] = {"item": "what", "candidates": ["flu", "cold"], "k": 1, **paid, "run_id": "night"}
    first = dc.top_k_items(frame, unit=BOTH, **said)
    assert first.receipt is not None
    assert first.receipt.charge.parameters["column.unit"] == "hospital,patient"
    assert dc.top_k_items(frame, unit=tuple(BOTH), **said).replayed
    for other in (["patient", "hospital"], "hospital", ["hospital"]):
        with pytest.raises(dc.Error, match="unit must be the dataset's unit of privacy, 'hospital,patient'"):
            dc.top_k_items(frame, unit=other, **said)
    with pytest.raises(dc.Error, match="another request"):
        dc.top_k_items(frame, unit="hospital,patient", **said)
    middle = dc.quantiles(frame, ["0.5"], unit=BOTH, value="much", lower=0, upper=10, step=1, **paid)
    assert middle.receipt is not None
    assert middle.receipt.charge.parameters["column.unit"] == "hospital,patient"
    table = dc.top_k_items(frame, unit=BOTH, item="what", candidates=["flu"], k=1, counts=True, **paid)
    assert table.receipt is not None
    assert table.receipt.charge.parameters["column.unit"] == "hospital,patient"
