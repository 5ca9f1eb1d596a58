"""Keys as words of SQL's casts."""

from __future__ import annotations

import datetime
import decimal
import math

from ._keys import Key
from ._kinds import Column, Kind


def spelled(key: Key, column: Column) -> str:
    """The word that a cast to the column's type makes this key of, and no other."""
    match key:
        case bool():
            return "true" if key else "false"
        case float():
            return repr(key) if math.isfinite(key) else ("Infinity" if key > 0 else "-Infinity")
        case decimal.Decimal():
            return format(key, "f")
        case int() if column.kind is Kind.DATE:
            return (datetime.date(1970, 1, 1) + datetime.timedelta(days=key)).isoformat()
        case int() if column.kind is Kind.DATETIME:
            day = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=key // 1000)
            return day.isoformat(sep=" ", timespec="microseconds")
        case int():
            return str(key)
    raise AssertionError("texts and bytes are not spelled")
