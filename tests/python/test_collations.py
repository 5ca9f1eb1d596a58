"""Collated texts: items are compared byte by byte, and units that the column calls equal are one unit."""

from __future__ import annotations

from typing import Any

import duckdb
import pytest

import discreet as dc
from discreet._tally import tally

SAID: dict[str, Any] = {"unit": "who", "item": "what"}
# One person under three spellings, and one more; an item in three spellings.
ROWS = [("Ann", "Flu"), ("ann", "flu"), ("ANN", "Flu"), ("bob", "FLU"), ("bob", "flu")]
CANDIDATES = ["flu", "Flu", "FLU", "fLU"]
EXPECTED = [2, 1, 1, 0]


def duckdb_rows(connection: Any, collation: str, rows: list[tuple[str, str]]) -> Any:
    connection.execute(f"CREATE TABLE rows (who VARCHAR {collation}, what VARCHAR {collation})")
    connection.executemany("INSERT INTO rows VALUES (?, ?)", rows)
    return connection.table("rows")


def test_duckdb_counts_a_collated_item_by_its_bytes() -> None:
    frame = duckdb_rows(duckdb.connect(), "COLLATE nocase", ROWS)
    assert dc.count_units(frame, candidates=CANDIDATES, **SAID).tolist() == EXPECTED


def test_duckdb_counts_alike_under_a_default_collation() -> None:
    connection = duckdb.connect()
    frame = duckdb_rows(connection, "", ROWS)
    assert dc.count_units(frame, candidates=CANDIDATES, **SAID).tolist() == [2, 2, 1, 0]
    connection.execute("SET default_collation = 'nocase'")
    assert dc.count_units(connection.table("rows"), candidates=CANDIDATES, **SAID).tolist() == EXPECTED


def test_duckdb_accents_and_normal_forms_are_items_of_their_own() -> None:
    forms = ["\u00e9", "e\u0301", "e"]
    for collation in ("COLLATE noaccent", "COLLATE de"):
        frame = duckdb_rows(duckdb.connect(), collation, [(f"u{i}", forms[i % 3]) for i in range(7)])
        assert dc.count_units(frame, candidates=forms, **SAID).tolist() == [3, 2, 2]


def test_duckdb_gives_the_same_counts_however_it_divides_the_work() -> None:
    connection = duckdb.connect()
    connection.execute(
        "CREATE TABLE rows AS SELECT i AS who, (CASE WHEN i % 2 = 0 THEN 'flu' ELSE 'FLU' END) COLLATE nocase AS what"
        " FROM range(200000) AS made(i)"
    )
    for threads in (1, 4):
        connection.execute(f"SET threads = {threads}")
        counts = dc.count_units(connection.table("rows"), candidates=["flu", "FLU", "Flu"], **SAID)
        assert counts.tolist() == [100_000, 100_000, 0]


@pytest.mark.parametrize("collation", ["UTF8_LCASE", "UNICODE_CI"])
def test_spark_counts_a_collated_item_by_its_bytes(spark: Any, collation: str) -> None:
    frame = spark.createDataFrame(ROWS, f"who string collate {collation}, what string collate {collation}")
    assert dc.count_units(frame, candidates=CANDIDATES, **SAID).tolist() == EXPECTED
    one_more = frame.union(spark.createDataFrame([("eve", "fLU")], frame.schema))
    assert dc.count_units(one_more, candidates=CANDIDATES, **SAID).tolist() == [2, 1, 1, 1]


def test_a_clip_holds_for_all_spellings_of_a_unit_together(spark: Any) -> None:
    # Grouped by bytes, one person under three spellings would add three times what the clip allows.
    rows = [(who, "flu", 4) for who in ("Ann", "ann", "ANN", "bob")]
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows (who VARCHAR COLLATE nocase, what VARCHAR, much INTEGER)")
    connection.executemany("INSERT INTO rows VALUES (?, ?, ?)", rows)
    collated = spark.createDataFrame(rows, "who string collate UTF8_LCASE, what string, much int")
    for frame in (connection.table("rows"), collated):
        (found,) = tally(frame, "who", "what", candidates=["flu"], value="much", clip=(0, 5))
        assert found.units == 2
        assert found.scores.tolist() == [5 + 4]
