"""Exact amounts of privacy loss, as a ledger adds them."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from . import _core
from ._error import Error
from ._explained import explained

#: An amount for a ledger. A float means its shortest decimal; int, str, Decimal and Fraction are taken exactly.
Amount: TypeAlias = int | float | str | Decimal | Fraction | np.floating[Any] | np.integer[Any]

#: ε, δ, ρ, slack, steps and step as somebody said them: decimals or fractions.
WrittenAmounts: TypeAlias = tuple[str | None, str | None, str | None, str | None, str | None, str | None]
#: The same as they cross to C++ and back: hexadecimal, since Python refuses decimals of thousands of digits.
PlainAmounts: TypeAlias = tuple[str | None, str | None, str | None, str | None, str | None, str | None]


@explained()
@dataclass(frozen=True, slots=True, repr=False)
class Amounts:
    """Exact amounts of ε, δ, ρ, slack and steps; None for what a budget does not have or a cost does not bound.

    Attributes:
        epsilon: ε.
        delta: δ.
        rho: ρ.
        slack: of a cost, the δ that a threshold takes: the release is only this close to what the others say; None
            means 0. Of a budget, what is set aside of δ for thresholds.
        steps: under "steps", how many; whole numbers.
        step: the bounded range that each of them has at most.
        rest: whether this is what is left of a budget, which ``print`` rounds down; a cost it rounds up.

    Examples:
        >>> from fractions import Fraction
        >>> cost = Amounts(epsilon=Fraction("0.2"), rho=Fraction("0.0123456789012345"))
        >>> print(cost)
        epsilon 0.2, rho about 0.012346
        >>> print(Amounts(rho=cost.rho, rest=True))
        rho about 0.012345
        >>> cost
        Amounts(epsilon=0.2, rho=0.0123456789012345)
        >>> print(Amounts(rho=Fraction("0.1"), slack=Fraction("2.5e-7")))
        rho 0.1, and 2.5e-7 of delta for thresholds
        >>> print(Amounts(steps=Fraction(10), step=Fraction("0.027")))
        10 steps of 0.027
    """

    epsilon: Fraction | None = None
    delta: Fraction | None = None
    rho: Fraction | None = None
    slack: Fraction | None = None
    steps: Fraction | None = None
    step: Fraction | None = None
    rest: bool = field(default=False, compare=False, kw_only=True)

    def __str__(self) -> str:
        """Exact where that is short, else five digits: a cost rounded up, a rest rounded down."""
        plain = to_plain(self)
        if not self.rest:
            return _core.costs_in_words(plain)
        # What is left in both ε and ρ, as under "mixed", may be spent in either.
        return _core.rests_in_words(plain, ", " if self.rho is None else ", or ")

    def __repr__(self) -> str:
        """Exact decimals where they are finite, fractions elsewhere."""
        pairs = zip(("epsilon", "delta", "rho", "slack", "steps", "step"), to_plain(self), strict=True)
        return f"Amounts({', '.join(f'{name}={_core.exact_text(text)}' for name, text in pairs if text)})"


def fraction_from(plain: str) -> Fraction:
    """An amount as it crosses from C++."""
    numerator, _, denominator = plain.partition("/")
    return Fraction(int(numerator, 16), int(denominator or "1", 16))


def from_plain(plain: PlainAmounts, *, rest: bool) -> Amounts:
    """The amounts as Python knows them: what is left of a budget, or a cost."""
    epsilon, delta, rho, slack, steps, step = (None if text is None else fraction_from(text) for text in plain)
    return Amounts(epsilon, delta, rho, slack, steps, step, rest=rest)


def to_plain(amounts: Amounts) -> PlainAmounts:
    """The amounts as they cross to C++."""
    epsilon, delta, rho, slack, steps, step = (
        None if value is None else f"{value.numerator:x}/{value.denominator:x}"
        for value in (amounts.epsilon, amounts.delta, amounts.rho, amounts.slack, amounts.steps, amounts.step)
    )
    return epsilon, delta, rho, slack, steps, step


def text_of(name: str, value: object) -> str:
    """What somebody means by an amount, exactly.

    Raises:
        TypeError: for what is no number and no text.
        Error: for what is no amount, such as a negative number.
    """
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{name} must be a number, not a bool")
        if isinstance(value, (int, np.integer)):
            # Python refuses to write out an int of thousands of digits; no amount has as many.
            return _core.parse_amount(str(value) if abs(int(value)) < 10**500 else "1e999")
        # A longdouble may be nearer to nothing than any float: who has one writes it out.
        if isinstance(value, (float, np.floating)) and not isinstance(value, np.longdouble):
            return _core.shortest_amount(float(value))
        if isinstance(value, (str, Decimal)):
            # Half of a surrogate pair is in no amount, and C++ has no text that holds it.
            return _core.parse_amount(str(value).encode(errors="replace").decode())
        if isinstance(value, Fraction):
            huge = max(abs(value.numerator), value.denominator) >= 10**500
            return _core.parse_amount("1e999" if huge else f"{value.numerator}/{value.denominator}")
    except Error as refused:
        raise Error(f"{name}: {refused}", refused.kind) from None
    kind = "None" if value is None else type(value).__name__
    raise TypeError(f"{name} must be an int, a float, a str, a Decimal or a Fraction, not {kind}")


def said(
    epsilon: object, delta: object, rho: object, slack: object = None, steps: object = None, step: object = None
) -> WrittenAmounts:
    """The amounts that somebody gave."""
    return (
        None if epsilon is None else text_of("epsilon", epsilon),
        None if delta is None else text_of("delta", delta),
        None if rho is None else text_of("rho", rho),
        None if slack is None else text_of("slack", slack),
        None if steps is None else text_of("steps", steps),
        None if step is None else text_of("step", step),
    )
