"""The public list of candidates."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from ._error import Error

# Characters at a text's ends that nobody sees and str.strip leaves: soft hyphen, marks of direction, byte order mark …
_WITHOUT_WIDTH = "\u00ad\u200b\u200e\u200f\u2060\ufeff"


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
    if isinstance(candidates, (str, bytes, bytearray)):
        raise TypeError("candidates must be a list of items, not one text; write [text]")
    if isinstance(candidates, io.IOBase):
        raise TypeError("candidates must be a list of items, not a file; write file.read().splitlines()")
    if isinstance(candidates, (set, frozenset, dict)):
        raise TypeError("candidates must be in order; write sorted(candidates) or list(candidates)")
    # Asked of the type: a lazy frame would begin to work for an answer, and a column of Spark has whatever is asked.
    kind = type(candidates)
    named = any(hasattr(kind, name) for name in ("columns", "column_names"))
    if named or (hasattr(kind, "ndim") and getattr(candidates, "ndim", 1) != 1):
        raise TypeError("candidates must be one column of items, not a frame; write candidates[name]")
    labels = _as_list(candidates)
    if any(map(_is_null, labels)):
        raise Error("candidates must not be null")
    try:
        # Python calls the two passes of a repeated hour equal; they are two instants.
        distinct = len({(label, getattr(label, "fold", 0)) for label in labels})
    except TypeError:
        raise TypeError("candidates must be texts, numbers, booleans or dates") from None
    if distinct != len(labels):
        raise Error("candidates must be distinct")
    return labels


def require_bare(labels: list[Any], item: object) -> None:
    """Refuse what reading lines leaves at their ends and in front of them: a budget would buy a random answer.

    Raises:
        Error: if a text has a blank at an end, all stand in quotes, or the first is a header or a comment.
    """
    texts = [label for label in labels if isinstance(label, str)]
    if texts and isinstance(item, str) and str.casefold(texts[0]) == item.casefold():
        raise Error(
            "candidates must not begin with the name of the item column, as a file with a header does; write"
            " candidates[1:], or put it behind another if it is an item"
        )
    if texts and texts[0].startswith("#") and not all(text.startswith("#") for text in texts):
        raise Error(
            "candidates must not begin with a comment; write candidates[1:], or put it behind another if it is an item"
        )
    if any(str.strip(text) != text or str.strip(text, _WITHOUT_WIDTH) != text for text in texts):
        raise Error(
            "candidates must not begin or end with a blank or a line's end; write [c.strip() for c in candidates], and"
            " strip the item column too if it is padded"
        )
    if texts and all(len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" for text in texts):
        raise Error("candidates must stand without quotes around them; write [c[1:-1] for c in candidates]")


def _as_list(candidates: object) -> list[Any]:
    if isinstance(candidates, np.ndarray) and candidates.dtype.kind == "M":
        return list(candidates)  # as a list of Python's own, nanoseconds would become plain integers
    kind = type(candidates)
    if hasattr(kind, "dtype") and getattr(getattr(candidates, "dtype", None), "time_unit", None) == "ns":
        raise TypeError("candidates in nanoseconds would be cut to microseconds; cast them, or write a NumPy array")
    for method in ("to_list", "to_pylist", "tolist"):
        if hasattr(kind, method):
            labels = getattr(candidates, method)()
            break
    else:
        try:
            labels = list(candidates)  # type: ignore[call-overload]
        except TypeError:
            raise TypeError(f"candidates must be a list of items, not {kind.__name__}") from None
    if not isinstance(labels, list):
        raise TypeError("candidates must be a list of items")
    return labels


def _is_null(label: Any) -> bool:
    try:
        return label is None or bool(label != label)
    except ValueError:  # an array, which is refused for what it is
        return False
    except (TypeError, ArithmeticError):  # pandas.NA, and a signalling NaN
        return True
