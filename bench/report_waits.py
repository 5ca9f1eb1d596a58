"""The part of the report on what people wait for beside reading: plans, and many selections at once."""

from __future__ import annotations

from report_tables import fitted, machine, pretty, table

MOST = {100: 0.3, 1000: 1.0, 10000: 3.0}  # seconds on two cores, by the greatest k


def most(k: int) -> float:
    return next(seconds for least, seconds in sorted(MOST.items()) if k <= least)


def plans(results: dict) -> dict[int, list[dict]]:
    """The rows of each k."""
    out: dict[int, list[dict]] = {}
    for row in results["waits"]:
        if "plan k" in row:
            out.setdefault(row["plan k"], []).append(row)
    return out


def peers(results: dict) -> dict[str, float]:
    return {row["peer rows"]: row["seconds"] for row in results["waits"] if "peer rows" in row and row["seconds"]}


def rows(results: dict, columns: int) -> list[dict]:
    return [row for row in results["waits"] if "rows" in row and row.get("columns") == columns]


def goals(results: dict) -> list[list[str]]:
    out = []
    for k, found in plans(results).items():
        worst = max(found, key=lambda row: row["waited"])
        half = worst["seconds"] / min(2, worst["plans"])
        name = f"k = {k:,}: {'seven plans' if worst['plans'] > 1 else 'a plan, tight to 1 %,'} in {most(k)} s on two cores"
        text = f"{pretty(worst['waited'])} as the clock says, {pretty(half)} of each processor (ε = {worst['epsilon']}, δ = {worst['delta']:g})"
        met = worst["waited"] <= most(k) and (k <= 1000 or max(row["width"] for row in found) <= 0.01)
        out.append([name, text, "yes" if met else "no"])
    small = max((row for row in rows(results, 10) if row["threads"] == 2), key=lambda row: row["ours"], default=None)
    for peer, times in (("numpy gumbel", 3.0), ("opendp", 1000.0)):
        if small and peer in peers(results):
            faster = peers(results)[peer] / small["waited"]
            out.append([f"10^6 rows of 10 scores: {times:,.0f} × faster than {peer}", f"{faster:,.1f} × ({small['law']})",
                        "yes" if faster >= times else "no"])  # fmt: skip
    for threads, name in ((1, "one thread"), (2, "two threads")):
        large = max((row for row in rows(results, 128_000) if row["threads"] == threads), key=lambda row: row["ratio"], default=None)
        if large:
            out.append([f"256 rows of 128,000 floats, {name}: ≤ 1.2 × the max pass over all by as many", f"{large['ratio']:.2f} × ({large['law']})",
                        "yes" if large["ratio"] <= 1.2 else "no"])  # fmt: skip
    return out


def page(results: dict) -> str:
    out = ["# Plans, and many selections at once\n", "`./dev bench --waits` writes this page.\n", machine(results) + "\n",
           table(["goal", "measured", "met"], goals(results)), "## Plans\n",
           "The seven plans of `discreet plan` for an (ε, δ), ε from 0.01 to 20 and δ from 1e-12 to 1e-3, 100,000 "
                   "candidates: processor time of all, the clock's with two threads, and the widest bracket of a step, as "
                   "the greatest part that a step could still grow by.\n"]  # fmt: skip
    head = ["k", "plans", "processor, median", "processor, worst", "clock, worst", "widest bracket"]
    lines = []
    for k, found in plans(results).items():
        times = sorted(row["seconds"] for row in found)
        lines.append([f"{k:,}", str(found[0]["plans"]), pretty(times[len(times) // 2]), pretty(times[-1]),
                      pretty(max(row["waited"] for row in found)), f"{max(row['width'] for row in found):.1g}"])  # fmt: skip
    out += [table(head, lines), "## Rows\n",
            "One selection from each row, normal scores, scale a third of their deviation. The max pass over the whole matrix has as "
                    "many threads, and takes turns with ours: both by the clock, and the ratio is the median of the turns. Beside it, the "
                    "processor time of all our threads. Peers: numpy adds Gumbel noise to the whole matrix and takes the argmax of each row, unsafe in floats; OpenDP "
                    "runs make_noisy_top_k on a list of each row, in a loop.\n"]  # fmt: skip
    lines = [[f"{row['rows']:,} × {row['columns']:,} {row['type']}", row["law"], str(row["threads"]), pretty(row["ours"]),
              pretty(row["waited"]), pretty(row["limit"]), f"{row['ratio']:.2f}"] for row in results["waits"] if "limit" in row]  # fmt: skip
    out.append(table(["rows", "law", "threads", "processor", "clock", "max pass", "over the max pass"], lines))
    lines = [[name, pretty(seconds)] for name, seconds in peers(results).items()]
    if lines:
        out.append(table(["peer, 1,000,000 × 10", "processor"], lines))
    return fitted("\n".join(out))
