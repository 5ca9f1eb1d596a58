"""Measurements: releases with their maps."""

from __future__ import annotations

import importlib
import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import discreet as dc

DTYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]
MEASURES = [dc.max_divergence(), dc.zero_concentrated_divergence(), dc.bounded_range()]


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_under_every_measure(dtype: str, measure: dc.Measure) -> None:
    m = dc.make_noisy_top_k(dtype, measure, k=2, scale=0.001)
    scores = np.array([3, 90, 1, 100], dtype=dtype)
    assert m(scores).tolist() == [3, 1]
    assert m.invoke([3, 90, 1, 100]).tolist() == [3, 1]
    assert m.map(0) == 0
    assert m.map(1) > m.map(0)
    one = dc.make_noisy_max(dtype, measure, scale=0.001, optimize="min")
    assert one(scores) == 2


def test_maps_are_the_laws_own() -> None:
    pure = dc.make_noisy_top_k(
        dtype="float64", measure=dc.max_divergence(), k=10, scale=2.0, monotonic=False, optimize="max"
    )
    assert pure.map(1.0) == 10.0
    assert not pure.check(1.0, 0.5)
    assert pure.check(1.0, 10)
    assert dc.make_noisy_top_k("float64", dc.max_divergence(), 10, 2.0, monotonic=True).map(1.0) == 5.0
    zcdp = dc.make_noisy_max("float64", dc.zero_concentrated_divergence(), 1.0, monotonic=True)
    assert 0.12 < zcdp.map(1.0) <= 0.125
    gumbel = dc.make_report_noisy_max_gumbel("int64", 2.0, monotonic=True)
    assert gumbel.map(1) == 0.5
    assert dc.make_report_noisy_max_gumbel("int64", 2.0, metric=dc.range_distance()).map(3) == 1.5
    assert dc.make_noisy_max("float64", dc.max_divergence(), 0).map(1.0) == float("inf")


def test_distances_are_read_exactly_or_refused() -> None:
    small = dc.make_noisy_max("int8", dc.max_divergence(), 1.0, monotonic=True)
    assert small.map(127) == 127.0
    assert small.map(2.0) == 2.0
    assert small.map(np.int64(2)) == 2.0
    for bad in (128, -1, 1.5, -0.0, float("nan"), float("inf"), 2**70):
        with pytest.raises(dc.Error) as refused:
            small.map(bad)
        assert refused.value.kind == "bad_distance"
    for worse in ("1", None, True, 1j):
        with pytest.raises(TypeError):
            small.map(worse)  # type: ignore[arg-type]
    big = dc.make_noisy_max("float64", dc.max_divergence(), 1.0, monotonic=True)
    assert big.map(2**53 + 1) == float(2**53 + 2)
    with pytest.raises(dc.Error):
        big.map(-1)
    with pytest.raises(dc.Error):
        big.check(1.0, -1.0)
    assert dc.make_noisy_max("float32", dc.max_divergence(), 1.0, monotonic=True).map(0.1) >= 0.1


def test_scores_of_another_type_are_refused_but_lists_are_read() -> None:
    m = dc.make_noisy_max("float64", dc.max_divergence(), 0.001)
    assert m([1, 2, 3]) == 2
    with pytest.raises(TypeError, match=r'astype\("float64"\)'):
        m(np.array([1, 2, 3]))
    with pytest.raises(dc.Error, match="exactly"):
        m([2**53 + 1, 2])
    with pytest.raises(dc.Error, match="exactly"):
        dc.make_noisy_max("int8", dc.max_divergence(), 1.0)([1000, 2])
    assert m(np.array([1.0, 5.0, 2.0, 4.0])[::2]) == 1


def test_a_known_size_is_held_to() -> None:
    m = dc.make_noisy_top_k("float64", dc.max_divergence(), k=2, scale=1.0, size=3)
    assert len(m([1.0, 2.0, 3.0])) == 2
    for scores in ([1.0, 2.0], []):
        with pytest.raises(dc.Error) as refused:
            m(scores)
        assert refused.value.kind == "outside_domain"
    with pytest.raises(dc.Error):
        dc.make_noisy_top_k("float64", dc.max_divergence(), k=4, scale=1.0, size=3)
    assert len(dc.make_noisy_top_k("float64", dc.max_divergence(), k=4, scale=1.0)([1.0, 2.0])) == 2
    with pytest.raises(dc.Error):
        dc.make_noisy_max("float64", dc.max_divergence(), 1.0)([])


def test_a_measurement_shows_what_it_is() -> None:
    m: dc.Measurement[Any] = dc.make_noisy_top_k("float32", dc.bounded_range(), k=2, scale=1.5, monotonic=True)
    assert repr(m) == (
        "<discreet measurement noisy_top_k: float32, linf_distance(monotonic=True) -> bounded_range(), k=2, scale=1.5,"
        " optimize='max'>"
    )
    assert (m.name, m.dtype, m.k, m.scale, m.measure) == ("noisy_top_k", "float32", 2, 1.5, dc.bounded_range())
    assert repr(dc.range_distance()) == "range_distance()"
    with pytest.raises(TypeError, match="make it again"):
        pickle.dumps(m)
    with pytest.raises(TypeError, match="not both"):
        dc.make_report_noisy_max_gumbel("int8", 1.0, metric=dc.range_distance(), monotonic=True)
    with pytest.raises(TypeError, match="metric must be"):
        dc.make_report_noisy_max_gumbel("int8", 1.0, metric="range")  # type: ignore[arg-type]


def test_opendp_composes_one_of_ours() -> None:
    dp = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious")
    ours = dc.make_noisy_top_k("float64", dc.max_divergence(), k=2, scale=4.0, monotonic=True, size=4)
    theirs = dc.to_opendp(ours)
    assert theirs.map(1.0) == ours.map(1.0) == 0.5
    assert len(theirs([1.0, 900.0, 2.0, 3.0])) == 2
    both = dp.c.make_composition([theirs, theirs])
    assert both.map(1.0) == 1.0
    assert len(both([1.0, 900.0, 2.0, 3.0])) == 2
    one = dc.to_opendp(dc.make_noisy_max("int32", dc.zero_concentrated_divergence(), scale=2.0))
    assert one([1, 900, 2]) == 1
    with pytest.raises(TypeError, match="OpenDP has no measure"):
        dc.to_opendp(dc.make_noisy_max("int32", dc.bounded_range(), scale=2.0), measure=dc.bounded_range())
    with pytest.raises(TypeError, match="linf_distance"):
        dc.to_opendp(dc.make_report_noisy_max_gumbel("int32", 2.0, metric=dc.range_distance()))
    with pytest.raises(TypeError, match="measurement of discreet"):
        dc.to_opendp(lambda x: x)  # type: ignore[arg-type]


def test_opendp_keeps_the_tight_rho_where_zcdp_is_asked_for() -> None:
    dp = importlib.import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious")
    zcdp = dc.zero_concentrated_divergence()
    said: dict[str, Any] = {"k": 3, "scale": 4.0, "monotonic": True}
    own = dc.make_noisy_top_k("float64", zcdp, **said)
    ranged = dc.make_noisy_top_k("float64", dc.bounded_range(), **said)
    flipped = dc.make_noisy_top_k("float64", dc.max_divergence(), **said)
    gumbel = dc.make_report_noisy_max_gumbel("float64", 4.0, monotonic=True)
    one = dc.make_noisy_max("float64", zcdp, 4.0, monotonic=True)
    for d_in in (0.0, 0.5, 1.0, 7.0, 1e3):
        tight = 3 * dc.bounded_range_to_zcdp(d_in / 4)
        assert dc.to_opendp(own).map(d_in) == own.map(d_in) == pytest.approx(tight)
        assert dc.to_opendp(ranged).map(d_in) == dc.to_opendp(ranged, measure=zcdp).map(d_in) == own.map(d_in)
        assert dc.to_opendp(gumbel, measure=zcdp).map(d_in) == one.map(d_in)
        each = Fraction(dc.permute_and_flip_to_zcdp(d_in / 4))
        found = dc.to_opendp(flipped, measure=zcdp).map(d_in)
        assert 3 * each <= found <= float(3 * each) * (1 + 1e-15)
    for wrapped in (dc.to_opendp(ranged), dc.to_opendp(flipped, measure=zcdp), dc.to_opendp(gumbel, measure=zcdp)):
        assert wrapped.output_measure == dp.zero_concentrated_divergence()
        # What OpenDP itself would make of the same ε is never less.
    theirs = dp.c.make_pureDP_to_zCDP(dc.to_opendp(flipped))
    assert dc.to_opendp(flipped, measure=zcdp).map(8.0) < theirs.map(8.0)
    both = dp.c.make_composition([dc.to_opendp(ranged), dc.to_opendp(flipped, measure=zcdp)])
    assert len(both([1.0, 900.0, 2.0, 3.0])) == 2
    with pytest.raises(TypeError, match="does not become"):
        dc.to_opendp(own, measure=dc.max_divergence())
    with pytest.raises(TypeError, match="measure must be"):
        dc.to_opendp(own, measure="zcdp")  # type: ignore[arg-type]
