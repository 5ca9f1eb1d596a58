"""Counting in frames of Polars, eager and lazy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import polars as pl

from ._keys import Key
from ._kinds import TICKS, Column, Kind, integers


def names(frame: Any) -> list[str]:
    """The names of the columns."""
    return list(frame.collect_schema().names())


def open_rows(frame: Any, unit: str, item: str) -> PolarsRows:
    """Two columns of a frame."""
    return PolarsRows(frame.lazy(), unit, item)


def column_of(dtype: Any) -> Column:
    """What a type of Polars holds."""
    written = str(dtype)
    if isinstance(dtype, (pl.String, pl.Categorical, pl.Enum)):
        return Column(Kind.TEXT, written if dtype != pl.Enum else "Enum")
    if dtype == pl.Null:
        return Column(Kind.EMPTY, written)
    if dtype == pl.Binary:
        return Column(Kind.BYTES, written)
    if dtype == pl.Boolean:
        return Column(Kind.BOOLEAN, written)
    if dtype == pl.Date:
        return Column(Kind.DATE, written)
    if isinstance(dtype, pl.Datetime):
        kind = Kind.DATETIME if dtype.time_zone is None else Kind.INSTANT
        return Column(kind, written, tick=TICKS[dtype.time_unit])
    if isinstance(dtype, pl.Decimal):
        return Column(Kind.DECIMAL, written, digits=dtype.precision or 38, scale=dtype.scale)
    if number := re.fullmatch(r"(U?)(Int|Float)(\d+)", written):
        unsigned, kind_written, bits = number.groups()
        if kind_written == "Float":
            return Column(Kind.FLOAT, written, bits=int(bits))
        return integers(written, int(bits), signed=not unsigned)
    return Column(Kind.UNKNOWN, written)


class PolarsRows:
    """Rows of a lazy frame."""

    def __init__(self, frame: Any, unit: str, item: str) -> None:
        """Looks at the types only."""
        schema = frame.collect_schema()
        at = schema.names()
        self.unit, self.item = column_of(schema[unit]), column_of(schema[item])
        # By position: Polars takes some names for patterns.
        self._pairs = frame.select(
            plain(pl.nth(at.index(unit)), self.unit).alias("unit"),
            plain(pl.nth(at.index(item)), self.item).alias("key"),
        )

    def _missing(self) -> Any:
        return is_missing(pl.col("unit"), self.unit) | is_missing(pl.col("key"), self.item)

    def has_missing(self) -> bool:
        """Whether a row has no unit or no item."""
        return bool(self._pairs.select(self._missing().any()).collect().item())

    def counts(self, keys: dict[Key, int]) -> Iterable[tuple[int, int]]:
        """How many units have each key."""
        known = known_keys(keys, self.item, self._pairs.collect_schema()["key"])
        named = self._pairs.filter(~self._missing()).join(known, on="key", how="inner")
        units = named.select("place", "unit").unique().group_by("place").agg(pl.len().alias("units"))
        return [(int(place), int(count)) for place, count in units.collect().rows()]


def known_keys(keys: dict[Key, int], column: Column, dtype: Any) -> Any:
    """A lazy frame of the keys and their places."""
    values = [as_plain(key, column) for key in keys]
    return pl.LazyFrame([pl.Series("key", values, dtype=dtype), pl.Series("place", list(keys.values()), pl.Int64)])


def plain(values: Any, column: Column) -> Any:
    """The values in a type on which equality is that of bits."""
    match column.kind:
        case Kind.TEXT:
            return values.cast(pl.String)
        case Kind.FLOAT:
            values = values.cast(pl.Float64)
            return pl.when(values == 0.0).then(0.0).otherwise(values)  # so that -0.0 is 0.0
        case Kind.DATE | Kind.DATETIME | Kind.INSTANT:
            return values.to_physical().cast(pl.Int64)
    return values


def as_plain(key: Key, column: Column) -> object:
    """The value of that type that a key is."""
    if column.kind in (Kind.DATETIME, Kind.INSTANT):
        assert isinstance(key, int)
        return key // column.tick
    return key


def is_missing(values: Any, column: Column) -> Any:
    """Where nulls and NaN are."""
    return values.is_null() | values.is_nan() if column.kind is Kind.FLOAT else values.is_null()
