"""What one gets at from an object of the library."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import pickle
from collections.abc import Callable, Iterator
from typing import Any

# These change the object itself, which is whoever writes them breaking what he holds.
CHANGING = {"__init__", "__setstate__", "__setattr__", "__delattr__", "__new__", "close", "__exit__", "write_witness"}


WAYS_TO_COPY: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    dataclasses.replace,
    lambda x: dataclasses.replace(x, scale=1e-9),
    lambda x: dataclasses.replace(x, _draw=None),
    lambda x: type(x)(**dataclasses.asdict(x)),
    lambda x: x.__reduce__(),
    lambda x: x.__reduce_ex__(4),
    *(functools.partial(lambda p, x: pickle.loads(pickle.dumps(x, protocol=p)), p) for p in (0, 2, 5)),
]


def copies(thing: Any) -> Iterator[tuple[int, Any]]:
    for number, way in enumerate(WAYS_TO_COPY):
        try:
            yield number, way(thing)
        except Exception:
            continue


def parts(thing: Any) -> Iterator[Any]:
    inner = ("__self__", "__func__", "__wrapped__", "func", "args")
    names = [name for name in inner if hasattr(thing, name)] if inspect.isroutine(thing) else dir(thing)
    for name in names:
        if name not in CHANGING and name not in dir(object):
            try:
                yield getattr(thing, name)
            except Exception:
                continue
    for cell in getattr(thing, "__closure__", None) or ():
        yield cell.cell_contents
    if isinstance(thing, (tuple, list, set)):
        yield from thing
    if isinstance(thing, dict):
        yield from thing.values()


def is_ours(thing: Any) -> bool:
    """Whether it is of the library, or holds what may be."""
    if isinstance(thing, type):
        return False
    if isinstance(thing, (tuple, list, dict, set)):
        return True
    owner = getattr(thing, "__self__", thing)
    modules = (type(owner).__module__, getattr(thing, "__module__", None) if callable(thing) else None)
    # A function that the extension made is of the library that binds it.
    return any(str(module).split(".")[0] in ("discreet", "nanobind") for module in modules)


def reachable(root: Any) -> list[Any]:
    """Everything that one gets at from an object, and from its copies, without naming the library again."""
    found: list[Any] = []
    seen = set()
    waiting: list[tuple[Any, int | None]] = [(root, None)]
    while waiting:
        thing, copied = waiting.pop()
        key = (type(thing), repr(thing), copied)
        if key in seen or not is_ours(thing):
            continue
        seen.add(key)
        found.append(thing)
        waiting.extend((part, copied) for part in parts(thing))
        if copied is None:
            waiting.extend((twin, way) for way, twin in copies(thing))
    return found
