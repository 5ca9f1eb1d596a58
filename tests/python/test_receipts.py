"""Receipts: what a release was charged, also where it returns plain numbers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import discreet as dc

ROWS = pd.DataFrame({"patient": range(600), "item": [f"x{i % 7}" for i in range(600)], "cost": range(600)})
ITEMS: dict[str, Any] = {"unit": "patient", "item": "item", "k": 3}
COSTS: dict[str, Any] = {"unit": "patient", "value": "cost", "lower": 0, "upper": 600, "epsilon": 0.02}
RELEASES: dict[str, Any] = {
    "names": lambda rows, **more: dc.top_k_items(rows, **ITEMS, candidates=["x1", "x2", "x3"], epsilon=0.02, **more),
    "unlisted": lambda rows, **more: dc.top_k_items(rows, **ITEMS, counts=True, epsilon=0.5, delta=1e-6, **more),
    "groups": lambda rows, **more: dc.top_k_items(
        rows, **(ITEMS | {"k": 1}), group="cost", groups=[1, 2], epsilon=0.5, delta=1e-6, **more
    ),
    "quantiles": lambda rows, **more: dc.quantiles(rows, "quartiles", **COSTS, **more),
    "quantile groups": lambda rows, **more: dc.quantiles(
        rows, [0.5], **COSTS, group="item", groups=["x1", "x2"], **more
    ),
}


def test_every_release_says_by_its_receipt_whether_it_was_replayed(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=20, delta=1e-4)
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits"}
    scores = list(range(50))
    asked: dict[str, Any] = {"sensitivity": 1, "epsilon": 0.001, **paying}
    single: dict[str, Any] = {"lower": 0, "upper": 100, "epsilon": 0.02, **paying}
    plain: dict[str, Any] = {
        "top_k": lambda run: list(dc.top_k(scores, 5, run_id=run, **asked)),
        "noisy_max": lambda run: dc.noisy_max(scores, run_id=run, **asked),
        "rows": lambda run: dc.top_k([scores, scores[::-1]], 3, axis=1, run_id=run, **asked).tolist(),
        "above": lambda run: dc.above_threshold(scores, 25, run_id=run, **asked),
        "none above": lambda run: dc.above_threshold(scores, 1e9, run_id=run, **asked),
        "median": lambda run: dc.quantiles(scores, 0.5, run_id=run, **single),
    }
    rich = {name: lambda run, make=make: make(ROWS, run_id=run, **paying) for name, make in RELEASES.items()}
    assert ledger.last_receipt is None
    for name, release in (plain | rich).items():
        for replayed in (False, True, True):
            made = release(name)
            receipt = ledger.last_receipt
            assert receipt is not None
            assert receipt.replayed is replayed
            assert receipt.charge.hash == ledger.entries[-1].hash
            assert receipt.left == ledger.remaining("visits")
            if name in rich:
                assert (made.receipt, made.replayed) == (receipt, replayed)
    dc.noisy_max(scores, **asked)
    assert ledger.last_receipt is not None
    assert not ledger.last_receipt.replayed
    before = ledger.last_receipt
    with pytest.raises(dc.Error):
        dc.noisy_max(scores, **(asked | {"epsilon": 1000}))
    assert ledger.last_receipt is before
    assert ledger.charge("visits", what="x", epsilon="0.001") is ledger.last_receipt
    with ThreadPoolExecutor(1) as another:
        assert another.submit(lambda: ledger.last_receipt).result() is None


def test_the_receipt_of_a_replay_says_what_was_left_then(ledger: dc.Ledger) -> None:
    asked: dict[str, Any] = {"sensitivity": 1, "epsilon": "0.1", "ledger": ledger, "dataset": "visits", "run_id": "one"}
    dc.noisy_max([1.0, 2.0], **asked)
    then = ledger.last_receipt
    assert then is not None
    ledger.charge("visits", what="the rest", epsilon="0.9")
    dc.noisy_max([1.0, 2.0], **asked)
    again = ledger.last_receipt
    assert again is not None
    assert (again.charge, again.left, again.replayed) == (then.charge, then.left, True)
    assert ledger.remaining("visits") != again.left
