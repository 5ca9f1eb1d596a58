"""Tables from frames of pandas."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from . import _in_pandas as pandas
from ._error import Error
from ._keys import Key
from ._kinds import Column, Kind
from ._tally_in_memory import Coded, Rows, scaled_values, tally_rows
from ._tally_terms import LARGEST, Columns, Found, Integers, Names, Terms, factor_of, scaled_integer

Mask = npt.NDArray[np.bool_]


def open_table(frame: Any, names: Names) -> PandasTable:
    """Columns of a frame."""
    return PandasTable(names, [pandas.column_at(frame, name) for name in names.present()])


class PandasTable:
    """Columns of a frame."""

    def __init__(self, names: Names, series: list[Any]) -> None:
        """Looks at the types, and at the values of objects."""
        self._series = series
        self.columns = Columns.of(names, [pandas.column_of(each) for each in series])

    def _missing(self) -> Mask:
        absent = np.zeros(len(self._series[0]), dtype=np.bool_)
        for each, column in zip(self._series, self.columns.present(), strict=True):
            absent |= pandas.missing(each, column)
        return absent

    def has_missing(self) -> bool:
        """Whether a row lacks one of them."""
        return bool(self._missing().any())

    def tally(self, terms: Terms) -> Found:
        """Add up the rows."""
        whole = ~self._missing()
        columns = self.columns
        units, items, *rest = self._series
        groups = None
        if columns.group is not None:
            assert terms.groups is not None
            groups = pandas.places_of(rest.pop(0), whole, columns.group, terms.groups)
        rows = Rows(
            columns,
            units=coded(units, whole, columns.unit),
            items=coded(items, whole, columns.item) if terms.candidates is None else None,
            item_places=None
            if terms.candidates is None
            else pandas.places_of(items, whole, columns.item, terms.candidates),
            group_places=groups,
            values=None if columns.value is None else _integers(rest.pop(0), whole, columns.value, terms.decimals),
        )
        return tally_rows(rows, terms)


def coded(series: Any, whole: Mask, column: Column) -> Coded:
    """The values of whole rows as numbers."""
    arrow = pandas.in_arrow_layout(series, whole, column)
    if arrow is not None:
        from . import _tally_in_arrow

        return _tally_in_arrow.coded(arrow, column)
    series = pandas.uncoded(series[whole])
    numbers = pandas.in_numpy_layout(series, column)
    if numbers is None:
        return _coded_objects(series, column)
    if column.kind is Kind.FLOAT:
        numbers = numbers + numbers.dtype.type(0)  # so that -0.0 is 0.0
    codes, distinct = pd.factorize(numbers)

    def keys(some: Integers) -> Sequence[Key]:
        values = distinct[some].tolist()
        return [value * column.tick for value in values] if column.kind in (Kind.DATETIME, Kind.INSTANT) else values

    return Coded(np.asarray(codes, dtype=np.int64), len(distinct), keys)


def _coded_objects(series: Any, column: Column) -> Coded:
    # By Python's own equality, which the hash tables of pandas do not promise for objects.
    seen: dict[Any, int] = {}
    each = (seen.setdefault(value, len(seen)) for value in pandas.objects(series, column))
    codes = np.fromiter(each, np.int64, len(series))
    distinct = list(seen)

    def keys(some: Integers) -> Sequence[Key]:
        return [_key(distinct[number], column) for number in some]

    return Coded(codes, len(distinct), keys)


def _key(value: Any, column: Column) -> Key:
    match column.kind:
        case Kind.DATE:
            return int(value) - datetime.date(1970, 1, 1).toordinal()
        case Kind.DECIMAL:
            return _shortest(value)
    assert isinstance(value, (str, bytes, bool, int))
    return value


def _shortest(number: decimal.Decimal) -> decimal.Decimal:
    """One of all equal decimals, without zeros after the point: 1.0 and 1.00 are one item, whichever came first."""
    sign, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int):
        return number
    if not any(digits):
        return decimal.Decimal(0)
    while digits[-1] == 0:
        digits, exponent = digits[:-1], exponent + 1
    if 0 < exponent <= 400:
        digits, exponent = digits + (0,) * exponent, 0
    return decimal.Decimal((sign, digits, exponent))


def _integers(series: Any, whole: Mask, column: Column, decimals: int) -> Integers:
    """The values of whole rows, scaled."""
    arrow = pandas.in_arrow_layout(series, whole, column)
    if arrow is not None:
        from . import _tally_in_arrow

        return _tally_in_arrow.integers(arrow, column, decimals)
    series = pandas.uncoded(series[whole])
    numbers = pandas.in_numpy_layout(series, column)
    if numbers is not None:
        if numbers.dtype.kind == "u":
            numbers = np.minimum(numbers.astype(np.uint64), np.uint64(LARGEST))
        return scaled_values(numbers.astype(np.int64), factor_of(column, decimals))
    scaled = [scaled_integer(decimal.Decimal(value), decimals) for value in pandas.objects(series, column)]
    if None in scaled:
        raise Error(f"values must have no more digits after the point than decimals={decimals}", "outside_domain")
    bound = LARGEST if column.kind is Kind.DECIMAL else LARGEST // 10**decimals * 10**decimals
    return np.array([max(-bound, min(bound, value)) for value in scaled if value is not None], dtype=np.int64)
