"""Frames of every engine, made from the same rows, ledgers and a PostgreSQL server."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import discreet as dc

Columns = dict[str, list[Any]]
# A server belongs to the long tests: without one installed, what needs it is not collected.
sys.path.append(str(Path(__file__).parents[1] / "support"))
postgres_server = importlib.import_module("postgres_server")
collect_ignore_glob = [] if postgres_server.AVAILABLE else ["*postgres*"]
ENGINES = ["pandas", "polars", "polars-lazy", "pyarrow", "duckdb", "pyspark"]


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    """One small Spark for all tests."""
    pyspark_sql = importlib.import_module("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    # Tests end before it pays to optimise: the quick compiler of the virtual machine halves what Spark takes. Alone it
    # would have a fifth of the room for code, which all tests together fill.
    quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=240m"
    session = (
        pyspark_sql.SparkSession.builder.master("local[2]")
        .appName("discreet")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.driver.memory", "1g")
        .config("spark.driver.extraJavaOptions", quick)
        .config("spark.log.level", "ERROR")
        # Where a column was written, for messages that no test reads: half of all calls between Python and Spark.
        .config("spark.python.sql.dataFrameDebugging.enabled", "false")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="session")
def duckdb_connection() -> Any:
    """One DuckDB for all frames of the tests, of which none changes it: to open another takes longer than to count."""
    return importlib.import_module("duckdb").connect()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine."""
    return str(request.param)


@pytest.fixture
def make_frame(engine: str, request: pytest.FixtureRequest) -> Callable[[Columns], Any]:
    """Make a frame of one engine from columns."""
    import pyarrow as pa

    def make(columns: Columns) -> Any:
        table = pa.table(columns)
        match engine:
            case "pandas":
                return table.to_pandas()
            case "polars":
                import polars as pl

                return pl.from_arrow(table)
            case "polars-lazy":
                import polars as pl

                return pl.DataFrame(pl.from_arrow(table)).lazy()
            case "pyarrow":
                return table
            case "duckdb":
                return request.getfixturevalue("duckdb_connection").from_arrow(table)
            case _:
                session = request.getfixturevalue("spark")
                return session.createDataFrame(table)

    return make


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger may be made."""
    return tmp_path / "a.ledger"


@pytest.fixture
def ledger(path: Path) -> dc.Ledger:
    """A ledger with a budget of 1."""
    return dc.Ledger.create(path, dataset="visits", unit="patient", epsilon=1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """One PostgreSQL server for all tests, which make databases of their own on it."""
    with postgres_server.Server() as server:
        yield server


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the count that ./dev test adds up; what was skipped was not tried."""
    stats = terminalreporter.stats
    failed = sum(len(stats.get(outcome, [])) for outcome in ("failed", "error", "skipped"))
    terminalreporter.write_line(f"{len(stats.get('passed', []))} passed, {failed} failed")
