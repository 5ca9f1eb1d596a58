"""What whoever answers for a budget decides and reads."""

from __future__ import annotations

import io
import os
import re
import threading

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._amounts import Amount
from ._arguments import Count
from ._error import Error, visible
from ._explained import explained
from ._ledger_terms import Path, budget_of, file_bytes, shown, steps_of
from ._records import DatasetGroup, Receipt, group_from
from ._words import Accountant


@explained()
class Answerable:
    """A ledger as whoever answers for it uses it: groups of datasets, a stop, a receipt, a page."""

    __slots__ = ()
    _book: _core.Ledger
    _last: threading.local
    _path: bytes

    def add_group(
        self,
        group: str,
        *,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        slack: Amount | None = None,
        threshold_share: Amount | None = None,
        step: Amount | None = None,
        releases: Count | None = None,
        k: Count | None = None,
        accountant: Accountant | None = None,
    ) -> None:
        """Add a budget for datasets of the same units, in the words of ``create``.

        A charge to one of its datasets fits that dataset and the group.
        """
        whole = amounts.said(epsilon, delta, rho, slack, step=step)
        budget = budget_of(whole, threshold_share, accountant, steps_of(releases, k))
        self._book.add_group(arguments.text("group", group), budget)

    def close_dataset(self, dataset: str, *, reason: str) -> None:
        """Charge nothing more to a dataset, for good; the reason stays in the ledger."""
        self._book.close_dataset(arguments.text("dataset", dataset), arguments.text("reason", reason))

    def lower(
        self,
        dataset: str,
        *,
        reason: str,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        slack: Amount | None = None,
    ) -> None:
        """Let a dataset spend less than was promised, from now on; what is not said stays as it is.

        A budget never rises, and never falls below what is spent. The promise stays the one made at creation.
        """
        said = _lesser("the dataset", epsilon, delta, rho, slack)
        self._book.lower(arguments.text("dataset", dataset), said, arguments.text("reason", reason))

    def close_group(self, group: str, *, reason: str) -> None:
        """Charge nothing more to any dataset of a group, for good; the reason stays in the ledger."""
        self._book.close_group(arguments.text("group", group), arguments.text("reason", reason))

    def lower_group(
        self,
        group: str,
        *,
        reason: str,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        slack: Amount | None = None,
    ) -> None:
        """Let the datasets of a group spend less together than was promised, in the words of ``lower``."""
        said = _lesser("the group", epsilon, delta, rho, slack)
        self._book.lower_group(arguments.text("group", group), said, arguments.text("reason", reason))

    def grant(self, role: str, *, dataset: str) -> None:
        """Let a role of the server charge a dataset and see its entries and what is left of it.

        Raises:
            Error: of the kind ``bad_parameter`` for a role or dataset that is not there, and for a file, which has no
                roles; of the kind ``ledger`` for who does not own the ledger.
        """
        self._book.grant(arguments.text("role", role), arguments.text("dataset", dataset))

    def revoke(self, role: str, *, dataset: str) -> None:
        """End what ``grant`` began."""
        self._book.revoke(arguments.text("role", role), arguments.text("dataset", dataset))

    @property
    def groups(self) -> dict[str, DatasetGroup]:
        """Every group of datasets by its name, in order of creation."""
        return {state[0]: group_from(state) for state in self._book.groups()}

    @property
    def last_receipt(self) -> Receipt | None:
        """The receipt of the last release that this thread made with this object, or of its last ``charge``.

        What comes back as plain numbers has no receipt of its own: this says what it was charged, and by ``replayed``
        whether a run had stored it before. A call that failed leaves it as it was.
        """
        return getattr(self._last, "receipt", None)

    def report(self, path: Path) -> None:
        """Write a page for whoever answers for the budget: one HTML file that needs nothing but itself.

        Every budget as a bar, what was spent over time, the promise in plain words, every charge. A file of that name
        is replaced, unless it is a ledger or a witness.
        """
        file = file_bytes("path", path)
        name = visible(shown(self._path))
        page = self._book.report(os.path.basename(name) if name.startswith("/") else name)
        with open(file, "rb") if os.path.isfile(file) else io.BytesIO() as old:
            if old.read(17).startswith((b"SQLite format 3\0", b"discreet-witness ", b"discreet-result ")):
                raise Error(f"{os.fsdecode(file)}: a page is never written over a ledger or a witness", "ledger")
        if re.search(rb"-(journal|wal|shm|result-[0-9a-f]{32})\Z", os.path.realpath(file)):
            raise Error(f"{os.fsdecode(file)}: a ledger writes and removes files of such names", "ledger")
        with open(file, "w", encoding="utf-8") as new:
            new.write(page)

    def _repr_html_(self) -> str:
        """A small table with bars, for notebooks."""
        return self._book.summary()


def _lesser(whose: str, epsilon: object, delta: object, rho: object, slack: object) -> amounts.WrittenAmounts:
    said = amounts.said(epsilon, delta, rho, slack)
    if all(amount is None for amount in said):
        raise TypeError(f"say what {whose} may spend from now on: write epsilon=, delta= or rho=")
    return said
