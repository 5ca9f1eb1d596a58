"""How quantiles are released, and what is proved about it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias, cast

import numpy as np

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._amounts import Amount, Amounts
from ._arguments import Count
from ._charged import Account, account, neighbors_of
from ._explained import explained
from ._grid import Bound, Grid, Step, grid_of
from ._ledger import Ledger
from ._plan import rounded_up
from ._quantile_arguments import Privately, kept_groups, per_unit_of, quantiles_of, words_of
from ._words import Mechanism, NamedQuantiles, Neighbors, Pay, PerUnit

#: A quantile: a number above 0 and below 1, or its text. A float means its shortest decimal.
Quantile: TypeAlias = float | str | Decimal | Fraction | np.floating[Any]


@explained()
@dataclass(frozen=True, slots=True)
class QuantileDescription:
    """How quantiles are released, and what is proved about it. It describes; it cannot release.

    Attributes:
        quantiles: which, exactly, in the order in which they were asked for.
        lower: the first value of the public grid; a date where the bounds are dates.
        upper: the last.
        step: how far apart its values are; in days where the bounds are dates.
        cells: how many values it has.
        per_unit: which value stands for a unit that has several rows; "share" divides it among all of them.
        neighbors: "add-remove" or "replace".
        groups: how many groups there are; None where there is one column, of all rows.
        groups_per_unit: in how many of them one unit counts at most, by a rule other than "share".
        law: "permute-and-flip" or "exponential".
        levels: how many selections one unit takes part in.
        scales: for each quantile the scale of its noise, in units of rank.
        rank_error_95: with probability 0.95 no quantile's rank is off by more units, whatever the data, if there are at
            most ``units``; None for several quantiles if ``units`` was not said. With groups it speaks of each group.
        units: the public number of units that was said, if any.
        cost: what the release is proved to cost, exactly.
        promise: the same in words.
        pay: what an (ε, δ) is paid with on a "mixed" dataset; None elsewhere.
    """

    quantiles: tuple[Fraction, ...]
    lower: Fraction | datetime.date
    upper: Fraction | datetime.date
    step: Fraction
    cells: int
    per_unit: PerUnit
    neighbors: Neighbors
    groups: int | None
    groups_per_unit: int
    law: Mechanism
    levels: int
    scales: tuple[float, ...]
    rank_error_95: float | None
    units: int | None
    cost: Amounts
    promise: str
    pay: Pay | None = None

    def __str__(self) -> str:
        """A sentence that a statistician can paste."""
        several = f"{len(self.quantiles):,} quantiles are" if len(self.quantiles) > 1 else "A quantile is"
        levels = f" on {self.levels} levels" if self.levels > 1 else ""
        bound = self.bound_in_words()
        return (
            f"{several} found among {self.cells:,} values from {self.written(self.lower)} to {self.written(self.upper)}"
            f" by {self.law_in_words()}{levels}, which is {self.promise}{f'; {bound}' if bound else ''}."
        )

    def law_in_words(self) -> str:
        """The law, as in a sentence."""
        return "the exponential mechanism" if self.law == "exponential" else self.law

    def bound_in_words(self) -> str:
        """What is proved about ranks; nothing where nothing is."""
        if self.rank_error_95 is None:
            return ""
        among = "" if self.units is None or len(self.quantiles) == 1 else f", if there are at most {self.units:,} units"
        # Of many groups some will miss what each of them keeps.
        among += "" if self.groups is None else ", in each group by itself"
        return (
            f"with probability 0.95 no rank is off by more than {rounded_up(self.rank_error_95)}, whatever the data"
            f"{among}; most columns do better"
        )

    def mostly_noise(self) -> list[Fraction]:
        """The quantiles with fewer units on one side than ranks may be off by, if there are as many as was said."""
        error, units = self.rank_error_95, self.units
        if error is None or units is None:
            return []
        return [q for q in self.quantiles if min(q, 1 - q) * units < error]

    @staticmethod
    def written(value: Fraction | datetime.date) -> str:
        """A value as people write it, exactly."""
        return value.isoformat() if isinstance(value, datetime.date) else written(value)


def written(value: Fraction) -> str:
    """A fraction as a decimal where that is finite, exactly.

    Examples:
        >>> [written(Fraction(text)) for text in ("-12.50", "1e6", "1/3")]
        ['-12.5', '1000000', '1/3']
    """
    places = 0
    rest = value.denominator
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest //= 10 if rest % 10 == 0 else 5 if rest % 5 == 0 else 2
        places += 1
    if rest != 1 or places > 30:
        return str(value)
    whole, fraction = divmod(abs(value.numerator) * 10**places // value.denominator, 10**places)
    tail = f".{fraction:0{places}d}" if places else ""
    return f"{'-' if value < 0 else ''}{whole}{tail}"


@dataclass(frozen=True, slots=True)
class Asked:
    """Quantiles that are planned, and what releases them.

    Attributes:
        how: the plan.
        draw: charges where somebody pays, and only then draws, from a column of masses for each group.
        stored: the same of a run whose result is stored, without data; None where there is none.
        order: for each quantile in the order given, its place among them all as they rise.
    """

    how: QuantileDescription
    draw: Any
    stored: Any
    order: list[int]


def ask(
    quantiles: list[Fraction],
    grid: Grid,
    private: Privately,
    neighbors: Neighbors,
    rule: PerUnit,
    units: object,
    groups: int | None,
    groups_per_unit: int,
    payer: Account | None,
) -> Asked:
    """Plan, before any data are read; refuses at once what the budget does not cover."""
    words = words_of(quantiles, grid, private, neighbors, rule, units, groups, groups_per_unit)
    paying = None if payer is None else payer.plain()
    plain, draw, stored = cast("tuple[dict[str, Any], Any, Any]", _core.kinds["quantiles"](paying, words))
    rising = sorted(quantiles)
    order = [rising.index(q) for q in quantiles]
    ends = (grid.shown(0), grid.shown(grid.cells - 1)) if grid.dates else (grid.lower, grid.upper)
    how = QuantileDescription(
        quantiles=tuple(quantiles),
        lower=cast("Fraction | datetime.date", ends[0]),
        upper=cast("Fraction | datetime.date", ends[1]),
        step=grid.step,
        cells=grid.cells,
        per_unit=rule,
        neighbors=neighbors,
        groups=groups,
        groups_per_unit=groups_per_unit,
        law=plain["law"],
        levels=plain["levels"],
        scales=tuple(plain["scales"][place] for place in order),
        rank_error_95=plain["rank_error_95"],
        units=words["units"],
        cost=amounts.from_plain(plain["cost"], rest=False),
        promise=plain["promise"],
        pay=plain["pay"],
    )
    return Asked(how, draw, stored, order)


@explained(
    scale="the noise is planned from epsilon or rho",
    candidates="the values are those of a grid: write lower=, upper= and step=",
)
def plan_quantiles(
    quantiles: Quantile | NamedQuantiles | Iterable[Quantile],
    *,
    lower: Bound,
    upper: Bound,
    step: Step | None = None,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    per_unit: PerUnit = "share",
    groups: Count | None = None,
    groups_per_unit: Count | None = None,
    neighbors: Neighbors | None = None,
    units: Count | None = None,
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: Pay | None = None,
) -> QuantileDescription:
    """Say what ``quantiles`` with the same arguments will do, without any data; charges nothing.

    Args:
        quantiles: as in ``quantiles``, like ``lower``, ``upper``, ``step``, ``epsilon``, ``delta``, ``rho``,
            ``per_unit``, ``groups_per_unit``, ``neighbors``, ``ledger``, ``dataset``, ``by`` and ``pay``.
        lower: the first value of the public grid.
        upper: the last.
        step: how far apart its values are.
        epsilon: ε of pure differential privacy.
        delta: δ, with ``epsilon``.
        rho: ρ of zero-concentrated differential privacy.
        per_unit: which value stands for a unit that has several rows.
        groups: how many groups there will be.
        groups_per_unit: how many groups of each unit are kept.
        neighbors: "add-remove" or "replace".
        units: a public number that there are at most so many units: then ranks have a bound for several quantiles too.
        ledger: a ``Ledger`` by whose accountant to plan; what its budget would not cover now is refused.
        dataset: which of the ledger's datasets.
        by: who asks.
        pay: with ``epsilon`` and ``delta`` on a "mixed" dataset, "rho" (the default) or "epsilon".

    Examples:
        >>> import discreet as dc
        >>> plan = dc.plan_quantiles("quartiles", lower=0, upper=1_000_000, epsilon=1.0, units=100_000)
        >>> plan.levels, plan.law, plan.cells
        (2, 'exponential', 1000001)
        >>> 60 < plan.rank_error_95 < 70
        True
    """
    asked, _ = quantiles_of(quantiles)
    grid = grid_of(lower, upper, step)
    rule = per_unit_of(per_unit, grid)
    payer = account(ledger, dataset, by, pay)
    private = Privately(epsilon=epsilon, delta=delta, rho=rho, pay=pay, exact=payer is not None)
    most = None if groups is None else arguments.at_least_one("groups", groups)
    kept = kept_groups(groups_per_unit, rule, grouped=most is not None)
    return ask(asked, grid, private, neighbors_of(neighbors, payer), rule, units, most, kept, payer).how
