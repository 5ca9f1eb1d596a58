"""quantiles: what comes back, by which law and for which price, from arrays and from the frames of all engines."""

from __future__ import annotations

import datetime
import itertools
import math
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pytest

import discreet as dc
from discreet._grid import grid_of
from discreet._quantile_arguments import Privately, quantiles_of
from discreet._quantile_plan import ask

# 60 % zeros: at the scales below another median has a probability below e^-100.
ZEROS = np.array([0] * 6000 + [1] * 1300 + [2] * 900 + [3] * 1800)
SAID: dict[str, Any] = {"lower": 0, "upper": 10, "step": 1, "epsilon": 1.0}
DAY = datetime.date(2026, 1, 1)


def within(count: int, draws: int, probability: float, rate: float) -> bool:
    """Whether Bernstein's inequality allows so many of the draws, but for a part `rate` of all runs."""
    log = math.log(2 / rate)
    variance = draws * probability * (1 - probability)
    return abs(count - draws * probability) <= log / 3 + math.sqrt(log * log / 9 + 2 * log * variance)


def test_one_quantile_is_a_number_and_ties_are_exact() -> None:
    assert_type(dc.quantiles(ZEROS, 0.5, lower=0, upper=10, step=1, epsilon=1.0), float)
    for said in (0.5, "median", Fraction(1, 2), Decimal("0.50"), np.float32(0.5), np.float64(0.5), np.array(0.5)):
        found = dc.quantiles(ZEROS, said, **SAID)
        assert found == 0.0
        assert type(found) is float
    assert dc.quantiles(ZEROS, 0.65, **SAID) == 1.0
    assert dc.quantiles(list(ZEROS / 7), 0.9, lower=0, upper=1, step=Fraction(1, 7), rho=0.5) == float(Fraction(3, 7))
    assert dc.quantiles(ZEROS, 0.9, **SAID, delta=1e-6) == 3.0


def test_several_come_in_the_order_in_which_they_were_asked_for() -> None:
    found = dc.quantiles(ZEROS, [0.9, "0.65", Fraction(1, 4), 0.78], **SAID)
    assert found.values == [3.0, 1.0, 0.0, 2.0]
    assert found.exact == [3, 1, 0, 2]
    assert found.quantiles == [0.9, 0.65, 0.25, 0.78]
    assert found.plan.quantiles == (Fraction(9, 10), Fraction(13, 20), Fraction(1, 4), Fraction(39, 50))
    assert len(found.plan.scales) == 4
    assert all(isinstance(value, Fraction) for value in found.exact)
    assert (found.cost.epsilon, found.receipt, found.plan.promise) == (1, None, "1-differentially private")
    assert dc.quantiles(ZEROS, [0.5], **SAID).values == [0.0]
    quartiles = dc.quantiles(ZEROS, "quartiles", **SAID)
    assert quartiles.values == dc.quantiles(ZEROS, np.array([0.25, 0.5, 0.75]), **SAID).values == [0.0, 0.0, 2.0]
    for name, number in (("deciles", 9), ("percentiles", 99)):
        many = dc.quantiles(ZEROS, name, **{**SAID, "epsilon": 20.0})
        assert len(many) == number
        assert many.values == sorted(many.values)
        assert many.quantiles == [float(Fraction(i, number + 1)) for i in range(1, number + 1)]


def drawn(values: list[int], quantiles: Any, cells: int, epsilon: float, draws: int) -> Counter[tuple[int, ...]]:
    """How often each outcome comes, of values that are cells; planned once."""
    asked = Privately(epsilon=epsilon, delta=None, rho=None, pay=None, exact=False)
    which, grid = quantiles_of(quantiles)[0], grid_of(0, cells - 1, 1)
    planned = ask(which, grid, asked, "add-remove", "share", None, None, 1, None)
    places, counts = np.unique(np.array(values, dtype=np.uint64), return_counts=True)
    column = (places, counts.astype(np.uint64) * np.uint64(2**20))
    return Counter(tuple(planned.draw([column])[0][0]) for _ in range(draws))


def test_no_values_give_any_cell_alike() -> None:
    said: dict[str, Any] = {"lower": 0, "upper": 3, "step": 1, "epsilon": 1.0}
    for empty in ([], np.array([], dtype="int8"), [None, float("nan")]):
        assert dc.quantiles(empty, 0.5, **said) in {0.0, 1.0, 2.0, 3.0}
    draws = 2000
    seen = drawn([], 0.5, 4, 1.0, draws)
    # One run in 10^9 fails at each of the four.
    assert all(within(seen[(cell,)], draws, 1 / 4, 1e-9) for cell in range(4))
    assert dc.quantiles([], "quartiles", **said).values[1] in {0.0, 1.0, 2.0, 3.0}


def permute_and_flip(gaps: list[float], scale: float) -> list[float]:
    """The law, by all orders."""
    chances = [math.exp(-(gap - min(gaps)) / scale) for gap in gaps]
    law = [0.0] * len(gaps)
    orders = list(itertools.permutations(range(len(gaps))))
    for order in orders:
        rest = 1.0
        for place in order:
            law[place] += rest * chances[place] / len(orders)
            rest *= 1 - chances[place]
    return law


def exponential(gaps: np.ndarray[Any, Any], scale: float) -> np.ndarray[Any, Any]:
    """The law, for each row of gaps."""
    weights = np.exp(-(gaps - gaps.min(axis=-1, keepdims=True)) / scale)
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def test_one_quantile_follows_its_law() -> None:
    values, draws = [0] * 3 + [1] + [3] * 2, 10_000
    q, below, on = 0.7, [0, 3, 4, 4], [3, 1, 0, 2]
    gaps = [max(b - q * 6, q * 6 - (b + o)) for b, o in zip(below, on, strict=True)]
    plan = dc.plan_quantiles(q, lower=0, upper=3, step=1, epsilon=0.9)
    assert plan.law == "permute-and-flip"
    assert plan.scales[0] == pytest.approx(2 * 0.7 / 0.9, rel=1e-12)
    law = permute_and_flip(gaps, plan.scales[0])
    seen = drawn(values, q, 4, 0.9, draws)
    # One run in 10^9 fails at each of the four.
    assert all(within(seen[(cell,)], draws, law[cell], 1e-9) for cell in range(4))
    assert min(law) > 0.1


def test_quartiles_follow_their_law_together() -> None:
    cells, places, draws = 3, 2**20, 10_000
    masses = np.array([2.0, 1.0, 3.0])
    values = [0, 0, 1, 2, 2, 2]
    plan = dc.plan_quantiles("quartiles", lower=0, upper=2, step=1, epsilon=3.0)
    assert (plan.law, plan.levels) == ("exponential", 2)
    left, middle, right = plan.scales
    boundaries = np.arange(cells * places + 1)
    whole, part = np.divmod(boundaries, places)
    before = np.concatenate([[0.0], np.cumsum(masses)])
    at = before[whole] + np.append(masses, 0)[whole] * part / places
    root = exponential(np.abs(at - masses.sum() / 2)[None, :], middle)[0]
    value = np.minimum(boundaries, cells * places - 1) // places

    def leaf(first: Any, last: Any, scale: float) -> np.ndarray[Any, Any]:
        """The law of a leaf's cell, for each boundary: by the mass inside its places alone."""
        low = np.minimum(first, cells * places - 1) // places
        high = np.minimum(np.maximum(first, last - 1), cells * places - 1) // places
        inside = [
            np.maximum(np.minimum(last, (c + 1) * places) - np.maximum(first, c * places), 0) * masses[c] / places
            for c in range(cells)
        ]
        total, below = sum(inside), np.zeros(len(boundaries))
        gaps = []
        for c in range(cells):
            gap = np.maximum(below - total / 2, total / 2 - (below + inside[c]))
            gaps.append(np.where((low <= c) & (c <= high), gap, np.inf))
            below = below + inside[c]
        return exponential(np.stack(gaps, axis=-1), scale)

    lefts = leaf(np.zeros_like(boundaries), boundaries, left)
    rights = leaf(boundaries, np.full_like(boundaries, cells * places), right)
    law = {
        (a, b, c): float((root * (value == b) * lefts[:, a] * rights[:, c]).sum())
        for a, b, c in itertools.product(range(cells), repeat=3)
    }
    assert sum(law.values()) == pytest.approx(1, abs=1e-9)
    seen = drawn(values, "quartiles", cells, 3.0, draws)
    # One run in 10^9 fails at each of the 27, of which those that are not in order have probability 0.
    for outcome, probability in law.items():
        assert within(seen[outcome], draws, probability, 1e-9), outcome
        assert outcome == tuple(sorted(outcome)) or probability == seen[outcome] == 0


COLUMNS: dict[str, list[Any]] = {
    "who": [*range(900), *range(300)],
    "age": [30] * 900 + [60] * 300,
    "ward": (["east"] * 450 + ["west"] * 450) + ["east"] * 300,
    "seen": [DAY] * 900 + [datetime.date(2026, 5, 1)] * 300,
}
IN_FRAME: dict[str, Any] = {"unit": "who", "epsilon": 8.0}


def test_every_engine_counts_each_person_once(make_frame: Callable[[Any], Any]) -> None:
    frame = make_frame(COLUMNS)
    ages: dict[str, Any] = {"value": "age", "lower": 0, "upper": 120}
    # 600 units have 30; 300 have half of 30 and half of 60: 750 below, of 900; rows would say 900 of 1200.
    assert dc.quantiles(frame, [0.79, 0.87], **ages, **IN_FRAME).values == [30.0, 60.0]
    assert dc.quantiles(frame, 0.75, **{**ages, "upper": 200}, **IN_FRAME, per_unit="sum") == 90.0
    days = dc.quantiles(frame, 0.95, value="seen", lower=DAY, upper=datetime.date(2026, 12, 31), **IN_FRAME)
    assert days == datetime.date(2026, 5, 1)
    wards = dc.quantiles(frame, [0.5, 0.9], **ages, **IN_FRAME, group="ward", groups=["west", "east", "none"])
    assert list(wards) == ["west", "east", "none"]
    # West has 450 units of 30 alone; east 150 of 30 alone, and 300 that are half at 30 and half at 60.
    assert wards["west"].values == [30.0, 30.0]
    assert wards["east"].values == [30.0, 60.0]
    assert 0 <= wards["none"].values[0] <= wards["none"].values[1] <= 120
    assert (wards.plan.groups, wards.cost.epsilon) == (3, 8)


def test_groups_of_one_value_per_unit_cost_as_many_times() -> None:
    import pandas as pd

    frame = pd.DataFrame(COLUMNS)
    said: dict[str, Any] = {"unit": "who", "value": "age", "lower": 0, "upper": 120, "group": "ward"}
    groups = ["east", "west"]
    one = dc.quantiles(frame, 0.5, **said, groups=groups, per_unit="max", epsilon=8.0)
    two = dc.quantiles(frame, 0.5, **said, groups=groups, per_unit="max", groups_per_unit=2, epsilon=8.0)
    assert one.cost.epsilon == two.cost.epsilon == 8
    assert two.plan.scales[0] == pytest.approx(2 * one.plan.scales[0], rel=1e-9)
    shared = dc.quantiles(frame, 0.5, **said, groups=groups, epsilon=8.0)
    assert shared.plan.scales == one.plan.scales
    planned = dc.plan_quantiles(0.5, lower=0, upper=120, epsilon=8.0, per_unit="max", groups=2, groups_per_unit=2)
    assert planned == two.plan


def test_dates_are_days() -> None:
    days = np.array([DAY] * 800 + [DAY + datetime.timedelta(days=7)] * 200, dtype="datetime64[ns]")
    late = days + np.timedelta64(15, "h")
    said: dict[str, Any] = {"lower": "2025-01-01", "upper": "2026-12-31", "epsilon": 4.0}
    for values in (days, late, list(late.astype("datetime64[us]").tolist())):
        assert dc.quantiles(values, 0.5, **said) == DAY
    found = dc.quantiles(late, [0.5, 0.9], **said)
    assert found.values == [DAY, DAY + datetime.timedelta(days=7)]
    assert found.exact == [(DAY - datetime.date(1970, 1, 1)).days, (DAY - datetime.date(1970, 1, 1)).days + 7]
    assert found.plan.lower == datetime.date(2025, 1, 1)
    weeks = dc.quantiles(
        late, 0.9, lower=DAY, upper=datetime.date(2026, 1, 29), step=datetime.timedelta(7), epsilon=4.0
    )
    assert weeks == datetime.date(2026, 1, 8)


def test_a_release_is_what_its_plan_says() -> None:
    for privacy in ({"epsilon": 1.0}, {"rho": 0.1}, {"epsilon": 1.0, "delta": 1e-6}):
        for neighbors in ("add-remove", "replace"):
            said: dict[str, Any] = {"lower": 0, "upper": 1000, "neighbors": neighbors, "units": 10_000, **privacy}
            plan = dc.plan_quantiles("deciles", **said)
            assert plan == dc.quantiles(ZEROS, "deciles", **said).plan
            assert (plan.levels, plan.law, plan.cells, plan.units) == (4, "exponential", 1001, 10_000)
            assert plan.rank_error_95 is not None
            assert len(plan.scales) == 9
            assert "9 quantiles are found among 1,001 values from 0 to 1000" in str(plan)
    rising, mixed = ([0.1, 0.5, 0.6, 0.95], [0.95, 0.1, 0.6, 0.5])
    scales = dict(zip(rising, dc.plan_quantiles(rising, lower=0, upper=1000, epsilon=1.0).scales, strict=True))
    assert len(set(scales.values())) > 2
    assert dc.plan_quantiles(mixed, lower=0, upper=1000, epsilon=1.0).scales == tuple(scales[q] for q in mixed)
    alone = dc.plan_quantiles(0.5, lower=0, upper=1000, epsilon=1.0)
    assert (alone.law, alone.levels, alone.scales) == ("permute-and-flip", 1, (1.0,))
    assert alone.rank_error_95 == pytest.approx(
        dc.error_quantile("permute-and-flip", 1001, k=1, beta=0.05, scale=1.0), rel=1e-9
    )
    assert dc.plan_quantiles("deciles", lower=0, upper=1000, epsilon=1.0).rank_error_95 is None


def test_each_release_is_one_charge_before_it_is_drawn(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="who", epsilon=1)
    said: dict[str, Any] = {"lower": 0, "upper": 10, "step": 1, "ledger": ledger, "dataset": "visits"}
    found = dc.quantiles(ZEROS, "quartiles", epsilon="1/3", by="nightly", **said)
    assert found.receipt is not None
    assert found.receipt.left.epsilon == Fraction(2, 3)
    charge = found.receipt.charge
    assert (charge.what, charge.by, charge.cost.epsilon) == ("quantiles", "nightly", Fraction(1, 3))
    assert charge.parameters["per_unit"] == "share"
    assert "0.25" in charge.parameters["quantiles"]
    assert "left of visits: epsilon 2/3" in repr(found)
    assert dc.plan_quantiles(0.5, epsilon="1/3", **said).cost.epsilon == Fraction(1, 3)
    assert len(ledger.entries) == 1
    assert dc.quantiles(ZEROS, 0.65, epsilon=Fraction(2, 3), **said) == 1.0
    for spend in (
        lambda: dc.quantiles(ZEROS, 0.5, epsilon=1e-9, **said),
        lambda: dc.plan_quantiles(0.5, rho=1, **said),
    ):
        with pytest.raises(dc.Error) as refused:
            spend()
        assert refused.value.kind in ("over_budget", "bad_parameter")
    assert len(ledger.entries) == 2


def test_a_dataset_says_its_unit_and_its_neighbours(path: Path) -> None:
    import pandas as pd

    ledger = dc.Ledger.create(path, dataset="visits", unit="who", epsilon=8, delta=1e-6, neighbors="replace")
    said: dict[str, Any] = {"lower": 0, "upper": 120, "ledger": ledger, "dataset": "visits", "epsilon": 2}
    frame = pd.DataFrame(COLUMNS)
    groups = dc.quantiles(frame, 0.5, unit="who", value="age", group="ward", groups=["east"], delta=1e-7, **said)
    assert groups.plan.neighbors == "replace"
    assert groups.plan.pay == "rho"
    assert groups.receipt is not None
    assert dc.plan_quantiles(0.5, **said, delta=1e-7, pay="epsilon").pay == "epsilon"
    with pytest.raises(dc.Error, match="unit must be the dataset's unit of privacy, 'who'"):
        dc.quantiles(frame, 0.5, unit="ward", value="age", **said)
    with pytest.raises(dc.Error, match="neighbors must be the dataset's own"):
        dc.quantiles(ZEROS, 0.5, neighbors="add-remove", **said)
    assert len(ledger.entries) == 1
