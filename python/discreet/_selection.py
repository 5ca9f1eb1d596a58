"""Private selection from an array of scores."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, Unpack, cast, overload

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from . import _core
from ._amounts import Amount
from ._arguments import Count, Number
from ._charged import Terms, account
from ._charged import plan as plan_charged
from ._charged import release as charged_release
from ._error import Error
from ._explained import explained
from ._ledger import Ledger
from ._rows import require_axis, top_k_rows
from ._scores import Scores, as_source
from ._ways import Ranking, RankingCharged, Selecting, SelectingCharged
from ._words import Mechanism, Optimize, Pay

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _with(shortcut: Callable[[Callable[..., Any]], Any]) -> Callable[[_Function], _Function]:
    """Let calls with plain arguments run in C++ without a Python frame; the function sees all others.

    What it then looks at more closely either works or is refused with what to write instead.
    """

    def decorate(function: _Function) -> _Function:
        return cast("_Function", functools.update_wrapper(shortcut(function), function))

    return decorate


@overload
def top_k(
    scores: Scores,
    k: Count,
    *,
    epsilon: Number,
    delta: Number | None = None,
    sensitivity: Number,
    **more: Unpack[Ranking],
) -> npt.NDArray[np.int64]: ...
@overload
def top_k(
    scores: Scores, k: Count, *, rho: Number, sensitivity: Number, **more: Unpack[Ranking]
) -> npt.NDArray[np.int64]: ...
@overload
def top_k(
    scores: Scores,
    k: Count,
    *,
    scale: Number,
    mechanism: Mechanism | None = None,
    sensitivity: Number | None = None,
    **more: Unpack[Ranking],
) -> npt.NDArray[np.int64]: ...
@overload
def top_k(
    scores: Scores,
    k: Count,
    *,
    epsilon: Amount,
    delta: Amount | None = None,
    pay: Pay | None = None,
    sensitivity: Number,
    **more: Unpack[RankingCharged],
) -> npt.NDArray[np.int64]: ...
@overload
def top_k(
    scores: Scores, k: Count, *, rho: Amount, sensitivity: Number, **more: Unpack[RankingCharged]
) -> npt.NDArray[np.int64]: ...
@overload
def top_k(
    scores: Scores,
    k: Count,
    *,
    scale: Number | None = None,
    mechanism: Mechanism | None = None,
    sensitivity: Number,
    **more: Unpack[RankingCharged],
) -> npt.NDArray[np.int64]: ...
@_with(_core.top_k_shortcut)
@explained()
def top_k(
    scores: Scores,
    k: Count,
    *,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    scale: Number | None = None,
    sensitivity: Number | None = None,
    monotonic: bool = False,
    mechanism: Mechanism | None = None,
    optimize: Optimize = "max",
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: Pay | None = None,
    run_id: str | None = None,
    axis: int | None = None,
    disjoint: bool = False,
) -> npt.NDArray[np.int64]:
    """Release the indices of the k best scores, noisily, best first.

    The release follows its law exactly; the law and its scale are the ones with the least certified error that keep
    to the privacy asked for.

    Args:
        scores: one score per candidate; which candidate each index stands for is public.
        k: how many to release, at most the number of scores.
        epsilon: ε of pure differential privacy for the whole release; with ``delta``, of (ε, δ).
        delta: δ, with ``epsilon``.
        rho: ρ of zero-concentrated differential privacy for the whole release.
        scale: the scale of the noise itself, in units of score; ``plan`` says what it costs.
        sensitivity: the most that one person can change one score. Not needed with ``scale``.
        monotonic: whether one person changes all scores the same way, as joining changes counts; half the noise.
        mechanism: with ``scale``, "permute-and-flip" (the default) or "exponential".
        optimize: "max" if large scores are good, "min" if small ones are.
        ledger: a ``Ledger`` to charge before the first random bit; ``sensitivity`` and ``monotonic`` then speak of its
            dataset's unit and neighbours, and ε, δ and ρ may be exact: str, Decimal or Fraction.
        dataset: which of the ledger's datasets is charged.
        by: who asks, for the ledger; the user's name by default.
        pay: with ``epsilon`` and ``delta`` on a "mixed" dataset, what to pay with: "rho" (the default) or "epsilon".
            ``plan`` shows what each errs and leaves.
        run_id: with ``ledger``, a name under which the release is made once: the result is stored in the ledger before
            it is returned, and who repeats the call gets it, with no second draw and no second charge.
        axis: 1 for a matrix of scores, with one selection of k from each row; ε, δ and ρ are those of all rows
            together, and a ledger is charged once. A matrix in C order is read in place.
        disjoint: with ``axis``, whether no person, added, taken away or replaced, changes the scores of more than one
            row, as where each row counts a group of people of its own and nobody is replaced: who takes another's place
            may be of another group. Then all rows cost what one does; otherwise their costs are composed.

    Returns:
        k distinct indices, best first, as int64; with ``axis`` a row of k for each row of scores.

    Raises:
        TypeError: for arguments or scores of the wrong type, and unless privacy is said in exactly one way.
        Error: a ``ValueError``, for values that no proof covers and for scores that are NaN or null; of the kind
            ``over_budget``, with nothing charged and nothing released, if the ledger's budget does not cover it.

    Examples:
        >>> import discreet as dc
        >>> visits = [9000, 10, 7000, 20, 30]
        >>> dc.top_k(visits, k=2, epsilon=1.0, sensitivity=1, monotonic=True)
        array([0, 2])
        >>> dc.top_k(visits, k=2, rho=0.5, sensitivity=1)
        array([0, 2])
        >>> dc.top_k(visits, k=1, scale=2.0, optimize="max")
        array([0])
        >>> dc.top_k([[9000, 10], [20, 7000]], k=1, epsilon=1.0, sensitivity=1, axis=1, disjoint=True)
        array([[0],
               [1]])
    """
    payer = account(ledger, dataset, by, pay, run_id)
    if axis is not None:
        require_axis(axis)
        terms = Terms(k, epsilon, delta, rho, scale, mechanism, sensitivity, monotonic, optimize, pay)
        return top_k_rows(scores, terms, disjoint, payer)
    if disjoint is not False:
        raise TypeError("disjoint goes with axis=1")
    if payer is not None:
        source = as_source(scores)
        terms = Terms(k, epsilon, delta, rho, scale, mechanism, sensitivity, monotonic, optimize, pay)
        payer = payer.asking("top_k", terms.said() | {"candidates": len(source)})
        return charged_release(payer, plan_charged(payer, "top_k", terms, len(source)), source).indices
    privacy = arguments.Privacy(epsilon, delta, rho, scale, mechanism)
    released = _core.try_top_k(
        as_source(scores),
        arguments.at_least_one("k", k),
        privacy.epsilon,
        privacy.delta,
        privacy.rho,
        privacy.scale,
        arguments.sensitivity(sensitivity, privacy),
        arguments.flag("monotonic", monotonic),
        privacy.mechanism,
        arguments.optimize(optimize),
    )
    assert released is not None
    return released


@overload
def noisy_max(
    scores: Scores, *, epsilon: Number, delta: Number | None = None, sensitivity: Number, **more: Unpack[Selecting]
) -> int: ...
@overload
def noisy_max(scores: Scores, *, rho: Number, sensitivity: Number, **more: Unpack[Selecting]) -> int: ...
@overload
def noisy_max(
    scores: Scores,
    *,
    scale: Number,
    mechanism: Mechanism | None = None,
    sensitivity: Number | None = None,
    **more: Unpack[Selecting],
) -> int: ...
@overload
def noisy_max(
    scores: Scores,
    *,
    epsilon: Amount,
    delta: Amount | None = None,
    pay: Pay | None = None,
    sensitivity: Number,
    **more: Unpack[SelectingCharged],
) -> int: ...
@overload
def noisy_max(scores: Scores, *, rho: Amount, sensitivity: Number, **more: Unpack[SelectingCharged]) -> int: ...
@overload
def noisy_max(
    scores: Scores,
    *,
    scale: Number | None = None,
    mechanism: Mechanism | None = None,
    sensitivity: Number,
    **more: Unpack[SelectingCharged],
) -> int: ...
@_with(_core.noisy_max_shortcut)
@explained(k="write top_k(scores, k, …) for more than one")
def noisy_max(
    scores: Scores,
    *,
    epsilon: Amount | None = None,
    delta: Amount | None = None,
    rho: Amount | None = None,
    scale: Number | None = None,
    sensitivity: Number | None = None,
    monotonic: bool = False,
    mechanism: Mechanism | None = None,
    optimize: Optimize = "max",
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    pay: Pay | None = None,
    run_id: str | None = None,
) -> int:
    """Release the index of one of the best scores, as ``top_k`` with k = 1 does.

    The arguments are those of ``top_k``; there must be at least one score.

    Examples:
        >>> import discreet as dc
        >>> dc.noisy_max([5.0, 900.0, 3.0], epsilon=1.0, sensitivity=1)
        1
        >>> dc.noisy_max([5.0, 900.0, -900.0], epsilon=1.0, sensitivity=1, optimize="min")
        2
    """
    payer = account(ledger, dataset, by, pay, run_id)
    if payer is not None:
        source = as_source(scores)
        if len(source) == 0:
            raise Error("there must be a score", "outside_domain")
        terms = Terms(1, epsilon, delta, rho, scale, mechanism, sensitivity, monotonic, optimize, pay)
        payer = payer.asking("noisy_max", terms.said() | {"candidates": len(source)})
        made = charged_release(payer, plan_charged(payer, "noisy_max", terms, len(source)), source)
        return int(made.indices[0])
    privacy = arguments.Privacy(epsilon, delta, rho, scale, mechanism)
    released = _core.try_noisy_max(
        as_source(scores),
        privacy.epsilon,
        privacy.delta,
        privacy.rho,
        privacy.scale,
        arguments.sensitivity(sensitivity, privacy),
        arguments.flag("monotonic", monotonic),
        privacy.mechanism,
        arguments.optimize(optimize),
    )
    assert released is not None
    return released
