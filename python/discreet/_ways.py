"""What a call may say beside how private it must be, for the overloads that demand a way to be private."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Required, TypedDict

from ._amounts import Amount
from ._arguments import Count, Number
from ._grid import Step
from ._ledger import Ledger
from ._words import Neighbors, Nulls, Optimize, Pay, PerUnit, Unit


class Charging(TypedDict, total=False):
    """Who pays."""

    ledger: Required[Ledger]
    dataset: Required[str]
    by: str | None


class Releasing(Charging, total=False):
    """The same for a release, which may be a run."""

    run_id: str | None


class Selecting(TypedDict, total=False):
    """What else ``noisy_max`` takes."""

    monotonic: bool
    optimize: Optimize


class SelectingCharged(Selecting, Releasing):
    """The same with a ledger."""


class Ranking(Selecting, total=False):
    """What else ``top_k`` takes."""

    axis: int | None
    disjoint: bool


class RankingCharged(Ranking, Releasing):
    """The same with a ledger."""


class Planning(TypedDict, total=False):
    """What else ``plan`` takes: how people move scores, or for ``top_k_items`` which neighbours."""

    sensitivity: Number
    monotonic: bool
    neighbors: Neighbors
    rows: Count
    disjoint: bool


class PlanningCharged(Planning, Charging):
    """The same with a ledger."""


class Counting(TypedDict, total=False):
    """What else ``top_k_items`` takes."""

    neighbors: Neighbors | None
    nulls: Nulls
    optimize: Optimize


class CountingCharged(Counting, Releasing):
    """The same with a ledger."""


class Tabling(Counting, total=False):
    """What else a table takes."""

    count_share: Amount | None
    confidence: Amount | None
    ledger: Ledger | None
    dataset: str | None
    by: str | None
    pay: Pay | None
    run_id: str | None


class Unlisting(Tabling, total=False):
    """The same without a public list."""

    limit: Count | None
    items_per_unit: Count | None
    by_nature: bool
    threshold_share: Amount | None


class Amounting(TypedDict, total=False):
    """How private a table is, where it has a public list or groups."""

    epsilon: Amount | None
    delta: Amount | None
    rho: Amount | None


class Adding(TypedDict, total=False):
    """Sums instead of counts."""

    value: str | None
    clip: tuple[Any, Any] | None
    decimals: Count | None


class WithCounts(Tabling, Amounting, Adding, total=False):
    """What else a table of a public list with numbers takes."""


class WithSums(Tabling, Amounting, total=False):
    """What else a table of a public list by sums takes."""

    counts: bool
    decimals: Count | None


class WithoutList(Unlisting, Adding, total=False):
    """What else a table without a public list takes."""

    counts: bool


class InGroups(Unlisting, Amounting, Adding, total=False):
    """What else a table for each group takes."""

    counts: bool
    candidates: Iterable[Any] | None
    groups_per_unit: Count | None


class Quantiling(Amounting, total=False):
    """What else ``quantiles`` takes."""

    step: Step | None
    unit: Unit | None
    value: str | None
    per_unit: PerUnit
    nulls: Nulls
    neighbors: Neighbors | None
    units: Count | None
    ledger: Ledger | None
    dataset: str | None
    by: str | None
    pay: Pay | None
    run_id: str | None


class QuantilingGroups(Quantiling, total=False):
    """The same for each group."""

    groups: Required[Iterable[Any]]
    groups_per_unit: Count | None
