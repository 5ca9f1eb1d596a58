"""What a release will be like, before there are data."""

from __future__ import annotations

import dataclasses
import math
from typing import Literal, Unpack, overload

from . import _arguments as arguments
from . import _core
from ._amounts import Amount
from ._arguments import Count, Number
from ._charged import Account, Rows, Terms, account, neighbors_of
from ._charged import plan as plan_charged
from ._charged import ways as ways_to_pay
from ._costs import ApproximateCost, Cost, PureCost, Target, ZcdpCost, from_plain, to_plain
from ._curve import Bracket
from ._error import Error
from ._explained import explained
from ._ledger import Ledger
from ._plan import ChargedDraw, Description, Plan, drawing, plan_of
from ._ways import Planning, PlanningCharged
from ._words import Mechanism, Neighbors, Pay

#: What is planned: how many, among how many, how far one person moves a score, whether all move one way, and the rows.
Task = tuple[int, int, float, bool, Rows | None]


@overload
def calibrate_top_k(
    k: Count, target: PureCost, *, sensitivity: Number, monotonic: bool = False, candidates: Count
) -> Plan[PureCost]: ...
@overload
def calibrate_top_k(
    k: Count, target: ZcdpCost, *, sensitivity: Number, monotonic: bool = False, candidates: Count
) -> Plan[ZcdpCost]: ...
@overload
def calibrate_top_k(
    k: Count, target: ApproximateCost, *, sensitivity: Number, monotonic: bool = False, candidates: Count
) -> Plan[ApproximateCost]: ...
@explained()
def calibrate_top_k(
    k: Count, target: Target, *, sensitivity: Number, monotonic: bool = False, candidates: Count
) -> Plan[Cost]:
    """Plan the release of k candidates with the least noise that is proved to keep to a target.

    Examples:
        >>> import discreet as dc
        >>> found = dc.calibrate_top_k(10, dc.PureCost(1.0), sensitivity=1, monotonic=True, candidates=70_000)
        >>> found.mechanism, round(found.scale, 6)
        ('permute-and-flip', 10.0)
    """
    task = _task(k, candidates, sensitivity, monotonic)
    match to_plain("target", target):
        case ("epsilon", epsilon, _):
            found = _planned(task, epsilon=epsilon)
        case ("rho", rho, _):
            found = _planned(task, rho=rho)
        case ("epsilon, delta", epsilon, delta):
            found = _planned(task, epsilon=epsilon, delta=delta)
        case _:
            raise Error("a target must be in epsilon, rho, or epsilon and delta")
    return plan_of(found, drawing(found))


def _planned(
    task: Task,
    epsilon: float | None = None,
    delta: float | None = None,
    rho: float | None = None,
    scale: float | None = None,
    mechanism: Mechanism | None = None,
) -> Description[Cost]:
    k, candidates, sensitivity, monotonic, rows = task
    asked = (epsilon, delta, rho, scale, mechanism)
    return _described(_core.plan_top_k(k, sensitivity, monotonic, candidates, *asked, rows), task)


def _task(k: object, candidates: object, sensitivity: object, monotonic: object, rows: Rows | None = None) -> Task:
    size = arguments.number("sensitivity", sensitivity)
    all_one_way = arguments.flag("monotonic", monotonic)
    return arguments.at_least_one("k", k), arguments.count("candidates", candidates), size, all_one_way, rows


def _rows(rows: object, disjoint: object, neighbors: object) -> Rows | None:
    """The rows that were said, if any.

    Raises:
        TypeError: for what goes with rows where there are none, and for what does not.
    """
    if rows is None:
        if disjoint is not False:
            raise TypeError("disjoint goes with rows=")
        return None
    if neighbors is not None:
        raise TypeError("neighbors plans top_k_items, which takes no rows: write sensitivity= and monotonic=")
    return arguments.at_least_one("rows", rows), arguments.flag("disjoint", disjoint)


def _described(found: _core.PlainPlan | _core.PlannedRelease, task: Task) -> Description[Cost]:
    """What was found, as Python knows it."""
    k, candidates, sensitivity, monotonic, rows = task
    return Description(
        k=k,
        candidates=candidates,
        sensitivity=sensitivity,
        monotonic=monotonic,
        mechanism=found.law,
        scale=found.scale,
        step=found.step,
        cost=from_plain(found.cost),
        expected_error=found.expected_error,
        step_bracket=Bracket(found.lower, found.upper),
        pay=found.pay if isinstance(found, _core.PlannedRelease) else None,
        rows=None if rows is None else rows[0],
        disjoint=rows is not None and rows[1],
    )


@overload
def plan(k: Count, *, epsilon: Number, candidates: Count, **more: Unpack[Planning]) -> Plan[PureCost]: ...
@overload
def plan(
    k: Count, *, epsilon: Number, delta: Number, candidates: Count, **more: Unpack[Planning]
) -> Plan[ApproximateCost]: ...
@overload
def plan(k: Count, *, rho: Number, candidates: Count, **more: Unpack[Planning]) -> Plan[ZcdpCost]: ...
@overload
def plan(
    k: Count, *, scale: Number, mechanism: Mechanism | None = None, candidates: Count, **more: Unpack[Planning]
) -> Plan[PureCost]: ...
@overload
def plan(k: Count, *, epsilon: Amount, candidates: Count, **more: Unpack[PlanningCharged]) -> Plan[PureCost]: ...
@overload
def plan(
    k: Count,
    *,
    epsilon: Amount,
    delta: Amount,
    pay: Literal["rho"] | None = None,
    candidates: Count,
    **more: Unpack[PlanningCharged],
) -> Plan[ApproximateCost]: ...
@overload
def plan(
    k: Count,
    *,
    epsilon: Amount,
    delta: Amount,
    pay: Literal["epsilon"],
    candidates: Count,
    **more: Unpack[PlanningCharged],
) -> Plan[PureCost]: ...
@overload
def plan(k: Count, *, rho: Amount, candidates: Count, **more: Unpack[PlanningCharged]) -> Plan[ZcdpCost]: ...
@overload
def plan(
    k: Count,
    *,
    scale: Number | None = None,
    mechanism: Mechanism | None = None,
    candidates: Count,
    **more: Unpack[PlanningCharged],
) -> Plan[PureCost]: ...
@explained()
def plan(
    k: Count,
    *,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    scale: Number | None = None,
    sensitivity: Number | None = None,
    monotonic: bool = False,
    mechanism: Mechanism | None = None,
    candidates: Count | None = None,
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: Pay | None = None,
    neighbors: Neighbors | None = None,
    rows: Count | None = None,
    disjoint: bool = False,
) -> Plan[Cost]:
    """Say what ``top_k`` with the same arguments will do, or ``top_k_items`` with ``neighbors``, without any data.

    Args:
        k: how many will be released.
        epsilon: as in ``top_k``, like ``delta``, ``rho``, ``scale``, ``sensitivity``, ``monotonic``, ``mechanism``.
        delta: δ, with ``epsilon``.
        rho: ρ of zero-concentrated differential privacy.
        scale: the scale of the noise; the plan then says what it costs in ε.
        sensitivity: the most that one person can change one score.
        monotonic: whether one person changes all scores the same way.
        mechanism: with ``scale``, the law.
        candidates: how many scores there will be.
        ledger: a ``Ledger`` by whose accountant to plan. Planning charges nothing, but what its budget would not cover
            now is refused; each call of the plan charges, before the first random bit.
        dataset: which of the ledger's datasets.
        by: who asks, for the ledger; the user's name by default.
        pay: with ``epsilon`` and ``delta`` on a "mixed" dataset, "rho" (the default) or "epsilon"; ``Plan.ways``
            compares them.
        neighbors: "add-remove" or "replace" instead of ``sensitivity`` and ``monotonic``: plans ``top_k_items``, whose
            counts move by at most 1. With a ledger, its dataset's own.
        rows: how many rows a matrix will have, to plan ``top_k`` with ``axis=1``: ``candidates`` are then its columns,
            and the cost is that of all rows together.
        disjoint: with ``rows``, as in ``top_k``.

    Examples:
        >>> import discreet as dc
        >>> plan = dc.plan(k=10, epsilon=1.0, sensitivity=1, monotonic=True, candidates=70_000)
        >>> round(plan.scale, 6), plan.mechanism
        (10.0, 'permute-and-flip')
        >>> plan.cost.epsilon <= 1.0
        True
        >>> task = {"k": 10, "epsilon": 1.0, "sensitivity": 1, "monotonic": True, "candidates": 70_000}
        >>> [round(dc.plan(**task, rows=50, disjoint=disjoint).scale, 6) for disjoint in (False, True)]
        [500.0, 10.0]
    """
    if candidates is None:
        raise TypeError("candidates must be said: write candidates= the number of scores")
    many = _rows(rows, disjoint, neighbors)
    payer = account(ledger, dataset, by, pay)
    if neighbors is not None:
        if sensitivity is not None or monotonic is not False:
            raise TypeError("neighbors says how units move counts; leave sensitivity and monotonic out")
        sensitivity, monotonic = 1, neighbors_of(neighbors, payer) == "add-remove"
    terms = Terms(k, epsilon, delta, rho, scale, mechanism, sensitivity, monotonic, "max", pay)
    if payer is not None:
        among = arguments.count("candidates", candidates)
        payer = payer.asking("plan", terms.said())
        found, planned = describe_charged(payer, "top_k", terms, among, many)
        found = dataclasses.replace(found, ways=ways_to_pay(payer, terms, among, many))
        return plan_of(found, ChargedDraw(payer, planned))
    found = describe(terms, candidates, many)
    return plan_of(found, drawing(found))


def describe_charged(
    payer: Account, what: str, terms: Terms, candidates: int, rows: Rows | None = None
) -> tuple[Description[Cost], _core.PlannedRelease]:
    """Plan by the dataset's own accountant; refuses at once what the budget does not cover."""
    planned = plan_charged(payer, what, terms, candidates, rows)
    task = _task(terms.k, candidates, terms.sensitivity, terms.monotonic, rows)
    found = _described(planned, task)
    if terms.delta is not None and terms.pay != "epsilon" and isinstance(found.cost, PureCost):
        # Whoever says a δ of 0 is answered in the same words as for any other δ.
        found = dataclasses.replace(found, cost=ApproximateCost(found.cost.epsilon, 0.0))
    return found, planned


def describe(terms: Terms, candidates: object, rows: Rows | None = None) -> Description[Cost]:
    """Plan for no ledger."""
    privacy = arguments.Privacy(terms.epsilon, terms.delta, terms.rho, terms.scale, terms.mechanism)
    if terms.sensitivity is None:
        raise TypeError(
            "sensitivity must be said: write sensitivity= the most that one person can change one score, or neighbors="
            " to plan top_k_items"
        )
    task = _task(terms.k, candidates, terms.sensitivity, terms.monotonic, rows)
    if privacy.scale == 0 and math.copysign(1, privacy.scale) > 0:
        # The true top-k: whatever the scale, the rest is planned and refused alike, but nothing is promised.
        found = _planned(task, scale=1.0, mechanism=privacy.mechanism)
        found = dataclasses.replace(found, scale=0.0, expected_error=0.0, cost=PureCost(math.inf))
        return dataclasses.replace(found, step=math.inf, step_bracket=Bracket(math.inf, math.inf))
    return _planned(task, privacy.epsilon, privacy.delta, privacy.rho, privacy.scale, privacy.mechanism)
