"""Tables: items that no list names, counts, groups and sums, in every engine; and what is refused."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

# 600 units have a, 400 of them b too, 200 others c; two units have an item of their own. At (8, 1e-6) an item has even
# odds below 20, and a hundred are many scales away; a rare item has a probability below 10^-6.
MANY: dict[str, list[Any]] = {
    "who": [*range(600), *range(400), *range(600, 800), 0, 601],
    "what": [*["a"] * 600, *["b"] * 400, *["c"] * 200, "secret-1", "secret-2"],
    "where": ["north" if unit % 2 else "south" for unit in [*range(600), *range(400), *range(600, 800), 0, 601]],
    "paid": [2] * 1202,
}
TRUTH = {"a": 600, "b": 400, "c": 200}
SAID: dict[str, Any] = {"unit": "who", "item": "what", "k": 3, "epsilon": 8.0, "delta": 1e-6}


def frame() -> Any:
    return importlib.import_module("pandas").DataFrame(MANY)


def holds(found: Any, truth: dict[str, Any]) -> None:
    """Whether the numbers are as near as they are said to be, but for what chance has no part in."""
    assert found.items == list(truth)
    for item, count, low, high in zip(found.items, found.counts, found.low, found.high, strict=True):
        assert low <= count <= high
        assert abs(count - truth[item]) <= 15 * (high - low + 1)


def test_every_engine_lists_what_nobody_listed(make_frame: Callable[[Any], Any]) -> None:
    rows = make_frame(MANY)
    assert dc.top_k_items(rows, **SAID).items == ["a", "b", "c"]
    counted = dc.top_k_items(rows, **SAID, counts=True, items_per_unit=2)
    holds(counted, TRUTH)
    sums = {"value": "paid", "clip": (0, 2), "group": "where", "groups": ["north", "south"]}
    for table in dc.top_k_items(rows, **SAID, **sums, counts=True).values():
        # Half of the units, each with 2.
        holds(table, TRUTH)


def test_a_table_says_how_it_was_made() -> None:
    found = dc.top_k_items(frame(), **SAID, counts=True, limit=7)
    assert found.complete
    assert found.plan.list == "limited domain"
    assert (found.plan.k, found.plan.limit, found.plan.candidates, found.plan.groups) == (3, 7, None, None)
    assert found.plan.slack == Fraction("2.5e-7")
    assert found.plan.even_odds is not None
    assert found.plan.within is not None
    assert found.cost == found.plan.cost == dc.Amounts(Fraction(8), Fraction("1e-6"))
    assert found.plan.promise == "(8, 1e-6)-differentially private"
    assert found.plan.promise in str(found.plan)
    assert found.units is not None
    assert abs(found.units.estimate - 800) < 300
    with pytest.raises(AttributeError, match="among the candidates"):
        _ = found.indices
    by_default = dc.top_k_items(frame(), **SAID)
    assert by_default.plan.limit == 100
    assert (by_default.counts, by_default.low, by_default.high, by_default.units) == (None, None, None, None)


def test_the_histogram_is_for_units_with_few_items() -> None:
    few = dc.top_k_items(frame(), **SAID, items_per_unit=3, by_nature=True, counts=True)
    assert few.plan.list == "thresholded histogram"
    assert few.units is None
    holds(few, TRUTH)
    # For certain: the noise has an end.
    for item, low, high in zip(few.items, few.low or (), few.high or (), strict=True):
        assert low <= TRUTH[item] <= high
    many = dc.top_k_items(frame(), **SAID, items_per_unit=4)
    assert many.plan.list == "limited domain"
    assert many.plan.limit is None


def test_counts_are_of_all_rows_where_items_are_left_out() -> None:
    rows = importlib.import_module("pandas").DataFrame(
        {"who": [*range(3000)] * 3, "what": ["a"] * 3000 + ["b"] * 3000 + ["c"] * 3000}
    )
    found = dc.top_k_items(rows, **SAID, items_per_unit=1, counts=True)
    assert sorted(found.items) == ["a", "b", "c"]
    # A third of the rows is left for the list; the counts are whole.
    assert all(count > 2500 for count in found.counts or ())


def test_equal_counts_are_listed_in_no_order_of_the_rows() -> None:
    pandas = importlib.import_module("pandas")
    seen = []

    def watch(_: Any, words: Any) -> Any:
        plain, draw, stored = original(None, words)

        def spy(tables: Any, *more: Any) -> Any:
            seen.append([numbers.tolist() for numbers in tables[0][:2]])
            return draw(tables, *more)

        return plain, spy, stored

    core = importlib.import_module("discreet._core")
    original = core.kinds["table"]
    rows = pandas.DataFrame({"who": [1, 2, 3, 4, 5, 6], "what": ["b", "c", "c", "a", "c", "b"]})
    core.kinds["table"] = watch
    try:
        dc.top_k_items(rows, unit="who", item="what", k=2, epsilon=1.0, delta=0.1, items_per_unit=1, counts=True)
    finally:
        core.kinds["table"] = original
    # By label, not by count: a, b, c.
    assert seen == [[[1, 2, 3], [1, 2, 3]]]


def test_a_public_list_with_numbers_keeps_its_places() -> None:
    codes = ["c", "b", "a", "d"]
    for privacy in ({"epsilon": 8.0}, {"rho": 4.0}, {"epsilon": 8.0, "delta": 1e-6}):
        found = dc.top_k_items(frame(), unit="who", item="what", candidates=codes, k=3, counts=True, **privacy)  # type: ignore[call-overload]
        holds(found, TRUTH)
        assert found.plan.list == "public"
        assert (found.plan.slack, found.plan.even_odds) == (None, None)
        assert found.indices.tolist() == [2, 1, 0]
    summed = dc.top_k_items(
        frame(), unit="who", item="what", candidates=codes, k=3, epsilon=8.0, value="paid", clip=(-5, 1)
    )
    assert summed.items == ["a", "b", "c"]
    assert summed.counts is None


def test_sums_have_the_decimals_that_are_asked_for() -> None:
    clip = (Decimal("0"), Decimal("1.5"))
    found = dc.top_k_items(frame(), **SAID, value="paid", clip=clip, decimals=2, counts=True)
    whole = {item: Decimal(3 * count) / 2 for item, count in TRUTH.items()}
    holds(found, whole)
    assert all(isinstance(count, Decimal) and count.as_tuple().exponent == -2 for count in found.counts or ())
    assert found.plan.scale < 10
    assert list(found.columns()) == ["rank", "item", "sum", "low", "high"]


def test_groups_are_a_mapping_in_the_order_of_the_list() -> None:
    groups = ["south", "nowhere", "north"]
    found = dc.top_k_items(frame(), **SAID, counts=True, group="where", groups=groups)
    assert list(found) == groups
    assert len(found) == 3
    assert found["south"].items == ["a", "b", "c"]
    assert (found["nowhere"].items, found["nowhere"].complete) == ([], False)
    assert found.plan.groups == 3
    assert found.cost == found["north"].cost
    with pytest.raises(KeyError):
        found["elsewhere"]
    twice = dc.top_k_items(frame(), **SAID, counts=True, group="where", groups=groups, groups_per_unit=2)
    assert twice.plan.scale > 1.3 * found.plan.scale


def test_a_list_that_ends_tells_nothing_of_what_is_below() -> None:
    found = dc.top_k_items(frame(), **SAID | {"k": 5}, counts=True)
    assert not found.complete
    assert found.items == ["a", "b", "c"]
    for text in (repr(found), found._repr_html_(), repr(found.plan), str(found.plan), repr(found.to_pandas())):
        assert "secret" not in text
    assert "nothing below can be told from chance" in repr(found)
    nothing = dc.top_k_items(frame().iloc[:0], **SAID, counts=True)
    assert (nothing.items, nothing.counts, nothing.complete) == ([], [], False)


def mixed(path: Path) -> dc.Ledger:
    return dc.Ledger.create(path, dataset="visits", unit="who", epsilon=20, delta=1e-5)


def test_a_ledger_is_charged_once_for_all_tables_and_knows_no_label(path: Path) -> None:
    ledger = mixed(path)
    found = dc.top_k_items(
        frame(), **SAID, counts=True, group="where", groups=["north", "south"], ledger=ledger, dataset="visits", by="me"
    )
    assert ledger.datasets["visits"].charges == 1
    (charge,) = ledger.entries
    assert (charge.what, charge.by) == ("top_k_items", "me")
    assert charge.parameters["list"] == "limited domain"
    assert charge.parameters["groups"] == "2"
    assert found.receipt is not None
    assert found.receipt.charge == charge
    assert found["north"].receipt is found.receipt
    assert "left of visits" in repr(found)
    assert b"secret" not in path.read_bytes()
    assert ledger.remaining("visits") == found.receipt.left


class Unread:
    """What fails if it is looked at."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(name)


def test_what_the_budget_does_not_cover_is_refused_before_the_rows_are_read(path: Path) -> None:
    ledger = mixed(path)
    with pytest.raises(dc.Error) as refused:
        dc.top_k_items(Unread(), **SAID | {"epsilon": 100}, ledger=ledger, dataset="visits")
    assert refused.value.kind == "over_budget"
    assert ledger.entries == []
    pure = dc.Ledger.create(path.with_name("b.ledger"), dataset="visits", unit="who", epsilon=20)
    with pytest.raises(dc.Error, match="no delta to spend"):
        dc.top_k_items(Unread(), **SAID, ledger=pure, dataset="visits")
    assert pure.entries == []


LISTED = {"candidates": ["a", "b", "c"]}
GROUPED = {"group": "where", "groups": ["north"]}
SUMMED = {"value": "paid", "clip": (0, 2)}
BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"delta": None}, TypeError, "or give a delta"),
    ({"delta": None, "epsilon": None, "rho": 1.0}, TypeError, "or give a delta"),
    ({"epsilon": None}, TypeError, "how private"),
    ({"rho": 1.0}, TypeError, "one way"),
    ({"rho": 1.0, "epsilon": None, **LISTED, "counts": True}, TypeError, "delta goes with epsilon"),
    ({"epsilon": "8"}, TypeError, "exact amounts go with ledger="),
    ({"epsilon": 0}, dc.Error, "above 0"),
    ({"delta": 0}, dc.Error, "need a delta"),
    ({"delta": 1}, dc.Error, "below 1"),
    ({"scale": 1.0}, TypeError, "names of a public list alone"),
    ({"mechanism": "exponential"}, TypeError, "names of a public list alone"),
    ({"k": 0}, dc.Error, "k must be at least 1"),
    ({"k": 2.0}, TypeError, "k must be an int"),
    ({"k": 4, **LISTED, "counts": True}, dc.Error, "above the number of candidates"),
    ({"k": 101, "limit": 100}, dc.Error, "limit must not be below k"),
    ({"limit": 0}, dc.Error, "limit must be at least 1"),
    ({"limit": "9"}, TypeError, "limit must be an int"),
    ({"limit": 9, **LISTED}, TypeError, "limit is for items that no candidates name"),
    ({"limit": 9, "items_per_unit": 2}, dc.Error, "goes without items per unit"),
    ({"items_per_unit": 0}, dc.Error, "items_per_unit must be at least 1"),
    ({"items_per_unit": True}, TypeError, "items_per_unit must be an int"),
    ({"items_per_unit": 2, **LISTED}, TypeError, "items_per_unit is for items"),
    ({"by_nature": True}, TypeError, "by_nature goes with items_per_unit"),
    ({"by_nature": 1, "items_per_unit": 1}, TypeError, "by_nature must be True or False"),
    ({"threshold_share": 0}, dc.Error, "share of delta must be above 0"),
    ({"threshold_share": 1}, dc.Error, "below 1"),
    ({"threshold_share": -0.5}, dc.Error, "threshold_share: an amount"),
    ({"threshold_share": True}, TypeError, "threshold_share must be a number"),
    ({"threshold_share": 0.5, **LISTED}, TypeError, "threshold_share is for items"),
    ({"threshold_share": 0.5, "rho": 1.0, "epsilon": None}, dc.Error, "whole delta"),
    ({"counts": 1}, TypeError, "counts must be True or False"),
    ({"counts": None}, TypeError, "counts must be True or False"),
    ({"count_share": 0.5}, TypeError, "count_share goes with counts"),
    ({"count_share": 1, "counts": True}, dc.Error, "share"),
    ({"count_share": "half", "counts": True}, dc.Error, "count_share: an amount"),
    ({"confidence": 0.5}, TypeError, "confidence goes with counts"),
    ({"confidence": 1, "counts": True}, dc.Error, "confidence"),
    ({"confidence": [], "counts": True}, TypeError, "confidence must be"),
    ({"counts": True, "optimize": "min"}, dc.Error, "least frequent"),
    ({"counts": True, "optimize": "min", **LISTED}, dc.Error, "largest numbers"),
    ({"group": "where"}, TypeError, "group goes with groups"),
    ({"groups": ["north"]}, TypeError, "groups goes with group"),
    ({"groups_per_unit": 2}, TypeError, "groups_per_unit goes with group"),
    ({**GROUPED, "group": 3}, TypeError, "group must be a str"),
    ({**GROUPED, "group": "what"}, dc.Error, "a column of its own"),
    ({**GROUPED, "groups": []}, dc.Error, "groups must not be empty"),
    ({**GROUPED, "groups": "north"}, TypeError, "groups must be a list"),
    ({**GROUPED, "groups": ["north", "north"]}, dc.Error, "distinct"),
    ({**GROUPED, "groups_per_unit": 0}, dc.Error, "groups_per_unit must be at least 1"),
    ({"value": "paid"}, TypeError, "value goes with clip"),
    ({"clip": (0, 2)}, TypeError, "clip goes with value"),
    ({"decimals": 2}, TypeError, "decimals goes with value"),
    ({**SUMMED, "decimals": -1}, dc.Error, "decimals must be"),
    ({**SUMMED, "decimals": 16}, dc.Error, "decimals must be at most 15"),
    ({**SUMMED, "clip": (2, 0)}, dc.Error, "low not above high"),
    ({**SUMMED, "clip": (0, 0)}, dc.Error, "every sum would be 0"),
    ({**SUMMED, "clip": (-1, 2)}, dc.Error, "must not be negative"),
    ({**SUMMED, "clip": (0.0, 2.0)}, TypeError, "integers or decimals"),
    ({**SUMMED, "clip": 2}, TypeError, "pair"),
    ({"neighbors": "swap"}, dc.Error, '"add-remove" or "replace"'),
    ({"ledger": "a.ledger"}, TypeError, "dc.Ledger"),
    ({"dataset": "visits"}, TypeError, "dataset goes with ledger="),
    ({"itemsperunit": 2}, TypeError, "did you mean items_per_unit"),
]


@pytest.mark.parametrize(("bad", "error", "message"), BAD)
def test_bad_input_is_refused_before_the_rows_are_read(
    bad: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        dc.top_k_items(Unread(), **SAID | bad)


def test_numbers_of_numpy_are_numbers() -> None:
    said = SAID | {"k": np.int64(3), "epsilon": np.float64(8), "delta": np.float32(0.001)}
    assert dc.top_k_items(frame(), **said, limit=np.uint8(9), counts=np.bool_(True)).items == ["a", "b", "c"]
