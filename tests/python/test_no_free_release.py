"""What was made with a ledger, or came out of a charged release, never releases without another charge."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
import pickle
import sqlite3
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc
from discreet import _core
from discreet._charged import account
from discreet._grid import grid_of
from discreet._quantile_arguments import Privately
from discreet._quantile_plan import Asked, ask
from discreet._scores import as_source

sys.path.insert(0, str(Path(__file__).parent))
from reachable import CHANGING, reachable

SCORES = np.array([20, 9000, 10])
# A column of masses by cells, as quantiles are drawn from.
COLUMNS = [(np.array([1, 2], dtype=np.uint64), np.array([2**20, 2**20], dtype=np.uint64))]
SAID: dict[str, Any] = {"sensitivity": 1, "monotonic": True, "dataset": "visits"}


@pytest.fixture
def ledger(path: Path) -> dc.Ledger:
    """A budget that no walk uses up."""
    return dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=10**6)


def charges(ledger: dc.Ledger) -> int:
    return ledger.datasets["visits"].charges


def charge_counter(ledger: dc.Ledger, path: Path) -> Iterator[int]:
    """What `charges` says each time it is asked, read again only where SQLite saw somebody write since."""
    with contextlib.closing(sqlite3.connect(path)) as watching:
        seen, count = None, 0
        while True:
            version = watching.execute("PRAGMA data_version").fetchone()
            if version != seen:
                seen, count = version, charges(ledger)
            yield count


def planned(ledger: dc.Ledger) -> Any:
    return dc.plan(1, epsilon=1, candidates=3, ledger=ledger, **SAID)


def planned_at_scale(ledger: dc.Ledger) -> Any:
    return dc.plan(1, scale=2.0, mechanism="exponential", candidates=3, ledger=ledger, **SAID)


def items(ledger: dc.Ledger) -> Any:
    import pandas as pd

    rows = pd.DataFrame({"patient": [1, 2, 3], "code": ["a", "b", "a"]})
    said = {"unit": "patient", "item": "code", "candidates": ["c", "b", "a"], "k": 1, "epsilon": 1}
    return dc.top_k_items(rows, ledger=ledger, dataset="visits", **said)


def items_without_a_ledger(ledger: dc.Ledger) -> Any:
    import pandas as pd

    rows = pd.DataFrame({"patient": [1, 2, 3], "code": ["a", "b", "a"]})
    return dc.top_k_items(rows, unit="patient", item="code", candidates=["c", "b", "a"], k=1, epsilon=1)


def table(ledger: dc.Ledger) -> Any:
    import pandas as pd

    rows = pd.DataFrame({"patient": [1, 2, 3], "code": ["a", "b", "a"], "ward": ["x", "y", "x"]})
    said = {"unit": "patient", "item": "code", "candidates": ["c", "b", "a"], "k": 1, "epsilon": 1, "counts": True}
    return dc.top_k_items(rows, ledger=ledger, dataset="visits", **said)


def tables(ledger: dc.Ledger) -> Any:
    import pandas as pd

    rows = pd.DataFrame({"patient": [1, 2, 3], "code": ["a", "b", "a"], "ward": ["x", "y", "x"]})
    said = {"unit": "patient", "item": "code", "candidates": ["c", "b", "a"], "k": 1, "epsilon": 1}
    return dc.top_k_items(rows, ledger=ledger, dataset="visits", group="ward", groups=["x", "y"], **said)


def quantiles(ledger: dc.Ledger) -> Any:
    return dc.quantiles(SCORES, [0.5, 0.25], lower=0, upper=100, epsilon=1, ledger=ledger, dataset="visits")


def quantile_groups(ledger: dc.Ledger) -> Any:
    import pandas as pd

    rows = pd.DataFrame({"patient": [1, 2, 3], "age": [40, 50, 60], "ward": ["x", "y", "x"]})
    said = {"unit": "patient", "value": "age", "lower": 0, "upper": 100, "epsilon": 1}
    return dc.quantiles(rows, "median", ledger=ledger, dataset="visits", group="ward", groups=["x", "y"], **said)


def planned_quantiles(ledger: dc.Ledger) -> Any:
    return dc.plan_quantiles(0.5, lower=0, upper=100, epsilon=1, ledger=ledger, dataset="visits")


def asked_quantiles(ledger: dc.Ledger) -> Any:
    """What no caller gets hold of: it releases, so that the walk is seen to find such a thing."""
    private = Privately(epsilon=1, delta=None, rho=None, pay=None, exact=True)
    payer = account(ledger, "visits", None)
    return ask([Fraction(1, 2)], grid_of(0, 100, 1), private, "add-remove", "share", None, None, 1, payer)


def released(ledger: dc.Ledger) -> Any:
    return dc.top_k(SCORES, 1, epsilon=1, ledger=ledger, **SAID)


def released_rows(ledger: dc.Ledger) -> Any:
    return dc.top_k(np.array([SCORES, SCORES]), 1, axis=1, epsilon=1, ledger=ledger, **SAID)


def first_above(ledger: dc.Ledger) -> Any:
    return dc.above_threshold(SCORES, threshold=100, epsilon=1, ledger=ledger, **SAID)


def receipt(ledger: dc.Ledger) -> Any:
    return ledger.charge("visits", what="histogram", epsilon=1)


ROOTS = [
    planned,
    planned_at_scale,
    items,
    items_without_a_ledger,
    table,
    tables,
    quantiles,
    quantile_groups,
    planned_quantiles,
    asked_quantiles,
    released,
    released_rows,
    first_above,
    receipt,
    lambda ledger: ledger,
]
# What describes, what a caller never gets, and what says no ledger; whatever else a ledger is named for is paid for.
FREE = [planned, planned_at_scale, items_without_a_ledger, planned_quantiles, asked_quantiles, ROOTS[-1]]


def is_release(answer: Any) -> bool:
    """Whether it has an array of one index, as k = 1 everywhere here, or lists of cells."""
    if isinstance(answer, list) and answer and all(isinstance(row, list) and row for row in answer):
        return all(type(cell) is int for row in answer for cell in row)
    if isinstance(answer, (tuple, list)):
        return any(map(is_release, answer))
    return isinstance(answer, np.ndarray) and answer.shape == (1,)


def ways_to_call(thing: Any, root: Any) -> Iterator[Callable[[], Any]]:
    yield functools.partial(thing, False)
    yield functools.partial(thing, COLUMNS)
    yield functools.partial(thing, root, COLUMNS)
    for source in (SCORES, SCORES.tolist(), as_source(SCORES)):
        yield functools.partial(thing, source)
        yield functools.partial(thing, source, optimize="min")
        yield functools.partial(thing, source, "max")
        yield functools.partial(thing, root, source)
        yield functools.partial(thing, root, source, "max")


@pytest.mark.parametrize("make", ROOTS)
def test_nothing_that_a_ledger_paid_for_or_will_pay_for_releases_without_a_charge(
    ledger: dc.Ledger, path: Path, make: Callable[[dc.Ledger], Any]
) -> None:
    root = make(ledger)
    assert charges(ledger) == (0 if make in FREE else 1)
    things = reachable(root)
    drawn, counter = 0, charge_counter(ledger, path)
    for thing in things:
        if not callable(thing) or getattr(thing, "__name__", "") in CHANGING:
            continue
        for call in ways_to_call(thing, root):
            before = next(counter)
            try:
                answer = call()
            except Exception:
                continue
            if is_release(answer):
                drawn += 1
                assert next(counter) > before, f"{thing!r} released without a charge"
    # A walk that cannot see a release proves nothing; and only a plan can make one.
    assert (drawn > 0) == isinstance(root, (dc.Plan, Asked))


def test_each_call_of_a_plan_with_a_ledger_charges_until_the_budget_is_gone(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=1)
    plan = dc.plan(1, epsilon="0.4", candidates=3, ledger=ledger, by="nightly", **SAID)
    assert plan.dataset == "visits"
    assert ledger.entries == []
    assert plan(SCORES).tolist() == [1]
    assert plan(SCORES.tolist(), optimize="min")[0] in (0, 2)
    assert ledger.remaining("visits").epsilon == Fraction(1, 5)
    first, second = ledger.entries
    assert (first.what, first.by, first.charged.epsilon) == ("top_k", "nightly", Fraction(2, 5))
    assert (first.parameters["optimize"], second.parameters["optimize"]) == ("max", "min")
    assert float(first.parameters["scale"]) == plan.scale
    with pytest.raises(dc.Error) as refused:
        plan(SCORES)
    assert refused.value.kind == "over_budget"
    assert len(ledger.entries) == 2


def test_a_plan_refuses_scores_before_it_charges(ledger: dc.Ledger) -> None:
    plan = planned(ledger)
    for bad in ([1.0, 2.0], [1.0, 2.0, float("nan")], [1, None, 2], "abc", np.zeros((3, 1))):
        with pytest.raises((dc.Error, TypeError)):
            plan(bad)
    with pytest.raises(dc.Error):
        plan(SCORES, optimize="best")
    assert ledger.entries == []
    ledger.close()
    with pytest.raises(dc.Error, match="closed"):
        plan(SCORES)


def test_a_plan_is_not_changed_and_with_a_ledger_not_sent_elsewhere(ledger: dc.Ledger) -> None:
    free = dc.plan(1, epsilon=1.0, sensitivity=1, candidates=3)
    assert free.dataset is None
    assert pickle.loads(pickle.dumps(free)) == free
    for plan in (free, planned(ledger)):
        for change in ({}, {"scale": 1e-9}, {"candidates": 5}, {"_draw": None}):
            with pytest.raises(TypeError, match=r"made by dc\.plan"):
                dataclasses.replace(plan, **change)
        with pytest.raises(dataclasses.FrozenInstanceError):
            plan.scale = 0.0
        with pytest.raises(dataclasses.FrozenInstanceError):
            plan._draw = None
        with pytest.raises(TypeError, match=r"made by dc\.plan"):
            dc.Plan(**dataclasses.asdict(free))
    for way in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match="make it again"):
            way(planned(ledger))
    twin = copy.copy(planned(ledger))
    twin(SCORES)
    assert len(ledger.entries) == 1


def test_the_plan_of_a_result_is_a_description(ledger: dc.Ledger) -> None:
    for found in (items(ledger), items_without_a_ledger(ledger)):
        assert type(found.plan) is dc.Description
        assert not callable(found.plan)
        assert found.plan.cost == found.cost == dc.PureCost(1.0)
        assert found.plan.curve.epsilon(0) <= 1
        assert "permute-and-flip" in str(found.plan)
    with pytest.raises(TypeError):
        items(ledger).plan(SCORES)


def test_a_planned_release_has_no_way_to_draw_but_through_the_ledger() -> None:
    assert [name for name in dir(_core.PlannedRelease) if not name.startswith("_")] == [
        "cost",
        "expected_error",
        "law",
        "lower",
        "optimizing",
        "pay",
        "scale",
        "step",
        "upper",
    ]
