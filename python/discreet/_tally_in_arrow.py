"""Tables from PyArrow's tables, and from columns of Arrow's types wherever they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from . import _in_arrow as arrow
from ._keys import Key
from ._kinds import Column, Kind
from ._names import text_of
from ._tally_in_memory import Coded, Rows, scaled_values, tally_rows
from ._tally_terms import LARGEST, Columns, Found, Integers, Names, Terms, factor_of


def open_table(frame: Any, names: Names) -> ArrowTable:
    """Columns of a table or a batch of one."""
    if isinstance(frame, pa.RecordBatch):
        frame = pa.Table.from_batches([frame])
    return ArrowTable(names, [frame.column(name) for name in names.present()])


def coded(values: Any, column: Column) -> Coded:
    """The values, laid out by ``plain``, as numbers."""
    codes, dictionary = arrow.numbered(values)

    def keys(numbers: Integers) -> Sequence[Key]:
        plain = dictionary.take(pa.array(numbers)).to_pylist()
        if column.kind is Kind.TEXT:
            return [text_of(value) for value in plain]
        if column.kind in (Kind.DATETIME, Kind.INSTANT):
            return [value * column.tick for value in plain]
        return list(plain)

    return Coded(codes, len(dictionary), keys)


def integers(values: Any, column: Column, decimals: int) -> Integers:
    """Integers and decimals without their point, scaled, none of them null."""
    factor = factor_of(column, decimals)
    if column.kind is not Kind.DECIMAL:
        # Only unsigned integers of 64 bits do not fit.
        wide = np.asarray(values).astype(np.uint64) if pa.types.is_uint64(values.type) else None
        narrow = np.asarray(values) if wide is None else np.minimum(wide, np.uint64(LARGEST))
        return scaled_values(narrow.astype(np.int64), factor)
    chunks = values.chunks if isinstance(values, pa.ChunkedArray) else [values]
    parts = [_unscaled(chunk) for chunk in chunks]
    return scaled_values(np.concatenate([np.zeros(0, dtype=np.int64), *parts]), factor)


def _unscaled(chunk: Any) -> Integers:
    """The digits of decimals of 128 or 256 bits as integers; what passes 64 bits is the nearest that does not."""
    words = chunk.type.bit_width // 64
    buffer = chunk.buffers()[1]
    if len(chunk) == 0 or buffer is None:
        return np.zeros(len(chunk), dtype=np.int64)
    begin, end = chunk.offset * words, (chunk.offset + len(chunk)) * words
    parts = np.frombuffer(buffer, dtype="<i8")[begin:end].reshape(-1, words)
    low = parts[:, 0].astype(np.int64)
    fits = (parts[:, 1:] == (low >> np.int64(63))[:, None]).all(axis=1)
    return np.where(fits, low, np.where(parts[:, -1] < 0, -LARGEST, LARGEST))


class ArrowTable:
    """Columns of a table."""

    def __init__(self, names: Names, values: list[Any]) -> None:
        """Looks at the types only."""
        self._values = values
        self.columns = Columns.of(names, [arrow.column_of(each.type) for each in values])

    def _plain(self) -> tuple[list[Any], npt.NDArray[np.bool_]]:
        columns = self.columns.present()
        values = [arrow.plain(each, column) for each, column in zip(self._values, columns, strict=True)]
        absent = np.zeros(len(values[0]), dtype=np.bool_)
        for each, column in zip(values, columns, strict=True):
            absent |= arrow.missing(each, column)
        return values, absent

    def has_missing(self) -> bool:
        """Whether a row lacks one of them."""
        return bool(self._plain()[1].any())

    def tally(self, terms: Terms) -> Found:
        """Add up the rows."""
        values, absent = self._plain()
        whole = pa.array(~absent)
        units, items, *rest = (each.filter(whole) for each in values)
        columns = self.columns
        groups = None
        if columns.group is not None:
            assert terms.groups is not None
            groups = arrow.places_of(rest.pop(0), columns.group, terms.groups)
        rows = Rows(
            columns,
            units=coded(units, columns.unit),
            items=coded(items, columns.item) if terms.candidates is None else None,
            item_places=None if terms.candidates is None else arrow.places_of(items, columns.item, terms.candidates),
            group_places=groups,
            values=None if columns.value is None else integers(rest.pop(0), columns.value, terms.decimals),
        )
        return tally_rows(rows, terms)
