"""Tables from relations of DuckDB."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _in_duckdb as duckdb
from ._in_duckdb import own
from ._keys import Key
from ._kinds import Column, Kind
from ._names import FIRST_DAY, LAST_DAY, text_of
from ._tally_terms import LARGEST, Columns, Found, Names, Terms, factor_of

# What the columns are called in our own queries; group is a word of SQL.
_ROLES = {"unit": "unit", "item": "item", "group": "part", "value": "amount"}


def open_table(frame: Any, names: Names) -> DuckdbTable:
    """Columns of a relation."""
    return DuckdbTable(frame, names)


class DuckdbTable:
    """Columns of a relation."""

    def __init__(self, frame: Any, names: Names) -> None:
        """Looks at the types only."""
        # By position: a name is the first column of that name in any case, so `ID` may be read from `id`.
        places = {_ROLES[role]: duckdb.names(frame).index(name) for role, name in names.roles().items()}
        self.columns = Columns.of(names, [duckdb.column_of(frame.types[place]) for place in places.values()])
        self._frame = frame.project(", ".join(f"#{place + 1} AS {role}" for role, place in places.items()))
        present = zip(places, self.columns.present(), strict=True)
        self._missing = f"({' OR '.join(duckdb.is_missing(role, column) for role, column in present)})"

    def has_missing(self) -> bool:
        """Whether a row lacks one of them."""
        found = self._frame.filter(self._missing).limit(1).aggregate(f"{own('count')}(*) AS rows").fetchall()
        return bool(found[0][0])

    def tally(self, terms: Terms) -> Found:
        """Add up the rows."""
        cells = self._cells(terms)
        unit = self._unit_name(terms)
        if terms.groups_per_unit is not None:
            cells = ranked(cells, "dense_rank", [unit, "name"]).filter(f"place <= {terms.groups_per_unit}")
        units = cells.project("part, unit").distinct().aggregate(f"part, {own('count')}(*) AS score")
        score = "amount"
        if terms.items_per_unit is not None:
            named = [unit, *(["name"] if terms.groups is not None else []), _name_of_plain("item", self.columns.item)]
            cells = ranked(cells.project("unit, item, part, name, amount"), "row_number", named)
            score = f"CASE WHEN place <= {terms.items_per_unit} THEN amount ELSE 0 END"
        total = own("sum")
        found = cells.aggregate(f"part, item, {total}({score}) AS score, {total}(amount) AS published")
        if terms.candidates is None:
            found = found.filter("score > 0")
        if terms.limit is not None:
            found = _largest(found, terms)
        key = "item" if terms.candidates is not None else _travelling("item", self.columns.item)
        found = found.project(
            f"part, {key} AS item, {_clamped('score')} AS score, {_clamped('published')} AS published"
        )
        # In one query, so that both are of the same rows.
        both = found.union(units.project("part, NULL AS item, CAST(score AS BIGINT) AS score, 0 AS published"))
        return self._found(both.fetchall(), terms)

    def _units_become_bytes(self, terms: Terms) -> bool:
        return terms.by_digest and self.columns.unit.kind is Kind.TEXT

    def _cells(self, terms: Terms) -> Any:
        """What each unit adds to each group and item: unit, item, part, name of the group, amount."""
        columns = self.columns
        amount = "1" if columns.value is None else _integer("amount", columns.value, terms.decimals)
        rows = self._listed(terms, duckdb.plain("item", columns.item), f"CAST({amount} AS BIGINT)")
        if terms.clip is None:
            return rows.distinct()
        # By columns that are named: GROUP BY ALL, which it would be, tells apart units that their collation does not.
        by = "unit, item, part, name"
        # A sum of BIGINT is a HUGEINT.
        cells = rows.aggregate(f"{by}, {own('sum')}(amount) AS amount", by)
        return cells.project(f"unit, item, part, name, CAST({_between('amount', *terms.clip)} AS BIGINT) AS amount")

    def _listed(self, terms: Terms, item: str, amount: str) -> Any:
        """The rows that count: unit, item, part, name of the group, amount."""
        rows = self._frame.filter(f"NOT {self._missing}")
        columns = self.columns
        unit = duckdb.number("unit", columns.unit)
        if self._units_become_bytes(terms):
            # Units that a collation calls equal are one, under the least of their spellings.
            unit = f"{own('min')}({duckdb.plain('unit', columns.unit)}) OVER (PARTITION BY unit)"
        part = "0" if columns.group is None else duckdb.plain("part", columns.group)
        rows = rows.project(f"{unit} AS unit, {item} AS item, {part} AS part, {amount} AS amount")
        rows = rows.filter("item IS NOT NULL")  # a time that is infinite is none
        name = "''"
        if terms.groups is not None and columns.group is not None:
            known = duckdb.known_keys(self._frame, terms.groups, columns.group, terms.group_names)
            rows = rows.set_alias("rows").join(known.set_alias("known"), "rows.part = known.key")
            rows = rows.project("rows.unit AS unit, rows.item AS item, known.place AS part, known.name AS name, amount")
            name = "name"
        if terms.candidates is not None:
            known = duckdb.known_keys(self._frame, terms.candidates, columns.item)
            rows = rows.project(f"unit, item, part, {name} AS name, amount").set_alias("rows")
            rows = rows.join(known.set_alias("known"), "rows.item = known.key")
            rows = rows.project("rows.unit AS unit, known.place AS item, rows.part AS part, rows.name AS name, amount")
            name = "name"
        return rows.project(f"unit, item, part, {name} AS name, amount")

    def _unit_name(self, terms: Terms) -> str:
        """The name of the unit of a row that counts."""
        return "unit" if self._units_become_bytes(terms) else name_of_value("unit", self.columns.unit)

    def _found(self, rows: list[tuple[Any, ...]], terms: Terms) -> Found:
        units = np.zeros(terms.tables, dtype=np.int64)
        cells = []
        for row in rows:
            if row[1] is None:
                units[row[0]] = row[2]
            else:
                cells.append(row)
        items = [row[1] for row in cells]
        if terms.candidates is None:
            items = [_key(value, self.columns.item) for value in items]
        groups, scores, published = (np.array([row[at] for row in cells], dtype=np.int64) for at in (0, 2, 3))
        return Found(groups, items, scores, None if terms.items_per_unit is None else published, units)


def ranked(cells: Any, function: str, names: list[str]) -> Any:
    """The cells with their place among those of their unit, by the digest of these names."""
    # A unit whose time is infinite has no name, but things of its own all the same.
    given = [f"COALESCE({name}, {own('encode')}(''))" for name in names]
    sizes = [f"{own('encode')}(CAST({own('octet_length')}({name}) AS VARCHAR) || ':')" for name in given]
    text = " || ".join(f"{size} || {name}" for size, name in zip(sizes, given, strict=True))
    # As bytes: the order of texts depends on a collation.
    digest = f"{own('unhex')}({own('sha256')}({text}))"
    return cells.project(f"*, {own(function)}() OVER (PARTITION BY unit ORDER BY {digest}) AS place")


def _largest(found: Any, terms: Terms) -> Any:
    if terms.groups is None:
        return found.order("score DESC").limit(int(terms.limit or 0) + 1)
    place = f"{own('row_number')}() OVER (PARTITION BY part ORDER BY score DESC)"
    return found.project(f"*, {place} AS place").filter(f"place <= {int(terms.limit or 0) + 1}")


def _clamped(total: str) -> str:
    return f"CAST({_between(total, -LARGEST, LARGEST)} AS BIGINT)"


def _between(value: str, low: int, high: int) -> str:
    return f"CASE WHEN {value} < {low} THEN {low} WHEN {value} > {high} THEN {high} ELSE {value} END"


def name_of_value(value: str, column: Column) -> str:
    """The name of a value, in bytes."""
    return _name_of_plain(duckdb.plain(value, column), column)


def _name_of_plain(value: str, column: Column) -> str:
    match column.kind:
        case Kind.TEXT | Kind.BYTES:
            return value
        case Kind.DATE:
            inside = f"{value} BETWEEN DATE '{FIRST_DAY}' AND DATE '{LAST_DAY}'"
            written = f"CASE WHEN {inside} THEN CAST({value} AS VARCHAR) ELSE CAST({_days(value)} AS VARCHAR) END"
        case Kind.DATETIME | Kind.INSTANT if column.tick > 1:
            written = f"CASE WHEN {value} = 0 THEN '0' ELSE CAST({value} AS VARCHAR) || '000' END"
        case _:
            written = f"CAST({value} AS VARCHAR)"
    return f"{own('encode')}({written})"


def _days(value: str) -> str:
    return f"({value} - DATE '1970-01-01')"


def _travelling(item: str, column: Column) -> str:
    # Days: Python has no date for those that are infinite.
    return _days(item) if column.kind is Kind.DATE else item


def _key(value: Any, column: Column) -> Key:
    match column.kind:
        case Kind.TEXT:
            return text_of(value)
        case Kind.DATETIME | Kind.INSTANT:
            return int(value) * (1 if column.tick == 1 else 1000)
    key: Key = value
    return key


def _integer(value: str, column: Column, decimals: int) -> str:
    """An integer, or a decimal without its point, scaled, as BIGINT; the nearest one that fits."""
    factor = factor_of(column, decimals)
    bound, scale = LARGEST // factor, column.scale or 0
    if column.kind is Kind.DECIMAL:
        lowest, highest = -(10 ** (column.digits or 38)), 10 ** (column.digits or 38)
    else:
        lowest, highest = column.low or 0, column.high or 0
    # Literals of the column's own type, and only where it has such values.
    whole, rest = divmod(bound, 10**scale)
    end = f"{whole}.{rest:0{scale}}" if scale else str(whole)
    inside = f"WHEN {value} > CAST('{end}' AS {column.native}) THEN {bound} " if highest > bound else ""
    inside += f"WHEN {value} < CAST('-{end}' AS {column.native}) THEN -{bound} " if lowest < -bound else ""
    narrow = f"CAST({value} AS BIGINT)"
    if column.kind is Kind.DECIMAL and scale:
        product = f"CAST({value} AS DECIMAL(19, {scale})) * CAST({10**scale} AS DECIMAL({scale + 1}, 0))"
        narrow = f"CAST({product} AS BIGINT)"
    return f"{factor} * (CASE {inside}ELSE {narrow} END)" if inside else f"{factor} * {narrow}"
