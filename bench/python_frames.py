"""Ten million rows through DuckDB, Polars and Spark: seconds spent counting, on the way, and selecting."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pyarrow as pa

import discreet as dc
from discreet import _frames


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
    session = session.config("spark.driver.memory", "4g").config("spark.log.level", "ERROR")
    session = session.config("spark.sql.shuffle.partitions", "8").getOrCreate()
    # Arrow arrives in a thousand pieces; on one machine a task for each would be most of the time.
    frame = session.createDataFrame(table).coalesce(8).cache()
    frame.count()
    return frame


ENGINES: dict[str, Callable[[pa.Table], Any]] = {"duckdb": duckdb_frame, "polars": polars_frame, "spark": spark_frame}


@contextmanager
def timed(spent: dict[str, float], part: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    spent[part] = time.perf_counter() - begin


def run(name: str, table: pa.Table, candidates: list[str]) -> dict[str, float]:
    import narwhals as nw

    spent: dict[str, float] = {}
    with timed(spent, "load"):
        frame = ENGINES[name](table)
    lazy = nw.from_native(frame).lazy()
    query = _frames.counting(nw, lazy, lazy.collect_schema(), "person", "item", candidates)
    with timed(spent, "counting"):
        collected = query.collect()
    with timed(spent, "transfer"):
        found = _frames.as_dictionary(collected)
        counts = np.array([found.get(label, 0) for label in candidates])
    plan = dc.plan(k=10, epsilon=1.0, sensitivity=1, monotonic=True, candidates=len(candidates))
    with timed(spent, "selection"):
        plan(counts)
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
    print(f"{'':10}" + "".join(f"{part:>12}" for part in ("load", "counting", "transfer", "selection")))
    for name in options.engine or list(ENGINES):
        spent = run(name, table, candidates)
        print(f"{name:10}" + "".join(f"{seconds:12.4f}" for seconds in spent.values()), flush=True)


if __name__ == "__main__":
    main()
