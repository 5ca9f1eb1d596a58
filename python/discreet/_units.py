"""Whose row it is: a column says it, or several together."""

from __future__ import annotations

from ._error import Error


def unit_columns(unit: object) -> tuple[str, ...]:
    """The names of the columns that together say whose row it is.

    Raises:
        TypeError: for what is neither a name nor a list of names.
        Error: for an empty list, and for a column that is named twice.
    """
    if isinstance(unit, str):
        return (unit,)
    if not isinstance(unit, (list, tuple)):
        raise TypeError(f"unit must be the name of a column, not {type(unit).__name__}")
    for column in unit:
        if not isinstance(column, str):
            raise TypeError(f"unit must be a list of names of columns, not of {type(column).__name__}")
    if not unit:
        raise Error("unit must name a column: the list is empty")
    if len(set(unit)) != len(unit):
        raise Error("unit must not name a column twice")
    return tuple(unit)


def plain_unit(unit: object) -> object:
    """The same as a run's request has it: a name alone, or a list of several."""
    if isinstance(unit, (list, tuple)):
        columns = unit_columns(unit)
        return columns[0] if len(columns) == 1 else list(columns)
    return unit


def spelled_unit(unit: object) -> object:
    """The same as the program writes it and a ledger keeps it: with commas between."""
    return ",".join(unit_columns(unit)) if isinstance(unit, (list, tuple)) else unit


def is_part(column: object, unit: object) -> bool:
    """Whether it is one of the unit's columns."""
    # A series in place of its name has an equality of its own; it is refused for what it is, later.
    return (
        isinstance(column, str)
        and isinstance(unit, (str, list, tuple))
        and column in ([unit] if isinstance(unit, str) else [part for part in unit if isinstance(part, str)])
    )
