"""Whose row it is: a column says it, or several together."""

from __future__ import annotations

from collections.abc import Sequence

from ._error import Error


def unit_columns(unit: object) -> tuple[str, ...]:
    """The names of the columns that together say whose row it is.

    Raises:
        TypeError: for what is neither a name nor a list of names.
        Error: for an empty list, for a column that is named twice, and for one of several with a comma in its name.
    """
    if isinstance(unit, str):
        return (unit,)
    if not isinstance(unit, (list, tuple)):
        raise TypeError(f"unit must be the name of a column or a list of names, not {type(unit).__name__}")
    for column in unit:
        if not isinstance(column, str):
            raise TypeError(f"unit must be a list of names of columns, not of {type(column).__name__}")
    if not unit:
        raise Error("unit must name a column: the list is empty")
    if len(set(unit)) != len(unit):
        raise Error("unit must not name a column twice")
    if len(unit) > 1 and any("," in column for column in unit):
        raise Error(
            "a column that is part of a unit must not have a comma in its name, as ledgers write one between columns:"
            " rename it"
        )
    return tuple(unit)


def require_one_reading(units: Sequence[str], names: Sequence[object]) -> None:
    """Refuse a frame with a column of this name and all those between its commas: a ledger cannot tell them apart.

    Raises:
        Error: if it is one, or if only the columns between the commas are there and the name stands for all.
    """
    whole = ",".join(units)
    parts = whole.split(",")
    if len(parts) == 1 or not all(part in names for part in parts):
        return
    if whole in names:
        raise Error(f"the frame has the column {whole!r}, and each of those between its commas: it must not have both")
    if len(units) == 1:
        raise Error(f"frame must have a column {whole!r}; for the columns together write unit={parts}")


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
