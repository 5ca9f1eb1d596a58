"""Rows of people, in any frame: the engine that holds them counts, and only counts of public candidates leave it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from ._candidates import as_candidates, require_comparable
from ._error import Error
from ._explained import explained
from ._words import NULLS, Nulls


@explained()
def count_units(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any] | None = None,
    nulls: Nulls = "drop",
) -> npt.NDArray[np.int64]:
    """Count how many distinct units have each candidate. The counts are not private: do not publish them.

    Args:
        frame: a frame of pandas, Polars (eager or lazy), PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is.
        item: the column that says what the row is about.
        candidates: the public list of items; rows about other items are ignored.
        nulls: "drop" ignores rows whose unit or item is null; "refuse" raises an ``Error`` if there are any.

    Returns:
        One count per candidate, in their order; 0 for those that nobody has.

    Examples:
        >>> import discreet as dc
        >>> import pandas as pd
        >>> rows = pd.DataFrame({"patient": [1, 1, 2, 3], "diagnosis": ["flu", "flu", "flu", "cold"]})
        >>> dc.count_units(rows, unit="patient", item="diagnosis", candidates=["cold", "flu", "gout"])
        array([1, 2, 0])
    """
    return counts(frame, unit, item, as_candidates(candidates), nulls)


def _narwhals() -> Any:
    try:
        import narwhals
    except ImportError:
        raise ImportError("frames need the package narwhals, which is not installed") from None
    return narwhals


def counts(frame: Any, unit: str, item: str, labels: list[Any], nulls: str) -> npt.NDArray[np.int64]:
    nw = _narwhals()
    refuse = arguments.choice("nulls", nulls, NULLS) == "refuse"
    for name, column in (("unit", unit), ("item", item)):
        if not isinstance(column, str):
            raise TypeError(f"{name} must be the name of a column, not {type(column).__name__}")
    if unit == item:
        raise Error("unit and item must be two columns")
    try:
        rows = nw.from_native(frame)
    except TypeError:
        rows = None
    if not isinstance(rows, (nw.DataFrame, nw.LazyFrame)):
        raise TypeError(
            f"frame must be a frame of pandas, Polars, PyArrow, DuckDB or PySpark, not {type(frame).__name__}"
        )
    rows = rows.lazy() if isinstance(rows, nw.DataFrame) else rows
    schema = rows.collect_schema()
    for column in (unit, item):
        if column not in schema:
            raise Error(f"frame must have a column {column!r}")
    require_comparable(nw, schema[item], labels)
    failure = None
    try:
        found = _counts(nw, rows, schema, unit, item, labels, refuse)
    except Error:
        raise
    except Exception as problem:
        failure = type(problem).__name__
    if failure is not None:
        # Raised out here, so that the engine's own message, which may quote the data, is not attached.
        raise Error(f"the frame's engine could not count: {failure}", "outside_domain")
    return np.array([found.get(label, 0) for label in labels], dtype=np.int64)


def _counts(nw: Any, rows: Any, schema: Any, unit: str, item: str, labels: list[Any], refuse: bool) -> dict[Any, int]:
    """The counts of the candidates that somebody has."""
    if refuse:
        pairs, missing = _pairs(nw, rows, schema, unit, item)
        absent = pairs.select(missing.cast(nw.Int64).sum().alias("absent")).collect()
        if (absent["absent"].to_list()[0] or 0) > 0:
            raise Error("rows must not have a null unit or item", "outside_domain")
    if not labels:
        return {}
    return as_dictionary(counting(nw, rows, schema, unit, item, labels).collect())


def counting(nw: Any, rows: Any, schema: Any, unit: str, item: str, labels: list[Any]) -> Any:
    """The query that the engine runs: one row per candidate that somebody has."""
    pairs, missing = _pairs(nw, rows, schema, unit, item)
    named = pairs.filter(~missing).filter(nw.col("item").is_in(labels))
    return named.unique().group_by("item").agg(nw.len().alias("units"))


def as_dictionary(collected: Any) -> dict[Any, int]:
    """Its answer."""
    return dict(zip(collected["item"].to_list(), map(int, collected["units"].to_list()), strict=True))


def _pairs(nw: Any, rows: Any, schema: Any, unit: str, item: str) -> tuple[Any, Any]:
    # Columns of our own names, so that a column called like an aggregate does no harm.
    pairs = rows.select(_plain(nw, schema, unit).alias("unit"), _plain(nw, schema, item).alias("item"))
    return pairs, _is_missing(nw, schema[unit], "unit") | _is_missing(nw, schema[item], "item")


def _plain(nw: Any, schema: Any, name: str) -> Any:
    column = nw.col(name)
    return column.cast(nw.String) if schema[name] in (nw.Categorical, nw.Enum) else column


def _is_missing(nw: Any, dtype: Any, name: str) -> Any:
    # NaN is how pandas writes a null, and equals nothing; every engine treats it alike here.
    column = nw.col(name)
    return column.is_null() | column.is_nan() if dtype.is_float() else column.is_null()
