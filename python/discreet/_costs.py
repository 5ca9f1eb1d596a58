"""What releases cost, in each of the four currencies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ._arguments import number
from ._explained import explained


def _exact(value: float) -> str:
    value = float(value)  # an int, as people write it, is taken too
    return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


@explained()
@dataclass(frozen=True, slots=True)
class PureCost:
    """ε-differential privacy.

    Examples:
        >>> print(PureCost(0.5))
        0.5-differential privacy
    """

    epsilon: float

    def __str__(self) -> str:
        """Read as in a paper."""
        return f"{_exact(self.epsilon)}-differential privacy"


@explained()
@dataclass(frozen=True, slots=True)
class ZcdpCost:
    """ρ-zero-concentrated differential privacy.

    Examples:
        >>> print(ZcdpCost(0.1))
        0.1-zero-concentrated differential privacy
    """

    rho: float

    def __str__(self) -> str:
        """Read as in a paper."""
        return f"{_exact(self.rho)}-zero-concentrated differential privacy"


@explained()
@dataclass(frozen=True, slots=True)
class BoundedRangeCost:
    """η-bounded range.

    Examples:
        >>> print(BoundedRangeCost(0.2))
        0.2-bounded range
    """

    eta: float

    def __str__(self) -> str:
        """Read as in a paper."""
        return f"{_exact(self.eta)}-bounded range"


@explained()
@dataclass(frozen=True, slots=True)
class ApproximateCost:
    """(ε, δ)-differential privacy.

    Examples:
        >>> print(ApproximateCost(1.0, 1e-6))
        (1, 1e-06)-differential privacy
    """

    epsilon: float
    delta: float

    def __str__(self) -> str:
        """Read as in a paper."""
        return f"({_exact(self.epsilon)}, {_exact(self.delta)})-differential privacy"


#: What one release costs.
Cost: TypeAlias = PureCost | ZcdpCost | BoundedRangeCost | ApproximateCost
#: What releases may cost in all.
Target: TypeAlias = PureCost | ZcdpCost | ApproximateCost

PlainCost: TypeAlias = tuple[str, float, float]


def to_plain(name: str, cost: object) -> PlainCost:
    """The cost as it crosses to C++."""
    match cost:
        case PureCost(epsilon):
            return ("epsilon", number("epsilon", epsilon), 0.0)
        case ZcdpCost(rho):
            return ("rho", number("rho", rho), 0.0)
        case BoundedRangeCost(eta):
            return ("eta", number("eta", eta), 0.0)
        case ApproximateCost(epsilon, delta):
            return ("epsilon, delta", number("epsilon", epsilon), number("delta", delta))
    raise TypeError(
        f"{name} must be PureCost(epsilon), ZcdpCost(rho), BoundedRangeCost(eta) or ApproximateCost(epsilon, delta),"
        f" not {type(cost).__name__}"
    )


def from_plain(plain: PlainCost) -> Cost:
    """The cost as Python knows it."""
    currency, amount, delta = plain
    if currency == "epsilon":
        return PureCost(amount)
    if currency == "rho":
        return ZcdpCost(amount)
    if currency == "eta":
        return BoundedRangeCost(amount)
    return ApproximateCost(amount, delta)
