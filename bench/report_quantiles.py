"""The part of the report on quantiles."""

from __future__ import annotations

import math
from collections import defaultdict

from report_tables import fitted, machine, pretty, table

LAWS = {
    "ours": "**ours**",
    "recursion": "Kaplan, Schnapp, Stemmer",
    "opendp": "OpenDP, every cell",
    "opendp 101": "OpenDP, 101 candidates",
    "tumult": "Tumult",
}
INDEPENDENT = ("opendp", "opendp 101", "tumult")
ERRORS = 3.0  # standard errors of a difference: of all comparisons, one in some hundred exceeds them by chance


def by_case(results: dict) -> dict[tuple, dict[str, dict]]:
    """The rows of each column, epsilon and number of quantiles, by law."""
    cases: dict[tuple, dict[str, dict]] = defaultdict(dict)
    for row in results.get("quantiles", []):
        if "quantile law" in row:
            cases[(row["column"], row["epsilon"], row["m"])][row["quantile law"]] = row
    return cases


def behind(ours: dict, theirs: dict) -> float:
    """By how many standard errors of their difference ours is worse."""
    spread = math.hypot(ours["mean error"], theirs["mean error"])
    difference = ours["mean"] - theirs["mean"]
    return difference / spread if spread > 0 else math.inf if difference > 0 else 0.0


def utility_goals(results: dict) -> list[tuple[str, str, str]]:
    pairs = [(case, law, laws["ours"], row) for case, laws in by_case(results).items() if "ours" in laws
             for law, row in laws.items() if law != "ours"]  # fmt: skip
    if not pairs:
        return []
    worst = max(pairs, key=lambda pair: behind(pair[2], pair[3]))
    far = behind(worst[2], worst[3])
    (column, epsilon, m), law = worst[:2]
    text = f"{len(pairs)} comparisons; at worst {far:+.1f} standard errors ({column}, ε = {epsilon}, m = {m}: "
    text += f"{worst[2]['mean']:.3g} beside {worst[3]['mean']:.3g}, {LAWS[law].strip('*')})"
    out = [("quantiles: rank error never behind a peer's beyond the simulation's error (3 standard errors)",
            text, "yes" if far <= ERRORS else "no")]  # fmt: skip
    shares = [(row["mean"] / ours["mean"], case) for case, law, ours, row in pairs if law in INDEPENDENT and case[2] == 99]
    if shares:
        least, (column, epsilon, _) = min(shares)
        out.append(("… and at m = 99 a tenth of independent releases'", f"at least {least:.1f} times less ({column}, ε = {epsilon})",
                    "yes" if least >= 10 else "no"))  # fmt: skip
    return out


def goals(results: dict) -> list[tuple[str, str, str]]:
    out = utility_goals(results)
    for row in results.get("quantiles", []):
        if "quantile ties" in row:
            out.append(("quantiles: median of sixty of a hundred zeros is 0",
                        f"in {row['ours']} of {row['trials']} draws at ε = 0.5 (OpenDP's law: in {row['opendp']})",
                        "yes" if row["ours"] == row["trials"] else "no"))  # fmt: skip
    rows = times(results)
    for row in rows:
        if row["quantile time"] == "c++" and len(rows) == 1:
            out.append((f"quantiles of {row['n']:,} doubles, {row['cells']:,} cells, one: ≤ 1.5 × std::nth_element",
                        f"{row['m = 1'] / row['partition']:.2f} ×", "yes" if row["m = 1"] <= 1.5 * row["partition"] else "no"))  # fmt: skip
        if row["quantile time"] == "python":
            name = f"quantiles of {row['n']:,} doubles, {row['cells']:,} cells"
            out.append((f"{name}, one: ≤ 1.5 × np.median", f"{row['over np.median']:.2f} ×",
                        "yes" if row["over np.median"] <= 1.5 else "no"))  # fmt: skip
            out.append(("… 99 of them: ≤ 2 × one", f"{row['99 over 1']:.2f} ×", "yes" if row["99 over 1"] <= 2 else "no"))
            faster = row["opendp"] / row["m = 1"]
            out.append(("… 100 × faster than OpenDP's make_private_quantile", f"{faster:.0f} ×", "yes" if faster >= 100 else "no"))
    return out


def times(results: dict) -> list[dict]:
    return [row for row in results.get("quantiles", []) if "quantile time" in row]


def shown(row: dict | None) -> str:
    if row is None:
        return "–"
    digits = lambda x: f"{x:.0f}" if x >= 99.5 else f"{x:.1f}" if x >= 0.95 else f"{x:.2g}" if x > 1e-9 else "0"  # noqa: E731
    return f"{digits(row['mean'])} ± {digits(row['mean error'])} / {digits(row['largest'])}"


def utility_table(results: dict) -> str:
    rows = [[column, f"{epsilon:g}", str(m), *(shown(laws.get(law)) for law in LAWS)]
            for (column, epsilon, m), laws in by_case(results).items()]  # fmt: skip
    return table(["column", "ε", "m", *LAWS.values()], rows)


def bound_table(results: dict) -> str:
    """What is certified of every column, beside what was seen on these."""
    bounds: dict[tuple, dict[int, str]] = defaultdict(dict)
    for row in results["quantiles"]:
        if "quantile bound" in row:
            ours = by_case(results)[(row["column"], row["epsilon"], row["m"])]["ours"]
            case = (row["column"], f"{row['cells']:,}", f"{row['units']:,}", f"{row['epsilon']:g}")
            bounds[case][row["m"]] = f"{row['quantile bound']:.0f} ({ours['largest of 95']:.0f})"
    sizes = sorted({m for row in bounds.values() for m in row})
    head = ["column", "cells", "units", "ε", *(f"m = {m}" for m in sizes)]
    return table(head, [[*case, *(row.get(m, "–") for m in sizes)] for case, row in bounds.items()])


def time_table(results: dict) -> str:
    rows = []
    for row in times(results):
        base = row.get("np.median", row.get("partition"))
        for what in ("counting", "counting on 10^9 cells", "m = 1", "m = 99", "opendp"):
            if row.get(what):
                rows.append([row["quantile time"], f"{row['n']:,}", what.replace("opendp", "OpenDP, m = 1"), pretty(row[what]),
                             f"{row[what] / base:.2f}"])  # fmt: skip
    return table(["from", "values", "", "time", "over np.median, or std::nth_element in C++"], rows)


def page(results: dict) -> str:
    out = ["# Quantiles beside peers\n", "`./dev bench --quantiles` writes this page and its picture; `./dev bench` does so too.\n",
           machine(results) + "\n", table(["goal", "measured", "met"], [list(goal) for goal in goals(results)])]  # fmt: skip
    if by_case(results):
        out += [
            "## Rank error\n",
            "Of the m quantiles i/(m + 1), in units: the mean over the quantiles ± its standard error over the trials / "
            "the largest of the m, in the mean. Made-up columns: incomes (100,000 units, 1,000,001 cells, hardly a tie), "
            "ages (30,000 units, 121 cells), counts (10,000 units, 1,001 cells, sixty of a hundred 0). Ours is the release "
            "itself, the others are their laws in floats, at the tightest scale that their scores allow, add-remove; "
            "OpenDP's and Tumult's quantiles are independent at ε/m, and Tumult's reals are rounded to the grid.\n",
            utility_table(results),
            "![rank error against the number of quantiles](quantiles.svg)\n",
            "## What is certified\n",
            "The rank error that all m together do not exceed with probability 0.95, whatever the column; in brackets the one that "
            "95 of a hundred trials did not exceed on these.\n",
            bound_table(results),
        ]
    if times(results):
        out += ["## Time\n", "Processor times, in turns in one process, of counting the cells and releasing.\n",
                time_table(results)]  # fmt: skip
    return fitted("\n".join(out))


COLOURS = {"ours": "#1b6ca8", "recursion": "#16a085", "opendp": "#c0392b", "tumult": "#e08e0b"}


def picture(results: dict) -> str:
    """The mean rank error on incomes against m, both logarithmic, one side for each epsilon."""
    cases = {case: laws for case, laws in by_case(results).items() if case[0] == "incomes"}
    sizes = sorted({m for _, _, m in cases})
    means = [laws[law]["mean"] for laws in cases.values() for law in COLOURS if law in laws]
    low, high = math.floor(math.log10(min(means))), math.ceil(math.log10(max(means)))
    top, bottom, width = 40, 330, 300
    y = lambda mean: bottom - (math.log10(mean) - low) / (high - low) * (bottom - top)  # noqa: E731
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="940" height="390" font-family="sans-serif" font-size="12">',
           '<rect width="940" height="390" fill="white"/>']  # fmt: skip
    for side, epsilon in enumerate(sorted({epsilon for _, epsilon, _ in cases})):
        left = 60 + side * (width + 60)
        x = lambda m, left=left: left + 10 + math.log(m) / math.log(sizes[-1]) * (width - 20)  # noqa: E731
        out.append(f'<text x="{left + width / 2}" y="24" text-anchor="middle">incomes, ε = {epsilon:g}</text>')
        for e in range(low, high + 1):
            out.append(f'<line x1="{left}" y1="{y(10.0**e):.1f}" x2="{left + width}" y2="{y(10.0**e):.1f}" stroke="#ddd"/>'
                       f'<text x="{left - 6}" y="{y(10.0**e) + 4:.1f}" text-anchor="end">{10.0**e:g}</text>')  # fmt: skip
        for m in sizes:
            out.append(f'<line x1="{x(m):.1f}" y1="{top}" x2="{x(m):.1f}" y2="{bottom}" stroke="#ddd"/>'
                       f'<text x="{x(m):.1f}" y="{bottom + 18}" text-anchor="middle">{m}</text>')  # fmt: skip
        for law, colour in reversed(COLOURS.items()):
            points = [(x(m), y(cases[("incomes", epsilon, m)][law]["mean"])) for m in sizes if law in cases[("incomes", epsilon, m)]]
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points]
        out.append(f'<text x="{left + width / 2}" y="{bottom + 40}" text-anchor="middle">quantiles released together</text>')
    for i, (law, colour) in enumerate(COLOURS.items()):
        out.append(f'<text x="740" y="{top + 14 + 20 * i}" fill="{colour}">{LAWS[law].strip("*")}</text>')
    out.append(f'<text x="740" y="{top + 14 + 20 * len(COLOURS)}" fill="#555">mean rank error, in units</text></svg>')
    return "\n".join(out) + "\n"
