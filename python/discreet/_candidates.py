"""The public list of candidates."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._error import Error


def as_candidates(candidates: object) -> list[Any]:
    """The labels in order.

    Raises:
        TypeError: for what is no list, and for no candidates at all.
        Error: for nulls and duplicates.
    """
    if candidates is None:
        raise TypeError(
            "candidates must be a public list of items, such as all codes of a catalogue. They are never read from the"
            " data: an item that only one person has would then appear in the release, or be able to, because of"
            " that person, and no noise on the counts hides it"
        )
    if isinstance(candidates, (str, bytes)):
        raise TypeError("candidates must be a list of items, not one text; write [text]")
    if isinstance(candidates, (set, frozenset, dict)):
        raise TypeError("candidates must be in order; write sorted(candidates) or list(candidates)")
    for method in ("to_list", "to_pylist", "tolist"):
        if hasattr(candidates, method):
            labels = getattr(candidates, method)()
            break
    else:
        if not isinstance(candidates, Iterable):
            raise TypeError(f"candidates must be a list of items, not {type(candidates).__name__}")
        labels = list(candidates)
    if not isinstance(labels, list):
        raise TypeError("candidates must be a list of items")
    if any(label is None or label != label for label in labels):
        raise Error("candidates must not be null")
    try:
        distinct = len(set(labels))
    except TypeError:
        raise TypeError("candidates must be texts, numbers, booleans or dates") from None
    if distinct != len(labels):
        raise Error("candidates must be distinct")
    return labels


_KINDS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("booleans", (bool, np.bool_)),
    ("numbers", (int, float, np.integer, np.floating, decimal.Decimal)),
    ("texts", (str,)),
    ("dates and times", (datetime.date, datetime.time, datetime.timedelta, np.datetime64)),
    ("bytes", (bytes,)),
)


def _kind(label: object) -> str:
    for name, types in _KINDS:
        if isinstance(label, types):
            return name
    raise TypeError(f"candidates must be texts, numbers, booleans or dates, not {type(label).__name__}")


def require_comparable(nw: Any, dtype: Any, labels: list[Any]) -> None:
    """Refuse candidates that no value of the column can equal: all counts would be 0.

    Raises:
        TypeError: if the kinds differ.
    """
    kinds = {_kind(label) for label in labels}
    if len(kinds) > 1:
        raise TypeError(f"candidates must be of one kind, not {' and '.join(sorted(kinds))}")
    if dtype in (nw.String, nw.Categorical, nw.Enum):
        holds = "texts"
    elif dtype == nw.Boolean:
        holds = "booleans"
    elif dtype.is_numeric():
        holds = "numbers"
    elif dtype.is_temporal():
        holds = "dates and times"
    else:
        return
    if kinds and kinds != {holds}:
        raise TypeError(f"the item column holds {holds}, but the candidates are {kinds.pop()}; convert the candidates")
