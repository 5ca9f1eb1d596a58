"""Runs: one release for one charge, whoever repeats the call."""

from __future__ import annotations

import datetime
import hashlib
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import discreet as dc
from discreet import _runs as runs


@pytest.fixture
def ledger(tmp_path: Path) -> dc.Ledger:
    return dc.Ledger.create(tmp_path / "a.ledger", dataset="visits", unit="patient", epsilon=20, delta=1e-4)


ROWS = pd.DataFrame(
    {
        "patient": range(600),
        "item": [f"x{i % 7}" for i in range(600)],
        "place": [f"p{i % 2}" for i in range(600)],
        "cost": [i % 100 for i in range(600)],
    }
)
CANDIDATES = [f"x{i}" for i in range(40)]
COLUMNS: dict[str, Any] = {"unit": "patient", "item": "item"}
GROUPED: dict[str, Any] = {"group": "place", "groups": ["p0", "p1", "p2"]}

RELEASES: dict[str, Any] = {
    "names": lambda rows, **more: dc.top_k_items(rows, **COLUMNS, candidates=CANDIDATES, k=3, epsilon=0.02, **more),
    "counts": lambda rows, **more: dc.top_k_items(
        rows, **COLUMNS, candidates=CANDIDATES, k=3, counts=True, epsilon=0.02, **more
    ),
    "unlisted": lambda rows, **more: dc.top_k_items(rows, **COLUMNS, k=3, counts=True, epsilon=0.5, delta=1e-6, **more),
    "listed groups": lambda rows, **more: dc.top_k_items(
        rows, **COLUMNS, **GROUPED, candidates=CANDIDATES, k=2, epsilon=0.02, **more
    ),
    "sums": lambda rows, **more: dc.top_k_items(
        rows, **COLUMNS, candidates=CANDIDATES, k=2, value="cost", clip=(0, 50), counts=True, epsilon=0.02, **more
    ),
    "groups": lambda rows, **more: dc.top_k_items(
        rows, **COLUMNS, **GROUPED, k=2, counts=True, epsilon=0.5, delta=1e-6, **more
    ),
    "quantiles": lambda rows, **more: dc.quantiles(
        rows, "quartiles", unit="patient", value="cost", lower=0, upper=100, epsilon=0.02, **more
    ),
    "quantile groups": lambda rows, **more: dc.quantiles(
        rows, [0.5], unit="patient", value="cost", lower=0, upper=100, epsilon=0.02, **GROUPED, **more
    ),
}


@pytest.mark.parametrize("name", RELEASES)
def test_a_repeated_call_gets_the_stored_result_without_rows(ledger: dc.Ledger, name: str) -> None:
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "run_id": name}
    first = RELEASES[name](ROWS, **paying)
    again = RELEASES[name](ROWS[:0], **paying)
    assert (first.replayed, again.replayed) == (False, True)
    assert dict(first) == dict(again) if hasattr(first, "keys") else first == again
    assert first.columns() == again.columns()
    assert first.receipt.charge.hash == again.receipt.charge.hash
    assert first.receipt.left == again.receipt.left
    assert "stored result" in repr(again)
    assert "stored result" not in repr(first)
    assert len(ledger.entries) == 1
    (run,) = ledger.runs()
    assert run.id == name
    assert run.result is not None
    assert run.charge.hash == first.receipt.charge.hash
    ledger.verify()


def test_scores_have_runs_too(ledger: dc.Ledger) -> None:
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "sensitivity": 1, "epsilon": 0.001}
    scores = list(range(50))
    for release in (
        lambda run: list(dc.top_k(scores, 5, run_id=run, **paying)),
        lambda run: dc.noisy_max(scores, run_id=run, **paying),
        lambda run: dc.top_k([scores, scores[::-1]], 3, axis=1, run_id=run, **paying).tolist(),
        lambda run: dc.top_k([scores, scores[::-1]], 3, axis=1, disjoint=True, run_id=run, **paying).tolist(),
        lambda run: dc.above_threshold(scores, 25, run_id=run, **paying),
    ):
        before = len(ledger.entries)
        assert len({str(release(str(before))) for _ in range(10)}) == 1
        assert len(ledger.entries) == before + 1


def test_another_request_is_refused(ledger: dc.Ledger) -> None:
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "run_id": "nightly"}
    asked: dict[str, Any] = {**COLUMNS, "candidates": CANDIDATES, "k": 3, "epsilon": 0.02, **paying}
    dc.top_k_items(ROWS, **asked)
    changes: list[dict[str, Any]] = [
        {"k": 4},
        {"epsilon": 0.03},
        {"candidates": [*CANDIDATES, "y"]},
        {"by": "me"},
        {"nulls": "refuse"},
        {"counts": True},
    ]
    for change in changes:
        with pytest.raises(dc.Error, match="another request"):
            dc.top_k_items(ROWS, **(asked | change))
    with pytest.raises(dc.Error, match="another request"):
        dc.noisy_max([1, 2], epsilon=0.02, sensitivity=1, **paying)
    assert dc.top_k_items(ROWS[:3], **(asked | {"candidates": iter(CANDIDATES)})).replayed
    with pytest.raises(TypeError, match="run_id goes with ledger="):
        dc.noisy_max([1, 2], epsilon=1, sensitivity=1, run_id="a")  # type: ignore[call-overload]
    assert len(ledger.entries) == 1


def test_a_refusal_says_what_is_another(ledger: dc.Ledger) -> None:
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "run_id": "nightly", "sensitivity": 1}
    dc.top_k([1, 2, 3, 4], 2, epsilon=0.25, **paying)
    for call, words in (
        (lambda: dc.top_k([1, 2, 3, 4], 3, epsilon=0.25, **paying), r"k was 2 and is 3"),
        (lambda: dc.top_k([1, 2, 3, 4], 2, epsilon=0.5, **paying), r"cost.epsilon was 0\.25 and is 0\.5"),
        (lambda: dc.top_k([1, 2, 3], 2, epsilon=0.25, **paying), r"candidates was 4 and is 3"),
        (lambda: dc.noisy_max([1, 2, 3, 4], epsilon=0.25, **paying), r"what was top_k and is noisy_max"),
        (lambda: dc.top_k([1, 2, 3, 4], 2, epsilon=0.25, by="me", **paying), r"asked-by was .* and is me"),
    ):
        with pytest.raises(ValueError, match=words) as refused:
            call()
        assert isinstance(refused.value, dc.Error)
        assert refused.value.kind == "bad_parameter"
    items = {**COLUMNS, "k": 2, "epsilon": 0.25, "ledger": ledger, "dataset": "visits", "run_id": "items"}
    dc.top_k_items(ROWS, candidates=CANDIDATES, **items)
    with pytest.raises(ValueError, match=r"request \(sha256\.candidates is another\)"):
        dc.top_k_items(ROWS, candidates=CANDIDATES[::-1], **items)


def test_lists_are_the_same_label_by_label(ledger: dc.Ledger) -> None:
    asked = {**COLUMNS, "k": 1, "epsilon": 0.25, "ledger": ledger, "dataset": "visits", "run_id": "a"}
    dc.top_k_items(ROWS, candidates=["x0\nx1", "x2"], **asked)
    with pytest.raises(ValueError, match="another request"):
        dc.top_k_items(ROWS, candidates=["x0", "x1\nx2"], **asked)
    asked |= {"item": "cost", "run_id": "b"}
    dc.top_k_items(ROWS, candidates=[1, 2], **asked)
    for same in (np.array([1, 2]), pd.Series([1, 2]), (number for number in (1, 2))):
        assert dc.top_k_items(ROWS, candidates=same, **asked).replayed
    for other in (["1", "2"], [1, "2"], [True, 2], [1.0, 2.0], [2, 1]):
        with pytest.raises(ValueError, match="another request"):
            dc.top_k_items(ROWS, candidates=other, **asked)


@pytest.mark.parametrize("name", ["unlisted", "names", "quantiles"])
def test_a_receipt_says_who_was_charged(ledger: dc.Ledger, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "run_id": "nightly"}
    with monkeypatch.context() as first:
        first.setattr("discreet._core.user_name", lambda: "anna")
        first.setattr("discreet.__version__", "0.0.1")
        made = RELEASES[name](ROWS, **paying)
    again = RELEASES[name](ROWS, **paying)
    assert again.replayed
    assert again.receipt.charge == made.receipt.charge == ledger.entries[0]
    assert again.receipt.charge.by == "anna"
    assert again.receipt.charge.parameters["program"] == "discreet 0.0.1 for Python"


@pytest.mark.parametrize("interrupt", [ZeroDivisionError, KeyboardInterrupt])
def test_what_was_charged_and_not_stored_is_drawn_again_under_its_charge(
    ledger: dc.Ledger, monkeypatch: pytest.MonkeyPatch, interrupt: type[BaseException]
) -> None:
    def names_of(*_: object) -> str:
        raise interrupt

    paying: dict[str, Any] = {"ledger": ledger, "dataset": "visits", "run_id": "nightly"}
    with monkeypatch.context() as broken:
        broken.setattr("discreet._tables.names_of", names_of)
        with pytest.raises(interrupt):
            RELEASES["unlisted"](ROWS, **paying)
    (run,) = ledger.runs()
    assert run.result is None
    made = RELEASES["unlisted"](ROWS, **paying)
    assert not made.replayed
    assert made.receipt.charge == run.charge
    assert len(ledger.entries) == 1


KILLED = """
import os, signal, sys
import pandas as pd
import discreet as dc
import discreet._tables

if sys.argv[2] == "before":
    discreet._tables.names_of = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
rows = pd.DataFrame({"patient": range(600), "item": [f"x{i % 7}" for i in range(600)]})
made = dc.top_k_items(rows, unit="patient", item="item", k=3, counts=True, epsilon=0.5, delta=1e-6,
                      ledger=dc.Ledger(sys.argv[1]), dataset="visits", run_id="nightly")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_killed_process_leaves_the_run_to_the_next(ledger: dc.Ledger, tmp_path: Path, when: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "a.ledger", when], check=False)
    assert done.returncode == -signal.SIGKILL
    (run,) = ledger.runs()
    assert (run.result is None) == (when == "before")
    rows = ROWS[["patient", "item"]]
    made = RELEASES["unlisted"](rows, ledger=ledger, dataset="visits", run_id="nightly")
    assert made.replayed == (when == "after")
    assert made.receipt.charge == run.charge
    assert len(ledger.entries) == 1
    assert RELEASES["unlisted"](rows, ledger=ledger, dataset="visits", run_id="nightly") == made


def test_all_who_ask_at_once_get_one_result(ledger: dc.Ledger, tmp_path: Path) -> None:
    def ask(_: int) -> list[Any]:
        with dc.Ledger(tmp_path / "a.ledger") as own:
            return list(RELEASES["unlisted"](ROWS, ledger=own, dataset="visits", run_id="nightly").columns().values())

    with ThreadPoolExecutor(8) as many:
        first, *others = many.map(ask, range(8))
    assert others == [first] * 7
    assert len(ledger.entries) == 1


def test_items_below_the_limit_have_no_name_to_store(ledger: dc.Ledger) -> None:
    rows = pd.DataFrame({"patient": range(900), "item": [f"x{i % 450 if i < 450 else i % 5}" for i in range(900)]})
    made = RELEASES["unlisted"](rows, ledger=ledger, dataset="visits", run_id="nightly")
    assert set(made.items) <= {f"x{i}" for i in range(5)}
    assert RELEASES["unlisted"](rows, ledger=ledger, dataset="visits", run_id="nightly") == made


def test_labels_that_cannot_be_stored_are_refused_before_the_charge(ledger: dc.Ledger) -> None:
    rows = ROWS.assign(item="y" * 201)
    with pytest.raises(dc.Error, match="at most 199 bytes"):
        RELEASES["unlisted"](rows, ledger=ledger, dataset="visits", run_id="a")
    assert ledger.entries == []


@pytest.mark.parametrize(
    "label",
    [
        True, 5, -(10**30), 0.1, "a:b;c\n\\", b"\x00\xff", Decimal("1.50"), datetime.date(2026, 1, 2),
        datetime.datetime(2026, 1, 2, 3, 4, 5, 6), datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC),
    ],
)  # fmt: skip
def test_a_label_comes_back_as_it_was(label: object) -> None:
    (back,), (other,) = runs.labels_from(runs.labels_text([[label], ["z"]]))
    assert (back, type(back), other) == (label, type(label), "z")


def test_charges_say_what_was_asked_as_the_program_does(ledger: dc.Ledger) -> None:
    made = [RELEASES[name](ROWS, ledger=ledger, dataset="visits") for name in ("names", "groups")]
    assert [one.receipt.charge for one in made] == ledger.entries
    names, groups = (charge.parameters for charge in ledger.entries)
    lines = "".join(f"{label}\n" for label in CANDIDATES).encode()
    assert names["sha256.candidates"] == hashlib.sha256(lines).hexdigest()
    assert (names["column.unit"], names["column.item"]) == ("patient", "item")
    assert (names["neighbors"], groups["neighbors"]) == ("add-remove", "add-remove")
    assert names["program"] == f"discreet {dc.__version__} for Python"
    assert groups["sha256.groups"] == hashlib.sha256(b"p0\np1\np2\n").hexdigest()
    assert groups["column.group"] == "place"
    assert "sha256.candidates" not in groups
