"""The budget that outlives the process: exact sums, charge before draw, refusals that release nothing."""

from __future__ import annotations

import copy
import os
import pickle
import shutil
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

SCORES = np.array([20.0, 9e6, 10.0])
SAID: dict[str, Any] = {"sensitivity": 1, "monotonic": True, "dataset": "visits"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.ledger"


@pytest.fixture
def ledger(path: Path) -> dc.Ledger:
    return dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=1)


def charges(ledger: dc.Ledger) -> int:
    return ledger.datasets["visits"].charges


FIFTHS = [
    (0.2, 1),
    (np.float64(0.2), 1.0),
    ("0.2", "1"),
    ("2e-1", np.int64(1)),
    ("1/5", "5/5"),
    (Decimal("0.2"), Decimal(1)),
    (Fraction(1, 5), Fraction(1)),
]


@pytest.mark.parametrize(("fifth", "whole"), FIFTHS, ids=lambda x: f"{type(x).__name__} {x}")
def test_five_releases_at_a_fifth_fill_a_budget_of_one_exactly(path: Path, fifth: Any, whole: Any) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=whole)
    for _ in range(5):
        assert dc.top_k(SCORES, 1, epsilon=fifth, ledger=ledger, **SAID).tolist() == [1]
    assert ledger.remaining("visits") == dc.Amounts(epsilon=Fraction(0))
    with pytest.raises(dc.Error, match="budget") as refused:
        dc.top_k(SCORES, 1, epsilon="1e-9", ledger=ledger, **SAID)
    assert refused.value.kind == "over_budget"
    assert charges(ledger) == 5


def test_a_float_means_its_shortest_decimal(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=1.1, delta=1e-6)
    assert ledger.datasets["visits"].budget.epsilon == Fraction(11, 10)
    assert ledger.datasets["visits"].budget.delta == Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("budget", "accountant"),
    [
        ({"epsilon": 0.7}, "pure"),
        ({"rho": "0.07"}, "zcdp"),
        ({"epsilon": 0.7, "delta": 1e-6}, "basic"),
        ({"epsilon": 0.7, "delta": 1e-6}, "mixed"),
    ],
)
def test_one_release_at_the_budget_fits_a_fresh_one_under_each_accountant(
    path: Path, budget: dict[str, Any], accountant: str
) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", accountant=accountant, **budget)
    assert ledger.datasets["visits"].accountant == accountant
    scores = np.arange(50.0)
    planned = dc.plan(3, candidates=50, ledger=ledger, **SAID, **budget)
    assert charges(ledger) == 0
    assert len(dc.top_k(scores, 3, ledger=ledger, **SAID, **budget)) == 3
    (made,) = ledger.entries
    assert float(made.parameters["scale"]) == planned.scale
    with pytest.raises(dc.Error) as refused:
        dc.top_k(scores, 3, ledger=ledger, **SAID, **budget)
    assert refused.value.kind == "over_budget"
    with pytest.raises(dc.Error) as refused:
        dc.plan(3, candidates=50, ledger=ledger, **SAID, **budget)
    assert refused.value.kind == "over_budget"


def test_an_epsilon_and_delta_asked_of_a_pure_budget_are_refused(ledger: dc.Ledger) -> None:
    with pytest.raises(dc.Error, match="pure"):
        dc.top_k(SCORES, 1, epsilon=0.1, delta=1e-6, ledger=ledger, **SAID)
    assert charges(ledger) == 0


def test_every_door_charges(ledger: dc.Ledger) -> None:
    import pandas as pd

    dc.top_k(SCORES, 2, epsilon="0.1", by="nightly", ledger=ledger, **SAID)
    dc.noisy_max(SCORES, scale=100.0, mechanism="exponential", ledger=ledger, **SAID)
    rows = pd.DataFrame({"patient": [1, 1, 2, 3], "code": ["a", "a", "b", "a"]})
    found = dc.top_k_items(
        rows, unit="patient", item="code", candidates=["a", "b"], k=1, epsilon=0.5, ledger=ledger, dataset="visits"
    )
    ledger.charge("visits", what="histogram", epsilon=Fraction(1, 8), parameters={"bins": "10"})
    made = ledger.entries
    assert [entry.what for entry in made] == ["top_k", "noisy_max", "top_k_items", "histogram"]
    assert made[0].by == "nightly"
    assert made[1].cost.epsilon is not None
    assert made[1].cost.epsilon >= Fraction(1, 100)
    assert made[1].parameters["law"] == "exponential mechanism"
    assert found.receipt is not None
    assert found.receipt.charge == made[2]
    assert found.cost == dc.PureCost(0.5)
    assert "left of visits: epsilon 0.3" in repr(found)
    assert made[3].parameters == {"bins": "10"}
    spent = ledger.datasets["visits"].spent.epsilon
    assert spent == sum(entry.charged.epsilon or 0 for entry in made)
    assert ledger.remaining("visits").epsilon == 1 - spent


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"scores": [1.0, float("nan")]}, dc.Error, "NaN"),
    ({"scores": [1.0, None]}, dc.Error, "null"),
    ({"scores": np.zeros((2, 2))}, dc.Error, "one-dimensional"),
    ({"scores": "12"}, TypeError, "not str"),
    ({"k": 5}, dc.Error, "k must not"),
    ({"k": 0}, dc.Error, "k must be at least 1"),
    ({"k": 1.0}, TypeError, "k must be an int"),
    ({"epsilon": None}, TypeError, "say how private"),
    ({"rho": 0.1}, TypeError, "write only one"),
    ({"epsilon": "much"}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": ""}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": "-0.1"}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": -0.1}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": float("nan")}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": float("inf")}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": Decimal("NaN")}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": 10**5000}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": Fraction(1, 10**5000)}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": 0}, dc.Error, "must"),
    ({"epsilon": True}, TypeError, "not a bool"),
    ({"epsilon": 1j}, TypeError, "a Decimal or a Fraction, not complex"),
    ({"epsilon": 0.1, "delta": "1"}, dc.Error, "delta"),
    ({"epsilon": None, "scale": "5"}, TypeError, "scale must be"),
    ({"epsilon": None, "scale": 0.0}, dc.Error, "scale"),
    ({"sensitivity": None}, TypeError, "sensitivity must be said"),
    ({"sensitivity": 0}, dc.Error, "sensitivity"),
    ({"monotonic": 1}, TypeError, "True or False"),
    ({"optimize": "best"}, dc.Error, '"max" or "min"'),
    ({"dataset": None}, TypeError, "dataset must be said"),
    ({"dataset": 7}, TypeError, "dataset must be a str"),
    ({"dataset": "visitors"}, dc.Error, "no dataset of that name"),
    ({"by": 7}, TypeError, "by must be a str"),
    ({"by": "two\nlines"}, dc.Error, "who asks"),
    ({"ledger": "a.ledger"}, TypeError, r"dc.Ledger\(path\)"),
    ({"ledger": None}, TypeError, "goes with ledger"),
    ({"seed": 3}, TypeError, "takes no seed"),
]


@pytest.mark.parametrize(("said", "error", "message"), BAD)
def test_what_is_refused_is_not_charged(
    ledger: dc.Ledger, said: dict[str, Any], error: type[Exception], message: str
) -> None:
    whole = {"scores": [1.0, 2.0], "k": 1, "epsilon": 0.1, "ledger": ledger} | SAID | said
    with pytest.raises(error, match=message):
        dc.top_k(**whole)
    if "k" not in said:
        del whole["k"]
        with pytest.raises(error, match=message):
            dc.noisy_max(**whole)
    assert charges(ledger) == 0


def test_no_scores_are_not_charged(ledger: dc.Ledger) -> None:
    with pytest.raises(dc.Error, match="there must be a score"):
        dc.noisy_max([], epsilon=0.1, ledger=ledger, **SAID)
    assert charges(ledger) == 0


CREATE: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"epsilon": None}, TypeError, "say the budget"),
    ({"rho": 1}, dc.Error, "an epsilon, a rho, or"),
    ({"epsilon": 0}, dc.Error, "above 0"),
    ({"epsilon": "x"}, dc.Error, "epsilon: an amount"),
    ({"delta": 1}, dc.Error, "delta"),
    ({"accountant": "zcdp"}, dc.Error, "zcdp"),
    ({"accountant": "moments"}, dc.Error, '"mixed"'),
    ({"neighbors": "swap"}, dc.Error, '"replace"'),
    ({"dataset": ""}, dc.Error, "name"),
    ({"dataset": 1}, TypeError, "dataset must be a str"),
    ({"unit": "a\nb"}, dc.Error, "unit"),
    ({"patience": -1}, dc.Error, "patience"),
    ({"patience": "long"}, TypeError, "patience"),
    ({"path": 3}, TypeError, "path must be"),
    ({"path": ""}, dc.Error, "name of a file"),
    ({"path": "a\0b"}, dc.Error, "name of a file"),
    ({"path": "/nowhere/at/all"}, dc.Error, "ledger|directory|path"),
]


@pytest.mark.parametrize(("said", "error", "message"), CREATE)
def test_a_bad_ledger_is_not_made(path: Path, said: dict[str, Any], error: type[Exception], message: str) -> None:
    whole = {"path": path, "dataset": "visits", "unit": "patient", "epsilon": 1} | said
    with pytest.raises(error, match=message):
        dc.Ledger.create(**whole)
    assert not path.exists()


def test_a_ledger_is_made_for_its_owner_and_never_overwritten(ledger: dc.Ledger, path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(dc.Error, match=r"exists|overwrit") as refused:
        dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=9)
    assert refused.value.kind == "ledger"
    assert ledger.datasets["visits"].budget == dc.Amounts(epsilon=Fraction(1))


def test_it_is_opened_again_as_it_was(ledger: dc.Ledger, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.add("labs", unit="person", rho="1/3", neighbors="replace")
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    for way in (path, str(path), os.fsencode(path)):
        again = dc.Ledger(way)
        assert again.datasets == ledger.datasets
        assert again.entries == ledger.entries
    monkeypatch.chdir(path.parent)
    with dc.Ledger(path.name) as relative:
        monkeypatch.chdir("/")
        assert relative.verify().entries == 4
    assert list(ledger.datasets) == ["visits", "labs"]
    assert ledger.datasets["labs"].neighbors == "replace"
    with pytest.raises(dc.Error, match="of that name"):
        ledger.add("labs", unit="person", rho=1)


def test_it_prints(ledger: dc.Ledger, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dc.top_k(SCORES, 1, epsilon=0.25, by="me", ledger=ledger, **SAID)
    ledger.show()
    shown = capsys.readouterr().out
    assert shown == str(ledger)
    assert "left    epsilon 0.75" in shown
    assert "top_k  epsilon 0.25  by me" in shown
    assert repr(ledger) == f"<Ledger '{path}'>"


def test_a_closed_ledger_refuses(ledger: dc.Ledger) -> None:
    with ledger as same:
        assert same is ledger
    assert ledger.closed
    ledger.close()
    calls: list[Any] = [
        lambda: dc.top_k(SCORES, 1, epsilon=0.1, ledger=ledger, **SAID),
        lambda: ledger.remaining("visits"),
        lambda: ledger.entries,
        lambda: ledger.charge("visits", what="x", epsilon=1),
        lambda: str(ledger),
    ]
    for call in calls:
        with pytest.raises(dc.Error, match="closed") as refused:
            call()
        assert refused.value.kind == "ledger"
    assert "closed" in repr(ledger)


def test_it_is_not_copied(ledger: dc.Ledger) -> None:
    for way in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="open it there"):
            way(ledger)


def test_a_broken_ledger_refuses_and_says_where(ledger: dc.Ledger, path: Path) -> None:
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    assert ledger.verify().entries == 3
    ledger.close()
    edited = path.read_bytes().replace(b"charged.epsilon: 0.25", b"charged.epsilon: 0.05")
    assert edited != path.read_bytes()
    path.write_bytes(edited)
    with pytest.raises(dc.Error, match="3") as refused:
        ledger.verify()
    assert refused.value.kind == "ledger"
    with pytest.raises(dc.Error) as refused:
        dc.Ledger(path)
    assert refused.value.kind == "ledger"


def test_files_that_are_no_ledger_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a ledger, though long enough to look like a file " * 40)
    sqlite3.connect(tmp_path / "other").execute("create table t (x)").connection.close()
    for name in ("missing", "text", "other", "."):
        with pytest.raises(dc.Error) as refused:
            dc.Ledger(tmp_path / name)
        assert refused.value.kind == "ledger"


def test_a_witness_catches_an_older_copy(path: Path, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=1, witness=witness)
    shutil.copy(path, tmp_path / "old")
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    ledger.close()
    shutil.copy(tmp_path / "old", path)
    assert dc.Ledger(path).remaining("visits").epsilon == 1
    with pytest.raises(dc.Error) as refused:
        dc.Ledger(path, witness=witness)
    assert refused.value.kind == "ledger"


def test_threads_never_overspend_together(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon="0.3")

    def release(_: int) -> bool:
        try:
            dc.top_k(SCORES, 1, epsilon=0.01, ledger=ledger, **SAID)
        except dc.Error as error:
            if error.kind != "over_budget":
                raise
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        released = list(pool.map(release, range(48)))
    assert sum(released) == 30 == charges(ledger)
    assert ledger.remaining("visits").epsilon == 0


RELEASES = """
import sys, discreet as dc
ledger, released = dc.Ledger(sys.argv[1], patience=60), 0
for _ in range(20):
    try:
        dc.top_k([1.0, 9e6], 1, epsilon=0.01, sensitivity=1, ledger=ledger, dataset="visits")
        released += 1
    except dc.Error as error:
        assert error.kind == "over_budget", error
print(released)
"""


def test_processes_never_overspend_together(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon="0.5")
    command = [sys.executable, "-W", "error", "-c", RELEASES, str(path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert sum(int(one.communicate()[0]) for one in running) == 50
    assert all(one.returncode == 0 for one in running)
    assert ledger.remaining("visits").epsilon == 0
    assert ledger.verify().entries == 52


def test_a_forked_child_opens_its_own(ledger: dc.Ledger, path: Path) -> None:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            try:
                dc.top_k(SCORES, 1, epsilon=0.1, ledger=ledger, **SAID)
            except dc.Error as error:
                refused = error.kind == "ledger" and "fork" in str(error)
                del ledger
                own = dc.Ledger(path)
                dc.top_k(SCORES, 1, epsilon=0.1, ledger=own, **SAID)
                code = 0 if refused else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    dc.top_k(SCORES, 1, epsilon=0.1, ledger=ledger, **SAID)
    assert charges(ledger) == 2


TRACED = """
import os, sys, discreet as dc
ledger = dc.Ledger(sys.argv[1])
os.access("/the/release/begins/here", os.F_OK)
dc.top_k([1.0, 9e6], 1, epsilon=0.1, sensitivity=1, ledger=ledger, dataset="visits")
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="./dev setup test installs strace")
def test_the_charge_is_on_disk_before_the_first_random_bit(ledger: dc.Ledger, path: Path, tmp_path: Path) -> None:
    log = tmp_path / "calls"
    traced = [
        "strace",
        "-f",
        "-o",
        str(log),
        "-e",
        "trace=access,faccessat,faccessat2,unlink,fsync,fdatasync,getrandom",
    ]
    subprocess.run([*traced, sys.executable, "-c", TRACED, str(path)], check=True)
    calls = log.read_text().splitlines()
    begun = next(i for i, call in enumerate(calls) if "/the/release/begins/here" in call)
    release = calls[begun + 1 :]
    drawn = next(i for i, call in enumerate(release) if "getrandom(" in call)
    gone = next(i for i, call in enumerate(release) if "unlink(" in call and "-journal" in call)
    synced = [i for i, call in enumerate(release) if "sync(" in call]
    # The journal is unlinked, then its directory is synced: that is the commit; only then are bits drawn.
    assert gone < max(synced) < drawn
    assert charges(ledger) == 1
