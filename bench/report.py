"""Turns results.json into the goal table, the tables of ratios and the log-log picture."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable

import report_noise
import report_counting
import report_quantiles
import report_tables
import report_unknown
from report_tables import fitted, pretty, table

Row = dict


def ratio(row: Row) -> float:
    """Ours over the limit: the median of the turns, each with its own limit beside it."""
    return row["ratio"]


def single(results: dict) -> list[Row]:
    return [r for r in results["rows"] if r["threads"] == 1]


def peer(results: dict, name: str, n: int, k: int) -> float | None:
    found = [p["seconds"] for p in results["peers"] if (p["peer"], p["n"], p["k"]) == (name, n, k)]
    return found[0] if found else None


LIMIT_GOALS: tuple[tuple[str, float, Callable[[Row], bool]], ...] = (
    ("n ≥ 10^7, k ≤ 10: ≤ 1.2 × the max pass", 1.2, lambda r: r["n"] >= 10**7 and r["k"] <= 10),
    ("n ≥ 10^7, k = 100: ≤ 1.35 ×", 1.35, lambda r: r["n"] >= 10**7 and r["k"] == 100),
    ("n = 10^6, k ≤ 10: ≤ 1.5 ×", 1.5, lambda r: r["n"] == 10**6 and r["k"] <= 10),
    ("n = 10^6, k = 100: ≤ 2 ×", 2.0, lambda r: r["n"] == 10**6 and r["k"] == 100),
)


def name(row: Row) -> str:
    return f"{row['type']}, {row['shape']}, {row['law']}, k = {row['k']}, n = {row['n']:,}"


def over_limit(results: dict, goal: float, keep: Callable[[Row], bool]) -> tuple[str, str]:
    rows = [r for r in single(results) if keep(r)]
    if not rows:
        return "not run", "–"
    ratios = sorted(ratio(r) for r in rows)
    within = sum(x <= goal for x in ratios)
    measured = f"median {ratios[len(ratios) // 2]:.2f}, worst {ratios[-1]:.2f} ({name(max(rows, key=ratio))})"
    return measured, "yes" if within == len(rows) else f"{within} of {len(rows)} rows"


def missed(results: dict) -> str:
    """Where the goals over the limit are missed, by how much, and what the time goes into."""
    parts = []
    for text, goal, keep in LIMIT_GOALS:
        rows = [r for r in single(results) if keep(r)]
        beyond = [r for r in rows if ratio(r) > goal]
        if not beyond:
            continue
        by_type: dict[str, list[Row]] = defaultdict(list)
        for r in beyond:
            by_type[r["type"]].append(r)
        parts.append(f"**{text}** is missed by {len(beyond)} of {len(rows)} rows:\n")
        for kind, of in by_type.items():
            worst = max(of, key=ratio)
            # Before the first selection a release reads and builds; the cheapest row of the type shows what that costs.
            least = min((r for r in rows if r["type"] == kind), key=ratio)
            each = (worst["ours"] - worst["limit"] * ratio(least)) / worst["k"]
            shapes = ", ".join(sorted({r["shape"] for r in of}))
            parts.append(
                f"- {kind}: {len(of)} rows ({shapes}). The worst, {name(worst)}, is at {ratio(worst):.2f}: the limit takes {pretty(worst['limit'])}, so the goal "
                f"leaves {pretty((goal - 1) * worst['limit'])} for everything but reading; {worst['proposals']:.0f} proposals a selection take {pretty(max(each, 0.0))}. "
                f"The best row of the type is at {ratio(least):.2f}.")  # fmt: skip
        parts.append("")
    return "\n".join(parts)


def opendp_goals(results: dict) -> list[tuple[str, str, str]]:
    """The top ten of a million doubles beside OpenDP, for flat and for peaked scores."""
    out = []
    for shape, kind in (("normal", ""), ("peaked", ", peaked")):
        for law, plain in (("PF", "opendp pure"), ("EM", "opendp zcdp")):
            ours = [r["ours"] for r in single(results)
                    if (r["type"], r["shape"], r["n"], r["k"], r["law"]) == ("double", shape, 10**6, 10, law)]  # fmt: skip
            known = {p["n"]: p["seconds"] for p in results["peers"] if p["peer"] == plain + kind and p["seconds"]}
            goal = f"n = 10^6, k = 10: 20 000 × {plain}{kind}"
            if not ours or not known:
                continue
            if took := known.get(10**6):
                out.append((goal, f"{took / ours[0]:.0f} ×", "yes" if took / ours[0] >= 20000 else "no"))
            else:
                n = max(known)
                out.append((goal, f"not run; n = {n:,} took it {pretty(known[n])}, ours takes {pretty(ours[0])} for 10^6", "–"))
    return out


def goals(results: dict) -> list[tuple[str, str, str]]:
    rows = single(results)
    out = []
    for text, goal, keep in LIMIT_GOALS:
        out.append((text, *over_limit(results, goal, keep)))
    against = [r for r in rows if r["gumbel"] > 0 and r["k"] == 1]
    if against:
        slowest = max(against, key=lambda r: r["ours"] / r["gumbel"])
        out.append(("k = 1: never slower than the unsafe C++ Gumbel",
                    f"at worst {slowest['ours'] / slowest['gumbel']:.2f} of its time ({slowest['type']}, n = {slowest['n']}, {slowest['law']})",
                    "yes" if slowest["ours"] <= slowest["gumbel"] else "no"))  # fmt: skip
        large = [r for r in against if r["n"] >= 10**5]
        if large:
            least = min(r["gumbel"] / r["ours"] for r in large)
            out.append(
                ("… and 10 × faster from n = 10^5", f"at least {least:.0f} × faster", "yes" if least >= 10 else "no")
            )
    out += opendp_goals(results)
    out += report_unknown.goal(results)
    out += report_noise.goals(results)
    out += report_quantiles.goals(results)
    out += report_counting.goals(results)
    ten = [r["ours"] for r in rows if (r["type"], r["shape"], r["n"], r["k"]) == ("double", "normal", 10**6, 10)]
    partition = peer(results, "np.argpartition", 10**6, 10)
    if partition and ten:
        out.append(("n = 10^6, k = 10: faster than np.argpartition", f"{partition / max(ten):.1f} ×",
                    "yes" if max(ten) < partition else "no"))  # fmt: skip
    line = {r["n"]: (r["ours"], r["limit"]) for r in rows if (r["type"], r["shape"], r["law"], r["k"]) == ("double", "normal", "EM", 10)}
    steps = [n for n in (10**6, 10**7) if n in line and 10 * n in line]
    if steps:
        slope = lambda n, which: math.log10(line[10 * n][which] / line[n][which])  # noqa: E731
        straight = all(abs(slope(n, 0) - 1) <= 0.05 for n in steps)
        out.append(("time against n, doubles, from 10^6: slope 1 on the log-log picture",
                    "; ".join(f"from {n:,}: {slope(n, 0):.2f}, the limit's {slope(n, 1):.2f}" for n in steps),
                    "yes" if straight else "no: the limit bends too, from cache to memory"
                    if all(abs(slope(n, 0) - slope(n, 1)) <= 0.05 for n in steps) else "no"))  # fmt: skip
    return out


def shape_table(results: dict, kind: str, n: int) -> str:
    cells: dict[str, dict[tuple[str, int], float]] = defaultdict(dict)
    for r in single(results):
        if r["type"] == kind and r["n"] == n:
            cells[r["shape"]][(r["law"], r["k"])] = ratio(r)
    keys = sorted({key for row in cells.values() for key in row})
    head = ["shape", *(f"{law} k={k}" for law, k in keys)]
    return table(
        head, [[shape, *(f"{row[key]:.2f}" if key in row else "–" for key in keys)] for shape, row in cells.items()]
    )


def time_table(results: dict) -> str:
    rows = []
    for n in sorted({r["n"] for r in results["rows"]}):
        ours = {
            (r["law"], r["k"]): r for r in single(results) if (r["type"], r["shape"], r["n"]) == ("double", "normal", n)
        }
        if not ours:
            continue
        any_row = next(iter(ours.values()))
        gumbels = [r["gumbel"] for r in single(results) if r["type"] == "double" and r["n"] == n and r["gumbel"] > 0]
        cell = lambda law, k: pretty(ours[(law, k)]["ours"]) if (law, k) in ours else "–"  # noqa: E731
        k = min(10, n)
        rows.append([f"{n:,}", pretty(any_row["limit"]), cell("EM", 1), cell("PF", 1), cell("EM", 10), cell("PF", 10),
                     pretty(gumbels[0] if gumbels else None), *(pretty(peer(results, name, n, kk)) for name, kk in
                     (("numpy gumbel", 10), ("np.argpartition", 10), ("opendp pure", k), ("opendp zcdp", k),
                     ("opendp pure, peaked", k), ("opendp zcdp, peaked", k), ("diffprivlib permute-and-flip", 1)))])  # fmt: skip
    return table(["n", "max pass", "EM k=1", "PF k=1", "EM k=10", "PF k=10", "unsafe C++ Gumbel k=1", "numpy Gumbel", "np.argpartition",
                  "OpenDP pure", "OpenDP zCDP", "OpenDP pure, peaked", "OpenDP zCDP, peaked", "diffprivlib PF k=1"], rows)  # fmt: skip


def work_table(results: dict) -> str:
    rows = []
    for n in sorted({r["n"] for r in results["rows"]}):
        for law in ("EM", "PF"):
            of = [r for r in single(results) if r["n"] == n and r["law"] == law and r["k"] in (1, 10)]
            if of:
                rows.append([f"{n:,}", law, f"{max(r['words'] / r['k'] for r in of):.0f}", f"{max(r['proposals'] for r in of):.0f}",
                             f"{max(r['bytes'] for r in of if r['type'] == 'double'):,.0f}"])  # fmt: skip
    return table(
        [
            "n",
            "law",
            "random words per selection, worst shape",
            "proposals per selection, worst shape",
            "bytes allocated, doubles",
        ],
        rows,
    )


def thread_table(results: dict) -> str:
    rows = [[r["type"], r["shape"], f"{r['n']:,}", r["law"], str(r["threads"]), pretty(r["ours"]), f"{ratio(r):.2f}"]
            for r in results["rows"] if r["threads"] > 1]  # fmt: skip
    return table(["type", "shape", "n", "law", "threads", "time (wall)", "over the max pass"], rows)


def conditions(results: dict) -> str:
    """Where, when and how the figures came about."""
    text = report_tables.machine(results)
    if results["versions"]:
        text += " Peers: " + ", ".join(f"{p} {v}" for p, v in results["versions"].items()) + "."
    if results["left_out"]:
        text += f" {results['left_out']} inputs of the plan were left out when the time was over."
    if not results["peers_complete"]:
        text += " The peers did not all run."
    return text + "\n"


def readme(results: dict) -> str:
    decisions = sum(r["decisions"] for r in results["rows"])
    fallbacks = sum(r["fallbacks"] for r in results["rows"])
    parts = [
        "# Benchmarks\n",
        "`./dev bench` (or `./dev bench --quick`, some six minutes) writes this page and the picture (the rows: `build/bench/results.json`). Ours and the limit "
        "take turns in one process; times are processor times of one thread unless a table says otherwise. The limit is a vector max pass "
        "over the same memory, with prefetch, that follows one, four or eight places at once, whichever way is the quickest.\n",
        conditions(results),
        "## Goals\n",
        table(["goal", "measured", "met"], [list(g) for g in goals(results)]),
    ]
    if text := missed(results):
        parts += ["## What is missed\n", text, report_tables.BETWEEN]
    parts += [
        "## Time against n\n",
        "Normal scores, doubles, scale 1; OpenDP and numpy with k = 10, OpenDP also with peaked scores (10^6 / rank, scale 10).\n",
        time_table(results),
        "![time against n](time.svg)\n",
    ]
    for kind in ("double", "float", "int64", "uint32", "int8"):
        for n in (10**6, 10**7, 10**8):
            if any(r["type"] == kind and r["n"] == n for r in results["rows"]):
                parts += [f"## Over the max pass: {kind}, n = {n:,}\n", shape_table(results, kind, n)]
    parts += report_unknown.parts(results)
    parts += report_noise.parts(results)
    if results.get("quantiles"):
        parts.append("## Quantiles\n\n[quantiles.md](quantiles.md) has their rank errors and times beside peers'.\n")
    if results.get("counting"):
        parts.append("## Counting rows\n\n[counting.md](counting.md) has times and memory beside DuckDB and Polars.\n")
    parts += ["## Work\n", work_table(results),
              f"Decisions that fell back to MPFR: {fallbacks} of {decisions:,} in the counted releases.\n"]  # fmt: skip
    if any(r["threads"] > 1 for r in results["rows"]):
        parts += ["## Threads\n", "Wall-clock times, so other work on the machine counts.\n", thread_table(results)]
    counted = {n: c for n, c in results["instructions"].items() if c}
    if counted:
        parts += ["## Instructions of a small release\n", "By callgrind, on scripted bits (permute-and-flip, k = 1): they repeat exactly.\n",
                  table(["n", "instructions"], [[n, f"{c:,}"] for n, c in counted.items()])]  # fmt: skip
    slow = [p for p in results["peers"] if p["note"]]
    if slow:
        parts += ["## Peers that did not run\n", "\n".join(f"- {p['peer']}, n = {p['n']:,}: {p['note']}" for p in slow) + "\n"]
    return fitted("\n".join(parts))


COLOURS = ("#1b6ca8", "#c0392b", "#555555", "#e08e0b", "#7d3c98", "#16a085", "#2c3e50", "#d35400")


def picture(results: dict) -> str:
    """Time against n, both logarithmic."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for law in ("EM", "PF"):
        lines[f"discreet {law}, k = 10"] = [(r["n"], r["ours"]) for r in single(results)
                                            if (r["type"], r["shape"], r["law"], r["k"]) == ("double", "normal", law, min(10, r["n"]))]  # fmt: skip
    lines["max pass (the limit)"] = [(r["n"], r["limit"]) for r in single(results)
                                     if (r["type"], r["shape"], r["law"], r["k"]) == ("double", "normal", "EM", 1)]  # fmt: skip
    gumbel = {r["n"]: r["gumbel"] for r in single(results) if r["type"] == "double" and r["gumbel"] > 0}
    lines["unsafe C++ Gumbel, k = 1"] = sorted(gumbel.items())
    for name in ("numpy gumbel", "np.argpartition", "opendp pure", "opendp zcdp"):
        lines[name] = [
            (p["n"], p["seconds"]) for p in results["peers"] if p["peer"] == name and p["seconds"] and p["k"] == 10
        ]
    lines = {name: points for name, points in lines.items() if points}
    left, right, top, bottom = 70, 620, 20, 430
    times = [t for points in lines.values() for _, t in points]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    x = lambda n: left + (math.log10(n) - 1) / 7 * (right - left)  # noqa: E731
    y = lambda t: bottom - (math.log10(t) - low) / (high - low) * (bottom - top)  # noqa: E731
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="860" height="480" font-family="sans-serif" font-size="12">',
           '<rect width="860" height="480" fill="white"/>']  # fmt: skip
    for e in range(1, 9):
        out.append(f'<line x1="{x(10**e):.1f}" y1="{top}" x2="{x(10**e):.1f}" y2="{bottom}" stroke="#ddd"/>'
                   f'<text x="{x(10**e):.1f}" y="{bottom + 18}" text-anchor="middle">10^{e}</text>')  # fmt: skip
    for e in range(low, high + 1):
        out.append(f'<line x1="{left}" y1="{y(10.0**e):.1f}" x2="{right}" y2="{y(10.0**e):.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{y(10.0**e) + 4:.1f}" text-anchor="end">{pretty(10.0**e)}</text>')  # fmt: skip
    for i, (name, points) in enumerate(lines.items()):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{x(n):.1f},{y(t):.1f}" for n, t in sorted(points))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(n):.1f}" cy="{y(t):.1f}" r="3" fill="{colour}"/>' for n, t in points]
        out.append(f'<text x="{right + 16}" y="{top + 14 + 20 * i}" fill="{colour}">{name}</text>')
    out.append(f'<text x="{(left + right) / 2}" y="{bottom + 40}" text-anchor="middle">number of scores</text></svg>')
    return "\n".join(out) + "\n"
