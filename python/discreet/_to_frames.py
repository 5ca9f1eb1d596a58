"""Rows as frames of the engines, and as a plot."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

Columns = dict[str, list[Any]]

# What has no rows has no values to tell its type from.
_TEXTS = ("item", "group")


def module_of(name: str, task: str) -> Any:
    """A package that not everybody has.

    Raises:
        ModuleNotFoundError: if it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        package = name.partition(".")[0]
        raise ModuleNotFoundError(f"{task} needs {package}; install it", name=package) from None


def _is_whole(name: str, values: list[Any]) -> bool:
    return name not in _TEXTS and all(isinstance(value, int) for value in values)


def as_pandas(columns: Columns) -> Any:
    """A frame of pandas."""
    pandas = module_of("pandas", "to_pandas")
    made = {}
    for name, values in columns.items():
        kind = "int64" if _is_whole(name, values) else None if values else object
        try:
            made[name] = pandas.Series(values, dtype=kind)
        except UnicodeError:  # half of a surrogate pair, which its texts cannot hold
            made[name] = pandas.Series(values, dtype=object)
    return pandas.DataFrame(made)


def as_polars(columns: Columns) -> Any:
    """A frame of Polars; labels that Polars has no one type for are texts."""
    polars = module_of("polars", "to_polars")
    made = []
    for name, values in columns.items():
        kind = polars.Int64 if _is_whole(name, values) else None
        # It takes nanoseconds of NumPy for microseconds, and dates among them for floating-point numbers.
        held = _as_texts(values) if any(isinstance(value, np.datetime64) for value in values) else values
        try:
            made.append(polars.Series(name, held, dtype=kind, strict=False))
        except UnicodeError:
            made.append(polars.Series(name, _as_texts(values)))
    return polars.DataFrame(made)


def as_arrow(columns: Columns) -> Any:
    """A table of PyArrow; labels that Arrow has no one type for are texts."""
    arrow = module_of("pyarrow", "to_arrow")
    made = {}
    for name, values in columns.items():
        try:
            made[name] = arrow.array(values, type=arrow.int64() if _is_whole(name, values) else None)
        except (arrow.ArrowException, TypeError, UnicodeError, OverflowError):
            made[name] = arrow.array(_as_texts(values))
    return arrow.table(made)


def _as_texts(values: list[Any]) -> list[str]:
    return [str(value).encode(errors="backslashreplace").decode() for value in values]


def bars(labels: list[Any], numbers: list[Any], low: list[Any], high: list[Any], name: str, axes: Any) -> Any:
    """Draw bars with intervals, the first at the top; the axes."""
    pyplot = module_of("matplotlib.pyplot", "plot")
    if axes is None:
        axes = pyplot.subplots()[1]
    places = list(range(len(labels)))
    middle, left, right = (list(map(float, each)) for each in (numbers, low, high))
    # The interval is drawn by its ends: rounding may put a number outside of it by a half.
    below = [max(m - a, 0.0) for m, a in zip(middle, left, strict=True)]
    above = [max(b - m, 0.0) for m, b in zip(middle, right, strict=True)]
    axes.barh(places, middle, xerr=[below, above] if labels else None, capsize=3)
    # A label is no formula, whatever signs it has.
    axes.set_yticks(places, labels=[str(label) for label in labels], parse_math=False)
    axes.invert_yaxis()
    axes.set_xlabel(name)
    return axes


def steps(quantiles: list[float], values: list[Any], ends: Sequence[Any], band: float | None, axes: Any) -> Any:
    """Draw rising quantiles as a distribution function; the axes.

    With a band, what lies below a value is at most its quantile and the band, and what does not lie above it at least
    its quantile without the band: between two values the function lies between these two bounds.
    """
    pyplot = module_of("matplotlib.pyplot", "plot")
    if axes is None:
        axes = pyplot.subplots()[1]
    places = [ends[0], *values, ends[1]]
    if band is not None:
        least = [0.0, *(max(q - band, 0.0) for q in quantiles)]
        most = [*(min(q + band, 1.0) for q in quantiles), 1.0]
        axes.fill_between(places, [*least, least[-1]], [*most, most[-1]], step="post", alpha=0.25, linewidth=0)
    line = axes.step(places, [0.0, *quantiles, quantiles[-1]], where="post")[0]
    axes.plot(values, quantiles, "o", color=line.get_color())
    axes.set_ylim(0, 1)
    axes.set_xlabel("value")
    axes.set_ylabel("quantile")
    return axes
