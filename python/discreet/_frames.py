"""Rows of people, in any frame: the engine that holds them counts, and only counts of public candidates leave it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Never

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from ._amounts import Amount
from ._arguments import Count, Number
from ._candidates import as_candidates, require_comparable
from ._charged import Terms, account, neighbors_of
from ._charged import plan as plan_charged
from ._charged import release as charged_release
from ._error import Error
from ._ledger import Ledger
from ._plan import Plan, plan, plan_from
from ._records import Receipt


class TopItems:
    """Items that were released, best first; prints as a small table.

    Attributes:
        items: the labels, as they were given among the candidates.
        indices: where they stand among the candidates.
        plan: how they were selected.
        receipt: what a ledger was charged, and what is left; None without a ledger.
    """

    __slots__ = ("indices", "items", "plan", "receipt")

    def __init__(
        self, items: Sequence[Any], indices: npt.NDArray[np.int64], how: Plan, receipt: Receipt | None = None
    ) -> None:
        """Built by ``top_k_items``."""
        self.receipt = receipt
        self.items = list(items)
        self.indices = indices
        self.plan = how

    @property
    def cost(self) -> Any:
        """What the release cost."""
        return self.plan.cost

    def __len__(self) -> int:
        """How many were released."""
        return len(self.items)

    def __iter__(self) -> Any:
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


def count_units(
    frame: Any,
    *,
    unit: str,
    item: str,
    candidates: Iterable[Any] | None = None,
    nulls: str = "drop",
    **unknown: Never,
) -> npt.NDArray[np.int64]:
    """Count how many distinct units have each candidate. The counts are not private: do not publish them.

    Args:
        frame: a frame of pandas, Polars (eager or lazy), PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is.
        item: the column that says what the row is about.
        candidates: the public list of items; rows about other items are ignored.
        nulls: "drop" ignores rows whose unit or item is null; "refuse" raises an ``Error`` if there are any.

    Returns:
        One count per candidate, in their order; 0 for those that nobody has.

    Examples:
        >>> import discreet as dc
        >>> import pandas as pd
        >>> rows = pd.DataFrame({"patient": [1, 1, 2, 3], "diagnosis": ["flu", "flu", "flu", "cold"]})
        >>> dc.count_units(rows, unit="patient", item="diagnosis", candidates=["cold", "flu", "gout"])
        array([1, 2, 0])
    """
    if unknown:
        arguments.refuse_unknown("count_units", unknown)
    labels = as_candidates(candidates)
    return _count(frame, unit, item, labels, nulls)


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
    mechanism: str | None = None,
    neighbors: str | None = None,
    nulls: str = "drop",
    optimize: str = "max",
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: str | None = None,
    **unknown: Never,
) -> TopItems:
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
    if unknown:
        if "sensitivity" in unknown or "monotonic" in unknown:
            raise TypeError("top_k_items knows its sensitivity, because each unit counts once per item; leave it out")
        arguments.refuse_unknown("top_k_items", unknown)
    labels = as_candidates(candidates)
    good = arguments.optimize(optimize)
    payer = account(ledger, dataset, by, pay)
    all_one_way = neighbors_of(neighbors, payer, unit) == "add-remove"
    # Everything that can be refused is refused before the data is read.
    if payer is not None:
        terms = Terms(k, epsilon, delta, rho, scale, mechanism, 1, all_one_way, good, pay)
        planned = plan_charged(payer, "top_k_items", terms, len(labels))
        how = plan_from(planned, *terms.task(len(labels)))
        indices, receipt = charged_release(payer, planned, _count(frame, unit, item, labels, nulls))
        return TopItems([labels[index] for index in indices], indices, how, receipt)
    how = plan(
        k,
        epsilon=epsilon,
        delta=delta,
        rho=rho,
        scale=scale,
        sensitivity=1,
        monotonic=all_one_way,
        mechanism=mechanism,
        candidates=len(labels),
    )
    indices = how(_count(frame, unit, item, labels, nulls), optimize=good)
    return TopItems([labels[index] for index in indices], indices, how)


def _narwhals() -> Any:
    try:
        import narwhals
    except ImportError:
        raise ImportError(
            'frames need narwhals: write pip install "discreet[pandas]", [polars], [duckdb], [spark] …'
        ) from None
    return narwhals


def _count(frame: Any, unit: str, item: str, labels: list[Any], nulls: str) -> npt.NDArray[np.int64]:
    nw = _narwhals()
    refuse = arguments.choice("nulls", nulls, ("drop", "refuse")) == "refuse"
    for name, column in (("unit", unit), ("item", item)):
        if not isinstance(column, str):
            raise TypeError(f"{name} must be the name of a column, not {type(column).__name__}")
    if unit == item:
        raise Error("unit and item must be two columns")
    try:
        rows = nw.from_native(frame)
    except TypeError:
        rows = None
    if not isinstance(rows, (nw.DataFrame, nw.LazyFrame)):
        raise TypeError(
            f"frame must be a frame of pandas, Polars, PyArrow, DuckDB or PySpark, not {type(frame).__name__}"
        )
    rows = rows.lazy() if isinstance(rows, nw.DataFrame) else rows
    schema = rows.collect_schema()
    for column in (unit, item):
        if column not in schema:
            raise Error(f"frame must have a column {column!r}")
    require_comparable(nw, schema[item], labels)
    failure = None
    try:
        found = _counts(nw, rows, schema, unit, item, labels, refuse)
    except Error:
        raise
    except Exception as problem:
        failure = type(problem).__name__
    if failure is not None:
        # Raised out here, so that the engine's own message, which may quote the data, is not attached.
        raise Error(f"the frame's engine could not count: {failure}", "outside_domain")
    return np.array([found.get(label, 0) for label in labels], dtype=np.int64)


def _counts(nw: Any, rows: Any, schema: Any, unit: str, item: str, labels: list[Any], refuse: bool) -> dict[Any, int]:
    """The counts of the candidates that somebody has."""
    if refuse:
        pairs, missing = _pairs(nw, rows, schema, unit, item)
        absent = pairs.select(missing.cast(nw.Int64).sum().alias("absent")).collect()
        if (absent["absent"].to_list()[0] or 0) > 0:
            raise Error("rows must not have a null unit or item", "outside_domain")
    if not labels:
        return {}
    return as_dictionary(counting(nw, rows, schema, unit, item, labels).collect())


def counting(nw: Any, rows: Any, schema: Any, unit: str, item: str, labels: list[Any]) -> Any:
    """The query that the engine runs: one row per candidate that somebody has."""
    pairs, missing = _pairs(nw, rows, schema, unit, item)
    named = pairs.filter(~missing).filter(nw.col("item").is_in(labels))
    return named.unique().group_by("item").agg(nw.len().alias("units"))


def as_dictionary(collected: Any) -> dict[Any, int]:
    """Its answer."""
    return dict(zip(collected["item"].to_list(), map(int, collected["units"].to_list()), strict=True))


def _pairs(nw: Any, rows: Any, schema: Any, unit: str, item: str) -> tuple[Any, Any]:
    # Columns of our own names, so that a column called like an aggregate does no harm.
    pairs = rows.select(_plain(nw, schema, unit).alias("unit"), _plain(nw, schema, item).alias("item"))
    return pairs, _is_missing(nw, schema[unit], "unit") | _is_missing(nw, schema[item], "item")


def _plain(nw: Any, schema: Any, name: str) -> Any:
    column = nw.col(name)
    return column.cast(nw.String) if schema[name] in (nw.Categorical, nw.Enum) else column


def _is_missing(nw: Any, dtype: Any, name: str) -> Any:
    # NaN is how pandas writes a null, and equals nothing; every engine treats it alike here.
    column = nw.col(name)
    return column.is_null() | column.is_nan() if dtype.is_float() else column.is_null()
