"""The public grid on which quantiles are found: lower, lower + step, …, upper."""

from __future__ import annotations

import datetime
import math
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from ._error import Error

#: A bound: a number (a float means its shortest decimal; int, str, Decimal and Fraction are taken exactly) or a date.
Bound: TypeAlias = (
    int | float | str | Decimal | Fraction | np.floating[Any] | np.integer[Any] | datetime.date | np.datetime64
)
#: A step: a number as for a bound, or a whole number of days.
Step: TypeAlias = (
    int | float | str | Decimal | Fraction | np.floating[Any] | np.integer[Any] | datetime.timedelta | np.timedelta64
)

MOST_CELLS = 2**40
EPOCH = datetime.date(1970, 1, 1)
_DAY = datetime.timedelta(days=1)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# No double is larger, and none has a longer denominator.
_LONGEST = 10**400


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells lower + j·step for j from 0 to cells − 1; where values are dates, in days from 1970.

    Examples:
        >>> grid = grid_of(0, 1, "0.1")
        >>> grid.cells, grid.cell(Fraction(0.3)), grid.cell(Fraction("0.25")), grid.cell(Fraction(7))
        (11, 3, 3, 10)
        >>> grid.value(3)
        Fraction(3, 10)
        >>> days = grid_of("2026-01-01", "2026-12-31", None)
        >>> days.shown(days.cell_of(datetime.datetime(2026, 3, 1, 15)))
        datetime.date(2026, 3, 1)
    """

    lower: Fraction
    upper: Fraction
    step: Fraction
    dates: bool = False

    @property
    def cells(self) -> int:
        """How many cells there are: 2 to 2^40."""
        return int((self.upper - self.lower) / self.step) + 1

    def value(self, cell: int) -> Fraction:
        """The value that a cell stands for."""
        return self.lower + cell * self.step

    def shown(self, cell: int) -> float | datetime.date:
        """The same as people read it."""
        value = self.value(cell)
        return EPOCH + int(value) * _DAY if self.dates else float(value)

    def cell(self, value: Fraction | int) -> int:
        """The nearest cell, halves up, after clamping; exactly."""
        place = math.floor((value - self.lower) / self.step + Fraction(1, 2))
        return min(max(place, 0), self.cells - 1)

    def cell_of(self, value: Any) -> int | None:
        """The cell of a value of Python's or NumPy's; None for one that is dropped: None, NaN and NaT.

        Raises:
            TypeError: for what is no number, or with dates no date. The message never shows the value.
        """
        if _is_missing(value):
            return None
        found = _day_of("a value", value) if self.dates else _number_in_data(value)
        if isinstance(found, float):
            return None if math.isnan(found) else self.cells - 1 if found > 0 else 0
        return None if found is None else self.cell(found)


def grid_of(lower: object, upper: object, step: object) -> Grid:
    """The grid that was asked for.

    Raises:
        TypeError: for what is no number and no date, and for one of each.
        Error: for bounds that are not finite or the wrong way round, and for a step that does not divide.
    """
    dates = [is_date(bound) for bound in (lower, upper)]
    if dates[0] != dates[1]:
        raise TypeError("lower and upper must be two numbers or two dates")
    if dates[0]:
        low, high = Fraction(_day("lower", lower)), Fraction(_day("upper", upper))
    else:
        low, high = exact_number("lower", lower), exact_number("upper", upper)
    if low >= high:
        raise Error("lower must be below upper")
    if dates[0]:
        size = Fraction(1) if step is None else _days(step)
    else:
        size = _whole_step(low, high) if step is None else exact_number("step", step)
    if size <= 0:
        raise Error("step must be above 0")
    if ((high - low) / size).denominator != 1:
        raise Error("step must divide upper - lower into a whole number of steps")
    if (high - low) / size >= MOST_CELLS:
        raise Error("a grid has at most 2^40 cells: write a larger step, or closer bounds")
    return Grid(low, high, size, dates[0])


def is_date(value: object) -> bool:
    """Whether a bound is a date, or the text of one."""
    if isinstance(value, str):
        return _DATE.fullmatch(value) is not None
    return isinstance(value, (datetime.date, np.datetime64))


def exact_number(name: str, value: object) -> Fraction:
    """What somebody means by a number, exactly; a float means its shortest decimal.

    Raises:
        TypeError: for what is no number and no text.
        Error: for a text that is no number, and for what is not finite or very long.
    """
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be a number, not a bool")
    if isinstance(value, (float, np.floating)):
        value = repr(float(value))
    if isinstance(value, np.integer):
        value = int(value)
    if isinstance(value, (int, Fraction)):
        found = Fraction(value)
    elif isinstance(value, (str, Decimal)):
        found = _from_text(name, str(value))
    else:
        kind = "None" if value is None else type(value).__name__
        raise TypeError(f"{name} must be an int, a float, a str, a Decimal, a Fraction or a date, not {kind}")
    if max(abs(found.numerator), found.denominator) >= _LONGEST:
        raise Error(f"{name} must be a finite number that a float is near to")
    return found


def _from_text(name: str, text: str) -> Fraction:
    refused = Error(f"{name} must be a finite number, such as 0.25, 1e3 or 1/3")
    # So long a text is no number that anybody means, and Python takes its time with it.
    if len(text) > 800 or not text.isascii() or "_" in text:
        raise refused
    numerator, bar, denominator = text.partition("/")
    try:
        if bar:
            return Fraction(int(numerator), int(denominator))
        found = Decimal(text)
        # Written out, an exponent of a billion is a number of a billion digits.
        if not found.is_finite() or (found and abs(found.adjusted()) > 400):
            raise refused
        return Fraction(found)
    except (ValueError, InvalidOperation, ZeroDivisionError):
        raise refused from None


def _whole_step(low: Fraction, high: Fraction) -> Fraction:
    if low.denominator == high.denominator == 1 and high - low >= 100:
        return Fraction(1)
    raise TypeError(
        "step must be said: write step= how far apart the values are that may be released; it is 1 where both bounds"
        " are whole and at least 100 apart"
    )


def _day(name: str, value: object) -> int:
    if isinstance(value, str):
        try:
            value = datetime.date.fromisoformat(value)
        except ValueError:
            raise Error(f"{name} must be a date that there is, such as 2026-01-31") from None
    found = _day_of(name, value)
    if found is None:
        raise Error(f"{name} must be a date, not NaT")
    if isinstance(value, (datetime.datetime, np.datetime64)) and _time_of_day(value):
        raise Error(f"{name} must be a whole day: write a date, without a time of day")
    if not datetime.date.min.toordinal() <= found + EPOCH.toordinal() <= datetime.date.max.toordinal():
        raise Error(f"{name} must be a date of the years 1 to 9999")
    return found


def _time_of_day(value: datetime.datetime | np.datetime64) -> bool:
    if isinstance(value, np.datetime64):
        return bool(value.astype("datetime64[D]") != value)
    return value.time() != datetime.time() or getattr(value, "nanosecond", 0) != 0


def _days(step: object) -> Fraction:
    if isinstance(step, datetime.timedelta):
        size = Fraction(step // datetime.timedelta(microseconds=1), 86_400_000_000)
    elif isinstance(step, np.timedelta64):
        if np.isnat(step) or np.datetime_data(step.dtype)[0] in ("Y", "M", "generic"):
            raise Error("step must be a whole number of days: a month or a year is not always as long")
        size = Fraction(int(step.astype("timedelta64[ns]").astype("int64")), 86_400 * 10**9)
    else:
        size = exact_number("step", step)
    if size.denominator != 1:
        raise Error("step must be a whole number of days where the bounds are dates")
    return size


def _is_missing(value: object) -> bool:
    """Whether it is None, or what pandas and NumPy have for a value that is not there."""
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return bool(np.isnat(value))
    return value is None or type(value).__name__ in ("NaTType", "NAType")


def _day_of(name: str, value: object) -> int | None:
    """The day from 1970 on which a date or a time without a zone lies; None for what is missing."""
    if _is_missing(value):
        return None
    if isinstance(value, np.datetime64):
        return int(value.astype("datetime64[D]").astype("int64"))
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            raise TypeError(
                f"{name} must have no time zone, because the day depends on it: convert to the zone that you mean, and"
                " drop the zone"
            )
        return (value.date() - EPOCH).days
    if isinstance(value, datetime.date):
        return (value - EPOCH).days
    if isinstance(value, float) and math.isnan(value):  # what stands for a missing date among objects
        return None
    raise TypeError(f"{name} must be a date, not {type(value).__name__}, where the bounds are dates")


def _number_in_data(value: object) -> Fraction | int | float | None:
    """A number of the data, exactly; a float where it is infinite or NaN."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError("values must be numbers, not booleans; write 1 and 0")
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return Fraction(*value.as_integer_ratio()) if math.isfinite(value) else float(value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, Decimal):
        if value.is_nan():
            return None
        # Written out, an exponent of a billion is a number of a billion digits; beyond every bound, it is clamped.
        if not value.is_finite() or (value and value.adjusted() > 500):
            return math.copysign(math.inf, value)
        # Nearer to 0 than anything but 0 that decides between two cells, and on the same side of it.
        tiny = value and value.adjusted() < -1000
        return Fraction(1 if value > 0 else -1, 10**1000) if tiny else Fraction(value)
    raise TypeError(
        f"values must be numbers where the bounds are, not {type(value).__name__}"
        + ("; write lower= and upper= as dates" if isinstance(value, (datetime.date, np.datetime64)) else "")
    )
