"""Values of an array by the cells of a grid, each the value of one unit."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from . import _arguments as arguments
from . import _core
from ._error import Error
from ._grid import Grid
from ._quantile_arguments import plain_grid
from ._words import NULLS

Array = npt.NDArray[Any]
#: Cells, rising, and the mass on each.
Masses = tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]

_ZONED = (
    "values must be times without a zone, because the day depends on the zone: convert them to the zone that you mean,"
    " and drop the zone"
)
_COUNTED = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64")


def cells_of(values: Any, grid: Grid, nulls: str) -> Masses:
    """How many values lie in each cell.

    Raises:
        TypeError: for what is no list of numbers, or with bounds that are dates no list of dates.
        Error: with ``nulls="refuse"`` for a value that is null or NaN; for more than one dimension.
    """
    refuse = arguments.choice("nulls", nulls, NULLS) == "refuse"
    rest, missing = _without_missing(values, grid)
    if isinstance(rest, np.ndarray):
        rest, more = _numbers(rest, grid, refuse=refuse)
        missing = missing or more
    if isinstance(rest, np.ndarray):
        found = _core.count_cells(rest, plain_grid(grid))
    else:
        found, more = _one_by_one(rest, grid)
        missing = missing or more
    if refuse and missing:
        raise Error("values must not be null", "outside_domain")
    return found


def _one_by_one(values: Iterable[Any], grid: Grid) -> tuple[Masses, bool]:
    counted = Counter(map(grid.cell_of, values))
    missing = counted.pop(None, 0) > 0
    cells = sorted(cell for cell in counted if cell is not None)
    masses = [counted[cell] for cell in cells]
    return (np.asarray(cells, dtype=np.uint64), np.asarray(masses, dtype=np.uint64)), missing


def _numbers(array: Array, grid: Grid, *, refuse: bool) -> tuple[Array | list[Any], bool]:
    """An array of a type that is counted at once, or a list; and whether something was missing."""
    if array.ndim != 1:
        raise Error("values must be one-dimensional; write values[i] for one row or values[:, i] for one column")
    kind = array.dtype.kind
    name = array.dtype.newbyteorder("=").name if kind in "iuf" else array.dtype.name
    if kind == "O" or (kind == "f" and array.dtype.itemsize > 8):
        return array.tolist() if kind == "O" else list(array), False
    if grid.dates != (kind == "M"):
        _refuse_type(array.dtype, grid)
    if kind == "M":
        gone = np.isnat(array)
        return array[~gone].astype("datetime64[D]").astype("int64"), bool(gone.any())
    if kind == "f" and array.dtype.itemsize == 2:
        array, name = array.astype(np.float32), "float32"
    if name not in _COUNTED:
        _refuse_type(array.dtype, grid)
    missing = refuse and kind == "f" and bool(np.isnan(array).any())
    return np.require(array.astype(array.dtype.newbyteorder("="), copy=False), requirements=["C", "A"]), missing


def _refuse_type(dtype: np.dtype[Any], grid: Grid) -> NoReturn:
    wanted = "dates, because the bounds are" if grid.dates else "numbers, because the bounds are"
    instead = {
        "b": ": write values.astype('int8') for 1 and 0",
        "c": ": complex numbers have no order",
        "M": ": write lower= and upper= as dates",
        "m": ": write values / np.timedelta64(1, 'D') for days",
    }
    raise TypeError(f"values must be {wanted}, not {dtype.name}{instead.get(dtype.kind, '')}")


def _without_missing(values: Any, grid: Grid) -> tuple[Array | list[Any], bool]:
    """The values that are there, and whether others are missing; NaN stands for itself here."""
    if isinstance(values, np.ma.MaskedArray):
        if values.ndim != 1:
            return np.asarray(values.data), False  # refused for its shape
        return np.asarray(values.compressed()), bool(np.ma.is_masked(values))
    if isinstance(values, np.ndarray):
        return np.asarray(values), False
    if isinstance(values, (list, tuple, range)):
        return _from_list(values, grid), False
    if isinstance(values, (str, bytes, dict, set, frozenset)) or values is None:
        _refuse_shape(values)
    for name, read in (("pandas", _from_pandas), ("polars", _from_polars), ("pyarrow", _from_arrow)):
        if type(values).__module__.partition(".")[0] == name:
            return read(values)
    if hasattr(values, "__arrow_c_stream__") and "pyarrow" in sys.modules:
        return _from_arrow(sys.modules["pyarrow"].chunked_array(values))
    return _foreign(values), False


def _from_list(values: list[Any] | tuple[Any, ...] | range, grid: Grid) -> Array | list[Any]:
    if grid.dates or isinstance(values, range) or not values:
        return list(values)
    plain = _core.try_list(values)
    return list(values) if plain is None else plain


def _foreign(values: Any) -> Array:
    if hasattr(values, "__arrow_c_stream__"):
        chunks = _core.arrow_chunks(values.__arrow_c_stream__())
        return np.concatenate(chunks) if chunks else np.empty(0)
    if hasattr(values, "__arrow_c_array__"):
        return _core.arrow_array(*values.__arrow_c_array__())
    if hasattr(values, "__array__"):
        found = np.asarray(values)
        return found if found.ndim else _refuse_shape(values)
    if hasattr(values, "__dlpack__"):
        return np.from_dlpack(values)
    try:
        return np.asarray(memoryview(values))
    except TypeError:
        _refuse_shape(values)


def _refuse_shape(values: object) -> NoReturn:
    kind = "None" if values is None else type(values).__name__
    raise TypeError(
        f"values must be a frame, with unit= and value=, or a list or an array of numbers or dates, not {kind};"
        " write list(values) if it is an iterator"
    )


def _from_pandas(values: Any) -> tuple[Array | list[Any], bool]:
    dtype = getattr(values, "dtype", None)
    if dtype is None:
        _refuse_shape(values)
    if isinstance(dtype, np.dtype):
        return np.asarray(values.to_numpy()), False
    if getattr(dtype, "tz", None) is not None or getattr(getattr(dtype, "pyarrow_dtype", None), "tz", None) is not None:
        raise TypeError(_ZONED)
    missing = bool(values.isna().any())
    rest = values.dropna()
    plain = getattr(dtype, "numpy_dtype", None)
    return np.asarray(rest.to_numpy() if plain is None else rest.to_numpy(dtype=plain)), missing


def _from_polars(values: Any) -> tuple[Array | list[Any], bool]:
    if not hasattr(values, "drop_nulls") or not hasattr(values, "dtype"):
        _refuse_shape(values)
    if getattr(values.dtype, "time_zone", None) is not None:
        raise TypeError(_ZONED)
    rest, missing = values.drop_nulls(), values.null_count() > 0
    if str(values.dtype).startswith(("Decimal", "Object", "Int128", "UInt128")):
        return rest.to_list(), missing
    return np.asarray(rest.to_numpy()), missing


def _from_arrow(values: Any) -> tuple[Array | list[Any], bool]:
    kind = getattr(values, "type", None)
    if kind is None or not hasattr(values, "drop_null"):
        _refuse_shape(values)
    if getattr(kind, "tz", None) is not None:
        raise TypeError(_ZONED)
    rest, missing = values.drop_null(), values.null_count > 0
    if str(kind).startswith("decimal"):
        return rest.to_pylist(), missing
    chunked = hasattr(rest, "chunks")
    return np.asarray(rest.to_numpy() if chunked else rest.to_numpy(zero_copy_only=False)), missing
