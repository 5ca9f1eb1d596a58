"""How callers write, for type checkers in strict mode: never run, only read by test_typing.py.

A line that must not pass ends in an ignore, and an ignore that is not needed is an error as well.
"""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, assert_type

import numpy as np
import numpy.typing as npt

import discreet as dc

Indices = npt.NDArray[np.int64]


def one_way_to_be_private(scores: dc.Scores, visits: Indices) -> None:
    assert_type(dc.top_k(scores, 2, epsilon=1.0, sensitivity=1), Indices)
    assert_type(dc.top_k(visits, k=2, epsilon=1.0, delta=1e-6, sensitivity=1, monotonic=True), Indices)
    assert_type(dc.top_k([1, 2.5], np.int64(2), rho=np.float32(1), sensitivity=1, optimize="min"), Indices)
    assert_type(dc.top_k((1, 2), 2, scale=1.0), Indices)
    assert_type(dc.top_k(scores, 2, scale=1, mechanism="exponential", sensitivity=1), Indices)
    assert_type(dc.noisy_max(scores, epsilon=1, sensitivity=1), int)
    assert_type(dc.noisy_max(scores, scale=1.0, optimize="min"), int)
    dc.top_k(scores, 2)  # type: ignore[call-overload]
    dc.top_k(scores, 2, sensitivity=1)  # type: ignore[call-overload]
    dc.top_k(scores, 2, epsilon=1.0)  # type: ignore[call-overload]
    dc.top_k(scores, 2, delta=1e-6, sensitivity=1)  # type: ignore[call-overload]
    dc.top_k(scores, 2, epsilon=1.0, rho=1.0, sensitivity=1)  # type: ignore[call-overload]
    dc.top_k(scores, 2, rho=1.0, delta=1e-6, sensitivity=1)  # type: ignore[call-overload]
    dc.top_k(scores, 2, epsilon=1.0, mechanism="exponential", sensitivity=1)  # type: ignore[call-overload]
    dc.top_k(scores, 2, epsilon=1.0, sensitivty=1)  # type: ignore[call-overload]
    dc.top_k(scores, 2, epsilon="1", sensitivity=1)  # type: ignore[call-overload]
    dc.noisy_max(scores, sensitivity=1)  # type: ignore[call-overload]
    dc.noisy_max(scores, k=2, epsilon=1, sensitivity=1)  # type: ignore[call-overload]


def closed_choices(scores: dc.Scores) -> None:
    dc.top_k(scores, 1, scale=1.0, optimize="best")  # type: ignore[call-overload]
    dc.top_k(scores, 1, scale=1.0, mechanism="laplace")  # type: ignore[call-overload]
    dc.expected_error("laplace", 3, 1.0)  # type: ignore[arg-type]
    dc.PrivacyCurve.of_selections("laplace", 0.1, 3)  # type: ignore[arg-type]
    dc.make_noisy_max("float64", dc.max_divergence(), 1.0, optimize="best")  # type: ignore[arg-type]
    dc.Ledger.create("a", dataset="d", unit="u", epsilon=1, neighbors="swap")  # type: ignore[arg-type]
    dc.Ledger.create("a", dataset="d", unit="u", epsilon=1, accountant="moments")  # type: ignore[arg-type]


def plans_know_their_currency(scores: dc.Scores) -> None:
    pure = dc.plan(k=10, epsilon=1.0, sensitivity=1, monotonic=True, candidates=70_000)
    assert_type(pure, dc.Plan[dc.PureCost])
    assert_type(pure.cost.epsilon, float)
    assert_type(pure(scores), Indices)
    assert_type(pure(scores, optimize="min"), Indices)
    both = dc.plan(k=10, epsilon=1.0, delta=1e-6, sensitivity=1, candidates=70_000)
    print(both.cost.epsilon <= 1.0, both.cost.delta, both.curve.epsilon(1e-6))
    assert_type(dc.plan(k=10, rho=0.1, sensitivity=1, candidates=70_000).cost.rho, float)
    assert_type(dc.plan(k=10, scale=5.0, sensitivity=1, candidates=70_000).cost.epsilon, float)
    print(pure.cost.rho)  # type: ignore[attr-defined]
    found = dc.calibrate_top_k(10, dc.ZcdpCost(0.1), sensitivity=1, candidates=100)
    assert_type(found.cost, dc.ZcdpCost)
    any_plan: dc.Description[dc.Cost] = pure
    print(any_plan.mechanism == "exponential", any_plan.cost)
    dc.plan(k=10, sensitivity=1, candidates=70_000)  # type: ignore[call-overload]
    dc.plan(k=10, epsilon=1.0, neighbors="replace", candidates=70_000)
    assert_type(dc.plan(k=10, epsilon=1.0, sensitivity=1, candidates=70, rows=5, disjoint=True), dc.Plan[dc.PureCost])
    dc.plan(k=10, epsilon=1.0, neighbors="swap", candidates=70_000)  # type: ignore[call-overload]
    dc.plan(k=10, epsilon=1.0, sensitivity=1, candidates=70_000, pay="rho")  # type: ignore[call-overload]
    dc.plan(k=10, epsilon=1.0, sensitivity=1)  # type: ignore[call-overload]


def items(frame: Any, codes: list[str], ledger: dc.Ledger) -> None:
    found = dc.top_k_items(frame, unit="p", item="d", candidates=codes, k=2, epsilon=1.0)
    assert_type(found.cost.epsilon, float)
    assert_type(found.plan, dc.Description[dc.PureCost])
    found.plan([1, 2])  # type: ignore[operator]
    rho = dc.top_k_items(frame, unit="p", item="d", candidates=codes, k=2, rho="0.1", ledger=ledger, dataset="v")
    assert_type(rho.cost.rho, float)
    if rho.receipt is not None:
        assert_type(rho.receipt.left.rho, Fraction | None)
    dc.top_k_items(frame, unit="p", item="d", candidates=codes, k=2)  # type: ignore[call-overload]
    dc.top_k_items(frame, unit="p", item="d", k=2, epsilon=1.0)  # type: ignore[call-overload]
    dc.top_k_items(frame, unit="p", item="d", candidates=codes, k=2, rho="0.1")  # type: ignore[call-overload]


def tables(frame: Any, codes: list[str], ledger: dc.Ledger) -> None:
    table = dc.top_k_items(frame, unit="p", item="d", k=2, epsilon=1.0, delta=1e-6, counts=True, limit=9)
    assert_type(table, dc.TopItems[dc.TableDescription, dc.Amounts])
    assert_type(table.counts, list[int | Decimal] | None)
    assert_type(table.units, dc.Estimate | None)
    assert_type(table.plan.slack, Fraction | None)
    assert_type(table.plan.law, Literal["permute-and-flip", "exponential", "discrete Laplace", "discrete Gaussian"])
    print(table.plan.law == "gaussian")  # type: ignore[comparison-overlap]
    print(table.plan.list == "private")  # type: ignore[comparison-overlap]
    table.plan([1, 2])  # type: ignore[operator]
    rho = dc.top_k_items(frame, unit="p", item="d", k=2, rho="0.1", delta="1e-6", ledger=ledger, dataset="v")
    assert_type(rho.cost.rho, Fraction | None)
    listed = dc.top_k_items(frame, unit="p", item="d", candidates=codes, k=2, rho=0.1, counts=True)
    assert_type(listed.plan, dc.TableDescription)
    sums = dc.top_k_items(frame, unit="p", item="d", candidates=codes, k=2, epsilon=1.0, value="v", clip=(0, 5))
    assert_type(sums.plan, dc.TableDescription)
    groups = dc.top_k_items(frame, unit="p", item="d", k=2, epsilon=1.0, delta=1e-6, group="g", groups=codes)
    assert_type(groups, dc.TopGroups)
    assert_type(groups["a"].items, list[Any])
    dc.top_k_items(frame, unit="p", item="d", k=2, rho=0.1, counts=True)  # type: ignore[call-overload]
    dc.top_k_items(frame, unit="p", item="d", k=2, epsilon=1.0, delta=1e-6, group="g")  # type: ignore[call-overload]


def quantiles(frame: Any, ages: Indices, ledger: dc.Ledger) -> None:
    assert_type(dc.quantiles(ages, 0.5, lower=0, upper=120, epsilon=1.0), float)
    assert_type(dc.quantiles([1.5], "median", lower=0, upper=Decimal("1.5"), step=Fraction(1, 2), rho=0.1), float)
    several = dc.quantiles(ages, [0.25, "1/3", Fraction(1, 2)], lower=0, upper=120, epsilon=1.0, units=1000)
    assert_type(several, dc.Quantiles[float])
    assert_type(several.values, list[float])
    assert_type(several.exact, list[Fraction])
    assert_type(several.cost.epsilon, Fraction | None)
    assert_type(several.plan.rank_error_95, float | None)
    assert_type(dc.quantiles(ages, "deciles", lower=0, upper=120, epsilon=1.0)[0], float)
    assert_type(dc.quantiles(ages, np.array([0.1, 0.9]), lower=0, upper=120, epsilon=1.0), dc.Quantiles[float])
    first, last = datetime.date(2026, 1, 1), datetime.date(2026, 12, 31)
    assert_type(dc.quantiles([first], 0.5, lower=first, upper=last, epsilon=1.0), datetime.date)
    said = dc.quantiles([first], 0.5, lower="2026-01-01", upper="2026-12-31", epsilon=1.0)
    assert_type(said, float | datetime.date)
    days = dc.quantiles(frame, "quartiles", unit="p", value="v", lower=first, upper=last, epsilon=1.0)
    assert_type(days.values, list[datetime.date])
    wards = dc.quantiles(
        frame, 0.5, unit="p", value="v", lower=0, upper=9, step=1, rho="0.1", group="g", groups=["a"],
        ledger=ledger, dataset="v", per_unit="median", groups_per_unit=2,
    )  # fmt: skip
    assert_type(wards, dc.QuantileGroups[float])
    assert_type(wards["a"].values, list[float])
    assert_type(dc.plan_quantiles("median", lower=0, upper=120, epsilon=1.0).scales, tuple[float, ...])
    assert_type(several.plan.law, Literal["permute-and-flip", "exponential"])
    several.plan([1, 2])  # type: ignore[operator]
    dc.quantiles(ages, 0.5, lower=0, epsilon=1.0)  # type: ignore[call-overload]
    dc.quantiles(ages, 0.5, lower=0, upper=last, epsilon=1.0)  # type: ignore[call-overload]
    dc.quantiles(ages, 0.5, lower=0, upper=120, epsilon=1.0, per_unit="last")  # type: ignore[call-overload]
    dc.quantiles(frame, 0.5, lower=0, upper=120, epsilon=1.0, group="g")  # type: ignore[call-overload]
    dc.plan_quantiles(0.5, lower=0, upper=120, epsilon=1.0, neighbors="swap")  # type: ignore[arg-type]


def exact_amounts_go_with_a_ledger(scores: dc.Scores, amount: dc.Amount) -> None:
    with dc.Ledger("a.ledger", patience=1) as ledger:
        dc.top_k(scores, 2, epsilon="0.1", sensitivity=1, ledger=ledger, dataset="v", by="me")
        dc.top_k(scores, 2, rho=Decimal("0.1"), sensitivity=1, ledger=ledger, dataset="v")
        dc.noisy_max(scores, epsilon=amount, delta=Fraction(1, 10**6), sensitivity=1, ledger=ledger, dataset="v")
        dc.top_k(scores, 2, scale=3.0, sensitivity=1, ledger=ledger, dataset="v")
        charged = dc.plan(1, epsilon=amount, sensitivity=1, candidates=3, ledger=ledger, dataset="v", by="me")
        assert_type(charged.cost.epsilon, float)
        assert_type(charged.dataset, str | None)
        both = dc.plan(1, epsilon=1, delta="1e-6", candidates=3, neighbors="replace", ledger=ledger, dataset="v")
        assert_type(both.cost, dc.ApproximateCost)
        paid = dc.plan(1, epsilon=1, delta="1e-6", candidates=3, ledger=ledger, dataset="v", pay="epsilon")
        assert_type(paid.cost, dc.PureCost)
        assert_type(paid.ways[0].charged.rho, Fraction | None)
        dc.noisy_max(scores, epsilon=1, delta=1e-6, sensitivity=1, ledger=ledger, dataset="v", pay="rho")
        assert_type(ledger.remaining("v").epsilon, Fraction | None)
        dc.top_k(scores, 2, epsilon="0.1", sensitivity=1, ledger=ledger)  # type: ignore[call-overload]
        dc.top_k(scores, 2, scale=3.0, ledger=ledger, dataset="v")  # type: ignore[call-overload]
        dc.top_k(scores, 2, epsilon=0.1, sensitivity=1, dataset="v")  # type: ignore[call-overload]


def measurements(scores: dc.Scores) -> None:
    many = dc.make_noisy_top_k(dtype="float64", measure=dc.max_divergence(), k=10, scale=2.0)
    assert_type(many(scores), Indices)
    assert_type(many.map(1.0), float)
    assert_type(many.measure.name, Literal["MaxDivergence", "ZeroConcentratedDivergence", "BoundedRange"])
    assert_type(many.metric.name, Literal["LInfDistance", "RangeDistance"])
    assert_type(many.name, Literal["noisy_top_k", "noisy_max", "report_noisy_max_gumbel"])
    dc.Measure("Renyi")  # type: ignore[arg-type]
    one = dc.make_noisy_max("int64", dc.bounded_range(), scale=2.0, optimize="min")
    assert_type(one(scores), int)
    assert_type(dc.compose([dc.ZcdpCost(0.5)], into=dc.ZcdpCost), dc.ZcdpCost)
    assert_type(dc.zcdp_to_epsilon(0.1, 1e-6), float)


def what_everybody_holds(cost: dc.Cost) -> float:
    match cost:
        case dc.PureCost(epsilon) | dc.ApproximateCost(epsilon, _):
            return epsilon
        case dc.ZcdpCost(rho):
            return rho
        case dc.BoundedRangeCost(eta):
            return eta
