"""The public list of candidates."""

from __future__ import annotations

import io
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
    if isinstance(candidates, (str, bytes, bytearray)):
        raise TypeError("candidates must be a list of items, not one text; write [text]")
    if isinstance(candidates, io.IOBase):
        raise TypeError("candidates must be a list of items, not a file; write file.read().splitlines()")
    if isinstance(candidates, (set, frozenset, dict)):
        raise TypeError("candidates must be in order; write sorted(candidates) or list(candidates)")
    # Asked of the type: a lazy frame would begin to work for an answer.
    named = any(hasattr(type(candidates), name) for name in ("columns", "column_names"))
    if named or getattr(candidates, "ndim", 1) != 1:
        raise TypeError("candidates must be one column of items, not a frame; write candidates[name]")
    labels = _as_list(candidates)
    if any(map(_is_null, labels)):
        raise Error("candidates must not be null")
    try:
        distinct = len(set(labels))
    except TypeError:
        raise TypeError("candidates must be texts, numbers, booleans or dates") from None
    if distinct != len(labels):
        raise Error("candidates must be distinct")
    return labels


def _as_list(candidates: object) -> list[Any]:
    if isinstance(candidates, np.ndarray) and candidates.dtype.kind == "M":
        return list(candidates)  # as a list of Python's own, nanoseconds would become plain integers
    if getattr(getattr(candidates, "dtype", None), "time_unit", None) == "ns":
        raise TypeError("candidates in nanoseconds would be cut to microseconds; cast them, or write a NumPy array")
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
    return labels


def _is_null(label: Any) -> bool:
    try:
        return label is None or bool(label != label)
    except ValueError:  # an array, which is refused for what it is
        return False
    except (TypeError, ArithmeticError):  # pandas.NA, and a signalling NaN
        return True
