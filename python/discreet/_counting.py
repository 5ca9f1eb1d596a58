"""Counts of distinct units by candidate, made by the engine that holds the rows."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from ._error import Error
from ._keys import Key, keys_of, one_kind
from ._kinds import Column, Kind, no_row_counts
from ._tally_terms import Names
from ._units import require_one_reading, unit_columns
from ._words import NULLS, Unit


class Rows(Protocol):
    """Two columns of a frame, in the hands of its engine.

    Each item equals at most one key, by a rule that looks at that item alone; which units are the same is an
    equivalence of its own. So one unit more moves each count by 0 or 1: proofs/python/counting.md.
    """

    unit: Column
    item: Column

    def has_missing(self) -> bool:
        """Whether a row has no unit or no item; NaN is none."""

    def counts(self, keys: dict[Key, int]) -> Iterable[tuple[int, int]]:
        """For the places of the keys that somebody has: how many units have an item equal to the key."""


# An engine's module, the name of its frames there, and our own module that counts in them.
_ENGINES = (
    ("pandas", "DataFrame", "_in_pandas"),
    ("polars", "DataFrame", "_in_polars"),
    ("polars", "LazyFrame", "_in_polars"),
    ("pyarrow", "Table", "_in_arrow"),
    ("pyarrow", "RecordBatch", "_in_arrow"),
    ("duckdb", "DuckDBPyRelation", "_in_duckdb"),
    ("pyspark.sql", "DataFrame", "_in_spark"),
)


def count(frame: Any, unit: Unit, item: str, labels: list[Any], nulls: str) -> npt.NDArray[np.int64]:
    """How many distinct units have each label."""
    refuse = arguments.choice("nulls", nulls, NULLS) == "refuse"
    units = unit_columns(unit)
    if not isinstance(item, str):
        raise TypeError(f"item must be the name of a column, not {type(item).__name__}")
    if item in units:
        raise Error(
            "unit and item must be two columns" if len(units) == 1 else "item must be none of the unit's columns"
        )
    one_kind(labels)
    engine = engine_of(frame)
    names = guarded(lambda: engine.names(frame))
    require_one_reading(units, names)
    for column in (*units, item):
        require_column(column, names)
    opened: list[Rows] = guarded(lambda: [engine.open_rows(frame, name, item) for name in units])
    rows, parts = opened[0], [each.unit for each in opened]
    for part in parts:
        require_known("unit", part, ())
    require_known("item", rows.item, (Kind.IDENTIFIER,))
    keys = keys_of(rows.item, labels)
    empty = no_row_counts((*parts, rows.item))
    if len(units) > 1 and not empty:
        together, called = in_one_column(engine, frame, units, parts, Names(units[0], item))
        opened = [rows := guarded(lambda: engine.open_rows(together, called.unit, called.item))]
    if refuse and any(guarded(each.has_missing) for each in opened):
        raise Error("rows must not have a null unit or item", "outside_domain")
    counts = np.zeros(len(labels), dtype=np.int64)
    if keys and not empty:
        for place, units_of_key in guarded(lambda: list(rows.counts(keys))):
            counts[place] = units_of_key
    return counts


def in_one_column(
    engine: Any, frame: Any, units: Sequence[str], parts: Sequence[Column], names: Names
) -> tuple[Any, Names]:
    """The columns of a frame in which one says whose row it is, and what they are called there.

    Two rows have the same unit there just if all parts are the same, each by the rule of its own column; a row that
    lacks a part has none.
    """
    module = importlib.import_module(f"._units{engine.__name__.rpartition('.')[2]}", __package__)
    return guarded(lambda: module.joined(frame, units, parts, names)), Names(**{role: role for role in names.roles()})


def engine_of(frame: Any) -> Any:
    """Our module that counts in such frames.

    Raises:
        TypeError: if there is none.
    """
    for name, kind, ours in _ENGINES:
        module = sys.modules.get(name)  # whoever has such a frame has its module
        if module is not None and isinstance(frame, getattr(module, kind)):
            return importlib.import_module(f".{ours}", __package__)
    raise TypeError(f"frame must be a frame of pandas, Polars, PyArrow, DuckDB or PySpark, not {type(frame).__name__}")


def require_column(column: str, names: list[Any]) -> None:
    """Refuse the name of no column, or of several.

    Raises:
        Error: if it is one.
    """
    if names.count(column) == 1:
        return
    near = difflib.get_close_matches(column, [name for name in names if isinstance(name, str)], n=1)
    guess = f"; did you mean {near[0]!r}?" if near and column not in names else ""
    raise Error(f"frame must have {'a' if column not in names else 'one'} column {column!r}{guess}")


def require_known(name: str, column: Column, also_refused: tuple[Kind, ...]) -> None:
    """Refuse a column of a type whose equality is not known.

    Raises:
        TypeError: if it is one.
    """
    if column.kind in (Kind.UNKNOWN, *also_refused):
        raise TypeError(
            f"the {name} column is of type {column.native}; it must hold texts, numbers, booleans, dates, times or"
            " bytes, all of one type: cast it, for instance to text"
        )


def guarded(ask: Callable[[], Any]) -> Any:
    """What the engine answers. Its own messages may quote the data, so none of them is attached to ours."""
    failure = None
    try:
        return ask()
    except Error:
        raise
    except Exception as problem:
        failure = type(problem).__name__
    raise Error(f"the frame's engine could not count: {failure}", "outside_domain")


Integers = npt.NDArray[np.int64]


def count_pairs(
    places: Integers, codes: Integers, candidates: int, distinct: Callable[[Integers], Integers]
) -> Iterable[tuple[int, int]]:
    """Of rows in memory: how many distinct codes, none negative, stand beside each place; -1 is no place.

    ``distinct`` keeps one of each integer, in any order.
    """
    named = places >= 0
    places, codes = places[named], codes[named]
    width = int(codes.max()) + 1 if len(codes) else 1
    if candidates * width >= 2**63:
        raise OverflowError
    found = np.bincount(distinct(places * np.int64(width) + codes) // width)
    return ((int(place), int(found[place])) for place in np.flatnonzero(found))
