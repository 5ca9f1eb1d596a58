"""What arguments may be, and what to write instead."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

import numpy as np

from ._error import Error
from ._words import MECHANISMS, OPTIMIZE, Mechanism, Optimize

#: A number, which an int or a float says exactly.
Number: TypeAlias = int | float | np.floating[Any] | np.integer[Any]
#: A whole number that is not negative.
Count: TypeAlias = int | np.integer[Any]

_Word = TypeVar("_Word", bound=str)


def number(name: str, value: object) -> float:
    """A number, exactly as given."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a number, not a bool")
    if isinstance(value, (int, np.integer)):
        whole = int(value)
        try:
            result = float(whole)
        except OverflowError:
            raise Error(f"{name} must fit a float") from None
        if int(result) != whole:
            raise Error(f"{name} must be a number that a float holds exactly; write it as a float")
        return result
    if isinstance(value, (float, np.float64, np.float32, np.float16)):
        return float(value)
    amount = name in ("epsilon", "delta", "rho") and isinstance(value, (str, Decimal, Fraction))
    exact = "; exact amounts go with ledger=" if amount else ""
    raise TypeError(f"{name} must be an int or a float, not {_type(value)}{exact}")


def count(name: str, value: object) -> int:
    """A whole number that is not negative."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be an int, not {_type(value)}")
    if not 0 <= int(value) < 2**63:
        raise Error(f"{name} must be a whole number, not negative and below 2**63")
    return int(value)


def text(name: str, value: object) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {_type(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Error(f"{name} must be text that UTF-8 can hold: it has half of a surrogate pair") from None
    return str(value)


def flag(name: str, value: object) -> bool:
    """True or False, and nothing that merely looks like it."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, not {_type(value)}")
    return bool(value)


def choice(name: str, value: object, allowed: tuple[_Word, ...]) -> _Word:
    """One of a few words."""
    listed = " or ".join(f'"{word}"' for word in allowed)
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {listed}, not {_type(value)}")
    for word in allowed:
        if word == value:
            return word
    raise Error(f"{name} must be {listed}")


def at_least_one(name: str, value: object) -> int:
    """A whole number from 1 on: a release of nothing is no release."""
    result = count(name, value)
    if result == 0:
        raise Error(f"{name} must be at least 1")
    return result


def _type(value: object) -> str:
    return "None" if value is None else type(value).__name__


def optimize(value: object) -> Optimize:
    """Which scores are good."""
    return choice("optimize", value, OPTIMIZE)


def mechanism(value: object) -> Mechanism:
    """The law of a selection."""
    return choice("mechanism", value, MECHANISMS)


class Privacy:
    """How private a release must be, said in exactly one way.

    Raises:
        TypeError: if it is said in no way, or in more than one.
    """

    __slots__ = ("delta", "epsilon", "mechanism", "rho", "scale")

    def __init__(self, epsilon: object, delta: object, rho: object, scale: object, mechanism_: object = None) -> None:
        """Check that there is one way, and that it is made of numbers."""
        self.require_one_way(epsilon, delta, rho, scale, mechanism_)
        self.epsilon = None if epsilon is None else number("epsilon", epsilon)
        self.delta = None if delta is None else number("delta", delta)
        self.rho = None if rho is None else number("rho", rho)
        self.scale = None if scale is None else number("scale", scale)
        self.mechanism = None if mechanism_ is None else mechanism(mechanism_)

    @staticmethod
    def require_one_way(
        epsilon: object,
        delta: object,
        rho: object,
        scale: object,
        mechanism_: object,
        *,
        by_scale: bool = True,
        charged: bool = False,
    ) -> None:
        """Check that there is one way, or none where a dataset may have fixed the noise.

        Whether a scale is one is for the release to say.
        """
        ways = [name for name, value in (("epsilon", epsilon), ("rho", rho), ("scale", scale)) if value is not None]
        if not ways and charged and delta is None and mechanism_ is None:
            return
        if not ways:
            extra = "delta alone says nothing: " if delta is not None else ""
            known = "rho=, or scale=" if by_scale else "or rho="
            raise TypeError(f"{extra}say how private: write epsilon=, epsilon= and delta=, {known}")
        if len(ways) > 1:
            raise TypeError(f"say how private in one way: {' and '.join(ways)} were given, write only one of them")
        if delta is not None and epsilon is None:
            raise TypeError(
                f"delta goes with epsilon, not with {ways[0]}: write epsilon= and delta=, or leave delta out"
            )
        if mechanism_ is not None and scale is None:
            raise TypeError("mechanism goes with scale; otherwise the one with the lesser error is chosen for you")


def sensitivity(value: object, privacy: Privacy) -> float | None:
    """How far one person can move one score."""
    if value is None:
        if privacy.scale is not None:
            return None
        raise TypeError(
            "sensitivity must be said, because it cannot be read from the scores: write sensitivity= the most that one"
            " person can change one score (1 for counts of people)"
        )
    result = number("sensitivity", value)
    if not 0 < result < float("inf"):
        raise Error("sensitivity must be finite and above 0")
    return result
