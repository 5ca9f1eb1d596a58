"""Counting in PyArrow's tables, and in columns of Arrow's types wherever they are."""

from __future__ import annotations

import decimal
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ._counting import count_pairs
from ._keys import Key
from ._kinds import TICKS, Column, Kind, integers

_TEXTS = tuple(getattr(pa.types, name) for name in ("is_string", "is_large_string", "is_string_view"))
_BYTES = ("is_binary", "is_large_binary", "is_binary_view", "is_fixed_size_binary")


def names(frame: Any) -> list[str]:
    """The names of the columns."""
    return list(frame.schema.names)


def open_rows(frame: Any, unit: str, item: str) -> ArrowRows:
    """Two columns of a table or a batch of one."""
    if isinstance(frame, pa.RecordBatch):
        frame = pa.Table.from_batches([frame])
    return ArrowRows(frame.column(unit), frame.column(item))


def column_of(native: Any, written: str | None = None) -> Column:
    """What a type of Arrow's holds."""
    written = written or str(native)
    types = pa.types
    if types.is_dictionary(native) or types.is_run_end_encoded(native):
        if types.is_string_view(native.value_type) or types.is_binary_view(native.value_type):
            return Column(Kind.UNKNOWN, written)  # Arrow decodes none with rows: refused by the type, with or without
        return column_of(native.value_type, written)
    if types.is_null(native):
        return Column(Kind.EMPTY, written)
    if any(test(native) for test in _TEXTS):
        return Column(Kind.TEXT, written)
    if any(getattr(types, test)(native) for test in _BYTES):
        return Column(Kind.BYTES, written, width=native.byte_width if types.is_fixed_size_binary(native) else None)
    if types.is_boolean(native):
        return Column(Kind.BOOLEAN, written)
    if types.is_integer(native):
        return integers(written, native.bit_width, signed=types.is_signed_integer(native))
    if types.is_floating(native):
        return Column(Kind.FLOAT, written, bits=native.bit_width)
    if types.is_decimal(native):
        return Column(Kind.DECIMAL, written, digits=native.precision, scale=native.scale)
    if types.is_date(native):
        return Column(Kind.DATE, written)
    if types.is_timestamp(native):
        kind = Kind.DATETIME if native.tz is None else Kind.INSTANT
        return Column(kind, written, tick=TICKS[native.unit])
    return Column(Kind.UNKNOWN, written)


def plain(values: Any, column: Column) -> Any:
    """The values in a layout in which equal values, and no others, have equal bits."""
    if pa.types.is_run_end_encoded(values.type):
        values = pc.run_end_decode(values)
    if pa.types.is_dictionary(values.type):
        values = values.cast(values.type.value_type)
    match column.kind:
        case Kind.TEXT:
            return values.cast(pa.large_string()).cast(pa.large_binary())
        case Kind.BYTES:
            return values.cast(pa.large_binary())
        case Kind.FLOAT:
            values = values.cast(pa.float64())
            return pc.if_else(pc.equal(values, 0.0), 0.0, values)  # so that -0.0 is 0.0
        case Kind.DECIMAL:
            return values.cast(_decimals(column))
        case Kind.DATE:
            return values.cast(pa.date32(), safe=False).cast(pa.int32())
        case Kind.DATETIME | Kind.INSTANT:
            return values.cast(pa.int64())
    return values


def _decimals(column: Column) -> Any:
    assert column.digits is not None
    return (pa.decimal128 if column.digits <= 38 else pa.decimal256)(column.digits, column.scale)


def missing(values: Any, column: Column) -> npt.NDArray[np.bool_]:
    """Where nulls and NaN are, of values laid out by ``plain``."""
    return np.asarray(pc.is_null(values, nan_is_null=column.kind is Kind.FLOAT), dtype=np.bool_)


def places_of(values: Any, column: Column, keys: dict[Key, int]) -> npt.NDArray[np.int64]:
    """The place of the key that each value equals, or -1; the values are laid out by ``plain``."""
    known = pa.array([_as_plain(key, column) for key in keys], values.type)
    found = pc.index_in(values, value_set=known)
    at = np.asarray(found.fill_null(len(keys)), dtype=np.int64)
    return np.array([*keys.values(), -1], dtype=np.int64)[at]


def _as_plain(key: Key, column: Column) -> object:
    if isinstance(key, str):
        return key.encode()
    if column.kind in (Kind.DATETIME, Kind.INSTANT):
        assert isinstance(key, int)
        return key // column.tick
    assert isinstance(key, (bytes, bool, int, float, decimal.Decimal))
    return key


def numbered(values: Any) -> tuple[npt.NDArray[np.int64], Any]:
    """A number for each value, and the values by number; they are laid out by ``plain`` and none is null."""
    if not len(values):
        # Arrow has no empty dictionary of decimals, and to refuse for lack of rows would tell that there are none.
        return np.zeros(0, dtype=np.int64), values
    chunked = values if isinstance(values, pa.ChunkedArray) else pa.chunked_array([values])
    encoded = chunked.dictionary_encode().combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.chunk(0)
    return np.asarray(encoded.indices, dtype=np.int64), encoded.dictionary


class ArrowRows:
    """Rows of a table."""

    def __init__(self, units: Any, items: Any) -> None:
        """Looks at the types only."""
        self._units, self._items = units, items
        self.unit, self.item = column_of(units.type), column_of(items.type)

    def _plain(self) -> tuple[Any, Any, npt.NDArray[np.bool_]]:
        units, items = plain(self._units, self.unit), plain(self._items, self.item)
        return units, items, missing(units, self.unit) | missing(items, self.item)

    def has_missing(self) -> bool:
        """Whether a row has no unit or no item."""
        return bool(self._plain()[2].any())

    def counts(self, keys: dict[Key, int]) -> Iterable[tuple[int, int]]:
        """How many units have each key."""
        units, items, absent = self._plain()
        whole = pa.array(~absent)
        units, items = units.filter(whole), items.filter(whole)
        return count_pairs(places_of(items, self.item, keys), numbered(units)[0], max(keys.values()) + 1, _distinct)


def _distinct(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.asarray(pc.unique(pa.array(numbers)), dtype=np.int64)
