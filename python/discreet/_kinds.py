"""What a column holds, and what a candidate is."""

from __future__ import annotations

import datetime
import decimal
import enum
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np


class Kind(enum.Enum):
    """Values that equal values of the same kind only; numbers of all three kinds are compared as numbers."""

    TEXT = "texts"
    BYTES = "bytes"
    BOOLEAN = "booleans"
    INTEGER = "integers"
    FLOAT = "floating-point numbers"
    DECIMAL = "decimals"
    DATE = "dates"
    DATETIME = "times without a zone"
    INSTANT = "times with a zone"
    # What only a unit may be: the engine tells such values apart, and no candidate is compared with them.
    IDENTIFIER = "identifiers"
    EMPTY = "no values"
    UNKNOWN = "other values"


NUMBERS = (Kind.INTEGER, Kind.FLOAT, Kind.DECIMAL)

# How many nanoseconds a unit of time has.
TICKS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


@dataclass(frozen=True, slots=True)
class Column:
    """What an engine says of a column, before a row is read.

    Attributes:
        kind: what it holds.
        native: its type, as its engine writes it.
        low: of integers, the smallest that the type has; None without an end.
        high: of integers, the largest.
        bits: of floating-point numbers, 16, 32 or 64.
        digits: of decimals, all digits; None without an end.
        scale: of decimals, those after the point.
        tick: of times, the nanoseconds that one step of the type has.
        width: of bytes, how many every value has; None where they differ.
    """

    kind: Kind
    native: str
    low: int | None = None
    high: int | None = None
    bits: int = 64
    digits: int | None = None
    scale: int | None = None
    tick: int = 1
    width: int | None = None


def integers(native: str, bits: int, *, signed: bool) -> Column:
    """A column of integers of that many bits."""
    low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
    return Column(Kind.INTEGER, native, low=low, high=high)


def no_row_counts(columns: Iterable[Column]) -> bool:
    """Whether one of them has no values, so that no row counts.

    All doors answer then without an engine: to refuse would be free, and tell that there are none.
    """
    return any(column.kind is Kind.EMPTY for column in columns)


# In this order: a truth value of Python's is also an integer.
_TYPES: tuple[tuple[tuple[type, ...], Kind], ...] = (
    ((bool, np.bool_), Kind.BOOLEAN),
    ((int, np.integer), Kind.INTEGER),
    ((float, np.float16, np.float32), Kind.FLOAT),
    ((decimal.Decimal,), Kind.DECIMAL),
    ((str,), Kind.TEXT),
    ((bytes,), Kind.BYTES),
)


def kind_of(label: object) -> Kind:
    """What a candidate is.

    Raises:
        TypeError: if it is nothing that a column holds.
    """
    for types, kind in _TYPES:
        if isinstance(label, types):
            return kind
    if isinstance(label, datetime.datetime):
        return Kind.DATETIME if label.utcoffset() is None else Kind.INSTANT
    if isinstance(label, datetime.date):
        return Kind.DATE
    if isinstance(label, np.datetime64):
        unit = np.datetime_data(label.dtype)[0]
        if unit == "D":
            return Kind.DATE
        if unit in (*TICKS, "m", "h"):
            return Kind.DATETIME
    raise TypeError(
        f"candidates must be texts, numbers, booleans or dates, not {type(label).__name__}; write them as texts, and"
        " cast the item column to text"
    )


# What people meet most, in the words of what to write; `c` is a candidate.
_CURES = {
    (Kind.TEXT, Kind.BYTES): "write [c.decode() for c in candidates]",
    (Kind.BYTES, Kind.TEXT): "write [c.encode() for c in candidates]",
    (Kind.FLOAT, Kind.DECIMAL): "write [float(c) for c in candidates]",
    (Kind.DECIMAL, Kind.FLOAT): "write [decimal.Decimal(str(c)) for c in candidates]",
    (Kind.INTEGER, Kind.TEXT): "write [int(c) for c in candidates]",
    (Kind.FLOAT, Kind.TEXT): "write [float(c) for c in candidates]",
    (Kind.DECIMAL, Kind.TEXT): "write [decimal.Decimal(c) for c in candidates]",
    (Kind.DATE, Kind.TEXT): "write [datetime.date.fromisoformat(c) for c in candidates]",
    (Kind.DATE, Kind.DATETIME): "write [c.date() for c in candidates]",
    (Kind.DATE, Kind.INSTANT): "write [c.date() for c in candidates]",
    (Kind.DATETIME, Kind.TEXT): "write [datetime.datetime.fromisoformat(c) for c in candidates]",
    (Kind.DATETIME, Kind.DATE): "make the column dates, or write [datetime.datetime(c.year, c.month, c.day) for c in"
    " candidates] if every item is at midnight",
    (Kind.DATETIME, Kind.INSTANT): "write [c.astimezone(zone).replace(tzinfo=None) for c in candidates], with the zone"
    " that the column's times are meant in",
    (Kind.INSTANT, Kind.TEXT): "write [datetime.datetime.fromisoformat(c) for c in candidates], each with its zone",
    (Kind.INSTANT, Kind.DATE): "make the column dates, in the zone that you mean",
    (Kind.INSTANT, Kind.DATETIME): "write [c.replace(tzinfo=zone) for c in candidates], with the zone that they are"
    " meant in (in Spark: that of the session), or cast the column to times without a zone (timestamp_ntz)",
}


def refusal(column: Column, kind: Kind, label: object) -> TypeError:
    """Candidates that no value of the column equals, with both types and what to write."""
    cure = _CURES.get((column.kind, kind))
    if cure is None:
        cure = (
            "write [str(c) for c in candidates], if that is how the column spells them"
            if column.kind is Kind.TEXT
            else "convert the candidates or cast the column, so that both are alike"
        )
    return TypeError(
        f"the item column holds {column.kind.value} (type {column.native}), but the candidates are {kind.value} (type"
        f" {type(label).__name__}), so no item could equal them; {cure}"
    )
