"""Units of several columns of frames of Polars, eager and lazy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from . import _in_polars as polars
from ._kinds import Column, Kind
from ._names import joined as joined_names
from ._names import unit_name
from ._tally_in_polars import key_of
from ._tally_terms import Names

# What Polars writes as every engine does, or where its own way of writing tells all values apart.
_WRITTEN = (Kind.TEXT, Kind.INTEGER, Kind.BOOLEAN, Kind.FLOAT, Kind.DECIMAL)


def joined(frame: Any, units: Sequence[str], columns: Sequence[Column], names: Names) -> Any:
    """The frame with one column of units, and the others, each named for what it is."""
    rows = frame.lazy()
    at = rows.collect_schema().names()
    # By position: Polars takes some names for patterns.
    parts = [polars.plain(pl.nth(at.index(name)), column) for name, column in zip(units, columns, strict=True)]
    absent = [polars.is_missing(part, column) for part, column in zip(parts, columns, strict=True)]
    text = _texts if all(column.kind in _WRITTEN for column in columns) else _asked
    unit = pl.when(~pl.any_horizontal(absent)).then(text(parts, columns))
    others = [pl.nth(at.index(name)).alias(role) for role, name in names.roles().items() if role != "unit"]
    found = rows.select(unit.alias("unit"), *others)
    return found if isinstance(frame, pl.LazyFrame) else found.collect()


def _texts(parts: Sequence[Any], columns: Sequence[Column]) -> Any:
    """The names of the parts, each after its length, by Polars."""
    names = [part.cast(pl.String) for part in parts]
    return pl.concat_str(each for name in names for each in (name.str.len_bytes().cast(pl.String), pl.lit(":"), name))


def _asked(parts: Sequence[Any], columns: Sequence[Column]) -> Any:
    """The same, asking Python for the names."""

    def texts(rows: pl.Series) -> pl.Series:
        names = [_named(rows.struct.field(str(place)).to_list(), column) for place, column in enumerate(columns)]
        whole = (None if None in each else joined_names(each) for each in zip(*names, strict=True))
        return pl.Series(list(whole), dtype=pl.Binary)

    together = pl.struct(*(part.alias(str(place)) for place, part in enumerate(parts)))
    return together.map_batches(texts, return_dtype=pl.Binary)


def _named(values: list[Any], column: Column) -> list[bytes | None]:
    known = {value: unit_name(key_of(value, column), column) for value in set(values) if value is not None}
    return [known.get(value) for value in values]
