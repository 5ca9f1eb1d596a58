"""From rows to histograms of cells: exact masses for each group, made by the engine that holds the rows.

Nothing here is private. What one unit more changes is proved in proofs/python/quantile_cells.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _arguments as arguments
from ._cells_terms import Asked, Cells, Histograms, Masses
from ._counting import guarded, require_known
from ._error import Error
from ._grid import Grid
from ._kinds import Column, Kind
from ._tally import Opened, with_groups
from ._tally_arguments import column_names, group_list, require_names
from ._tally_terms import Terms
from ._units import unit_columns
from ._words import NULLS, PER_UNIT, Unit

_NUMBERS = "lower and upper are numbers"
_DATES = "lower and upper are dates"


def columns_of(
    frame: Any,
    *,
    unit: Unit,
    value: str,
    group: str | None = None,
    groups: Iterable[Any] | None = None,
    groups_per_unit: int = 1,
    per_unit: str = "share",
    nulls: str = "drop",
    grid: Grid,
) -> list[Masses]:
    """The mass of each cell of a grid, for each group; one without groups.

    A row counts if it has a unit, a value and a group of the list. Its cell is the nearest one, halves up, after
    clamping, exactly. With "share" a unit with r such rows, in all groups together, puts ⌊2^20 / r⌋ on the cell of
    each. With another rule it puts 1 on one cell in each of its groups, of which groups_per_unit are kept as by tally.

    Args:
        frame: a frame of pandas, Polars, PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is, or a list of columns that say it together.
        value: the column of numbers, or of dates where the grid has dates.
        group: the column of the groups.
        groups: the public list of groups.
        groups_per_unit: how many groups of a unit are left; only for a rule other than "share".
        per_unit: what stands for a unit: "share", "median" (the lower one), "min", "max", "sum", "mean" or "first".
        nulls: "drop" ignores rows that lack something; "refuse" raises an ``Error`` if there are any.
        grid: the grid.

    Returns:
        For each group the cells that have mass, rising, and their masses.
    """
    # Everything that can be refused is refused before the data is read.
    refuse = arguments.choice("nulls", nulls, NULLS) == "refuse"
    rule = arguments.choice("per_unit", per_unit, PER_UNIT)
    units = unit_columns(unit)
    names = column_names(units, value, group, None, "value")
    if (group is None) != (groups is None):
        raise TypeError("group and groups go together: group= names the column, groups= is the public list of groups")
    listed = group_list(group, groups)
    most = arguments.at_least_one("groups_per_unit", groups_per_unit)
    if most != 1 and (listed is None or rule == "share"):
        raise TypeError(
            "groups_per_unit goes with groups: write group= and groups="
            if listed is None
            else 'groups_per_unit goes with one value per unit: with per_unit="share" all groups of a unit share it'
        )
    found_in = Opened.of(frame, units, names, "_cells")
    columns = found_in.columns
    for part in found_in.parts:
        require_known("unit", part, ())
    _require_value(columns.item, grid)
    if rule == "first" and found_in.unordered:
        raise Error(
            f'per_unit="first" needs rows in an order of their own, and {found_in.unordered}: write per_unit="min" or'
            ' "median", or use a frame of pandas, Polars (eager) or PyArrow'
        )
    terms = Terms()
    if listed is not None and columns.group is not None:
        require_known("group", columns.group, (Kind.IDENTIFIER,))
        terms = with_groups(terms, columns.group, listed, len(listed) if rule == "share" else most)
    if terms.by_digest:
        for part in found_in.parts:
            require_names("unit", part)
    if refuse and found_in.has_missing():
        raise Error("rows must not have a null unit, value or group", "outside_domain")
    asked = Asked(rule, grid, terms)
    table: Cells | None = found_in.table()
    if table is None:
        return Histograms(asked).finished()
    found: list[Masses] = guarded(lambda: table.histograms(asked))
    return found


def _require_value(column: Column, grid: Grid) -> None:
    """Refuse a column that has no place on the grid.

    Raises:
        TypeError: if it is one.
    """
    wanted = (Kind.DATE, Kind.DATETIME) if grid.dates else (Kind.INTEGER, Kind.FLOAT, Kind.DECIMAL)
    if column.kind in (*wanted, Kind.EMPTY):
        return
    match column.kind:
        case Kind.INSTANT:
            cure = (
                "the day of such a time depends on the zone: convert it to the zone that you mean, drop the zone, and"
                " give lower= and upper= as dates"
            )
        case Kind.DATE | Kind.DATETIME:
            cure = "write lower= and upper= as dates, and step= in days"
        case Kind.TEXT | Kind.BYTES:
            cure = f"cast it to {'dates' if grid.dates else 'numbers, for instance to decimals or doubles'}"
        case Kind.BOOLEAN:
            cure = "cast it to integers, if 0 and 1 are meant"
        case Kind.INTEGER | Kind.FLOAT | Kind.DECIMAL:
            cure = "write lower= and upper= as numbers, or cast it to dates"
        case _:
            cure = f"cast it to {'dates' if grid.dates else 'numbers'}"
    raise TypeError(
        f"the value column holds {column.kind.value} (type {column.native}), but {_DATES if grid.dates else _NUMBERS};"
        f" {cure}"
    )
