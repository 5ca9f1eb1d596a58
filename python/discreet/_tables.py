"""Tables: items that no list names, numbers beside them, groups and sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from . import _runs as runs
from ._candidates import as_candidates, require_bare
from ._charged import account, neighbors_of
from ._error import Error
from ._table_plan import described
from ._table_runs import Draw, Released, Shape, Stored, delivered, names_of, put_together
from ._tallies import Tally
from ._tally import tally
from ._tally_arguments import bounds_of, decimals_of, group_list, require_bare_groups
from ._units import is_part
from ._words import PAYS, Unit

_NO_LIST = (
    "candidates must be a public list of items, such as all codes of a catalogue; or give a delta, and the items are"
    " read from the data. They are never read from the data without one: an item that only one person has would then"
    " appear in the release, or be able to, because of that person, and no noise on the counts hides it"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What may be asked of a table beyond the names of a public list, as it was said."""

    limit: object
    items_per_unit: object
    by_nature: object
    threshold_share: object
    counts: object
    count_share: object
    confidence: object
    group: object
    groups: Iterable[Any] | None
    groups_per_unit: object
    value: object
    clip: object
    decimals: object

    def anything(self) -> bool:
        """Whether anything is."""
        said = (getattr(self, name) for name in self.__slots__)
        return any(value is not None and value is not False for value in said)

    def require_sound(self, *, listed: bool) -> None:
        """Refuse what does not go together.

        Raises:
            TypeError: if something does not.
        """
        for name, needed in _GOES_WITH.items():
            other = getattr(self, needed)
            if getattr(self, name) is not None and (other is None or other is False):
                raise TypeError(f"{name} goes with {needed}=: write both, or leave {name} out")
        if self.by_nature and self.items_per_unit is None:
            raise TypeError("by_nature goes with items_per_unit=: say how many items a unit has at most")
        for name in ("limit", "items_per_unit", "threshold_share"):
            if listed and getattr(self, name) is not None:
                raise TypeError(f"{name} is for items that no candidates name: leave it out, or the candidates")


_GOES_WITH = {
    "count_share": "counts",
    "confidence": "counts",
    "group": "groups",
    "groups": "group",
    "groups_per_unit": "group",
    "value": "clip",
    "clip": "value",
    "decimals": "value",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Private:
    """How private a table must be and who pays, as it was said."""

    k: object
    epsilon: object
    delta: object
    rho: object
    scale: object
    mechanism: object
    neighbors: object
    optimize: object
    ledger: object
    dataset: object
    by: object
    pay: object
    run_id: object

    def words(self, *, listed: bool, exact: bool) -> dict[str, str | None]:
        """The amounts as they cross to C++.

        Raises:
            TypeError: unless privacy is said in one way, with a delta where there is no public list.
        """
        if self.scale is not None or self.mechanism is not None:
            raise TypeError("scale and mechanism are for the names of a public list alone: write epsilon= or rho=")
        if not listed and self.delta is None:
            raise TypeError(_NO_LIST)
        # A delta for what stands in place of the list needs no epsilon, where something else bounds the rest.
        charged = self.ledger is not None
        beside = not listed and (self.rho is not None or (charged and self.epsilon is None))
        delta = None if beside else self.delta
        arguments.Privacy.require_one_way(self.epsilon, delta, self.rho, None, None, by_scale=False, charged=charged)
        said = {"epsilon": self.epsilon, "delta": self.delta, "rho": self.rho}
        if not exact:
            for name, value in said.items():
                if value is not None:
                    arguments.number(name, value)
        return {name: _amount(name, value) for name, value in said.items()}


def _amount(name: str, value: object) -> str | None:
    return None if value is None else amounts.text_of(name, value)


def _whole(name: str, value: object) -> int | None:
    return None if value is None else arguments.at_least_one(name, value)


def release(
    frame: Any, unit: Unit, item: str, candidates: Iterable[Any] | None, nulls: str, asked: Asked, private: Private
) -> Released:
    """Plan, read the rows, charge where somebody pays, and only then draw."""
    # Everything that can be refused is refused before the data is read.
    labels = None if candidates is None else as_candidates(candidates)
    if labels is not None:
        require_bare(labels, item)
    counting, by_nature = arguments.flag("counts", asked.counts), arguments.flag("by_nature", asked.by_nature)
    asked.require_sound(listed=labels is not None)
    payer = account(private.ledger, private.dataset, private.by, private.pay, private.run_id)
    groups = _groups(unit, item, asked)
    digits = decimals_of(0 if asked.decimals is None else asked.decimals)
    clip = bounds_of(asked.value, asked.clip, digits, listed=labels is not None)
    most_groups = _whole("groups_per_unit", asked.groups_per_unit) or 1
    words: dict[str, Any] = {
        "k": arguments.at_least_one("k", private.k),
        **private.words(listed=labels is not None, exact=payer is not None),
        "neighbors": neighbors_of(private.neighbors, payer, unit),
        "clip": clip,
        "counts": counting,
        "count_share": _amount("count_share", asked.count_share),
        "confidence": _amount("confidence", asked.confidence),
        "limit": _whole("limit", asked.limit),
        "items_per_unit": _whole("items_per_unit", asked.items_per_unit),
        "by_nature": by_nature,
        "threshold_share": _amount("threshold_share", asked.threshold_share),
        "groups_per_unit": most_groups,
        "smallest": arguments.optimize(private.optimize) == "min",
        "pay": None if private.pay is None else arguments.choice("pay", private.pay, PAYS),
        "candidates": None if labels is None else len(labels),
        "groups": None if groups is None else len(groups),
    }
    if payer is not None:
        columns = {"unit": unit, "item": item, "group": asked.group, "value": asked.value}
        said = words | {"nulls": nulls, "decimals": digits}
        payer = payer.asking("top_k_items", said, columns=columns, lists={"candidates": labels, "groups": groups})
    paying = None if payer is None else payer.plain()
    plain, draw, stored = cast("tuple[dict[str, Any], Draw, Stored]", _core.kinds["table"](paying, words))
    how = described(plain, words, digits)
    name = "count" if asked.value is None else "sum"
    shape = Shape(how, name, digits, labels, payer)
    found = stored() if payer is not None and payer.run_id is not None else None
    if found is not None:
        return delivered(shape, groups, found)
    tallies = tally(
        frame,
        unit,
        item,
        candidates=labels,
        limit=how.limit,
        items_per_unit=words["items_per_unit"],
        by=cast("str | None", asked.group),
        groups=groups,
        groups_per_unit=most_groups,
        value=cast("str | None", asked.value),
        clip=cast("tuple[Any, Any] | None", asked.clip),
        decimals=digits,
        nulls=nulls,
    )
    by_label = labels is None and how.limit is None
    inputs = [_in_order(table, by_label=by_label) for table in tallies]
    numbers = [_numbers(table, by_nature=by_nature) for table in inputs]
    if labels is None and payer is not None and payer.run_id is not None:
        # What cannot be stored is refused before anything is charged, whatever would be drawn.
        for table in inputs:
            runs.require_storable(table.items)
        room = runs.room_of_labels(len(inputs), how.k)
        return delivered(shape, groups, draw(numbers, lambda drawn: names_of(inputs, drawn), room))
    tables, paid, replayed, _ = draw(numbers, None, 0)
    items = [[given.items[index] for index in table[0]] for given, table in zip(inputs, tables, strict=True)]
    return put_together(shape, groups, tables, items, paid, replayed=replayed)


def _groups(unit: object, item: object, asked: Asked) -> list[Any] | None:
    if asked.group is not None:
        column = arguments.text("group", asked.group)
        if any(is_part(column, other) for other in (unit, item, asked.value)):
            raise Error("group must be a column of its own")
    labels = group_list(asked.group, asked.groups)
    if labels is not None:
        require_bare_groups(labels, asked.group)
    return labels


def _in_order(table: Tally, *, by_label: bool) -> Tally:
    """The same table in an order that does not depend on counts, where ties are decided by the order."""
    if not by_label:
        return table
    names = [repr(label) for label in table.items]
    order = sorted(range(len(names)), key=names.__getitem__)
    places = np.asarray(order, dtype=np.int64)
    published = None if table.published is None else table.published[places]
    return Tally([table.items[place] for place in order], table.scores[places], published, table.units)


def _numbers(table: Tally, *, by_nature: bool) -> tuple[Any, Any, int]:
    """What the list is chosen by, what is published, and how many units there are."""
    listed_by = np.ascontiguousarray(table.scores, dtype=np.int64)
    if by_nature or table.published is None:
        return listed_by, listed_by, table.units
    return listed_by, np.ascontiguousarray(table.published, dtype=np.int64), table.units
