"""Units of several columns of rows that are in memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ._kinds import Column
from ._names import joined, unit_name
from ._tally_in_memory import Coded, numbered
from ._tally_terms import Integers


def joined_codes(parts: Sequence[Coded], columns: Sequence[Column]) -> tuple[Integers, list[bytes]]:
    """A number for each row, the same where all parts are equal, and the text of each number."""
    codes = np.zeros(len(parts[0].codes), dtype=np.int64)
    members: list[Integers] = []
    for part in parts:
        width = max(part.distinct, 1)
        pairs, codes = numbered(codes, part.codes, width)
        members = [*(member[pairs // width] for member in members), pairs % width]
    names = [
        [unit_name(key, column) for key in part.keys(member)]
        for part, member, column in zip(parts, members, columns, strict=True)
    ]
    # Texts that are no Unicode may be other texts and have the same bytes: those are one unit, as in other engines.
    known: dict[bytes, int] = {}
    places = [known.setdefault(joined(each), len(known)) for each in zip(*names, strict=True)]
    return np.array(places, dtype=np.int64)[codes], list(known)
