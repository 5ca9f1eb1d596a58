"""Scores in every shape they come in."""

from __future__ import annotations

import array
import importlib
from typing import Any

import numpy as np
import pytest

import discreet as dc
from discreet._scores import as_scores, as_source

DTYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]


def best(scores: Any, **more: Any) -> list[int]:
    """The true order, by noise too small to matter; a plan takes whatever top_k takes."""
    order = dc.top_k(scores, k=3, scale=1e-9, **more).tolist()
    plan = dc.plan(3, scale=1e-9, sensitivity=1, candidates=len(as_source(scores)))
    assert plan(scores, **more).tolist() == order
    return order


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_is_read(dtype: str) -> None:
    scores = np.array([3, 90, 1, 100, 7], dtype=dtype)
    assert best(scores) == [3, 1, 4]
    assert best(scores, optimize="min") == [2, 0, 4]
    assert dc.noisy_max(scores, scale=0) == 3


@pytest.mark.parametrize("dtype", DTYPES)
def test_strides_byte_order_and_alignment_do_not_matter(dtype: str) -> None:
    scores = np.array([3, 90, 1, 100, 7], dtype=dtype)
    wide = np.zeros(10, dtype=dtype)
    wide[::2] = scores
    assert best(wide[::2]) == [3, 1, 4]
    assert best(scores[::-1]) == [1, 3, 0]
    assert best(scores.astype(np.dtype(dtype).newbyteorder(">"))) == [3, 1, 4]
    odd = np.zeros(1 + scores.nbytes, np.uint8)[1:].view(dtype)
    odd[:] = scores
    assert best(odd) == [3, 1, 4]
    frozen = scores.copy()
    frozen.flags.writeable = False
    assert best(frozen) == [3, 1, 4]


def test_the_result_is_a_new_array_of_int64() -> None:
    first = dc.top_k(np.arange(5.0), k=5, scale=1.0)
    assert first.dtype == np.int64
    assert sorted(first.tolist()) == [0, 1, 2, 3, 4]
    assert first.flags.owndata
    assert first.flags.writeable
    assert type(dc.noisy_max([1, 2], scale=1.0)) is int


def test_neighbouring_64_bit_integers_are_different_scores() -> None:
    assert dc.top_k([2**63 - 2, 2**63 - 1], k=2, scale=0).tolist() == [1, 0]
    assert dc.top_k(np.array([2**64 - 2, 2**64 - 1], np.uint64), k=2, scale=0).tolist() == [1, 0]


def test_lists_and_buffers_are_read() -> None:
    for scores in (
        [3, 90, 1, 100, 7],
        (3.0, 90.0, 1.0, 100.0, 7.0),
        [3, 90.5, 1, 100, 7],
        array.array("i", [3, 90, 1, 100, 7]),
    ):
        assert best(scores) == [3, 1, 4]
    assert best(memoryview(array.array("d", [3, 90, 1, 100, 7]))) == [3, 1, 4]
    assert best(range(5)) == [4, 3, 2]
    assert best([np.float64(1), np.int64(5), 2]) == [1, 2, 0]
    assert best(np.ma.array([3, 90, 1], mask=[False, False, False])) == [1, 0, 2]


def test_a_list_means_what_numpy_makes_of_it() -> None:
    class Whole(int):
        """Not a plain int, so it is looked at closely."""

    lists: list[Any] = [
        [1, -2, 3],
        [1.5, -0.0, float("inf")],
        [1, 2.5, 3],
        [2**53, 0.5],
        [-(2**63), 2**63 - 1],
        [2**63, 2**64 - 1],
        [np.int8(1), np.int8(2)],
        [np.float32(0.1), np.float32(2)],
        [np.float64(0.1), 2.0],
        [Whole(1), 2.5],
        (1, 2, 3),
        range(5),
        range(10, -10, -3),
        range(2**63, 2**63 + 3),
        [],
    ]
    for scores in lists:
        expected = np.asarray(scores)
        found = as_scores(scores)
        assert found.dtype == expected.dtype, scores
        assert found.tolist() == expected.tolist()
    assert as_scores([0, 2**64 - 1]).dtype == np.uint64
    for scores in ([2**53 + 1, 0.5], [Whole(2**53 + 1), 0.5]):
        with pytest.raises(dc.Error, match="exact"):
            as_scores(scores)
    # What a list held when it was read is what counts, not what it holds later.
    mutable = [1.0, 9e9, 2.0]
    kept = as_scores(mutable)
    mutable.clear()
    assert kept.tolist() == [1.0, 9e9, 2.0]


def test_a_list_becomes_the_type_of_a_measurement_without_loss_or_not_at_all() -> None:
    kinds = {dtype: dc.make_noisy_max(dtype, dc.max_divergence(), 1.0) for dtype in DTYPES}
    for dtype, low, high in [(d, np.iinfo(d).min, np.iinfo(d).max) for d in DTYPES if "int" in d]:
        assert kinds[dtype]([int(low), int(high)]) in (0, 1)
        for beyond in (int(low) - 1, int(high) + 1, 0.5, float("inf")):
            with pytest.raises((dc.Error, TypeError)):
                kinds[dtype]([int(high), beyond])
    assert kinds["float32"]([2**24, 0.5, 2.0**100, float("inf")]) in range(4)
    assert kinds["float64"]([2**53, -(2**53)]) == 0
    assert kinds["float64"]([2**62, 1]) == 0
    for dtype, bad in (("float32", 0.1), ("float32", 2**24 + 1), ("float32", 1e39), ("float64", 2**53 + 1)):
        with pytest.raises(dc.Error, match="exactly"):
            kinds[dtype]([1, bad])


def test_series_and_arrow_are_read() -> None:
    pd, pl, pa = (importlib.import_module(name) for name in ("pandas", "polars", "pyarrow"))
    numbers = [3, 90, 1, 100, 7]
    chunked = pa.chunked_array([[3, 90], [], [1, 100, 7]], pa.int32())
    for scores in (
        pd.Series(numbers),
        pd.Series(numbers, dtype="Int64"),
        pd.Series(numbers, dtype="float[pyarrow]"),
        pd.Index(numbers),
        pl.Series(numbers),
        pl.Series(numbers, dtype=pl.UInt8),
        pl.concat([pl.Series(numbers[:2]), pl.Series(numbers[2:])], rechunk=False),
        pa.array(numbers),
        pa.array([0, *numbers])[1:],
        chunked,
        chunked.slice(0, 5),
        pa.chunked_array([pa.array([1.0, *numbers], pa.float64())]).slice(1),
    ):
        assert best(scores) == [3, 1, 4]
    with pytest.raises(dc.Error, match="k must not exceed"):
        dc.top_k(pa.chunked_array([], pa.int64()), k=1, scale=1.0)


def test_arrow_is_read_in_place() -> None:
    pa = importlib.import_module("pyarrow")
    column = pa.array(np.arange(1000.0))
    for scores in (column, pa.chunked_array([column]), column[10:]):
        view = as_scores(scores)
        begin = column.buffers()[1].address
        assert begin <= view.__array_interface__["data"][0] < begin + 8000
        assert not view.flags.owndata
    view = as_scores(pa.array(np.arange(1000.0)))
    assert view.sum() == 499500.0  # the memory outlives the array it came from


def test_chunks_are_not_joined() -> None:
    pa = importlib.import_module("pyarrow")
    from discreet import _core

    pieces = [pa.array(np.arange(i, i + 100, dtype=np.int16)) for i in (500, 0, 900)]
    source = as_source(pa.chunked_array(pieces))
    assert isinstance(source, _core.Chunks)
    assert len(source) == 300
    assert best(pa.chunked_array(pieces)) == [299, 298, 297]
    assert best(pa.chunked_array(pieces), optimize="min") == [100, 101, 102]
    with pytest.raises(dc.Error, match="k must not exceed"):
        dc.top_k(pa.chunked_array(pieces), k=301, scale=1.0)
    with pytest.raises(dc.Error, match="NaN"):
        dc.noisy_max(pa.chunked_array([[1.0], [float("nan")]]), scale=1.0)
    for bad in ([[1.0], [2.0]], [np.zeros(2), np.zeros(2, np.int8)]):
        with pytest.raises(TypeError):
            _core.Chunks(bad)  # type: ignore[arg-type]


def test_anything_with_an_array_or_a_stream_is_read() -> None:
    pa = importlib.import_module("pyarrow")

    class HasArray:
        def __array__(self, dtype: object = None, copy: object = None) -> Any:
            return np.array([1.0, 3.0, 2.0])

    class HasStream:
        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return pa.chunked_array([[1.0], [3.0, 2.0]]).__arrow_c_stream__()

    class HasDlpack:
        def __dlpack__(self, **more: Any) -> Any:
            return np.array([1.0, 3.0, 2.0]).__dlpack__(**more)

        def __dlpack_device__(self) -> tuple[int, int]:
            return (1, 0)

    for scores in (HasArray(), HasStream(), HasDlpack()):
        assert best(scores) == [1, 2, 0]


def test_infinities_count_as_the_largest_finite_score() -> None:
    assert best([float("-inf"), 0.0, float("inf")]) == [2, 1, 0]


def test_arguments_may_be_numpy_scalars() -> None:
    scores = np.array([1.0, 2.0, 3000.0])
    assert dc.top_k(
        scores, k=np.int32(1), epsilon=np.float32(1), sensitivity=np.int8(1), monotonic=np.True_
    ).tolist() == [2]


def test_the_privacy_asked_for_decides_the_scale() -> None:
    # At scale 0.05 the best of these wins; at a scale of thousands it often does not.
    scores = np.arange(10.0)
    assert dc.noisy_max(scores, epsilon=1000.0, sensitivity=1) == 9
    seen = {dc.noisy_max(scores, epsilon=1e-4, sensitivity=1) for _ in range(300)}
    assert len(seen) > 5
    assert {dc.noisy_max(scores, rho=1e-6, sensitivity=1) for _ in range(300)} > {9}
    assert {dc.noisy_max(scores, epsilon=1e-3, delta=1e-9, sensitivity=1) for _ in range(300)} > {9}


def test_repeats_do_not_depend_on_what_was_asked_before() -> None:
    scores = np.arange(10.0)
    assert dc.noisy_max(scores, epsilon=1000, sensitivity=1) == 9
    with pytest.raises(TypeError):
        dc.noisy_max(scores, epsilon=True, sensitivity=1)
    with pytest.raises(TypeError):
        dc.noisy_max(scores, epsilon=1000, sensitivity=True)
