"""Tables as they come from C++, or from a run that has stored them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

from . import _runs as runs
from ._amounts import Amounts
from ._charged import Account
from ._records import Receipt
from ._table_plan import TableDescription
from ._tallies import Tally
from ._top_items import Estimate, Numbers, TopGroups, TopItems


@dataclass(frozen=True, slots=True)
class Shape:
    """What is known of tables before they are drawn.

    Attributes:
        how: the plan.
        name: what their numbers are.
        decimals: how many digits these have behind the point.
        labels: the public list; None without one.
        payer: whose budget pays; None where nobody does.
    """

    how: TableDescription
    name: str
    decimals: int
    labels: list[Any] | None
    payer: Account | None


Released: TypeAlias = TopItems[TableDescription, Amounts] | TopGroups
#: The tables, the charge with what is left, whether a run had stored them, and the names that were stored with them.
Made: TypeAlias = tuple[list[tuple[Any, Any, Any]], Any, bool, str | None]
Stored: TypeAlias = Callable[[], Made | None]
Draw: TypeAlias = Callable[[list[tuple[Any, Any, int]], Callable[[list[tuple[Any, Any, Any]]], str] | None, int], Made]


def names_of(inputs: list[Tally], drawn: list[tuple[Any, Any, Any]]) -> str:
    """The names of what was drawn, as a run stores them."""
    pairs = zip(inputs, drawn, strict=True)
    return runs.labels_text([[given.items[index] for index in table[0]] for given, table in pairs])


def delivered(shape: Shape, groups: list[Any] | None, stored: Made) -> Released:
    """What a run has stored."""
    tables, paid, replayed, names = stored
    if names is None:
        assert shape.labels is not None
        items = [[shape.labels[index] for index in table[0]] for table in tables]
    else:
        items = runs.labels_from(names)
    return put_together(shape, groups, tables, items, paid, replayed=replayed)


def put_together(
    shape: Shape,
    groups: list[Any] | None,
    tables: list[tuple[Any, Any, Any]],
    items: list[list[Any]],
    paid: Any,
    *,
    replayed: bool,
) -> Released:
    """The result: a table, or one for each group."""
    receipt = None if shape.payer is None else shape.payer.paid(*paid, replayed=replayed)
    made = [
        _made(shape, listed, table, receipt, replayed=replayed) for listed, table in zip(items, tables, strict=True)
    ]
    return made[0] if groups is None else TopGroups(dict(zip(groups, made, strict=True)), shape.how)


def _made(
    shape: Shape, items: list[Any], table: tuple[Any, Any, Any], receipt: Receipt | None, *, replayed: bool
) -> TopItems[TableDescription, Amounts]:
    indices, counts, units = table
    how = shape.how
    numbers = None
    if counts is not None:
        middle, low, high = ([_shown(row[part], shape.decimals) for row in counts] for part in range(3))
        numbers = Numbers(shape.name, middle, low, high, None if units is None else Estimate(*units))
    places = None if shape.labels is None else indices
    return TopItems(items, places, how, how.cost, receipt, len(items) == how.k, numbers, replayed)


def _shown(value: int, decimals: int) -> int | Decimal:
    """A number of units of the last decimal, as people write it; exactly, whatever the thread's context."""
    if not decimals:
        return value
    return Decimal((int(value < 0), tuple(map(int, str(abs(value)))), -decimals))
