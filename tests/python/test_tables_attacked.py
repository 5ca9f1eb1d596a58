"""Tables, as an attacker and a tired person tried them."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import discreet as dc

# 600 units have a and 400 of them b too: at (8, 1e-6) far above what an item needs.
ROWS: dict[str, list[Any]] = {
    "who": [*range(600), *range(400)],
    "what": [*["a"] * 600, *["b"] * 400],
    "where": ["north" if unit % 2 else "south" for unit in [*range(600), *range(400)]],
}
SAID: dict[str, Any] = {"unit": "who", "item": "what", "k": 2, "epsilon": 8.0, "delta": 1e-6}


def frame() -> Any:
    return importlib.import_module("pandas").DataFrame(ROWS)


def test_nobody_having_an_item_is_no_error() -> None:
    """Whether anybody has an item is not told for free: no error where nobody has, in columns of whatever type."""
    pandas = importlib.import_module("pandas")
    for column in ([None] * 3, pandas.Series([], dtype=object)):
        nothing = pandas.DataFrame({"who": [1, 2, 3][: len(column)], "what": column})
        assert dc.top_k_items(nothing, **SAID).items == []
        assert len(dc.top_k_items(nothing, unit="who", item="what", candidates=["a", "b"], k=1, epsilon=1)) == 1
    units = pandas.DataFrame({"who": [None], "what": ["a"]})
    assert dc.top_k_items(units, **SAID).items == []


def test_groups_that_no_row_can_be_in_are_refused_before_the_charge() -> None:
    for groups in (["north\n", "south\n"], ["where", "north"], [" north"]):
        with pytest.raises(dc.Error, match="group"):
            dc.top_k_items(frame(), **SAID, group="where", groups=groups)


def test_every_group_is_shown_and_labels_stay_as_they_are() -> None:
    found = dc.top_k_items(frame(), **SAID, counts=True, group="where", groups=["north", "nowhere"])
    assert "nowhere" in repr(found)
    assert "nowhere" in found._repr_html_()
    table = found["north"]
    table.columns()["count"].append(99)
    assert table.counts is not None
    assert len(table.counts) == len(table)


def test_a_series_in_place_of_a_name_is_refused_as_such() -> None:
    rows = frame()
    with pytest.raises(TypeError, match="unit"):
        dc.top_k_items(rows, **SAID | {"unit": rows["who"]}, group="where", groups=["north"])
