"""What a ledger remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _amounts as amounts
from ._amounts import Amounts
from ._explained import explained
from ._words import Accountant, Neighbors


@explained()
@dataclass(frozen=True, slots=True)
class Decision:
    """Who stopped a dataset or a group, or lowered its budget, when (in UTC), and why."""

    at: str
    user: str
    reason: str


@explained()
@dataclass(frozen=True, slots=True)
class Dataset:
    """What a ledger knows of a dataset, and where its budget stands.

    Attributes:
        name: what the dataset is called.
        unit: the unit of privacy: whose presence is hidden.
        neighbors: "add-remove" or "replace".
        accountant: "pure", "zcdp", "basic", "mixed" or "steps"; fixed when the dataset was created.
        budget: what all releases together may cost.
        spent: what they have cost so far.
        left: what each condition of the budget still has; under "mixed" either may be spent.
        charges: how many there were.
        group: the group whose budget its charges have to fit as well.
        limit: what all releases together may cost now: the budget, unless that was lowered.
        lowered: who lowered it last, and why.
        closed: who closed the dataset, and why; nothing is charged to it any more.
        spent_if_fixed: an (ε, δ) that the same charges would have cost, had they been fixed beforehand; None where
            nothing was charged, and where the accountant adds up neither ρ nor steps. No guarantee: what is proved of
            charges that are chosen in sight of outputs is proved of the whole budget.
    """

    name: str
    unit: str
    neighbors: Neighbors
    accountant: Accountant
    budget: Amounts
    spent: Amounts
    left: Amounts
    charges: int
    group: str | None
    limit: Amounts
    lowered: Decision | None
    closed: Decision | None
    spent_if_fixed: Amounts | None


@explained()
@dataclass(frozen=True, slots=True)
class DatasetGroup:
    """A budget that several datasets of the same units share.

    Attributes:
        name: what the group is called.
        accountant: as a dataset has it.
        budget: what all releases from any of the datasets together may cost.
        spent: what they have cost so far.
        left: what each condition of the budget still has.
        charges: how many there were.
        datasets: their names, in order of creation.
        limit: what all releases together may cost now: the budget, unless that was lowered.
        lowered: who lowered it last, and why.
        closed: who closed the group, and why; nothing is charged to its datasets any more.
        spent_if_fixed: as a dataset has it, of all charges to the group together.
    """

    name: str
    accountant: Accountant
    budget: Amounts
    spent: Amounts
    left: Amounts
    charges: int
    datasets: tuple[str, ...]
    limit: Amounts
    lowered: Decision | None
    closed: Decision | None
    spent_if_fixed: Amounts | None


@explained()
@dataclass(frozen=True, slots=True)
class Charge:
    """A charge that is on disk.

    Attributes:
        sequence: its place in the ledger's chain.
        at: when it was made, in UTC, as the clock said.
        dataset: what was charged.
        what: for which release, as in "top-k".
        by: who asked.
        user: the system's name of the user who charged, whoever asked; None in charges of older programs.
        cost: what the release is proved to cost.
        charged: the same in the dataset's own terms.
        parameters: how the release was made: law, scale, k and so on.
        hash: the link of the chain.
        ordered_at: the time by which it is ordered, where the clock stood before that of an earlier entry.
    """

    sequence: int
    at: str
    dataset: str
    what: str
    by: str
    cost: Amounts
    charged: Amounts
    parameters: Mapping[str, str]
    hash: str
    ordered_at: str | None = None
    user: str | None = None


@explained()
@dataclass(frozen=True, slots=True)
class Receipt:
    """A charge and what it left of the budget.

    Attributes:
        charge: what was charged.
        left: what each condition of the dataset's own budget had left after that charge, whatever was charged since;
            its group may have less, as ``remaining`` of the ledger says.
        replayed: whether it is that of a run whose result was stored before: nothing was drawn or charged again.
    """

    charge: Charge
    left: Amounts
    replayed: bool = False

    def __str__(self) -> str:
        """What is left."""
        return str(self.left)


@explained()
@dataclass(frozen=True, slots=True)
class StoredResult:
    """The entry that has the result of a run: its place, when it was written (in UTC), the SHA-256 of its text, the
    link."""

    sequence: int
    at: str
    sha256: str
    hash: str


@explained()
@dataclass(frozen=True, slots=True)
class Run:
    """A release that is made once, however often it is asked for.

    Attributes:
        id: what it is called; a dataset has one of that name.
        request: the hash of what was asked.
        charge: what was paid for it.
        result: where its result is stored; None where it was charged and nothing was delivered yet: who repeats the
            call draws under the same charge, or stores what is settled beside the ledger.
    """

    id: str
    request: str
    charge: Charge
    result: StoredResult | None


@explained()
@dataclass(frozen=True, slots=True)
class Verified:
    """A ledger in which every link holds: how many entries it has, and the hash of the last."""

    entries: int
    head: str


def dataset_from(state: Any) -> Dataset:
    """The dataset as Python knows it."""
    name, unit, neighbors, accountant, budget, spent, left, charges, group, limit, lowered, closed, fixed = state
    whole, used, most = (amounts.from_plain(plain, rest=False) for plain in (budget, spent, limit))
    rest = amounts.from_plain(left, rest=True)
    by, stopped = (None if plain is None else Decision(*plain) for plain in (lowered, closed))
    return Dataset(
        name, unit, neighbors, accountant, whole, used, rest, charges, group, most, by, stopped, _if_fixed(fixed)
    )


def group_from(state: Any) -> DatasetGroup:
    """The group as Python knows it."""
    name, accountant, budget, spent, left, charges, datasets, limit, lowered, closed, fixed = state
    whole, used, most = (amounts.from_plain(plain, rest=False) for plain in (budget, spent, limit))
    rest = amounts.from_plain(left, rest=True)
    by, stopped = (None if plain is None else Decision(*plain) for plain in (lowered, closed))
    among = tuple(datasets)
    return DatasetGroup(name, accountant, whole, used, rest, charges, among, most, by, stopped, _if_fixed(fixed))


def _if_fixed(plain: amounts.PlainAmounts | None) -> Amounts | None:
    return None if plain is None else amounts.from_plain(plain, rest=False)


def charge_from(plain: Any) -> Charge:
    """The charge as Python knows it."""
    sequence, at, ordered_at, dataset, what, by, cost, charged, parameters, link, user = plain
    both = amounts.from_plain(cost, rest=False), amounts.from_plain(charged, rest=False)
    return Charge(sequence, at, dataset, what, by, *both, dict(parameters), link, ordered_at, user)


def receipt_from(charge: Any, left: amounts.PlainAmounts, *, replayed: bool = False) -> Receipt:
    """The receipt as Python knows it."""
    return Receipt(charge_from(charge), amounts.from_plain(left, rest=True), replayed)


def run_from(plain: Any) -> Run:
    """The run as Python knows it."""
    name, request, charge, result = plain
    return Run(name, request, charge_from(charge), None if result is None else StoredResult(*result))
