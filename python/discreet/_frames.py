"""Rows of people, in any frame: the engine that holds them counts, and only counts of public candidates leave it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._candidates import as_candidates
from ._counting import count
from ._explained import explained
from ._words import Nulls, Unit


@explained()
def count_units(
    frame: Any,
    *,
    unit: Unit,
    item: str,
    candidates: Iterable[Any] | None = None,
    nulls: Nulls = "drop",
) -> npt.NDArray[np.int64]:
    """Count how many distinct units have each candidate. The counts are not private: do not publish them.

    Args:
        frame: a frame of pandas, Polars (eager or lazy), PyArrow, DuckDB or PySpark.
        unit: the column that says whose row it is; or a list of columns, as in ``["hospital", "patient"]``: the same
            unit is the same in all of them, and a row that lacks one has none.
        item: the column that says what the row is about.
        candidates: the public list of items; rows about other items are ignored.
        nulls: "drop" ignores rows whose unit or item is null; "refuse" raises an ``Error`` if there are any.

    Returns:
        One count per candidate, in their order; 0 for those that nobody has.

    Examples:
        >>> import discreet as dc
        >>> import pandas as pd
        >>> rows = pd.DataFrame({"patient": [1, 1, 2, 3], "diagnosis": ["flu", "flu", "flu", "cold"]})
        >>> dc.count_units(rows, unit="patient", item="diagnosis", candidates=["cold", "flu", "gout"])
        array([1, 2, 0])
    """
    return count(frame, unit, item, as_candidates(candidates), nulls)
