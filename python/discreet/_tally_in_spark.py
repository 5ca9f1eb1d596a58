"""Tables from frames of PySpark."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import numpy as np
from pyspark.sql import Window
from pyspark.sql import functions as sql

from . import _in_spark as spark
from ._keys import Key
from ._kinds import Column, Kind
from ._names import FIRST_DAY, LAST_DAY, text_of
from ._tally_terms import LARGEST, Columns, Found, Names, Terms, factor_of


def open_table(frame: Any, names: Names) -> SparkTable:
    """Columns of a frame."""
    return SparkTable(frame, names)


class SparkTable:
    """Columns of a frame."""

    def __init__(self, frame: Any, names: Names) -> None:
        """Looks at the types only."""
        fields = dict(zip(frame.columns, frame.schema.fields, strict=True))
        roles = names.roles()
        self.columns = Columns.of(names, [spark.column_of(fields[name].dataType) for name in roles.values()])
        self._session = frame.sparkSession
        values = {role: spark.named_column(frame, name) for role, name in roles.items()}
        # What Spark calls char(n) is text, padded to n characters; no candidate ends in blanks.
        self._unit_padded = spark.is_padded(fields[names.unit])
        for role in ("item", "group"):
            if role in roles and spark.is_padded(fields[roles[role]]):
                values[role] = sql.rtrim(values[role])
        plain = {"unit": spark.number(values["unit"], self.columns.unit)}
        for role, column in (("item", self.columns.item), ("group", self.columns.group)):
            if column is not None:
                plain[role] = spark.plain(values[role], column)
        self._rows = frame.select(*(value.alias(role) for role, value in (values | plain).items()))
        absent = [
            spark.is_missing(sql.col(role), column) for role, column in zip(roles, self.columns.present(), strict=True)
        ]
        self._missing = reduce(or_, absent)

    def has_missing(self) -> bool:
        """Whether a row lacks one of them."""
        return bool(self._rows.filter(self._missing).limit(1).count())

    def tally(self, terms: Terms) -> Found:
        """Add up the rows."""
        cells = self._cells(terms)
        unit_name = self._unit_name(terms)
        if terms.groups_per_unit is not None:
            place = sql.dense_rank().over(by_digest(unit_name, sql.col("name")))
            cells = cells.withColumn("place", place).filter(sql.col("place") <= terms.groups_per_unit).drop("place")
        units = cells.select("group", "unit").distinct().groupBy("group").agg(sql.count(sql.lit(1)).alias("score"))
        score = sql.col("amount")
        if terms.items_per_unit is not None:
            names = [unit_name, name_of_value(sql.col("item"), self.columns.item, plain=True)]
            if terms.groups is not None:
                names.insert(1, sql.col("name"))
            cells = cells.withColumn("place", sql.row_number().over(by_digest(*names)))
            score = sql.when(sql.col("place") <= terms.items_per_unit, sql.col("amount")).otherwise(sql.lit(0))
        found = cells.groupBy("group", "item").agg(
            _sum(score).alias("score"), _sum(sql.col("amount")).alias("published")
        )
        if terms.candidates is None:
            found = found.filter(sql.col("score") > 0)
        if terms.limit is not None:
            found = _largest(found, terms.limit, grouped=terms.groups is not None)
        key = sql.col("item") if terms.candidates is not None else _travelling(sql.col("item"), self.columns.item)
        found = found.select("group", key.alias("item"), _clamped("score"), _clamped("published"))
        # In one query, so that both are of the same rows.
        nothing = sql.lit(None).cast(found.schema["item"].dataType)
        zero = sql.lit(0).cast("bigint")
        both = found.union(units.select("group", nothing.alias("item"), "score", zero.alias("published")))
        return self._found(both.collect(), terms)

    def _units_become_bytes(self, terms: Terms) -> bool:
        return terms.by_digest and self.columns.unit.kind is Kind.TEXT

    def _cells(self, terms: Terms) -> Any:
        """What each unit adds to each group and item: unit, item, group, its name, amount."""
        rows = self._listed(terms)
        if terms.clip is None:
            return rows.distinct()
        low, high = (sql.lit(bound).cast("decimal(38,0)") for bound in terms.clip)
        clipped = sql.greatest(sql.least(_sum(sql.col("amount")), high), low).cast("bigint")
        return rows.groupBy("unit", "item", "group", "name").agg(clipped.alias("amount"))

    def _listed(self, terms: Terms) -> Any:
        """The rows that count: unit, item, group, its name, amount."""
        rows = self._rows.filter(~self._missing)
        columns = self.columns
        if self._units_become_bytes(terms):
            # Units that a collation calls equal are one, under the least of their spellings.
            text = sql.rtrim(sql.col("unit")) if self._unit_padded else sql.col("unit")
            rows = rows.withColumn("unit", sql.min(text.cast("binary")).over(Window.partitionBy("unit")))
        value = sql.lit(1) if columns.value is None else _integer(sql.col("value"), columns.value, terms.decimals)
        rows = rows.withColumn("amount", value.cast("bigint"))
        if terms.groups is None or columns.group is None:
            rows = rows.withColumn("group", sql.lit(0).cast("bigint")).withColumn("name", sql.lit(b""))
        else:
            known = spark.known_keys(self._session, terms.groups, columns.group, terms.group_names)
            known = known.withColumnRenamed("key", "group")
            rows = rows.join(sql.broadcast(known), "group").drop("group").withColumnRenamed("place", "group")
        if terms.candidates is not None:
            known = spark.known_keys(self._session, terms.candidates, columns.item).drop("name")
            known = known.withColumnRenamed("key", "item")
            rows = rows.join(sql.broadcast(known), "item").drop("item").withColumnRenamed("place", "item")
        return rows.select("unit", "item", "group", "name", "amount")

    def _unit_name(self, terms: Terms) -> Any:
        """The name of the unit of a row that counts."""
        return sql.col("unit") if self._units_become_bytes(terms) else name_of_value(sql.col("unit"), self.columns.unit)

    def _found(self, rows: list[Any], terms: Terms) -> Found:
        units = np.zeros(terms.tables, dtype=np.int64)
        cells = []
        for row in rows:
            if row["item"] is None:
                units[row["group"]] = row["score"]
            else:
                cells.append(row)
        items = [row["item"] for row in cells]
        if terms.candidates is None:
            items = [_key(value, self.columns.item) for value in items]
        groups, scores, published = (
            np.array([row[name] for row in cells], dtype=np.int64) for name in ("group", "score", "published")
        )
        return Found(groups, items, scores, None if terms.items_per_unit is None else published, units)


def by_digest(*names: Any) -> Any:
    """The cells of a unit, by the digest of these names."""
    parts = [(sql.concat(sql.octet_length(name).cast("string"), sql.lit(":")).cast("binary"), name) for name in names]
    text = sql.concat(*(part for pair in parts for part in pair))
    return Window.partitionBy("unit").orderBy(sql.sha2(text, 256).cast("binary"))


def _largest(found: Any, limit: int, *, grouped: bool) -> Any:
    if not grouped:
        return found.orderBy(sql.col("score").desc()).limit(limit + 1)
    place = sql.row_number().over(Window.partitionBy("group").orderBy(sql.col("score").desc()))
    return found.withColumn("place", place).filter(sql.col("place") <= limit + 1)


def _sum(amounts: Any) -> Any:
    # Spark adds decimals of 28 digits in 38: ten billion rows of 64 bits have room.
    return sql.sum(amounts.cast("decimal(28,0)"))


def _clamped(total: str) -> Any:
    low, high = (sql.lit(bound).cast("decimal(38,0)") for bound in (-LARGEST, LARGEST))
    return sql.greatest(sql.least(sql.col(total), high), low).cast("bigint").alias(total)


def name_of_value(values: Any, column: Column, *, plain: bool = False) -> Any:
    """The name of a value, in bytes."""
    match column.kind:
        case Kind.TEXT | Kind.BYTES:
            return values.cast("binary")
        case Kind.DATE:
            first, last = (sql.lit(day.isoformat()).cast("date") for day in (FIRST_DAY, LAST_DAY))
            inside = values.between(first, last)
            written = sql.when(inside, values.cast("string")).otherwise(sql.unix_date(values).cast("string"))
        case Kind.DATETIME | Kind.INSTANT:
            micros = values if plain and column.kind is Kind.INSTANT else _micros(values, column)
            written = sql.when(micros == 0, sql.lit("0")).otherwise(sql.concat(micros.cast("string"), sql.lit("000")))
        case _:
            written = values.cast("string")
    return written.cast("binary")


def _micros(values: Any, column: Column) -> Any:
    """Microseconds from the start of 1970, whatever the session's zone."""
    if column.kind is Kind.INSTANT:
        return sql.unix_micros(values)
    days = sql.unix_date(values.cast("date")).cast("bigint")
    minutes = (days * 24 + sql.hour(values)) * 60 + sql.minute(values)
    seconds = sql.extract(sql.lit("SECOND"), values) * sql.lit(1_000_000)
    return minutes * 60_000_000 + seconds.cast("bigint")


def _travelling(item: Any, column: Column) -> Any:
    # As numbers: Python has no date for years above 9999, and would read times in its own zone.
    match column.kind:
        case Kind.DATE:
            return sql.unix_date(item)
        case Kind.DATETIME:
            return _micros(item, column)
    return item


def _key(value: Any, column: Column) -> Key:
    match column.kind:
        case Kind.TEXT:
            return text_of(bytes(value))
        case Kind.BYTES:
            return bytes(value)
        case Kind.DATETIME | Kind.INSTANT:
            return int(value) * 1000
    key: Key = value
    return key


def _integer(values: Any, column: Column, decimals: int) -> Any:
    """An integer, or a decimal without its point, scaled; the nearest one that fits 64 bits."""
    factor = factor_of(column, decimals)
    bound, scale = LARGEST // factor, column.scale or 0
    if column.kind is Kind.DECIMAL:
        whole, rest = divmod(bound, 10**scale)
        end = f"{whole}.{rest:0{scale}}" if scale else str(whole)
        wide = f"decimal(38,{scale})"
        low, high = (sql.lit(text).cast(wide) for text in (f"-{end}", end))
        within = sql.greatest(sql.least(values.cast(wide), high), low).cast(f"decimal(19,{scale})")
        digits = (within * sql.lit(str(10**scale)).cast(f"decimal({scale + 1},0)")).cast("bigint")
    else:
        low, high = (sql.lit(end).cast("bigint") for end in (-bound, bound))
        digits = sql.greatest(sql.least(values.cast("bigint"), high), low)
    return digits * sql.lit(factor).cast("bigint")
