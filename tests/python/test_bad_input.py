"""The bad-input table of every function: what is refused, as what, and what it says."""

from __future__ import annotations

import datetime
import decimal
import fractions
import importlib
import pickle
from typing import Any

import numpy as np
import pytest

import discreet as dc

NAN, INF = float("nan"), float("inf")
Row = tuple[dict[str, Any], type[Exception], str]

SCORES: list[tuple[Any, type[Exception], str]] = [
    (None, TypeError, "list or an array"),
    ("123", TypeError, "not str"),
    (b"123", TypeError, "not bytes"),
    ({1, 2}, TypeError, "not set"),
    ({"a": 1}, TypeError, "not dict"),
    (7, TypeError, "list or an array"),
    (np.float64(7), TypeError, "list or an array"),
    (iter([1, 2]), TypeError, "iterator"),
    ([[1, 2], [3, 4]], dc.Error, "one-dimensional"),
    ([[1, 2], [3]], TypeError, "flat list"),
    (np.zeros((2, 2)), dc.Error, "one-dimensional"),
    (np.zeros(3, np.float16), TypeError, "float32"),
    (np.zeros(3, np.longdouble), TypeError, "float64"),
    (np.zeros(3, bool), TypeError, "booleans"),
    ([True, False, True], TypeError, "booleans"),
    ([1, 2.5, True], TypeError, "booleans"),
    (np.zeros(3, complex), TypeError, "complex"),
    (np.zeros(3, object), TypeError, "object"),
    (np.zeros(3, "M8[s]"), TypeError, "dates"),
    (np.zeros(3, "m8[s]"), TypeError, "durations"),
    (["a", "b", "c"], TypeError, "texts"),
    (np.array(["a", "b", "c"], dtype=np.dtypes.StringDType()), TypeError, "texts"),
    ([datetime.date(2020, 1, 1)] * 3, TypeError, "object"),
    ([decimal.Decimal(1)] * 3, TypeError, "object"),
    ([1, None, 2], dc.Error, "null"),
    ([2**64, 1, 2], TypeError, "object"),
    ([2**53 + 1, 0.5, 1], dc.Error, "exact"),
    ([1.0, NAN, 2.0], dc.Error, "NaN"),
    (np.ma.array([1, 2, 3], mask=[True, False, False]), dc.Error, "null"),
    ([1.0], dc.Error, "k must not exceed the number of scores"),
]


@pytest.mark.parametrize(("scores", "error", "message"), SCORES)
def test_bad_scores_are_refused(scores: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        dc.top_k(scores, k=2, epsilon=1.0, sensitivity=1)
    if "exceed" not in message:
        with pytest.raises(error, match=message):
            dc.noisy_max(scores, epsilon=1.0, sensitivity=1)


def test_bad_columns_are_refused() -> None:
    pd, pl, pa = (importlib.import_module(name) for name in ("pandas", "polars", "pyarrow"))
    nulls = [
        pd.Series([1, None], dtype="Int64"),
        pl.Series([1, None]),
        pa.array([1, None]),
        pa.chunked_array([[1], [None]]),
    ]
    for scores in nulls:
        with pytest.raises(dc.Error, match="null") as refused:
            dc.top_k(scores, k=1, epsilon=1.0, sensitivity=1)
        assert refused.value.kind == "outside_domain"
    texts = [
        pd.Series(["a", "b"]),
        pl.Series(["a", "b"]),
        pa.array(["a", "b"]),
        pa.array([True, False]),
        pl.Series([True]),
    ]
    frames = [pd.DataFrame({"a": [1]}), pl.DataFrame({"a": [1]}), pa.table({"a": [1]})]
    for scores in [*texts, *frames, pa.array([1.0], pa.float16()), pl.Series([1, 2], dtype=pl.Datetime)]:
        with pytest.raises(TypeError):
            dc.top_k(scores, k=1, epsilon=1.0, sensitivity=1)


PRIVACY: list[Row] = [
    ({}, TypeError, "say how private"),
    ({"delta": 1e-6}, TypeError, "delta alone"),
    ({"epsilon": 1.0, "rho": 1.0}, TypeError, "epsilon and rho were given"),
    ({"epsilon": 1.0, "scale": 1.0}, TypeError, "write only one"),
    ({"rho": 1.0, "delta": 1e-6}, TypeError, "delta goes with epsilon"),
    ({"scale": 1.0, "delta": 1e-6}, TypeError, "delta goes with epsilon"),
    ({"epsilon": 1.0, "mechanism": "exponential"}, TypeError, "mechanism goes with scale"),
    ({"scale": 1.0, "mechanism": "laplace"}, dc.Error, "permute-and-flip"),
    ({"scale": 1.0, "mechanism": 1}, TypeError, "permute-and-flip"),
    ({"epsilon": "1"}, TypeError, "epsilon must be an int or a float, not str"),
    ({"epsilon": True}, TypeError, "not a bool"),
    ({"epsilon": 1 + 0j}, TypeError, "not complex"),
    ({"epsilon": decimal.Decimal(1)}, TypeError, "not Decimal"),
    ({"epsilon": fractions.Fraction(1, 3)}, TypeError, "not Fraction"),
    ({"epsilon": [1.0]}, TypeError, "not list"),
    ({"epsilon": 2**53 + 1}, dc.Error, "exactly"),
    ({"epsilon": 10**400}, dc.Error, "fit a float"),
    ({"epsilon": 0}, dc.Error, "must"),
    ({"epsilon": -1.0}, dc.Error, "must"),
    ({"epsilon": NAN}, dc.Error, "must"),
    ({"epsilon": INF}, dc.Error, "must"),
    ({"epsilon": 1.0, "delta": -1e-6}, dc.Error, "must"),
    ({"epsilon": 1.0, "delta": 1.0}, dc.Error, "must"),
    ({"epsilon": 1.0, "delta": NAN}, dc.Error, "must"),
    ({"epsilon": 1.0, "delta": "1"}, TypeError, "delta must be"),
    ({"rho": -0.1}, dc.Error, "must"),
    ({"rho": NAN}, dc.Error, "must"),
    ({"rho": "a"}, TypeError, "rho must be"),
    ({"scale": -1.0}, dc.Error, "scale must be finite"),
    ({"scale": -0.0}, dc.Error, "scale must be finite"),
    ({"scale": NAN}, dc.Error, "scale must be finite"),
    ({"scale": INF}, dc.Error, "scale must be finite"),
    ({"scale": "1"}, TypeError, "scale must be"),
    ({"epsilon": 1.0, "sensitivity": None}, TypeError, "most that one person"),
    ({"epsilon": 1.0, "sensitivity": 0}, dc.Error, "sensitivity"),
    ({"epsilon": 1.0, "sensitivity": -1}, dc.Error, "sensitivity"),
    ({"epsilon": 1.0, "sensitivity": NAN}, dc.Error, "sensitivity"),
    ({"epsilon": 1.0, "sensitivity": INF}, dc.Error, "sensitivity"),
    ({"epsilon": 1.0, "sensitivity": "1"}, TypeError, "sensitivity"),
    ({"epsilon": 1.0, "sensitivity": 2**60 + 1}, dc.Error, "exactly"),
    ({"epsilon": 1.0, "monotonic": 1}, TypeError, "True or False"),
    ({"epsilon": 1.0, "monotonic": None}, TypeError, "True or False"),
    ({"epsilon": 1.0, "seed": 3}, TypeError, "takes no seed"),
    ({"epsilon": 1.0, "random_state": 3}, TypeError, "takes no random_state"),
    ({"eps": 1.0}, TypeError, "write epsilon"),
    ({"epsilon": 1.0, "banana": 1}, TypeError, "no argument banana"),
]


@pytest.mark.parametrize(("said", "error", "message"), PRIVACY)
def test_bad_privacy_is_refused(said: dict[str, Any], error: type[Exception], message: str) -> None:
    whole = {"sensitivity": 1} | said
    with pytest.raises(error, match=message):
        dc.top_k([1.0, 2.0], k=1, **whole)
    with pytest.raises(error, match=message):
        dc.noisy_max(np.array([1.0, 2.0]), **whole)
    with pytest.raises(error, match=message):
        dc.plan(k=1, candidates=2, **whole)


@pytest.mark.parametrize("k", [-1, 3, 2**63, 2**70])
def test_a_bad_k_is_refused(k: int) -> None:
    with pytest.raises(dc.Error, match="k must"):
        dc.top_k([1.0, 2.0], k=k, epsilon=1.0, sensitivity=1)


@pytest.mark.parametrize("k", [1.0, "1", None, True, [1]])
def test_a_k_of_another_type_is_refused(k: Any) -> None:
    with pytest.raises(TypeError, match="k must be an int"):
        dc.top_k([1.0, 2.0], k=k, epsilon=1.0, sensitivity=1)


@pytest.mark.parametrize(("optimize", "error"), [("best", dc.Error), ("", dc.Error), (None, TypeError), (1, TypeError)])
def test_a_bad_optimize_is_refused(optimize: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match='"max" or "min"'):
        dc.top_k([1.0, 2.0], k=1, epsilon=1.0, sensitivity=1, optimize=optimize)
    with pytest.raises(error, match='"max" or "min"'):
        dc.make_noisy_max("float64", dc.max_divergence(), 1.0, optimize=optimize)


def test_no_scores_have_no_best() -> None:
    for scores in ([], np.empty(0)):
        with pytest.raises(dc.Error, match="there must be a score") as refused:
            dc.noisy_max(scores, epsilon=1.0, sensitivity=1)
        assert refused.value.kind == "outside_domain"


def test_an_error_is_a_value_error_with_a_kind_and_survives_pickling() -> None:
    with pytest.raises(ValueError, match="NaN") as refused:
        dc.top_k([NAN], k=1, scale=1.0)
    error = refused.value
    assert isinstance(error, dc.Error)
    assert error.kind == "outside_domain"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind) == (str(error), error.kind)


def test_a_message_shows_no_score() -> None:
    with pytest.raises(dc.Error) as refused:
        dc.top_k([123456.75, NAN], k=1, scale=1.0)
    assert "123456" not in str(refused.value)
    assert not any(letter.isdigit() for letter in str(refused.value))


MAKE: list[Row] = [
    ({"dtype": "float16"}, TypeError, "dtype must be one of"),
    ({"dtype": "bool"}, TypeError, "dtype must be one of"),
    ({"dtype": None}, TypeError, "dtype must be one of"),
    ({"dtype": "banana"}, TypeError, "dtype must be one of"),
    ({"measure": "max_divergence"}, TypeError, r"max_divergence\(\)"),
    ({"measure": dc.max_divergence}, TypeError, r"max_divergence\(\)"),
    ({"scale": -1.0}, dc.Error, "scale"),
    ({"scale": NAN}, dc.Error, "scale"),
    ({"scale": "2"}, TypeError, "scale"),
    ({"monotonic": "yes"}, TypeError, "True or False"),
    ({"size": -1}, dc.Error, "size"),
    ({"size": 1.5}, TypeError, "size"),
    ({"seed": 1}, TypeError, "takes no seed"),
]


@pytest.mark.parametrize(("said", "error", "message"), MAKE)
def test_bad_measurements_are_refused(said: dict[str, Any], error: type[Exception], message: str) -> None:
    whole: dict[str, Any] = {"dtype": "float64", "measure": dc.max_divergence(), "scale": 1.0} | said
    with pytest.raises(error, match=message):
        dc.make_noisy_top_k(k=1, **whole)
    with pytest.raises(error, match=message):
        dc.make_noisy_max(**whole)
    if "measure" not in said:
        del whole["measure"]
        with pytest.raises(error, match=message):
            dc.make_report_noisy_max_gumbel(**whole)
