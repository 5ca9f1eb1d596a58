"""Releases that a ledger is charged for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from . import _runs as runs
from ._amounts import Amounts
from ._amounts import WrittenAmounts as _WrittenAmounts
from ._costs import Cost, from_plain
from ._error import Error
from ._explained import explained
from ._ledger import Ledger, asker, core_of, noted
from ._records import Dataset, Receipt, dataset_from, receipt_from
from ._units import plain_unit, spelled_unit
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
        left: what each condition of the budget would still have, or of the group's where that has less; None if one of
            them does not cover the charge.
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
    """Whose budget pays, who asks, for which run if it is one, and what a charge notes of the call."""

    ledger: Ledger
    dataset: str
    by: str
    said_by: object = None
    run_id: str | None = None
    asked: tuple[tuple[str, str], ...] = ()
    request: str = ""

    def terms(self) -> Dataset:
        """What the ledger knows of the dataset."""
        return dataset_from(core_of(self.ledger).state(self.dataset))

    def asking(
        self,
        function: str,
        said: Mapping[str, object],
        *,
        columns: Mapping[str, object] | None = None,
        lists: Mapping[str, Sequence[object] | None] | None = None,
    ) -> Account:
        """The same for a call with these arguments, columns and public lists."""
        named = {role: plain_unit(name) if role == "unit" else name for role, name in (columns or {}).items()}
        listed = lists or {}
        everything = {**said, **{f"column.{role}": name for role, name in named.items()}, "by": self.said_by}
        asked = runs.asked_of(named, listed)
        request = "" if self.run_id is None else runs.request_of(function, everything, listed)
        return replace(self, asked=tuple(asked), request=request)

    @property
    def run(self) -> tuple[str, str] | None:
        """The run as it crosses to C++."""
        return None if self.run_id is None else (self.run_id, self.request)

    def paid(self, charge: Any, left: amounts.PlainAmounts, *, replayed: bool) -> Receipt:
        """The receipt for a release, which the ledger remembers as its last."""
        return noted(self.ledger, receipt_from(charge, left, replayed=replayed))

    def plain(self) -> Payer:
        """The account as a kind of release takes it."""
        return core_of(self.ledger), self.dataset, self.by, list(self.asked), self.run


#: A ledger, a dataset, who asks, what a charge notes, and the run.
Payer: TypeAlias = tuple[_core.Ledger, str, str, list[tuple[str, str]], tuple[str, str] | None]


def account(ledger: object, dataset: object, by: object, pay: object = None, run_id: object = None) -> Account | None:
    """The account that was named, if any.

    Raises:
        TypeError: unless a ledger and a dataset are named together.
    """
    if ledger is None:
        for name, value in (("dataset", dataset), ("by", by), ("pay", pay), ("run_id", run_id)):
            if value is not None:
                raise TypeError(f"{name} goes with ledger=")
        return None
    core_of(ledger)
    if dataset is None:
        raise TypeError("dataset must be said: write dataset= the name of one of the ledger's datasets")
    assert isinstance(ledger, Ledger)
    run = None if run_id is None else arguments.text("run_id", run_id)
    return Account(ledger, arguments.text("dataset", dataset), asker(by), by, run)


def neighbors_of(neighbors: object, payer: Account | None, unit: object = None) -> Neighbors:
    """The neighbours that were named, which with a dataset are its own.

    Raises:
        Error: if the dataset has others, or another unit.
    """
    chosen = None if neighbors is None else arguments.choice("neighbors", neighbors, NEIGHBORS)
    if payer is None:
        return chosen or "add-remove"
    terms = payer.terms()
    whose = spelled_unit(unit)
    if whose is not None and not (isinstance(whose, str) and whose == terms.unit):
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

    def said(self) -> dict[str, object]:
        """The arguments by their names."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

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


#: How many rows are selected from, and whether no unit changes more than one of them.
Rows: TypeAlias = tuple[int, bool]


def plan(payer: Account, what: str, terms: Terms, candidates: int, rows: Rows | None = None) -> _core.PlannedRelease:
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
        list(payer.asked),
        payer.run,
        rows,
    )


def ways(payer: Account, terms: Terms, candidates: int, rows: Rows | None = None) -> tuple[Way, ...]:
    """Every way in which the dataset lets a release be paid for, the default first."""
    terms.require()
    found = _core.ways_to_pay(
        core_of(payer.ledger), payer.dataset, *terms.task(candidates), *terms.asked(), terms.paid(), rows
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


@dataclass(frozen=True, slots=True)
class Made:
    """Indices that were released, what was paid, and whether a run had stored them."""

    indices: npt.NDArray[np.int64]
    receipt: Receipt
    replayed: bool


def release(payer: Account, planned: _core.PlannedRelease, source: Any) -> Made:
    """Check the scores, charge, and only then draw."""
    indices, charge, left, replayed = _core.release_from_ledger(core_of(payer.ledger), planned, source)
    return Made(indices, payer.paid(charge, left, replayed=replayed), replayed)


def stored(payer: Account, planned: _core.PlannedRelease) -> Made | None:
    """The result that a run has stored, if it has: for it no data are read."""
    found = None if payer.run_id is None else _core.stored_in_ledger(core_of(payer.ledger), planned)
    if found is None:
        return None
    indices, charge, left, replayed = found
    return Made(indices, payer.paid(charge, left, replayed=replayed), replayed)
