"""Kinds of release beside the selection of the best.

Each is a function here, and in C++ an entry of ``_core.kinds``. What ``__all__`` names is public.
"""

from __future__ import annotations

from typing import cast, overload

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._amounts import Amount
from ._arguments import Number
from ._charged import account
from ._explained import explained
from ._ledger import Ledger
from ._scores import Scores, as_source

__all__ = ["above_threshold"]


@overload
def above_threshold(
    scores: Scores, threshold: Number, *, epsilon: Number, sensitivity: Number, monotonic: bool = False
) -> int | None: ...
@overload
def above_threshold(
    scores: Scores,
    threshold: Number,
    *,
    epsilon: Amount,
    sensitivity: Number,
    monotonic: bool = False,
    ledger: Ledger,
    dataset: str,
    by: str | None = None,
    run_id: str | None = None,
) -> int | None: ...
@explained()
def above_threshold(
    scores: Scores,
    threshold: Number,
    *,
    epsilon: Amount,
    sensitivity: Number,
    monotonic: bool = False,
    ledger: Ledger | None = None,
    dataset: str | None = None,
    by: str | None = None,
    run_id: str | None = None,
) -> int | None:
    """Release the index of the first score above a threshold, noisily, or that there is none.

    The first score whose noisy value passes the noisy threshold: exponential noise on each, the threshold's drawn once,
    compared exactly. The cost does not grow with the number of scores.

    Args:
        scores: one score per candidate, in an order that is public, as is which candidate each index stands for.
        threshold: what a score must be above, a finite number.
        epsilon: ε of pure differential privacy for the whole release.
        sensitivity: the most that one person can change one score.
        monotonic: whether one person changes all scores the same way, as joining changes counts; two thirds of the
            noise.
        ledger: a ``Ledger`` to charge before the first random bit; ``sensitivity`` and ``monotonic`` then speak of its
            dataset's unit and neighbours, and ε may be exact: str, Decimal or Fraction.
        dataset: which of the ledger's datasets is charged.
        by: who asks, for the ledger; the user's name by default.
        run_id: as in ``top_k``.

    Returns:
        The index, or None.

    Raises:
        TypeError: for arguments or scores of the wrong type.
        Error: a ``ValueError``, for values that no proof covers and for scores that are NaN or null; of the kind
            ``over_budget``, with nothing charged and nothing released, if the ledger's budget does not cover it.

    Examples:
        >>> import discreet as dc
        >>> weeks = [40, 70, 9000, 50]
        >>> dc.above_threshold(weeks, 1000, epsilon=0.5, sensitivity=1, monotonic=True)
        2
        >>> print(dc.above_threshold(weeks, 100_000, epsilon=0.5, sensitivity=1))
        None
    """
    payer = account(ledger, dataset, by, run_id=run_id)
    if payer is None:
        arguments.number("epsilon", epsilon)
    source = as_source(scores)
    said = {"threshold": threshold, "epsilon": epsilon, "sensitivity": sensitivity, "monotonic": monotonic}
    found, paid, replayed = _core.kinds["above_threshold"](
        source,
        None if payer is None else payer.asking("above_threshold", said | {"scores": len(source)}).plain(),
        arguments.number("threshold", threshold),
        amounts.text_of("epsilon", epsilon),
        arguments.number("sensitivity", sensitivity),
        arguments.flag("monotonic", monotonic),
    )
    if payer is not None:
        payer.paid(*paid, replayed=replayed)
    return cast("int | None", found)
