"""Items are matched to candidates exactly, or the column is refused before anything is charged."""

from __future__ import annotations

import datetime
import decimal
import enum
import importlib
import io
import zoneinfo
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

pa = importlib.import_module("pyarrow")
pd = importlib.import_module("pandas")
pl = importlib.import_module("polars")
duckdb = importlib.import_module("duckdb")

Make = Callable[[dict[str, Any]], Any]
DAY = datetime.date(2020, 1, 1)
NOON = datetime.datetime(2020, 1, 1, 12)
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
ZONED = NOON.replace(tzinfo=BERLIN)
TENTH = decimal.Decimal("0.1")

TEXT = pa.array(["a"])
NAIVE = pa.array([NOON], pa.timestamp("us"))
AWARE = pa.array([ZONED], pa.timestamp("us", "Europe/Berlin"))
# A column, candidates that none of its values can equal, and what the message names: both types and what to write.
NEVER_EQUAL: list[tuple[Any, list[Any], str]] = [
    (
        NAIVE,
        [DAY],
        r"times without a zone \(type .+\), but .+ dates \(type date\).+datetime\.datetime\(",
    ),
    (NAIVE, [ZONED], r"but the candidates are times with a zone \(type datetime\).+astimezone"),
    (
        AWARE,
        [NOON],
        r"times with a zone \(type .+\), but .+ times without a zone.+replace\(tzinfo=zone",
    ),
    (AWARE, [DAY], "with a zone .+ but the candidates are dates"),
    (pa.array([DAY], pa.date32()), [NOON], r"holds dates \(type .+\), but the candidates are times .+ \[c\.date\(\)"),
    (pa.array([0.1], pa.float32()), [0.1], r"type .+, which has no value equal to .+ \(type float\).+numpy\.float32"),
    (pa.array([0.1]), [TENTH], r"floating-point numbers \(type .+\), but the candidates are decimals.+\[float\(c\)"),
    (pa.array([0.5]), [2**53 + 1], r"no value equal to a candidate \(type int\)"),
    (pa.array([TENTH]), [0.1], r"holds decimals \(type .+\), but .+ \(type float\).+Decimal\(str\(c\)\)"),
    (pa.array([1]), [1.5], r"no value equal to a candidate \(type float\): write whole numbers"),
    (pa.array([1]), ["1"], r"holds integers \(type .+\), but the candidates are texts \(type str\).+\[int\(c\)"),
    (pa.array([1]), [True], "holds integers .+, but the candidates are booleans"),
    (pa.array([1], pa.int8()), [300, 301], "within the range"),
    (pa.array([True]), [1], "holds booleans .+, but the candidates are integers"),
    (TEXT, [b"a"], r"holds texts \(type .+\), but the candidates are bytes \(type bytes\).+c\.decode\(\)"),
    (TEXT, [1], r"holds texts .+ integers \(type int\).+str\(c\)"),
    (TEXT, [DAY], "holds texts .+ dates"),
    (TEXT, ["\ud800"], "valid Unicode"),
    (TEXT, [datetime.time(1)], "not time; write them as texts"),
    (TEXT, [Fraction(1, 2)], "not Fraction"),
    (pa.array([b"a"]), ["a"], r"holds bytes .+ texts .+c\.encode\(\)"),
]


def release(frame: Any, candidates: Any, path: Path) -> list[Any]:
    """What a ledger was charged for a release, or for its refusal."""
    with dc.Ledger.create(path, dataset="visits", unit="who", epsilon=1) as ledger:
        said = {"unit": "who", "item": "what", "k": 1, "epsilon": 1, "ledger": ledger, "dataset": "visits"}
        try:
            dc.top_k_items(frame, candidates=candidates, **said)
        finally:
            charged = ledger.entries
            assert charged == []
    return charged


def count(frame: Any, candidates: Any, **said: Any) -> list[int]:
    return dc.count_units(frame, unit="who", item="what", candidates=candidates, **said).tolist()


@pytest.mark.parametrize(("column", "candidates", "message"), NEVER_EQUAL)
def test_candidates_that_equal_no_item_are_refused_before_the_charge(
    make_frame: Make, engine: str, path: Path, column: Any, candidates: list[Any], message: str
) -> None:
    frame = make_frame({"who": [1], "what": column})
    if engine == "pyspark" and column is NAIVE:
        frame = frame.selectExpr("who", "cast(what as timestamp_ntz) as what")
    with pytest.raises((TypeError, dc.Error), match=message):
        release(frame, candidates, path)


def test_a_timestamp_of_spark_is_an_instant(spark: Any, path: Path) -> None:
    frame = spark.createDataFrame([(1, NOON), (2, NOON)], "who int, what timestamp")
    with pytest.raises(TypeError, match=r"type timestamp\).+that of the session"):
        release(frame, [NOON], path)
    zone = zoneinfo.ZoneInfo(spark.conf.get("spark.sql.session.timeZone"))
    assert count(frame, [NOON.astimezone(zone), NOON.astimezone(zone) + datetime.timedelta(hours=1)]) == [2, 0]
    without = frame.selectExpr("who", "cast(what as timestamp_ntz) as what")
    assert count(without, [NOON]) == [2]


@pytest.mark.parametrize(
    ("candidates", "message"),
    [
        (pd.DataFrame({"what": ["a"]}), "one column of items, not a frame"),
        (pl.DataFrame({"what": ["a"]}), "one column of items, not a frame"),
        (pl.LazyFrame({"what": ["a"]}), "one column of items, not a frame"),
        (pa.table({"what": ["a"]}), "one column of items, not a frame"),
        (duckdb.sql("select 'a' as what"), "one column of items, not a frame"),
        (np.array([["what"]]), "one column of items, not a frame"),
        (io.StringIO("a\nb\n"), "splitlines"),
        (bytearray(b"a"), r"\[text\]"),
        (pd.MultiIndex.from_tuples([("a", "b")]), "not tuple"),
        (["a", pd.NA], "null"),
        ([pd.NaT], "null"),
        ([decimal.Decimal("sNaN")], "null"),
        ([np.datetime64("2020-01-01"), DAY], "distinct"),
        ([np.longdouble(1)], "not longdouble"),
        (pl.Series([NOON]).cast(pl.Datetime("ns")), "cut to microseconds"),
        ([np.datetime64("20000-01-01")], "years 1 to 9999"),
        ([NOON, DAY], "one kind"),
        ([NOON, ZONED], "one kind"),
    ],
)
def test_lists_that_are_not_what_they_seem_are_refused(candidates: Any, message: str, path: Path) -> None:
    what = DAY if "distinct" in message or "9999" in message else "a"
    with pytest.raises((TypeError, dc.Error), match=message):
        release(pa.table({"who": [1], "what": [what]}), candidates, path)


def object_column(*values: Any) -> Any:
    return pd.DataFrame({"who": range(len(values)), "what": pd.Series(values, dtype=object)})


def test_objects_are_what_they_hold(path: Path) -> None:
    assert count(object_column("a", None, "b"), ["a", "c"]) == [1, 0]
    assert count(object_column(2**70, None, 5), [5, 2**70]) == [1, 1]
    assert count(object_column(decimal.Decimal("1.0"), decimal.Decimal("1.00")), [1]) == [2]
    assert count(object_column(DAY, None), [DAY]) == [1]
    assert count(object_column(None, None), [7]) == [0]
    refused = [(1, 2), ("a", 1), (1, 2.5), ([1], [2]), (NOON, ZONED)]
    for number, values in enumerate(refused):
        with pytest.raises(TypeError, match="type object, with"):
            release(object_column(*values), ["1"], path.with_name(f"{number}.ledger"))
    # A datetime is a date to Python, and to pandas one among dates.
    with pytest.raises(TypeError, match="date and datetime values"):
        count(object_column(DAY, datetime.datetime(2020, 1, 1)), [DAY])


def test_objects_have_no_equality_of_their_own() -> None:
    class Same(str):
        def __hash__(self) -> int:
            return 0

        def __eq__(self, other: object) -> bool:
            return True

    texts = pd.Series([Same("a"), Same("b"), "b"], dtype=object)
    assert count(pd.DataFrame({"who": [1, 2, 3], "what": texts}), ["b", "c"]) == [2, 0]
    assert count(pd.DataFrame({"who": texts, "what": ["x"] * 3}), ["x"]) == [2]


ODD: list[Any] = [
    pd.DataFrame({"what": [1j]}),
    pd.DataFrame({"what": pd.to_timedelta([1], unit="s")}),
    pd.DataFrame({"what": pd.period_range("2020", periods=1, freq="Y")}),
    pd.DataFrame({"what": pd.arrays.SparseArray([1])}),
    pd.DataFrame({"what": pd.Series([pd.Interval(0, 1)], dtype="interval")}),
    pd.DataFrame({"what": pd.Series([[1]])}),
    pd.DataFrame({"what": pd.Series([pd.Interval(0, 1)], dtype="interval").astype("category")}),
    pl.DataFrame({"what": [[1]]}),
    pl.DataFrame({"what": [datetime.time(1)]}),
    pl.DataFrame({"what": [{"a": 1}]}),
    pa.table({"what": [[1]]}),
    pa.table({"what": pa.array([1], pa.duration("s"))}),
    duckdb.sql("select '1'::json as what"),
    duckdb.sql("select [1] as what"),
    duckdb.sql("select interval 1 day as what"),
]


@pytest.mark.parametrize("frame", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("odd", ["unit", "item"])
def test_other_types_are_refused_as_units_and_as_items(frame: Any, odd: str) -> None:
    other = {"unit": "item", "item": "unit"}[odd]
    both = frame.with_columns(pl.lit("a").alias(other)) if isinstance(frame, pl.DataFrame) else None
    if isinstance(frame, pd.DataFrame):
        both = frame.assign(**{other: "a"})
    elif isinstance(frame, pa.Table):
        both = frame.append_column(other, pa.array(["a"]))
    elif both is None:
        both = frame.project(f"*, 'a' as {other}")
    said = {odd: "what", other: other}
    with pytest.raises(TypeError, match=f"the {odd} column is of type .+ cast it"):
        dc.count_units(both, candidates=["a"], **said)


def test_other_types_of_spark_are_refused(spark: Any) -> None:
    for odd in ("array(1)", "map(1, 2)", "interval 1 day", "named_struct('a', 1)", "parse_json('1')"):
        for unit, item in (("a", "b"), ("b", "a")):
            with pytest.raises(TypeError, match=r"column is of type .+ cast it"):
                dc.count_units(spark.sql(f"select {odd} as a, 'x' as b"), unit=unit, item=item, candidates=["x"])


def test_frames_of_other_libraries_are_refused() -> None:
    class Frame:
        columns = ("who", "what")

    for frame in (Frame(), pa.table({"who": [1]}).to_reader(), pd.Series([1]), {"who": [1], "what": [1]}):
        with pytest.raises(TypeError, match="frame must be a frame of pandas"):
            count(frame, ["a"])


def test_a_column_is_one_column() -> None:
    twice = pd.DataFrame([[1, "a", "b"]], columns=["who", "what", "what"])
    with pytest.raises(dc.Error, match="one column 'what'"):
        count(twice, ["a"])
    with pytest.raises(dc.Error, match="one column 'what'"):
        count(pa.Table.from_arrays([pa.array([1])] * 3, names=["who", "what", "what"]), [1])


@pytest.mark.parametrize("name", ["*", "^.*$", 'a"b', "a`b", "a.b", "what'", "key", "place"])
def test_any_name_of_a_column_is_that_column(make_frame: Make, name: str) -> None:
    frame = make_frame({name: [1, 2], "other": ["a", "a"]})
    assert dc.count_units(frame, unit=name, item="other", candidates=["a"]).tolist() == [2]


def test_numbers_match_numbers_that_are_equal(make_frame: Make) -> None:
    frame = make_frame({"who": [1, 2, 3], "what": pa.array([1, 2, 2], pa.int16())})
    assert count(frame, [2.0, 1, 70000, decimal.Decimal(-1)]) == [2, 1, 0, 0]
    frame = make_frame({"who": [1, 2, 3], "what": [1.0, -0.0, 0.0]})
    assert count(frame, [1, 0]) == [1, 2]
    frame = make_frame({"who": [1, 2, 3], "what": pa.array([0.1, 0.5, 0.5], pa.float32())})
    assert count(frame, [np.float32(0.1), 0.5]) == [1, 2]


def test_minus_zero_is_zero_among_units(make_frame: Make) -> None:
    assert count(make_frame({"who": [0.0, -0.0, 1.0], "what": ["a", "a", "a"]}), ["a"]) == [2]


def test_texts_are_compared_byte_by_byte(make_frame: Make) -> None:
    candidates = ["caf\u00e9", "cafe\u0301", "cafe", "Cafe", "cafe ", ""]
    frame = make_frame({"who": range(5), "what": [*candidates[:4], "cafe"]})
    assert count(frame, candidates) == [1, 1, 2, 1, 0, 0]


def test_members_of_an_enum_are_the_texts_they_equal(make_frame: Make) -> None:
    class Code(str, enum.Enum):  # noqa: UP042
        FLU = "flu"

    assert count(make_frame({"who": [1], "what": ["flu"]}), [Code.FLU]) == [1]


def test_times_match_to_the_last_digit() -> None:
    late = np.array(["2020-01-01T12:00:00.000000001", "2020-01-01T12:00:00"], "datetime64[ns]")
    table = pa.table({"who": [1, 2], "what": late})
    for frame in (table, table.to_pandas(), pl.DataFrame(pl.from_arrow(table)), duckdb.from_arrow(table)):
        assert count(frame, late) == [1, 1]
        assert count(frame, [NOON]) == [1]
        assert count(frame, [pd.Timestamp(late[0]), pd.Timestamp(late[1])]) == [1, 1]
    with pytest.raises(dc.Error, match="finer unit"):
        count(pa.table({"who": [1], "what": NAIVE}), late)


def test_the_repeated_hour_of_a_clock_is_two_instants(spark: Any) -> None:
    # Python calls them equal as long as both say Berlin.
    turns = [datetime.datetime(2021, 10, 31, 2, 30, fold=f, tzinfo=BERLIN).astimezone(datetime.UTC) for f in (0, 1)]
    table = pa.table({"who": [1, 2, 3], "what": pa.array([turns[0], turns[1], turns[1]], pa.timestamp("us", "UTC"))})
    before = spark.conf.get("spark.sql.session.timeZone")
    spark.conf.set("spark.sql.session.timeZone", "Europe/Berlin")
    try:
        assert count(spark.createDataFrame(table), turns) == [1, 2]
    finally:
        spark.conf.set("spark.sql.session.timeZone", before)
    assert count(duckdb.from_arrow(table), turns) == [1, 2]


def test_decimals_are_compared_at_the_columns_scale() -> None:
    tenth = pa.table({"who": [1, 2], "what": pa.array([TENTH, decimal.Decimal(0)])})
    for frame in (tenth, pl.DataFrame(pl.from_arrow(tenth)), duckdb.from_arrow(tenth)):
        assert count(frame, [decimal.Decimal("0.1000"), decimal.Decimal("-0"), 10**30]) == [1, 1, 0]
        with pytest.raises(dc.Error, match="round the candidates to 1 digits"):
            count(frame, [decimal.Decimal("0.05")])
