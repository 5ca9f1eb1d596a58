"""Tables of exact scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from ._kinds import Column
from ._names import label_of
from ._tally_terms import Found, Integers


@dataclass(frozen=True, slots=True)
class Tally:
    """The table of one group, or of all rows.

    Attributes:
        items: the labels: the candidates in their order; without candidates those with a score above 0, best first.
        scores: one for each: how many units have it, or the sum of their clipped sums, scaled by decimals.
        published: with items_per_unit, the same of all items of a unit; None without.
        units: how many units have a row left in this table.

    With a limit there are at most limit + 1 scores, the largest. Those equal to the (limit + 1)-th have None for a
    label: nothing at the cut or below is ever listed, so which of the tied ones they are does not matter, and no engine
    is asked for an order among them.
    """

    items: list[Any]
    scores: Integers
    published: Integers | None
    units: int


class Tallies(Sequence[Tally]):
    """A tally for each group of the list, in its order, built when it is asked for; one without groups."""

    def __init__(self, found: Found, labels: list[Any] | None, item: Column, limit: int | None) -> None:
        """Brings what an engine found into an order that no engine, and no order of rows, has a part in."""
        self._labels, self._limit, self._units = labels, limit, found.units
        self._item = item
        keys: Sequence[Any] = found.items
        if labels is None:
            # By their labels' bytes or numbers: any order will do that is the items' own.
            by_key = sorted(range(len(keys)), key=keys.__getitem__)
        else:
            by_key = np.argsort(np.asarray(keys, dtype=np.int64), kind="stable").tolist()
        order = np.asarray(by_key, dtype=np.int64)
        if labels is None:
            order = order[np.argsort(-found.scores[order], kind="stable")]
        order = order[np.argsort(found.groups[order], kind="stable")]
        self._keys = [keys[place] for place in order]
        self._scores = found.scores[order]
        self._published = None if found.published is None else found.published[order]
        self._begins = np.searchsorted(found.groups[order], np.arange(len(found.units) + 1))

    def __len__(self) -> int:
        """How many groups there are."""
        return len(self._units)

    @overload
    def __getitem__(self, group: int) -> Tally: ...
    @overload
    def __getitem__(self, group: slice) -> list[Tally]: ...
    def __getitem__(self, group: int | slice) -> Tally | list[Tally]:
        """The tally of the group at that place."""
        if isinstance(group, slice):
            return [self[place] for place in range(len(self))[group]]
        place = range(len(self))[group]
        part = slice(int(self._begins[place]), int(self._begins[place + 1]))
        keys, scores = self._keys[part], self._scores[part]
        published = None if self._published is None else self._published[part]
        units = int(self._units[place])
        if self._labels is not None:
            every = np.zeros(len(self._labels), dtype=np.int64)
            every[np.asarray(keys, dtype=np.int64)] = scores
            return Tally(self._labels, every, None, units)
        items = [label_of(key, self._item) for key in keys]
        if self._limit is not None and len(scores) > self._limit:
            above = int(np.count_nonzero(scores > scores[-1]))
            items[above:] = [None] * (len(items) - above)
        return Tally(items, scores, published, units)
