"""Calls with an argument that does not exist are told which one was probably meant."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, TypeVar, cast

_SEEDS = {"seed", "random_state", "rng", "generator", "random_seed", "key"}
_MEANT = {
    "eps": "epsilon",
    "n": "k",
    "sens": "sensitivity",
    "privacy_budget": "epsilon",
    "budget": "epsilon",
    "delta_f": "sensitivity",
    "monotone": "monotonic",
    "maximize": "optimize",
    "minimize": "optimize",
    "negate": "optimize",
}
_WRITTEN = {"maximize": 'optimize="max"', "minimize": 'optimize="min"', "negate": 'optimize="min"'}

Called = TypeVar("Called", bound="Callable[..., Any]")


def explained(**hints: str) -> Callable[[Called], Called]:
    """Let a function, or a class with its public methods, answer a keyword it does not know with what to write.

    Args:
        hints: what to say instead of a guess, by the unknown keyword.
    """

    def decorate(called: Called) -> Called:
        if isinstance(called, type):
            _explain_methods(called, hints)
            return called
        return _explain(called, called.__name__, hints)

    return decorate


def _explain_methods(owner: type, hints: Mapping[str, str]) -> None:
    for name, member in list(vars(owner).items()):
        if name.startswith("_") and name not in ("__init__", "__call__"):
            continue
        shown = owner.__name__ if name.startswith("_") else f"{owner.__name__}.{name}"
        more = hints if name == "__init__" else {}
        if isinstance(member, (classmethod, staticmethod)):
            setattr(owner, name, type(member)(_explain(member.__func__, shown, more)))
        elif inspect.isfunction(member):
            setattr(owner, name, _explain(member, shown, more))


def _explain(function: Called, shown: str, hints: Mapping[str, str]) -> Called:
    parameters = inspect.signature(function).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return function
    named = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name != "self"]
    known = frozenset(named)

    @functools.wraps(function)
    def explaining(*args: Any, **said: Any) -> Any:
        if said and not known.issuperset(said):
            _refuse(shown, next(name for name in said if name not in known), named, hints)
        return function(*args, **said)

    return cast("Called", explaining)


def _refuse(function: str, name: str, known: Sequence[str], hints: Mapping[str, str]) -> NoReturn:
    if name in hints:
        raise TypeError(f"{function} has no argument {name}; {hints[name]}")
    if name in _SEEDS:
        raise TypeError(
            f"{function} takes no {name}: whoever knows the seed of a release can undo its noise, so the random bits"
            " come from the operating system and cannot be repeated. To study a mechanism, run it many times"
        )
    if _MEANT.get(name) in known:
        raise TypeError(f"{function} has no argument {name}; write {_WRITTEN.get(name, _MEANT[name])}")
    near = difflib.get_close_matches(name, known, n=1)
    guess = f"; did you mean {near[0]}?" if near else ""
    raise TypeError(f"{function} has no argument {name}{guess}")
