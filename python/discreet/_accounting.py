"""Conversions, composition and error bounds; every number is a certified bound, never an estimate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from . import _core
from ._arguments import Count, Number, count, number
from ._arguments import mechanism as _mechanism
from ._costs import ApproximateCost, BoundedRangeCost, Cost, PlainCost, PureCost, ZcdpCost, from_plain, to_plain
from ._explained import explained
from ._words import Mechanism


@explained()
def pure_to_zcdp(epsilon: Number) -> float:
    """The least ρ for which every ε-differentially private mechanism is ρ-zCDP: ε tanh(ε/2), rounded up.

    Examples:
        >>> round(pure_to_zcdp(1.0), 6)
        0.462117
    """
    return _core.pure_to_zcdp(number("epsilon", epsilon))


@explained()
def bounded_range_to_zcdp(eta: Number) -> float:
    """The least ρ for which every η-bounded-range mechanism is ρ-zCDP, rounded up; never above η²/8.

    Examples:
        >>> bounded_range_to_zcdp(1.0) <= 1 / 8
        True
    """
    return _core.bounded_range_to_zcdp(number("eta", eta))


@explained()
def permute_and_flip_to_zcdp(epsilon: Number) -> float:
    """The ρ of one permute-and-flip selection at ε: ε + exp(-ε) - 1, rounded up.

    Examples:
        >>> round(permute_and_flip_to_zcdp(1.0), 6)
        0.367879
    """
    return _core.permute_and_flip_to_zcdp(number("epsilon", epsilon))


@explained()
def zcdp_to_delta(rho: Number, epsilon: Number) -> float:
    """A δ for which every ρ-zCDP mechanism is (ε, δ)-differentially private.

    Examples:
        >>> zcdp_to_delta(0.1, 2.0) < 1e-4
        True
    """
    return _core.zcdp_to_delta(number("rho", rho), number("epsilon", epsilon))


@explained()
def zcdp_to_epsilon(rho: Number, delta: Number) -> float:
    """An ε for which every ρ-zCDP mechanism is (ε, δ)-differentially private.

    Examples:
        >>> round(zcdp_to_epsilon(0.1, 1e-6), 2)
        2.14
    """
    return _core.zcdp_to_epsilon(number("rho", rho), number("delta", delta))


@explained()
def zcdp_budget(epsilon: Number, delta: Number) -> float:
    """A ρ, rounded down, for which every ρ-zCDP mechanism is (ε, δ)-differentially private.

    Examples:
        >>> zcdp_to_epsilon(zcdp_budget(1.0, 1e-6), 1e-6) <= 1.0 + 1e-9
        True
    """
    return _core.zcdp_budget(number("epsilon", epsilon), number("delta", delta))


@explained()
def pure_to_delta(epsilon_step: Number, k: Count, epsilon: Number) -> float:
    """A δ for which k adaptive ε-differentially private steps are (ε, δ)-differentially private.

    Examples:
        >>> pure_to_delta(0.125, 10, 1.25)
        0.0
    """
    return _core.pure_to_delta(number("epsilon_step", epsilon_step), count("k", k), number("epsilon", epsilon))


@explained()
def pure_to_epsilon(epsilon_step: Number, k: Count, delta: Number) -> float:
    """An ε for which k adaptive ε-differentially private steps are (ε, δ)-differentially private.

    Examples:
        >>> pure_to_epsilon(0.1, 100, 1e-6) < 10
        True
    """
    return _core.pure_to_epsilon(number("epsilon_step", epsilon_step), count("k", k), number("delta", delta))


@explained()
def bounded_range_to_delta(eta: Number, k: Count, epsilon: Number) -> float:
    """A δ for which k adaptive η-bounded-range steps are (ε, δ)-differentially private.

    Examples:
        >>> 0 < bounded_range_to_delta(0.2, 10, 1.0) < 0.01
        True
    """
    return _core.bounded_range_to_delta(number("eta", eta), count("k", k), number("epsilon", epsilon))


@explained()
def bounded_range_to_epsilon(eta: Number, k: Count, delta: Number) -> float:
    """An ε for which k adaptive η-bounded-range steps are (ε, δ)-differentially private.

    Examples:
        >>> round(bounded_range_to_epsilon(0.2, 10, 0.0), 9)
        2.0
        >>> bounded_range_to_epsilon(0.2, 10, 1e-6) < 2.0
        True
    """
    return _core.bounded_range_to_epsilon(number("eta", eta), count("k", k), number("delta", delta))


@explained()
def permute_and_flip_to_delta(epsilon_step: Number, k: Count, epsilon: Number) -> float:
    """A δ for which k adaptive rounds of permute-and-flip are (ε, δ)-differentially private.

    Examples:
        >>> permute_and_flip_to_delta(0.125, 10, 1.25)
        0.0
    """
    return _core.permute_and_flip_to_delta(
        number("epsilon_step", epsilon_step), count("k", k), number("epsilon", epsilon)
    )


@explained()
def permute_and_flip_to_epsilon(epsilon_step: Number, k: Count, delta: Number) -> float:
    """An ε for which k adaptive rounds of permute-and-flip are (ε, δ)-differentially private.

    Examples:
        >>> permute_and_flip_to_epsilon(0.1, 100, 1e-6) < 10
        True
    """
    return _core.permute_and_flip_to_epsilon(
        number("epsilon_step", epsilon_step), count("k", k), number("delta", delta)
    )


@explained()
def expected_error(mechanism: Mechanism, candidates: Count, scale: Number) -> float:
    """The greatest expected gap between the best score and the chosen one, over all score vectors, rounded up.

    Examples:
        >>> expected_error("permute-and-flip", 100, 1.0) < expected_error("exponential", 100, 1.0)
        True
    """
    return _core.expected_error(_mechanism(mechanism), count("candidates", candidates), number("scale", scale))


@explained()
def error_quantile(mechanism: Mechanism, candidates: Count, *, k: Count = 1, beta: Number, scale: Number) -> float:
    """A gap that, with probability 1 - beta, none of k successive selections exceeds, whatever the scores.

    Examples:
        >>> round(error_quantile("exponential", 100, beta=0.05, scale=1.0), 2)
        7.54
    """
    return _core.error_quantile(
        _mechanism(mechanism),
        count("candidates", candidates),
        count("k", k),
        number("beta", beta),
        number("scale", scale),
    )


Into = TypeVar("Into", PureCost, ZcdpCost, BoundedRangeCost, ApproximateCost)
_CURRENCIES: dict[object, str] = {
    PureCost: "epsilon",
    ZcdpCost: "rho",
    BoundedRangeCost: "eta",
    ApproximateCost: "epsilon, delta",
}


def _plain(costs: Iterable[Cost]) -> list[PlainCost]:
    if isinstance(costs, (PureCost, ZcdpCost, BoundedRangeCost, ApproximateCost)) or not isinstance(costs, Iterable):
        raise TypeError("costs must be a list of costs, such as [PureCost(0.5), ZcdpCost(0.01)]")
    return [to_plain("each cost", cost) for cost in costs]


@explained()
def compose(costs: Iterable[Cost], into: type[Into]) -> Into:
    """The cost of an adaptive composition, in any order, of releases with the given costs.

    Args:
        costs: what each release costs.
        into: ``PureCost``, ``ZcdpCost``, ``BoundedRangeCost`` or ``ApproximateCost``.

    Raises:
        Error: where no finite cost of that kind is sound, as for ρ into ε; ``composed_epsilon`` takes a δ.

    Examples:
        >>> compose([PureCost(0.5), BoundedRangeCost(0.25)], into=PureCost)
        PureCost(epsilon=0.75)
        >>> compose([ZcdpCost(0.5), ZcdpCost(0.25)], into=ZcdpCost)
        ZcdpCost(rho=0.75)
    """
    if into not in _CURRENCIES:
        raise TypeError("into must be PureCost, ZcdpCost, BoundedRangeCost or ApproximateCost")
    composed = from_plain(_core.compose(_CURRENCIES[into], _plain(costs)))
    assert isinstance(composed, into)
    return composed


@explained()
def composed_epsilon(costs: Iterable[Cost], delta: Number) -> float:
    """An ε for which an adaptive composition of the costs is (ε, δ)-differentially private.

    Examples:
        >>> composed_epsilon([PureCost(0.5), PureCost(0.25)], delta=0.0)
        0.75
    """
    return _core.composed_epsilon(_plain(costs), number("delta", delta))


@explained()
def composed_delta(costs: Iterable[Cost], epsilon: Number) -> float:
    """A δ for which an adaptive composition of the costs is (ε, δ)-differentially private.

    Examples:
        >>> composed_delta([PureCost(0.5), PureCost(0.25)], epsilon=1.0)
        0.0
    """
    return _core.composed_delta(_plain(costs), number("epsilon", epsilon))
