"""How a table is released, and what is proved about it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import _amounts as amounts
from ._amounts import Amounts
from ._explained import explained
from ._words import Law, Listing, Pay


@explained()
@dataclass(frozen=True, slots=True)
class TableDescription:
    """How a table is released, and what is proved about it. It describes; it cannot release.

    Attributes:
        k: how many items are listed at most.
        candidates: among how many of a public list; None without one.
        groups: how many tables there are; None where there is one, of all rows.
        list: "public", "limited domain" or "thresholded histogram": how the items are listed.
        law: the law of the list: "permute-and-flip" or "exponential"; of a histogram's noise "discrete Laplace" or
            "discrete Gaussian".
        scale: the scale of that noise, in units of the numbers; its standard deviation for a histogram.
        slack: the part of δ that stands for the list that is not there, in each table; None with a public list.
        limit: of how many of the most frequent items k are chosen; None where nothing is cut.
        even_odds: how far above the item of rank limit + 1, or above 0, an item is listed as likely as not; None with a
            public list.
        expected_error: with a public list, how far one selection is expected to fall behind the best at most.
        within: how far published numbers may be off, with the stated confidence, if k are listed; None without, and
            where the intervals hold for certain.
        cost: what the release is proved to cost, exactly.
        promise: the same in words.
        pay: what an (ε, δ) is paid with on a "mixed" dataset; None elsewhere.
    """

    k: int
    candidates: int | None
    groups: int | None
    list: Listing
    law: Law
    scale: float
    slack: Fraction | None
    limit: int | None
    even_odds: float | None
    expected_error: float | None
    within: float | None
    cost: Amounts
    promise: str
    pay: Pay | None = None

    def __str__(self) -> str:
        """A sentence that a statistician can paste."""
        among = "" if self.candidates is None else f" of {self.candidates:,} candidates"
        law = "the exponential mechanism" if self.law == "exponential" else self.law
        how = f"{law} of scale {self.scale:.6g}" if self.list == "public" else f"a {self.list}"
        needs = ""
        if self.even_odds is not None:
            above = "" if self.limit is None else f" above the item of rank {self.limit + 1:,}"
            needs = f"; an item has even odds to be listed at {self.even_odds:.6g}{above}"
        return f"Up to {self.k:,} items{among} are listed by {how}, which is {self.promise}{needs}."


def described(plain: dict[str, Any], words: dict[str, Any], decimals: int) -> TableDescription:
    """The plan as Python knows it, in the numbers that people see."""

    def shown(name: str) -> float | None:
        # Noise and distances are planned in units of the last decimal.
        value = plain[name]
        return None if value is None else value / 10**decimals if decimals else value

    slack = plain["slack"]
    return TableDescription(
        k=words["k"],
        candidates=words["candidates"],
        groups=words["groups"],
        list=plain["list"],
        law=plain["law"],
        scale=plain["scale"] / 10**decimals,
        slack=None if slack is None else amounts.fraction_from(slack),
        limit=plain["limit"],
        even_odds=shown("even_odds"),
        expected_error=shown("expected_error"),
        within=shown("within"),
        cost=amounts.from_plain(plain["cost"], rest=False),
        promise=plain["promise"],
        pay=plain["pay"],
    )
