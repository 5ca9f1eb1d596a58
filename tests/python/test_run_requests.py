"""What belongs to the request of a run: each argument of each release, but the data and the ledger."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import discreet as dc

ROWS = pd.DataFrame(
    {
        "patient": range(60),
        "item": [f"x{i % 7}" for i in range(60)],
        "place": [f"p{i % 2}" for i in range(60)],
        "cost": [i % 100 for i in range(60)],
    }
)
SCORES = list(range(50))
ITEMS = {"unit": "patient", "item": "item"}
LISTED = {**ITEMS, "candidates": ["x0", "x1", "x2", "x9"], "k": 2}
GROUPED = {**ITEMS, "k": 2, "group": "place", "groups": ["p0", "p1"], "counts": True, "epsilon": 0.5, "delta": 1e-6}
VALUES = {"unit": "patient", "value": "cost", "lower": 0, "upper": 100, "quantiles": [0.5]}
ONE: dict[str, Any] = {"sensitivity": 1, "epsilon": 0.01}
AMONG: dict[str, Any] = {
    "epsilon": 0.02,
    "delta": 1e-7,
    "by": "me",
    "sensitivity": 2,
    "monotonic": True,
    "optimize": "min",
}
SCALED: dict[str, Any] = {"sensitivity": 1, "scale": 200, "mechanism": "exponential"}
OTHER_SCALE: dict[str, Any] = {"scale": 300, "mechanism": "permute-and-flip"}
PAID: dict[str, Any] = {"epsilon": 0.02, "delta": 1e-7, "pay": "rho"}

#: A release, its data, how it was asked for, and other values of its arguments.
REQUESTS: list[tuple[Any, Any, dict[str, Any], dict[str, Any]]] = [
    (dc.top_k, SCORES, {"k": 3, **ONE}, {"k": 4, **AMONG}),
    (dc.top_k, SCORES, {"k": 3, "sensitivity": 1, "rho": 0.001}, {"rho": 0.002}),
    (dc.top_k, SCORES, {"k": 3, **SCALED}, OTHER_SCALE),
    (dc.top_k, SCORES, {"k": 3, "sensitivity": 1, **PAID}, {"pay": "epsilon"}),
    (dc.top_k, [SCORES, SCORES], {"k": 3, "axis": 1, **ONE}, {"k": 4, "disjoint": True, **AMONG}),
    (dc.noisy_max, SCORES, ONE, AMONG),
    (dc.noisy_max, SCORES, {"sensitivity": 1, "rho": 0.001}, {"rho": 0.002}),
    (dc.noisy_max, SCORES, SCALED, OTHER_SCALE),
    (dc.noisy_max, SCORES, {"sensitivity": 1, **PAID}, {"pay": "epsilon"}),
    (
        dc.above_threshold,
        SCORES,
        {"threshold": 25, **ONE},
        {"threshold": 26, "epsilon": 0.02, "sensitivity": 2, "monotonic": True, "by": "me"},
    ),
    (
        dc.top_k_items,
        ROWS,
        {**LISTED, "epsilon": 0.02},
        {"item": "place", "candidates": ["x0", "x1", "x2", "x8"], "k": 3, "epsilon": 0.03, "delta": 1e-7, "by": "me",
         "nulls": "refuse", "neighbors": "add-remove", "optimize": "min", "counts": True},
    ),
    (dc.top_k_items, ROWS, {**LISTED, "rho": 0.001}, {"rho": 0.002}),
    (dc.top_k_items, ROWS, {**LISTED, "scale": 200, "mechanism": "exponential"}, OTHER_SCALE),
    (dc.top_k_items, ROWS, {**LISTED, **PAID}, {"pay": "epsilon"}),
    (
        dc.top_k_items,
        ROWS,
        GROUPED,
        {"item": "cost", "k": 3, "group": "cost", "groups": ["p0", "p2"], "counts": False, "epsilon": 0.4,
         "delta": 1e-7,
         "groups_per_unit": 2, "items_per_unit": 1, "limit": 50, "threshold_share": 0.2, "count_share": 0.4,
         "confidence": 0.9, "nulls": "refuse", "by": "me", "pay": "epsilon"},
    ),
    (dc.top_k_items, ROWS, {**GROUPED, "items_per_unit": 1}, {"items_per_unit": 2, "by_nature": True}),
    (
        dc.top_k_items,
        ROWS,
        {**LISTED, "value": "cost", "clip": (0, 50), "counts": True, "epsilon": 0.02},
        {"value": "other", "clip": (0, 40), "decimals": 1, "candidates": ["x0", "x1", "x2", "x8"]},
    ),
    (
        dc.quantiles,
        ROWS,
        {**VALUES, "group": "place", "groups": ["p0", "p1"], "epsilon": 0.02},
        {"value": "other", "lower": -1, "upper": 200, "quantiles": [0.4], "step": 2, "epsilon": 0.03, "delta": 1e-7,
         "group": "item", "groups": ["p1", "p0"], "per_unit": "max", "nulls": "refuse", "units": 100, "by": "me"},
    ),
    (
        dc.quantiles,
        ROWS,
        {**VALUES, "group": "place", "groups": ["p0", "p1"], "per_unit": "max", "epsilon": 0.02},
        {"groups_per_unit": 2},
    ),
    (dc.quantiles, ROWS, {**VALUES, "rho": 0.001}, {"rho": 0.002, "neighbors": "add-remove"}),
    (dc.quantiles, ROWS, {**VALUES, **PAID}, {"pay": "epsilon"}),
]  # fmt: skip

#: The data, where the run is looked for, and what the data or the dataset itself decide.
NO_PART = {"scores", "frame", "data", "axis", "ledger", "run_id", "dataset", "unit"}


@pytest.mark.parametrize("number", range(len(REQUESTS)))
def test_each_argument_belongs_to_it(tmp_path: Path, number: int) -> None:
    release, data, asked, others = REQUESTS[number]
    ledger = dc.Ledger.create(tmp_path / "a.ledger", dataset="visits", unit="patient", epsilon=20, delta=1e-4)
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "run_id": "nightly"}
    release(data, **asked, **paying)
    for name, value in others.items():
        with pytest.raises(ValueError, match="another request"):
            release(data, **(asked | {name: value}), **paying)
    release(data, **asked, **paying)
    assert len(ledger.entries) == 1


def test_no_argument_is_forgotten() -> None:
    tried: dict[Any, set[str]] = {}
    for release, _, _, others in REQUESTS:
        tried.setdefault(release, set()).update(others)
    for release, names in tried.items():
        assert set(inspect.signature(release).parameters) - NO_PART == names, release
