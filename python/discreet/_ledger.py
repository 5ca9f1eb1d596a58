"""A budget that outlives the process: charged on disk before the first random bit is drawn."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from typing import Never

from . import _amounts as amounts
from . import _arguments as arguments
from . import _core
from ._amounts import Amount, Amounts
from ._answerable import Answerable
from ._arguments import Count, Number
from ._error import Error
from ._explained import explained
from ._ledger_terms import Path, address_bytes, budget_of, cost_of, file_bytes, shown, steps_of, terms_of
from ._records import Charge, Dataset, Receipt, Run, Verified, charge_from, dataset_from, receipt_from, run_from
from ._words import Accountant, Neighbors

# Whoever says a budget means to make a ledger.
_BUDGET = ("epsilon", "delta", "rho", "slack", "threshold_share", "step", "releases", "k", "accountant")
_NEW = dict.fromkeys(("dataset", "unit", "neighbors", *_BUDGET), "write Ledger.create(path, …)")


@explained(**_NEW)
class Ledger(Answerable):
    """A file with the budgets of datasets and every charge ever made, chained by hash.

    ``top_k``, ``noisy_max``, ``top_k_items`` and ``quantiles`` take ``ledger=`` and ``dataset=``: they then calibrate
    by the dataset's own accountant and charge it, on disk, before the first random bit. If the budget does not cover a
    release, an ``Error`` of the kind ``over_budget`` says so, nothing is charged and nothing is released.

    Threads may share one object. After a fork the child opens its own.

    Args:
        path: the file, which must exist; ``Ledger.create`` makes one. Or a database of a PostgreSQL server,
            ``"postgresql://user@host/database"``, where each dataset has a chain of its own.
        witness: a file that keeps the ledger's last hash elsewhere, and so catches an older copy. A ledger that has one
            takes no charge without it.
        patience: how many seconds to wait while another process holds the ledger's lock.

    Raises:
        Error: of the kind ``ledger`` if the file cannot be opened, read or trusted, or has a second name (a hard link,
            or a mount of the file alone). Of the kind ``charge_unknown`` if a charge may be on disk or not: count it as
            made; nothing was released for it.

    Examples:
        >>> import os, tempfile
        >>> import discreet as dc
        >>> path = os.path.join(tempfile.mkdtemp(), "hospital.ledger")
        >>> ledger = dc.Ledger.create(path, dataset="visits-2026", unit="patient", epsilon=1)
        >>> for _ in range(5):
        ...     best = dc.noisy_max(
        ...         [20, 9000, 10], epsilon=0.2, sensitivity=1, monotonic=True, ledger=ledger, dataset="visits-2026"
        ...     )
        >>> best, ledger.remaining("visits-2026").epsilon
        (1, Fraction(0, 1))
        >>> try:
        ...     dc.noisy_max([20, 9000, 10], epsilon=0.2, sensitivity=1, ledger=ledger, dataset="visits-2026")
        ... except dc.Error as error:
        ...     print(error.kind)
        over_budget
        >>> ledger.verify().entries
        7
    """

    __slots__ = ("__weakref__", "_book", "_last", "_path", "_patience", "_witness")
    _witness: bytes | None
    _patience: float

    def __init__(self, path: Path, *, witness: Path | None = None, patience: Number = 10.0) -> None:
        """Open the file and verify its chain."""
        if hasattr(self, "_book"):
            # A plan that was made with it would be charged to another.
            raise TypeError("a Ledger is opened once; open the other as another")
        self._keep(path, witness, patience)
        self._book = _core.Ledger.open(self._path, self._witness, self._patience)

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        dataset: str,
        unit: str,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        slack: Amount | None = None,
        threshold_share: Amount | None = None,
        step: Amount | None = None,
        releases: Count | None = None,
        k: Count | None = None,
        neighbors: Neighbors = "add-remove",
        accountant: Accountant | None = None,
        witness: Path | None = None,
        patience: Number = 10.0,
    ) -> Ledger:
        """Make a new file, readable by its owner only, with its first dataset; nothing is ever overwritten.

        Args:
            path: the file, which must not exist; or a database that has no ledger.
            dataset: a name for the data whose budget this is.
            unit: the unit of privacy: whose presence is hidden, as in "patient".
            epsilon: a budget in ε, or with ``delta`` in (ε, δ). A float means its shortest decimal; str, Decimal and
                Fraction are exact.
            delta: δ, with ``epsilon``.
            rho: a budget in ρ.
            slack: with ``rho``, the δ that thresholds may take in all: without it no release can find its items in the
                data. With ``epsilon`` and ``delta``, the part of δ for thresholds as an amount.
            threshold_share: with ``epsilon`` and ``delta`` under "mixed" and "steps", the part of δ that is kept for
                thresholds; a quarter unless said. 0 keeps all of δ for releases from a public list. Fixed then.
            step: under "steps", the bounded range η that each step may have; it fixes the noise of every release, and
                with (ε, δ) how many steps there are.
            releases: instead of ``step``: the largest η for so many releases of ``k`` items.
            k: with ``releases``; 1 unless said.
            neighbors: "add-remove" or "replace".
            accountant: "pure" for ε, "zcdp" for ρ, and "mixed" (the default), "basic" or "steps" for (ε, δ).
            witness: a new file that keeps the last hash, best on another disk.
            patience: how many seconds to wait for a lock.
        """
        self = cls.__new__(cls)
        self._keep(path, witness, patience)
        whole = amounts.said(epsilon, delta, rho, slack, step=step)
        budget = budget_of(whole, threshold_share, accountant, steps_of(releases, k))
        terms = terms_of(dataset, unit, neighbors, budget)
        self._book = _core.Ledger.create(self._path, *terms, self._witness, self._patience)
        return self

    def add(
        self,
        dataset: str,
        *,
        unit: str,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        slack: Amount | None = None,
        threshold_share: Amount | None = None,
        step: Amount | None = None,
        releases: Count | None = None,
        k: Count | None = None,
        neighbors: Neighbors = "add-remove",
        accountant: Accountant | None = None,
        group: str | None = None,
    ) -> None:
        """Add a dataset, in the words of ``create``; ``group`` names one that ``add_group`` made."""
        whole = amounts.said(epsilon, delta, rho, slack, step=step)
        budget = budget_of(whole, threshold_share, accountant, steps_of(releases, k))
        terms = terms_of(dataset, unit, neighbors, budget)
        self._book.add(*terms, None if group is None else arguments.text("group", group))

    def charge(
        self,
        dataset: str,
        *,
        what: str,
        epsilon: Amount | None = None,
        delta: Amount | None = None,
        rho: Amount | None = None,
        slack: Amount | None = None,
        steps: Count | None = None,
        step: Amount | None = None,
        by: str | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> Receipt:
        """Charge for a release that another program makes; call it before that program draws.

        The cost is what the release is proved to be: (ε, δ)-differentially private, where no δ means 0, and ρ-zCDP; at
        least one of the two; or, for "steps", ``steps`` adaptive mechanisms of at most ``step``-bounded range. With a
        slack it is only that close to something that is all this: with probability 1 − slack it is drawn from it.
        A δ goes with an ε: of δ-approximate ρ-zCDP, δ is the slack.

        Raises:
            Error: of the kind ``over_budget`` if it is not covered; nothing is charged then.
        """
        cost = cost_of(amounts.said(epsilon, delta, rho, slack, steps, step))
        texts = [(arguments.text("a parameter", n), arguments.text(n, v)) for n, v in (parameters or {}).items()]
        charge, left = self._book.charge(
            arguments.text("dataset", dataset), arguments.text("what", what), asker(by), cost, texts
        )
        return noted(self, receipt_from(charge, left))

    @property
    def datasets(self) -> dict[str, Dataset]:
        """Every dataset by its name, in order of creation."""
        return {state[0]: dataset_from(state) for state in self._book.states()}

    @property
    def entries(self) -> list[Charge]:
        """Every charge, oldest first."""
        return [charge_from(charge) for charge in self._book.charges()]

    def runs(self) -> list[Run]:
        """Every run, in order of their charges, and whether its result is stored."""
        return [run_from(run) for run in self._book.runs()]

    def remaining(self, dataset: str) -> Amounts:
        """What each condition of a dataset's budget still has, or of its group's where that has less."""
        return amounts.from_plain(self._book.rest(arguments.text("dataset", dataset)), rest=True)

    def verify(self) -> Verified:
        """Check the file and every link of its chain.

        Raises:
            Error: of the kind ``ledger``, which names the first broken link.
        """
        entries, head, problem = _core.verify_ledger(self._path, self._witness, self._patience)
        if problem is not None:
            raise Error(f"{shown(self._path)}: {problem}", "ledger")
        return Verified(entries, head)

    def write_witness(self, path: Path) -> None:
        """Write a new witness of the ledger as it stands, which the ledger remembers and from now on asks for."""
        file = os.path.abspath(file_bytes("path", path))
        self._book.write_witness(file)
        if self._witness is None:
            self._witness = file

    def backup(self, path: Path) -> None:
        """Copy the ledger as it stands to a new file, verified; others may charge meanwhile.

        A copy that was put in the ledger's place forgets what was charged since: only a witness can tell.
        """
        self._book.backup(address_bytes("path", path))

    def copy(self, to: Path) -> Ledger:
        """Move the ledger: copy it to a new one, close it where it was, and open the new one.

        The old file says from then on where it went, and takes no charge. What a crash interrupted is finished by the
        same call. A witness stays with the old ledger; ``write_witness`` makes one of the new.

        Args:
            to: the file of the new ledger, which must not exist.
        """
        self._book.copy_to(address_bytes("to", to))
        return Ledger(to, patience=self._patience)

    def show(self) -> None:
        """Print budgets, what is left, and every charge."""
        print(self, end="")

    def close(self) -> None:
        """Close the file; a ledger that was closed refuses everything but ``verify``."""
        self._book.close()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._book.closed

    def __enter__(self) -> Ledger:
        """Use the ledger and close it."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Close it."""
        self.close()

    def __str__(self) -> str:
        """Budgets, what is left, and every charge, as the program's ``ledger show`` prints them."""
        return self._book.text()

    def __repr__(self) -> str:
        """Its path, or its address without a password."""
        return f"<{'closed ' if self.closed else ''}Ledger {shown(self._path)!r}>"

    def __reduce__(self) -> Never:
        """Refuse to be copied."""
        raise TypeError("a Ledger is not copied or sent to another process; open it there by its path")

    def _keep(self, path: object, witness: object, patience: object) -> None:
        self._path = address_bytes("path", path)
        self._witness = None if witness is None else os.path.abspath(file_bytes("witness", witness))
        self._patience = arguments.number("patience", patience)
        self._last = threading.local()


def noted(ledger: Ledger, receipt: Receipt) -> Receipt:
    """The receipt, which the ledger remembers for this thread."""
    ledger._last.receipt = receipt
    return receipt


def asker(by: object) -> str:
    """Who asks: the user, unless somebody says."""
    return _core.user_name() if by is None else arguments.text("by", by)


def core_of(ledger: object) -> _core.Ledger:
    """The ledger itself.

    Raises:
        TypeError: for what is no ``Ledger``.
    """
    if not isinstance(ledger, Ledger):
        raise TypeError(f"ledger must be a discreet.Ledger, not {type(ledger).__name__}; write dc.Ledger(path)")
    return ledger._book
