"""Histograms of cells of frames of Polars, eager and lazy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import polars as pl

from ._cells_terms import SHARES, Asked, Histograms, Masses, Scale, fixed_power, gathered, gathered_sums, quantum_of
from ._kinds import Column, Kind
from ._tally_in_polars import PolarsTable
from ._tally_terms import Names

_DAY = 86_400 * 10**9


def open_table(frame: Any, names: Names) -> PolarsCells:
    """Columns of a frame."""
    return PolarsCells(frame, names)


class PolarsCells(PolarsTable):
    """Columns of a frame."""

    def __init__(self, frame: Any, names: Names) -> None:
        """Looks at the types only."""
        super().__init__(frame.lazy(), names)
        lazy = isinstance(frame, pl.LazyFrame)
        self.unordered = "a lazy frame of Polars may read its rows in any order" if lazy else ""
        if not lazy:
            self._rows = self._rows.with_row_index("row")

    def histograms(self, asked: Asked) -> list[Masses]:
        """The mass of each cell, for each group."""
        column = self.columns.item
        rows = self._listed(asked.groups).with_columns(_number(pl.col("item"), column).alias("number"))
        if asked.groups.groups_per_unit is not None:
            rows = self._in_kept_groups(rows, asked.groups)
        found = Histograms(asked)
        if asked.rule in ("sum", "mean"):
            self._sums(rows, asked, found)
            return found.finished()
        scale = Scale.of(asked.grid, quantum_of(column))
        if asked.rule == "share":
            cells = rows.select("unit", "group", *_located(scale)).group_by("unit", "group", "cell", "odd").len("many")
            # A unit has all its rows in all groups together.
            share = pl.lit(SHARES, pl.Int64) // pl.col("many").cast(pl.Int64).sum().over("unit")
            cells = cells.with_columns((pl.col("many").cast(pl.Int64) * share).alias("mass"))
        else:
            chosen = rows.group_by("unit", "group").agg(_chosen(asked.rule).alias("number"))
            cells = chosen.select("group", *_located(scale), pl.lit(1, pl.Int64).alias("mass"))
        masses = cells.group_by("group", "cell", "odd").agg(pl.col("mass").sum())
        gathered(found, scale, masses.select("group", "cell", "odd", "mass").collect().iter_rows())
        return found.finished()

    def _sums(self, rows: Any, asked: Asked, found: Histograms) -> None:
        column = self.columns.item
        scale, whole, loose, wide = _fixed(column, asked)
        rows = rows.with_columns(wide.alias("wide")).with_columns(whole.alias("whole"))
        totals = rows.group_by("unit", "group").agg(
            pl.col("whole").cast(pl.Int128).sum().alias("total"),
            (pl.len() if asked.rule == "mean" else pl.lit(1)).cast(pl.Int64).alias("many"),
            loose.sum().cast(pl.Int64).alias("loose"),
            pl.col("wide").any(),
        )
        many = pl.col("many").cast(pl.Float64)
        cell, _ = _located(scale, pl.col("total").cast(pl.Float64) / many, pl.col("loose").cast(pl.Float64) / many)
        totals = totals.with_columns(pl.when(~pl.col("wide")).then(cell).alias("cell"))
        hard = pl.col("cell").is_null() & (pl.col("wide") | (pl.col("loose") > 0))
        unsure = [pl.when(pl.col("cell").is_null()).then(pl.col(name)).alias(name) for name in ("total", "many")]
        nothing = pl.lit(None).alias("numbers")
        easy = totals.filter(~hard).select("group", "cell", *unsure).group_by("group", "cell", "total", "many")
        sure = easy.len("mass").select("group", "cell", "total", "many", nothing, "mass")
        # Where integers do not say what the sum is, the values do.
        whose = totals.filter(hard).select("unit", "group")
        told = rows.join(whose, on=["unit", "group"], how="semi").group_by("unit", "group").agg("number")
        summed, listed = pl.collect_all([sure, told.select("group", "number")])
        gathered_sums(found, scale, summed.iter_rows(), asked)
        plain = Scale.of(asked.grid, quantum_of(column))
        for group, numbers in listed.iter_rows():
            found.add(group, plain.of_all(numbers, asked.rule), 1)


def _number(values: Any, column: Column) -> Any:
    """The value as a number: of a decimal the digits without the point, of a time the days."""
    match column.kind:
        case Kind.DECIMAL:
            return values.to_physical()
        case Kind.DATETIME:
            return values // (_DAY // column.tick)
    return values


def _located(scale: Scale, number: Any = None, more: Any = None) -> tuple[Any, Any]:
    """The cell or, where doubles are not certain, the number itself."""
    given = pl.col("number") if number is None else number
    if scale.slack is None:
        return pl.lit(None, pl.Int64).alias("cell"), given.alias("odd")
    spot = given.cast(pl.Float64) / scale.width + scale.shift
    end = spot if more is None else spot + more / scale.width
    low, high = (each.floor().clip(0, scale.top) for each in (spot - scale.slack, end + scale.slack))
    return pl.when(low == high).then(low.cast(pl.Int64)).alias("cell"), pl.when(low != high).then(given).alias("odd")


def _chosen(rule: str) -> Any:
    """The value that stands for a unit in a group."""
    number = pl.col("number")
    match rule:
        case "min":
            return number.min()
        case "max":
            return number.max()
        case "median":
            return number.sort().get((pl.len() - 1) // 2)
    return number.sort_by("row").first()


def _fixed(column: Column, asked: Asked) -> tuple[Scale, Any, Any, Any]:
    """How values are added up as integers: the scale of the sum, and for a row what is added, whether the value is a
    little more, and whether it is too far from 0 to be added.
    """
    number, wide = pl.col("number"), pl.col("wide")
    if column.kind is Kind.FLOAT:
        power = fixed_power(asked.grid)
        steps = number * 2.0**power
        far = ~((steps > -(2.0**62)) & (steps < 2.0**62))
        whole = pl.when(wide).then(0.0).otherwise(steps.floor()).cast(pl.Int64)
        loose = ~wide & (pl.col("whole").cast(pl.Float64) * 2.0**-power != number)
        return Scale.of(asked.grid, Fraction(2) ** -power), whole, loose, far
    scale = Scale.of(asked.grid, quantum_of(column))
    none = pl.lit(False)
    if column.kind is Kind.DECIMAL or (column.high or 0) >= 2**64:
        unsigned = column.low == 0
        far = number >= pl.lit(2**90, pl.UInt128 if unsigned else pl.Int128)
        if not unsigned:
            far |= number <= pl.lit(-(2**90), pl.Int128)
        return scale, pl.when(wide).then(pl.lit(0)).otherwise(number), none, far
    return scale, number, none, none
