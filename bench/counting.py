"""Counts units of items from CSV by the program, DuckDB and Polars in turn, and prints a row of JSON for each run.

    python bench/counting.py PROGRAM [--quick]         needs duckdb and polars; the files lie below build/bench

Ours is the whole run of the program, release included; of the others the time from the query on, without the start of
Python. Memory is the most that a process held.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ITEMS = 5000
UNITS_OF_ROWS = 10
PLACE = Path(__file__).resolve().parent.parent / "build" / "bench"
QUERIES = {
    "duckdb": """
import duckdb
base = duckdb.connect()
base.execute(f"set threads = {threads}; set enable_progress_bar = false")
begin()
base.execute(f"select diagnosis, count(distinct patient) from '{rows}' group by diagnosis").fetchall()
""",
    "polars": """
import os
os.environ["POLARS_MAX_THREADS"] = str(threads)
import polars
begin()
polars.scan_csv(rows).group_by("diagnosis").agg(polars.col("patient").n_unique()).collect(engine="streaming")
""",
}
AROUND = """
import json, resource, sys, time
rows, threads = sys.argv[1], int(sys.argv[2])
used = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
def begin():
    global start
    start = time.perf_counter(), used()
{query}
print(json.dumps({{"wall": time.perf_counter() - start[0], "seconds": used() - start[1]}}))
"""


def rows_of(count: int) -> Path:
    """A table of so many rows, a tenth as many units and 5,000 items, all equally frequent: the same in each run."""
    path = PLACE / f"counting-{count}.csv"
    if not path.exists():
        unfinished = path.with_suffix(".part")
        query = (
            f"copy (select 'P' || (hash(i) % {max(count // UNITS_OF_ROWS, 1)}) as patient, "
            f"'D' || (hash(i + 1000000007) % {ITEMS}) as diagnosis from range({count}) t(i)) "
            f"to '{unfinished}' (format csv, header)"
        )
        # In another process: the most memory of a child begins with that of its parent.
        make = [sys.executable, "-c", "import duckdb, sys; duckdb.execute(sys.argv[1])", query]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        unfinished.rename(path)
    return path


def run(name: str, program: str, rows: Path, threads: int) -> dict:
    """One run in a process of its own."""
    if name == "ours":
        command = [program, "top-k", str(rows), "--unit", "patient", "--item", "diagnosis", "-k", "10", "--quiet"]
        command += ["--candidates", str(PLACE / "counting-items.txt"), "--epsilon", "1", "--threads", str(threads)]
    else:
        command = [sys.executable, "-c", AROUND.format(query=QUERIES[name]), str(rows), str(threads)]
    begin = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as child:
        said = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    found = {"wall": time.perf_counter() - begin, "seconds": used.ru_utime + used.ru_stime}
    if child.returncode != 0:
        return {"ended": child.returncode, "counting": name}
    if name != "ours":
        found |= json.loads(said.splitlines()[-1])
    return {"counting": name, "rows": int(rows.stem.split("-")[1]), "threads": threads,
            "memory": used.ru_maxrss * 1024, **found}  # fmt: skip


def main(arguments: list[str]) -> None:
    program = arguments[0]
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / "counting-items.txt").write_text("".join(f"D{i}\n" for i in range(ITEMS)))
    for count in (10**6, 10**7) if "--quick" in arguments else (10**6, 10**7, 10**8):
        rows = rows_of(count)
        for _ in range(1 if count > 10**7 or "--quick" in arguments else 3):
            for threads in (1, 2):
                for name in ("ours", *QUERIES):
                    print(json.dumps(run(name, program, rows, threads)), flush=True)
        if count > 10**7:
            rows.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
