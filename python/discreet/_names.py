"""What values of columns are called: as labels of a table, and as texts that every engine agrees on."""

from __future__ import annotations

import datetime
import decimal
import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._keys import Key
from ._kinds import Column, Kind

FIRST_DAY, LAST_DAY = datetime.date.min, datetime.date.max
_EPOCH = datetime.date(1970, 1, 1)
_MIDNIGHT = datetime.datetime(1970, 1, 1)


def label_of(key: Key, column: Column) -> Any:
    """The value of Python's that a key stands for: another for each key, and never a failure.

    A failure would tell of the data. So a day or a time that is no date of Python's (before the year 1, after 9999, or
    between two microseconds) is one of numpy's. Times with a zone are in UTC.
    """
    match column.kind:
        case Kind.DATE:
            assert isinstance(key, int)
            days = key + _EPOCH.toordinal()
            inside = FIRST_DAY.toordinal() <= days <= LAST_DAY.toordinal()
            return datetime.date.fromordinal(days) if inside else np.datetime64(key, "D")
        case Kind.DATETIME | Kind.INSTANT:
            assert isinstance(key, int)
            return _time(key, column)
    return key


def _time(since: int, column: Column) -> Any:
    """A time, from nanoseconds since the start of 1970."""
    micro, rest = divmod(since, 1000)
    if rest == 0:
        try:
            time = _MIDNIGHT + datetime.timedelta(microseconds=micro)
        except OverflowError:
            pass
        else:
            return time if column.kind is Kind.DATETIME else time.replace(tzinfo=datetime.UTC)
    unit = {1: "ns", 10**3: "us", 10**6: "ms", 10**9: "s"}[column.tick]
    return np.datetime64(since // column.tick, unit)  # type: ignore[call-overload]


def text_of(encoded: bytes) -> str:
    """The text of these bytes; what is no UTF-8 stays apart from everything else."""
    return encoded.decode(errors="surrogateescape")


def has_names(column: Column) -> bool:
    """Whether every engine can write a column's values as the same texts."""
    return column.kind is not Kind.FLOAT and (column.kind is not Kind.DECIMAL or column.scale == 0)


def name_of(key: Key, column: Column) -> bytes:
    """The text of a value, the same in every engine and, for texts, in the program.

    Texts are UTF-8 and bytes themselves; integers and decimals without a fraction are decimal digits; truth values
    true or false; dates ISO 8601 or, outside the years 1 to 9999, the days from 1970; times nanoseconds from 1970.
    """
    match key:
        case bytes():
            return key
        case bool():
            return b"true" if key else b"false"
        case str():
            try:
                return key.encode(errors="surrogateescape")
            except UnicodeEncodeError:
                return key.encode(errors="surrogatepass")
        case int() if column.kind is Kind.DATE:
            label = label_of(key, column)
            return (label.isoformat() if isinstance(label, datetime.date) else str(key)).encode()
        case decimal.Decimal():
            return _digits(int(key))
        case int():
            return _digits(key)
    return str(key).encode()


def _digits(number: int) -> bytes:
    """However many: Python itself writes some thousands of digits at most, and a refusal would tell of the data."""
    try:
        return str(number).encode()
    except ValueError:
        return format(decimal.Decimal(number), "f").encode()


def unit_name(key: Key, column: Column) -> bytes:
    """The text of a value that is part of a unit: its name, or where engines write it in different ways, one of its own
    for each value."""
    return name_of(key, column) if has_names(column) else str(key).encode()


def joined(names: Iterable[bytes]) -> bytes:
    """The names one after the other, each after its length in bytes as a decimal and a colon: 1:a2:bc for a and bc.

    So no two lists of names are one text. It is also the name of a unit of several columns, here and in the program.
    """
    return b"".join(b"%d:%b" % (len(name), name) for name in names)


def digest(names: Iterable[bytes]) -> bytes:
    """SHA-256 of names, as they are ``joined``.

    Of a unit's items those with the smallest digests of (unit, item) are kept, with groups of (unit, group, item), and
    of its groups those with the smallest of (unit, group). The same text is hashed by the program, so that rows that
    say the same keep the same items wherever they are.
    """
    return hashlib.sha256(joined(names)).digest()
