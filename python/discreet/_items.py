"""The items that most people have, released privately."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Unpack, overload

from . import _arguments as arguments
from ._amounts import Amount, Amounts
from ._arguments import Count, Number
from ._candidates import as_candidates, require_bare
from ._charged import Terms, account, neighbors_of, stored
from ._charged import release as charged_release
from ._costs import ApproximateCost, PureCost, ZcdpCost
from ._counting import count
from ._explained import explained
from ._ledger import Ledger
from ._plan import Description, drawing
from ._planning import describe, describe_charged
from ._table_plan import TableDescription
from ._tables import Asked, Private
from ._tables import release as release_tables
from ._top_items import TopGroups, TopItems
from ._ways import Counting, CountingCharged, InGroups, WithCounts, WithoutList, WithSums
from ._words import Mechanism, Neighbors, Nulls, Optimize, Pay, Unit

_KNOWN = "top_k_items knows its sensitivity, because each unit counts once per item; leave it out"


@overload
def top_k_items(
    frame: Any, *, unit: Unit, item: str, candidates: Iterable[Any], k: Count, epsilon: Number, **more: Unpack[Counting]
) -> TopItems[Description[PureCost], PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Number,
    delta: Number,
    **more: Unpack[Counting],
) -> TopItems[Description[ApproximateCost], ApproximateCost]: ...
@overload
def top_k_items(
    frame: Any, *, unit: Unit, item: str, candidates: Iterable[Any], k: Count, rho: Number, **more: Unpack[Counting]
) -> TopItems[Description[ZcdpCost], ZcdpCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    scale: Number,
    mechanism: Mechanism | None = None,
    **more: Unpack[Counting],
) -> TopItems[Description[PureCost], PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Amount,
    **more: Unpack[CountingCharged],
) -> TopItems[Description[PureCost], PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Amount,
    delta: Amount,
    pay: Literal["rho"] | None = None,
    **more: Unpack[CountingCharged],
) -> TopItems[Description[ApproximateCost], ApproximateCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    epsilon: Amount,
    delta: Amount,
    pay: Literal["epsilon"],
    **more: Unpack[CountingCharged],
) -> TopItems[Description[PureCost], PureCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    rho: Amount,
    **more: Unpack[CountingCharged],
) -> TopItems[Description[ZcdpCost], ZcdpCost]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    scale: Number | None = None,
    mechanism: Mechanism | None = None,
    **more: Unpack[CountingCharged],
) -> TopItems[Description[PureCost], PureCost]: ...
@overload
def top_k_items(
    frame: Any, *, unit: Unit, item: str, k: Count, epsilon: Amount, delta: Amount, **more: Unpack[WithoutList]
) -> TopItems[TableDescription, Amounts]: ...
@overload
def top_k_items(
    frame: Any, *, unit: Unit, item: str, k: Count, rho: Amount, delta: Amount, **more: Unpack[WithoutList]
) -> TopItems[TableDescription, Amounts]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    counts: Literal[True],
    **more: Unpack[WithCounts],
) -> TopItems[TableDescription, Amounts]: ...
@overload
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any],
    k: Count,
    value: str,
    clip: tuple[Any, Any],
    **more: Unpack[WithSums],
) -> TopItems[TableDescription, Amounts]: ...
@overload
def top_k_items(
    frame: Any, *, unit: Unit, item: str, k: Count, group: str, groups: Iterable[Any], **more: Unpack[InGroups]
) -> TopGroups: ...
@explained(sensitivity=_KNOWN, monotonic=_KNOWN)
def top_k_items(
    frame: Any,
    *,
    unit: Unit,
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
    run_id: str | None = None,
    limit: Count | None = None,
    items_per_unit: Count | None = None,
    by_nature: bool = False,
    threshold_share: Amount | None = None,
    counts: bool = False,
    count_share: Amount | None = None,
    confidence: Amount | None = None,
    group: str | None = None,
    groups: Iterable[Any] | None = None,
    groups_per_unit: Count | None = None,
    value: str | None = None,
    clip: tuple[Any, Any] | None = None,
    decimals: Count | None = None,
) -> TopItems[Any, Any] | TopGroups:
    """Release the k items that most units have, noisily, best first.

    Each unit counts once per item, whatever the number of its rows, so one unit moves each count by at most one and no
    bound on contributions is needed.

    Args:
        frame: a frame of pandas, Polars (eager or lazy), PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is: who is protected; or a list of columns, as in ``count_units``.
        item: the column that says what the row is about.
        candidates: the public list of items to choose from; it must not be read from the data. Without it the items are
            those of the data, a ``delta`` is needed, and the list may end before k.
        k: how many to release.
        epsilon: as in ``top_k``, like ``delta``, ``rho``, ``scale``, ``mechanism`` and ``optimize``.
        delta: δ, with ``epsilon``; without candidates with ``rho`` too.
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
        run_id: as in ``top_k``; who repeats the call gets the same table, and no row is read for it.
        limit: without candidates, of how many of the most frequent items k are chosen; ten times k, at least 100.
        items_per_unit: instead, how many items of each unit are kept to choose the list by.
        by_nature: no unit has more items than that; a promise of yours, for which counts have less noise.
        threshold_share: without candidates, which part of δ stands for the list that is not there; a quarter.
        counts: also how many units have each item, and how far off that may be.
        count_share: which part of the budget these numbers take; a half.
        confidence: how surely each interval holds; 0.95.
        group: the column that says which group's table a row belongs to; the result is a ``TopGroups``.
        groups: the public list of groups, each of which has a table.
        groups_per_unit: how many groups of each unit are kept; 1.
        value: the column to add up, of integers or decimals; without it units are counted.
        clip: (low, high), between which a unit's sum for an item is brought.
        decimals: how many digits values have behind the point; 0.

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

        Of items that no list names, with their counts:

        >>> table = dc.top_k_items(
        ...     rows, unit="patient", item="diagnosis", k=2, counts=True, epsilon=1.0, delta=1e-6
        ... )
        >>> table.items, all(low <= high for low, high in zip(table.low, table.high))
        (['flu', 'cold'], True)
    """
    asked = Asked(
        limit=limit,
        items_per_unit=items_per_unit,
        by_nature=by_nature,
        threshold_share=threshold_share,
        counts=counts,
        count_share=count_share,
        confidence=confidence,
        group=group,
        groups=groups,
        groups_per_unit=groups_per_unit,
        value=value,
        clip=clip,
        decimals=decimals,
    )
    if candidates is None or asked.anything():
        private = Private(
            k=k,
            epsilon=epsilon,
            delta=delta,
            rho=rho,
            scale=scale,
            mechanism=mechanism,
            neighbors=neighbors,
            optimize=optimize,
            ledger=ledger,
            dataset=dataset,
            by=by,
            pay=pay,
            run_id=run_id,
        )
        return release_tables(frame, unit, item, candidates, nulls, asked, private)
    labels = as_candidates(candidates)
    require_bare(labels, item)
    good = arguments.optimize(optimize)
    payer = account(ledger, dataset, by, pay, run_id)
    all_one_way = neighbors_of(neighbors, payer, unit) == "add-remove"
    terms = Terms(k, epsilon, delta, rho, scale, mechanism, 1, all_one_way, good, pay)
    # Everything that can be refused is refused before the data is read.
    if payer is not None:
        columns, said = {"unit": unit, "item": item}, terms.said() | {"nulls": nulls, "neighbors": neighbors}
        payer = payer.asking("top_k_items", said, columns=columns, lists={"candidates": labels})
        how, planned = describe_charged(payer, "top_k_items", terms, len(labels))
        made = stored(payer, planned) or charged_release(payer, planned, count(frame, unit, item, labels, nulls))
        items = [labels[index] for index in made.indices]
        return TopItems(items, made.indices, how, how.cost, made.receipt, replayed=made.replayed)
    how = describe(terms, len(labels))
    indices = drawing(how)(count(frame, unit, item, labels, nulls), good)
    return TopItems([labels[index] for index in indices], indices, how, how.cost)
