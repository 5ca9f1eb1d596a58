"""What whoever answers for a budget decides and reads."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import discreet as dc


@pytest.fixture
def ledger(tmp_path: Path) -> dc.Ledger:
    """A ledger with one dataset."""
    return dc.Ledger.create(tmp_path / "a.ledger", dataset="visits", unit="patient", epsilon=1)


def release(ledger: dc.Ledger, dataset: str = "visits", epsilon: float = 0.25) -> int:
    return dc.noisy_max([1, 900], epsilon=epsilon, sensitivity=1, monotonic=True, ledger=ledger, dataset=dataset)


def test_nothing_is_released_from_a_closed_dataset(ledger: dc.Ledger) -> None:
    release(ledger)
    ledger.close_dataset("visits", reason="the study ended")
    with pytest.raises(dc.Error, match="the study ended") as refused:
        release(ledger)
    assert refused.value.kind == "over_budget"
    closed = ledger.datasets["visits"].closed
    assert closed is not None
    assert closed.reason == "the study ended"
    assert len(ledger.entries) == 1


def test_a_lowered_budget_ends_earlier_and_promises_the_same(ledger: dc.Ledger) -> None:
    ledger.lower("visits", epsilon="0.25", reason="fewer releases")
    release(ledger)
    with pytest.raises(dc.Error):
        release(ledger)
    dataset = ledger.datasets["visits"]
    assert (dataset.budget.epsilon, dataset.limit.epsilon) == (1, Fraction(1, 4))
    with pytest.raises(dc.Error, match="never raised"):
        ledger.lower("visits", epsilon=2, reason="more")
    with pytest.raises(TypeError, match="say what the dataset may spend"):
        ledger.lower("visits", reason="nothing said")


def test_a_charge_fits_its_group(ledger: dc.Ledger) -> None:
    ledger.add_group("people", epsilon=1)
    ledger.add("first", unit="patient", epsilon=1, group="people")
    ledger.add("second", unit="patient", epsilon=1, group="people")
    release(ledger, "first", 0.75)
    with pytest.raises(dc.Error, match="the group people"):
        release(ledger, "second", 0.5)
    release(ledger, "second", 0.25)
    group = ledger.groups["people"]
    assert (group.left.epsilon, group.datasets) == (0, ("first", "second"))
    assert ledger.datasets["second"].group == "people"
    with pytest.raises(dc.Error, match="no group"):
        ledger.add("third", unit="patient", epsilon=1, group="nobody")


def test_what_charges_would_have_cost_if_fixed_is_shown_of_groups_too(ledger: dc.Ledger) -> None:
    both: dict[str, Any] = {"epsilon": 2, "delta": 1e-6}
    ledger.add_group("people", **both)
    for name in ("first", "second"):
        ledger.add(name, unit="patient", **both, group="people")
    ledger.add("alone", unit="patient", **both)
    assert ledger.groups["people"].spent_if_fixed is None  # nothing was charged yet
    for name in ("first", "second", "alone", "alone"):
        ledger.charge(name, what="x", rho="0.01")
    group, alone = ledger.groups["people"].spent_if_fixed, ledger.datasets["alone"].spent_if_fixed
    part = ledger.datasets["first"].spent_if_fixed
    assert group is not None
    assert part is not None
    assert group == alone  # the same charges, to one dataset
    assert (part.epsilon or 0) < (group.epsilon or 0)
    assert group.delta == Fraction("1e-6")
    assert float(group.epsilon or 0) == pytest.approx(dc.zcdp_to_epsilon(0.02, 1e-6))
    assert f"({group}, had these charges been fixed beforehand)" in str(ledger)
    release(ledger)
    assert ledger.datasets["visits"].spent_if_fixed is None  # which adds up epsilon alone


def test_a_group_is_lowered_and_closed_as_a_dataset_is(ledger: dc.Ledger) -> None:
    ledger.add_group("people", epsilon=1)
    ledger.add("first", unit="patient", epsilon=1, group="people")
    ledger.add("second", unit="patient", epsilon=1, group="people")
    release(ledger, "first")
    ledger.lower_group("people", epsilon="0.5", reason="fewer releases")
    assert ledger.remaining("second").epsilon == Fraction(1, 4)
    assert ledger.datasets["second"].left.epsilon == 1
    plan = dc.plan(1, epsilon="0.125", sensitivity=1, candidates=2, ledger=ledger, dataset="second")
    assert plan.ways[0].left is not None
    assert plan.ways[0].left.epsilon == Fraction(1, 8)
    with pytest.raises(dc.Error, match="the group people"):
        dc.plan(1, epsilon="0.3", sensitivity=1, candidates=2, ledger=ledger, dataset="second")
    with pytest.raises(dc.Error, match="never raised"):
        ledger.lower_group("people", epsilon=2, reason="more")
    with pytest.raises(TypeError, match="say what the group may spend"):
        ledger.lower_group("people", reason="nothing said")
    ledger.close_group("people", reason="the study ended")
    with pytest.raises(dc.Error, match="the study ended") as refused:
        release(ledger, "second")
    assert refused.value.kind == "over_budget"
    assert ledger.remaining("second").epsilon == 0
    group = ledger.groups["people"]
    assert (group.budget.epsilon, group.limit.epsilon) == (1, Fraction(1, 2))
    assert group.lowered is not None
    assert group.closed is not None
    assert (group.lowered.reason, group.closed.reason) == ("fewer releases", "the study ended")
    release(ledger)
    ledger.verify()


def test_a_charge_names_the_user_whoever_asked(ledger: dc.Ledger) -> None:
    receipt = ledger.charge("visits", what="x", epsilon="0.1", by="somebody else")
    assert receipt.charge.by == "somebody else"
    assert receipt.charge.user == ledger.entries[0].user
    assert receipt.charge.user not in (None, "somebody else")


@pytest.mark.parametrize("reason", [None, 3, "", "a\nb", "x" * 201])
def test_a_reason_is_a_text_that_is_seen(ledger: dc.Ledger, reason: object) -> None:
    with pytest.raises((TypeError, dc.Error)):
        ledger.close_dataset("visits", reason=reason)  # type: ignore[arg-type]
    assert ledger.datasets["visits"].closed is None


def test_the_page_is_whole_and_never_over_a_ledger(ledger: dc.Ledger, tmp_path: Path) -> None:
    release(ledger)
    ledger.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "Privacy budget of a.ledger" in page
    assert not re.search("https?:", page)
    with pytest.raises(dc.Error, match="never written over a ledger"):
        ledger.report(tmp_path / "a.ledger")
    assert ledger.verify().entries == 3
    ledger.write_witness(tmp_path / "a.witness")
    (tmp_path / "link").symlink_to(tmp_path / "a.witness")
    for witness in ("a.witness", "link"):
        with pytest.raises(dc.Error, match="never written over a ledger or a witness"):
            ledger.report(tmp_path / witness)
    for ending in ("-journal", "-wal", "-result-" + "0123456789abcdef" * 2):
        with pytest.raises(dc.Error, match="a ledger writes and removes"):
            ledger.report(tmp_path / f"a.ledger{ending}")
    assert ledger.verify().entries == 4
    with pytest.raises(OSError, match="directory"):
        ledger.report(tmp_path)


def test_a_notebook_shows_bars(ledger: dc.Ledger) -> None:
    ledger.add("<b>bold</b>", unit="patient", rho=1)
    release(ledger)
    shown = ledger._repr_html_()
    assert 'value="25.0"' in shown
    assert "<b>" not in shown
