"""Units of several columns of PyArrow's tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from . import _in_arrow as arrow
from ._kinds import Column
from ._tally_in_arrow import coded
from ._tally_terms import Names
from ._units_in_memory import joined_codes


def joined(frame: Any, units: Sequence[str], columns: Sequence[Column], names: Names) -> Any:
    """The table with one column of units, and the others, each named for what it is."""
    if isinstance(frame, pa.RecordBatch):
        frame = pa.Table.from_batches([frame])
    values = [arrow.plain(frame.column(name), column) for name, column in zip(units, columns, strict=True)]
    absent = np.zeros(frame.num_rows, dtype=np.bool_)
    for each, column in zip(values, columns, strict=True):
        absent |= arrow.missing(each, column)
    whole = pa.array(~absent)
    parts = [coded(each.filter(whole), column) for each, column in zip(values, columns, strict=True)]
    codes, texts = joined_codes(parts, columns)
    places = np.zeros(frame.num_rows, dtype=np.int64)
    places[~absent] = codes
    unit = pa.array(texts, pa.large_binary()).take(pa.array(places, mask=absent))
    others = {role: frame.column(name) for role, name in names.roles().items() if role != "unit"}
    return pa.table({"unit": unit, **others})
