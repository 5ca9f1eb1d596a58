"""What a ledger refuses, as what, and that nothing is charged then."""

from __future__ import annotations

import copy
import pickle
import sqlite3
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


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"scores": [1.0, float("nan")]}, dc.Error, "NaN"),
    ({"scores": [1.0, None]}, dc.Error, "null"),
    ({"scores": np.zeros((2, 2))}, dc.Error, "one-dimensional"),
    ({"scores": "12"}, TypeError, "not str"),
    ({"k": 5}, dc.Error, "k must not"),
    ({"k": 0}, dc.Error, "k must be at least 1"),
    ({"k": 1.0}, TypeError, "k must be an int"),
    ({"epsilon": None}, dc.Error, "a release needs an epsilon"),
    ({"rho": 0.1}, TypeError, "write only one"),
    ({"epsilon": "much"}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": ""}, dc.Error, "epsilon: an amount is"),
    ({"epsilon": "\ud800"}, dc.Error, "epsilon: an amount is"),
    ({"by": "\ud800"}, dc.Error, "by must be text that UTF-8 can hold"),
    ({"dataset": "\ud800"}, dc.Error, "dataset must be text that UTF-8 can hold"),
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


def test_whoever_opens_with_a_budget_is_told_how_to_create(ledger: dc.Ledger, path: Path) -> None:
    opened: Any = dc.Ledger
    with pytest.raises(TypeError, match=r"Ledger\.create"):
        opened(path, epsilon=1)
    with pytest.raises(TypeError, match="exact amounts go with ledger="):
        dc.top_k(SCORES, 1, epsilon="0.1", sensitivity=1)


def test_a_charge_has_no_delta_of_its_own(path: Path) -> None:
    book = dc.Ledger.create(path, dataset="visits", unit="patient", accountant="zcdp", rho=1)
    with pytest.raises(TypeError, match="write slack="):
        book.charge("visits", what="approximate zCDP", rho="0.1", delta="0.5")
    assert charges(book) == 0


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


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:secret@/db?host=/nowhere",
        b"postgres://me:secret@/db?host=/nowhere",
        "postgresql://me@/db?host=/nowhere&password=secret",
    ],
)
def test_a_server_that_is_not_there_is_no_ledger_and_its_password_is_not_shown(address: str | bytes) -> None:
    with pytest.raises(dc.Error) as caught:
        dc.Ledger(address)
    assert caught.value.kind == "ledger"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgersql://me:secret@host/db",
        b"POSTGRESQL://me:secret@host/db",
        "postgresql:/me:secret@host/db",
        "postgresql+psycopg2://me:secret@host/db",
        "host=db user=me password=secret",
    ],
)
def test_what_is_neither_a_path_nor_a_server_is_refused_and_not_shown(address: str | bytes, tmp_path: Path) -> None:
    for opening in (
        lambda: dc.Ledger(address),
        lambda: dc.Ledger.create(address, dataset="d", unit="u", epsilon=1),
        lambda: dc.Ledger.create(tmp_path / "a", dataset="d", unit="u", epsilon=1).copy(address),
    ):
        with pytest.raises(dc.Error) as caught:
            opening()
        assert caught.value.kind == "bad_parameter"
        assert "secret" not in str(caught.value)
        (tmp_path / "a").unlink(missing_ok=True)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:secret@host/db",
        b"postgres://me:secret@host/db",
        "postgersql://me:secret@host/db",
        "host=db user=me password=secret",
        Path("postgresql://me:secret@host/db"),
        Path(" postgresql://me:secret@host/db"),
        Path("jdbc:postgresql://me:secret@host/db"),
    ],
)
def test_a_witness_and_a_page_are_files_and_an_address_is_not_shown(address: str | bytes | Path, path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="d", unit="u", epsilon=1)
    for writing in (
        lambda: dc.Ledger(path, witness=address),
        lambda: dc.Ledger.create(path.with_name("other"), dataset="d", unit="u", epsilon=1, witness=address),
        lambda: ledger.write_witness(address),
        lambda: ledger.report(address),
    ):
        with pytest.raises(dc.Error) as caught:
            writing()
        assert "secret" not in str(caught.value)
        assert not path.with_name("other").exists()


def test_a_ledger_is_opened_once(path: Path, tmp_path: Path) -> None:
    # Else a plan made with it would be charged to another, by other terms.
    ledger = dc.Ledger.create(path, dataset="d", unit="u", epsilon=1)
    dc.Ledger.create(tmp_path / "other", dataset="d", unit="u", epsilon=1, neighbors="replace").close()
    plan = dc.plan(1, epsilon="0.5", sensitivity=1, candidates=3, ledger=ledger, dataset="d")
    with pytest.raises(TypeError, match="opened once"):
        ledger.__init__(tmp_path / "other")  # type: ignore[misc]
    plan([1.0, 2.0, 3.0])
    assert ledger.remaining("d") == dc.Ledger(path).remaining("d") == dc.Amounts(epsilon=Fraction(1, 2))
    assert dc.Ledger(tmp_path / "other").remaining("d") == dc.Amounts(epsilon=Fraction(1))


def test_a_path_object_cannot_hold_the_address_of_a_server() -> None:
    for scheme in ("postgresql", "postgersql", "POSTGRESQL", " postgresql", "jdbc:postgresql"):
        with pytest.raises(TypeError, match="must be a str") as caught:
            dc.Ledger(Path(f"{scheme}://me:secret@host/db"))
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"a\nb", "a\\nb"),
        (b"a\rb\t", "a\\rb\\t"),
        (b"\x1b[31m", "\\x1b[31m"),
        ("\u202ea".encode(), "\\u202ea"),
        (b"\xff\xc3\xa9", "\\xffé"),
        ("日本 é".encode(), "日本 é"),
    ],
)
def test_the_name_of_a_file_is_made_visible_in_a_message(tmp_path: Path, name: bytes, shown: str) -> None:
    path = bytes(tmp_path) + b"/" + name
    with pytest.raises(dc.Error) as problem:
        dc.Ledger(path)
    assert str(problem.value) == f"{tmp_path}/{shown}: there is no ledger at this path"
    assert problem.value.kind == "ledger"
    assert str(pickle.loads(pickle.dumps(problem.value))) == str(problem.value)
    ledger = dc.Ledger.create(path, dataset="d", unit="person", epsilon=1)
    with pytest.raises(dc.Error, match="never written over a ledger") as problem:
        ledger.report(path)
    assert shown in str(problem.value)
