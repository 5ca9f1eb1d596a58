"""Selections from the rows of a matrix, in one release."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._charged import Account, Terms
from ._charged import plan as plan_charged
from ._charged import release as charged_release
from ._error import Error
from ._scores import any_array, as_native
from ._words import Mechanism, Optimize


def as_matrix(scores: object) -> npt.NDArray[Any]:
    """A contiguous, two-dimensional array of one of the ten types, read in place where it is one.

    Raises:
        TypeError: for what is no matrix of numbers of such a type.
        Error: of the kind ``outside_domain`` for nulls, and ``bad_parameter`` for another number of dimensions.
    """
    if hasattr(scores, "columns"):
        raise TypeError("scores must be a matrix with axis=1: write frame.to_numpy(), not the frame")
    _require_no_lists(scores)
    array = _of_lists(scores) if isinstance(scores, (list, tuple)) else any_array(scores)
    if array.ndim != 2:
        raise Error("scores must be two-dimensional with axis=1: a row for each selection")
    return as_native(array)


def _require_no_lists(scores: object) -> None:
    """Refuse a column of lists, and say how it becomes a matrix.

    Raises:
        TypeError: if it is one.
    """
    module = type(scores).__module__.partition(".")[0]
    kind = str(getattr(scores, "type" if module == "pyarrow" else "dtype", ""))
    if module in ("pandas", "polars", "pyarrow") and kind.startswith(("List(", "Array(", *_ARROW_LISTS)):
        numpy = "column.to_numpy()" if kind.startswith("Array(") else "np.stack(column.to_numpy())"
        write = "np.array(column.to_pylist())" if module == "pyarrow" else numpy
        raise TypeError(f"scores must be a matrix with axis=1: write {write}, where all lists have one length")


_ARROW_LISTS = ("list<", "large_list<", "fixed_size_list<", "list_view<", "large_list_view<")


def _of_lists(scores: list[Any] | tuple[Any, ...]) -> npt.NDArray[Any]:
    rows = [any_array(row) for row in scores]
    if any(row.ndim != 1 for row in rows):
        raise Error("scores must be two-dimensional with axis=1: a row for each selection")
    if len({len(row) for row in rows}) > 1:
        raise Error("rows must be of one length, as the same candidates have a score in each")
    if len({row.dtype for row in rows}) > 1:
        raise TypeError("rows must be of one type; write np.array(scores, dtype=...)")
    return np.array(rows) if rows else np.empty((0, 0))


def require_axis(axis: object) -> None:
    """Refuse an axis that is not that of the rows.

    Raises:
        TypeError: for what is no whole number.
        Error: for any other than 1.
    """
    if isinstance(axis, (bool, np.bool_)) or not isinstance(axis, (int, np.integer)):
        raise TypeError(f"axis must be 1, not {type(axis).__name__}")
    if axis not in (1, -1):
        raise Error("axis must be 1, a selection from each row; write scores.T for one from each column")


def top_k_rows(scores: object, terms: Terms, disjoint: object, payer: Account | None) -> npt.NDArray[np.int64]:
    """Release the k best of each row; the terms hold for all rows together."""
    sensitivity: float | None
    if payer is None:
        privacy = arguments.Privacy(terms.epsilon, terms.delta, terms.rho, terms.scale, terms.mechanism)
        sensitivity = arguments.sensitivity(terms.sensitivity, privacy)
    else:
        terms.require()
        sensitivity = arguments.number("sensitivity", terms.sensitivity)
    epsilon, delta, rho, *_ = amounts.said(terms.epsilon, terms.delta, terms.rho)
    k = arguments.at_least_one("k", terms.k)
    words: dict[str, Any] = {
        "k": k,
        "epsilon": epsilon,
        "delta": delta,
        "rho": rho,
        "scale": None if terms.scale is None else arguments.number("scale", terms.scale),
        "mechanism": None if terms.mechanism is None else arguments.mechanism(terms.mechanism),
        "sensitivity": sensitivity,
        "monotonic": arguments.flag("monotonic", terms.monotonic),
        "smallest": arguments.optimize(terms.optimize) == "min",
        "pay": terms.paid(),
        "disjoint": arguments.flag("disjoint", disjoint),
    }
    matrix = as_matrix(scores)
    rows, columns = matrix.shape
    if rows == 0:
        raise Error("there must be a row")
    if k > columns:
        raise Error("k must not exceed the number of scores")
    if payer is not None:
        payer = payer.asking("top_k", words | {"axis": 1, "rows": rows, "candidates": columns})
        planned = plan_charged(payer, "top_k", terms, columns, (rows, words["disjoint"]))
        return charged_release(payer, planned, matrix.reshape(-1)).indices.reshape(rows, k)
    return _drawn(matrix, words)


def draw_rows(
    matrix: npt.NDArray[Any], k: int, scale: float, mechanism: Mechanism, good: Optimize
) -> npt.NDArray[np.int64]:
    """The k best of each row at a scale, charged to nobody."""
    unsaid = dict.fromkeys(("epsilon", "delta", "rho", "sensitivity"))
    words = {"k": k, "scale": scale, "mechanism": mechanism, "smallest": good == "min"}
    return _drawn(matrix, unsaid | words | {"monotonic": False, "disjoint": False})


def _drawn(matrix: npt.NDArray[Any], words: dict[str, Any]) -> npt.NDArray[np.int64]:
    indices: npt.NDArray[np.int64] = _core.kinds["top_k_rows"](matrix.reshape(-1), *matrix.shape, words)
    return indices.reshape(len(matrix), words["k"])
