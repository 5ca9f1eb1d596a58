"""The items that most people have, released privately."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, Unpack, overload

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from ._amounts import Amount
from ._arguments import Count, Number
from ._candidates import as_candidates, require_bare
from ._charged import Terms, account, neighbors_of
from ._charged import release as charged_release
from ._costs import ApproximateCost, Cost, PureCost, ZcdpCost
from ._counting import count
from ._explained import explained
from ._ledger import Ledger
from ._plan import Currency, Description, drawing
from ._planning import describe, describe_charged
from ._records import Receipt
from ._ways import Counting, CountingCharged
from ._words import Mechanism, Neighbors, Nulls, Optimize, Pay

_KNOWN = "top_k_items knows its sensitivity, because each unit counts once per item; leave it out"


@explained()
class TopItems(Generic[Currency]):
    """Items that were released, best first; prints as a small table.

    Attributes:
        items: the labels, as they were given among the candidates.
        indices: where they stand among the candidates.
        plan: how they were selected; a description, which cannot release.
        receipt: what a ledger was charged, and what is left; None without a ledger.
    """

    __slots__ = ("indices", "items", "plan", "receipt")

    def __init__(
        self,
        items: Sequence[Any],
        indices: npt.NDArray[np.int64],
        how: Description[Currency],
        receipt: Receipt | None = None,
    ) -> None:
        """Built by ``top_k_items``."""
        self.receipt = receipt
        self.items = list(items)
        self.indices = indices
        self.plan = how

    @property
    def cost(self) -> Currency:
        """What the release cost."""
        return self.plan.cost

    def __len__(self) -> int:
        """How many were released."""
        return len(self.items)

    def __iter__(self) -> Iterator[Any]:
        """Walk the labels, best first."""
        return iter(self.items)

    def __repr__(self) -> str:
        """A small table and its price."""
        labels = [str(item) for item in self.items]
        places = [str(place) for place in range(1, len(labels) + 1)]
        wide = max([len("rank"), *map(len, places)])
        rows = [f"{'rank':>{wide}}  item", *(f"{p:>{wide}}  {x}" for p, x in zip(places, labels, strict=True))]
        rows.append(f"released with {self.cost}")
        if self.receipt is not None:
            rows.append(f"left of {self.receipt.charge.dataset}: {self.receipt}")
        return "\n".join(rows)


@overload
def top_k_items(
    frame: Any, *, unit: str, item: str, candidates: Iterable[Any], k: Count, epsilon: Number, **more: Unpack[Counting]
) -> TopItems[PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Number,
    delta: Number,
    **more: Unpack[Counting],
) -> TopItems[ApproximateCost]: ...
@overload
def top_k_items(
    frame: Any, *, unit: str, item: str, candidates: Iterable[Any], k: Count, rho: Number, **more: Unpack[Counting]
) -> TopItems[ZcdpCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    scale: Number,
    mechanism: Mechanism | None = None,
    **more: Unpack[Counting],
) -> TopItems[PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Amount,
    **more: Unpack[CountingCharged],
) -> TopItems[PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Amount,
    delta: Amount,
    pay: Literal["rho"] | None = None,
    **more: Unpack[CountingCharged],
) -> TopItems[ApproximateCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Amount,
    delta: Amount,
    pay: Literal["epsilon"],
    **more: Unpack[CountingCharged],
) -> TopItems[PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    rho: Amount,
    **more: Unpack[CountingCharged],
) -> TopItems[ZcdpCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    scale: Number,
    mechanism: Mechanism | None = None,
    **more: Unpack[CountingCharged],
) -> TopItems[PureCost]: ...
@explained(sensitivity=_KNOWN, monotonic=_KNOWN)
def top_k_items(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any] | None = None,
    k: Count,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    scale: Number | None = None,
    mechanism: Mechanism | None = None,
    neighbors: Neighbors | None = None,
    nulls: Nulls = "drop",
    optimize: Optimize = "max",
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: Pay | None = None,
) -> TopItems[Cost]:
    """Release the k items that most units have, noisily, best first.

    Each unit counts once per item, whatever the number of its rows, so one unit moves each count by at most one and no
    bound on contributions is needed.

    Args:
        frame: a frame of pandas, Polars (eager or lazy), PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is: who is protected.
        item: the column that says what the row is about.
        candidates: the public list of items to choose from; it must not be read from the data.
        k: how many to release.
        epsilon: as in ``top_k``, like ``delta``, ``rho``, ``scale``, ``mechanism`` and ``optimize``.
        delta: δ, with ``epsilon``.
        rho: ρ of zero-concentrated differential privacy.
        scale: the scale of the noise, in units.
        mechanism: with ``scale``, the law.
        neighbors: "add-remove" (the default) protects whether a unit is present; "replace" protects what a unit's rows
            say, when the number of units is public, with twice the noise. With a ledger, its dataset's own.
        nulls: "drop" ignores rows whose unit or item is null; "refuse" raises an ``Error`` if there are any.
        optimize: "max" for the most frequent items, "min" for the least.
        ledger: a ``Ledger`` to charge after the rows are counted and before the first random bit.
        dataset: which of the ledger's datasets; ``unit`` must be its unit of privacy.
        by: who asks, for the ledger; the user's name by default.
        pay: with ``epsilon`` and ``delta`` on a "mixed" dataset, "rho" (the default) or "epsilon".

    Examples:
        >>> import discreet as dc
        >>> import pandas as pd
        >>> rows = pd.DataFrame({"patient": range(900), "diagnosis": ["flu"] * 600 + ["cold"] * 300})
        >>> dc.top_k_items(
        ...     rows, unit="patient", item="diagnosis", candidates=["cold", "flu", "gout"], k=2, epsilon=1.0
        ... )
        rank  item
           1  flu
           2  cold
        released with 1-differential privacy
    """
    labels = as_candidates(candidates)
    require_bare(labels, item)
    good = arguments.optimize(optimize)
    payer = account(ledger, dataset, by, pay)
    all_one_way = neighbors_of(neighbors, payer, unit) == "add-remove"
    terms = Terms(k, epsilon, delta, rho, scale, mechanism, 1, all_one_way, good, pay)
    # Everything that can be refused is refused before the data is read.
    if payer is not None:
        how, planned = describe_charged(payer, "top_k_items", terms, len(labels))
        indices, receipt = charged_release(payer, planned, count(frame, unit, item, labels, nulls))
        return TopItems([labels[index] for index in indices], indices, how, receipt)
    how = describe(terms, len(labels))
    indices = drawing(how)(count(frame, unit, item, labels, nulls), good)
    return TopItems([labels[index] for index in indices], indices, how)
