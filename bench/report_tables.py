"""How the report writes a table, a time, and where it was measured."""

from __future__ import annotations

import textwrap

# Measured one by one, not by the run; they change with the engine and the processor only.
BETWEEN = """What stands between, in processor time of an AMD EPYC under load, as medians of some hundred runs:

- A selection whose proposals are accepted takes 0.2 µs (EM) or 0.5 to 0.6 µs (PF: a Poisson number and five proposals on average), whatever the type. So k = 100 of 10^6 int8, where the limit is 15 µs, is at 2.4 and 4.6 when all are tied: twice the limit would leave 0.15 µs a selection.
- A rejected proposal takes 60 to 100 ns: a random word, two binary searches, a weight, and a score from a place that no cache foresees. Where the scores that stand out are a sixteenth to a thirty-second of their blocks, a selection takes 19 to 40 proposals, 2 to 3 µs.
- Counting the four best values of int8 scores by vector compares is a second read: 26 µs for 10^6 scores, 1.7 times the limit, and 0.27 ms for 10^7, about the limit again. It cannot meet the goals for k up to 10; for k = 100 it would take less than the rejections do, by an estimate 4 times the limit instead of 14 (steps near, EM), and is not built.
- From memory a release does three operations a vector and looks for a NaN where the limit does one operation, and writes two scores of each 64 (3 % of its time): 1.17 to 1.20 for one selection from 10^7 doubles or floats. The look for a NaN takes as long as finding the second: a pass that keeps one score and looks for none is at 1.03, with the look at 1.17, and with both at 1.20. It is not the number of its instructions: half of them, one comparison under a mask for two vectors, gain nothing that can be measured. Integers need no look, and keep one score where few are selected: 1.05 to 1.15.
- A wide row of floats is at 1.15 to 1.2 by its reading, into memory that the second cache has; weighing its blocks is another 0.15, as the row's mass lies in most of them, and the selection itself 0.1. Asking for the beginning of the next row while this one is weighed takes from the reading what it adds to the weighing, and weighing the blocks' pairs in one go, four vectors side by side, is no faster: neither is built.
"""


def pretty(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(r) + " |" for r in rows]) + "\n"


def fitted(text: str) -> str:
    """The page with every line of prose broken so that it fits a screen; rows of tables stay whole."""

    def broken(line: str) -> str:
        if line.startswith("|"):
            return line
        rest = "  " if line.startswith("- ") else ""
        return textwrap.fill(line, 120, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)

    return "\n".join(broken(line) for line in text.split("\n"))


def machine(results: dict) -> str:
    """Where and when the figures came about."""
    m = results["machine"]
    text = f"{m['processor']}, {m['cores']} cores, {m['memory'] / 2**30:.0f} GiB, load {m['load']:.1f} before and {m['load after']:.1f} after, {m['date']}"
    text += f"; {'a quick run' if results['quick'] else 'a full run'} of {results['seconds']} s."
    if max(m["load"], m["load after"]) > m["cores"]:
        text += " The machine was busy with other work, which shows in the figures."
    return text
