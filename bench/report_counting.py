"""The part of the report on counting rows."""

from __future__ import annotations

import statistics
from collections import defaultdict

from report_tables import fitted, machine, table

NAMES = {"ours": "**ours**", "duckdb": "DuckDB", "polars": "Polars"}


def by_case(results: dict) -> dict[tuple[int, int], dict[str, dict]]:
    """The median of the runs for each number of rows and threads, by who counted."""
    runs: dict[tuple, list[dict]] = defaultdict(list)
    for row in results.get("counting", []):
        if "seconds" in row:
            runs[(row["rows"], row["threads"], row["counting"])].append(row)
    cases: dict[tuple[int, int], dict[str, dict]] = defaultdict(dict)
    for (rows, threads, name), found in sorted(runs.items()):
        cases[(rows, threads)][name] = {
            part: statistics.median(one[part] for one in found) for part in ("seconds", "wall", "memory")
        }
    return cases


def goals(results: dict) -> list[tuple[str, str, str]]:
    cases = by_case(results)
    out = []
    for (rows, threads), found in cases.items():
        if "ours" not in found or "duckdb" not in found or rows < 10**7:
            continue
        ratio = {part: found["ours"][part] / found["duckdb"][part] for part in ("seconds", "wall", "memory")}
        name = f"counting {rows:,} rows"
        if threads == 1:
            out.append((f"{name}: processor time ≤ DuckDB's, one thread", f"{ratio['seconds']:.2f} ×",
                        "yes" if ratio["seconds"] <= 1 else "no"))  # fmt: skip
            out.append((f"{name}: memory ≤ half of DuckDB's", f"{ratio['memory']:.2f} ×", "yes" if ratio["memory"] <= 0.5 else "no"))
        else:
            out.append((f"{name}: wall time ≤ DuckDB's, two threads", f"{ratio['wall']:.2f} ×",
                        "yes" if ratio["wall"] <= 1 else "no"))  # fmt: skip
        before = cases.get((rows // 10, threads), {}).get("ours")
        if threads == 1 and before:
            growth = found["ours"]["seconds"] / before["seconds"]
            out.append((f"{name}: at most 12 × the time of {rows // 10:,}", f"{growth:.1f} ×", "yes" if growth <= 12 else "no"))
    return out


def page(results: dict) -> str:
    cases = by_case(results)
    rows = [
        [f"{count:,}", str(threads), NAMES[name], f"{row['seconds']:.2f}", f"{row['wall']:.2f}", f"{row['memory'] / 1e6:,.0f}"]
        for (count, threads), found in cases.items()
        for name, row in found.items()
    ]
    said = (
        "`./dev bench --counting` writes this page; `./dev bench` does so too. The units of each of 5,000 items from a CSV file "
        "with a tenth as many units as rows, by the program (`discreet top-k --candidates`), DuckDB and Polars in turn "
        "(`bench/counting.py`). Medians; ours is the whole run with its release, the others' time begins with the query."
    )
    return fitted("\n".join([
        "# Counting rows beside peers\n",
        said + "\n",
        machine(results) + "\n",
        table(["goal", "measured", "met"], [list(goal) for goal in goals(results)]),
        table(["rows", "threads", "who", "processor, s", "wall, s", "memory, MB"], rows),
    ]))  # fmt: skip
