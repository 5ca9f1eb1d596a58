"""What a charge notes of a call, and when two calls ask for the same."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from . import _core
from ._error import Error
from ._units import spelled_unit

#: The most bytes of a label that no public list names and a run stores.
LONGEST_LABEL = 200


def line_of(label: object) -> str:
    """A label as the program has it on a line of a list."""
    if isinstance(label, (datetime.date, datetime.time)):
        return label.isoformat()
    if isinstance(label, bytes):
        return label.hex()
    return str(label)


def hash_of_list(labels: Iterable[object]) -> str:
    """The SHA-256 of a public list, which is that of a plain file with a label on each line."""
    digest = hashlib.sha256()
    for label in labels:
        digest.update(line_of(label).encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()


def asked_of(columns: Mapping[str, object], lists: Mapping[str, Sequence[object] | None]) -> list[tuple[str, str]]:
    """What a charge notes of a call: which program, its columns and its public lists; nothing of the rows."""
    from . import __version__

    out = [("program", f"discreet {__version__} for Python")]
    named = {role: str(spelled_unit(name)) for role, name in columns.items() if name is not None}
    out += [(f"column.{role}", _core.made_visible(name)) for role, name in named.items()]
    out += [(f"sha256.{what}", hash_of_list(labels)) for what, labels in lists.items() if labels is not None]
    return out


def request_of(function: str, said: Mapping[str, object], lists: Mapping[str, Sequence[object] | None]) -> str:
    """The hash of what must be equal when a run is repeated: every argument but the data and how to wait.

    What was left out is not part of it; how a number was written is.
    """
    digest = hashlib.sha256()
    words = [function]
    for name in sorted(said):
        if said[name] is not None:
            words += [name, _word(said[name])]
    for what in sorted(lists):
        labels = lists[what]
        if labels is not None:
            # Unlike lines, which people can compare with a file, these show where a label ends, and that 1 is not "1".
            words += [what, str(len(labels)), *(_kind(label) + line_of(label) for label in labels)]
    for word in words:
        encoded = word.encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode() + encoded)
    return digest.hexdigest()


def _word(value: object) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(f"{len(_word(one))}:{_word(one)}" for one in value) + "]"
    return line_of(value)


# In this order: a truth value is also an integer, and a time also a date.
_TAGS: tuple[tuple[str, type], ...] = (
    ("b", bool),
    ("i", int),
    ("f", float),
    ("s", str),
    ("x", bytes),
    ("d", Decimal),
    ("q", Fraction),
    ("t", datetime.datetime),
    ("D", datetime.date),
)


def _kind(label: object) -> str:
    """What tells a label from one of another type that reads the same."""
    if isinstance(label, np.datetime64):
        return "t"
    plain = label.item() if isinstance(label, np.generic) else label
    return next((tag for tag, kind in _TAGS if isinstance(plain, kind)), "?")


def label_text(label: Any) -> str:
    """A label of the data as a run stores it.

    Raises:
        Error: for what is too long, or nothing that a run can give back as it was.
    """
    plain = label.item() if isinstance(label, np.generic) and not isinstance(label, np.datetime64) else label
    for tag, kind in _TAGS:
        if type(plain) is kind:
            text = tag + (repr(plain) if kind is float else line_of(plain))
            try:
                size = len(text.encode())
            except UnicodeEncodeError:
                break
            if size > LONGEST_LABEL or "\0" in text:
                raise Error(
                    f"with run_id, items that no candidates name have at most {LONGEST_LABEL - 1} bytes and no NUL",
                    "outside_domain",
                )
            return text
    raise Error(
        f"with run_id, items that no candidates name are texts, numbers, booleans or dates, not {type(label).__name__};"
        " give candidates, or cast the item column to text",
        "outside_domain",
    )


def require_storable(labels: Iterable[Any]) -> None:
    """Refuse labels that a run could not store; None stands for what is never listed.

    Raises:
        Error: as ``label_text``.
    """
    for label in labels:
        if label is not None:
            label_text(label)


def label_from(text: str) -> Any:
    """The label that was stored."""
    tag, rest = text[0], text[1:]
    match tag:
        case "b":
            return rest == "True"
        case "i":
            return int(rest)
        case "f":
            return float(rest)
        case "x":
            return bytes.fromhex(rest)
        case "d":
            return Decimal(rest)
        case "q":
            return Fraction(rest)
        case "t":
            return datetime.datetime.fromisoformat(rest)
        case "D":
            return datetime.date.fromisoformat(rest)
    return rest


def labels_text(labels: Iterable[Sequence[Any]]) -> str:
    """The labels of several tables, one after the other, each with its length before it."""
    out = []
    for table in labels:
        out.append(f"{len(table)};")
        for label in table:
            text = label_text(label)
            out.append(f"{len(text)}:{text}")
    return "".join(out)


def labels_from(text: str) -> list[list[Any]]:
    """The same read back."""
    out = []
    while text:
        count, _, text = text.partition(";")
        table = []
        for _ in range(int(count)):
            size, _, text = text.partition(":")
            table.append(label_from(text[: int(size)]))
            text = text[int(size) :]
        out.append(table)
    return out


def room_of_labels(tables: int, k: int) -> int:
    """The most that ``labels_text`` takes of a run's room, where a newline and a backslash count twice."""
    return tables * (24 + k * (2 * LONGEST_LABEL + 8))
