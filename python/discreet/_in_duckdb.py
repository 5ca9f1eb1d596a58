"""Counting in relations of DuckDB."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ._keys import Key
from ._kinds import Column, Kind, integers
from ._spelled import spelled

_INTEGERS = {"TINYINT": 8, "SMALLINT": 16, "INTEGER": 32, "BIGINT": 64, "HUGEINT": 128}
_KNOWN = (
    {
        "VARCHAR": Column(Kind.TEXT, "VARCHAR"),
        "BLOB": Column(Kind.BYTES, "BLOB"),
        "BOOLEAN": Column(Kind.BOOLEAN, "BOOLEAN"),
        "FLOAT": Column(Kind.FLOAT, "FLOAT", bits=32),
        "DOUBLE": Column(Kind.FLOAT, "DOUBLE"),
        "DATE": Column(Kind.DATE, "DATE"),
        "TIMESTAMP_S": Column(Kind.DATETIME, "TIMESTAMP_S", tick=10**9),
        "TIMESTAMP_MS": Column(Kind.DATETIME, "TIMESTAMP_MS", tick=10**6),
        "TIMESTAMP": Column(Kind.DATETIME, "TIMESTAMP", tick=10**3),
        "TIMESTAMP_NS": Column(Kind.DATETIME, "TIMESTAMP_NS"),
        "TIMESTAMP WITH TIME ZONE": Column(Kind.INSTANT, "TIMESTAMP WITH TIME ZONE", tick=10**3),
        "TIMESTAMPTZ_NS": Column(Kind.INSTANT, "TIMESTAMPTZ_NS"),
        "UUID": Column(Kind.IDENTIFIER, "UUID"),
    }
    | {name: integers(name, bits, signed=True) for name, bits in _INTEGERS.items()}
    | {f"U{name}": integers(f"U{name}", bits, signed=False) for name, bits in _INTEGERS.items()}
)


def names(frame: Any) -> list[str]:
    """The names of the columns."""
    return list(frame.columns)


def open_rows(frame: Any, unit: str, item: str) -> DuckdbRows:
    """Two columns of a relation."""
    return DuckdbRows(frame, unit, item)


def column_of(native: Any) -> Column:
    """What a type of DuckDB holds."""
    if native.id == "enum":
        return Column(Kind.TEXT, "ENUM")
    if native.id in ("null", "sqlnull"):  # whose name DuckDB has changed
        return Column(Kind.EMPTY, "NULL")
    if native.id == "decimal":
        sizes = dict(native.children)
        return Column(Kind.DECIMAL, str(native), digits=sizes["precision"], scale=sizes["scale"])
    return _KNOWN.get(str(native)) or Column(Kind.UNKNOWN, str(native))


class DuckdbRows:
    """Rows of a relation."""

    def __init__(self, frame: Any, unit: str, item: str) -> None:
        """Looks at the types only."""
        units, items = (names(frame).index(name) for name in (unit, item))
        self.unit, self.item = column_of(frame.types[units]), column_of(frame.types[items])
        # By position: a name is the first column of that name in any case, so `ID` may be read from `id`.
        self._frame = frame.project(f"#{units + 1} AS unit, #{items + 1} AS item")
        self._missing = f"({is_missing('unit', self.unit)} OR {is_missing('item', self.item)})"

    def has_missing(self) -> bool:
        """Whether a row has no unit or no item."""
        found = self._frame.filter(self._missing).limit(1).aggregate(f"{own('count')}(*) AS rows").fetchall()
        return bool(found[0][0])

    def counts(self, keys: dict[Key, int]) -> Iterable[tuple[int, int]]:
        """How many units have each key."""
        # Units as DuckDB tells them apart, collations included; items by bytes, whatever the collation.
        pairs = self._frame.filter(f"NOT {self._missing}").project(
            f"{number('unit', self.unit)} AS unit, {plain('item', self.item)} AS key"
        )
        known = known_keys(self._frame, keys, self.item)
        named = pairs.set_alias("pairs").join(known.set_alias("known"), "pairs.key = known.key")
        units = named.project("known.place AS place, pairs.unit AS unit").distinct()
        found = units.aggregate(f"place, {own('count')}(*) AS units").fetchall()
        return [(int(place), int(count)) for place, count in found]


def known_keys(frame: Any, keys: dict[Key, int], column: Column, names: Sequence[bytes] = ()) -> Any:
    """A relation of the keys, their places and the names at those places, if there are any, made from another one."""
    # One literal, split by the engine: seventy thousand literals would take seconds to parse and plan. It stands
    # in a relation made from the frame's own, since only so are both sure to be of one connection.
    split = own("string_split")
    words = f"{split}('" + ",".join(word(key, column) for key in keys) + "', ',')"
    places = f"{split}('" + ",".join(map(str, keys.values())) + "', ',')"
    called = f"{split}('" + ",".join(names[place].hex() if names else "" for place in keys.values()) + "', ',')"
    return (
        frame.limit(0)
        .aggregate(f"{own('count')}(*) AS nothing")
        .project(f"unnest({words}) AS word, unnest({places}) AS place, unnest({called}) AS name")
        .project(f"{from_word('word', column)} AS key, CAST(place AS BIGINT) AS place, {own('unhex')}(name) AS name")
    )


def own(function: str) -> str:
    """A function of DuckDB's own."""
    # A macro of the connection may have the same name, and would be called instead.
    return f"system.main.{function}"


def is_missing(name: str, column: Column) -> str:
    """Whether it is null or NaN."""
    return f"({name} IS NULL OR {own('isnan')}({name}))" if column.kind is Kind.FLOAT else f"({name} IS NULL)"


def number(name: str, column: Column) -> str:
    """The value, of two zeros the one."""
    # So that -0.0 is 0.0.
    return (
        f"CASE WHEN {name} = 0 THEN CAST(0 AS {column.native}) ELSE {name} END" if column.kind is Kind.FLOAT else name
    )


def plain(name: str, column: Column) -> str:
    """The items in a type on which equality is that of bits."""
    match column.kind:
        case Kind.TEXT:
            return f"{own('encode')}(CAST({name} AS VARCHAR))"
        case Kind.DATETIME | Kind.INSTANT:
            return f"{own('epoch_ns' if column.tick == 1 else 'epoch_us')}({name})"
    return number(name, column)


def word(key: Key, column: Column) -> str:
    """A key in letters that neither a literal nor the commas between them mistake."""
    match column.kind:
        case Kind.TEXT:
            assert isinstance(key, str)
            return key.encode().hex()
        case Kind.BYTES:
            assert isinstance(key, bytes)
            return key.hex()
        case Kind.DATETIME | Kind.INSTANT:
            assert isinstance(key, int)
            return str(key if column.tick == 1 else key // 1000)
    return spelled(key, column)


def from_word(word: str, column: Column) -> str:
    """The key of a word."""
    match column.kind:
        case Kind.TEXT | Kind.BYTES:
            return f"{own('unhex')}({word})"
        case Kind.DATETIME | Kind.INSTANT:
            return f"CAST({word} AS BIGINT)"
    return f"CAST({word} AS {column.native})"
