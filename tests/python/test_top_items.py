"""A released table as people see it, and as other tools read it."""

from __future__ import annotations

import copy
import pickle
import sys
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

import discreet as dc
from discreet._top_items import Numbers


def rows() -> Any:
    import pandas as pd

    who = [*range(600), *range(400)]
    return pd.DataFrame(
        {"who": who, "what": ["<b>flu & $x$</b>"] * 600 + ["cold"] * 400, "where": ["n" if w % 2 else "s" for w in who]}
    )


SAID: dict[str, Any] = {"unit": "who", "item": "what", "k": 2, "epsilon": 8.0, "delta": 1e-6}


def made(counts: list[Any], items: list[Any], name: str = "count") -> Any:
    """A table with numbers that are known."""
    how = dc.top_k_items(rows(), **SAID).plan
    low, high = [count - 1 for count in counts], [count + 2 for count in counts]
    numbers = Numbers(name, counts, low, high, dc.Estimate(70, 65, 75))
    return dc.TopItems(items, None, how, how.cost, None, len(items) == 2, numbers)


def test_it_prints_as_a_table() -> None:
    assert repr(made([1200, 30], ["flu", "cold"])).splitlines() == [
        "rank  item  count   low  high",
        "   1  flu    1200  1199  1202",
        "   2  cold     30    29    32",
        "number of units: 70, from 65 to 75",
        "(8, 1e-6)-differentially private",
    ]
    ended = repr(made([Decimal("5.50")], ["flu"], "sum")).splitlines()
    assert ended[1] == "   1  flu   5.50  4.50  7.50"
    assert ended[2] == "the list ends here: nothing below can be told from chance"


def test_it_is_a_sequence_of_labels_that_can_be_compared() -> None:
    table = made([5, 3], ["a", "b"])
    assert (len(table), table[0], table[-1], table[:1], list(table)) == (2, "a", "b", ["a"], ["a", "b"])
    assert table == made([5, 3], ["a", "b"])
    assert table != made([5, 4], ["a", "b"])
    assert table != made([5, 3], ["a", "c"])
    assert table != ["a", "b"]
    assert table == copy.deepcopy(table) == pickle.loads(pickle.dumps(table))
    with pytest.raises(IndexError):
        table[2]
    with pytest.raises(TypeError, match="unhashable"):
        hash(table)
    table.counts.append(9)
    assert table.counts == [5, 3]


def test_every_frame_has_the_same_rows() -> None:
    wanted = [
        {"rank": 1, "item": "a", "count": 5, "low": 4, "high": 7},
        {"rank": 2, "item": "b", "count": 3, "low": 2, "high": 5},
    ]
    table = made([5, 3], ["a", "b"])
    assert table.to_pandas().to_dict("records") == wanted
    assert table.to_polars().to_dicts() == wanted
    assert table.to_arrow().to_pylist() == wanted
    assert pa.table(table).to_pylist() == wanted
    assert table.to_arrow().schema.field("count").type == pa.int64()
    sums = made([Decimal("5.50"), Decimal("-3.25")], ["a", "b"], "sum")
    for frame in (sums.to_polars().to_arrow(), sums.to_arrow(), pa.Table.from_pandas(sums.to_pandas())):
        assert frame.column("sum").to_pylist() == [Decimal("5.50"), Decimal("-3.25")]


def test_nothing_listed_is_a_table_too() -> None:
    table = made([], [])
    for frame in (table.to_pandas(), table.to_polars(), table.to_arrow()):
        assert len(frame) == 0
        assert len(frame.columns) == 5
    assert "nothing below" in repr(table)
    names = dc.top_k_items(rows(), **SAID)
    assert list(names.to_pandas().columns) == ["rank", "item"]


def test_labels_without_one_type_of_arrow_are_texts() -> None:
    assert made([5, 3], ["a", 7]).to_arrow().column("item").to_pylist() == ["a", "7"]
    assert made([5, 3], ["a", "\udc80"]).to_arrow().column("item").to_pylist() == ["a", "\\udc80"]


def test_html_takes_no_label_for_markup() -> None:
    found = dc.top_k_items(rows(), **SAID, counts=True)
    for text in (
        found._repr_html_(),
        dc.top_k_items(rows(), **SAID, group="where", groups=["n", "<i>"])._repr_html_(),
    ):
        assert "<td>&lt;b&gt;flu &amp; $x$&lt;/b&gt;</td>" in text
        assert "<b>" not in text
        assert "<i>" not in text
        assert text.count("<tr>") == text.count("</tr>") > 1


def test_groups_are_one_frame_with_the_group_first() -> None:
    found = dc.top_k_items(rows(), **SAID, counts=True, group="where", groups=["s", "none", "n"])
    frame = found.to_pandas()
    assert list(frame.columns) == ["group", "rank", "item", "count", "low", "high"]
    assert frame["group"].tolist() == ["s", "s", "n", "n"]
    assert frame["rank"].tolist() == [1, 2, 1, 2]
    assert pa.table(found).to_pylist() == frame.to_dict("records") == found.to_polars().to_dicts()
    lines = repr(found).splitlines()
    assert lines[0].split() == ["group", "rank", "item", "count", "low", "high"]
    assert "where a list ends before k, nothing below can be told from chance" in lines


def test_the_plot_has_a_bar_with_an_interval_for_each_item() -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    table = made([50, 30], ["$a^$", "b"])
    axes = table.plot()
    axes.figure.canvas.draw()
    assert [bar.get_width() for bar in axes.patches] == [50, 30]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["$a^$", "b"]
    assert axes.get_xlabel() == "count"
    assert axes.yaxis_inverted()
    ends = [segment[:, 0].tolist() for line in axes.collections for segment in line.get_segments()]
    assert ends == [[49, 52], [29, 32]]
    again = pyplot.subplots()[1]
    assert made([], []).plot(again) is again
    pyplot.close("all")


def test_what_cannot_be_plotted_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dc.Error, match="counts=True"):
        dc.top_k_items(rows(), **SAID).plot()
    table = made([5, 3], ["a", "b"])
    for name in ("matplotlib", "matplotlib.pyplot", "polars", "pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    for call, package in (
        (table.plot, "matplotlib"),
        (table.to_polars, "polars"),
        (table.to_pandas, "pandas"),
        (table.to_arrow, "pyarrow"),
    ):
        with pytest.raises(ModuleNotFoundError, match=f"needs {package}; install it"):
            call()
