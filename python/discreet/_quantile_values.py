"""Quantiles that were released, as a small table."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar, cast, overload

from . import _to_frames as frames
from ._amounts import Amounts
from ._explained import explained
from ._grid import Grid
from ._quantile_plan import QuantileDescription, written
from ._records import Receipt
from ._table import Table, left_of, replay_of

Value = TypeVar("Value", bound=float | datetime.date, covariant=True)


@explained()
class Quantiles(Table, Generic[Value]):
    """Quantiles that were released, in the order in which they were asked for; prints as a small table.

    Attributes:
        quantiles: which: numbers above 0 and below 1.
        values: what was released for each: floats, or dates where the bounds are dates.
        exact: the same as fractions; dates as days from 1970.
        plan: how they were released; a description, which cannot release.
        cost: what the release cost.
        receipt: what a ledger was charged, and what is left; None without a ledger.
        replayed: whether a run had stored them before: nothing was drawn or charged for this call.
    """

    __slots__ = ("cost", "exact", "plan", "quantiles", "receipt", "replayed", "values")

    # What is mutable has no hash.
    __hash__ = None  # type: ignore[assignment]

    quantiles: list[float]
    values: list[Value]
    exact: list[Fraction]
    plan: QuantileDescription
    cost: Amounts
    receipt: Receipt | None
    replayed: bool

    def __init__(
        self,
        cells: Sequence[int],
        grid: Grid,
        how: QuantileDescription,
        receipt: Receipt | None = None,
        replayed: bool = False,
    ) -> None:
        """Built by ``quantiles``."""
        self.quantiles = [float(q) for q in how.quantiles]
        self.values = [cast("Value", grid.shown(cell)) for cell in cells]
        self.exact = [grid.value(cell) for cell in cells]
        self.plan = how
        self.cost = how.cost
        self.receipt = receipt
        self.replayed = replayed

    def __len__(self) -> int:
        """How many were released."""
        return len(self.values)

    def __iter__(self) -> Iterator[Value]:
        """Walk the values."""
        return iter(self.values)

    @overload
    def __getitem__(self, place: int) -> Value: ...
    @overload
    def __getitem__(self, place: slice) -> list[Value]: ...
    def __getitem__(self, place: int | slice) -> Value | list[Value]:
        """The value at that place, in the order of the quantiles."""
        return self.values[place]

    def __eq__(self, other: object) -> bool:
        """Whether the same values were released for the same quantiles."""
        if not isinstance(other, Quantiles):
            return NotImplemented
        return (self.plan.quantiles, self.values, self.exact) == (other.plan.quantiles, other.values, other.exact)

    def columns(self) -> dict[str, list[Any]]:
        """The table by its columns: quantile and value."""
        return {"quantile": list(self.quantiles), "value": list(self.values)}

    def plot(self, ax: Any = None) -> Any:
        """Draw the quantiles as a step curve, with the proved band in rank around it, by matplotlib.

        The band needs ``units``, the public number of units, and holds where that many have values: with probability
        0.95 the true share of units up to each value lies in it, all along the curve.

        Args:
            ax: the axes to draw on; new ones by default.

        Returns:
            The axes.

        Raises:
            ModuleNotFoundError: without matplotlib.
        """
        rising = sorted(zip(self.quantiles, self.values, strict=True), key=lambda pair: pair[0])
        how = self.plan
        band = None if how.rank_error_95 is None or how.units is None else how.rank_error_95 / how.units
        ends = (how.lower, how.upper)
        if not isinstance(how.lower, datetime.date):
            ends = cast("Any", tuple(float(cast("Fraction", end)) for end in ends))
        return frames.steps([q for q, _ in rising], [value for _, value in rising], ends, band, ax)

    def _shown(self) -> dict[str, list[Any]]:
        """Exact decimals, as people write them."""
        dates = isinstance(self.plan.lower, datetime.date)
        values = self.values if dates else [written(value) for value in self.exact]
        return {"quantile": [written(q) for q in self.plan.quantiles], "value": list(values)}

    def _notes(self) -> list[str]:
        return [*notes_on(self.plan, self.receipt), *replay_of(self.replayed)]


@explained()
class QuantileGroups(Table, Mapping[Any, Quantiles[Value]]):
    """Quantiles for each group, by the group's label, in the order of the public list.

    Attributes:
        plan: how they were released; a description, which cannot release.
        cost: what all groups together cost.
        receipt: what a ledger was charged for all of them; None without a ledger.
        replayed: whether a run had stored them before: nothing was drawn or charged for this call.
    """

    __slots__ = ("_groups", "cost", "plan", "receipt", "replayed")

    def __init__(
        self,
        groups: Mapping[Any, Quantiles[Value]],
        how: QuantileDescription,
        receipt: Receipt | None = None,
        replayed: bool = False,
    ) -> None:
        """Built by ``quantiles``."""
        self._groups: dict[Any, Quantiles[Value]] = dict(groups)
        self.plan = how
        self.cost = how.cost
        self.receipt = receipt
        self.replayed = replayed

    def __getitem__(self, group: Any) -> Quantiles[Value]:
        """The quantiles of that group."""
        return self._groups[group]

    def __iter__(self) -> Iterator[Any]:
        """Walk the groups."""
        return iter(self._groups)

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self._groups)

    def columns(self) -> dict[str, list[Any]]:
        """All quantiles under each other, with the group as the first column."""
        return self._together({group: part.columns() for group, part in self._groups.items()})

    def _shown(self) -> dict[str, list[Any]]:
        return self._together({group: part._shown() for group, part in self._groups.items()})

    @staticmethod
    def _together(parts: dict[Any, dict[str, list[Any]]]) -> dict[str, list[Any]]:
        out: dict[str, list[Any]] = {"group": [], "quantile": [], "value": []}
        for group, part in parts.items():
            out["group"] += [group] * len(part["value"])
            out["quantile"] += part["quantile"]
            out["value"] += part["value"]
        return out

    def _notes(self) -> list[str]:
        return [*notes_on(self.plan, self.receipt), *replay_of(self.replayed)]


_RULES = {
    "share": "each unit counts once, shared by its rows",
    "median": "each unit counts once, by the median of its rows",
    "min": "each unit counts once, by its smallest row",
    "max": "each unit counts once, by its largest row",
    "sum": "each unit counts once, by the sum of its rows",
    "mean": "each unit counts once, by the mean of its rows",
    "first": "each unit counts once, by its first row",
}


def notes_on(how: QuantileDescription, receipt: Receipt | None) -> list[str]:
    """What is to be known of quantiles: nothing of it comes from the data."""
    levels = f" on {how.levels} levels" if how.levels > 1 else ""
    step = written(how.step)
    if isinstance(how.lower, datetime.date):
        step = "a day" if how.step == 1 else f"{step} days"
    bound = how.bound_in_words()
    few = how.mostly_noise()
    rule = _RULES[how.per_unit]
    if how.groups_per_unit >= (how.groups or 1) > 1:
        rule = rule.replace("once", "once in each group", 1)
    elif how.groups_per_unit > 1:
        rule = rule.replace("once", f"once in each of at most {how.groups_per_unit:,} groups", 1)
    noise = f"with so few units {', '.join(map(written, few))} {'is' if len(few) == 1 else 'are'} mostly noise"
    return [
        f"{how.promise}, by {how.law_in_words()}{levels}; neighbors: {how.neighbors}",
        f"{rule}; values outside {how.written(how.lower)} to {how.written(how.upper)} were clamped,"
        f" others rounded to the nearest step of {step}",
        *([bound] if bound else []),
        *([noise] if few else []),
        *left_of(receipt),
    ]
