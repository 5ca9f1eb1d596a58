"""What a histogram of cells asks of rows, all of it public, and where a value lies on the grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from ._grid import Grid
from ._kinds import Column, Kind
from ._tally_terms import Columns, Terms

Number = int | float | Decimal | Fraction
#: Rising cells, and the mass of each, above 0.
Masses = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]

# What a full unit weighs where its rows share it.
SHARES: Final = 2**20
# The largest relative error of a rounding to nearest.
_ROUNDING = Fraction(1, 2**53)


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands for a unit, on which grid, and in which groups.

    Attributes:
        rule: share, median, min, max, sum, mean or first.
        grid: the grid.
        groups: which groups there are, and how many of a unit are kept.
    """

    rule: str
    grid: Grid
    groups: Terms


class Cells(Protocol):
    """Columns of a frame in the hands of its engine; the values are its items."""

    columns: Columns
    # Why the engine cannot say which row of a unit is the first; empty if it can.
    unordered: str

    def has_missing(self) -> bool:
        """Whether a row lacks one of them; NaN is none."""

    def histograms(self, asked: Asked) -> list[Masses]:
        """The mass of each cell, for each group."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where numbers lie on a grid: by doubles where that is certain, else exactly. The number n means n·quantum.

    For doubles y = n / width + shift: the cell's place, (n·quantum − lower) / step + 1/2, is within slack of y where it
    matters, if n as a double is within 8 roundings of n: proofs/python/quantile_cells.md.

    Attributes:
        width: the numbers that make a step.
        shift: the place of the number 0.
        slack: how far off y may be; None if doubles decide nothing.
        top: the last cell.
        integers: (a, b, c), such that the place of the number n is (a·n + b) / c.
    """

    grid: Grid
    quantum: Fraction
    width: float
    shift: float
    slack: float | None
    top: int
    integers: tuple[int, int, int]

    @staticmethod
    def of(grid: Grid, quantum: Fraction = Fraction(1)) -> Scale:
        """The scale of numbers that are multiples of a quantum."""
        reach = _reach(grid)
        slack = 32 * _ROUNDING * reach
        width = grid.step / quantum
        shift = Fraction(1, 2) - grid.lower / grid.step
        common = math.lcm(width.numerator, shift.denominator)
        integers = int(common / width), int(common * shift), common
        sure = slack < Fraction(1, 4) and Fraction(1, 2**900) < width < 2**900
        if not sure:
            return Scale(grid, quantum, 1.0, 0.0, None, grid.cells - 1, integers)
        return Scale(grid, quantum, float(width), float(shift), float(slack), grid.cells - 1, integers)

    def exact(self, number: Number, many: int = 1) -> int:
        """The cell of number·quantum / many: nearest, halves up, clamped."""
        if is_infinite(number):
            return self.top if number > 0 else 0
        # By integers: a fraction would be reduced at every step.
        above, below = (number if isinstance(number, (int, float)) else rational(number)).as_integer_ratio()
        factor, offset, divisor = self.integers
        below *= many
        return min(max((factor * above + offset * below) // (divisor * below), 0), self.top)

    def of_all(self, numbers: Sequence[Number], rule: str) -> int:
        """The cell of the sum or the mean of numbers; those that are infinite count as the grid's own ends."""
        total = sum(map(self._within, numbers), Fraction(0))
        return self.exact(total, len(numbers) if rule == "mean" else 1)

    def _within(self, number: Number) -> Fraction:
        if is_infinite(number):
            return (self.grid.upper if number > 0 else self.grid.lower) / self.quantum
        return rational(number)

    def bounds(self, numbers: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Between which cells each number lies."""
        return self.bounds_of_places(np.asarray(numbers, dtype=np.float64))

    def bounds_of_places(
        self, numbers: npt.NDArray[np.float64], more: npt.NDArray[np.float64] | None = None
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The same of doubles, which may also be more by something that is not negative."""
        if self.slack is None:
            return np.zeros(len(numbers), dtype=np.int64), np.full(len(numbers), self.top, dtype=np.int64)
        with np.errstate(over="ignore", under="ignore"):
            places = numbers / self.width + self.shift
            ends = places if more is None else places + more / self.width
            low, high = (np.clip(np.floor(end), 0, self.top) for end in (places - self.slack, ends + self.slack))
        return low.astype(np.int64), high.astype(np.int64)


def _reach(grid: Grid) -> Fraction:
    """No number that lies within a step of the grid has more steps from 0."""
    return abs(grid.lower) / grid.step + grid.cells + 2


def fixed_power(grid: Grid) -> int:
    """The k for which doubles are added up as multiples of 2^−k.

    So that 2^10 times what the grid reaches is still below 2^62 of them.
    """
    steps = Fraction(2**52) / (_reach(grid) * grid.step)
    power = steps.numerator.bit_length() - steps.denominator.bit_length() - 1
    return max(-900, min(900, power))


def is_infinite(number: Number) -> bool:
    """Whether it is an infinity."""
    return number.is_infinite() if isinstance(number, Decimal) else isinstance(number, float) and math.isinf(number)


def rational(number: Number) -> Fraction:
    """A finite number, exactly.

    A decimal beyond 10^500 counts as 10^500, and one nearer to 0 than 10^−1000 as that: written out, an exponent of a
    billion is a number of a billion digits, and no grid has cells that these would tell apart.
    """
    if isinstance(number, Decimal) and number:
        if number.adjusted() > 500:
            return Fraction(10**500 if number > 0 else -(10**500))
        if number.adjusted() < -1000:
            return Fraction(1 if number > 0 else -1, 10**1000)
    return Fraction(number)


def quantum_of(column: Column) -> Fraction:
    """What the last digit of a value is worth, for values that are read as integers without their point."""
    return Fraction(10) ** -(column.scale or 0) if column.kind is Kind.DECIMAL else Fraction(1)


class Histograms:
    """Masses by group and cell, while they are gathered."""

    def __init__(self, asked: Asked) -> None:
        """Empty."""
        self._groups: list[dict[int, int]] = [{} for _ in range(asked.groups.tables)]

    def add(self, group: int, cell: int, mass: int) -> None:
        """Put mass on a cell."""
        masses = self._groups[group]
        masses[cell] = masses.get(cell, 0) + mass

    def finished(self) -> list[Masses]:
        """For each group the cells that have mass."""
        return [_sorted(masses) for masses in self._groups]


def _sorted(masses: dict[int, int]) -> Masses:
    cells: Sequence[int] = sorted(cell for cell, mass in masses.items() if mass > 0)
    return np.array(cells, dtype=np.uint64), np.array([masses[cell] for cell in cells], dtype=np.uint64)


def gathered(found: Histograms, scale: Scale, rows: Iterable[Sequence[Any]]) -> None:
    """Gather what an engine says: group, cell or else the number itself, mass."""
    for group, cell, odd, mass in rows:
        found.add(group, scale.exact(odd) if cell is None else cell, mass)


def gathered_sums(found: Histograms, scale: Scale, rows: Iterable[Sequence[Any]], asked: Asked) -> None:
    """Gather what an engine says of sums: group, cell or else the sum of how many, or else the values, and units."""
    plain = Scale.of(asked.grid)
    for group, cell, total, many, numbers, mass in rows:
        if cell is None:
            cell = scale.exact(total, many) if numbers is None else plain.of_all(numbers, asked.rule)
        found.add(group, cell, mass)
