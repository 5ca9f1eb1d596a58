"""What every public function answers to: names, types and words that are nearly right."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc
from discreet._words import ErrorKind


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function, every class that is called, and every public method."""
    for name in dc.__all__:
        thing = getattr(dc, name)
        if inspect.isroutine(thing):
            yield name, thing
        elif inspect.isclass(thing):
            if thing.__init__ is not object.__init__ and not issubclass(thing, (tuple, Exception)):
                yield name, thing.__init__
            for part in dir(thing):
                member = inspect.getattr_static(thing, part)
                if (not part.startswith("_") or part == "__call__") and not isinstance(member, (property, type)):
                    function = getattr(thing, part)
                    if inspect.isroutine(function) and "discreet" in str(getattr(function, "__module__", "")):
                        yield f"{name}.{part}", function


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_type_hints_are_found_on_every_public_function(name: str) -> None:
    hints = typing.get_type_hints(PUBLIC[name])
    assert "return" in hints
    signature = inspect.signature(PUBLIC[name])
    assert {p for p in signature.parameters if p not in ("self", "_", "__")} <= hints.keys()


def test_type_hints_are_found_on_every_public_class() -> None:
    for name in dc.__all__:
        if inspect.isclass(getattr(dc, name)):
            typing.get_type_hints(getattr(dc, name))


#: What may be any text: names of columns, datasets, groups, runs, people and roles, times, hashes, reasons, a sentence.
OPEN = {"at", "by", "dataset", "group", "hash", "head", "id", "item", "name", "ordered_at", "promise", "reason"}
OPEN |= {"request", "role", "run_id", "sha256", "unit", "user", "value", "what"}
CLOSED_ELSEWHERE = {"name": ("Measure", "Metric", "Measurement")}


def texts() -> Iterator[tuple[str, str]]:
    """Where a public annotation says nothing but that it is a text: whose, and which."""
    hints = {name: dict(typing.get_type_hints(function)) for name, function in PUBLIC.items()}
    for name in dc.__all__:
        thing = getattr(dc, name)
        if inspect.isclass(thing):
            known = hints.setdefault(f"{name}.", {})
            known.update(typing.get_type_hints(thing))
            for part, member in inspect.getmembers_static(thing, lambda member: isinstance(member, property)):
                known[part] = typing.get_type_hints(member.fget)["return"]
    for name, known in hints.items():
        for part, hint in known.items():
            if part != "return" and not part.startswith("_") and hint in (str, str | None):
                yield name, part


def test_a_choice_of_few_words_is_no_mere_text() -> None:
    found = list(texts())
    assert {part for _, part in found} == OPEN
    for part, owners in CLOSED_ELSEWHERE.items():
        assert not [owner for owner, name in found if name == part and owner.rstrip(".") in owners]


KEYWORDS = [
    (name, parameter.name)
    for name, function in PUBLIC.items()
    for parameter in inspect.signature(function).parameters.values()
    if parameter.name != "self" and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
]


def test_there_are_keywords_to_misspell() -> None:
    assert {"top_k", "plan", "zcdp_to_epsilon", "Ledger.charge", "PureCost", "to_opendp"} <= {n for n, _ in KEYWORDS}


@pytest.mark.parametrize(("name", "keyword"), [(n, k) for n, k in KEYWORDS if len(k) > 3])
def test_a_misspelt_keyword_is_answered_with_the_right_one(name: str, keyword: str) -> None:
    for wrong in (keyword[:-2] + keyword[-1], keyword[0] + keyword[2] + keyword[1] + keyword[3:], keyword + "s"):
        if (name, wrong) not in KEYWORDS and wrong != keyword:
            with pytest.raises(TypeError, match=rf"has no argument {wrong}; did you mean {keyword}\?"):
                PUBLIC[name](**{wrong: 1})


def test_the_words_of_other_libraries_are_understood() -> None:
    call: Any = dc.top_k
    for said, answer in (
        ({"eps": 1.0}, "write epsilon"),
        ({"sensitivty": 1}, r"did you mean sensitivity\?"),
        ({"maximize": True}, 'write optimize="max"'),
        ({"negate": True}, 'write optimize="min"'),
        ({"neighbours": "replace"}, "has no argument neighbours$"),
        ({"seed": 1}, "takes no seed"),
    ):
        with pytest.raises(TypeError, match=answer):
            call([1.0, 2.0], 1, scale=1.0, **said)
    with pytest.raises(TypeError, match=r"did you mean neighbors\?"):
        dc.top_k_items(None, neighbours="replace")  # type: ignore[call-overload]


def test_the_kinds_of_errors_are_those_of_the_library() -> None:
    source = Path(__file__).resolve().parents[2] / "include/discreet/error.hpp"
    body = source.read_text(encoding="utf-8").partition("enum class ErrorKind {")[2].partition("};")[0]
    names = re.findall(r"^ *(\w+),", body, re.MULTILINE)
    assert len(names) > 6
    assert sorted(names) == sorted(typing.get_args(ErrorKind))
    for name in names:
        assert f"``{name}``" in (dc.Error.__doc__ or "")


DOORS: dict[str, Callable[[Any], Any]] = {
    "top_k": lambda k: dc.top_k(np.arange(3.0), k, epsilon=1.0, sensitivity=1),
    "top_k of a list": lambda k: dc.top_k([1, 2, 3], k, rho=1.0, sensitivity=1),
    "top_k at a scale": lambda k: dc.top_k([1.0, 2.0, 3.0], k, scale=1.0),
    "plan": lambda k: dc.plan(k, epsilon=1.0, sensitivity=1, candidates=3),
    "plan at a scale": lambda k: dc.plan(k, scale=1.0, sensitivity=1, candidates=3),
    "calibrate_top_k": lambda k: dc.calibrate_top_k(k, dc.PureCost(1.0), sensitivity=1, candidates=3),
    "make_noisy_top_k": lambda k: dc.make_noisy_top_k("float64", dc.max_divergence(), k, 1.0, size=3),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_release_has_at_least_one_candidate_and_at_most_all_through_every_door(door: str) -> None:
    DOORS[door](1)
    DOORS[door](3)
    for k, rule in ((0, "k must be at least 1"), (np.int64(0), "k must be at least 1"), (4, "k must not|size|exceed")):
        with pytest.raises(dc.Error, match=rule) as refused:
            DOORS[door](k)
        assert refused.value.kind == "bad_parameter"


def test_no_items_and_no_charged_release_of_none(ledger: dc.Ledger) -> None:
    import pandas as pd

    rows = pd.DataFrame({"patient": [1, 2], "code": ["a", "b"]})
    said: dict[str, Any] = {"unit": "patient", "item": "code", "candidates": ["a", "b"], "epsilon": 1, "k": 0}
    charged: dict[str, Any] = {"ledger": ledger, "dataset": "visits"}
    calls: list[Callable[[], Any]] = [
        lambda: dc.top_k_items(rows, **said),
        lambda: dc.top_k_items(rows, **said, **charged),
        lambda: dc.top_k([1, 2], 0, epsilon=1, sensitivity=1, **charged),
        lambda: dc.plan(0, epsilon=1, sensitivity=1, candidates=2, **charged),
    ]
    for call in calls:
        with pytest.raises(dc.Error, match="k must be at least 1"):
            call()
    assert ledger.entries == []
