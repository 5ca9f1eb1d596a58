"""The same rows count alike on six engines, and like a plain dictionary."""

from __future__ import annotations

import datetime
import importlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import discreet as dc

Make = Callable[[dict[str, list[Any]]], Any]


def plain_counts(units: list[Any], items: list[Any], candidates: list[Any]) -> list[int]:
    """What a dictionary of sets says."""
    held: dict[Any, set[Any]] = {}
    for unit, item in zip(units, items, strict=True):
        if unit is not None and item is not None:
            held.setdefault(item, set()).add(unit)
    return [len(held.get(candidate, ())) for candidate in candidates]


def rows(kind: str) -> tuple[list[Any], list[Any], list[Any]]:
    """Rows with repeats, nulls and items that are no candidates."""
    # Rows, not noise: repeatable data make a failure repeatable.
    draw = random.Random(7)
    label: Callable[[int], Any] = {
        "text": lambda i: f"code {i}",
        "int": lambda i: i - 5,
        "bool": lambda i: i % 2 == 0,
        "date": lambda i: datetime.date(2020, 1, 1 + i),
    }[kind]
    units = [draw.choice([None, *range(40)]) for _ in range(600)]
    items = [None if draw.random() < 0.05 else label(min(draw.randrange(20), draw.randrange(20))) for _ in range(600)]
    candidates = [label(i) for i in ([0, 1] if kind == "bool" else [25, 3, 0, 7, 1, 12, 26])]
    return units, items, candidates


@pytest.mark.parametrize("kind", ["text", "int", "bool", "date"])
def test_every_engine_counts_like_a_dictionary(make_frame: Make, kind: str) -> None:
    units, items, candidates = rows(kind)
    counts = dc.count_units(make_frame({"who": units, "what": items}), unit="who", item="what", candidates=candidates)
    assert counts.dtype == np.int64
    assert counts.tolist() == plain_counts(units, items, candidates)


def test_columns_that_spark_takes_for_one_are_named(spark: Any) -> None:
    rows = spark.createDataFrame([(1, "a", "x", 5), (2, "b", "y", 6)], "who int, h string, H string, n int")
    asked: dict[str, Any] = {"unit": "who", "item": "h", "candidates": ["a", "b"]}
    both = "columns 'h' and 'H', which Spark takes for one: rename"
    with pytest.raises(dc.Error, match=both):
        dc.count_units(rows, **asked)
    with pytest.raises(dc.Error, match=both):
        dc.count_units(rows, unit=["who", "H"], item="n", candidates=[5])
    with pytest.raises(dc.Error, match=both):
        dc.top_k_items(rows, unit="who", item="h", k=1, epsilon=1.0, delta=1e-6)
    with pytest.raises(dc.Error, match=both):
        dc.quantiles(rows, 0.5, unit="h", value="n", lower=0, upper=100, epsilon=1.0)
    # What nobody asks about is in nobody's way.
    assert dc.count_units(rows, unit="who", item="n", candidates=[5, 6]).tolist() == [1, 1]
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        assert dc.count_units(rows, **asked).tolist() == [1, 1]
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


def test_columns_may_be_called_like_our_own(make_frame: Make) -> None:
    frame = make_frame({"item": ["a", "b", "a"], "unit": ["x", "x", "y"], "units": [1, 2, 3]})
    assert dc.count_units(frame, unit="item", item="unit", candidates=["x", "y"]).tolist() == [2, 1]


def test_no_rows_count_zero(make_frame: Make) -> None:
    import pyarrow as pa

    empty = {"who": pa.array([], pa.int64()), "what": pa.array([], pa.string())}
    frame = make_frame(empty)  # type: ignore[arg-type]
    assert dc.count_units(frame, unit="who", item="what", candidates=["a", "b"]).tolist() == [0, 0]


def test_nulls_are_dropped_or_refused(make_frame: Make) -> None:
    frame = make_frame({"who": [1, None, 2, 3], "what": ["a", "a", None, "b"]})
    said: dict[str, Any] = {"unit": "who", "item": "what", "candidates": ["a", "b"]}
    assert dc.count_units(frame, **said).tolist() == [1, 1]
    with pytest.raises(dc.Error, match="null") as refused:
        dc.count_units(frame, nulls="refuse", **said)
    assert refused.value.kind == "outside_domain"
    whole = make_frame({"who": [1, 2], "what": ["a", "b"]})
    assert dc.count_units(whole, nulls="refuse", **said).tolist() == [1, 1]


def test_nan_is_a_null_everywhere(make_frame: Make) -> None:
    frame = make_frame({"who": [1.0, float("nan"), 2.0], "what": ["a", "a", "a"]})
    assert dc.count_units(frame, unit="who", item="what", candidates=["a"]).tolist() == [2]


def test_a_release_gives_labels_as_given(make_frame: Make) -> None:
    units = list(range(3000))
    items = [["a", "b", "c"][min(i // 1000, 2)] for i in units]
    frame = make_frame({"who": [*units, *units[:900]], "what": [*items, *["b"] * 900]})
    released = dc.top_k_items(frame, unit="who", item="what", candidates=["z", "a", "b", "c"], k=3, epsilon=3.0)
    assert released.items[0] == "b"
    assert set(released.items) == {"a", "b", "c"}
    assert [["z", "a", "b", "c"][i] for i in released.indices] == released.items
    assert released.cost.epsilon <= 3.0


def test_many_candidates_are_counted(make_frame: Make) -> None:
    candidates = [f"c{i}" for i in range(3000)]
    frame = make_frame({"who": [1, 2, 3], "what": ["c7", "c2999", "c7"]})
    counts = dc.count_units(frame, unit="who", item="what", candidates=candidates)
    assert counts.sum() == 3
    assert counts[7] == 2


def test_what_the_frame_holds_reaches_no_message(make_frame: Make) -> None:
    frame = make_frame({"who": [1, 2], "what": ["secret", "other"]})
    bad: list[dict[str, Any]] = [
        {"unit": "who", "item": "what", "candidates": [1, 2]},
        {"unit": "who", "item": "absent", "candidates": ["a"]},
        {"unit": "who", "item": "what", "candidates": ["a", "a"]},
        {"unit": "who", "item": "who", "candidates": [1]},
    ]
    for said in bad:
        with pytest.raises((TypeError, dc.Error)) as refused:
            dc.count_units(frame, **said)
        text = repr(refused.getrepr(style="long")) if hasattr(refused, "getrepr") else str(refused.value)
        assert "secret" not in str(refused.value)
        assert refused.value.__context__ is None or "secret" not in str(refused.value.__context__), text


def test_replace_needs_twice_the_noise() -> None:
    pd = importlib.import_module("pandas")
    frame = pd.DataFrame({"who": [1, 2], "what": ["a", "b"]})
    said: dict[str, Any] = {"unit": "who", "item": "what", "candidates": ["a", "b", "c"], "k": 1, "epsilon": 1.0}
    one = dc.top_k_items(frame, **said)
    two = dc.top_k_items(frame, neighbors="replace", **said)
    assert two.plan.scale >= 2 * one.plan.scale * (1 - 1e-12)


def test_it_prints_as_a_table() -> None:
    pd = importlib.import_module("pandas")
    frame = pd.DataFrame({"who": range(2000), "what": ["flu"] * 2000})
    released = dc.top_k_items(frame, unit="who", item="what", candidates=["cold", "flu"], k=1, epsilon=1.0)
    assert str(released) == "rank  item\n   1  flu\nreleased with 1-differential privacy"
    assert list(released) == ["flu"]
    assert len(released) == 1


def test_candidates_come_in_any_list() -> None:
    pd = importlib.import_module("pandas")
    pl = importlib.import_module("polars")
    pa = importlib.import_module("pyarrow")
    frame = pd.DataFrame({"who": [1, 2, 3], "what": [10, 20, 10]})
    for candidates in (
        [10, 20],
        (10, 20),
        np.array([10, 20]),
        pd.Series([10, 20]),
        pl.Series([10, 20]),
        pa.array([10, 20]),
    ):
        assert dc.count_units(frame, unit="who", item="what", candidates=candidates).tolist() == [2, 1]
    assert dc.count_units(frame, unit="who", item="what", candidates=range(9, 12)).tolist() == [0, 2, 0]


def test_categories_are_texts() -> None:
    pd = importlib.import_module("pandas")
    pl = importlib.import_module("polars")
    columns = {"who": [1, 2, 3], "what": ["a", "b", "a"]}
    said: dict[str, Any] = {"unit": "who", "item": "what", "candidates": ["a", "b", "z"]}
    assert dc.count_units(pd.DataFrame(columns).astype({"what": "category"}), **said).tolist() == [2, 1, 0]
    lazy = pl.DataFrame(columns).with_columns(pl.col("what").cast(pl.Categorical))
    assert dc.count_units(lazy, **said).tolist() == [2, 1, 0]
    assert dc.count_units(pd.DataFrame(columns, dtype=object), **said).tolist() == [2, 1, 0]


def test_categories_of_polars_need_not_have_the_candidates() -> None:
    pl = importlib.import_module("polars")
    # More candidates than eight bits have codes for.
    candidates = ["b", "a", *(f"c{i}" for i in range(300))]
    few = pl.Categorical(pl.Categories("few", physical=pl.UInt8))
    for kind in (pl.Categorical, few, pl.Enum(["a", "b"])):
        frame = pl.DataFrame({"who": [1, 2, 3], "what": pl.Series(["a", "b", "a"], dtype=kind)})
        counts = dc.count_units(frame, unit="who", item="what", candidates=candidates)
        assert counts.tolist() == [1, 2, *(0 for _ in range(300))]
        assert dc.count_units(frame, unit="what", item="who", candidates=[1, 2]).tolist() == [1, 1]


def test_a_batch_of_arrow_is_a_table() -> None:
    pa = importlib.import_module("pyarrow")
    batch = pa.record_batch({"who": [1, 2, 2, None], "what": ["a", "b", "b", "b"]})
    assert dc.count_units(batch, unit="who", item="what", candidates=["a", "b"]).tolist() == [1, 1]
    released = dc.top_k_items(batch, unit="who", item="what", candidates=["a", "b"], k=2, epsilon=1)
    assert sorted(released) == ["a", "b"]


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"candidates": None}, TypeError, "never read from the data"),
    ({"candidates": "ab"}, TypeError, r"\[text\]"),
    ({"candidates": {"a", "b"}}, TypeError, "sorted"),
    ({"candidates": ["a", "a"]}, dc.Error, "distinct"),
    ({"candidates": ["a", None]}, dc.Error, "null"),
    ({"candidates": ["a", 1]}, TypeError, "one kind"),
    ({"candidates": [1, 2]}, TypeError, "holds texts"),
    ({"candidates": [["a"], ["b"]]}, TypeError, "texts, numbers"),
    ({"candidates": 7}, TypeError, "list of items"),
    ({"candidates": []}, dc.Error, "k must"),
    ({"k": 4}, dc.Error, "k must"),
    ({"k": 1.0}, TypeError, "k must be an int"),
    ({"unit": 3}, TypeError, "unit must be the name"),
    ({"unit": "nobody"}, dc.Error, "column 'nobody'"),
    ({"item": "who"}, dc.Error, "two columns"),
    ({"frame": [1, 2]}, TypeError, "frame of pandas"),
    ({"frame": None}, TypeError, "frame of pandas"),
    ({"nulls": "keep"}, dc.Error, '"drop" or "refuse"'),
    ({"neighbors": "swap"}, dc.Error, '"add-remove" or "replace"'),
    ({"sensitivity": 1}, TypeError, "knows its sensitivity"),
    ({"seed": 1}, TypeError, "undo its noise"),
    ({"epsilon": None}, TypeError, "how private"),
    ({"rho": 1.0}, TypeError, "one way"),
    ({"optimize": "most"}, dc.Error, '"max" or "min"'),
]


@pytest.mark.parametrize(("change", "error", "message"), BAD)
def test_bad_input_is_refused_with_what_to_write(change: dict[str, Any], error: type[Exception], message: str) -> None:
    pd = importlib.import_module("pandas")
    said: dict[str, Any] = {
        "frame": pd.DataFrame({"who": [1, 2], "what": ["a", "b"]}),
        "unit": "who",
        "item": "what",
        "candidates": ["a", "b", "c"],
        "k": 1,
        "epsilon": 1.0,
    } | change
    with pytest.raises(error, match=message):
        dc.top_k_items(said.pop("frame"), **said)
