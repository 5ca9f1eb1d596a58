"""From rows to tables: exact scores for each group, made by the engine that holds the rows.

Nothing here is private. What one unit more changes is proved in proofs/python/tally.md.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from . import _arguments as arguments
from ._candidates import as_candidates
from ._counting import engine_of, guarded, in_one_column, require_column, require_known
from ._error import Error
from ._keys import keys_of, one_kind
from ._kinds import Column, Kind, no_row_counts
from ._names import name_of
from ._tallies import Tallies
from ._tally_arguments import (
    bounds_of,
    column_names,
    decimals_of,
    group_keys,
    group_list,
    require_names,
    require_one_way,
    require_some,
    require_value,
)
from ._tally_terms import Found, Names, Table, Terms
from ._units import require_one_reading, unit_columns
from ._words import NULLS, Unit


def tally(
    frame: Any,
    unit: Unit,
    item: str,
    *,
    candidates: Iterable[Any] | None = None,
    limit: int | None = None,
    items_per_unit: int | None = None,
    by: str | None = None,
    groups: Iterable[Any] | None = None,
    groups_per_unit: int = 1,
    value: str | None = None,
    clip: tuple[Any, Any] | None = None,
    decimals: int = 0,
    nulls: str = "drop",
) -> Tallies:
    """Add up the rows of a frame into exact scores, one table for each group.

    A row counts if it has a unit, an item (one of the candidates, if there are any), a group of the list and a value.
    Of a unit's groups with such a row groups_per_unit are kept, and only their rows are left. A score is the number of
    units that have the item in the group, or with a value the sum over those units of all their values for it, clipped.
    With items_per_unit scores are of that many (group, item) of each unit. What is kept goes by ``digest``.

    Args:
        frame: a frame of pandas, Polars, PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is, or a list of columns that say it together.
        item: the column that says what the row is about.
        candidates: the public list of items; without one, exactly one of limit and items_per_unit.
        limit: only the limit + 1 largest scores of each group are wanted.
        items_per_unit: how many items of a unit score, in all groups together.
        by: the column of the groups.
        groups: the public list of groups.
        groups_per_unit: how many groups of a unit are left.
        value: the column of integers or decimals to add up.
        clip: between what a unit's sum for an item is brought, in the column's own numbers.
        decimals: how many digits after the point the values have; scores are in units of the last one.
        nulls: "drop" ignores rows that lack something; "refuse" raises an ``Error`` if there are any.

    A row's value beyond 64 bits, after scaling, counts as the nearest one that fits; sums are exact, and clamped to 64
    bits once they are complete.
    """
    # Everything that can be refused is refused before the data is read.
    refuse = arguments.choice("nulls", nulls, NULLS) == "refuse"
    units = unit_columns(unit)
    names = column_names(units, item, by, value)
    labels = None if candidates is None else as_candidates(candidates)
    require_one_way(labels, limit, items_per_unit)
    most = None if limit is None else arguments.at_least_one("limit", limit)
    most_items = None if items_per_unit is None else arguments.at_least_one("items_per_unit", items_per_unit)
    listed = group_list(by, groups)
    most_groups = arguments.at_least_one("groups_per_unit", groups_per_unit)
    if listed is None and most_groups != 1:
        raise TypeError("groups_per_unit goes with groups: write by= and groups=")
    digits = decimals_of(decimals)
    bounds = bounds_of(value, clip, digits, listed=labels is not None)
    if labels is not None:
        require_some("candidates", labels)
        one_kind(labels)
    found_in = Opened.of(frame, units, names)
    columns = found_in.columns
    for part in found_in.parts:
        require_known("unit", part, ())
    require_known("item", columns.item, (Kind.IDENTIFIER,))
    if columns.value is not None:
        require_value(columns.value, digits)
    terms = Terms(
        candidates=None if labels is None else keys_of(columns.item, labels),
        items_per_unit=most_items,
        limit=most,
        clip=bounds,
        decimals=digits,
    )
    if listed is not None and columns.group is not None:
        require_known("group", columns.group, (Kind.IDENTIFIER,))
        terms = with_groups(terms, columns.group, listed, most_groups)
    if terms.by_digest:
        for part in found_in.parts:
            require_names("unit", part)
    if most_items is not None:
        require_names("item", columns.item)
    if refuse and found_in.has_missing():
        raise Error("rows must not have a null unit, item, group or value", "outside_domain")
    table: Table | None = found_in.table()
    found = Found.of_no_rows(terms) if table is None else guarded(lambda: table.tally(terms))
    return Tallies(found, labels, columns.item, most)


@dataclass(frozen=True, slots=True)
class Opened:
    """The columns of a frame in the hands of its engine; no row is read before ``has_missing`` or ``table``.

    Attributes:
        columns: what they hold; of the unit's the first.
        unordered: why rows have no order of their own, where that matters.
        parts: what the unit's columns hold.
    """

    columns: Any
    unordered: str
    parts: tuple[Column, ...]
    _tables: tuple[Any, ...]
    _together: Callable[[], Any]

    @staticmethod
    def of(frame: Any, units: Sequence[str], names: Names, family: str = "_tally") -> Opened:
        """By our module of that family."""
        engine = engine_of(frame)
        known = guarded(lambda: engine.names(frame))
        require_one_reading(units, known)
        for column in (*units, *names.present()[1:]):
            require_column(column, known)
        module = importlib.import_module(f".{family}{engine.__name__.rpartition('.')[2]}", __package__)
        tables = guarded(lambda: tuple(module.open_table(frame, replace(names, unit=name)) for name in units))
        parts = tuple(table.columns.unit for table in tables)

        @cache
        def together() -> Any:
            if len(units) == 1:
                return tables[0]
            joined, called = in_one_column(engine, frame, units, parts, names)
            return guarded(lambda: module.open_table(joined, called))

        return Opened(tables[0].columns, getattr(tables[0], "unordered", ""), parts, tables, together)

    def _empty(self) -> bool:
        return no_row_counts((*self.parts, *self.columns.present()))

    def has_missing(self) -> bool:
        """Whether a row lacks one of them; NaN is none."""
        return any(guarded(table.has_missing) for table in (self._tables if self._empty() else (self._together(),)))

    def table(self) -> Any | None:
        """The columns, with one for the unit; None if no row counts."""
        return None if self._empty() else self._together()


def with_groups(terms: Terms, column: Column, labels: list[Any], most: int) -> Terms:
    """The terms with these groups, of which a unit keeps so many."""
    keys = group_keys(column, labels)
    some = most < len(labels)
    group_names: list[bytes] = []
    if some or terms.items_per_unit is not None:
        require_names("group", column)
        # A group without a key is one that no row can have.
        group_names = [b""] * len(labels)
        for key, place in keys.items():
            group_names[place] = name_of(key, column)
    kept = most if some else None
    return replace(terms, groups=keys, group_names=group_names, tables=len(labels), groups_per_unit=kept)
