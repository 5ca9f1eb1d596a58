"""top_k and noisy_max run without a Python frame where they can, and are functions to everybody who looks."""

from __future__ import annotations

import inspect
import pickle
import pydoc
from typing import Any

import numpy as np
import pytest

import discreet as dc

SCORES = np.array([1.0, 9e9, 8e9])
SAID: dict[str, Any] = {"epsilon": 1.0, "sensitivity": 1}


@pytest.mark.parametrize("function", [dc.top_k, dc.noisy_max])
def test_it_looks_like_a_function(function: Any) -> None:
    assert function.__module__ == "discreet._selection"
    assert function.__qualname__ == function.__name__
    parameters = inspect.signature(function).parameters
    assert next(iter(parameters)) == "scores"
    assert parameters["optimize"].default == "max"
    assert parameters["epsilon"].kind is inspect.Parameter.KEYWORD_ONLY
    assert inspect.isroutine(function)
    assert repr(function).startswith(f"<function {function.__name__}")
    assert "Release the ind" in pydoc.render_doc(function)
    assert pickle.loads(pickle.dumps(function)) is function

    class Holder:
        kept = function

    assert Holder().kept is function


def test_arguments_come_in_any_order_and_by_any_equal_name() -> None:
    made_at_run_time = {"".join(["eps", "ilon"]): 1.0, "".join(["sensi", "tivity"]): 1, "".join(["k", ""]): 2}
    assert dc.top_k(SCORES, **made_at_run_time).tolist() == [1, 2]
    assert dc.top_k(optimize="min", sensitivity=1, epsilon=1.0, k=1, scores=SCORES).tolist() == [0]
    assert dc.top_k(SCORES, 2, **SAID).tolist() == [1, 2]
    assert dc.noisy_max(sensitivity=1, scores=SCORES, epsilon=1.0) == 1


def test_wrong_calls_are_refused_as_python_refuses_them() -> None:
    calls: list[tuple[Any, str]] = [
        (lambda: dc.top_k(), "scores"),
        (lambda: dc.top_k(SCORES, **SAID), "'k'"),
        (lambda: dc.top_k(SCORES, 1, 1.0, sensitivity=1), "positional"),
        (lambda: dc.top_k(SCORES, 1, k=2, **SAID), "multiple values"),
        (lambda: dc.top_k(SCORES, 1, scores=SCORES, **SAID), "multiple values"),
        (lambda: dc.noisy_max(SCORES, k=1, **SAID), "no argument k; write top_k"),
        (lambda: dc.noisy_max(SCORES, 1, **SAID), "positional"),
        (lambda: dc.noisy_max(**SAID), "scores"),
    ]
    for call, message in calls:
        with pytest.raises(TypeError, match=message):
            call()


def test_both_ways_answer_alike() -> None:
    whole = inspect.unwrap(dc.top_k)
    assert whole is not dc.top_k
    for scores in (SCORES, SCORES.tolist(), SCORES[::-1]):
        for optimize in ("max", "min"):
            quick = dc.top_k(scores, 3, scale=1.0, optimize=optimize)
            slow = whole(scores, 3, scale=1.0, optimize=optimize)
            assert quick.dtype == slow.dtype == np.int64
            assert quick.tolist() == slow.tolist()


def test_both_ways_refuse_a_sensitivity_that_is_none_beside_a_scale() -> None:
    for call in (dc.top_k, inspect.unwrap(dc.top_k)):
        for bad in (0, -1.0, float("inf"), float("nan")):
            with pytest.raises(dc.Error, match="sensitivity must be finite and above 0"):
                call(SCORES, 1, scale=1.0, sensitivity=bad)


def test_an_error_is_raised_once_and_leaves_no_trace_behind() -> None:
    with pytest.raises(dc.Error, match="NaN") as refused:
        dc.top_k(np.array([np.nan]), 1, scale=1.0)
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None
    assert dc.top_k(SCORES, 1, **SAID).tolist() == [1]
