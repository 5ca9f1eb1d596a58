"""Rows as a text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any


def as_text(columns: dict[str, list[Any]], notes: Sequence[str]) -> str:
    """A small table: numbers to the right, and what is to be known of it below."""
    cells = {name: [name, *map(str, values)] for name, values in columns.items()}
    wide = {name: max(map(len, texts)) for name, texts in cells.items()}
    right = {name: name not in ("item", "group") for name in cells}
    lines = []
    for row in zip(*cells.values(), strict=True):
        placed = zip(row, wide.values(), right.values(), strict=True)
        lines.append("  ".join(text.rjust(width) if end else text.ljust(width) for text, width, end in placed).rstrip())
    return "\n".join([*lines, *notes])


def as_html(columns: dict[str, list[Any]], notes: Sequence[str]) -> str:
    """The same as a fragment of HTML, in which no label is taken for markup."""
    parts = [
        "<table>",
        "<thead><tr>",
        *(f"<th>{html.escape(name)}</th>" for name in columns),
        "</tr></thead>",
        "<tbody>",
    ]
    for row in zip(*columns.values(), strict=True):
        parts.append("<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in row) + "</tr>")
    parts += ["</tbody>", "</table>", *(f"<p>{html.escape(note)}</p>" for note in notes)]
    return "\n".join(parts)
