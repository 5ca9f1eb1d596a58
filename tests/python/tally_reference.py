"""What a tally must be, by sets and dictionaries of Python's, and random rows to hold engines to it."""

from __future__ import annotations

import datetime
import decimal
import hashlib
import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

Row = tuple[Any, Any, Any, Any]
Cell = tuple[Any, Any]
EPOCH = datetime.datetime(1970, 1, 1)


@dataclass
class Expected:
    """The table of one group."""

    scores: dict[Any, int] = field(default_factory=dict)
    published: dict[Any, int] = field(default_factory=dict)
    units: int = 0


def is_value(value: Any) -> bool:
    return value is not None and value == value


def name(value: Any) -> bytes:
    match value:
        case bool():
            return str(value).lower().encode()
        case int():
            return str(value).encode()
        case str():
            return value.encode()
        case bytes():
            return value
        case decimal.Decimal():
            return str(int(value)).encode()
        case datetime.datetime():
            since = value.astimezone(datetime.UTC).replace(tzinfo=None) if value.tzinfo else value
            return str((since - EPOCH) // datetime.timedelta(microseconds=1) * 1000).encode()
        case datetime.date():
            return value.isoformat().encode()
    raise AssertionError


def rank(*values: Any) -> str:
    text = b"".join(str(len(each)).encode() + b":" + each for each in map(name, values))
    return hashlib.sha256(text).hexdigest()


def expected(
    rows: list[Row],
    *,
    candidates: list[Any] | None = None,
    items_per_unit: int | None = None,
    groups: list[Any] | None = None,
    groups_per_unit: int = 1,
    clip: tuple[int, int] | None = None,
    power: int = 1,
) -> list[Expected]:
    """One table for each group; scores are of what is kept, published of all."""
    sums: dict[Any, dict[Cell, int]] = defaultdict(lambda: defaultdict(int))
    for unit, item, group, value in rows:
        whole = is_value(unit) and is_value(item) and (clip is None or is_value(value))
        if whole and (candidates is None or item in candidates) and (groups is None or group in groups):
            cell = (None if groups is None else group, item)
            sums[unit][cell] += 0 if clip is None else int(value * power)
    tables = {group: Expected() for group in ([None] if groups is None else groups)}
    for unit, cells in sums.items():
        visited = sorted({group for group, _ in cells}, key=lambda group: "" if groups is None else rank(unit, group))
        visited = visited[:groups_per_unit] if groups is not None else visited
        left = [cell for cell in cells if cell[0] in visited]
        kept = left
        if items_per_unit is not None:
            kept = sorted(left, key=lambda cell: rank(unit, *(cell[groups is None :])))[:items_per_unit]
        for group in visited:
            tables[group].units += 1
        for cell in left:
            amount = 1 if clip is None else max(clip[0], min(clip[1], cells[cell]))
            table, item = tables[cell[0]], cell[1]
            table.published[item] = table.published.get(item, 0) + amount
            if cell in kept:
                table.scores[item] = table.scores.get(item, 0) + amount
    return list(tables.values())


def check(
    tallies: Any, tables: list[Expected], *, candidates: Any = None, limit: Any = None, kept: bool = False
) -> None:
    """Hold what an engine says to what is expected."""
    assert len(tallies) == len(tables)
    for tally, table in zip(tallies, tables, strict=True):
        assert tally.units == table.units
        assert len(tally.items) == len(tally.scores)
        scores = tally.scores.tolist()
        if candidates is not None:
            assert tally.items == candidates
            assert scores == [table.scores.get(item, 0) for item in candidates]
            continue
        above = {item: score for item, score in table.scores.items() if score > 0}
        assert scores == sorted(scores, reverse=True)
        if limit is None:
            assert dict(zip(tally.items, scores, strict=True)) == above
        else:
            largest = sorted(above.values(), reverse=True)[: limit + 1]
            assert scores == largest
            cut = largest[-1] if len(largest) > limit else 0
            named = {item: score for item, score in zip(tally.items, scores, strict=True) if item is not None}
            assert named == {item: score for item, score in above.items() if score > cut}
            assert tally.items[len(named) :] == [None] * (len(scores) - len(named))
        if kept:
            assert tally.published.tolist() == [table.published[item] for item in tally.items]
        else:
            assert tally.published is None


def random_rows(units: list[Any], items: list[Any], groups: list[Any], values: list[Any], count: int) -> list[Row]:
    """Rows in which some items are frequent, and some units have much."""
    draw = random.choice
    often = items[: max(1, len(items) // 3)]
    return [
        (draw(units), draw(often if random.random() < 0.5 else items), draw(groups), draw(values)) for _ in range(count)
    ]


def columns(rows: list[Row]) -> dict[str, list[Any]]:
    """The rows as columns of a frame."""
    names = ("who", "what", "where", "much")
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}
