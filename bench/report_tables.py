"""How the report writes a table, a time, and where it was measured."""

from __future__ import annotations

import textwrap


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
