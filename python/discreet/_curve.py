"""The whole trade-off between ε and δ, and brackets around its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Never

from . import _arguments as arguments
from . import _core
from ._arguments import Count, Number, count, number
from ._costs import Cost, to_plain
from ._explained import explained
from ._words import Mechanism


class Bracket(NamedTuple):
    """Two certified bounds of a number."""

    lower: float
    upper: float


@explained()
class PrivacyCurve:
    """The trade-off between ε and δ of a release: every pair it gives is a guarantee, and all of them hold at once.

    Examples:
        >>> import discreet as dc
        >>> curve = dc.PrivacyCurve.of_selections("exponential", 0.2, 10)
        >>> curve.epsilon(1e-6) < curve.epsilon(1e-9) < 2.0
        True
        >>> curve.delta(1.0) < 0.01
        True
    """

    __slots__ = ("_curve", "_made")
    _curve: _core.PrivacyCurve
    _made: str

    def __init__(self, *_: Never) -> None:
        """Refuse: a curve is of something."""
        raise TypeError(
            "write PrivacyCurve.of_selections(mechanism, step, k), PrivacyCurve.of_costs(costs) or plan.curve"
        )

    @classmethod
    def _of(cls, curve: _core.PrivacyCurve, made: str) -> PrivacyCurve:
        self = cls.__new__(cls)
        self._curve = curve
        self._made = made
        return self

    @classmethod
    def of_selections(cls, mechanism: Mechanism, step: Number, k: Count) -> PrivacyCurve:
        """The curve of k selections by "exponential" or "permute-and-flip", each at ``step``: range over scale."""
        law, each, times = arguments.mechanism(mechanism), number("step", step), count("k", k)
        made = f"of_selections({law!r}, {each!r}, {times!r})"
        return cls._of(_core.PrivacyCurve.of_selections(law, each, times), made)

    @classmethod
    def of_costs(cls, costs: Iterable[Cost]) -> PrivacyCurve:
        """The curve of an adaptive composition of releases with these costs, in any order."""
        listed = list(costs)
        plain = [to_plain("each of costs", cost) for cost in listed]
        return cls._of(_core.PrivacyCurve.of_costs(plain), f"of_costs({listed!r})")

    def epsilon(self, delta: Number) -> float:
        """The least certified ε at a δ from 0 to 1."""
        return self._curve.epsilon(number("delta", delta))

    def delta(self, epsilon: Number) -> float:
        """The least certified δ at an ε that is not negative."""
        return self._curve.delta(number("epsilon", epsilon))

    def __repr__(self) -> str:
        """What it is of."""
        return f"PrivacyCurve.{self._made}"

    def __reduce__(self) -> Never:
        """Refuse: a curve is made where it is used."""
        raise TypeError("a privacy curve is not pickled; make it again where it is needed")


@explained()
def bounded_range_delta_bracket(eta: Number, k: Count, epsilon: Number) -> Bracket:
    """``bounded_range_to_delta`` with a bound below which no account of such steps can go.

    Examples:
        >>> import discreet as dc
        >>> lower, upper = dc.bounded_range_delta_bracket(0.2, 10, 1.0)
        >>> 0 < lower <= upper == dc.bounded_range_to_delta(0.2, 10, 1.0)
        True
    """
    return Bracket(*_core.bounded_range_delta_bracket(number("eta", eta), count("k", k), number("epsilon", epsilon)))


@explained()
def permute_and_flip_delta_bracket(epsilon_step: Number, k: Count, epsilon: Number) -> Bracket:
    """``permute_and_flip_to_delta`` with a bound below which no account that knows only Laplace's domination can go.

    Examples:
        >>> import discreet as dc
        >>> lower, upper = dc.permute_and_flip_delta_bracket(0.2, 10, 1.0)
        >>> 0 < lower <= upper == dc.permute_and_flip_to_delta(0.2, 10, 1.0)
        True
    """
    step = number("epsilon_step", epsilon_step)
    return Bracket(*_core.permute_and_flip_delta_bracket(step, count("k", k), number("epsilon", epsilon)))
