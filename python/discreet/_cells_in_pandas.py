"""Histograms of cells of frames of pandas."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np

from . import _in_pandas as pandas
from ._cells_in_memory import Rows, Values, histograms
from ._cells_terms import Asked, Masses
from ._kinds import Column, Kind
from ._tally_in_pandas import Mask, PandasTable, coded
from ._tally_terms import Names

_DAY = 86_400 * 10**9
_EPOCH = datetime.date(1970, 1, 1).toordinal()


def open_table(frame: Any, names: Names) -> PandasCells:
    """Columns of a frame."""
    return PandasCells(names, [pandas.column_at(frame, name) for name in names.present()])


class PandasCells(PandasTable):
    """Columns of a frame."""

    unordered = ""

    def histograms(self, asked: Asked) -> list[Masses]:
        """The mass of each cell, for each group."""
        whole = ~self._missing()
        columns = self.columns
        units, values, *rest = self._series
        groups = None
        if columns.group is not None:
            assert asked.groups.groups is not None
            groups = pandas.places_of(rest[0], whole, columns.group, asked.groups.groups)
        rows = Rows(columns.unit, coded(units, whole, columns.unit), groups, _values(values, whole, columns.item))
        return histograms(rows, asked)


def _values(series: Any, whole: Mask, column: Column) -> Values:
    """The values of whole rows."""
    arrow = pandas.in_arrow_layout(series, whole, column)
    if arrow is not None:
        from . import _cells_in_arrow

        return _cells_in_arrow.values_of(arrow, column)
    series = pandas.uncoded(series[whole])
    numbers = pandas.in_numpy_layout(series, column)
    if numbers is None:
        said = list(pandas.objects(series, column))
        return Values.of_objects([day - _EPOCH for day in said] if column.kind is Kind.DATE else said)
    if column.kind is Kind.DATETIME:
        return Values.of(numbers // (_DAY // column.tick))
    return Values.of(numbers if numbers.dtype.kind != "f" else numbers.astype(np.float64))
