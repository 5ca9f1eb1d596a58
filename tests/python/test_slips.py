"""What a tired person writes is refused before anything is charged, with words that help."""

from __future__ import annotations

import ctypes
import importlib
import zoneinfo
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import discreet as dc

pa = importlib.import_module("pyarrow")
pd = importlib.import_module("pandas")
pl = importlib.import_module("polars")
duckdb = importlib.import_module("duckdb")

ROWS = pd.DataFrame({"who": [1, 2, 3], "what": ["flu", "flu", "cold"]})


def count(frame: Any, candidates: Any) -> list[int]:
    return dc.count_units(frame, unit="who", item="what", candidates=candidates).tolist()


@pytest.mark.parametrize(
    ("candidates", "cure"),
    [
        (["flu\n", "cold\n"], r"\.strip\(\)"),
        (["flu", "cold "], r"\.strip\(\)"),
        (["\u00a0flu", "cold"], r"\.strip\(\)"),
        (["\ufeffflu", "cold"], r"\.strip\(\)"),
        (['"flu"', '"cold"'], r"c\[1:-1\]"),
        (["'flu'", "'cold'"], r"c\[1:-1\]"),
        (["what", "flu", "cold"], r"candidates\[1:\]"),
        (["What", "flu", "cold"], r"candidates\[1:\]"),
        (["# of 2026", "flu", "cold"], r"candidates\[1:\]"),
    ],
)
def test_what_reading_lines_leaves_on_candidates_is_refused(candidates: list[str], cure: str, path: Path) -> None:
    with dc.Ledger.create(path, dataset="visits", unit="who", epsilon=1) as ledger:
        with pytest.raises(dc.Error, match=cure):
            dc.top_k_items(
                ROWS, unit="who", item="what", candidates=candidates, k=1, epsilon=1, ledger=ledger, dataset="visits"
            )
        assert ledger.entries == []


def test_blanks_and_quotes_that_are_part_of_a_name_are_taken() -> None:
    for names in (['"Heroes"', "common cold", "", '"', "what", "#1"], ["#a", "#b"]):
        frame = pd.DataFrame({"who": range(len(names)), "what": names})
        released = dc.top_k_items(frame, unit="who", item="what", candidates=names, k=len(names), epsilon=1)
        assert sorted(released) == sorted(names)


def test_a_column_of_an_engine_is_no_list(spark: Any) -> None:
    frame = spark.createDataFrame([(1, "flu")], "who int, what string")
    for candidates in (frame.what, pl.col("what")):
        with pytest.raises(TypeError, match="candidates must be a list of items, not"):
            count(frame, candidates)


def test_both_passes_of_a_repeated_hour_are_candidates() -> None:
    zone = zoneinfo.ZoneInfo("America/New_York")
    first, again = (datetime(2020, 11, 1, 1, 30, tzinfo=zone, fold=fold) for fold in (0, 1))
    times = pa.array([time.astimezone(UTC) for time in (first, again, again)], pa.timestamp("us", "UTC"))
    table = pa.table({"who": [1, 2, 3], "what": times})
    for frame in (table, table.to_pandas(), pl.DataFrame(pl.from_arrow(table))):
        assert count(frame, [first, again]) == [1, 2]
        with pytest.raises(dc.Error, match="distinct"):
            count(frame, [again, again.astimezone(UTC)])


def test_bytes_of_another_length_than_the_column_has_are_refused() -> None:
    table = pa.table({"who": [1, 2], "what": pa.array([b"ab", b"cd"], pa.binary(2))})
    assert count(table, [b"ab", b"a"]) == [1, 0]
    with pytest.raises(dc.Error, match="within the range of the item column's type"):
        count(table, [b"a", b"abc"])


def test_the_same_candidate_twice_is_refused_even_where_no_item_can_equal_it() -> None:
    table = pa.table({"who": [1, 2], "what": pa.array([1, 2], pa.int8())})
    with pytest.raises(dc.Error, match="distinct"):
        count(table, [1, 300, 300])


def test_an_engine_that_fails_does_not_show_what_it_read(spark: Any) -> None:
    rows = pl.DataFrame({"who": [1], "what": ["a secret"]})
    frames = [
        rows.lazy().with_columns(pl.col("what").cast(pl.Int64)),
        duckdb.sql("select 1 as who, cast('a secret' as integer) as what"),
        spark.sql("select 1 as who, cast(concat('a secret', who) as int) as what from values (1) as t(who)"),
    ]
    for frame in frames:
        with pytest.raises(dc.Error, match="could not count") as raised:
            count(frame, [1])
        error: BaseException | None = raised.value
        while error is not None:
            assert "secret" not in str(error)
            error = error.__cause__ or error.__context__


def test_scores_that_another_reader_took_are_refused() -> None:
    stream, array = pa.chunked_array([[1.0, 2.0]]).__arrow_c_stream__(), pa.array([1.0, 2.0]).__arrow_c_array__()
    pa.ChunkedArray._import_from_c_capsule(stream)
    pa.Array._import_from_c_capsule(*array)

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return stream

    class Array:
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return array

    for scores in (Stream(), Array()):
        with pytest.raises(dc.Error, match="read before"):
            dc.noisy_max(scores, epsilon=1.0, sensitivity=1)


def test_a_padded_text_of_spark_is_the_text(spark: Any) -> None:
    spark.sql(
        "CREATE OR REPLACE TEMPORARY VIEW lines AS SELECT * FROM VALUES (1, 'flu'), (2, 'gout  ') AS t(who, what)"
    )
    frame = spark.table("lines")
    padded = frame.withMetadata("what", {"__CHAR_VARCHAR_TYPE_STRING": "char(6)"})
    assert count(frame, ["flu", "gout"]) == [1, 0]
    assert count(padded, ["flu", "gout"]) == [1, 1]


@pytest.mark.parametrize("make", [dc.PureCost, dc.ZcdpCost, dc.BoundedRangeCost])
def test_a_cost_in_whole_numbers_prints(make: Callable[[float], Any]) -> None:
    assert str(make(1)) == str(make(1.0))
    assert str(dc.ApproximateCost(1, 0)) == "(1, 0)-differential privacy"


def test_a_measurement_says_what_it_takes_instead_of_none() -> None:
    m: Any = dc.make_noisy_top_k(
        dtype="float64", measure=dc.max_divergence(), k=1, scale=1.0, monotonic=False, optimize="max"
    )
    for call in (lambda: m.map(None), lambda: m.check(None, 1.0)):
        with pytest.raises(TypeError, match="a distance must be an int or a float"):
            call()
    with pytest.raises(TypeError, match="scores must be a list or an array of numbers, not NoneType"):
        m(None)


def test_nulls_are_looked_for_where_a_slice_of_scores_lies() -> None:
    find = ctypes.pythonapi.PyCapsule_GetPointer
    find.restype, find.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

    class Uncounted:
        """Scores of which nobody counted the nulls, as Arrow allows."""

        def __init__(self, scores: Any) -> None:
            self.scores = scores

        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            capsules = self.scores.__arrow_c_array__()
            ctypes.c_int64.from_address(find(capsules[1], b"arrow_array") + 8).value = -1
            return capsules

    scores = pa.array([None, 1.0, 9.0, 2.0, None])
    assert dc.noisy_max(Uncounted(scores[1:4]), epsilon=1e9, sensitivity=1) == 1
    for part in (scores[3:5], scores[0:2], scores[2:5]):
        with pytest.raises(dc.Error, match="null"):
            dc.noisy_max(Uncounted(part), epsilon=1e9, sensitivity=1)


def test_exact_amounts_are_promised_only_where_a_ledger_takes_them(ledger: dc.Ledger) -> None:
    with pytest.raises(TypeError, match="exact amounts go with ledger="):
        dc.plan(1, epsilon="0.3", sensitivity=1, candidates=5)  # type: ignore[call-overload]
    for more in ({}, {"ledger": ledger, "dataset": "visits"}):
        with pytest.raises(TypeError, match=r"sensitivity must be an int or a float, not Fraction$"):
            dc.plan(1, epsilon=0.3, sensitivity=Fraction(1, 3), candidates=5, **more)  # type: ignore[call-overload]
