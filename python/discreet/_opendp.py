"""Our measurements as measurements of OpenDP."""

from __future__ import annotations

from typing import Any

from ._measurement import Measurement

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


def to_opendp(measurement: Measurement[Any]) -> Any:
    """Wrap a measurement as a user measurement of OpenDP, so that it chains into OpenDP's compositions.

    OpenDP asks for ``dp.enable_features("contrib", "honest-but-curious")`` first: it cannot verify code from outside.

    Raises:
        ImportError: where opendp is not installed.
        TypeError: for a measurement whose metric or measure OpenDP does not have.
    """
    try:
        import opendp.prelude as dp
    except ImportError:
        raise ImportError('to_opendp needs opendp: write pip install "discreet[opendp]"') from None
    if not isinstance(measurement, Measurement):
        raise TypeError(f"to_opendp takes a measurement of discreet, not {type(measurement).__name__}")
    measures = {
        "MaxDivergence": dp.max_divergence,
        "ZeroConcentratedDivergence": dp.zero_concentrated_divergence,
    }
    if measurement.measure.name not in measures:
        raise TypeError(
            f"OpenDP has no measure {measurement.measure!r}; use max_divergence() or zero_concentrated_divergence()"
        )
    if measurement.metric.monotonic is None:
        raise TypeError("the metric must be linf_distance(), which OpenDP has as well")
    kind = _TYPES[measurement.dtype]
    floating = measurement.dtype.startswith("float")
    atoms = dp.atom_domain(T=kind, nan=False) if floating else dp.atom_domain(T=kind)
    return dp.m.make_user_measurement(
        input_domain=dp.vector_domain(atoms, size=measurement.size),
        input_metric=dp.linf_distance(T=kind, monotonic=measurement.metric.monotonic),
        output_measure=measures[measurement.measure.name](),
        function=lambda scores: _plain(measurement(scores)),
        privacy_map=measurement.map,
        TO="Vec<i64>" if measurement.name == "noisy_top_k" else "i64",
    )


def _plain(released: Any) -> Any:
    return released.tolist() if hasattr(released, "tolist") else released
