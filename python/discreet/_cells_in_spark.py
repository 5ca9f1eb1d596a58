"""Histograms of cells of frames of PySpark."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pyspark.sql import Window
from pyspark.sql import functions as sql

from ._cells_terms import SHARES, Asked, Histograms, Masses, Scale, fixed_power, gathered, gathered_sums
from ._kinds import Column, Kind
from ._tally_in_spark import SparkTable, by_digest
from ._tally_terms import Names

# So many rows of numbers below this add up within 38 digits: 10^10.
_DIGITS = 28


def open_table(frame: Any, names: Names) -> SparkCells:
    """Columns of a frame."""
    return SparkCells(frame, names)


class SparkCells(SparkTable):
    """Columns of a frame."""

    unordered = "Spark reads rows in an order of its own, so that one unit's rows could change another unit's value"

    def histograms(self, asked: Asked) -> list[Masses]:
        """The mass of each cell, for each group."""
        rows = self._listed(asked.groups).withColumn("number", _number(sql.col("item"), self.columns.item))
        if asked.groups.groups_per_unit is not None:
            place = sql.dense_rank().over(by_digest(self._unit_name(asked.groups), sql.col("name")))
            rows = rows.withColumn("place", place).filter(sql.col("place") <= asked.groups.groups_per_unit)
        rows = rows.select("unit", "group", "number")
        found = Histograms(asked)
        if asked.rule in ("sum", "mean"):
            self._sums(rows, asked, found)
            return found.finished()
        scale = Scale.of(asked.grid)
        if asked.rule == "share":
            cells = rows.select("unit", "group", *_located(scale)).groupBy("unit", "group", "cell", "odd")
            counted = cells.agg(sql.count(sql.lit(1)).alias("many"))
            # A unit has all its rows in all groups together.
            together = sql.sum("many").over(Window.partitionBy("unit"))
            counted = counted.withColumn("rows", together)
            share = sql.floor(sql.lit(float(SHARES)) / sql.col("rows"))
            cells = counted.withColumn("mass", sql.col("many") * share)
        else:
            chosen = rows.groupBy("unit", "group").agg(_chosen(asked.rule).alias("number"))
            cells = chosen.select("group", *_located(scale), sql.lit(1).cast("bigint").alias("mass"))
        masses = cells.groupBy("group", "cell", "odd").agg(sql.sum("mass").alias("mass"))
        gathered(found, scale, masses.select("group", "cell", "odd", "mass").collect())
        return found.finished()

    def _sums(self, rows: Any, asked: Asked, found: Histograms) -> None:
        scale, whole, loose, wide = _fixed(self.columns.item, asked)
        added = rows.withColumn("wide", wide).withColumn("whole", whole).withColumn("loose", loose.cast("bigint"))
        many = sql.count(sql.lit(1)) if asked.rule == "mean" else sql.lit(1)
        totals = added.groupBy("unit", "group").agg(
            sql.sum("whole").alias("total"),
            many.cast("bigint").alias("many"),
            sql.sum("loose").alias("loose"),
            sql.max("wide").alias("wide"),
        )
        cell, _ = _located(scale, sql.col("total").cast("double") / sql.col("many"), sql.col("loose") / sql.col("many"))
        totals = totals.withColumn("cell", sql.when(~sql.col("wide"), cell))
        hard = sql.col("cell").isNull() & (sql.col("wide") | (sql.col("loose") > 0))
        unsure = [sql.when(sql.col("cell").isNull(), sql.col(name)).alias(name) for name in ("total", "many")]
        easy = totals.filter(~hard).select("group", "cell", *unsure).groupBy("group", "cell", "total", "many")
        # Where integers do not say what the sum is, the values do.
        whose = totals.filter(hard).select("unit", "group")
        told = rows.join(whose, ["unit", "group"], "left_semi").groupBy("unit", "group")
        said = told.agg(sql.collect_list("number").alias("numbers"))
        counted = easy.agg(sql.count(sql.lit(1)).alias("mass"))
        nothing = [sql.lit(None).cast(counted.schema[name].dataType).alias(name) for name in ("cell", "total", "many")]
        no_list = sql.lit(None).cast(said.schema["numbers"].dataType).alias("numbers")
        # In one query, so that both are of the same rows.
        both = counted.select("group", "cell", "total", "many", no_list, "mass").union(
            said.select("group", *nothing, "numbers", sql.lit(1).cast("bigint").alias("mass"))
        )
        gathered_sums(found, scale, both.collect(), asked)


def _number(values: Any, column: Column) -> Any:
    """The value as a number."""
    match column.kind:
        case Kind.FLOAT:
            return values.cast("double")
        case Kind.DATE | Kind.DATETIME:
            return sql.unix_date(values.cast("date")).cast("bigint")
        case Kind.INTEGER:
            return values.cast("bigint")
    return values


def _located(scale: Scale, number: Any = None, more: Any = None) -> tuple[Any, Any]:
    """The cell or, where doubles are not certain, the number itself."""
    given = sql.col("number") if number is None else number
    if scale.slack is None:
        return sql.lit(None).cast("bigint").alias("cell"), given.alias("odd")
    spot = given.cast("double") / sql.lit(scale.width) + sql.lit(scale.shift)
    end = spot if more is None else spot + more / sql.lit(scale.width)
    bottom, top = sql.lit(0.0), sql.lit(float(scale.top))
    low, high = (
        sql.floor(sql.greatest(sql.least(each, top), bottom))
        for each in (spot - sql.lit(scale.slack), end + sql.lit(scale.slack))
    )
    return sql.when(low == high, low).alias("cell"), sql.when(low != high, given).alias("odd")


def _chosen(rule: str) -> Any:
    """The value that stands for a unit in a group."""
    if rule == "median":
        # Of an even number of values the lower one of the two in the middle.
        middle = sql.floor((sql.count(sql.lit(1)) + 1) / 2).cast("int")
        return sql.element_at(sql.sort_array(sql.collect_list("number")), middle)
    return sql.min("number") if rule == "min" else sql.max("number")


def _fixed(column: Column, asked: Asked) -> tuple[Scale, Any, Any, Any]:
    """How values are added up as decimals: the scale of the sum, and for a row what is added, whether the value is a
    little more, and whether it is too far from 0 to be added.
    """
    number, wide, none = sql.col("number"), sql.col("wide"), sql.lit(False)
    if column.kind is Kind.FLOAT:
        power = fixed_power(asked.grid)
        steps = number * sql.lit(2.0**power)
        far = ~((steps > sql.lit(-(2.0**62))) & (steps < sql.lit(2.0**62)))
        whole = sql.when(wide, sql.lit(0).cast("bigint")).otherwise(sql.floor(steps)).cast("decimal(28,0)")
        loose = ~wide & (whole.cast("double") * sql.lit(2.0**-power) != number)
        return Scale.of(asked.grid, Fraction(2) ** -power), whole, loose, far
    if column.kind is not Kind.DECIMAL:
        return Scale.of(asked.grid), number.cast("decimal(28,0)"), none, none
    digits = column.scale or 0
    if (column.digits or 38) <= _DIGITS:
        return Scale.of(asked.grid), number, none, none
    end = f"1{'0' * (_DIGITS - digits)}" if digits <= _DIGITS else f"0.{'0' * (digits - _DIGITS - 1)}1"
    high, low = (sql.lit(sign + end).cast(column.native) for sign in ("", "-"))
    nothing = sql.lit(0).cast(column.native)
    return Scale.of(asked.grid), sql.when(wide, nothing).otherwise(number), none, (number >= high) | (number <= low)
