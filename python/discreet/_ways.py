"""What a call may say beside how private it must be, for the overloads that demand a way to be private."""

from __future__ import annotations

from typing import Required, TypedDict

from ._arguments import Number
from ._ledger import Ledger
from ._words import Neighbors, Nulls, Optimize


class Charging(TypedDict, total=False):
    """Who pays."""

    ledger: Required[Ledger]
    dataset: Required[str]
    by: str | None


class Selecting(TypedDict, total=False):
    """What else ``top_k`` and ``noisy_max`` take."""

    monotonic: bool
    optimize: Optimize


class SelectingCharged(Selecting, Charging):
    """The same with a ledger."""


class Planning(TypedDict, total=False):
    """What else ``plan`` takes: how people move scores, or for ``top_k_items`` which neighbours."""

    sensitivity: Number
    monotonic: bool
    neighbors: Neighbors


class PlanningCharged(Planning, Charging):
    """The same with a ledger."""


class Counting(TypedDict, total=False):
    """What else ``top_k_items`` takes."""

    neighbors: Neighbors | None
    nulls: Nulls
    optimize: Optimize


class CountingCharged(Counting, Charging):
    """The same with a ledger."""
