"""Ctrl-C reaches Python while an account is computed."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable

import pytest

import discreet as dc

UNEQUAL = [dc.PureCost(0.01 + i * 1e-6) for i in range(3000)]
LONG: list[Callable[[], object]] = [
    lambda: dc.bounded_range_to_epsilon(0.01, 50_000, 1e-6),
    lambda: dc.pure_to_epsilon(0.001, 100_000, 1e-6),
    lambda: dc.pure_to_delta(0.001, 100_000, 1.0),
    lambda: dc.composed_epsilon(UNEQUAL, 1e-6),
    lambda: dc.composed_delta(UNEQUAL, 1.0),
    lambda: dc.PrivacyCurve.of_costs(UNEQUAL).epsilon(1e-6),
    lambda: dc.calibrate_top_k(2000, dc.ApproximateCost(1.0, 1e-6), sensitivity=1, candidates=5000),
]


@pytest.mark.parametrize("account", LONG)
def test_signals_are_handled_during_every_long_account(account: Callable[[], object]) -> None:
    """A handler that ran only after the call would have run once, however many signals there were."""
    seen = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        account()
        during = len(seen)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert during >= 5


def test_what_a_handler_raises_ends_the_account() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    # What a handler raises while a callback of the collector runs ends nothing: Python only prints it.
    gc.disable()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(KeyboardInterrupt):
            dc.composed_epsilon(UNEQUAL, 1e-6)
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, before)
