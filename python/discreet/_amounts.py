"""Exact amounts of privacy loss, as a ledger adds them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from . import _core
from ._error import Error
from ._explained import explained

#: An amount for a ledger. A float means its shortest decimal; int, str, Decimal and Fraction are taken exactly.
Amount: TypeAlias = int | float | str | Decimal | Fraction | np.floating[Any] | np.integer[Any]

PlainAmounts: TypeAlias = tuple[str | None, str | None, str | None]


@explained()
@dataclass(frozen=True, slots=True, repr=False)
class Amounts:
    """Exact amounts of ε, δ and ρ; None for what a budget does not have or a cost does not bound.

    Examples:
        >>> from fractions import Fraction
        >>> left = Amounts(epsilon=Fraction("0.2"), rho=Fraction("0.0123456789012345"))
        >>> print(left)
        epsilon 0.2, rho about 0.012346
        >>> left
        Amounts(epsilon=0.2, rho=0.0123456789012345)
    """

    epsilon: Fraction | None = None
    delta: Fraction | None = None
    rho: Fraction | None = None

    def __str__(self) -> str:
        """Exact where that is short, else five digits rounded down."""
        return _core.amounts_in_words(to_plain(self), ", ")

    def __repr__(self) -> str:
        """Exact decimals where they are finite, fractions elsewhere."""
        pairs = zip(("epsilon", "delta", "rho"), to_plain(self), strict=True)
        return f"Amounts({', '.join(f'{name}={_core.parse_amount(text)}' for name, text in pairs if text)})"


def from_plain(plain: PlainAmounts) -> Amounts:
    """The amounts as Python knows them."""
    epsilon, delta, rho = (None if text is None else Fraction(text) for text in plain)
    return Amounts(epsilon, delta, rho)


def to_plain(amounts: Amounts) -> PlainAmounts:
    """The amounts as they cross to C++."""
    epsilon, delta, rho = (
        None if value is None else f"{value.numerator}/{value.denominator}"
        for value in (amounts.epsilon, amounts.delta, amounts.rho)
    )
    return epsilon, delta, rho


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
        if isinstance(value, (float, np.floating)):
            return _core.shortest_amount(float(value))
        if isinstance(value, (str, Decimal)):
            return _core.parse_amount(str(value))
        if isinstance(value, Fraction):
            huge = max(abs(value.numerator), value.denominator) >= 10**500
            return _core.parse_amount("1e999" if huge else f"{value.numerator}/{value.denominator}")
    except Error as refused:
        raise Error(f"{name}: {refused}", refused.kind) from None
    kind = "None" if value is None else type(value).__name__
    raise TypeError(f"{name} must be an int, a float, a str, a Decimal or a Fraction, not {kind}")


def said(epsilon: object, delta: object, rho: object) -> PlainAmounts:
    """The amounts that somebody gave."""
    return (
        None if epsilon is None else text_of("epsilon", epsilon),
        None if delta is None else text_of("delta", delta),
        None if rho is None else text_of("rho", rho),
    )
