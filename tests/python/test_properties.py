"""What holds for all scores and all arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import discreet as dc

settings.register_profile("plain", deadline=None, max_examples=60)
settings.load_profile("plain")

dtypes = st.sampled_from(
    [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.float32, np.float64]
)
arrays = dtypes.flatmap(
    lambda dtype: npst.arrays(
        dtype,
        st.integers(1, 12),
        elements={"allow_nan": False} if np.issubdtype(dtype, np.floating) else None,
    )
)
scales = st.one_of(st.just(0.0), st.floats(1e-300, 1e300), st.floats(0.1, 10))


@given(arrays, scales, st.sampled_from(["max", "min"]), st.sampled_from(["permute-and-flip", "exponential"]), st.data())
def test_a_release_is_k_distinct_indices(scores: Any, scale: float, optimize: str, mechanism: str, data: Any) -> None:
    k = data.draw(st.integers(1, len(scores)))
    released = dc.top_k(scores, k, scale=scale, optimize=optimize, mechanism=mechanism)
    assert released.dtype == np.int64
    assert len(set(released.tolist())) == k
    assert all(0 <= index < len(scores) for index in released)


@given(arrays, st.sampled_from(["max", "min"]))
def test_scale_zero_is_the_true_order(scores: Any, optimize: str) -> None:
    finite = [float(x) if isinstance(x, float) else int(x) for x in scores.tolist()]
    if scores.dtype.kind == "f":
        largest = float(np.finfo(scores.dtype).max)
        finite = [min(max(x, -largest), largest) for x in finite]
    sign = -1 if optimize == "max" else 1
    expected = sorted(range(len(finite)), key=lambda i: (sign * finite[i], i))
    assert dc.top_k(scores, len(scores), scale=0, optimize=optimize).tolist() == expected


@given(arrays, st.integers(2, 4))
def test_strides_change_nothing(scores: Any, step: int) -> None:
    spread = np.zeros(len(scores) * step, scores.dtype)
    spread[::step] = scores
    assert dc.top_k(spread[::step], len(scores), scale=0).tolist() == dc.top_k(scores, len(scores), scale=0).tolist()


@given(
    st.integers(1, 20),
    st.floats(1e-3, 50),
    st.floats(1e-6, 1e6),
    st.booleans(),
    st.integers(0, 1000),
)
def test_a_pure_plan_costs_no_more_than_asked(
    k: int, epsilon: float, sensitivity: float, one_way: bool, more: int
) -> None:
    plan = dc.plan(k, epsilon=epsilon, sensitivity=sensitivity, monotonic=one_way, candidates=k + more)
    assert isinstance(plan.cost, dc.PureCost)
    assert plan.cost.epsilon <= epsilon
    m = dc.make_noisy_top_k("float64", dc.max_divergence(), k, plan.scale, monotonic=one_way)
    assert m.check(sensitivity, epsilon)


@given(st.integers(1, 20), st.floats(1e-6, 5), st.booleans(), st.integers(0, 1000))
def test_a_zcdp_plan_costs_no_more_than_asked(k: int, rho: float, one_way: bool, more: int) -> None:
    plan = dc.plan(k, rho=rho, sensitivity=1, monotonic=one_way, candidates=k + more)
    assert isinstance(plan.cost, dc.ZcdpCost)
    assert plan.cost.rho <= rho


@given(st.floats(allow_nan=True) | st.integers() | st.text(max_size=3) | st.none() | st.booleans())
def test_any_epsilon_is_answered_or_clearly_refused(epsilon: Any) -> None:
    try:
        released = dc.top_k([1.0, 2.0, 3.0], 2, epsilon=epsilon, sensitivity=1)
    except (TypeError, dc.Error):
        return
    assert len(released) == 2
    assert 0 < epsilon < float("inf")


@given(
    st.lists(st.integers(-(2**70), 2**70) | st.floats() | st.none() | st.text(max_size=2) | st.booleans(), max_size=5)
)
def test_any_list_is_answered_or_clearly_refused(scores: list[Any]) -> None:
    try:
        released = dc.top_k(scores, 1, scale=1.0)
    except (TypeError, dc.Error):
        return
    assert 0 <= released[0] < len(scores)
