#!/usr/bin/env python3
"""Renews the table and the plot of docs/accounting.md from examples/accounting_table.cpp.

    tools/accounting_docs.py build/release/examples/accounting_table
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/accounting.md"
PLOT = ROOT / "docs/accounting.svg"
TABLE = re.compile(r"(<!-- table -->\n).*?(<!-- end of table -->)", re.DOTALL)
SERIES = [(3, "basic", "#999999"), (4, "Durfee–Rogers 2019", "#c05020"), (5, "Bun–Steinke 2016", "#d0a000"),
          (6, "CKS 2020", "#3070b0"), (8, "discreet", "#107040")]
HEADERS = ("| total (ε, δ) | k | pure PF, basic | Durfee–Rogers 2019 | Bun–Steinke 2016 | CKS 2020 | "
           "ours, from what is proved impossible | law | saving |\n|---|---|---|---|---|---|---|---|---|\n")


def table(rows: list[list[str]]) -> str:
    """The rows as Markdown, with the saving against the best of the other routes."""
    out = HEADERS
    for epsilon, delta, k, *numbers, law in rows:
        basic, durfee, bun, canonne, least, ours = map(float, numbers)
        saving = abs(100 * (1 - ours / min(basic, durfee, bun, canonne)))  # never negative but for rounding
        out += (f"| ({epsilon}, {delta}) | {k} | {basic:.4g} | {durfee:.4g} | {bun:.4g} | {canonne:.4g} | "
                f"{least:.6g} … **{ours:.6g}** | {law} | {saving:.1f} % |\n")
    return out


def plot(rows: list[list[str]]) -> str:
    """Scale over k at (1, 1e-6), both logarithmic, as SVG."""
    picked = [row for row in rows if (row[0], row[1]) == ("1", "1e-06")]
    width, height, left, bottom = 640, 400, 60, 360
    x = lambda k: left + (width - left - 170) * math.log10(k) / 3
    y = lambda s: bottom - (bottom - 20) * math.log10(s) / 3
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
           'font-size="12"><title>Scale that k selections need at (1, 1e-6)</title>',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(4):
        at = 10**power
        out.append(f'<path d="M{x(at):.1f} {bottom}V20M{left} {y(at):.1f}H{x(1000):.1f}" stroke="#dddddd"/>'
                   f'<text x="{x(at):.1f}" y="{bottom + 16}" text-anchor="middle">{at}</text>'
                   f'<text x="{left - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{at}</text>')
    out.append(f'<text x="{x(31.6):.1f}" y="{height - 6}" text-anchor="middle">selections k</text>'
               f'<text x="14" y="190" transform="rotate(-90 14 190)" text-anchor="middle">scale</text>')
    for place, (column, name, colour) in enumerate(SERIES):
        points = " ".join(f"{x(float(row[2])):.1f},{y(float(row[column])):.1f}" for row in picked)
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{x(1000) + 8:.1f}" y="{40 + 18 * place}" fill="{colour}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"


def main(binary: str) -> int:
    text = subprocess.run([binary], check=True, capture_output=True, text=True).stdout
    rows = [line.split("\t") for line in text.splitlines()]
    PAGE.write_text(TABLE.sub(lambda match: match[1] + table(rows) + match[2], PAGE.read_text()))
    PLOT.write_text(plot(rows))
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
