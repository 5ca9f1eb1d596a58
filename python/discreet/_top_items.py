"""Items that were released, as a small table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _to_frames as frames
from ._amounts import Amounts
from ._error import Error
from ._explained import explained
from ._records import Receipt
from ._table import Table, left_of, replay_of
from ._table_plan import TableDescription

How = TypeVar("How", covariant=True)
Spent = TypeVar("Spent", covariant=True)


@explained()
@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that was published with noise: from ``low`` to ``high``, with the stated confidence.

    Examples:
        >>> print(Estimate(900, 880, 921))
        900, from 880 to 921
    """

    estimate: int
    low: int
    high: int

    def __str__(self) -> str:
        """The number and its interval."""
        return f"{self.estimate}, from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers beside the names.

    Attributes:
        name: what they are: "count" or "sum".
        counts: one for each item.
        low: the least that each may be.
        high: the most.
        units: how many units there are, where that is published with them.
    """

    name: str
    counts: list[int | Decimal]
    low: list[int | Decimal]
    high: list[int | Decimal]
    units: Estimate | None


@explained()
class TopItems(Table, Generic[How, Spent]):
    """Items that were released, best first; prints as a small table.

    Attributes:
        items: the labels, as they were given among the candidates, or as they stand in the rows.
        plan: how they were selected; a description, which cannot release.
        cost: what the release cost.
        receipt: what a ledger was charged, and what is left; None without a ledger.
        complete: whether there are k items. Where not, nothing below can be told from chance.
        replayed: whether a run had stored them before: nothing was drawn or charged for this call.
    """

    __slots__ = ("_indices", "_numbers", "complete", "cost", "items", "plan", "receipt", "replayed")

    # What is mutable has no hash.
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        items: Sequence[Any],
        indices: npt.NDArray[np.int64] | None,
        how: How,
        cost: Spent,
        receipt: Receipt | None = None,
        complete: bool = True,
        numbers: Numbers | None = None,
        replayed: bool = False,
    ) -> None:
        """Built by ``top_k_items``."""
        self.receipt = receipt
        self.replayed = replayed
        self.items = list(items)
        self.plan = how
        self.cost = cost
        self.complete = complete
        self._indices = indices
        self._numbers = numbers

    @property
    def indices(self) -> npt.NDArray[np.int64]:
        """Where the items stand among the candidates.

        Raises:
            AttributeError: if there were no candidates.
        """
        if self._indices is None:
            raise AttributeError("indices are places among the candidates, and items of the data have none")
        return self._indices

    @property
    def counts(self) -> list[int | Decimal] | None:
        """The number beside each item, or its sum; None unless they were asked for."""
        return None if self._numbers is None else list(self._numbers.counts)

    @property
    def low(self) -> list[int | Decimal] | None:
        """The least that each number may be, with the stated confidence; None without numbers."""
        return None if self._numbers is None else list(self._numbers.low)

    @property
    def high(self) -> list[int | Decimal] | None:
        """The most that each number may be, with the stated confidence; None without numbers."""
        return None if self._numbers is None else list(self._numbers.high)

    @property
    def units(self) -> Estimate | None:
        """How many units there are, where that is published with the numbers; None elsewhere."""
        return None if self._numbers is None else self._numbers.units

    def __len__(self) -> int:
        """How many were released."""
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        """Walk the labels, best first."""
        return iter(self.items)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> list[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        """The label at that place; the best is the first."""
        return self.items[place]

    def __eq__(self, other: object) -> bool:
        """Whether the same items were released with the same numbers."""
        if not isinstance(other, TopItems):
            return NotImplemented
        return self.items == other.items and self._numbers == other._numbers and self.complete == other.complete

    def columns(self) -> dict[str, list[Any]]:
        """The table by its columns: rank, item and, where there are numbers, count (or sum), low, high."""
        out: dict[str, list[Any]] = {"rank": list(range(1, len(self.items) + 1)), "item": list(self.items)}
        if self._numbers is not None:
            out |= {self._numbers.name: self.counts or [], "low": self.low or [], "high": self.high or []}
        return out

    def plot(self, ax: Any = None) -> Any:
        """Draw the numbers as bars with their intervals, by matplotlib.

        Args:
            ax: the axes to draw on; new ones by default.

        Returns:
            The axes.

        Raises:
            Error: if there are no numbers.
            ModuleNotFoundError: without matplotlib.
        """
        if self._numbers is None:
            raise Error("there are no numbers to plot: write counts=True for the release")
        shown = self._numbers
        return frames.bars(self.items, shown.counts, shown.low, shown.high, shown.name, ax)

    def _notes(self) -> list[str]:
        notes = [] if self.complete else ["the list ends here: nothing below can be told from chance"]
        if self.units is not None:
            notes.append(f"number of units: {self.units}")
        return [*notes, *_paid(self.plan, self.cost, self.receipt), *replay_of(self.replayed)]


def _paid(how: object, cost: object, receipt: Receipt | None) -> list[str]:
    return [how.promise if isinstance(how, TableDescription) else f"released with {cost}", *left_of(receipt)]


@explained()
class TopGroups(Table, Mapping[Any, TopItems[TableDescription, Amounts]]):
    """A table for each group, by the group's label, in the order of the public list.

    Attributes:
        plan: how they were released; a description, which cannot release.
        cost: what all tables together cost.
        receipt: what a ledger was charged for all of them; None without a ledger.
        replayed: whether a run had stored them before: nothing was drawn or charged for this call.
    """

    __slots__ = ("_tables", "cost", "plan", "receipt", "replayed")

    def __init__(self, tables: Mapping[Any, TopItems[TableDescription, Amounts]], how: TableDescription) -> None:
        """Built by ``top_k_items``."""
        self._tables: dict[Any, TopItems[TableDescription, Amounts]] = dict(tables)
        self.plan = how
        self.cost = how.cost
        first = next(iter(self._tables.values()))
        self.receipt = first.receipt
        self.replayed = first.replayed

    def __getitem__(self, group: Any) -> TopItems[TableDescription, Amounts]:
        """The table of that group."""
        return self._tables[group]

    def __iter__(self) -> Iterator[Any]:
        """Walk the groups."""
        return iter(self._tables)

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self._tables)

    def columns(self) -> dict[str, list[Any]]:
        """All tables under each other, with the group as the first column."""
        parts = [(group, table.columns()) for group, table in self._tables.items()]
        out: dict[str, list[Any]] = {"group": [group for group, part in parts for _ in part["item"]]}
        for name in parts[0][1]:
            out[name] = [value for _, part in parts for value in part[name]]
        return out

    def _shown(self) -> dict[str, list[Any]]:
        """The columns, with a row of blanks where a group has no items."""
        out: dict[str, list[Any]] = {name: [] for name in self.columns()}
        for group, table in self._tables.items():
            part = table.columns()
            rows = max(len(table), 1)
            out["group"] += [group] * rows
            for name, values in part.items():
                out[name] += values or [""]
        return out

    def _notes(self) -> list[str]:
        whole = all(table.complete for table in self._tables.values())
        notes = [] if whole else ["where a list ends before k, nothing below can be told from chance"]
        return [*notes, *_paid(self.plan, self.cost, self.receipt), *replay_of(self.replayed)]
