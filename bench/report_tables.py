"""How the report writes a table, a time, and where it was measured."""

from __future__ import annotations

import textwrap

# Measured one by one, not by the run; they change with the engine and the processor only.
BETWEEN = """What stands between, in processor time of an AMD EPYC under load, as medians of some hundred runs:

- A selection whose proposals are accepted takes 0.2 µs (EM) or 0.5 to 0.6 µs (PF: a Poisson number and three to four proposals on average), whatever the type: 2,300 and 4,900 instructions. So k = 100 of 10^6 int8, where the limit is 15 µs, is at 2.4 and 4.6 when all are tied: twice the limit would leave 0.15 µs a selection.
- A rejected proposal takes 60 to 100 ns: a random word, two binary searches, a weight, and a score from a place that no cache foresees. Where the scores that stand out are a sixteenth to a thirty-second of their blocks, a selection takes 19 to 40 proposals, 2 to 3 µs.
- What is kept of a block, its two best scores (or one where few are selected), bounds its weight to a factor of 64 over the number of scores that stand out in it. Where they do in every block alike (one or two per block or column), opening the blocks that rejected gains little, since of 15,625 a tenth of those that 3,000 proposals meet are met again; and a second read, which would bound all of them, costs what the limit does: by itself it takes a release from 10^6 scores of any type past 2.
- Neither more proposals at once (batches of 16 instead of 8, or from 4 instead of 1) nor the descent compiled into its caller makes a release with k = 100 of 10^6 faster: 0.97 to 1.27 of its time (at a fixed tree, with warm caches, the latter saves a sixth). Blocks of 32 scores instead of 64 do not either: 0.85 to 1.2 of its time for floats, as what they spare in proposals goes into weighing twice as many blocks.
- A second read of int8 scores that turns each into a bound of one byte, by a table of sixteen gaps, and adds those up by 512, takes 18 µs for 10^6 scores and 0.18 ms for 10^7: 1.2 times the limit, where counting the four best values by vector compares takes 1.7. A position is then found in 80 to 130 ns, and 81 of 100 are accepted (steps near). So no second read can meet a goal, neither 1.2 or 1.5 for k up to 10 nor 2 for k = 100; a trial of it took 69 µs instead of 199 for k = 100 of 10^6 (steps near, EM) and 116 instead of 275 (PF), 4.5 and 7.5 times the limit. Its law was not enumerated to the end, and it is not part of the library.
- From memory a release does three operations a vector and looks for a NaN where the limit does one operation, and writes two scores of each 64 (3 % of its time): 1.17 to 1.20 for one selection from 10^7 doubles or floats. The look for a NaN takes as long as finding the second: a pass that keeps one score and looks for none is at 1.03, with the look at 1.17, and with both at 1.20. It is not the number of its instructions: half of them, one comparison under a mask for two vectors, gain nothing that can be measured. Integers need no look, and keep one score where few are selected: 1.05 to 1.15.
- A wide row of floats is at 1.17 by its reading, into memory that the second cache has. Its mass lies in most of its blocks, and bounds of what 2,000 of them weigh take another 0.08 (exact weights took 0.2); a selection from them takes 0.06 (EM, 10 proposals) or 0.11 (PF, 16). Blocks of 128 scores would halve the bounds and double the proposals, blocks of 32 the other way round: by these figures neither gains. Asking for the beginning of the next row while this one is weighed takes from the reading what it adds to the weighing, and is not built.
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
