"""Counting in frames of PySpark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import functions as sql
from pyspark.sql import types

from ._error import Error
from ._keys import Key
from ._kinds import Column, Kind, integers
from ._spelled import spelled


def names(frame: Any) -> list[str]:
    """The names of the columns."""
    return list(frame.columns)


def open_rows(frame: Any, unit: str, item: str) -> SparkRows:
    """Two columns of a frame."""
    return SparkRows(frame, unit, item)


def column_of(native: Any) -> Column:
    """What a type of Spark holds."""
    written = native.simpleString()
    match native:
        case types.StringType():
            return Column(Kind.TEXT, written)
        case types.NullType():
            return Column(Kind.EMPTY, written)
        case types.BinaryType():
            return Column(Kind.BYTES, written)
        case types.BooleanType():
            return Column(Kind.BOOLEAN, written)
        case types.ByteType() | types.ShortType() | types.IntegerType() | types.LongType():
            bits = {"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64}[written]
            return integers(written, bits, signed=True)
        case types.FloatType():
            return Column(Kind.FLOAT, written, bits=32)
        case types.DoubleType():
            return Column(Kind.FLOAT, written)
        case types.DecimalType():
            return Column(Kind.DECIMAL, written, digits=native.precision, scale=native.scale)
        case types.DateType():
            return Column(Kind.DATE, written)
        case types.TimestampNTZType():
            return Column(Kind.DATETIME, written, tick=10**3)
        case types.TimestampType():
            return Column(Kind.INSTANT, written, tick=10**3)
    return Column(Kind.UNKNOWN, written)


class SparkRows:
    """Rows of a frame."""

    def __init__(self, frame: Any, unit: str, item: str) -> None:
        """Looks at the types only."""
        fields = dict(zip(frame.columns, frame.schema.fields, strict=True))
        self._session = frame.sparkSession
        self.unit, self.item = (column_of(fields[name].dataType) for name in (unit, item))
        units, items = (named_column(frame, name) for name in (unit, item))
        # What Spark calls char(n) is text, padded to n characters; no candidate ends in blanks.
        if is_padded(fields[item]):
            items = sql.rtrim(items)
        # Units as Spark tells them apart, collations included; items by bytes, whatever the collation.
        self._pairs = frame.select(number(units, self.unit).alias("unit"), plain(items, self.item).alias("key"))

    def _missing(self) -> Any:
        return is_missing(sql.col("unit"), self.unit) | is_missing(sql.col("key"), self.item)

    def has_missing(self) -> bool:
        """Whether a row has no unit or no item."""
        return bool(self._pairs.filter(self._missing()).limit(1).count())

    def counts(self, keys: dict[Key, int]) -> Iterable[tuple[int, int]]:
        """How many units have each key."""
        known = known_keys(self._session, keys, self.item)
        named = self._pairs.filter(~self._missing()).join(sql.broadcast(known), "key", "inner")
        units = named.select("place", "unit").distinct().groupBy("place").agg(sql.count(sql.lit(1)).alias("units"))
        return [(int(row["place"]), int(row["units"])) for row in units.collect()]


def named_column(frame: Any, name: str) -> Any:
    """The column of that name, whatever is in it.

    Raises:
        Error: if Spark would not know which of two is meant.
    """
    alike = [other for other in frame.columns if other.lower() == name.lower()]
    if len(alike) > 1 and frame.sparkSession.conf.get("spark.sql.caseSensitive") != "true":
        listed = " and ".join(map(repr, alike))
        raise Error(
            f"the frame has the columns {listed}, which Spark takes for one: rename or drop one of them, or set"
            " spark.sql.caseSensitive to true"
        )
    return sql.col("`" + name.replace("`", "``") + "`")


def is_padded(field: Any) -> bool:
    """Whether it is what Spark calls char(n)."""
    return str(field.metadata.get("__CHAR_VARCHAR_TYPE_STRING", "")).startswith("char")


def known_keys(session: Any, keys: dict[Key, int], column: Column, names: Sequence[bytes] = ()) -> Any:
    """A frame of the keys, their places and the names at those places, if there are any."""
    words = [word(key, column) for key in keys]
    called = pa.array([names[place] if names else b"" for place in keys.values()], pa.binary())
    table = pa.table({"word": words, "place": pa.array(list(keys.values()), pa.int64()), "name": called})
    known = session.createDataFrame(table)
    return known.select(from_word(sql.col("word"), column).alias("key"), "place", "name")


def is_missing(values: Any, column: Column) -> Any:
    """Whether it is null or NaN."""
    return values.isNull() | sql.isnan(values) if column.kind is Kind.FLOAT else values.isNull()


def number(values: Any, column: Column) -> Any:
    """The value, of two zeros the one."""
    # So that -0.0 is 0.0.
    if column.kind is not Kind.FLOAT:
        return values
    return sql.when(values == 0, sql.lit(0.0).cast(column.native)).otherwise(values)


def plain(values: Any, column: Column) -> Any:
    """The items in a type on which equality is that of bits."""
    match column.kind:
        case Kind.TEXT:
            return values.cast("binary")
        case Kind.INSTANT:
            return sql.unix_micros(values)
    return number(values, column)


def word(key: Key, column: Column) -> str | bytes:
    """A key in letters that a cast reads, or in bytes."""
    if isinstance(key, str):
        return key.encode()
    if isinstance(key, bytes):
        return key
    if column.kind is Kind.INSTANT:
        assert isinstance(key, int)
        return str(key // 1000)
    return spelled(key, column)


def from_word(word: Any, column: Column) -> Any:
    """The key of a word."""
    match column.kind:
        case Kind.TEXT | Kind.BYTES:
            return word
        case Kind.INSTANT:
            return word.cast("bigint")
    return word.cast(column.native)
