"""Tables of columns of every type that is counted, with items that no list names."""

from __future__ import annotations

import datetime
import decimal
import random
import sys
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

from discreet._names import digest
from discreet._tally import tally

sys.path.insert(0, str(Path(__file__).parent))
from frame_types import Typed, all_types, frame_of
from tally_reference import check, expected, is_value, name

CASES = list(all_types())
NAMES = [f"{engine}-{kind.name}-{kind.arrow}" for engine, kind in CASES]
# Python's dates go from the year 1, and a frame of Arrow's from before.
LAST = 2**31 - 1


def has_names(kind: Typed) -> bool:
    """Whether all engines write the values alike."""
    inner = kind.arrow.value_type if pa.types.is_dictionary(kind.arrow) else kind.arrow
    return not (pa.types.is_floating(inner) or (pa.types.is_decimal(inner) and inner.scale != 0))


@pytest.mark.parametrize(("engine", "kind"), CASES, ids=NAMES)
def test_items_that_no_list_names_are_found_by_their_bits(
    engine: str, kind: Typed, request: pytest.FixtureRequest
) -> None:
    pool = [*kind.values, None] if kind.nulls else kind.values
    rows = [(random.choice(pool), random.choice(pool), None, None) for _ in range(60)]
    units, items = ([row[place] for row in rows] for place in (0, 1))
    frame = frame_of(engine, kind, units, items, lambda: request.getfixturevalue("spark"))
    if not has_names(kind):
        with pytest.raises(TypeError, match=r"column is of type .+ in different ways: cast it"):
            tally(frame, "who", "what", items_per_unit=2)
    else:
        kept = tally(frame, "who", "what", items_per_unit=2)
        assert kept[0].scores.sum() <= 2 * kept[0].units
        if kind.plain_units:
            check(kept, expected(rows, items_per_unit=2), kept=True)
        if engine == "pyspark":
            return  # which is slow, and has found the items
    many = tally(frame, "who", "what", limit=100)
    if kind.plain_units:
        check(many, expected(rows), limit=100)
    else:
        # Units under a collation are the engine's; items are not.
        assert set(many[0].items) == {item for unit, item, _, _ in rows if is_value(unit) and is_value(item)}


def test_what_is_hashed_is_what_the_program_hashes() -> None:
    # By sha256sum of 1:a2:bc and of nothing.
    assert digest([b"a", b"bc"]).hex() == "5310a58788781ab25d5ad7c3f85035824b4eb7bdfa394e0ac2186271472b5492"
    assert digest([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_labels_are_values_of_pythons_own_types() -> None:
    day = datetime.date(2020, 2, 29)
    noon = datetime.datetime(2020, 2, 29, 12)
    zoned = noon.replace(tzinfo=datetime.UTC)
    for column, value in [
        (pa.array(["a"]), "a"),
        (pa.array([b"a"]), b"a"),
        (pa.array([7], pa.uint8()), 7),
        (pa.array([True]), True),
        (pa.array([-0.0]), 0.0),
        (pa.array([decimal.Decimal("1.25")]), decimal.Decimal("1.25")),
        (pa.array([day]), day),
        (pa.array([noon], pa.timestamp("ns")), noon),
        (pa.array([zoned], pa.timestamp("s", "Europe/Berlin")), zoned),
    ]:
        table = pa.table({"who": [1], "what": column})
        for frame in (table, table.to_pandas(), pl.from_arrow(table), duckdb.connect().from_arrow(table)):
            (item,) = tally(frame, "who", "what", limit=3)[0].items
            assert item == value
            assert type(item) is type(value)
            assert str(item) == str(value)


def test_days_and_times_that_python_does_not_have_are_labels_of_numpys() -> None:
    days = pa.array([0, LAST, -LAST], pa.int32()).cast(pa.date32())
    times = pa.array([0, 1, 2**62], pa.timestamp("ns"))
    far = pa.array([0, 2**62, -(2**62)], pa.timestamp("us"))
    for column, items in [
        (days, {datetime.date(1970, 1, 1), np.datetime64(LAST, "D"), np.datetime64(-LAST, "D")}),
        (times, {datetime.datetime(1970, 1, 1), np.datetime64(1, "ns"), np.datetime64(2**62, "ns")}),
        (far, {datetime.datetime(1970, 1, 1), np.datetime64(2**62, "us"), np.datetime64(-(2**62), "us")}),
    ]:
        table = pa.table({"who": [1, 2, 3], "what": column})
        for frame in (table, pl.from_arrow(table), duckdb.connect().from_arrow(table)):
            found = tally(frame, "who", "what", limit=3)[0].items
            assert {type(item) for item in found} == {type(item) for item in items}
            assert set(found) == items
            assert len(tally(frame, "what", "who", items_per_unit=1)[0].items) == 3


def test_equal_decimals_of_pandas_are_one_item_however_they_are_written() -> None:
    import pandas as pd

    texts = ["1.0", "1.00", "1", "1E+1", "10", "-0", "0.0", "1E+500"]
    for _ in range(5):
        random.shuffle(texts)
        frame = pd.DataFrame({"who": range(len(texts)), "what": [decimal.Decimal(text) for text in texts]})
        (found,) = tally(frame, "who", "what", limit=10)
        assert dict(zip(map(str, found.items), found.scores.tolist(), strict=True)) == {
            "1": 3,
            "10": 2,
            "0": 2,
            "1E+500": 1,
        }


def test_names_of_numbers_are_their_digits() -> None:
    assert [name(value) for value in (5, True, decimal.Decimal(7), datetime.date(1, 2, 3))] == [
        b"5",
        b"true",
        b"7",
        b"0001-02-03",
    ]


def test_units_that_a_collation_calls_equal_keep_items_as_one() -> None:
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows (who VARCHAR COLLATE nocase, what VARCHAR)")
    rows = [(spelling, f"i{i}") for spelling in ("Ann", "ann", "ANN") for i in range(30)]
    connection.executemany("INSERT INTO rows VALUES (?, ?)", rows)
    (kept,) = tally(connection.table("rows"), "who", "what", items_per_unit=4)
    assert kept.units == 1
    assert kept.scores.tolist() == [1] * 4
    # The least spelling is the one whose digests decide.
    assert set(kept.items) == set(expected([("ANN", item, None, None) for _, item in rows], items_per_unit=4)[0].scores)
