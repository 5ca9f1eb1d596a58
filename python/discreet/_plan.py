"""How a release selects, and what is proved about it."""

from __future__ import annotations

import dataclasses
import decimal
from dataclasses import dataclass
from typing import Any, Generic, Never, TypeVar

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from . import _core
from ._charged import Account, Way, release
from ._costs import ApproximateCost, BoundedRangeCost, Cost, PureCost, ZcdpCost
from ._curve import Bracket, PrivacyCurve
from ._error import Error
from ._explained import explained
from ._rows import as_matrix, draw_rows
from ._scores import Scores, as_source
from ._words import Mechanism, Optimize, Pay

#: The currency of a cost: which of the four it is.
Currency = TypeVar("Currency", bound=PureCost | ZcdpCost | BoundedRangeCost | ApproximateCost, covariant=True)


@explained()
@dataclass(frozen=True, slots=True)
class Description(Generic[Currency]):
    """How a release selects, and what is proved about it. It describes; it cannot release.

    Attributes:
        k: how many are released.
        candidates: among how many.
        sensitivity: the most that one person changes one score.
        monotonic: whether one person changes all scores the same way.
        mechanism: "permute-and-flip" or "exponential".
        scale: the scale of the noise, in units of score.
        step: the certified cost of each selection: range distance over scale.
        cost: the certified cost of the whole release; never more than was asked for.
        expected_error: the most that the score of one selection is expected to fall behind the best, whatever the
            scores.
        step_bracket: the ``step`` given, and one that no account of the mechanism allows.
        pay: what an (ε, δ) is paid with on a "mixed" dataset, "epsilon" or "rho"; None elsewhere.
        ways: in a plan with a ledger, every way to pay, the default first, each with its error and what it would leave.
        rows: from how many rows k are selected each, where there are rows; ``cost`` and ``ways`` are then those of all
            rows together, ``scale``, ``step`` and ``expected_error`` those of every selection.
        disjoint: whether one person changes the scores of one row at most, so that all rows cost what one does.
    """

    k: int
    candidates: int
    sensitivity: float
    monotonic: bool
    mechanism: Mechanism
    scale: float
    step: float
    cost: Currency
    expected_error: float
    step_bracket: Bracket
    pay: Pay | None = None
    ways: tuple[Way, ...] = ()
    rows: int | None = None
    disjoint: bool = False

    @property
    def curve(self) -> PrivacyCurve:
        """Every (ε, δ) that the release satisfies."""
        composed = 1 if self.rows is None or self.disjoint else self.rows
        return PrivacyCurve.of_selections(self.mechanism, self.step, composed * self.k)

    def __str__(self) -> str:
        """One sentence that a statistician can paste."""
        changes = "all in the same direction" if self.monotonic else "in any direction"
        each = "it" if self.k == 1 and self.rows in (None, 1) else "each of them"
        return (
            f"{self.k:,} of {self.candidates:,} candidates {'is' if self.k == 1 else 'are'} selected"
            f"{self._where()} by {_NAMES[self.mechanism]} with scale {self.scale:.6g}, which satisfies {self.cost}"
            f" (certified), where one person changes every score{' of one row' if self.disjoint else ''} by at most"
            f" {self.sensitivity:.6g}, {changes}; the score of {each} is expected to fall at most"
            f" {rounded_up(self.expected_error)} behind the best one left."
        )

    def _where(self) -> str:
        if self.rows is None:
            return ""
        return (
            f" from each of {self.rows:,} {'disjoint ' if self.disjoint else ''}{'row' if self.rows == 1 else 'rows'}"
        )


_NAMES: dict[Mechanism, str] = {"permute-and-flip": "permute-and-flip", "exponential": "the exponential mechanism"}


def rounded_up(value: float) -> str:
    """Four digits, rounded up, so that a printed bound still is one."""
    if not 0 < value < float("inf"):
        return repr(value)
    exact = decimal.Decimal(value)
    rounded = decimal.Context(prec=4, rounding=decimal.ROUND_CEILING).plus(exact)
    return f"{float(rounded):.4g}" if float(rounded) < 1e6 else f"{float(rounded):,.0f}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A release whose cost nobody counts."""

    k: int
    scale: float
    mechanism: Mechanism

    def __call__(self, source: Any, good: Optimize) -> npt.NDArray[np.int64]:
        """Draw; from each row of a matrix."""
        if isinstance(source, np.ndarray) and source.ndim == 2:
            return draw_rows(source, self.k, self.scale, self.mechanism, good)
        drawn = _core.try_top_k(source, self.k, None, None, None, self.scale, None, False, self.mechanism, good)
        assert drawn is not None
        return drawn


@dataclass(frozen=True, slots=True)
class ChargedDraw:
    """A release that is charged each time."""

    payer: Account
    planned: _core.PlannedRelease

    def __call__(self, source: Any, good: Optimize) -> npt.NDArray[np.int64]:
        """Charge, and only then draw; from each row of a matrix."""
        rows = source.shape[:-1] if isinstance(source, np.ndarray) else ()
        scores = source.reshape(-1) if rows else source
        indices = release(self.payer, self.planned.optimizing(good == "min"), scores).indices
        return indices.reshape(*rows, -1)

    def __reduce__(self) -> Never:
        """Refuse: a copy elsewhere would have no ledger to charge."""
        raise TypeError("a plan with a ledger is not pickled or copied deeply; make it again where it is needed")


@explained()
@dataclass(frozen=True, slots=True, init=False)
class Plan(Description[Currency]):
    """How to select, and what is proved about it; call it with scores to release.

    Made by ``plan`` and ``calibrate_top_k``. If it was made with a ledger, each call charges before the first bit.
    """

    _draw: Draw | ChargedDraw = dataclasses.field(repr=False, kw_only=True)

    def __init__(self, *_: Never, **__: Never) -> None:
        """Refuse: a plan is proved, not filled in."""
        raise TypeError("a plan is made by dc.plan(…) or dc.calibrate_top_k(…), and not changed")

    @property
    def dataset(self) -> str | None:
        """Which of a ledger's datasets each call charges; None for a plan without a ledger."""
        return self._draw.payer.dataset if isinstance(self._draw, ChargedDraw) else None

    def __call__(self, scores: Scores, *, optimize: Optimize = "max") -> npt.NDArray[np.int64]:
        """Release the indices of k scores, best first; with a ledger, charge for it first.

        A plan with rows takes a matrix, as ``top_k`` does with ``axis=1``, and gives a row of k for each of its rows.

        Raises:
            Error: unless there are as many scores as the plan has candidates, and as many rows as it has; of the kind
                ``over_budget``, with nothing charged and nothing released, if the ledger's budget no longer covers it.
        """
        good = arguments.optimize(optimize)
        if self.rows is not None:
            matrix = as_matrix(scores)
            if matrix.shape != (self.rows, self.candidates):
                raise Error("there must be as many rows and columns as the plan has", "outside_domain")
            return self._draw(matrix, good)
        source = as_source(scores)
        if len(source) != self.candidates:
            raise Error("there must be as many scores as the plan has candidates", "outside_domain")
        return self._draw(source, good)


def plan_of(described: Description[Currency], draw: Draw | ChargedDraw) -> Plan[Currency]:
    """A plan that keeps to its description."""
    made: Plan[Currency] = Plan.__new__(Plan)
    for field in dataclasses.fields(Description):
        object.__setattr__(made, field.name, getattr(described, field.name))
    object.__setattr__(made, "_draw", draw)
    return made


def drawing(described: Description[Cost]) -> Draw:
    """The release that is described, charged to nobody."""
    return Draw(described.k, described.scale, described.mechanism)
