"""Tables from frames of Polars, eager and lazy."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from . import _in_polars as polars
from ._keys import Key
from ._kinds import Column, Kind
from ._names import digest, name_of
from ._tally_terms import LARGEST, Columns, Found, Names, Terms, factor_of


def open_table(frame: Any, names: Names) -> PolarsTable:
    """Columns of a frame."""
    return PolarsTable(frame.lazy(), names)


class PolarsTable:
    """Columns of a lazy frame."""

    def __init__(self, frame: Any, names: Names) -> None:
        """Looks at the types only."""
        schema = frame.collect_schema()
        at = schema.names()
        self.columns = Columns.of(names, [polars.column_of(schema[name]) for name in names.present()])
        # By position: Polars takes some names for patterns.
        places = {role: at.index(name) for role, name in names.roles().items()}
        self._rows = frame.select(
            (pl.nth(place) if role == "value" else polars.plain(pl.nth(place), column)).alias(role)
            for (role, place), column in zip(places.items(), self.columns.present(), strict=True)
        )
        absent = [
            polars.is_missing(pl.col(role), column) for role, column in zip(places, self.columns.present(), strict=True)
        ]
        self._missing = pl.any_horizontal(absent)

    def has_missing(self) -> bool:
        """Whether a row lacks one of them."""
        return bool(self._rows.select(self._missing.any()).collect().item())

    def tally(self, terms: Terms) -> Found:
        """Add up the rows."""
        cells = self._cells(terms)
        if terms.groups_per_unit is not None:
            cells = self._in_kept_groups(cells, terms)
        units = cells.select("group", "unit").unique().group_by("group").agg(pl.len().alias("units"))
        scores = pl.col("amount").sum()
        totals = [scores.alias("score")]
        if terms.items_per_unit is not None:
            crowded = pl.len().over("unit") > terms.items_per_unit
            named = ["unit", "item"] if terms.groups is None else ["unit", "group", "item"]
            cells = self._digested(cells, crowded, named, terms)
            kept = pl.col("digest").rank("ordinal").over("unit") <= terms.items_per_unit
            cells = cells.with_columns((~pl.col("crowded") | kept).alias("kept"))
            totals = [pl.col("amount").filter("kept").sum().alias("score"), scores.alias("published")]
        found = cells.group_by("group", "item").agg(totals)
        if terms.clip is not None:
            found = found.with_columns(
                pl.col("score", *(["published"] if len(totals) > 1 else [])).clip(-LARGEST, LARGEST)
            )
        if terms.candidates is None:
            found = found.filter(pl.col("score") > 0)
        if terms.limit is not None:
            rank = pl.col("score").rank("ordinal", descending=True).over("group")
            found = (
                found.top_k(terms.limit + 1, by="score")
                if terms.groups is None
                else found.filter(rank <= terms.limit + 1)
            )
        scored, counted = pl.collect_all([found, units])
        return self._found(scored, counted, terms)

    def _cells(self, terms: Terms) -> Any:
        """What each unit adds to each group and item."""
        rows = self._listed(terms)
        if terms.clip is None:
            return rows.select("unit", "group", "item").unique().with_columns(pl.lit(1, pl.Int64).alias("amount"))
        assert self.columns.value is not None
        amount = _integers(pl.col("value"), self.columns.value, terms.decimals).cast(pl.Int128).sum()
        # In 128 bits up to the end, and clamped once there.
        return rows.group_by("unit", "group", "item").agg(amount.clip(*terms.clip).alias("amount"))

    def _listed(self, terms: Terms) -> Any:
        """The rows that count, with the places of their groups and candidates."""
        rows = self._rows.filter(~self._missing)
        schema = rows.collect_schema()
        lists = {"group": (terms.groups, self.columns.group), "item": (terms.candidates, self.columns.item)}
        for role, (keys, column) in lists.items():
            if keys is not None and column is not None:
                known = polars.known_keys(keys, column, schema[role]).rename({"key": role})
                rows = rows.join(known, on=role, how="inner").drop(role).rename({"place": role})
        if terms.groups is None:
            rows = rows.with_columns(pl.lit(0, pl.Int64).alias("group"))
        return rows

    def _in_kept_groups(self, rows: Any, terms: Terms) -> Any:
        """The rows in those groups of each unit that are kept."""
        crowded = pl.col("group").n_unique().over("unit") > terms.groups_per_unit
        rows = self._digested(rows, crowded, ["unit", "group"], terms)
        kept = pl.col("digest").rank("dense").over("unit") <= terms.groups_per_unit
        return rows.filter(~pl.col("crowded") | kept)

    def _digested(self, cells: Any, crowded: Any, roles: list[str], terms: Terms) -> Any:
        """The cells with the digests of their names where a unit has too many; Polars asks Python for SHA-256."""
        columns = dict(zip(("unit", "item"), (self.columns.unit, self.columns.item), strict=True))

        def digests(rows: pl.Series) -> pl.Series:
            wanted = rows.struct.field("crowded")
            parts = []
            for role in roles:
                values = rows.struct.field(role).filter(wanted).to_list()
                if role == "group":
                    parts.append([terms.group_names[place] for place in values])
                else:
                    parts.append(_named(values, columns[role]))
            found = [digest(names) for names in zip(*parts, strict=True)]
            places = wanted.cast(pl.Int64).cum_sum() - 1
            return pl.Series(found, dtype=pl.Binary).gather(places.set(~wanted, None))

        # A column of its own: within a window Python would be asked once for each unit.
        asked = pl.struct(*roles, "crowded").map_batches(digests, return_dtype=pl.Binary)
        return cells.with_columns(crowded.alias("crowded")).with_columns(asked.alias("digest"))

    def _found(self, found: Any, units: Any, terms: Terms) -> Found:
        seen = np.zeros(terms.tables, dtype=np.int64)
        seen[units["group"].to_numpy()] = units["units"].to_numpy()
        items = found["item"].to_list()
        if terms.candidates is None:
            items = [key_of(value, self.columns.item) for value in items]
        return Found(
            found["group"].cast(pl.Int64).to_numpy(),
            items,
            found["score"].cast(pl.Int64).to_numpy(),
            found["published"].cast(pl.Int64).to_numpy() if terms.items_per_unit is not None else None,
            seen,
        )


def key_of(value: Any, column: Column) -> Key:
    """The key of a value that ``plain`` laid out."""
    key: Key = value * column.tick if column.kind in (Kind.DATETIME, Kind.INSTANT) else value
    return key


def _named(values: list[Any], column: Column) -> list[bytes]:
    names = {value: name_of(key_of(value, column), column) for value in set(values)}
    return [names[value] for value in values]


def _integers(values: Any, column: Column, decimals: int) -> Any:
    """Integers and decimals without their point, scaled."""
    factor = factor_of(column, decimals)
    bound = LARGEST // factor
    digits = values.to_physical() if column.kind is Kind.DECIMAL else values
    if column.low == 0 and column.high is not None and column.high >= 2**64:
        digits = digits.clip(upper_bound=bound)  # those of 128 bits do not fit the type below
    return digits.cast(pl.Int128).clip(-bound, bound) * pl.lit(factor, pl.Int128)
