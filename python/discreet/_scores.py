"""Scores in the many shapes they come in, as one contiguous array that is not copied if it need not be."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from ._error import Error
from ._words import DTYPES


class _Array(Protocol):
    def __array__(self) -> npt.NDArray[Any]: ...


class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class _Dlpack(Protocol):
    def __dlpack__(self) -> object: ...


#: Scores: an array, a list, a Series of pandas or Polars, an array of PyArrow, or anything with ``__array__``,
#: ``__arrow_c_stream__``, ``__arrow_c_array__`` or ``__dlpack__``.
Scores: TypeAlias = npt.ArrayLike | _Array | _ArrowStream | _ArrowArray | _Dlpack

_NULLS = "scores must not be null; leave such candidates out or give them a score"


def as_scores(scores: object) -> npt.NDArray[Any]:
    """A contiguous, one-dimensional array of one of the ten types.

    Raises:
        TypeError: for what is no list of numbers of such a type.
        Error: of the kind ``outside_domain`` for nulls, and ``bad_parameter`` for more than one dimension.
    """
    array = any_array(scores)
    if array.ndim != 1:
        if array.ndim == 0:
            raise TypeError(f"scores must be a list or an array of numbers, not {type(scores).__name__}")
        raise Error("scores must be one-dimensional; write scores[i] for one row or scores[:, i] for one column")
    return as_native(array)


def as_native(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same values of one of the ten types, one after the other in the machine's own order; in place where they are.

    Raises:
        TypeError: for an array of another type.
    """
    _require_type(array.dtype)
    return np.require(array.astype(array.dtype.newbyteorder("="), copy=False), requirements=["C", "A"])


def as_source(scores: object) -> npt.NDArray[Any] | _core.Chunks:
    """The same, or the chunks of an Arrow stream where they stand.

    Raises:
        TypeError: as ``as_scores``, like ``Error``.
    """
    if hasattr(scores, "__arrow_c_stream__") and not _is_pandas(scores):
        chunks = _core.arrow_chunks(scores.__arrow_c_stream__())
        return _core.Chunks(chunks) if len(chunks) > 1 else _joined(chunks)
    return as_scores(scores)


def _is_pandas(scores: object) -> bool:
    return type(scores).__module__.partition(".")[0] == "pandas"


def as_scores_of(scores: object, dtype: str) -> npt.NDArray[Any]:
    """The same of a given type; only a list is converted, and only without loss.

    Raises:
        TypeError: for an array of another type.
    """
    array = as_scores(scores)
    if array.dtype == dtype:
        return array
    if not isinstance(scores, (list, tuple, range)):
        raise TypeError(f'scores are {array.dtype}, but the measurement takes {dtype}; write scores.astype("{dtype}")')
    if not _holds(np.dtype(dtype), array):
        raise Error(f"scores must be values that {dtype} holds exactly", "outside_domain")
    return array.astype(dtype)


def _holds(dtype: np.dtype[Any], array: npt.NDArray[Any]) -> bool:
    """Whether every value of an array is one of another type."""
    if array.size == 0:
        return True
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        return dtype.kind == "f" and not np.isnan(array).any() and _holds(dtype, array[np.isfinite(array)])
    if dtype.kind != "f":
        if array.dtype.kind == "f" and not (array == np.floor(array)).all():
            return False
        # Python's own ints compare exactly with whatever NumPy holds.
        return np.iinfo(dtype).min <= int(array.min()) and int(array.max()) <= np.iinfo(dtype).max
    with np.errstate(over="ignore"):
        converted = array.astype(dtype)
    if array.dtype.kind == "f":
        return bool((converted == array).all())
    if max(abs(int(array.min())), abs(int(array.max()))) <= 2 ** (np.finfo(dtype).nmant + 1):
        return True
    return all(int(a) == b for a, b in zip(converted.tolist(), array.tolist(), strict=True))


def any_array(scores: object) -> npt.NDArray[Any]:
    """The array that scores of any kind are, of whatever type and shape.

    Raises:
        TypeError: for what is no list or array.
        Error: of the kind ``outside_domain`` for nulls.
    """
    if isinstance(scores, np.ma.MaskedArray):
        if np.ma.is_masked(scores):
            raise Error(_NULLS, "outside_domain")
        return np.asarray(scores.data)
    if isinstance(scores, np.ndarray):
        return np.asarray(scores)
    if isinstance(scores, (list, tuple, range)):
        return _from_list(scores)
    if isinstance(scores, (str, bytes, dict, set, frozenset)) or scores is None:
        raise TypeError(f"scores must be a list or an array of numbers, not {type(scores).__name__}")
    if _is_pandas(scores):
        return _from_pandas(scores)
    if hasattr(scores, "__arrow_c_stream__"):
        return _joined(_core.arrow_chunks(scores.__arrow_c_stream__()))
    if hasattr(scores, "__arrow_c_array__"):
        return _core.arrow_array(*scores.__arrow_c_array__())
    if hasattr(scores, "__array__"):
        return np.asarray(scores)
    if hasattr(scores, "__dlpack__"):
        return np.from_dlpack(scores)
    try:
        return np.asarray(memoryview(scores))  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(
            f"scores must be a list or an array of numbers, not {type(scores).__name__}; write list(scores) if it is"
            " an iterator"
        ) from None


def _joined(chunks: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    if not chunks:
        return np.empty(0)
    return chunks[0] if len(chunks) == 1 else np.concatenate(chunks)


def _from_list(scores: list[Any] | tuple[Any, ...] | range) -> npt.NDArray[Any]:
    if isinstance(scores, range) and all(abs(x) < 2**62 for x in (scores.start, scores.stop, scores.step)):
        return np.arange(scores.start, scores.stop, scores.step)
    plain = _core.try_list(scores) if len(scores) > 0 else None
    return _from_anything_in_a_list(scores) if plain is None else plain


def _from_anything_in_a_list(scores: list[Any] | tuple[Any, ...] | range) -> npt.NDArray[Any]:
    kinds = set(map(type, scores))
    if type(None) in kinds:
        raise Error(_NULLS, "outside_domain")
    if any(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        raise TypeError("scores must be numbers, not booleans; write 1 and 0")
    try:
        # NumPy would make floats of ints that are small and ints that need all 64 bits.
        unsigned = kinds == {int} and min(scores) >= 0 and max(scores) < 2**64
        array = np.asarray(scores, dtype=np.uint64 if unsigned else None)
    except (ValueError, OverflowError):
        raise TypeError("scores must be a flat list of numbers") from None
    if array.dtype.kind == "f" and any(issubclass(kind, (int, np.integer)) for kind in kinds):
        for value in scores:
            if isinstance(value, (int, np.integer)) and int(float(value)) != int(value):
                raise Error("integer scores among floats must be exact as floats; use one type, and at most 64 bits")
    return array


def _from_pandas(scores: Any) -> npt.NDArray[Any]:
    dtype = getattr(scores, "dtype", None)
    if dtype is None:
        raise TypeError('scores must be one column: write frame["name"], not the frame')
    if isinstance(dtype, np.dtype):
        return np.asarray(scores.to_numpy())
    if scores.isna().any():
        raise Error(_NULLS, "outside_domain")
    plain = getattr(dtype, "numpy_dtype", None)
    return np.asarray(scores.to_numpy() if plain is None else scores.to_numpy(dtype=plain))


def _require_type(dtype: np.dtype[Any]) -> None:
    # Not every type of NumPy's has an order of bytes.
    if dtype.kind in "iuf" and dtype.newbyteorder("=").name in DTYPES:
        return
    instead = {
        "b": "booleans are not scores; write scores.astype('int8')",
        "c": "complex numbers have no order; write scores.real or abs(scores)",
        "M": "dates are not scores",
        "m": "durations are not scores; write scores.astype('int64') for their ticks",
        "O": "objects are not scores; write scores.astype('float64') or another number type",
        "U": "texts are not scores",
        "S": "bytes are not scores",
        "T": "texts are not scores",
        "f": "write scores.astype('float32')" if dtype.itemsize == 2 else "write scores.astype('float64')",
    }
    reason = instead.get(dtype.kind, "write scores.astype('float64')")
    raise TypeError(f"scores must be int8 to int64, uint8 to uint64, float32 or float64, not {dtype.name}: {reason}")
