"""What a histogram of cells must be, by fractions and dictionaries of Python's."""

from __future__ import annotations

import datetime
import math
from collections import defaultdict
from fractions import Fraction
from typing import Any

from tally_reference import is_value, rank

from discreet._grid import Grid

# The unit, the value and the group.
Row = tuple[Any, Any, Any]
Histogram = dict[int, int]
RULES = ["share", "median", "min", "max", "sum", "mean", "first"]
FULL = 2**20


def grid(lower: Any, step: Any, cells: int, dates: bool = False) -> Grid:
    """The grid of so many cells."""
    return Grid(Fraction(lower), Fraction(lower) + (cells - 1) * Fraction(step), Fraction(step), dates)


def number(value: Any) -> Fraction | float:
    """A value as a fraction, or an infinity."""
    match value:
        case datetime.datetime():
            return Fraction((value - datetime.datetime(1970, 1, 1)) // datetime.timedelta(days=1))
        case datetime.date():
            return Fraction((value - datetime.date(1970, 1, 1)).days)
        case float() if math.isinf(value):
            return value
    return Fraction(value)


def cell(on: Grid, value: Fraction | float) -> int:
    """The nearest cell, halves up, clamped."""
    if isinstance(value, float):
        return on.cells - 1 if value > 0 else 0
    return min(max(math.floor((value - on.lower) / on.step + Fraction(1, 2)), 0), on.cells - 1)


def one_value(on: Grid, values: list[Fraction | float], rule: str) -> Fraction | float:
    """What stands for a unit with these values."""
    match rule:
        case "first":
            return values[0]
        case "min":
            return min(values)
        case "max":
            return max(values)
        case "median":
            return sorted(values)[(len(values) - 1) // 2]
    within = [value if isinstance(value, Fraction) else on.upper if value > 0 else on.lower for value in values]
    return sum(within, Fraction(0)) / (len(within) if rule == "mean" else 1)


def expected(
    rows: list[Row], on: Grid, rule: str, *, groups: list[Any] | None = None, groups_per_unit: int = 1
) -> list[Histogram]:
    """One histogram for each group."""
    units: dict[Any, list[tuple[Any, Fraction | float]]] = defaultdict(list)
    for unit, value, group in rows:
        if is_value(unit) and is_value(value) and (groups is None or group in groups):
            units[unit].append((None if groups is None else group, number(value)))
    found: dict[Any, Histogram] = {group: defaultdict(int) for group in (groups or [None])}
    for unit, having in units.items():
        if rule == "share":
            for group, value in having:
                found[group][cell(on, value)] += FULL // len(having)
            continue
        visited = {group for group, _ in having}
        if groups is not None and groups_per_unit < len(groups):
            visited = set(sorted(visited, key=lambda group: rank(unit, group))[:groups_per_unit])
        for group in visited:
            mine = [value for where, value in having if where == group]
            found[group][cell(on, one_value(on, mine, rule))] += 1
    return [{at: mass for at, mass in histogram.items() if mass} for histogram in found.values()]


def told(columns: Any) -> list[Histogram]:
    """What an engine says, after a look at its form."""
    for cells, masses in columns:
        assert len(cells) == len(masses)
        assert (masses > 0).all()
        assert cells.tolist() == sorted(set(cells.tolist()))
    return [dict(zip(cells.tolist(), masses.tolist(), strict=True)) for cells, masses in columns]
