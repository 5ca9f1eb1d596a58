"""Histograms of cells of rows that are in memory, by numbers of numpy's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ._cells_terms import SHARES, Asked, Histograms, Masses, Number, Scale, fixed_power
from ._kinds import Column
from ._names import digest
from ._tally_in_memory import Coded, Mask, names_of, numbered, smallest
from ._tally_terms import Integers, Terms

_LOW = np.int64(2**32 - 1)
# What is not below this in magnitude is not added up in 64 bits.
_WIDE = 2**62


@dataclass(frozen=True, slots=True)
class Values:
    """Values that none is missing of.

    Attributes:
        raw: numbers, each of which times the quantum is the value, where it is not wide.
        wide: where the value is only what ``exact`` says.
        quantum: what 1 is worth.
        exact: the numbers of some rows, before the quantum.
    """

    raw: npt.NDArray[Any]
    wide: Mask
    quantum: Fraction
    exact: Callable[[Integers], Sequence[Number]]

    @staticmethod
    def of(raw: npt.NDArray[Any], quantum: Fraction = Fraction(1)) -> Values:
        """Of numbers that are all there is to say."""
        return Values(raw, np.zeros(len(raw), dtype=np.bool_), quantum, lambda rows: raw[rows].tolist())

    @staticmethod
    def of_objects(numbers: Sequence[Number]) -> Values:
        """Of Python's own numbers."""
        wide = np.ones(len(numbers), dtype=np.bool_)
        raw = np.zeros(len(numbers), dtype=np.int64)
        return Values(raw, wide, Fraction(1), lambda rows: [numbers[row] for row in rows])

    def order(self) -> npt.NDArray[Any]:
        """Numbers that are in the order of the values."""
        if not self.wide.any():
            return self.raw
        numbers = self.exact(np.arange(len(self.raw)))
        ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)))}
        return np.array([ranks[number] for number in numbers], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that lack nothing; places are -1 where the group is not on the list."""

    unit: Column
    units: Coded
    group_places: Integers | None
    values: Values


def histograms(rows: Rows, asked: Asked) -> list[Masses]:
    """The mass of each cell, for each group."""
    everyone = rows.units.codes
    groups = np.zeros(len(everyone), dtype=np.int64) if rows.group_places is None else rows.group_places
    found = Histograms(asked)
    if asked.rule == "share":
        listed = np.flatnonzero(groups >= 0)
        shares = SHARES // np.bincount(everyone[listed], minlength=1)[everyone[listed]].clip(1)
        _gather(found, groups[listed], _cells(rows.values, listed, asked), shares)
        return found.finished()
    listed, entry, group = _entries(rows, groups, asked.groups)
    if asked.rule in ("sum", "mean"):
        cells = _Sums(rows.values, listed, entry, asked).cells()
    else:
        cells = _cells(rows.values, _chosen(rows.values, listed, entry, asked.rule), asked)
    _gather(found, group, cells, np.ones(len(cells), dtype=np.int64))
    return found.finished()


def _entries(rows: Rows, groups: Integers, terms: Terms) -> tuple[Integers, Integers, Integers]:
    """The rows of what is kept of each unit, by unit and group: rows, the number of each one's entry, and its group."""
    listed = np.flatnonzero(groups >= 0)
    visits, entry = numbered(rows.units.codes[listed], groups[listed], terms.tables)
    owner, group = visits // terms.tables, visits % terms.tables
    if terms.groups_per_unit is not None:

        def digests(some: Integers) -> list[bytes]:
            called = names_of(rows.units, owner[some], rows.unit)
            return [digest((name, terms.group_names[place])) for name, place in zip(called, group[some], strict=True)]

        kept = smallest(owner, terms.groups_per_unit, digests)
        listed, entry = listed[kept[entry]], (np.cumsum(kept) - 1)[entry[kept[entry]]]
        group = group[kept]
    order = np.argsort(entry, kind="stable")
    return listed[order], entry[order], group


def _begins(entry: Integers) -> Integers:
    """Where the rows of each entry begin; they are together."""
    return np.flatnonzero(np.r_[True, entry[1:] != entry[:-1]]) if len(entry) else np.zeros(0, dtype=np.int64)


def _chosen(values: Values, listed: Integers, entry: Integers, rule: str) -> Integers:
    """The row that stands for each entry."""
    begins = _begins(entry)
    if rule == "first":
        return listed[begins]  # the order above is stable
    by_value = np.lexsort((values.order()[listed], entry))
    last = np.r_[begins[1:], len(entry)][: len(begins)] - 1
    at = {"min": begins, "max": last, "median": (begins + last) // 2}[rule]
    return np.asarray(listed[by_value[at]], dtype=np.int64)


def _cells(values: Values, rows: Integers, asked: Asked) -> Integers:
    """The cell of each of these rows, by doubles where they are certain."""
    scale = Scale.of(asked.grid, values.quantum)
    raw = values.raw[rows]
    low, high = scale.bounds(raw)
    wide = values.wide[rows]
    unsure = np.flatnonzero((low != high) & ~wide)
    distinct, inverse = np.unique(raw[unsure], return_inverse=True)
    exact = np.array([scale.exact(number) for number in distinct.tolist()], dtype=np.int64)
    low[unsure] = exact[inverse.reshape(-1)]
    said = values.exact(rows[wide])
    known = {number: scale.exact(number) for number in set(said)}
    low[wide] = [known[number] for number in said]
    return low


class _Sums:
    """Sums and means of the values of each entry."""

    def __init__(self, values: Values, listed: Integers, entry: Integers, asked: Asked) -> None:
        self._values, self._listed, self._asked = values, listed, asked
        self._begins = _begins(entry)
        self._lengths = np.diff(np.r_[self._begins, len(entry)])
        raw, self._quantum = values.raw[listed], values.quantum
        self._loose = np.zeros(len(raw), dtype=np.bool_)
        wide = values.wide[listed]
        if raw.dtype.kind == "f":
            power = fixed_power(asked.grid)
            self._quantum = Fraction(2) ** -power
            with np.errstate(over="ignore", under="ignore", invalid="ignore"):
                steps = raw * 2.0**power
                wide = wide | ~(np.abs(steps) < _WIDE)
                whole = np.where(wide, 0.0, np.floor(steps))
                self._loose = (whole * 2.0**-power != raw) & ~wide
            raw = whole.astype(np.int64)
        elif raw.dtype.kind == "u":
            wide = wide | (raw >= np.uint64(_WIDE))
        self._wide = wide
        self._steps = np.where(wide, 0, raw).astype(np.int64)

    def _added(self, numbers: npt.NDArray[Any]) -> Integers:
        return np.add.reduceat(numbers.astype(np.int64), self._begins) if len(numbers) else np.zeros(0, dtype=np.int64)

    def cells(self) -> Integers:
        """The cell of each entry."""
        if len(self._listed) >= 2**31:
            raise OverflowError
        # In halves: neither passes 64 bits in 2^31 rows, so together they are the exact sum.
        upper, lower = self._added(self._steps >> np.int64(32)), self._added(self._steps & _LOW)
        upper, lower = upper + (lower >> np.int64(32)), lower & _LOW
        loose, wide = self._added(self._loose), self._added(self._wide)
        many = self._lengths if self._asked.rule == "mean" else np.ones(len(self._begins), dtype=np.int64)
        scale = Scale.of(self._asked.grid, self._quantum)
        low, high = scale.bounds_of_places((upper * 2.0**32 + lower) / many, loose / many)
        known: dict[tuple[int, int], int] = {}
        for entry in np.flatnonzero((low != high) | (wide > 0)).tolist():
            if wide[entry] or loose[entry]:
                low[entry] = self._exactly(entry)
                continue
            total = ((int(upper[entry]) << 32) + int(lower[entry]), int(many[entry]))
            if total not in known:
                known[total] = scale.exact(*total)
            low[entry] = known[total]
        return low

    def _exactly(self, entry: int) -> int:
        begin = self._begins[entry]
        rows = self._listed[begin : begin + self._lengths[entry]]
        scale = Scale.of(self._asked.grid, self._values.quantum)
        return scale.of_all(self._values.exact(rows), self._asked.rule)


def _gather(found: Histograms, groups: Integers, cells: Integers, masses: Integers) -> None:
    order = np.lexsort((cells, groups))
    groups, cells, masses = groups[order], cells[order], masses[order]
    if not len(order):
        return
    begins = np.flatnonzero(np.r_[True, (groups[1:] != groups[:-1]) | (cells[1:] != cells[:-1])])
    sums = np.add.reduceat(masses, begins)
    for group, cell, mass in zip(groups[begins].tolist(), cells[begins].tolist(), sums.tolist(), strict=True):
        found.add(group, cell, mass)
