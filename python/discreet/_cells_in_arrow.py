"""Histograms of cells of PyArrow's tables, and of columns of Arrow's types wherever they are."""

from __future__ import annotations

import decimal
from typing import Any

import numpy as np
import pyarrow as pa

from . import _in_arrow as arrow
from ._cells_in_memory import Rows, Values, histograms
from ._cells_terms import Asked, Masses, quantum_of
from ._kinds import Column, Kind
from ._tally_in_arrow import ArrowTable, coded, integers
from ._tally_terms import Integers, Names

_DAY = 86_400 * 10**9
# In which no decimal of Arrow's is rounded.
_WIDEST = decimal.Context(prec=100)


def open_table(frame: Any, names: Names) -> ArrowCells:
    """Columns of a table or a batch of one."""
    if isinstance(frame, pa.RecordBatch):
        frame = pa.Table.from_batches([frame])
    return ArrowCells(names, [frame.column(name) for name in names.present()])


def values_of(values: Any, column: Column) -> Values:
    """The values, laid out by ``plain``, none of them null."""
    if column.kind is Kind.DECIMAL:
        digits = integers(values, column, column.scale or 0)

        def exact(rows: Integers) -> Any:
            # Without the point, as the numbers beside them.
            return [number.scaleb(column.scale or 0, _WIDEST) for number in values.take(pa.array(rows)).to_pylist()]

        return Values(digits, np.abs(digits) >= 2**62, quantum_of(column), exact)
    numbers = np.asarray(values)
    if column.kind is Kind.DATETIME:
        numbers = numbers // (_DAY // column.tick)
    return Values.of(numbers)


class ArrowCells(ArrowTable):
    """Columns of a table."""

    unordered = ""

    def histograms(self, asked: Asked) -> list[Masses]:
        """The mass of each cell, for each group."""
        values, absent = self._plain()
        whole = pa.array(~absent)
        units, items, *rest = (each.filter(whole) for each in values)
        columns = self.columns
        groups = None
        if columns.group is not None:
            assert asked.groups.groups is not None
            groups = arrow.places_of(rest[0], columns.group, asked.groups.groups)
        rows = Rows(columns.unit, coded(units, columns.unit), groups, values_of(items, columns.item))
        return histograms(rows, asked)
