"""The ways to break the code that tests/mutations states; tools/mutations.py says what a file there holds."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path


class InvalidError(Exception):
    """A mutation that proves nothing: it does not apply, does not build, or its tests do not pass without it."""


@dataclass(frozen=True)
class Mutation:
    """One stated way to break the code."""

    name: str
    file: str
    before: str
    after: str
    target: str
    filter: str
    why: str


def read(path: Path) -> list[Mutation]:
    """The mutations of a file: one, or one in each of its tables; every key must be there and no other."""
    table = tomllib.loads(path.read_text())
    if table and all(isinstance(one, dict) for one in table.values()):
        return [_mutation(f"{path.stem}_{name}", one) for name, one in table.items()]
    return [_mutation(path.stem, table)]


def _mutation(name: str, table: dict[str, object]) -> Mutation:
    wanted = {"before": "from", "after": "to"} | {k: k for k in ("file", "target", "filter", "why")}
    if set(table) != set(wanted.values()) or not all(isinstance(v, str) for v in table.values()):
        raise InvalidError(f"{name} must have exactly the texts {', '.join(sorted(wanted.values()))}")
    named = {field: str(table[key]) for field, key in wanted.items()}
    assert set(named) | {"name"} == {field.name for field in fields(Mutation)}
    return Mutation(name=name, **named)


def mutate(text: str, mutation: Mutation) -> str:
    """The text of the mutant."""
    found = text.count(mutation.before)
    if found != 1:
        raise InvalidError(f"`from` occurs {found} times in {mutation.file}, not once")
    if mutation.before == mutation.after:
        raise InvalidError("`to` is the same as `from`")
    return text.replace(mutation.before, mutation.after)
