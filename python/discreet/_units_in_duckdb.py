"""Units of several columns of relations of DuckDB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _in_duckdb as duckdb
from ._in_duckdb import own
from ._kinds import Column, Kind
from ._tally_in_duckdb import name_of_value
from ._tally_terms import Names


def joined(frame: Any, units: Sequence[str], columns: Sequence[Column], names: Names) -> Any:
    """The relation with one column of units, and the others, each named for what it is."""
    at = duckdb.names(frame)
    others = {role: name for role, name in names.roles().items() if role != "unit"}
    # By position: a name is the first column of that name in any case, so `ID` may be read from `id`.
    parts = [f"#{at.index(name) + 1} AS part{place}" for place, name in enumerate(units)]
    rest = [f'#{at.index(name) + 1} AS "{role}"' for role, name in others.items()]
    rows = frame.project(", ".join([*parts, *rest]))
    numbers = [duckdb.number(f"part{place}", column) for place, column in enumerate(columns)]
    whose = ", ".join(numbers)
    texts = [_text(f"part{place}", column, whose) for place, column in enumerate(columns)]
    absent = " OR ".join(duckdb.is_missing(f"part{place}", column) for place, column in enumerate(columns))
    # In a step of its own: a text that is a window would be asked for twice.
    named = ", ".join(f"{text} AS text{place}" for place, text in enumerate(texts))
    kept = "".join(f', "{role}"' for role in others)
    rows = rows.project(f"({absent}) AS absent, {named}{kept}")
    sized = [
        f"{own('encode')}(CAST({own('octet_length')}(text{i}) AS VARCHAR) || ':') || text{i}" for i in range(len(units))
    ]
    return rows.project(f"CASE WHEN absent THEN NULL ELSE {' || '.join(sized)} END AS unit{kept}")


def _text(part: str, column: Column, whose: str) -> str:
    """What a part is called, in bytes."""
    if column.kind is Kind.TEXT:
        # Spellings that a collation calls equal are one: the least that this unit has, whatever other units have.
        return f"{own('min')}({duckdb.plain(part, column)}) OVER (PARTITION BY {whose})"
    # A time that is infinite has no name.
    return f"COALESCE({name_of_value(part, column)}, {own('encode')}(CAST({part} AS VARCHAR)))"
