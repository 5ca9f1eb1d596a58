"""How the report writes a table, a time, and where it was measured."""

from __future__ import annotations

import textwrap

# Measured one by one, not by the run; they change with the engine and the processor only.
BETWEEN = """What stands between, in processor time of an AMD EPYC of 2024 (Zen 5, 512-bit vectors) with nothing beside it; the same run's rows unless said otherwise:

- There 10^6 scores lie in a cache that is read at 120 GB/s, so twice the limit leaves 0.06 µs a selection for int8, 0.3 for floats and 0.5 for doubles, with what reading costs us taken off. A selection that accepts the first score it asks takes 0.02 to 0.07 µs by either law (before scores were asked at random it took 0.14 and 0.35 here), and meets the goal in every type.
- A score asked in vain takes some 4 ns from a cache, in vectors and up to 128 at a time, and more from memory: half a random word (libsodium's ChaCha20 makes a whole one in 3.2 ns, at 2.5 GB/s, so bits are two fifths of it), a score from a place that no cache foresees, its weight. Where one in 128 is near the best (two per block) that is 0.5 µs a selection: beyond what any goal of int8 or floats leaves, and so it is for int8 from about one in eight on. Where only some blocks have any near the best, these are listed and asked alone: one in 16 or 32 accepts then, of int8 one in four, in 0.13 (int8) to 0.3 µs (doubles), where it was 0.7 to 2.6. By permute-and-flip it takes 0.01 to 0.04 µs more. So scores all of whose blocks have a few near the best are within the goal of floats where one in 28 accepts (two per column, subnormal gaps) and at it where one in 50 does (normal: 0.29 µs, and 0.34 by permute-and-flip).
- Where the best scores win one after the other (peaked, tiny scale, steps), they are listed ahead of the rounds: each costs a read of its block, 64 lines of a cache in 60 to 80 ns, before anything is drawn, and 0.2 µs in all by either law, 0.28 to 0.32 where some ten compete. For int8 the goal leaves less than that read takes; there are no such shapes of int8 but ties, since it has 256 values.
- A position of the tree takes 50 to 90 ns, and a winner that was its block's best costs 0.15 to 0.2 µs more: finding it, finding the block's next two and the nodes' above, each from places that no cache foresees. Permute-and-flip there takes 0.05 to 0.1 µs more: numbers that tell whom the draws that it skips would have asked. So it stays where thousands of scores matter, of which each block has one (normal with a small scale: 0.46 µs of floats by the exponential mechanism, 0.56 by permute-and-flip). Where a few blocks have all (ascending, descending) these are listed: one in 20 to 42 accepts, in 0.26 to 0.36 µs. Asking for more positions at a time changes nothing: they wait for arithmetic, not for memory.
- A second read, which would bound every block by what its scores weigh, costs what the limit does: by itself it takes a release from 10^6 scores of any type past 2. For int8 such a read was tried on another processor, by a table of bounds of one byte, and took 1.2 times the limit alone; so did counting the values near the best by vector compares, at 1.7.
- From memory a release does three operations a vector and looks for a NaN where the limit does one operation, and writes a score of each 64, or two: 1.05 to 1.2 for one selection. In a program of that loop alone, floats: the limit 1, one best of each block 1.05, with the look 1.14, with the second best 1.16; adding up the scores instead of comparing them, or comparing half as many, changes nothing.
- A wide row of floats is read in 1.02 to 1.05 of one thread's limit where nothing else happens between rows. Its mass lies in most of its blocks, and bounds of what 2,000 of them weigh take 0.1 of the limit, their sums and the selection 0.1 (EM) to 0.2 (PF), as a profile has it. Memory is not what waits meanwhile: asking for the next row while blocks are weighed, or weighing a row's blocks while the next row is read, node by node, changed nothing within 2 %. Two threads share a memory that gives both of them together 1.3 times what it gives one, and are within the goal or near it.
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
