"""Releases that a ledger is charged for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._amounts import Amounts
from ._amounts import WrittenAmounts as _WrittenAmounts
from ._costs import Cost, from_plain
from ._error import Error
from ._explained import explained
from ._ledger import Ledger, asker, core_of
from ._records import Dataset, Receipt, dataset_from, receipt_from
from ._words import NEIGHBORS, PAYS, Mechanism, Neighbors, Pay


@explained()
@dataclass(frozen=True, slots=True)
class Way:
    """A release as it would be made and paid for.

    Attributes:
        pay: "epsilon" or "rho" where a "mixed" dataset leaves the choice; None elsewhere.
        mechanism: "permute-and-flip" or "exponential".
        scale: the scale of the noise, in units of score.
        cost: what the release is proved to cost.
        expected_error: the most that the score of one selection is expected to fall behind the best.
        charged: what the dataset would be charged, in its own terms.
        left: what each condition of the budget would still have; None if the budget does not cover the charge.
    """

    pay: Pay | None
    mechanism: Mechanism
    scale: float
    cost: Cost
    expected_error: float
    charged: Amounts
    left: Amounts | None


@dataclass(frozen=True, slots=True)
class Account:
    """Whose budget pays, and who asks."""

    ledger: Ledger
    dataset: str
    by: str

    def terms(self) -> Dataset:
        """What the ledger knows of the dataset."""
        return dataset_from(core_of(self.ledger).state(self.dataset))


def account(ledger: object, dataset: object, by: object, pay: object = None) -> Account | None:
    """The account that was named, if any.

    Raises:
        TypeError: unless a ledger and a dataset are named together.
    """
    if ledger is None:
        for name, value in (("dataset", dataset), ("by", by), ("pay", pay)):
            if value is not None:
                raise TypeError(f"{name} goes with ledger=")
        return None
    core_of(ledger)
    if dataset is None:
        raise TypeError("dataset must be said: write dataset= the name of one of the ledger's datasets")
    assert isinstance(ledger, Ledger)
    return Account(ledger, arguments.text("dataset", dataset), asker(by))


def payer_of(ledger: object, dataset: object, by: object) -> tuple[_core.Ledger, str, str] | None:
    """The same account as a kind of release takes it."""
    named = account(ledger, dataset, by)
    return None if named is None else (core_of(named.ledger), named.dataset, named.by)


def neighbors_of(neighbors: object, payer: Account | None, unit: object = None) -> Neighbors:
    """The neighbours that were named, which with a dataset are its own.

    Raises:
        Error: if the dataset has others, or another unit.
    """
    chosen = None if neighbors is None else arguments.choice("neighbors", neighbors, NEIGHBORS)
    if payer is None:
        return chosen or "add-remove"
    terms = payer.terms()
    if unit is not None and not (isinstance(unit, str) and unit == terms.unit):
        raise Error(f"unit must be the dataset's unit of privacy, {terms.unit!r}")
    if chosen not in (None, terms.neighbors):
        raise Error(f"neighbors must be the dataset's own, {terms.neighbors!r}; leave it out")
    return terms.neighbors


@dataclass(frozen=True, slots=True)
class Terms:
    """What is selected and how private it must be, as it was said."""

    k: object
    epsilon: object
    delta: object
    rho: object
    scale: object
    mechanism: object
    sensitivity: object
    monotonic: object
    optimize: object
    pay: object

    def require(self) -> None:
        """Refuse what is not said in one way.

        Raises:
            TypeError: unless privacy is said in one way, and a sensitivity is.
        """
        arguments.Privacy.require_one_way(self.epsilon, self.delta, self.rho, self.scale, self.mechanism, charged=True)
        if self.sensitivity is None:
            raise TypeError(
                "sensitivity must be said: write sensitivity= the most that one person can change one score"
            )

    def asked(self) -> tuple[_WrittenAmounts, float | None, Mechanism | None]:
        """How private, as it crosses to C++: the amounts, the scale, and the law."""
        return (
            amounts.said(self.epsilon, self.delta, self.rho),
            None if self.scale is None else arguments.number("scale", self.scale),
            None if self.mechanism is None else arguments.mechanism(self.mechanism),
        )

    def task(self, candidates: int) -> tuple[int, float, bool, int]:
        """What is selected, as it crosses to C++."""
        return (
            arguments.at_least_one("k", self.k),
            arguments.number("sensitivity", self.sensitivity),
            arguments.flag("monotonic", self.monotonic),
            candidates,
        )

    def paid(self) -> Pay | None:
        """What to pay with, if it was said."""
        return None if self.pay is None else arguments.choice("pay", self.pay, PAYS)


def plan(payer: Account, what: str, terms: Terms, candidates: int) -> _core.PlannedRelease:
    """Plan a release by the dataset's own accountant; refuses at once what the budget does not cover."""
    terms.require()
    return _core.plan_for_ledger(
        core_of(payer.ledger),
        payer.dataset,
        what,
        payer.by,
        *terms.task(candidates),
        *terms.asked(),
        arguments.optimize(terms.optimize) == "min",
        terms.paid(),
    )


def ways(payer: Account, terms: Terms, candidates: int) -> tuple[Way, ...]:
    """Every way in which the dataset lets a release be paid for, the default first."""
    terms.require()
    found = _core.ways_to_pay(
        core_of(payer.ledger), payer.dataset, *terms.task(candidates), *terms.asked(), terms.paid()
    )
    return tuple(
        Way(
            pay=pay,
            mechanism=law,
            scale=scale,
            cost=from_plain(cost),
            expected_error=error,
            charged=amounts.from_plain(charged, rest=False),
            left=None if left is None else amounts.from_plain(left, rest=True),
        )
        for pay, law, scale, cost, error, charged, left in found
    )


def release(payer: Account, planned: _core.PlannedRelease, source: Any) -> tuple[npt.NDArray[np.int64], Receipt]:
    """Check the scores, charge, and only then draw."""
    indices, charge, left = _core.release_from_ledger(core_of(payer.ledger), planned, source)
    return indices, receipt_from(charge, left)
