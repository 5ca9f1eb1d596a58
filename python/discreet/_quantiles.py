"""Quantiles of what people have, released privately."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeAlias, Unpack, overload

import numpy as np

from . import _arguments as arguments
from ._amounts import Amount
from ._arguments import Count, Number
from ._charged import account, neighbors_of
from ._counting import engine_of
from ._error import Error
from ._explained import explained
from ._grid import Bound, Grid, Step, grid_of
from ._ledger import Ledger
from ._quantile_arguments import Privately, groups_of, kept_groups, per_unit_of, quantiles_of
from ._quantile_arrays import Masses, cells_of
from ._quantile_cells import columns_of
from ._quantile_plan import Quantile, ask
from ._quantile_values import QuantileGroups, Quantiles
from ._units import unit_columns
from ._ways import Quantiling, QuantilingGroups
from ._words import NULLS, NamedQuantiles, Neighbors, Nulls, Pay, PerUnit, Unit

_Number: TypeAlias = Number | Decimal | Fraction
_Date: TypeAlias = datetime.date | np.datetime64
_One: TypeAlias = float | Decimal | Fraction | np.floating[Any] | Literal["median"]
_Many: TypeAlias = Iterable[Quantile] | Literal["quartiles", "deciles", "percentiles"]
# What a unit of one row weighs: a share is a 2^20th.
_SHARES = np.uint64(2**20)


@overload
def quantiles(
    data: Any, quantiles: _One | _Many, *, lower: _Number, upper: _Number, group: str, **more: Unpack[QuantilingGroups]
) -> QuantileGroups[float]: ...
@overload
def quantiles(
    data: Any, quantiles: _One | _Many, *, lower: _Date, upper: _Date, group: str, **more: Unpack[QuantilingGroups]
) -> QuantileGroups[datetime.date]: ...
@overload
def quantiles(
    data: Any, quantiles: _One | _Many, *, lower: str, upper: str, group: str, **more: Unpack[QuantilingGroups]
) -> QuantileGroups[Any]: ...
@overload
def quantiles(data: Any, quantiles: _One, *, lower: _Number, upper: _Number, **more: Unpack[Quantiling]) -> float: ...
@overload
def quantiles(
    data: Any, quantiles: _One, *, lower: _Date, upper: _Date, **more: Unpack[Quantiling]
) -> datetime.date: ...
@overload
def quantiles(
    data: Any, quantiles: _One, *, lower: str, upper: str, **more: Unpack[Quantiling]
) -> float | datetime.date: ...
@overload
def quantiles(
    data: Any, quantiles: _Many, *, lower: _Number, upper: _Number, **more: Unpack[Quantiling]
) -> Quantiles[float]: ...
@overload
def quantiles(
    data: Any, quantiles: _Many, *, lower: _Date, upper: _Date, **more: Unpack[Quantiling]
) -> Quantiles[datetime.date]: ...
@overload
def quantiles(data: Any, quantiles: _Many, *, lower: str, upper: str, **more: Unpack[Quantiling]) -> Quantiles[Any]: ...
@explained(
    scale="the noise is planned from epsilon or rho",
    candidates="the values are those of a grid: write lower=, upper= and step=",
    sensitivity="it is known, because each unit counts once; leave it out",
    item="the column of the values is value=",
    k="say which quantiles: write them first, as in [0.25, 0.5, 0.75]",
)
def quantiles(
    data: Any,
    quantiles: Quantile | NamedQuantiles | Iterable[Quantile],
    *,
    lower: Bound,
    upper: Bound,
    step: Step | None = None,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    unit: Unit | None = None,
    value: str | None = None,
    group: str | None = None,
    groups: Iterable[Any] | None = None,
    groups_per_unit: Count | None = None,
    per_unit: PerUnit = "share",
    nulls: Nulls = "drop",
    neighbors: Neighbors | None = None,
    units: Count | None = None,
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: Pay | None = None,
    run_id: str | None = None,
) -> float | datetime.date | Quantiles[Any] | QuantileGroups[Any]:
    """Release quantiles of values, noisily: the values of a public grid whose ranks are nearest.

    Each unit counts once, whatever the number of its rows, so no bound on contributions is needed. Values outside the
    bounds are clamped, others rounded to the nearest value of the grid, exactly; ties are no trouble. Several quantiles
    are found together, for much less than one after the other, and never cross.

    Args:
        data: a list or an array of numbers or dates, each the value of one unit; or a frame of pandas, Polars (eager or
            lazy), PyArrow, DuckDB or PySpark, with ``unit`` and ``value``.
        quantiles: a number above 0 and below 1, for which a single value comes back; a list of such; or "median",
            "quartiles", "deciles" or "percentiles". A float means its shortest decimal; str (in a list), Decimal and
            Fraction are exact.
        lower: the first value of the public grid, a number or a date; like ``upper`` and ``step`` it must not be read
            from the data.
        upper: the last.
        step: how far apart its values are, of which ``upper - lower`` is a multiple; at most 2^40 values. It is 1 where
            both bounds are whole and at least 100 apart, and a day for dates.
        epsilon: ε of pure differential privacy for the whole release.
        delta: δ, with ``epsilon``.
        rho: ρ of zero-concentrated differential privacy.
        unit: the column that says whose row it is: who is protected; or a list of columns, as in ``count_units``.
        value: the column of the values: integers, floating-point numbers, decimals, dates, or times without a zone,
            which count as their day.
        group: the column that says which group a row belongs to; the result is a ``QuantileGroups``.
        groups: the public list of groups, each of which has its quantiles.
        groups_per_unit: with one value per unit, how many groups of each unit are kept; 1.
        per_unit: "share" divides a unit among all its rows: the quantile of a random unit's random row. "median",
            "min", "max", "sum", "mean" and "first" (where rows have an order) make one value of them.
        nulls: "drop" ignores what is null or NaN; "refuse" raises an ``Error`` if there is any.
        neighbors: "add-remove" (the default) protects whether a unit is present; "replace" what its rows say, when the
            number of units is public. With a ledger, its dataset's own.
        units: a public number that there are at most so many units, for ``plan.rank_error_95`` of several quantiles.
        ledger: a ``Ledger`` to charge before the first random bit.
        dataset: which of the ledger's datasets; ``unit`` must be its unit of privacy.
        by: who asks, for the ledger; the user's name by default.
        pay: with ``epsilon`` and ``delta`` on a "mixed" dataset, "rho" (the default) or "epsilon".
        run_id: as in ``top_k``; who repeats the call gets the same values, and no data are read for it.

    Returns:
        For one quantile that is not in a list, and "median", a float, or a date where the bounds are dates. Else
        ``Quantiles``, with groups ``QuantileGroups``.

    Raises:
        TypeError: for arguments or values of the wrong type.
        Error: a ``ValueError``, for what no proof covers; of the kind ``over_budget``, with nothing charged and nothing
            released, if the ledger's budget does not cover it. Never because there are few values, or none.

    Examples:
        >>> import discreet as dc
        >>> ages = [30] * 4000 + [40] * 3000 + [70] * 3000
        >>> dc.quantiles(ages, 0.5, lower=0, upper=120, epsilon=1.0)
        40.0
        >>> dc.quantiles(ages, "quartiles", lower=0, upper=120, epsilon=1.0).values
        [30.0, 40.0, 70.0]
    """
    asked, alone = quantiles_of(quantiles)
    grid = grid_of(lower, upper, step)
    rule = per_unit_of(per_unit, grid)
    arguments.choice("nulls", nulls, NULLS)
    names = _column_names(data, unit, value, group, groups, rule)
    listed = groups_of(unit, value, group, groups)
    kept = kept_groups(groups_per_unit, rule, grouped=listed is not None)
    payer = account(ledger, dataset, by, pay, run_id)
    private = Privately(epsilon=epsilon, delta=delta, rho=rho, pay=pay, exact=payer is not None)
    near = neighbors_of(neighbors, payer, unit)
    if payer is not None:
        said = {"quantiles": asked, "alone": alone, "lower": lower, "upper": upper, "step": step, "epsilon": epsilon}
        said |= {"delta": delta, "rho": rho, "groups_per_unit": groups_per_unit, "per_unit": rule, "nulls": nulls}
        said |= {"neighbors": neighbors, "units": units, "pay": pay}
        columns_said = {"unit": unit, "value": value, "group": group}
        payer = payer.asking("quantiles", said, columns=columns_said, lists={"groups": listed})
    # Everything that can be refused is refused before the data is read.
    planned = ask(asked, grid, private, near, rule, units, None if listed is None else len(listed), kept, payer)
    found = planned.stored() if payer is not None and payer.run_id is not None else None
    if found is None:
        columns = _columns(data, names, group, listed, kept, rule, nulls, grid)
        found = planned.draw([_contiguous(column) for column in columns])
    rising, paid, replayed = found
    receipt = None if payer is None else payer.paid(*paid, replayed=replayed)
    ordered = [[cells[place] for place in planned.order] for cells in rising]
    made: list[Quantiles[Any]] = [Quantiles(cells, grid, planned.how, receipt, replayed) for cells in ordered]
    if listed is not None:
        return QuantileGroups(dict(zip(listed, made, strict=True)), planned.how, receipt, replayed)
    return made[0].values[0] if alone else made[0]


def _columns(
    data: Any,
    names: tuple[Unit, str] | None,
    group: str | None,
    listed: list[Any] | None,
    kept: int,
    rule: PerUnit,
    nulls: Nulls,
    grid: Grid,
) -> list[tuple[Any, Any]]:
    """The masses of each column, from a frame or an array."""
    if names is None:
        cells, counts = cells_of(data, grid, nulls)
        return [(cells, counts * _SHARES)]
    return columns_of(
        data,
        unit=names[0],
        value=names[1],
        group=group,
        groups=listed,
        groups_per_unit=kept,
        per_unit=rule,
        nulls=nulls,
        grid=grid,
    )


def _contiguous(column: tuple[Any, Any]) -> Masses:
    cells, masses = (np.ascontiguousarray(part, dtype=np.uint64) for part in column)
    return cells, masses


def _column_names(
    data: Any, unit: object, value: object, group: object, groups: object, rule: PerUnit
) -> tuple[Unit, str] | None:
    """The columns of units and of values; None for an array, which has one value for each unit.

    Raises:
        TypeError: for what goes with the other, and for a frame whose columns are not said.
        Error: for a unit column that is the value column.
    """
    try:
        engine_of(data)
    except TypeError:
        said = {"unit": unit, "value": value, "group": group, "groups": groups}
        for name, given in said.items():
            if given is not None:
                raise TypeError(
                    f"{name} goes with a frame; an array has one value for each unit: leave {name} out, or give the"
                    " frame"
                ) from None
        if rule != "share":
            raise TypeError(
                "per_unit goes with a frame, whose units may have several rows; an array has one value for each unit"
            ) from None
        return None
    if unit is None or value is None:
        name = "unit" if unit is None else "value"
        raise TypeError(f"{name} must be said: write unit= and value= the names of two of the frame's columns")
    units = unit_columns(unit) if isinstance(unit, (list, tuple)) else (arguments.text("unit", unit),)
    column = arguments.text("value", value)
    if not all((*units, column)):
        raise Error("unit and value must be the names of columns, not empty")
    if column in units:
        raise Error(
            "unit and value must be two columns" if len(units) == 1 else "value must be none of the unit's columns"
        )
    return units, column
