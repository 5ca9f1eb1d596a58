"""What may be asked of quantiles, and what to write instead."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from . import _amounts as amounts
from . import _arguments as arguments
from ._error import Error
from ._grid import Grid, exact_number
from ._tally_arguments import group_list, require_bare_groups
from ._units import is_part
from ._words import NAMED_QUANTILES, PAYS, PER_UNIT, NamedQuantiles, PerUnit

MOST_QUANTILES = 1000
MOST_DENOMINATOR = 4096
_PARTS: dict[NamedQuantiles, int] = {"median": 2, "quartiles": 4, "deciles": 10, "percentiles": 100}
_NUMBERS = (int, float, Decimal, Fraction, np.integer, np.floating)

_RULE = "quantiles must be a number above 0 and below 1, a list of such, or " + " or ".join(
    f'"{name}"' for name in NAMED_QUANTILES
)


def quantiles_of(said: object) -> tuple[list[Fraction], bool]:
    """The quantiles that were asked for, in the order given, and whether it is one that was not in a list.

    Raises:
        TypeError: for what is no number, no name and no list of numbers.
        Error: for quantiles that cannot be released, none at all, too many, or one twice.

    Examples:
        >>> quantiles_of("quartiles")
        ([Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)], False)
        >>> quantiles_of(0.1)
        ([Fraction(1, 10)], True)
    """
    if isinstance(said, np.ndarray) and said.ndim == 0:
        said = said[()]
    if isinstance(said, str):
        parts = _PARTS[_name(said)]
        return [Fraction(part, parts) for part in range(1, parts)], parts == 2
    if isinstance(said, (bool, np.bool_, *_NUMBERS)):
        return [_quantile(said)], True
    if said is None or isinstance(said, (bytes, dict, set, frozenset)) or not isinstance(said, Iterable):
        raise TypeError(f"{_RULE}, not {'None' if said is None else type(said).__name__}")
    found: list[Fraction] = []
    for each in said:
        if len(found) == MOST_QUANTILES:
            raise Error(f"quantiles must be at most {MOST_QUANTILES:,}")
        found.append(_quantile(each))
    if not found:
        raise Error("quantiles must not be empty")
    if len(set(found)) != len(found):
        raise Error("quantiles must differ: one is there twice")
    if math.lcm(*(q.denominator for q in found)) > MOST_DENOMINATOR:
        raise Error(
            f"quantiles must be fractions with a common denominator of at most {MOST_DENOMINATOR}: round them all to as"
            " many digits, three at most"
        )
    return found, False


def _name(said: str) -> NamedQuantiles:
    for name in NAMED_QUANTILES:
        if name == said:
            return name
    try:
        _quantile(said)
    except (Error, TypeError):
        raise Error(_RULE) from None
    raise Error(f"quantiles: write {said.strip()} without quotes, or [{said!r}] in a list")


def _quantile(said: object) -> Fraction:
    if isinstance(said, str) and said in NAMED_QUANTILES:
        raise Error(f"quantiles: write {said!r} alone, not in a list")
    found = exact_number("a quantile", said)
    if not 0 < found < 1:
        raise Error(
            "a quantile must be above 0 and below 1; the bounds are public, and the smallest and the largest value"
            " cannot be released well: every cell beyond them scores the same"
        )
    if found.denominator > MOST_DENOMINATOR:
        raise Error(
            f"a quantile must be a fraction with a denominator of at most {MOST_DENOMINATOR}, which {said} is not:"
            " write round(q, 3) (of an array q.round(3)), or a fraction such as fractions.Fraction(1, 3)"
        )
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Privately:
    """How private quantiles must be, as it was said."""

    epsilon: object
    delta: object
    rho: object
    pay: object
    exact: bool

    def words(self) -> dict[str, str | None]:
        """The amounts as they cross to C++.

        Raises:
            TypeError: unless privacy is said in one way.
        """
        said = {"epsilon": self.epsilon, "delta": self.delta, "rho": self.rho}
        arguments.Privacy.require_one_way(
            self.epsilon, self.delta, self.rho, None, None, by_scale=False, charged=self.exact
        )
        if not self.exact:
            for name, value in said.items():
                if value is not None:
                    arguments.number(name, value)
        out = {name: None if value is None else amounts.text_of(name, value) for name, value in said.items()}
        return out | {"pay": None if self.pay is None else arguments.choice("pay", self.pay, PAYS)}


def per_unit_of(said: object, grid: Grid) -> PerUnit:
    """Which value stands for a unit.

    Raises:
        TypeError: for the sum of dates, which would be one of days since 1970.
    """
    rule = arguments.choice("per_unit", said, PER_UNIT)
    if rule == "sum" and grid.dates:
        raise TypeError('per_unit="sum" is for numbers: days cannot be added up')
    return rule


def groups_of(unit: object, value: object, group: object, groups: Iterable[Any] | None) -> list[Any] | None:
    """The public list of groups, if any.

    Raises:
        TypeError: for one of ``group`` and ``groups`` alone, and for what is no list.
        Error: for a group that is another column, and for a list that is none of groups.
    """
    if (group is None) != (groups is None):
        raise TypeError(
            "group and groups go together: group= names the column, groups= is the public list of groups, which are"
            " never read from the data"
        )
    if group is None:
        return None
    column = arguments.text("group", group)
    if any(is_part(column, other) for other in (unit, value)):
        raise Error("group must be a column of its own")
    labels = group_list(group, groups)
    assert labels is not None
    require_bare_groups(labels, group)
    return labels


def kept_groups(groups_per_unit: object, rule: PerUnit, *, grouped: bool) -> int:
    """How many groups a unit keeps.

    Raises:
        TypeError: if it is said where there are none, or where nothing is left out.
    """
    if groups_per_unit is None:
        return 1
    if not grouped:
        raise TypeError("groups_per_unit goes with groups=: write both, or leave groups_per_unit out")
    if rule == "share":
        raise TypeError(
            'groups_per_unit goes with one value per unit, such as per_unit="median"; a share is divided among all of a'
            " unit's rows in all groups"
        )
    return arguments.at_least_one("groups_per_unit", groups_per_unit)


def words_of(
    quantiles: list[Fraction],
    grid: Grid,
    private: Privately,
    neighbors: str,
    rule: PerUnit,
    units: object,
    groups: int | None,
    groups_per_unit: int,
) -> dict[str, Any]:
    """What is asked, as it crosses to C++; the quantiles rise."""
    return {
        "quantiles": [_plain(q) for q in sorted(quantiles)],
        "grid": plain_grid(grid),
        **private.words(),
        "neighbors": neighbors,
        "per_unit": rule,
        "units": None if units is None else arguments.at_least_one("units", units),
        "groups": groups,
        "groups_per_unit": groups_per_unit,
    }


def plain_grid(grid: Grid) -> tuple[str, str, str]:
    """Lower, upper and step as they cross to C++."""
    return _plain(grid.lower), _plain(grid.upper), _plain(grid.step)


def _plain(number: Fraction) -> str:
    return f"{number.numerator:x}/{number.denominator:x}"
