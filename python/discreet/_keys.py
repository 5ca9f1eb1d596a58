"""Candidates become keys: the values of the item column that they equal, each exactly and no two the same."""

from __future__ import annotations

import datetime
import decimal
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._error import Error
from ._kinds import NUMBERS, TICKS, Column, Kind, kind_of, refusal

# Texts and bytes are themselves, numbers are the number, dates count days and times nanoseconds from the start of 1970.
Key = str | bytes | bool | int | float | decimal.Decimal

_EPOCH = datetime.date(1970, 1, 1)
_FIRST_DAY, _LAST_DAY = ((day - _EPOCH).days for day in (datetime.date.min, datetime.date.max))
_DAY = 86_400 * 10**9


def one_kind(labels: Sequence[Any]) -> None:
    """Refuse candidates of several kinds.

    Raises:
        TypeError: if there are any.
    """
    kinds = {"numbers" if kind in NUMBERS else kind.value for kind in map(kind_of, labels)}
    if len(kinds) > 1:
        raise TypeError(f"candidates must be of one kind, not {' and '.join(sorted(kinds))}")


def keys_of(column: Column, labels: Sequence[Any]) -> dict[Key, int]:
    """The key of each candidate, with the candidate's place. Those that the column's type cannot hold have none.

    Distinct candidates have distinct keys, and an item has at most one key: proofs/python/counting.md.

    Raises:
        TypeError: if the column holds what no candidate can equal.
        Error: if a candidate lies between the values of the column's type, or none is within its range.
    """
    if column.kind is Kind.EMPTY:
        return {}
    places: dict[Key, int] = {}
    fitting = 0
    for place, label in enumerate(labels):
        key = _key(column, label)
        if key is None:
            continue
        fitting += 1
        places[key] = place
    if len(places) != fitting:
        raise Error("candidates must be distinct")
    if labels and not places:
        raise Error(f"candidates must be within the range of the item column's type, {column.native}")
    return places


def _key(column: Column, label: Any) -> Key | None:
    kind = kind_of(label)
    match column.kind, kind:
        case (Kind.TEXT, Kind.TEXT):
            return _text(label)
        case (Kind.BYTES, Kind.BYTES):
            return bytes(label) if column.width in (None, len(label)) else None
        case (Kind.BOOLEAN, Kind.BOOLEAN):
            return bool(label)
        case (Kind.INTEGER, Kind.INTEGER | Kind.FLOAT | Kind.DECIMAL):
            return _integer(column, label)
        case (Kind.FLOAT, Kind.INTEGER | Kind.FLOAT):
            return _float(column, label)
        case (Kind.DECIMAL, Kind.INTEGER | Kind.DECIMAL):
            return _decimal(column, label)
        case (Kind.DATE, Kind.DATE):
            return _days(label)
        case (Kind.DATETIME, Kind.DATETIME) | (Kind.INSTANT, Kind.INSTANT):
            return _nanoseconds(column, label)
    raise refusal(column, kind, label)


def _between(column: Column, label: object, cure: str) -> Error:
    return Error(
        f"the item column is of type {column.native}, which has no value equal to a candidate (type"
        f" {type(label).__name__}): {cure}"
    )


def _text(label: str) -> str:
    text = str.__str__(label)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Error("candidates must be valid Unicode: no text of an engine has half of a surrogate pair") from None
    return text


def _integer(column: Column, label: Any) -> int | None:
    try:
        number = int(label)
    except (OverflowError, ValueError):
        return None
    if number != label:
        raise _between(column, label, "write whole numbers")
    fits = (column.low is None or column.low <= number) and (column.high is None or number <= column.high)
    return number if fits else None


def _float(column: Column, label: Any) -> float | None:
    try:
        number = float(label)
    except OverflowError:
        return None
    with np.errstate(all="ignore"):
        held = float(np.array(number, dtype=f"float{column.bits}"))
    if held != label:
        cures = {16: "write [float(numpy.float16(c)) for c in candidates]"}
        cures |= {32: "write [float(numpy.float32(c)) for c in candidates]", 64: "write floating-point numbers"}
        raise _between(column, label, f"{cures[column.bits]}, or cast the column")
    return held + 0.0  # so that -0.0 is 0.0


def _decimal(column: Column, label: Any) -> decimal.Decimal | None:
    number = decimal.Decimal(int(label)) if kind_of(label) is Kind.INTEGER else label
    if not number.is_finite():
        return None
    if column.scale is None:
        return number if number else decimal.Decimal(0)
    sign, digits, exponent = number.as_tuple()
    # By integers, as the thread's decimal context may round.
    whole, rest = _scaled(int("".join(map(str, digits))), int(exponent) + column.scale)
    if rest:
        raise _between(column, label, f"round the candidates to {column.scale} digits after the point")
    if column.digits is not None and whole >= 10**column.digits:
        return None
    places = tuple(map(int, str(whole)))
    return decimal.Decimal((sign if whole else 0, places, -column.scale))


def _scaled(number: int, power: int) -> tuple[int, int]:
    if number == 0:
        return 0, 0
    # No engine has decimals of 400 digits, and a number of d digits is below 10^(d + 1): larger powers say no more.
    if power >= 0:
        return number * int(10 ** min(power, 400)), 0
    return divmod(number, int(10 ** min(-power, len(str(number)) + 1)))


def _days(label: Any) -> int:
    if isinstance(label, np.datetime64):
        step = int(np.datetime_data(label.dtype)[1])
        days = int(label.astype(np.int64)) * step
    else:
        days = (label - _EPOCH).days
    if not _FIRST_DAY <= days <= _LAST_DAY:
        raise Error("candidates must be in the years 1 to 9999")
    return days


def _nanoseconds(column: Column, label: Any) -> int | None:
    """Nanoseconds from the start of 1970, in UTC where there is a zone."""
    if isinstance(label, np.datetime64):
        unit, step = np.datetime_data(label.dtype)
        since = int(label.astype(np.int64)) * int(step) * (TICKS | {"m": 60 * 10**9, "h": 3600 * 10**9})[unit]
    else:
        offset = label.utcoffset() or datetime.timedelta(0)
        wall = label.toordinal() - _EPOCH.toordinal(), label.hour, label.minute, label.second
        seconds = ((wall[0] * 24 + wall[1]) * 60 + wall[2]) * 60 + wall[3]
        micro = seconds * 10**6 + label.microsecond - offset // datetime.timedelta(microseconds=1)
        since = micro * 1000 + int(getattr(label, "nanosecond", 0))
    if not _FIRST_DAY * _DAY <= since < (_LAST_DAY + 1) * _DAY:
        raise Error("candidates must be in the years 1 to 9999")
    if since % column.tick:
        raise _between(column, label, "cast the column to a finer unit, or round the candidates to its own")
    return since if -(2**63) < since // column.tick < 2**63 else None
