"""Ten million rows through DuckDB, Polars and Spark: seconds spent counting and selecting."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

import discreet as dc


def rows(count: int, items: int) -> pa.Table:
    """Made-up visits: few items have most of them."""
    draw = np.random.default_rng(1)
    labels = pa.array([f"item {i}" for i in range(items)])
    picked = np.minimum(draw.zipf(1.3, count) - 1, items - 1).astype(np.int32)
    return pa.table({"person": draw.integers(0, count // 10, count), "item": labels.take(pa.array(picked))})


def duckdb_frame(table: pa.Table) -> Any:
    import duckdb

    connection = duckdb.connect()
    connection.register("arrow_rows", table)
    connection.execute("create table visits as select * from arrow_rows")
    return connection.table("visits")


def polars_frame(table: pa.Table) -> Any:
    import polars as pl

    return pl.DataFrame(pl.from_arrow(table)).lazy()


def spark_frame(table: pa.Table) -> Any:
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
    session = (
        session.config("spark.driver.memory", "4g")
        .config("spark.log.level", "ERROR")
        .config("spark.ui.showConsoleProgress", "false")
    )
    session = session.config("spark.sql.shuffle.partitions", "8").getOrCreate()
    # Arrow arrives in a thousand pieces; on one machine a task for each would be most of the time.
    frame = session.createDataFrame(table).coalesce(8).cache()
    frame.count()
    return frame


ENGINES: dict[str, Callable[[pa.Table], Any]] = {
    "duckdb": duckdb_frame,
    "polars": polars_frame,
    "spark": spark_frame,
}


@contextmanager
def timed(spent: dict[str, float], part: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    spent[part] = time.perf_counter() - begin


def run(name: str, table: pa.Table, candidates: list[str]) -> dict[str, float]:
    spent: dict[str, float] = {}
    said: dict[str, Any] = {"unit": "person", "item": "item", "candidates": candidates}
    with timed(spent, "load"):
        frame = ENGINES[name](table)
    with timed(spent, "counting"):
        counts = dc.count_units(frame, **said)
    with timed(spent, "selection"):
        dc.top_k(counts, k=10, epsilon=1.0, sensitivity=1, monotonic=True)
    with timed(spent, "in one call"):
        dc.top_k_items(frame, k=10, epsilon=1.0, **said)
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10**7)
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("engine", nargs="*", help="some of duckdb, polars, spark; all of them if none is named")
    options = parser.parse_args()
    table = rows(options.rows, options.items)
    candidates = [f"item {i}" for i in range(options.items)]
    print(f"{options.rows:,} rows, {options.items:,} candidates; seconds")
    print(f"{'':10}" + "".join(f"{part:>13}" for part in ("load", "counting", "selection", "in one call")))
    dc.noisy_max(np.zeros(2), scale=1.0)  # what is done once in a process is not the selection's time
    for name in options.engine or list(ENGINES):
        spent = run(name, table, candidates)
        print(f"{name:10}" + "".join(f"{seconds:13.4f}" for seconds in spent.values()), flush=True)


if __name__ == "__main__":
    main()
