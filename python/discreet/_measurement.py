"""Measurements: a release together with its privacy map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Generic, Never, TypeVar

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from . import _core
from ._arguments import Count, Number
from ._explained import explained
from ._scores import Scores, as_scores_of
from ._words import DTYPES, Dtype, MeasurementName, MeasureName, MetricName, Optimize

Output = TypeVar("Output", bound="npt.NDArray[np.int64] | int")


@explained()
@dataclass(frozen=True, slots=True)
class Measure:
    """How far two output distributions are from each other."""

    name: MeasureName

    def __repr__(self) -> str:
        """Read as the call that makes it."""
        return f"{_MEASURES[self.name]}()"


_MEASURES: Final[dict[MeasureName, str]] = {
    "MaxDivergence": "max_divergence",
    "ZeroConcentratedDivergence": "zero_concentrated_divergence",
    "BoundedRange": "bounded_range",
}


def max_divergence() -> Measure:
    """ε of pure differential privacy; selection is permute-and-flip."""
    return Measure("MaxDivergence")


def zero_concentrated_divergence() -> Measure:
    """ρ of zero-concentrated differential privacy; selection is the exponential mechanism."""
    return Measure("ZeroConcentratedDivergence")


def bounded_range() -> Measure:
    """η of bounded range; selection is the exponential mechanism."""
    return Measure("BoundedRange")


@explained()
@dataclass(frozen=True, slots=True)
class Metric:
    """How far two score vectors are from each other."""

    name: MetricName
    monotonic: bool | None = None

    def __repr__(self) -> str:
        """Read as the call that makes it."""
        return "range_distance()" if self.monotonic is None else f"linf_distance(monotonic={self.monotonic})"


@explained()
def linf_distance(*, monotonic: bool = False) -> Metric:
    """The largest change of a single score; if monotonic, changes that go both ways are infinitely far."""
    return Metric("LInfDistance", arguments.flag("monotonic", monotonic))


def range_distance() -> Metric:
    """The largest difference between two scores' changes."""
    return Metric("RangeDistance")


@explained()
class Measurement(Generic[Output]):
    """A release and what it costs: call it with scores, ask ``map`` for the cost.

    Attributes:
        name: what it is called.
        dtype: the type of the scores.
        size: how many scores there must be, if that is known.
        metric: the metric of the input.
        measure: the measure of the output.
        k: how many indices come out.
        scale: the scale of the noise.
        optimize: "max" or "min".
    """

    __slots__ = ("_made", "dtype", "k", "measure", "metric", "name", "optimize", "scale", "size")

    def __init__(
        self,
        made: _core.AnyMeasurement,
        *,
        name: MeasurementName,
        dtype: Dtype,
        size: int | None,
        metric: Metric,
        measure: Measure,
        k: int,
        scale: float,
        optimize: Optimize,
    ) -> None:
        """Built by the ``make_`` functions."""
        self._made = made
        self.name: MeasurementName = name
        self.dtype: Dtype = dtype
        self.size = size
        self.metric = metric
        self.measure = measure
        self.k = k
        self.scale = scale
        self.optimize = optimize

    def __call__(self, scores: Scores) -> Output:
        """One release.

        Raises:
            TypeError: for scores of another type.
            Error: of the kind ``outside_domain`` for NaN, nulls, or another number of scores than ``size``.
        """
        released = self._made.release(scores)
        if released is None:
            released = self._made.release(as_scores_of(scores, self.dtype))
        result: Output = released
        return result

    invoke = __call__

    def map(self, d_in: Number) -> float:
        """The certified cost of a release for scores at distance ``d_in``.

        Raises:
            Error: of the kind ``bad_distance`` if ``d_in`` is not a distance of the score type.
        """
        return self._made.map(d_in)

    def check(self, d_in: Number, d_out: Number) -> bool:
        """Whether a release costs at most ``d_out`` for scores at distance ``d_in``."""
        return self._made.check(d_in, arguments.number("d_out", d_out))

    def __repr__(self) -> str:
        """Show what it was made of."""
        size = "" if self.size is None else f", size={self.size}"
        return (
            f"<discreet measurement {self.name}: {self.dtype}{size}, {self.metric} -> {self.measure}, k={self.k},"
            f" scale={self.scale!r}, optimize={self.optimize!r}>"
        )

    def __reduce__(self) -> Never:
        """Refuse: a measurement is made where it is used."""
        raise TypeError("a measurement is not pickled; make it again where it is needed")


def _dtype(value: object) -> Dtype:
    try:
        name = np.dtype(value).name  # type: ignore[call-overload]
    except TypeError:
        name = ""
    for known in DTYPES:
        if value is not None and name == known:
            return known
    raise TypeError("dtype must be one of " + ", ".join(DTYPES))


def _measure(value: object) -> Measure:
    if not isinstance(value, Measure):
        raise TypeError(
            "measure must be max_divergence(), zero_concentrated_divergence() or bounded_range(), not"
            f" {getattr(value, '__name__', type(value).__name__)}"
        )
    return value


def _size(value: object) -> int | None:
    return None if value is None else arguments.count("size", value)


@explained()
def make_noisy_top_k(
    dtype: npt.DTypeLike,
    measure: Measure,
    k: Count,
    scale: Number,
    *,
    monotonic: bool = False,
    optimize: Optimize = "max",
    size: Count | None = None,
) -> Measurement[npt.NDArray[np.int64]]:
    """Build the measurement that releases k distinct indices with good scores, best first.

    More than the number of scores is allowed for k unless ``size`` is known: all indices then come out, charged for k.

    Examples:
        >>> import discreet as dc
        >>> m = dc.make_noisy_top_k(dtype="float64", measure=dc.max_divergence(), k=2, scale=2.0)
        >>> m.map(1.0)
        2.0
        >>> m.check(1.0, 0.5)
        False
        >>> m([1000.0, -1000.0, 500.0])
        array([0, 2])
    """
    fields: dict[str, Any] = {
        "dtype": _dtype(dtype),
        "size": _size(size),
        "measure": _measure(measure),
        "k": arguments.at_least_one("k", k),
        "scale": arguments.number("scale", scale),
        "metric": linf_distance(monotonic=monotonic),
        "optimize": arguments.optimize(optimize),
    }
    made = _core.make_noisy_top_k(
        fields["dtype"],
        fields["size"],
        fields["measure"].name,
        fields["k"],
        fields["scale"],
        fields["metric"].monotonic,
        fields["optimize"],
    )
    return Measurement(made, name="noisy_top_k", **fields)


@explained()
def make_noisy_max(
    dtype: npt.DTypeLike,
    measure: Measure,
    scale: Number,
    *,
    monotonic: bool = False,
    optimize: Optimize = "max",
    size: Count | None = None,
) -> Measurement[int]:
    """Build the measurement that releases the index of one good score, from at least one.

    Examples:
        >>> import discreet as dc
        >>> m = dc.make_noisy_max("int64", dc.zero_concentrated_divergence(), scale=2.0, monotonic=True)
        >>> m([1, 2, 3000]), m.map(1) <= 0.5**2 / 8
        (2, True)
    """
    name, count, kind = _dtype(dtype), _size(size), _measure(measure)
    noise, metric, good = (
        arguments.number("scale", scale),
        linf_distance(monotonic=monotonic),
        arguments.optimize(optimize),
    )
    made = _core.make_noisy_max(name, count, kind.name, noise, bool(metric.monotonic), good)
    return Measurement(
        made, name="noisy_max", dtype=name, size=count, metric=metric, measure=kind, k=1, scale=noise, optimize=good
    )


@explained()
def make_report_noisy_max_gumbel(
    dtype: npt.DTypeLike,
    scale: Number,
    *,
    metric: Metric | None = None,
    monotonic: bool | None = None,
    optimize: Optimize = "max",
    size: Count | None = None,
) -> Measurement[int]:
    """Build the measurement that releases the index of the best score under Gumbel noise, charged in ε.

    The metric is ``linf_distance()`` unless another is given; ``monotonic=True`` is short for
    ``metric=linf_distance(monotonic=True)``.

    Examples:
        >>> import discreet as dc
        >>> m = dc.make_report_noisy_max_gumbel("float64", scale=2.0, metric=dc.range_distance())
        >>> m.map(1.0), dc.make_report_noisy_max_gumbel("float64", scale=2.0).map(1.0)
        (0.5, 1.0)
    """
    if metric is not None and monotonic is not None:
        raise TypeError("write metric= or monotonic=, not both")
    if metric is None:
        metric = linf_distance(monotonic=False if monotonic is None else monotonic)
    if not isinstance(metric, Metric):
        raise TypeError("metric must be linf_distance(monotonic=...) or range_distance()")
    name, count = _dtype(dtype), _size(size)
    noise, good = arguments.number("scale", scale), arguments.optimize(optimize)
    made = _core.make_report_noisy_max_gumbel(name, count, noise, metric.monotonic, good)
    return Measurement(
        made,
        name="report_noisy_max_gumbel",
        dtype=name,
        size=count,
        metric=metric,
        measure=max_divergence(),
        k=1,
        scale=noise,
        optimize=good,
    )
