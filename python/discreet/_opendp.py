"""Our measurements as measurements of OpenDP."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from . import _core
from ._arguments import Number
from ._explained import explained
from ._measurement import Measure, Measurement, bounded_range, zero_concentrated_divergence

_TYPES = {
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
    "float32": "f32",
    "float64": "f64",
}


@explained()
def to_opendp(measurement: Measurement[Any], *, measure: Measure | None = None) -> Any:
    """Wrap a measurement as a user measurement of OpenDP, so that it chains into OpenDP's compositions.

    OpenDP asks for ``dp.enable_features("contrib", "honest-but-curious")`` first: it cannot verify code from outside.

    Args:
        measurement: what to wrap.
        measure: the measure that OpenDP will see. ``zero_concentrated_divergence()`` keeps the tight ρ of the law,
            which OpenDP's own conversion from ε does not know. Without it the measurement's own, or
            ``zero_concentrated_divergence()`` for ``bounded_range()``, which OpenDP does not have.

    Raises:
        ImportError: where opendp is not installed.
        TypeError: for a metric that OpenDP does not have, and a measure that does not follow from the measurement's.
    """
    try:
        import opendp.prelude as dp
    except ImportError:
        raise ImportError("to_opendp needs the package opendp, which is not installed") from None
    if not isinstance(measurement, Measurement):
        raise TypeError(f"to_opendp takes a measurement of discreet, not {type(measurement).__name__}")
    if measurement.metric.monotonic is None:
        raise TypeError("the metric must be linf_distance(), which OpenDP has as well")
    measures = {
        "MaxDivergence": dp.max_divergence,
        "ZeroConcentratedDivergence": dp.zero_concentrated_divergence,
    }
    name, cost = _seen_by_opendp(measurement, measure)
    kind = _TYPES[measurement.dtype]
    floating = measurement.dtype.startswith("float")
    atoms = dp.atom_domain(T=kind, nan=False) if floating else dp.atom_domain(T=kind)
    return dp.m.make_user_measurement(
        input_domain=dp.vector_domain(atoms, size=measurement.size),
        input_metric=dp.linf_distance(T=kind, monotonic=measurement.metric.monotonic),
        output_measure=measures[name](),
        function=lambda scores: _plain(measurement(scores)),
        privacy_map=cost,
        TO="Vec<i64>" if measurement.name == "noisy_top_k" else "i64",
    )


def _seen_by_opendp(measurement: Measurement[Any], measure: object) -> tuple[str, Callable[[Number], float]]:
    """The measure that OpenDP will see, and the measurement's map into it."""
    own, zcdp = measurement.measure, zero_concentrated_divergence()
    if measure is None:
        measure = zcdp if own == bounded_range() else own
    if not isinstance(measure, Measure):
        raise TypeError("measure must be max_divergence() or zero_concentrated_divergence()")
    if measure == bounded_range():
        raise TypeError(f"OpenDP has no measure {measure!r}; use max_divergence() or zero_concentrated_divergence()")
    if measure == own:
        return own.name, measurement.map
    if measure != zcdp:
        raise TypeError(f"{own!r} does not become {measure!r} here; make the measurement with that measure")
    return zcdp.name, _rho_of(measurement)


def _rho_of(measurement: Measurement[Any]) -> Callable[[Number], float]:
    """The tight ρ of the measurement's law: that of its selections, one by one, added up."""
    m = measurement
    made: tuple[str, int | None] = m.dtype, m.size
    monotonic = bool(m.metric.monotonic)
    if m.measure == bounded_range() or m.name == "report_noisy_max_gumbel":
        # The law is the exponential mechanism, which is what the measurement with this measure runs as well.
        return _core.make_noisy_top_k(*made, "ZeroConcentratedDivergence", m.k, m.scale, monotonic, m.optimize).map
    one = _core.make_noisy_top_k(*made, "MaxDivergence", 1, m.scale, monotonic, m.optimize)

    # Rounded to nearest and then one step up, so that neither the number nor the product falls short.
    times = float(m.k) if m.k <= 2**53 else math.nextafter(m.k, math.inf)

    def rho(d_in: Number) -> float:
        each = _core.permute_and_flip_to_zcdp(one.map(d_in))
        return 0.0 if each == 0 else math.nextafter(times * each, math.inf)

    return rho


def _plain(released: Any) -> Any:
    return released.tolist() if hasattr(released, "tolist") else released
