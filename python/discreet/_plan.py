"""What a release will be like, before there are data."""

from __future__ import annotations

import decimal
from dataclasses import dataclass, replace
from typing import Never

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from . import _core
from ._amounts import Amount
from ._arguments import Count, Number
from ._charged import Terms, Way, account, neighbors_of
from ._charged import plan as plan_charged
from ._charged import ways as ways_to_pay
from ._costs import ApproximateCost, Cost, PureCost, Target, ZcdpCost, from_plain, to_plain
from ._curve import Bracket, PrivacyCurve
from ._error import Error
from ._ledger import Ledger
from ._scores import Scores
from ._selection import top_k


@dataclass(frozen=True, slots=True)
class Plan:
    """How to select, and what is proved about it; call it with scores to release.

    Attributes:
        k: how many are released.
        candidates: among how many.
        sensitivity: the most that one person changes one score.
        monotonic: whether one person changes all scores the same way.
        mechanism: "permute-and-flip" or "exponential".
        scale: the scale of the noise, in units of score.
        step: the certified cost of each selection: range distance over scale.
        cost: the certified cost of the whole release; never more than was asked for.
        expected_error: the most that the score of one selection is expected to fall behind the best, whatever the
            scores.
        step_bracket: the ``step`` given, and one that no account of the mechanism allows.
        pay: what an (ε, δ) is paid with on a "mixed" dataset, "epsilon" or "rho"; None elsewhere.
        ways: with a ledger, every way to pay, the default first, each with its error and what it would leave.
    """

    k: int
    candidates: int
    sensitivity: float
    monotonic: bool
    mechanism: str
    scale: float
    step: float
    cost: Cost
    expected_error: float
    step_bracket: Bracket
    pay: str | None = None
    ways: tuple[Way, ...] = ()

    @property
    def curve(self) -> PrivacyCurve:
        """Every (ε, δ) that the release satisfies."""
        return PrivacyCurve.of_selections(self.mechanism, self.step, self.k)

    def __call__(self, scores: Scores, *, optimize: str = "max") -> npt.NDArray[np.int64]:
        """Release the indices of k scores, best first.

        Raises:
            Error: unless there are as many scores as the plan has candidates.
        """
        if _length(scores) != self.candidates:
            raise Error("there must be as many scores as the plan has candidates", "outside_domain")
        return top_k(scores, self.k, scale=self.scale, mechanism=self.mechanism, optimize=optimize)

    def __str__(self) -> str:
        """One sentence that a statistician can paste."""
        changes = "all in the same direction" if self.monotonic else "in any direction"
        each = "it" if self.k == 1 else "each of them"
        return (
            f"{self.k:,} of {self.candidates:,} candidates {'is' if self.k == 1 else 'are'} selected by"
            f" {_names[self.mechanism]} with scale {self.scale:.6g}, which satisfies {self.cost} (certified), where one"
            f" person changes every score by at most {self.sensitivity:.6g}, {changes}; the score of {each} is expected"
            f" to fall at most {_up(self.expected_error)} behind the best one left."
        )


_names = {"permute-and-flip": "permute-and-flip", "exponential": "the exponential mechanism"}


def _require_k(k: int, candidates: int) -> None:
    if not 1 <= k <= candidates:
        raise Error("k must be at least 1 and at most the number of candidates")


def _length(scores: object) -> int:
    try:
        return len(scores)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"scores must be a list or an array of numbers, not {type(scores).__name__}") from None


def _up(value: float) -> str:
    """Four digits, rounded up, so that a printed bound still is one."""
    if not 0 < value < float("inf"):
        return repr(value)
    exact = decimal.Decimal(value)
    rounded = decimal.Context(prec=4, rounding=decimal.ROUND_CEILING).plus(exact)
    return f"{float(rounded):.4g}" if float(rounded) < 1e6 else f"{float(rounded):,.0f}"


def calibrate_top_k(
    k: Count, target: Target, *, sensitivity: Number, monotonic: bool = False, candidates: Count
) -> Plan:
    """Plan the release of k candidates with the least noise that is proved to keep to a target.

    Examples:
        >>> import discreet as dc
        >>> found = dc.calibrate_top_k(10, dc.PureCost(1.0), sensitivity=1, monotonic=True, candidates=70_000)
        >>> found.mechanism, round(found.scale, 6)
        ('permute-and-flip', 10.0)
    """
    plain = to_plain("target", target)
    size = arguments.number("sensitivity", sensitivity)
    all_one_way = arguments.flag("monotonic", monotonic)
    count = arguments.count("k", k)
    among = arguments.count("candidates", candidates)
    _require_k(count, among)
    return plan_from(_core.calibrate_top_k(count, plain, size, all_one_way, among), count, size, all_one_way, among)


def plan_from(
    found: _core.PlainPlan | _core.PlannedRelease, k: int, sensitivity: float, monotonic: bool, candidates: int
) -> Plan:
    """The plan as Python knows it."""
    return Plan(
        k=k,
        candidates=candidates,
        sensitivity=sensitivity,
        monotonic=monotonic,
        mechanism="exponential" if found.exponential else "permute-and-flip",
        scale=found.scale,
        step=found.step,
        cost=from_plain(found.cost),
        expected_error=found.expected_error,
        step_bracket=Bracket(found.lower, found.upper),
        pay=found.pay if isinstance(found, _core.PlannedRelease) else None,
    )


def plan(
    k: Count,
    *,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    scale: Number | None = None,
    sensitivity: Number | None = None,
    monotonic: bool = False,
    mechanism: str | None = None,
    candidates: Count | None = None,
    ledger: Ledger | None = None,
    dataset: str | None = None,
    pay: str | None = None,
    neighbors: str | None = None,
    **unknown: Never,
) -> Plan:
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
        ledger: a ``Ledger`` by whose accountant to plan. Nothing is charged, but what its budget would not cover now
            is refused.
        dataset: which of the ledger's datasets.
        pay: with ``epsilon`` and ``delta`` on a "mixed" dataset, "rho" (the default) or "epsilon"; ``Plan.ways``
            compares them.
        neighbors: "add-remove" or "replace" instead of ``sensitivity`` and ``monotonic``: plans ``top_k_items``, whose
            counts move by at most 1. With a ledger, its dataset's own.

    Examples:
        >>> import discreet as dc
        >>> plan = dc.plan(k=10, epsilon=1.0, sensitivity=1, monotonic=True, candidates=70_000)
        >>> round(plan.scale, 6), plan.mechanism
        (10.0, 'permute-and-flip')
        >>> plan.cost.epsilon <= 1.0
        True
    """
    if unknown:
        arguments.refuse_unknown("plan", unknown)
    if candidates is None:
        raise TypeError("candidates must be said: write candidates= the number of scores")
    payer = account(ledger, dataset, None, pay)
    if neighbors is not None:
        if sensitivity is not None or monotonic is not False:
            raise TypeError("neighbors says how units move counts; leave sensitivity and monotonic out")
        sensitivity, monotonic = 1, neighbors_of(neighbors, payer) == "add-remove"
    if payer is not None:
        terms = Terms(k, epsilon, delta, rho, scale, mechanism, sensitivity, monotonic, "max", pay)
        among = arguments.count("candidates", candidates)
        planned = plan_charged(payer, "plan", terms, among)
        found = plan_from(planned, *terms.task(among))
        return replace(found, ways=ways_to_pay(payer, terms, among))
    privacy = arguments.Privacy(epsilon, delta, rho, scale, mechanism)
    if sensitivity is None:
        raise TypeError(
            "sensitivity must be said: write sensitivity= the most that one person can change one score, or neighbors="
            " to plan top_k_items"
        )
    if privacy.scale is not None:
        return _plan_of_scale(k, privacy, sensitivity, monotonic, candidates)
    target: Target
    if privacy.rho is not None:
        target = ZcdpCost(privacy.rho)
    elif privacy.delta is not None:
        target = ApproximateCost(arguments.number("epsilon", epsilon), privacy.delta)
    else:
        target = PureCost(arguments.number("epsilon", epsilon))
    return calibrate_top_k(k, target, sensitivity=sensitivity, monotonic=monotonic, candidates=candidates)


def _plan_of_scale(
    k: object, privacy: arguments.Privacy, sensitivity: object, monotonic: object, candidates: object
) -> Plan:
    count, among = arguments.count("k", k), arguments.count("candidates", candidates)
    size = arguments.sensitivity(sensitivity, privacy)
    all_one_way = arguments.flag("monotonic", monotonic)
    _require_k(count, among)
    scale = privacy.scale
    assert scale is not None
    assert size is not None
    mechanism = privacy.mechanism or "permute-and-flip"

    def cost(selections: int) -> float:
        made = _core.make_noisy_top_k("float64", among, "MaxDivergence", selections, scale, all_one_way, "max")
        return made.map(size)

    whole, step = cost(count), cost(1)
    return Plan(
        k=count,
        candidates=among,
        sensitivity=size,
        monotonic=all_one_way,
        mechanism=mechanism,
        scale=scale,
        step=step,
        cost=PureCost(whole),
        expected_error=_core.expected_error(mechanism, among, scale),
        step_bracket=Bracket(step, step),
    )
