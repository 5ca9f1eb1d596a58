"""The budget that outlives the process: exact sums, every door, every accountant."""

from __future__ import annotations

import os
import shutil
import stat
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

SCORES = np.array([20.0, 9e6, 10.0])
SAID: dict[str, Any] = {"sensitivity": 1, "monotonic": True, "dataset": "visits"}


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
    assert "left of visits: epsilon about 0.38999" in repr(found)
    assert made[3].parameters == {"bins": "10"}
    spent = ledger.datasets["visits"].spent.epsilon
    assert spent == sum(entry.charged.epsilon or 0 for entry in made)
    assert ledger.remaining("visits").epsilon == 1 - spent


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


def test_a_witness_is_asked_for(path: Path, tmp_path: Path) -> None:
    witness = tmp_path / "witness"
    dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=1, witness=witness)
    without = dc.Ledger(path)
    with pytest.raises(dc.Error, match="has a witness") as refused:
        dc.top_k(SCORES, 1, epsilon=0.25, ledger=without, **SAID)
    assert refused.value.kind == "ledger"
    with pytest.raises(dc.Error, match="has a witness"):
        without.add("other", unit="patient", epsilon=1)
    assert without.remaining("visits").epsilon == 1
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=dc.Ledger(path, witness=witness), **SAID)
    with pytest.raises(dc.Error, match="witness must be the name of a file"):
        dc.Ledger(path, witness="")


def test_who_writes_a_witness_goes_on_with_it(ledger: dc.Ledger, path: Path, tmp_path: Path) -> None:
    ledger.write_witness(tmp_path / "witness")
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    assert ledger.verify() == dc.Ledger(path, witness=tmp_path / "witness").verify()


def test_a_backup_holds_what_the_ledger_holds(ledger: dc.Ledger, tmp_path: Path) -> None:
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    ledger.backup(tmp_path / "copy")
    with dc.Ledger(tmp_path / "copy") as copy:
        assert copy.verify() == ledger.verify()
        assert copy.remaining("visits") == ledger.remaining("visits")
    with pytest.raises(dc.Error, match="never overwritten"):
        ledger.backup(tmp_path / "copy")


def test_a_ledger_that_moved_is_charged_in_its_new_place_only(ledger: dc.Ledger, path: Path, tmp_path: Path) -> None:
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    with ledger.copy(tmp_path / "new") as new:
        dc.top_k(SCORES, 1, epsilon=0.25, ledger=new, **SAID)
        assert new.remaining("visits").epsilon == Fraction(1, 2)
        assert new.verify().entries == 5
    with pytest.raises(dc.Error, match=f"moved to {tmp_path / 'new'}") as refused:
        dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    assert refused.value.kind == "ledger"
    assert ledger.copy(tmp_path / "new").remaining("visits").epsilon == Fraction(1, 2)
    assert dc.Ledger(path).remaining("visits").epsilon == Fraction(3, 4)


def test_a_hard_link_is_refused(ledger: dc.Ledger, path: Path, tmp_path: Path) -> None:
    (tmp_path / "second").hardlink_to(path)
    with pytest.raises(dc.Error, match="hard link") as refused:
        dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    assert refused.value.kind == "ledger"


@pytest.mark.parametrize("by", ["a\u202eb", "\x9b31m", "a\u2066b", "a\nb"])
def test_names_hide_nothing(ledger: dc.Ledger, by: str) -> None:
    with pytest.raises(dc.Error, match="invisible characters"):
        dc.top_k(SCORES, 1, epsilon=0.25, by=by, ledger=ledger, **SAID)
    assert not ledger.entries


def test_a_charge_says_when_it_was_made(ledger: dc.Ledger) -> None:
    dc.top_k(SCORES, 1, epsilon=0.25, ledger=ledger, **SAID)
    assert len(ledger.entries[0].at) == 20
    assert ledger.entries[0].ordered_at is None
