"""Releases that a ledger is charged for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._ledger import Ledger, asker, core_of
from ._records import Dataset, Receipt, dataset_from, receipt_from


@dataclass(frozen=True, slots=True)
class Account:
    """Whose budget pays, and who asks."""

    ledger: Ledger
    dataset: str
    by: str

    def terms(self) -> Dataset:
        """What the ledger knows of the dataset."""
        return dataset_from(core_of(self.ledger).state(self.dataset))


def account(ledger: object, dataset: object, by: object) -> Account | None:
    """The account that was named, if any.

    Raises:
        TypeError: unless a ledger and a dataset are named together.
    """
    if ledger is None:
        if dataset is not None or by is not None:
            raise TypeError(f"{'dataset' if dataset is not None else 'by'} goes with ledger=")
        return None
    core_of(ledger)
    if dataset is None:
        raise TypeError("dataset must be said: write dataset= the name of one of the ledger's datasets")
    assert isinstance(ledger, Ledger)
    return Account(ledger, arguments.text("dataset", dataset), asker(by))


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


def plan(payer: Account, what: str, terms: Terms, candidates: int) -> _core.PlannedRelease:
    """Plan a release by the dataset's own accountant; refuses at once what the budget does not cover."""
    arguments.Privacy.require_one_way(terms.epsilon, terms.delta, terms.rho, terms.scale, terms.mechanism)
    if terms.sensitivity is None:
        raise TypeError("sensitivity must be said: write sensitivity= the most that one person can change one score")
    return _core.plan_for_ledger(
        core_of(payer.ledger),
        payer.dataset,
        what,
        payer.by,
        arguments.count("k", terms.k),
        arguments.number("sensitivity", terms.sensitivity),
        arguments.flag("monotonic", terms.monotonic),
        candidates,
        amounts.said(terms.epsilon, terms.delta, terms.rho),
        None if terms.scale is None else arguments.number("scale", terms.scale),
        None if terms.mechanism is None else arguments.mechanism(terms.mechanism) == "exponential",
        arguments.optimize(terms.optimize) == "min",
    )


def release(payer: Account, planned: _core.PlannedRelease, source: Any) -> tuple[npt.NDArray[np.int64], Receipt]:
    """Check the scores, charge, and only then draw."""
    indices, charge, left = _core.release_from_ledger(core_of(payer.ledger), planned, source)
    return indices, receipt_from(charge, left)
