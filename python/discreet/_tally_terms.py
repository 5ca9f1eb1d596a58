"""What a table asks of rows, all of it public, and what an engine answers."""

from __future__ import annotations

import decimal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ._keys import Key
from ._kinds import Column, Kind

Integers = npt.NDArray[np.int64]

LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Terms:
    """Which rows count, and how much of one unit.

    Attributes:
        candidates: the keys of the listed items, with their places; None if every item counts.
        groups: the keys of the listed groups, with their places; None without groups.
        group_names: the names of the groups, by place; empty where no digest needs them.
        tables: how many groups are listed; 1 without groups.
        groups_per_unit: how many groups of a unit are kept; None if all are.
        items_per_unit: how many items of a unit are kept for the scores, with groups in all of them together.
        limit: how many items besides the one at the cut; None if all travel.
        clip: between what a unit's sum for an item is brought, after scaling; None if units are counted.
        decimals: the power of ten that values are scaled by.
    """

    candidates: dict[Key, int] | None = None
    groups: dict[Key, int] | None = None
    group_names: Sequence[bytes] = ()
    tables: int = 1
    groups_per_unit: int | None = None
    items_per_unit: int | None = None
    limit: int | None = None
    clip: tuple[int, int] | None = None
    decimals: int = 0

    @property
    def by_digest(self) -> bool:
        """Whether something of a unit may be left out."""
        return self.groups_per_unit is not None or self.items_per_unit is not None


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found: a score for each cell (group, item) that has one.

    Attributes:
        groups: the places of the groups; 0 without groups.
        items: the places of the candidates, or keys of the items.
        scores: of what is kept of each unit.
        published: of all; None without items_per_unit.
        units: of each group, how many units have a row left in it.
    """

    groups: Integers
    items: Sequence[Any]
    scores: Integers
    published: Integers | None
    units: Integers

    @staticmethod
    def of_no_rows(terms: Terms) -> Found:
        """What is found where no row counts."""
        nothing = np.zeros(0, dtype=np.int64)
        published = None if terms.items_per_unit is None else nothing
        return Found(nothing, [], nothing, published, np.zeros(terms.tables, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Names:
    """The columns of a frame that a table is made of."""

    unit: str
    item: str
    group: str | None = None
    value: str | None = None

    def roles(self) -> dict[str, str]:
        """The names of those there are, in this order, by what they are."""
        said = {"unit": self.unit, "item": self.item, "group": self.group, "value": self.value}
        return {role: name for role, name in said.items() if name is not None}

    def present(self) -> list[str]:
        """The names of those there are, in this order."""
        return list(self.roles().values())


@dataclass(frozen=True, slots=True)
class Columns:
    """What these columns hold."""

    unit: Column
    item: Column
    group: Column | None = None
    value: Column | None = None

    def present(self) -> list[Column]:
        """Those there are, in this order."""
        return [column for column in (self.unit, self.item, self.group, self.value) if column is not None]

    @staticmethod
    def of(names: Names, columns: Sequence[Column]) -> Columns:
        """By the columns in the order of their names."""
        rest = list(columns[2:])
        group = rest.pop(0) if names.group is not None else None
        return Columns(columns[0], columns[1], group, rest.pop(0) if names.value is not None else None)


class Table(Protocol):
    """Columns of a frame in the hands of its engine."""

    columns: Columns

    def has_missing(self) -> bool:
        """Whether a row lacks one of them; NaN is none."""

    def tally(self, terms: Terms) -> Found:
        """Add up the rows."""


def scale_of(column: Column) -> int | None:
    """How many digits after the point the values have; None if each has its own."""
    return 0 if column.kind is Kind.INTEGER else column.scale


def factor_of(column: Column, decimals: int) -> int:
    """What the values, read as integers without their point, are multiplied by."""
    return int(10 ** (decimals - (scale_of(column) or 0)))


def scaled_integer(number: decimal.Decimal, decimals: int) -> int | None:
    """A decimal times a power of ten, brought into 65 bits; None if it is no integer then, or not finite."""
    if not number.is_finite():
        return None
    sign, digits, exponent = number.as_tuple()
    # By integers, as the thread's decimal context may round.
    whole, power = int("".join(map(str, digits))), int(exponent) + decimals
    if power < 0:
        # A number of d digits is below 10^d: larger powers say no more.
        whole, rest = divmod(whole, int(10 ** min(-power, len(digits) + 1)))
        if rest:
            return None
    elif whole:
        whole *= int(10 ** min(power, 20))
    return max(-(2**64), min(2**64, -whole if sign else whole))
