"""What a connection of DuckDB calls its own functions changes no count."""

from __future__ import annotations

import datetime
from typing import Any

import duckdb
import pytest

import discreet as dc

DAY = datetime.datetime(2026, 1, 5)
# Two values of each type of column.
TYPES: dict[str, tuple[Any, Any]] = {
    "VARCHAR": ("flu", "gout"),
    "BLOB": (b"flu", b"gout"),
    "DOUBLE": (0.5, 1.5),
    "BIGINT": (1, 2),
    "TIMESTAMP": (DAY, DAY.replace(hour=1)),
    "TIMESTAMP_NS": (DAY, DAY.replace(hour=1)),
    "TIMESTAMPTZ": (DAY.replace(tzinfo=datetime.UTC), DAY.replace(hour=1, tzinfo=datetime.UTC)),
}


def shadow_every_function(connection: duckdb.DuckDBPyConnection) -> int:
    """Macros named like DuckDB's own functions; returns how many."""
    names = connection.execute(
        "SELECT DISTINCT function_name FROM duckdb_functions()"
        " WHERE function_type IN ('scalar', 'aggregate') AND regexp_full_match(function_name, '[a-z_0-9]+')"
    ).fetchall()
    for (name,) in names:
        connection.execute(f'CREATE MACRO "{name}"() AS 7, (a) AS 7, (a, b) AS 7')
    return len(names)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("nulls", ["drop", "refuse"])
def test_a_macro_named_like_a_function_of_duckdb_changes_no_count(kind: str, nulls: Any) -> None:
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE rows (who INTEGER, what {kind})")
    one, other = TYPES[kind]
    connection.executemany("INSERT INTO rows VALUES (?, ?)", [(1, one), (2, one), (2, one), (3, other)])
    assert shadow_every_function(connection) > 100
    frame = connection.table("rows")
    counts = dc.count_units(frame, unit="who", item="what", candidates=[one, other], nulls=nulls)
    assert counts.tolist() == [2, 1]
