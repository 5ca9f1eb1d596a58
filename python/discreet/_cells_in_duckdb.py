"""Histograms of cells of relations of DuckDB."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ._cells_terms import SHARES, Asked, Histograms, Masses, Scale, fixed_power, gathered, gathered_sums
from ._grid import Grid
from ._in_duckdb import own
from ._kinds import Column, Kind
from ._tally_in_duckdb import DuckdbTable, ranked
from ._tally_terms import Names

_VALUES = {
    "min": f"{own('min')}(number)",
    "max": f"{own('max')}(number)",
    # Of an even number of values the lower one of the two in the middle.
    "median": f"{own('quantile_disc')}(number, 0.5)",
}
# So many rows of numbers below this add up within 38 digits: 10^10.
_DIGITS = 28


def open_table(frame: Any, names: Names) -> DuckdbCells:
    """Columns of a relation."""
    return DuckdbCells(frame, names)


class DuckdbCells(DuckdbTable):
    """Columns of a relation.

    Wherever units are grouped the columns are named: GROUP BY ALL tells apart units that their collation does not.
    """

    unordered = "DuckDB reads rows in an order of its own, so that one unit's rows could change another unit's value"

    def histograms(self, asked: Asked) -> list[Masses]:
        """The mass of each cell, for each group."""
        rows = self._listed(asked.groups, _number("item", self.columns.item, asked.grid), "1")
        rows = rows.project("unit, part, name, item AS number")
        if asked.groups.groups_per_unit is not None:
            kept = ranked(rows, "dense_rank", [self._unit_name(asked.groups), "name"])
            rows = kept.filter(f"place <= {asked.groups.groups_per_unit}")
        found = Histograms(asked)
        if asked.rule in ("sum", "mean"):
            self._sums(rows, asked, found)
            return found.finished()
        scale = Scale.of(asked.grid)
        if asked.rule == "share":
            by = "unit, part, cell, odd"
            cells = _located(rows, scale, "unit, part").aggregate(f"{by}, {own('count')}(*) AS many", by)
            # A unit has all its rows in all groups together.
            share = f"{SHARES} // CAST({own('sum')}(many) OVER (PARTITION BY unit) AS BIGINT)"
            cells = cells.project(f"part, cell, odd, many * ({share}) AS mass")
        else:
            chosen = rows.aggregate(f"unit, part, {_VALUES[asked.rule]} AS number", "unit, part")
            cells = _located(chosen, scale, "part").project("part, cell, odd, 1 AS mass")
        masses = cells.aggregate(f"part, cell, odd, CAST({own('sum')}(mass) AS BIGINT) AS mass")
        gathered(found, scale, masses.fetchall())
        return found.finished()

    def _sums(self, rows: Any, asked: Asked, found: Histograms) -> None:
        scale, whole, loose, wide = _fixed(self.columns.item, asked)
        added = rows.project(f"unit, part, number, {wide} AS wide")
        added = added.project(f"unit, part, number, wide, {whole} AS whole")
        many = f"{own('count')}(*)" if asked.rule == "mean" else "1"
        totals = added.aggregate(
            f"unit, part, {own('sum')}(whole) AS total, {many} AS many,"
            f" {own('sum')}(CASE WHEN {loose} THEN 1 ELSE 0 END) AS loose, {own('bool_or')}(wide) AS wide",
            "unit, part",
        )
        more = f"CAST(loose AS DOUBLE) / many / {_double(scale.width)}"
        sure = _located(
            totals, scale, "unit, part, total, many, loose, wide", "CAST(total AS DOUBLE) / many", more
        ).project("unit, part, total, many, loose, wide, CASE WHEN wide THEN NULL ELSE cell END AS cell")
        hard = "cell IS NULL AND (wide OR loose > 0)"
        unless = "CASE WHEN cell IS NULL THEN {0} END AS {0}"
        easy = sure.filter(f"NOT ({hard})").aggregate(
            f"part, cell, {unless.format('total')}, {unless.format('many')}, {own('count')}(*) AS mass"
        )
        # Where integers do not say what the sum is, the values do.
        whose = sure.filter(hard).project("unit, part").set_alias("hard")
        same = "rows.unit = hard.unit AND rows.part = hard.part"
        told = rows.set_alias("rows").join(whose, same)
        told = told.project("rows.unit AS unit, rows.part AS part, rows.number AS number")
        told = told.aggregate(f"unit, part, {own('list')}(number) AS numbers", "unit, part")
        # In one query, so that both are of the same rows.
        both = easy.project("part, cell, total, many, NULL AS numbers, mass").union(
            told.project("part, NULL AS cell, NULL AS total, NULL AS many, numbers, 1 AS mass")
        )
        gathered_sums(found, scale, both.fetchall(), asked)


def _number(value: str, column: Column, grid: Grid) -> str:
    """The value as a number; of a date the days, and where it is infinite the grid's own end, so that it adds up."""
    match column.kind:
        case Kind.FLOAT:
            return f"CAST({value} AS DOUBLE)"
        case Kind.DATE | Kind.DATETIME:
            day = f"CAST({value} AS DATE)"
            end = f"CASE WHEN {day} > DATE '1970-01-01' THEN {int(grid.upper)} ELSE {int(grid.lower)} END"
            return f"(CASE WHEN {own('isfinite')}({day}) THEN {day} - DATE '1970-01-01' ELSE {end} END)"
    return value


def _double(number: float) -> str:
    return f"CAST('{number!r}' AS DOUBLE)"


def _located(rows: Any, scale: Scale, columns: str, number: str = "number", more: str = "0") -> Any:
    """The rows with their cell or, where doubles are not certain, the number itself."""
    if scale.slack is None:
        return rows.project(f"{columns}, CAST(NULL AS BIGINT) AS cell, {number} AS odd")
    top, slack, floor = float(scale.top), _double(scale.slack), own("floor")
    within = f"CASE WHEN {{0}} < 0 THEN 0 WHEN {{0}} > {_double(top)} THEN {_double(top)} ELSE {{0}} END"
    spot = f"CAST({number} AS DOUBLE) / {_double(scale.width)} + {_double(scale.shift)}"
    rows = rows.project(f"{columns}, {number} AS odd, {spot} AS spot, {more} AS more")
    rows = rows.project(
        f"{columns}, odd, {floor}(spot - {slack}) AS low, {floor}(spot + more + {slack}) AS high",
    )
    rows = rows.project(f"{columns}, odd, {within.format('low')} AS low, {within.format('high')} AS high")
    return rows.project(
        f"{columns}, CASE WHEN low = high THEN CAST(low AS BIGINT) END AS cell,"
        " CASE WHEN low <> high THEN odd END AS odd"
    )


def _fixed(column: Column, asked: Asked) -> tuple[Scale, str, str, str]:
    """How values are added up as integers or decimals: the scale of the sum, and for a row what is added, whether the
    value is a little more, and whether it is too far from 0 to be added.
    """
    match column.kind:
        case Kind.FLOAT:
            power = fixed_power(asked.grid)
            steps, end = f"(number * {_double(2.0**power)})", _double(2.0**62)
            wide = f"(NOT ({steps} > -{end} AND {steps} < {end}))"
            floor = f"CAST({own('floor')}({steps}) AS BIGINT)"
            loose = f"NOT wide AND CAST(whole AS DOUBLE) * {_double(2.0**-power)} <> number"
            scale = Scale.of(asked.grid, Fraction(2) ** -power)
            return scale, f"CASE WHEN wide THEN 0 ELSE {floor} END", loose, wide
        case Kind.DECIMAL if (column.digits or 38) > _DIGITS:
            scale_digits = column.scale or 0
            end = f"1{'0' * max(_DIGITS - scale_digits, 0)}"
            if scale_digits > _DIGITS:
                end = f"0.{'0' * (scale_digits - _DIGITS - 1)}1"
            literal = f"CAST('{end}' AS {column.native})"
            wide = f"(number >= {literal} OR number <= -{literal})"
            return Scale.of(asked.grid), "CASE WHEN wide THEN 0 ELSE number END", "false", wide
        case Kind.INTEGER if (column.high or 0) >= 2**64:
            end = str(2**90)
            wide = f"(number >= {end}" + (f" OR number <= -{end})" if (column.low or 0) < 0 else ")")
            return Scale.of(asked.grid), "CASE WHEN wide THEN 0 ELSE CAST(number AS HUGEINT) END", "false", wide
    return Scale.of(asked.grid), "number", "false", "false"
