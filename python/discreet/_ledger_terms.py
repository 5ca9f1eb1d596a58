"""How a ledger, its datasets and its groups are named, and their budgets and costs said."""

from __future__ import annotations

import os
import re
from typing import TypeAlias

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._error import Error
from ._words import ACCOUNTANTS, NEIGHBORS

# A Path keeps one slash of the two that follow a scheme, or several.
_LOST_SLASH = re.compile(rb"\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)+/")

Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def path_bytes(name: str, path: object) -> bytes:
    """The name of a file as the system has it."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} must be a str or a Path, not {type(path).__name__}")
    encoded = os.fsencode(path)
    if not encoded or b"\0" in encoded:
        raise Error(f"{name} must be the name of a file", "ledger")
    return encoded


def file_bytes(name: str, path: object) -> bytes:
    """The name of what can only be a file.

    Raises:
        Error: for an address, which is not shown: it may have a password.
    """
    encoded = path_bytes(name, path)
    if _is_server(encoded) or _holds_address(path, encoded):
        raise Error(f"{name} must be the name of a file, not an address", "ledger")
    _core.require_address(encoded)
    return encoded


def address_bytes(name: str, address: object) -> bytes:
    """A ledger's address: that of a server as it is, a path made absolute, so that it means the same anywhere."""
    encoded = path_bytes(name, address)
    if _holds_address(address, encoded):
        raise TypeError(f"{name} must be a str where it is the address of a server, not a Path")
    _core.require_address(encoded)
    return encoded if _is_server(encoded) else os.path.abspath(encoded)


def _holds_address(path: object, encoded: bytes) -> bool:
    return isinstance(path, os.PathLike) and _LOST_SLASH.match(encoded) is not None


def shown(address: bytes) -> str:
    """An address as it may be shown: without a password."""
    return _core.shown_address(address) if _is_server(address) else os.fsdecode(address)


def _is_server(address: bytes) -> bool:
    return address.startswith((b"postgresql://", b"postgres://"))


#: A budget as it crosses to C++: the amounts, the part of delta for thresholds, the accountant, and for how many steps
#: the largest step is looked for.
SaidBudget: TypeAlias = tuple[amounts.WrittenAmounts, str | None, str | None, int | None]


def steps_of(releases: object, k: object) -> int | None:
    """How many steps so many releases of k items take; None where the step is said, or there is none.

    Raises:
        TypeError: for k alone.
    """
    if releases is None:
        if k is not None:
            raise TypeError("k goes with releases=: the largest step is looked for, for so many releases of k items")
        return None
    return arguments.at_least_one("releases", releases) * (1 if k is None else arguments.at_least_one("k", k))


def budget_of(whole: amounts.WrittenAmounts, share: object, accountant: object, steps: int | None = None) -> SaidBudget:
    """A budget as it crosses to C++."""
    epsilon, _, rho, *_ = whole
    if epsilon is None and rho is None:
        raise TypeError("say the budget: write epsilon=, epsilon= and delta=, or rho=")
    return (
        whole,
        None if share is None else amounts.text_of("threshold_share", share),
        None if accountant is None else arguments.choice("accountant", accountant, ACCOUNTANTS),
        None if steps is None else min(steps, 2**63),
    )


def cost_of(whole: amounts.WrittenAmounts) -> amounts.WrittenAmounts:
    """What a release of another program costs, as it crosses to C++."""
    epsilon, delta, rho, _, steps, _ = whole
    if epsilon is None and rho is None and steps is None:
        raise TypeError("say what the release costs: write epsilon=, epsilon= and delta=, or rho=")
    if delta is not None and epsilon is None:
        raise TypeError("delta= goes with epsilon=; of what is only close to rho-zCDP, write slack=")
    return whole


def terms_of(dataset: object, unit: object, neighbors: object, budget: SaidBudget) -> tuple[str, str, str, SaidBudget]:
    """A dataset as it crosses to C++."""
    return (
        arguments.text("dataset", dataset),
        arguments.text("unit", unit),
        arguments.choice("neighbors", neighbors, NEIGHBORS),
        budget,
    )
