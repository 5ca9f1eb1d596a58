"""What may be asked of a table, and what to write instead."""

from __future__ import annotations

import decimal
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from . import _arguments as arguments
from ._candidates import as_candidates, require_bare
from ._error import Error
from ._keys import Key, keys_of, one_kind
from ._kinds import Column, Kind
from ._names import has_names
from ._tally_terms import LARGEST, Names, scale_of, scaled_integer

MOST_DECIMALS = 15

_T = TypeVar("_T")


def column_names(units: Sequence[str], item: object, group: object, value: object, called: str = "item") -> Names:
    """The columns that were named, with the first of the unit's.

    Raises:
        TypeError: for what is no name.
        Error: if two are the same.
    """
    said = {called: item, "group": group} | ({} if value is None else {"value": value})
    given = {name: column for name, column in said.items() if name == called or column is not None}
    for name, column in given.items():
        if not isinstance(column, str):
            raise TypeError(f"{name} must be the name of a column, not {type(column).__name__}")
    if len({*units, *given.values()}) != len(units) + len(given):
        *first, last = "unit", *given
        several = "different columns" if len(units) > 1 else f"{len(given) + 1} columns"
        raise Error(f"{', '.join(first)} and {last} must be {several}")
    return Names(units[0], str(item), *(None if column is None else str(column) for column in (group, value)))


def require_one_way(labels: list[Any] | None, limit: object, items_per_unit: object) -> None:
    """Check that it is said in one way which items there are.

    Raises:
        TypeError: if it is said in none, or in several.
    """
    ways = {"candidates": labels, "limit": limit, "items_per_unit": items_per_unit}
    given = [name for name, value in ways.items() if value is not None]
    if not given:
        raise TypeError("say which items there are: write candidates=, or limit= or items_per_unit= without them")
    if len(given) > 1:
        raise TypeError(f"say which items there are in one way: {' and '.join(given)} were given")


def require_some(name: str, labels: list[Any]) -> None:
    """Refuse a list of nothing.

    Raises:
        Error: if it is one.
    """
    if not labels:
        raise Error(f"{name} must not be empty")


def group_list(by: object, groups: Iterable[Any] | None) -> list[Any] | None:
    """The labels of the groups, in order.

    Raises:
        TypeError: for what is no list, and for one of ``by`` and ``groups`` alone.
        Error: for nulls, duplicates and an empty list.
    """
    if (by is None) != (groups is None):
        raise TypeError(
            "by and groups go together: by= names the column, groups= is the public list of groups, which are never"
            " read from the data"
        )
    if groups is None:
        return None
    labels = _of_groups(lambda: as_candidates(groups))
    require_some("groups", labels)
    _of_groups(lambda: one_kind(labels))
    return labels


def require_bare_groups(labels: list[Any], column: object) -> None:
    """Refuse what reading lines leaves around groups: no row would be in them, and a budget would buy empty tables.

    Raises:
        Error: for what ``require_bare`` refuses.
    """
    _of_groups(lambda: require_bare(labels, column))


def group_keys(column: Column, labels: list[Any]) -> dict[Key, int]:
    """The keys of the groups, with their places."""
    return _of_groups(lambda: keys_of(column, labels))


def _of_groups(ask: Callable[[], _T]) -> _T:
    """What holds of candidates and the item column holds of groups and theirs, in their own words."""
    refused: Exception
    try:
        return ask()
    except (TypeError, Error) as problem:
        said = str(problem).replace("candidate", "group").replace("an item", "a group").replace("item", "group")
        refused = Error(said, problem.kind) if isinstance(problem, Error) else TypeError(said)
    raise refused


def require_names(name: str, column: Column) -> None:
    """Refuse a column whose values not every engine writes alike.

    Raises:
        TypeError: if it is one.
    """
    if not has_names(column):
        raise TypeError(
            f"the {name} column is of type {column.native}; what is kept of a unit goes by texts, and engines write"
            f" {column.kind.value} in different ways: cast it to integers (Int64 in pandas) or to text"
        )


def bounds_of(value: object, clip: object, decimals: int, *, listed: bool) -> tuple[int, int] | None:
    """The bounds of a unit's sum, scaled; None if units are counted.

    Raises:
        TypeError: for one of ``value`` and ``clip`` alone.
        Error: for what ``clip_bounds`` refuses, and for negative bounds without candidates.
    """
    if (value is None) != (clip is None):
        raise TypeError("value and clip go together: clip=(low, high) bounds what a unit adds to one item")
    if value is None:
        if decimals:
            raise TypeError("decimals goes with value: counts have none")
        return None
    low, high = clip_bounds(clip, decimals)
    if low < 0 and not listed:
        raise Error("clip must not be negative without candidates: an item could be there with a sum of 0 or less")
    return low, high


def require_value(column: Column, decimals: int) -> None:
    """Refuse a column that cannot be added exactly.

    Raises:
        TypeError: if it holds no integers and no decimals.
        Error: if its decimals have more digits after the point than are asked for.
    """
    if column.kind is Kind.FLOAT:
        raise TypeError(
            f"the value column is of type {column.native}; floating-point sums depend on the order of all rows, so that"
            " one unit would move other units' digits: cast it to integers, or to decimals with decimals= digits after"
            " the point"
        )
    if column.kind not in (Kind.INTEGER, Kind.DECIMAL, Kind.EMPTY):
        raise TypeError(f"the value column is of type {column.native}; it must hold integers or decimals")
    scale = scale_of(column)
    if scale is None:
        return
    if scale > decimals:
        raise Error(
            f"the value column is of type {column.native}, with more digits after the point than decimals={decimals}:"
            f" {f'write decimals={scale}, or ' if scale <= MOST_DECIMALS else ''}round it by a cast"
        )
    if decimals - scale > 18:
        raise Error(f"the value column is of type {column.native}, whose values do not fit 64 bits: cast it")


def clip_bounds(clip: object, decimals: int) -> tuple[int, int]:
    """The bounds as integers, scaled.

    Raises:
        TypeError: if they are not two integers or decimals.
        Error: if they are the wrong way round, both 0, or have too many digits.
    """
    if isinstance(clip, (str, bytes)) or not isinstance(clip, Sequence) or len(clip) != 2:
        raise TypeError("clip must be a pair (low, high)")
    low, high = (_scaled(bound, decimals) for bound in clip)
    if low > high:
        raise Error("clip must be (low, high), with low not above high")
    if low == high == 0:
        raise Error("clip must not be (0, 0): every sum would be 0")
    return low, high


def _scaled(bound: object, decimals: int) -> int:
    if isinstance(bound, (bool, np.bool_)) or not isinstance(bound, (int, np.integer, decimal.Decimal)):
        cure = "; write decimal.Decimal(text)" if isinstance(bound, (float, str)) else ""
        raise TypeError(f"clip must hold integers or decimals, not {type(bound).__name__}{cure}")
    whole = scaled_integer(decimal.Decimal(bound if isinstance(bound, decimal.Decimal) else int(bound)), decimals)
    if whole is None:
        raise Error(f"clip must be finite, with no more digits after the point than decimals={decimals}")
    if abs(whole) > LARGEST:
        raise Error("clip must fit 64 bits after scaling by decimals")
    return whole


def decimals_of(value: object) -> int:
    """How many digits after the point values have."""
    digits = arguments.count("decimals", value)
    if digits > MOST_DECIMALS:
        raise Error(f"decimals must be at most {MOST_DECIMALS}")
    return digits
