"""Plans and accounting: what Python says is what C++ proved."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import discreet as dc

NAN, INF = float("nan"), float("inf")


def test_a_plan_keeps_to_what_was_asked() -> None:
    pure = dc.plan(k=10, epsilon=1.0, sensitivity=1, monotonic=True, candidates=70_000)
    assert isinstance(pure.cost, dc.PureCost)
    assert pure.cost.epsilon <= 1.0
    assert pure.mechanism == "permute-and-flip"
    assert pure.scale == pytest.approx(10.0)
    both = dc.plan(k=10, epsilon=1.0, delta=1e-6, sensitivity=1, monotonic=True, candidates=70_000)
    assert isinstance(both.cost, dc.ApproximateCost)
    assert both.cost.epsilon <= 1.0
    assert both.cost.delta <= 1e-6
    assert both.scale < 1 / 0.140
    assert both.step_bracket[0] == both.step <= both.step_bracket[1]
    zcdp = dc.plan(k=10, rho=0.1, sensitivity=1, candidates=100)
    assert isinstance(zcdp.cost, dc.ZcdpCost)
    assert zcdp.cost.rho <= 0.1
    assert dc.calibrate_top_k(10, dc.ZcdpCost(0.1), sensitivity=1, candidates=100) == zcdp


def test_a_plan_has_a_curve() -> None:
    both = dc.plan(k=10, epsilon=1.0, delta=1e-6, sensitivity=1, monotonic=True, candidates=1000)
    assert both.curve.epsilon(1e-6) <= 1.0
    assert both.curve.delta(1.0) <= 1e-6
    assert both.curve.delta(0.0) > both.curve.delta(0.5) > both.curve.delta(1.0)
    composed = dc.PrivacyCurve.of_costs([both.cost, dc.PureCost(0.5)])
    assert composed.epsilon(1e-6) <= 1.5 + 1e-9
    assert composed.delta(0.9) == dc.composed_delta([both.cost, dc.PureCost(0.5)], 0.9)
    assert "of_selections('exponential'" in repr(both.curve)
    with pytest.raises(TypeError, match=r"plan\.curve"):
        dc.PrivacyCurve()
    with pytest.raises(dc.Error):
        both.curve.delta(-1.0)


@pytest.mark.parametrize("k", [1, 2, 10])
def test_brackets_hold_the_number_given(k: int) -> None:
    lower, upper = dc.bounded_range_delta_bracket(0.2, k, 0.1)
    assert 0 < lower <= upper == dc.bounded_range_to_delta(0.2, k, 0.1)
    lower, upper = dc.permute_and_flip_delta_bracket(0.2, k, 0.1)
    assert 0 < lower <= upper == dc.permute_and_flip_to_delta(0.2, k, 0.1)


def test_a_scale_has_a_price() -> None:
    priced = dc.plan(k=4, scale=8.0, sensitivity=1, candidates=10)
    assert priced.cost == dc.PureCost(1.0)
    assert dc.plan(k=4, scale=8.0, sensitivity=1, monotonic=True, candidates=10).cost == dc.PureCost(0.5)
    assert dc.plan(k=1, scale=1.0, mechanism="exponential", sensitivity=1, candidates=10).mechanism == "exponential"


def test_a_cost_is_said_by_the_number_that_was_asked_for() -> None:
    # No float is one tenth, and a plan keeps to one tenth; only rounding is between them.
    task: dict[str, Any] = {"k": 3, "sensitivity": 1, "candidates": 10}
    assert dc.plan(**task, epsilon=0.1).cost == dc.PureCost(0.1)
    assert dc.plan(**task, epsilon=0.1, delta=0).cost == dc.ApproximateCost(0.1, 0.0)
    assert dc.plan(**task, rho=0.1).cost == dc.ZcdpCost(0.1)
    both = dc.plan(**task, epsilon=0.1, delta=1e-6).cost
    assert both.epsilon == 0.1
    assert 0 < both.delta <= 1e-6
    for k, epsilon in itertools.product((1, 3, 7), (0.1, 0.2, 0.3, 1 / 3)):
        scale = dc.plan(k, epsilon=epsilon, sensitivity=1, candidates=10).scale
        assert Fraction(2 * k) / Fraction(scale) <= Fraction(repr(epsilon))


def test_nothing_is_promised_at_scale_0() -> None:
    exact = dc.plan(k=2, scale=0, sensitivity=1, candidates=4)
    assert exact.cost == dc.PureCost(INF)
    assert (exact.scale, exact.step, exact.expected_error) == (0.0, INF, 0.0)
    assert exact([1.0, 2.0, 4.0, 3.0]).tolist() == [2, 3]
    task: dict[str, Any] = {"k": 2, "sensitivity": 1, "candidates": 4, "scale": 0}
    for bad in ({"scale": -0.0}, {"k": 5}, {"sensitivity": 0}):
        with pytest.raises(dc.Error):
            dc.plan(**(task | bad))


def test_a_plan_reads_as_a_sentence() -> None:
    text = str(dc.plan(k=4, scale=8.0, sensitivity=1, monotonic=True, candidates=10_000))
    assert text.startswith(
        "4 of 10,000 candidates are selected by permute-and-flip with scale 8, which satisfies 0.5-differential privacy"
    )
    assert text.endswith(".")
    assert str(dc.plan(k=1, scale=8.0, sensitivity=1, candidates=2)).startswith("1 of 2 candidates is selected")


def test_a_plan_releases() -> None:
    ready = dc.plan(k=2, epsilon=1000.0, sensitivity=1, candidates=4)
    assert ready([1.0, 900.0, 2.0, 800.0]).tolist() == [1, 3]
    assert ready(np.array([1, 900, 2, 800]), optimize="min").tolist() == [0, 2]
    with pytest.raises(dc.Error, match="as many scores"):
        ready([1.0, 2.0])
    with pytest.raises(TypeError):
        ready(7.0)


def test_a_plan_needs_candidates_and_sensitivity() -> None:
    with pytest.raises(TypeError, match="candidates="):
        dc.plan(k=1, epsilon=1.0, sensitivity=1)
    with pytest.raises(TypeError, match="sensitivity="):
        dc.plan(k=1, epsilon=1.0, candidates=3)
    for k, rule in ((0, "k must be at least 1"), (4, "k must not exceed the number of candidates")):
        with pytest.raises(dc.Error, match=rule):
            dc.plan(k=k, epsilon=1.0, sensitivity=1, candidates=3)
        with pytest.raises(dc.Error, match=rule):
            dc.plan(k=k, scale=1.0, sensitivity=1, candidates=3)
    with pytest.raises(TypeError, match="target must be"):
        dc.calibrate_top_k(1, 1.0, sensitivity=1, candidates=3)  # type: ignore[arg-type]
    with pytest.raises(dc.Error, match="target"):
        dc.calibrate_top_k(1, dc.BoundedRangeCost(1.0), sensitivity=1, candidates=3)  # type: ignore[arg-type]


def test_conversions_agree_with_their_formulas() -> None:
    for x in (1e-3, 0.5, 1.0, 3.0):
        a = x / -math.expm1(-x)
        assert dc.pure_to_zcdp(x) == pytest.approx(x * math.tanh(x / 2))
        assert dc.bounded_range_to_zcdp(x) == pytest.approx(a - 1 - math.log(a), rel=1e-6)
        assert dc.permute_and_flip_to_zcdp(x) == pytest.approx(x + math.exp(-x) - 1, rel=1e-6)
        eta = (math.exp(x / 2) - math.exp(x / 4)) ** 2 / math.expm1(x)
        assert dc.bounded_range_to_delta(x, 1, x / 2) == pytest.approx(eta, rel=1e-6)
    assert dc.zcdp_to_delta(0.1, dc.zcdp_to_epsilon(0.1, 1e-6)) <= 1e-6 * (1 + 1e-9)
    assert dc.zcdp_to_epsilon(0, 0.5) == 0
    assert dc.zcdp_to_epsilon(dc.zcdp_budget(1, 1e-6), 1e-6) == pytest.approx(1, rel=1e-6)
    assert dc.bounded_range_to_epsilon(0.1, 10, 1e-6) <= 1.0
    assert dc.permute_and_flip_to_epsilon(0.1, 10, 1e-6) <= 1.0
    assert dc.pure_to_epsilon(0.1, 10, 0) == pytest.approx(1.0)
    assert dc.pure_to_delta(0.1, 10, 2.0) == 0
    assert dc.permute_and_flip_to_delta(0.1, 10, 0.5) <= dc.pure_to_delta(0.1, 10, 0.5)
    assert dc.expected_error("exponential", 2, 1.0) == pytest.approx(0.2785, abs=1e-3)
    assert dc.error_quantile("exponential", 100, beta=0.05, scale=1.0) == pytest.approx(math.log(99 * 0.95 / 0.05))


def test_costs_compose() -> None:
    assert dc.compose([dc.PureCost(0.5), dc.PureCost(0.25)], into=dc.PureCost) == dc.PureCost(0.75)
    assert dc.compose([dc.ZcdpCost(0.5)] * 2, into=dc.ZcdpCost) == dc.ZcdpCost(1.0)
    assert dc.compose([], into=dc.PureCost) == dc.PureCost(0.0)
    assert dc.compose([dc.ApproximateCost(0.5, 1e-6), dc.PureCost(1)], into=dc.ApproximateCost) == dc.ApproximateCost(
        1.5, 1e-6
    )
    assert dc.compose([dc.BoundedRangeCost(0.5)], into=dc.BoundedRangeCost) == dc.BoundedRangeCost(0.5)
    assert dc.composed_epsilon([dc.ZcdpCost(0.1)], delta=1e-6) == pytest.approx(dc.zcdp_to_epsilon(0.1, 1e-6), rel=1e-6)
    assert dc.composed_delta([dc.PureCost(1.0)], epsilon=1.0) == 0
    with pytest.raises(dc.Error):
        dc.compose([dc.ZcdpCost(0.1)], into=dc.PureCost)
    with pytest.raises(TypeError, match="list of costs"):
        dc.compose(dc.PureCost(1.0), into=dc.PureCost)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="each cost"):
        dc.compose([1.0], into=dc.PureCost)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="into must be"):
        dc.compose([dc.PureCost(1.0)], into=float)  # type: ignore[type-var]


CALLS: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    (dc.pure_to_zcdp, (1.0,)),
    (dc.bounded_range_to_zcdp, (1.0,)),
    (dc.permute_and_flip_to_zcdp, (1.0,)),
    (dc.zcdp_to_delta, (0.1, 1.0)),
    (dc.zcdp_to_epsilon, (0.1, 1e-6)),
    (dc.zcdp_budget, (1.0, 1e-6)),
    (dc.pure_to_delta, (0.1, 3, 0.2)),
    (dc.pure_to_epsilon, (0.1, 3, 1e-6)),
    (dc.bounded_range_to_delta, (0.1, 3, 0.2)),
    (dc.bounded_range_to_epsilon, (0.1, 3, 1e-6)),
    (dc.permute_and_flip_to_delta, (0.1, 3, 0.2)),
    (dc.permute_and_flip_to_epsilon, (0.1, 3, 1e-6)),
    (lambda *a: dc.expected_error("exponential", *a), (3, 1.0)),
    (lambda n, k, b, s: dc.error_quantile("permute-and-flip", n, k=k, beta=b, scale=s), (5, 2, 0.1, 1.0)),
    (lambda e: dc.composed_delta([dc.PureCost(1.0)], e), (1.0,)),
    (lambda d: dc.composed_epsilon([dc.PureCost(1.0)], d), (1e-6,)),
]


@pytest.mark.parametrize(("function", "good"), CALLS)
def test_bad_numbers_are_refused_by_every_account(function: Callable[..., float], good: tuple[Any, ...]) -> None:
    assert function(*good) >= 0
    for place, value in enumerate(good):
        for bad in (NAN, -1) if isinstance(value, float) else (-1, 2**64):
            with pytest.raises(dc.Error):
                function(*good[:place], bad, *good[place + 1 :])
        for worse in ("1", None, True, [1.0], 1j):
            with pytest.raises(TypeError):
                function(*good[:place], worse, *good[place + 1 :])
    with pytest.raises(TypeError):
        function()


def test_a_mechanism_is_one_of_two() -> None:
    with pytest.raises(dc.Error, match="permute-and-flip"):
        dc.expected_error("laplace", 3, 1.0)
    with pytest.raises(TypeError, match="permute-and-flip"):
        dc.error_quantile(None, 3, beta=0.1, scale=1.0)  # type: ignore[arg-type]
