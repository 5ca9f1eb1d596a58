"""Threads, processes, forks, and the order of charge and draw."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import discreet as dc

SCORES = np.array([20.0, 9e6, 10.0])
SAID: dict[str, Any] = {"sensitivity": 1, "monotonic": True, "dataset": "visits"}


def charges(ledger: dc.Ledger) -> int:
    return ledger.datasets["visits"].charges


def test_threads_never_overspend_together(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon="0.3")

    def release(_: int) -> bool:
        try:
            dc.top_k(SCORES, 1, epsilon=0.01, ledger=ledger, **SAID)
        except dc.Error as error:
            if error.kind != "over_budget":
                raise
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        released = list(pool.map(release, range(48)))
    assert sum(released) == 30 == charges(ledger)
    assert ledger.remaining("visits").epsilon == 0


RELEASES = """
import sys, discreet as dc
ledger, released = dc.Ledger(sys.argv[1], patience=60), 0
for _ in range(20):
    try:
        dc.top_k([1.0, 9e6], 1, epsilon=0.01, sensitivity=1, ledger=ledger, dataset="visits")
        released += 1
    except dc.Error as error:
        assert error.kind == "over_budget", error
print(released)
"""


def test_processes_never_overspend_together(path: Path) -> None:
    ledger = dc.Ledger.create(path, dataset="visits", unit="patient", epsilon="0.5")
    command = [sys.executable, "-W", "error", "-c", RELEASES, str(path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert sum(int(one.communicate()[0]) for one in running) == 50
    assert all(one.returncode == 0 for one in running)
    assert ledger.remaining("visits").epsilon == 0
    assert ledger.verify().entries == 52


def test_a_forked_child_opens_its_own(ledger: dc.Ledger, path: Path) -> None:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            try:
                dc.top_k(SCORES, 1, epsilon=0.1, ledger=ledger, **SAID)
            except dc.Error as error:
                refused = error.kind == "ledger" and "fork" in str(error)
                del ledger
                own = dc.Ledger(path)
                dc.top_k(SCORES, 1, epsilon=0.1, ledger=own, **SAID)
                code = 0 if refused else 2
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    dc.top_k(SCORES, 1, epsilon=0.1, ledger=ledger, **SAID)
    assert charges(ledger) == 2


TRACED = """
import os, sys, discreet as dc
ledger = dc.Ledger(sys.argv[1])
os.access("/the/release/begins/here", os.F_OK)
dc.top_k([1.0, 9e6], 1, epsilon=0.1, sensitivity=1, ledger=ledger, dataset="visits")
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="./dev setup test installs strace")
def test_the_charge_is_on_disk_before_the_first_random_bit(ledger: dc.Ledger, path: Path, tmp_path: Path) -> None:
    log = tmp_path / "calls"
    traced = [
        "strace",
        "-f",
        "-o",
        str(log),
        "-e",
        "trace=access,faccessat,faccessat2,unlink,fsync,fdatasync,getrandom",
    ]
    subprocess.run([*traced, sys.executable, "-c", TRACED, str(path)], check=True)
    calls = log.read_text().splitlines()
    begun = next(i for i, call in enumerate(calls) if "/the/release/begins/here" in call)
    release = calls[begun + 1 :]
    drawn = next(i for i, call in enumerate(release) if "getrandom(" in call)
    gone = next(i for i, call in enumerate(release) if "unlink(" in call and "-journal" in call)
    synced = [i for i, call in enumerate(release) if "sync(" in call]
    # The journal is unlinked, then its directory is synced: that is the commit; only then are bits drawn.
    assert gone < max(synced) < drawn
    assert charges(ledger) == 1
