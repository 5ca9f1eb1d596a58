"""Released quantiles as people see them, and as other tools read them."""

from __future__ import annotations

import copy
import datetime
import pickle
import sys
from fractions import Fraction
from typing import Any

import pyarrow as pa
import pytest

import discreet as dc
from discreet._grid import grid_of

DAY = datetime.date(2026, 1, 1)


def made(cells: list[int], quantiles: Any = "quartiles", units: int | None = None, **said: Any) -> Any:
    """Quantiles that are known."""
    bounds = {"lower": 0, "upper": 10, "step": "0.25", **said}
    how = dc.plan_quantiles(quantiles, epsilon=1.0, units=units, **bounds)
    grid: Any = grid_of(bounds["lower"], bounds["upper"], bounds["step"])
    return dc.Quantiles(cells, grid, how)


def grouped() -> Any:
    one = made([1, 2, 40])
    return dc.QuantileGroups({"<b>east</b> & $x$": one, "west": made([0, 0, 3])}, one.plan)


def test_it_prints_as_a_table() -> None:
    assert repr(made([1, 2, 40], [0.25, 0.5, "2/3"])).splitlines() == [
        "quantile  value",
        "    0.25   0.25",
        "     0.5    0.5",
        "     2/3     10",
        "1-differentially private, by the exponential mechanism on 2 levels; neighbors: add-remove",
        "each unit counts once, shared by its rows; values outside 0 to 10 were clamped, others rounded to the nearest"
        " step of 0.25",
    ]
    bound = repr(made([1, 2, 3], units=10_000)).splitlines()[-1]
    assert bound.startswith("with probability 0.95 no rank is off by more than ")
    assert bound.endswith(", whatever the data, if there are at most 10,000 units; most columns do better")
    assert "with so few units 0.25, 0.5, 0.75 are mostly noise" in repr(made([1, 2, 3], units=20))
    assert "with so few units 0.999 is mostly noise" in repr(made([1, 2], [0.5, 0.999], units=1000))
    days = made([0, 7], [0.1, 0.9], lower=DAY, upper="2026-12-31", step=None)
    assert repr(days).splitlines()[1:3] == ["     0.1  2026-01-01", "     0.9  2026-01-08"]
    assert "values outside 2026-01-01 to 2026-12-31 were clamped, others rounded to the nearest step of a day" in repr(
        days
    )
    weeks = made([0], [0.1], lower=DAY, upper="2026-01-29", step=7)
    assert "step of 7 days" in repr(weeks)
    assert "whatever the data" in repr(weeks)
    assert "by the median of its rows" in repr(dc.Quantiles([0], grid_of(0, 10, 1), _by_median()))


def _by_median() -> dc.QuantileDescription:
    return dc.plan_quantiles([0.5], lower=0, upper=10, step=1, epsilon=1.0, per_unit="median", neighbors="replace")


def test_it_is_a_sequence_of_values_that_can_be_compared() -> None:
    found = made([1, 2, 40])
    assert (len(found), found[0], found[-1], found[:2], list(found)) == (3, 0.25, 10.0, [0.25, 0.5], [0.25, 0.5, 10.0])
    assert found == made([1, 2, 40]) == copy.deepcopy(found) == pickle.loads(pickle.dumps(found))
    assert found != made([1, 2, 39])
    assert found != made([1, 2, 40], [0.1, 0.2, 0.3])
    assert found != [0.25, 0.5, 10.0]
    with pytest.raises(TypeError, match="unhashable"):
        hash(found)
    assert found.exact == [Fraction(1, 4), Fraction(1, 2), Fraction(10)]


def test_every_frame_has_the_same_rows() -> None:
    wanted = [{"quantile": 0.25, "value": 0.25}, {"quantile": 0.5, "value": 0.5}, {"quantile": 0.75, "value": 10.0}]
    found = made([1, 2, 40])
    assert found.to_pandas().to_dict("records") == wanted
    assert found.to_polars().to_dicts() == wanted
    assert found.to_arrow().to_pylist() == pa.table(found).to_pylist() == wanted
    assert found.to_arrow().schema.field("value").type == pa.float64()
    days = made([0, 7], [0.1, 0.9], lower=DAY, upper="2026-12-31", step=None)
    values = [DAY, datetime.date(2026, 1, 8)]
    assert days.to_pandas()["value"].tolist() == days.to_polars()["value"].to_list() == values
    assert days.to_arrow().column("value").to_pylist() == values
    assert days.to_arrow().schema.field("value").type == pa.date32()


def test_groups_are_one_frame_with_the_group_first() -> None:
    found = grouped()
    assert (len(found), list(found)[1], found["west"].values) == (2, "west", [0.0, 0.0, 0.75])
    frame = found.to_pandas()
    assert list(frame.columns) == ["group", "quantile", "value"]
    assert frame["group"].tolist() == ["<b>east</b> & $x$"] * 3 + ["west"] * 3
    assert frame["value"].tolist() == [0.25, 0.5, 10.0, 0.0, 0.0, 0.75]
    assert pa.table(found).to_pylist() == frame.to_dict("records") == found.to_polars().to_dicts()
    lines = repr(found).splitlines()
    assert lines[4] == "west                   0.25      0"
    with pytest.raises(KeyError):
        found["south"]


def test_html_takes_no_label_for_markup() -> None:
    text = grouped()._repr_html_()
    assert "<td>&lt;b&gt;east&lt;/b&gt; &amp; $x$</td>" in text
    assert "<b>" not in text
    assert text.count("<tr>") == text.count("</tr>") == 7
    assert "<td>0.25</td>" in made([1, 2, 40])._repr_html_()


def test_the_plot_has_a_step_for_each_quantile_and_the_band_that_is_proved() -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    found = made([8, 2, 40], [0.5, 0.25, 0.75], units=1000)
    axes = found.plot()
    axes.figure.canvas.draw()
    steps, points = axes.lines
    assert steps.get_xdata().tolist() == [0, 0.5, 2, 10, 10]
    assert steps.get_ydata().tolist() == [0, 0.25, 0.5, 0.75, 0.75]
    assert list(zip(points.get_xdata(), points.get_ydata(), strict=True)) == [(0.5, 0.25), (2, 0.5), (10, 0.75)]
    error = found.plan.rank_error_95 / 1000
    heights = {round(float(y), 9) for y in axes.collections[0].get_paths()[0].vertices[:, 1]}
    assert {round(0.25 - error, 9), round(0.75 - error, 9), round(0.25 + error, 9), 0.0, 1.0} <= heights
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_ylim()) == ("value", "quantile", (0, 1))
    again = pyplot.subplots()[1]
    assert made([1, 2, 40]).plot(again) is again
    assert len(again.collections) == 0
    days = made([0, 7], [0.1, 0.9], units=1000, lower=DAY, upper="2026-12-31", step=None).plot()
    days.figure.canvas.draw()
    pyplot.close("all")


def test_what_needs_another_package_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made([1, 2, 40])
    for name in ("matplotlib", "matplotlib.pyplot", "polars", "pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, name, None)
    for call, package in ((found.plot, "matplotlib"), (found.to_polars, "polars"), (found.to_pandas, "pandas")):
        with pytest.raises(ModuleNotFoundError, match=f"needs {package}; install it"):
            call()
