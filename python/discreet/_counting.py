"""Counts of distinct units by candidate, made by the engine that holds the rows."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from ._error import Error
from ._keys import Key, keys_of, one_kind
from ._kinds import Column, Kind, no_row_counts
from ._words import NULLS


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


def count(frame: Any, unit: str, item: str, labels: list[Any], nulls: str) -> npt.NDArray[np.int64]:
    """How many distinct units have each label."""
    refuse = arguments.choice("nulls", nulls, NULLS) == "refuse"
    for name, column in (("unit", unit), ("item", item)):
        if not isinstance(column, str):
            raise TypeError(f"{name} must be the name of a column, not {type(column).__name__}")
    if unit == item:
        raise Error("unit and item must be two columns")
    one_kind(labels)
    engine = engine_of(frame)
    names = guarded(lambda: engine.names(frame))
    for column in (unit, item):
        require_column(column, names)
    rows: Rows = guarded(lambda: engine.open_rows(frame, unit, item))
    require_known("unit", rows.unit, ())
    require_known("item", rows.item, (Kind.IDENTIFIER,))
    keys = keys_of(rows.item, labels)
    if refuse and guarded(rows.has_missing):
        raise Error("rows must not have a null unit or item", "outside_domain")
    counts = np.zeros(len(labels), dtype=np.int64)
    if keys and not no_row_counts((rows.unit, rows.item)):
        for place, units in guarded(lambda: list(rows.counts(keys))):
            counts[place] = units
    return counts


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
