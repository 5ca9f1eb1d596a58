"""Counting in frames of pandas."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ._counting import count_pairs
from ._keys import Key
from ._kinds import TICKS, Column, Kind, integers

# What the values of a column of objects are, in the words of pandas.
_OBJECTS = {
    "string": Kind.TEXT,
    "empty": Kind.EMPTY,
    "bytes": Kind.BYTES,
    "boolean": Kind.BOOLEAN,
    "integer": Kind.INTEGER,
    "decimal": Kind.DECIMAL,
    "date": Kind.DATE,
}


def names(frame: Any) -> list[Any]:
    """The names of the columns."""
    return list(frame.columns)


def open_rows(frame: Any, unit: str, item: str) -> PandasRows:
    """Two columns of a frame."""
    return PandasRows(column_at(frame, unit), column_at(frame, item))


def column_at(frame: Any, name: str) -> Any:
    """A column, with null for each signalling NaN, which pandas cannot even ask whether it is missing."""
    series = frame.iloc[:, names(frame).index(name)]
    if series.dtype != object:
        return series
    try:
        series.isna()
    except decimal.InvalidOperation:
        plain = [None if isinstance(each, decimal.Decimal) and each.is_snan() else each for each in series]
        return pd.Series(plain, index=series.index, dtype=object)
    return series


def column_of(values: Any) -> Column:
    """What a column holds, by its type; only of objects by the values, as they are all there is to their type."""
    dtype, written = values.dtype, str(values.dtype)
    if isinstance(dtype, pd.CategoricalDtype):
        inner = column_of(dtype.categories)
        return replace(inner, native=f"category of {inner.native}")
    if isinstance(dtype, pd.StringDtype):
        return Column(Kind.TEXT, written)
    if isinstance(dtype, pd.ArrowDtype):
        from . import _in_arrow

        return _in_arrow.column_of(dtype.pyarrow_dtype, written)
    if isinstance(dtype, pd.DatetimeTZDtype):
        return Column(Kind.INSTANT, written, tick=TICKS[dtype.unit])
    # Int64, Float32, boolean … have a mask beside an array of numpy's type.
    native = dtype if isinstance(dtype, np.dtype) else getattr(dtype, "numpy_dtype", None)
    if not isinstance(native, np.dtype) or type(dtype).__name__.startswith("Numpy"):
        return Column(Kind.UNKNOWN, written)
    match native.kind:
        case "b":
            return Column(Kind.BOOLEAN, written)
        case "i" | "u":
            return integers(written, native.itemsize * 8, signed=native.kind == "i")
        case "f" if native.itemsize <= 8:
            return Column(Kind.FLOAT, written, bits=native.itemsize * 8)
        case "M":
            return Column(Kind.DATETIME, written, tick=TICKS[np.datetime_data(native)[0]])
        case "O":
            inferred = pd.api.types.infer_dtype(values, skipna=True)
            if inferred == "date" and any(isinstance(value, datetime.datetime) for value in values.dropna()):
                inferred = "date and datetime"
            return Column(_OBJECTS.get(inferred, Kind.UNKNOWN), f"object, with {inferred} values")
    return Column(Kind.UNKNOWN, written)


class PandasRows:
    """Rows of a frame."""

    def __init__(self, units: Any, items: Any) -> None:
        """Looks at the types, and at the values of objects."""
        self._units, self._items = units, items
        self.unit, self.item = column_of(units), column_of(items)

    def _missing(self) -> npt.NDArray[np.bool_]:
        return missing(self._units, self.unit) | missing(self._items, self.item)

    def has_missing(self) -> bool:
        """Whether a row has no unit or no item."""
        return bool(self._missing().any())

    def counts(self, keys: dict[Key, int]) -> Iterable[tuple[int, int]]:
        """How many units have each key."""
        whole = ~self._missing()
        places = places_of(self._items, whole, self.item, keys)
        return count_pairs(places, _codes(self._units, whole, self.unit), max(keys.values()) + 1, pd.unique)


def uncoded(series: Any) -> Any:
    """The values of categories, or the series itself."""
    return series.astype(series.dtype.categories.dtype) if isinstance(series.dtype, pd.CategoricalDtype) else series


def missing(series: Any, column: Column) -> npt.NDArray[np.bool_]:
    """Where nulls and NaN are."""
    if hasattr(getattr(series.dtype, "pyarrow_dtype", None), "value_type"):
        from . import _in_arrow

        # A null may stand among the values of a dictionary or of runs, where pandas does not look.
        return _in_arrow.missing(_in_arrow.plain(series.array.__arrow_array__(), column), column)
    absent: npt.NDArray[np.bool_] = series.isna().to_numpy(dtype=np.bool_)
    if column.kind is Kind.FLOAT:
        # Beside the nulls of a masked or an Arrow column there may be NaN.
        absent = absent | np.isnan(uncoded(series).to_numpy(dtype=np.float64, na_value=np.nan))
    return absent


def in_arrow_layout(series: Any, whole: npt.NDArray[np.bool_], column: Column) -> Any:
    """The values of whole rows as Arrow's, if that is how pandas keeps them."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        series = uncoded(series[whole])
        whole = np.ones(len(series), dtype=np.bool_)
    dtype = series.dtype
    if not isinstance(dtype, pd.ArrowDtype) and getattr(dtype, "storage", None) != "pyarrow":
        return None
    import pyarrow as pa

    from . import _in_arrow

    return _in_arrow.plain(series.array.__arrow_array__(), column).filter(pa.array(whole))


def in_numpy_layout(series: Any, column: Column) -> npt.NDArray[Any] | None:
    """Numbers, truth values and steps of time as an array of numpy's; objects and texts are none."""
    if column.kind is Kind.INSTANT:
        series = series.dt.tz_convert("UTC").dt.tz_localize(None)
    if column.kind in (Kind.INSTANT, Kind.DATETIME):
        return np.asarray(series.to_numpy()).view(np.int64)
    native = getattr(series.dtype, "numpy_dtype", series.dtype)
    if column.kind is Kind.TEXT or native.kind == "O":
        return None
    return np.asarray(series.to_numpy(dtype=native))


def objects(series: Any, column: Column) -> Iterable[Any]:
    """Objects of Python's own types: a class derived from them may have an equality of its own."""
    types: dict[Kind, Callable[[Any], Any]] = {
        Kind.TEXT: str.__str__,
        Kind.BYTES: bytes,
        Kind.BOOLEAN: bool,
        Kind.INTEGER: int,
        Kind.DECIMAL: decimal.Decimal,
        Kind.DATE: datetime.date.toordinal,
    }
    if column.kind is Kind.EMPTY:  # no value is left of a column that has none
        return ()
    return map(types[column.kind], series.to_numpy(dtype=object))


def places_of(series: Any, whole: npt.NDArray[np.bool_], column: Column, keys: dict[Key, int]) -> npt.NDArray[np.int64]:
    """The place of the key that the value of each whole row equals, or -1."""
    arrow = in_arrow_layout(series, whole, column)
    if arrow is not None:
        from . import _in_arrow

        return _in_arrow.places_of(arrow, column, keys)
    series = uncoded(series[whole])
    find: dict[Any, int] = {_as_kept(key, column): place for key, place in keys.items()}
    numbers = in_numpy_layout(series, column)
    if numbers is None:
        # By Python's own equality, which the hash tables of pandas do not promise for objects.
        return np.fromiter((find.get(value, -1) for value in objects(series, column)), np.int64, len(series))
    inverse, distinct = pd.factorize(numbers)
    found = np.array([find.get(value, -1) for value in distinct.tolist()], dtype=np.int64)
    return np.asarray(found[inverse], dtype=np.int64)


def _as_kept(key: Key, column: Column) -> object:
    match column.kind:
        case Kind.DATE:
            assert isinstance(key, int)
            return key + datetime.date(1970, 1, 1).toordinal()
        case Kind.DATETIME | Kind.INSTANT:
            assert isinstance(key, int)
            return key // column.tick
    return key


def _codes(series: Any, whole: npt.NDArray[np.bool_], column: Column) -> npt.NDArray[np.int64]:
    """A number for the value of each whole row, the same for equal ones."""
    arrow = in_arrow_layout(series, whole, column)
    if arrow is not None:
        from . import _in_arrow

        return _in_arrow.numbered(arrow)[0]
    series = uncoded(series[whole])
    numbers = in_numpy_layout(series, column)
    if numbers is None:
        seen: dict[Any, int] = {}
        each = (seen.setdefault(value, len(seen)) for value in objects(series, column))
        return np.fromiter(each, np.int64, len(series))
    return np.asarray(pd.factorize(numbers)[0], dtype=np.int64)
