"""What was released, as a small table that other tools read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from . import _layout as layout
from . import _to_frames as frames
from ._explained import explained
from ._records import Receipt


@explained()
class Table(ABC):
    """Rows that have been released; prints as a small table, with what is to be known of it below."""

    __slots__ = ()

    @abstractmethod
    def columns(self) -> dict[str, list[Any]]:
        """The table by its columns."""

    def to_pandas(self) -> Any:
        """The table as a frame of pandas."""
        return frames.as_pandas(self.columns())

    def to_polars(self) -> Any:
        """The table as a frame of Polars."""
        return frames.as_polars(self.columns())

    def to_arrow(self) -> Any:
        """The table as one of PyArrow."""
        return frames.as_arrow(self.columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table for whoever reads Arrow."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        """A small table and its price."""
        return layout.as_text(self._shown(), self._notes())

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return layout.as_html(self._shown(), self._notes())

    def _shown(self) -> dict[str, list[Any]]:
        """The columns as people see them."""
        return self.columns()

    @abstractmethod
    def _notes(self) -> list[str]:
        """What is to be known of it: sentences."""


def left_of(receipt: Receipt | None) -> list[str]:
    """What a charge left, in words; nothing without one."""
    return [] if receipt is None else [f"left of {receipt.charge.dataset}: {receipt}"]


def replay_of(replayed: bool) -> list[str]:
    """That a stored result is given again, in words; nothing where it is not."""
    return ["the stored result of a run: nothing was drawn or charged again"] if replayed else []
