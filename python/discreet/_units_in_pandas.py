"""Units of several columns of frames of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from . import _in_pandas as pandas
from ._kinds import Column
from ._tally_in_pandas import coded
from ._tally_terms import Names
from ._units_in_memory import joined_codes


def joined(frame: Any, units: Sequence[str], columns: Sequence[Column], names: Names) -> Any:
    """The frame with one column of units, and the others, each named for what it is."""
    series = [pandas.column_at(frame, name) for name in units]
    absent = np.zeros(len(frame), dtype=np.bool_)
    for each, column in zip(series, columns, strict=True):
        absent |= pandas.missing(each, column)
    parts = [coded(each, ~absent, column) for each, column in zip(series, columns, strict=True)]
    codes, texts = joined_codes(parts, columns)
    places = np.full(len(frame), -1, dtype=np.int64)
    places[~absent] = codes
    unit = pd.Categorical.from_codes(places, categories=pd.Index(texts, dtype=object))
    others = {role: pandas.column_at(frame, name) for role, name in names.roles().items() if role != "unit"}
    return pd.DataFrame({"unit": pd.Series(unit, index=frame.index), **others})
