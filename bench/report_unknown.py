"""The part of the report on items that nobody listed."""

from __future__ import annotations

from collections import defaultdict

from report_tables import pretty, table


def goal(results: dict) -> list[tuple[str, str, str]]:
    """Items that nobody listed, with a limit, in every order of the counts."""
    ratios = [row["ratio"] for row in results.get("unknown", []) if row["unknown"].split(",")[0] == "limit 100"]
    if not ratios:
        return []
    return [("unknown items from 10^6 counts, limit 100: ≤ 3 × the release from a public list",
             f"at worst {max(ratios):.2f} ×", "yes" if max(ratios) <= 3 else "no")]  # fmt: skip


def unknown_table(results: dict) -> str:
    rows = [[row["unknown"], pretty(row["seconds"]), pretty(row["listed"]), f"{row['ratio']:.2f}"] for row in results["unknown"]]
    return table(["way", "time", "from a public list", "ratio"], rows)


def zipf_table(results: dict) -> str:
    """Which share of the true top k each way finds without a list, with the standard error."""
    cells: dict[tuple, dict[str, dict]] = defaultdict(dict)
    for row in results["zipf"]:
        cells[(row["units"], row["items of each"], row["k"], row["limit"], row["kept"])][row["zipf"]] = row
    ways = list(dict.fromkeys(row["zipf"] for row in results["zipf"]))
    shown = lambda row: f"{row['found']:.1%} ± {row['error']:.1%}" if row else "–"  # noqa: E731
    return table(["units", "items of each", "k", "limit", "kept of each in the histogram", *ways],
                 [[f"{units:,}", *map(str, rest), *(shown(found.get(way)) for way in ways)]
                  for (units, *rest), found in cells.items()])  # fmt: skip


def parts(results: dict) -> list[str]:
    """What stands in the report, if it was run."""
    out = []
    if results.get("unknown"):
        out += ["## Items that nobody listed\n", "From 1,000,000 int64 counts, k = 10; the draws of a histogram are one per item.\n",
                unknown_table(results)]  # fmt: skip
    if results.get("zipf"):
        out += ["## What is found without a list\n",
                "The share of the true top k on made-up data, 20,000 items by Zipf's law of exponent 1.1, at (1, 1e-6), with the standard error. "
                "Google's ways are those of google-research/dp_mm_domain, in floats, for up to 100 items per unit.\n",
                zipf_table(results)]  # fmt: skip
    return out
