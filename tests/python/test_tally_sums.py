"""Sums are exact in 128 bits, and clamped once at the end."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import discreet as dc
from discreet._tally import tally
from discreet._tally_in_memory import exact_sums

Make = Callable[[dict[str, Any]], Any]
LARGE = 2**62
LARGEST = 2**63 - 1


def scores(frame: Any, candidates: list[Any], clip: Any, **more: Any) -> list[int]:
    (found,) = tally(frame, "who", "what", candidates=candidates, value="much", clip=clip, **more)
    return found.scores.tolist()


def test_sums_beyond_64_bits_come_back_whatever_stands_between(make_frame: Make) -> None:
    # One unit's rows pass 2^64 on the way and end at 5; the units' sums pass 2^63, and with others' are 1 again.
    rows = [("a", "way", LARGE)] * 8 + [("a", "way", -LARGE)] * 8 + [("a", "way", 5)]
    rows += [(unit, "up and down", LARGE) for unit in "abcdef"] + [(unit, "up and down", -LARGE) for unit in "ghijkl"]
    rows += [("m", "up and down", 1)]
    rows += [(unit, "up", LARGEST) for unit in "abc"] + [(unit, "down", -LARGEST) for unit in "abc"]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(("who", "what", "much"))}
    items = ["way", "up and down", "up", "down"]
    assert scores(make_frame(columns), items, (-LARGEST, LARGEST)) == [5, 1, LARGEST, -LARGEST]
    assert scores(make_frame(columns), items, (0, 4)) == [4, 25, 12, 0]


def test_decimals_are_added_as_integers_of_their_last_digit(make_frame: Make) -> None:
    texts = ["0.10", "0.20", "-0.05", "12345678.99", None]
    values = [None if text is None else decimal.Decimal(text) for text in texts]
    for kind in (pa.decimal128(38, 2), pa.decimal128(10, 2)):
        frame = make_frame({"who": [1, 1, 2, 3, 4], "what": ["a"] * 5, "much": pa.array(values, kind)})
        clip = (decimal.Decimal("-0.01"), 10)
        assert scores(frame, ["a"], clip, decimals=2) == [30 - 1 + 1000]
        assert scores(frame, ["a"], clip, decimals=4) == [3000 - 100 + 100_000]
        (found,) = tally(frame, "who", "what", candidates=["a"], value="much", clip=clip, decimals=2)
        assert found.units == 3


def test_values_beyond_64_bits_are_the_nearest_that_fit(make_frame: Make, engine: str) -> None:
    huge = [decimal.Decimal(10**37), decimal.Decimal(-(10**37)), decimal.Decimal(7)]
    kinds = [pa.decimal128(38, 0)] + ([pa.decimal256(60, 0)] if engine == "pyarrow" else [])
    for kind in kinds:
        frame = make_frame({"who": [1, 2, 3], "what": ["a", "b", "c"], "much": pa.array(huge, kind)})
        if engine == "duckdb":
            frame = frame.project("who, what, much::HUGEINT AS much")
        assert scores(frame, ["a", "b", "c"], (-LARGEST, LARGEST)) == [LARGEST, -LARGEST, 7]
        assert scores(frame, ["a", "b", "c"], (-LARGE // 1000, 9), decimals=2) == [900, -LARGE // 1000 * 100, 700]
    if engine != "pyspark":
        frame = make_frame({"who": [1, 2], "what": ["a", "b"], "much": pa.array([2**64 - 1, 3], pa.uint64())})
        assert scores(frame, ["a", "b"], (0, LARGEST)) == [LARGEST, 3]


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
def test_integers_of_every_width_are_added(make_frame: Make, engine: str, kind: str) -> None:
    if engine == "pyspark" and kind != "int16":
        return  # Spark has no unsigned integers, and is slow
    values = [0, 100, 27] if kind.startswith("u") else [-100, 100, 27]
    frame = make_frame({"who": [1, 2, 2], "what": ["a", "a", "b"], "much": pa.array(values, getattr(pa, kind)())})
    assert scores(frame, ["a", "b"], (-50, 60)) == [(0 if kind.startswith("u") else -50) + 60, 27]
    assert scores(frame, ["a", "b"], (-50, 60), decimals=1) == [(0 if kind.startswith("u") else -500) + 600, 270]


def test_objects_of_pandas_are_added_as_pythons_integers() -> None:
    who, what = [1, 2, 3], ["a", "b", "c"]
    frame = pd.DataFrame({"who": who, "what": what, "much": pd.Series([10**40, -(10**40), 5], dtype=object)})
    assert scores(frame, what, (-LARGEST, LARGEST)) == [LARGEST, -LARGEST, 5]
    written = [decimal.Decimal("1E+3"), decimal.Decimal("0.500"), decimal.Decimal("-1E+999999")]
    frame = pd.DataFrame({"who": who, "what": what, "much": pd.Series(written, dtype=object)})
    assert scores(frame, what, (-9, 2000), decimals=1) == [10_000, 5, -90]
    for bad in ("0.05", "Infinity"):
        frame = pd.DataFrame({"who": [1], "what": ["a"], "much": [decimal.Decimal(bad)]})
        with pytest.raises(dc.Error, match="decimals=1") as refused:
            scores(frame, ["a"], (0, 9), decimals=1)
        assert refused.value.kind == "outside_domain"
        assert bad not in str(refused.value)


def test_exact_sums_are_those_of_python() -> None:
    ends = [LARGEST, -LARGEST, -LARGEST - 1, 2**32, -(2**32), 2**32 - 1, 1, 0, -1]
    draw = np.random.default_rng()
    for _ in range(50):
        values, parts = draw.choice(np.array(ends), 40), draw.integers(0, 5, 40)
        exact = [sum(int(v) for v, part in zip(values, parts, strict=True) if part == each) for each in range(5)]
        found = exact_sums(values, parts, 5)
        assert found.tolist() == [max(-LARGEST, min(LARGEST, total)) for total in exact]


def test_a_float_is_not_a_value(make_frame: Make) -> None:
    frame = make_frame({"who": [1], "what": ["a"], "much": [0.5]})
    with pytest.raises(TypeError, match="floating-point sums depend on the order"):
        scores(frame, ["a"], (0, 1))
    frame = make_frame({"who": [1], "what": ["a"], "much": ["1"]})
    with pytest.raises(TypeError, match="integers or decimals"):
        scores(frame, ["a"], (0, 1))


def test_wide_integers_of_polars_and_duckdb_are_added() -> None:
    frame = pl.DataFrame({"who": [1, 2], "what": ["a", "b"], "much": pl.Series([2**100, -5], dtype=pl.Int128)})
    assert scores(frame, ["a", "b"], (-LARGEST, LARGEST)) == [LARGEST, -5]
    frame = duckdb.sql("select 1 as who, 'a' as what, 340282366920938463463374607431768211455::UHUGEINT as much")
    assert scores(frame, ["a"], (-LARGEST, LARGEST)) == [LARGEST]
