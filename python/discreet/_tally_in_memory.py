"""Adding up rows that are in memory, by integers of numpy's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ._keys import Key
from ._kinds import Column
from ._names import digest, name_of
from ._tally_terms import LARGEST, Columns, Found, Integers, Terms

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Coded:
    """A column's values as numbers from 0 on, the same for equal values.

    Attributes:
        codes: the number of each row.
        distinct: how many numbers there are.
        keys: the keys of some numbers.
    """

    codes: Integers
    distinct: int
    keys: Callable[[Integers], Sequence[Key]]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows that lack nothing; places are -1 where the value is not on the list."""

    columns: Columns
    units: Coded
    items: Coded | None
    item_places: Integers | None
    group_places: Integers | None
    values: Integers | None


def tally_rows(rows: Rows, terms: Terms) -> Found:
    """Add them up."""
    listed = np.ones(len(rows.units.codes), dtype=np.bool_)
    for places in (rows.item_places, rows.group_places):
        if places is not None:
            listed &= places >= 0
    units = rows.units.codes[listed]
    groups = np.zeros(len(units), dtype=np.int64) if rows.group_places is None else rows.group_places[listed]
    if rows.item_places is not None:
        assert terms.candidates is not None
        items, width = rows.item_places[listed], max(terms.candidates.values(), default=0) + 1
    else:
        assert rows.items is not None
        items, width = rows.items.codes[listed], rows.items.distinct
    values = None if rows.values is None else rows.values[listed]

    # A cell is a group and an item; one entry for each unit and cell, by unit.
    cells, at = numbered(groups, items, width)
    pairs, entry = numbered(units, at, max(len(cells), 1))
    owner, cell = pairs // max(len(cells), 1), pairs % max(len(cells), 1)
    amounts = None
    if values is not None:
        assert terms.clip is not None
        amounts = np.clip(exact_sums(values, entry, len(pairs)), *terms.clip)
    group, item = cells // max(width, 1), cells % max(width, 1)
    names = _Names(rows, terms)

    if terms.groups_per_unit is not None:
        visits, of_entry = numbered(owner, group[cell], terms.tables)
        kept = smallest(
            visits // terms.tables,
            terms.groups_per_unit,
            lambda some: names.digests(visits[some] // terms.tables, visits[some] % terms.tables, None),
        )[of_entry]
        owner, cell = owner[kept], cell[kept]
        amounts = None if amounts is None else amounts[kept]
    visits = numbered(owner, group[cell], terms.tables)[0]
    seen = np.bincount(visits % terms.tables, minlength=terms.tables).astype(np.int64)

    everything = _totals(cell, amounts, len(cells))
    if terms.items_per_unit is None:
        scores, published = everything, None
    else:
        kept = smallest(
            owner,
            terms.items_per_unit,
            lambda some: names.digests(
                owner[some], None if terms.groups is None else group[cell[some]], item[cell[some]]
            ),
        )
        scores = _totals(cell[kept], None if amounts is None else amounts[kept], len(cells))
        published = everything

    wanted = np.flatnonzero(scores > 0 if terms.candidates is None else scores != 0)
    if terms.limit is not None:
        wanted = wanted[np.lexsort((-scores[wanted], group[wanted]))]
        wanted = wanted[_rank_in(group[wanted]) <= terms.limit]
    found = item[wanted] if rows.items is None else rows.items.keys(item[wanted])
    return Found(
        group[wanted],
        found.tolist() if isinstance(found, np.ndarray) else found,
        scores[wanted],
        None if published is None else published[wanted],
        seen,
    )


def numbered(upper: Integers, lower: Integers, width: int) -> tuple[Integers, Integers]:
    """The distinct pairs as ``upper * width + lower``, ascending, and the place of each row's among them."""
    if len(upper) and (int(upper.max()) + 1) * width >= 2**63:
        raise OverflowError
    distinct, inverse = np.unique(upper * np.int64(width) + lower, return_inverse=True)
    return distinct, inverse.reshape(-1)


def _rank_in(parts: Integers) -> Integers:
    """How many entries of the same part stand before each one; parts are together."""
    begins = np.flatnonzero(np.r_[True, parts[1:] != parts[:-1]]) if len(parts) else np.zeros(0, dtype=np.int64)
    lengths = np.diff(np.r_[begins, len(parts)])
    return np.arange(len(parts), dtype=np.int64) - np.repeat(begins, lengths)


def smallest(owner: Integers, most: int, digests: Callable[[Integers], list[bytes]]) -> Mask:
    """Which things are kept: those of each owner with the smallest digests; the things of an owner are together."""
    crowded = np.bincount(owner)[owner] > most if len(owner) else np.zeros(0, dtype=np.bool_)
    kept = ~crowded
    some = np.flatnonzero(crowded)
    words = np.frombuffer(b"".join(digests(some)), dtype=">u8").reshape(-1, 4)
    order = np.lexsort((words[:, 3], words[:, 2], words[:, 1], words[:, 0], owner[some]))
    kept[some[order]] = _rank_in(owner[some][order]) < most
    return kept


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of units, groups and items, by number."""

    rows: Rows
    terms: Terms

    def digests(self, units: Integers, groups: Integers | None, items: Integers | None) -> list[bytes]:
        """The digest of each line, of the names that it has."""
        columns = self.rows.columns
        parts = [names_of(self.rows.units, units, columns.unit)]
        if groups is not None:
            parts.append([self.terms.group_names[place] for place in groups])
        if items is not None:
            assert self.rows.items is not None
            parts.append(names_of(self.rows.items, items, columns.item))
        return [digest(names) for names in zip(*parts, strict=True)]


def names_of(coded: Coded, numbers: Integers, column: Column) -> list[bytes]:
    """The name of each value, by its number."""
    distinct, inverse = np.unique(numbers, return_inverse=True)
    names = [name_of(key, column) for key in coded.keys(distinct)]
    return [names[place] for place in inverse.reshape(-1)]


def _totals(cell: Integers, amounts: Integers | None, cells: int) -> Integers:
    if amounts is None:
        return np.bincount(cell, minlength=cells).astype(np.int64)
    return exact_sums(amounts, cell, cells)


def exact_sums(values: Integers, parts: Integers, count: int) -> Integers:
    """The sum of each part's values, exactly, then clamped to 64 bits.

    In halves: neither the sums of the upper 32 bits nor those of the lower ones can pass 64 bits in 2^31 rows, so
    together they are the exact sum, whatever the order. Clamped on the way it would depend on the order.
    """
    if len(values) >= 2**31:
        raise OverflowError
    order = np.argsort(parts, kind="stable")
    sorted_parts = parts[order]
    begins = np.flatnonzero(np.r_[True, sorted_parts[1:] != sorted_parts[:-1]]) if len(order) else order
    sums = np.zeros(count, dtype=np.int64)
    if not len(order):
        return sums
    upper = np.add.reduceat(values[order] >> np.int64(32), begins)
    lower = np.add.reduceat(values[order] & np.int64(2**32 - 1), begins)
    upper += lower >> np.int64(32)
    lower &= np.int64(2**32 - 1)
    fits = (upper >= -(2**31)) & (upper < 2**31)
    # The lesser end is -2^63 + 1, as everywhere, so that a sum has a negative.
    exact = np.maximum((np.where(fits, upper, 0) << np.int64(32)) | lower, -LARGEST)
    sums[sorted_parts[begins]] = np.where(fits, exact, np.where(upper < 0, -LARGEST, LARGEST))
    return sums


def scaled_values(values: Integers, factor: int) -> Integers:
    """Values times a power of ten; what does not fit 64 bits is the nearest that does."""
    bound = LARGEST // factor
    return np.clip(values, -bound, bound) * np.int64(factor)
