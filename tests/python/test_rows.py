"""One selection from each row of a matrix, in one release."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

TERMS: dict[str, Any] = {"k": 1, "epsilon": 1.0, "sensitivity": 1, "axis": 1}
BIG = 10**6


def apart(rows: int, columns: int, dtype: str = "float64") -> np.ndarray[Any, np.dtype[Any]]:
    """Rows whose best score is far ahead, at a place that depends on the row."""
    out = np.zeros((rows, columns), dtype)
    out[np.arange(rows), np.arange(rows) % columns] = 100 if dtype in ("int8", "uint8") else BIG
    return out


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint8", "uint64", "float32", "float64"])
@pytest.mark.parametrize("columns", [2, 10, 300])
def test_each_row_is_selected_from(dtype: str, columns: int) -> None:
    scores = apart(50, columns, dtype)
    found = dc.top_k(scores, k=1, scale=0.5, axis=1)
    assert found.dtype == np.int64
    assert found.shape == (50, 1)
    assert (found[:, 0] == np.arange(50) % columns).all()
    assert (dc.top_k(scores, k=1, scale=0.0, axis=-1) == found).all()
    assert dc.top_k(scores, k=2, scale=0.5, axis=1, optimize="min").shape == (50, 2)


def test_a_frame_is_told_how_to_become_a_matrix() -> None:
    import pandas as pd
    import polars as pl

    for frame in (pd.DataFrame(apart(3, 4)), pl.DataFrame(apart(3, 4))):
        with pytest.raises(TypeError, match=r"write frame\.to_numpy\(\)"):
            dc.top_k(frame, k=1, scale=0.5, axis=1)
        assert (dc.top_k(frame.to_numpy(), k=1, scale=0.5, axis=1)[:, 0] == [0, 1, 2]).all()


def test_a_column_of_lists_is_told_how_to_become_a_matrix() -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    lists = [[1.0, 9000.0], [9000.0, 1.0]]
    arrow = pa.array(lists)
    for column, match, write in (
        (pl.Series(lists), r"np\.stack\(column\.to_numpy\(\)\)", lambda column: np.stack(column.to_numpy())),
        (
            pl.Series(lists, dtype=pl.Array(pl.Float64, 2)),
            r"write column\.to_numpy\(\)",
            lambda column: column.to_numpy(),
        ),
        (arrow, r"np\.array\(column\.to_pylist\(\)\)", lambda column: np.array(column.to_pylist())),
        (pa.chunked_array([arrow]), r"column\.to_pylist\(\)", lambda column: np.array(column.to_pylist())),
        (pa.array(lists, pa.list_(pa.float64(), 2)), r"to_pylist", lambda column: np.array(column.to_pylist())),
        (pd.Series(lists, dtype=pd.ArrowDtype(arrow.type)), r"np\.stack", lambda column: np.stack(column.to_numpy())),
    ):
        with pytest.raises(TypeError, match=match):
            dc.top_k(column, k=1, scale=0.5, axis=1)
        assert dc.top_k(write(column), k=1, scale=0.5, axis=1).tolist() == [[1], [0]]
    for column in (pl.Series(lists), arrow):
        with pytest.raises(TypeError, match="one number for each candidate"):
            dc.top_k(column, k=1, scale=0.5)


def test_rows_need_not_be_contiguous() -> None:
    scores = apart(40, 20)
    expected = np.arange(40) % 20
    wide = np.full((40, 41), -np.inf)
    wide[:, ::2][:, :20] = scores
    for view in (np.asfortranarray(scores), np.repeat(scores, 2, axis=0)[::2], wide[:, :40:2], scores.astype(">f8")):
        assert (dc.top_k(view, scale=0.5, k=1, axis=1)[:, 0] == expected).all()
    assert (dc.top_k(scores[::-1], scale=0.5, k=1, axis=1)[:, 0] == expected[::-1]).all()
    assert (dc.top_k(scores.tolist(), scale=0.5, k=1, axis=1)[:, 0] == expected).all()
    assert (dc.top_k(list(scores), scale=0.5, k=1, axis=1)[:, 0] == expected).all()


def test_the_law_of_a_row_is_that_of_a_single_call() -> None:
    # Two tied scores and one far behind: each of the two with probability 1/2. 200 000 rows are off by 0.0075 with
    # probability 1e-9 at most (Hoeffding).
    scores = np.tile([1.0, 1.0, -1e6], (200_000, 1))
    for mechanism in ("permute-and-flip", "exponential"):
        found = dc.top_k(scores, k=1, scale=1.0, mechanism=mechanism, axis=1)[:, 0]  # type: ignore[call-overload]
        assert set(found.tolist()) == {0, 1}
        assert abs((found == 0).mean() - 0.5) < 0.0075
        assert abs((found[:-1] == found[1:]).mean() - 0.5) < 0.0075


@pytest.mark.parametrize(
    ("scores", "error"),
    [
        (np.zeros(4), dc.Error),
        (np.zeros((2, 2, 2)), dc.Error),
        (np.zeros((0, 3)), dc.Error),
        (np.zeros((3, 0)), dc.Error),
        (np.zeros((2, 3), dtype="float16"), TypeError),
        (np.zeros((2, 3), dtype="object"), TypeError),
        (np.zeros((2, 3), dtype="bool"), TypeError),
        (np.zeros((2, 3), dtype="complex128"), TypeError),
        ([[1.0, 2.0], [1.0]], dc.Error),
        ([[1.0, 2.0], [1, 2]], TypeError),
        ([[1.0, 2.0], [1.0, None]], dc.Error),
        ([], dc.Error),
        ([[]], dc.Error),
        ("text", TypeError),
        (None, TypeError),
        (np.ma.array(np.zeros((2, 2)), mask=[[0, 0], [0, 1]]), dc.Error),
    ],
)
def test_what_is_no_matrix_of_scores_is_refused(scores: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        dc.top_k(scores, **TERMS)


def test_bad_arguments_are_refused() -> None:
    scores = apart(3, 4)
    for change, error in (
        ({"k": 5}, dc.Error),
        ({"k": 0}, dc.Error),
        ({"axis": 0}, dc.Error),
        ({"axis": 2}, dc.Error),
        ({"axis": True}, TypeError),
        ({"axis": 1.0}, TypeError),
        ({"disjoint": 1}, TypeError),
        ({"disjoint": None}, TypeError),
        ({"epsilon": 0}, dc.Error),
        ({"epsilon": "1"}, TypeError),
        ({"rho": 1.0}, TypeError),
        ({"sensitivity": None}, TypeError),
        ({"optimize": "best"}, dc.Error),
        ({"monotonic": 1}, TypeError),
        ({"axis": None, "disjoint": True}, TypeError),
    ):
        with pytest.raises(error):
            dc.top_k(scores, **(TERMS | change))
    with pytest.raises(dc.Error, match=r"scores\.T"):
        dc.top_k(scores, **(TERMS | {"axis": 0}))


def test_all_rows_are_charged_once_and_composed(tmp_path: Path) -> None:
    ledger = dc.Ledger.create(tmp_path / "l", dataset="d", unit="person", epsilon=10)

    def spent() -> Any:
        return ledger.datasets["d"].spent.epsilon

    scores = apart(5, 4)
    terms: dict[str, Any] = {"ledger": ledger, "dataset": "d", "axis": 1, "k": 1, "sensitivity": 1}
    assert dc.top_k(scores, epsilon="1.5", **terms).shape == (5, 1)
    assert spent() == Fraction(3, 2)
    (charge,) = ledger.entries
    assert charge.parameters["rows"] == "5"
    assert charge.parameters["disjoint"] == "no"
    assert Fraction(charge.parameters["scale"]) >= Fraction(2 * 5, 1) / Fraction(3, 2)
    # At a given scale five rows cost five times as much as one, and as one where they are disjoint.
    dc.top_k(scores, scale=4.0, **terms)
    assert spent() == Fraction(3, 2) + Fraction(5, 2)
    dc.top_k(scores, scale=4.0, disjoint=True, **terms)
    assert spent() == Fraction(3, 2) + Fraction(6, 2)
    before = spent()
    scores[4, 3] = np.nan
    for disjoint in (False, True):
        with pytest.raises(dc.Error) as problem:
            dc.top_k(scores, epsilon=1, disjoint=disjoint, **terms)
        assert problem.value.kind == "outside_domain"
    with pytest.raises(dc.Error) as problem:
        dc.top_k(apart(5, 4), epsilon=100, **terms)
    assert problem.value.kind == "over_budget"
    assert spent() == before
