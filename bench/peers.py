"""Times what people use today, inside the throwaway environment that run.py makes; prints a JSON object per row.

peers.py [--quick]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import numpy as np

QUICK = "--quick" in sys.argv
MINUTE = 60.0


def seconds(call: Callable[[], object], budget: float = 2.0) -> float:
    """The median processor time of a call, of as many as fit the budget."""
    times: list[float] = []
    start = time.perf_counter()
    while not times or (len(times) < 25 and time.perf_counter() - start < budget):
        before = time.process_time()
        call()
        times.append(time.process_time() - before)
    return sorted(times)[len(times) // 2]


def say(peer: str, n: int, k: int, took: float | None, note: str = "") -> None:
    print(json.dumps({"peer": peer, "n": n, "k": k, "seconds": took, "note": note}), flush=True)


def numpy_rows(n: int, k: int, scores: np.ndarray) -> None:
    rng = np.random.default_rng()

    def gumbel() -> np.ndarray:
        noisy = scores + rng.gumbel(size=n)
        best = np.argpartition(noisy, n - k)[n - k :]
        return best[np.argsort(-noisy[best])]

    say("numpy gumbel", n, k, seconds(gumbel))
    say("np.argpartition", n, k, seconds(lambda: np.argpartition(scores, n - k)[n - k :]))


def peaked(n: int) -> np.ndarray:
    """Counts by rank, as of words or codes, in no order: the shape of that name in shapes.hpp."""
    return np.random.default_rng(7).permutation(1e6 / np.arange(1, n + 1))


def opendp_rows(n: int, k: int, scores: np.ndarray, scale: float, kind: str, last: dict[str, float]) -> None:
    """OpenDP's time depends on the scores a hundredfold, so it runs on flat and on peaked ones."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float, monotonic=True)
    values: list[float] = []
    for plain, measure in (("opendp pure", dp.max_divergence()), ("opendp zcdp", dp.zero_concentrated_divergence())):
        name = plain + kind
        if last.get(name, 0.0) * 10 > (10.0 if QUICK else MINUTE):
            say(name, n, k, None, "does not end within a minute" if not QUICK else "left out by --quick")
            continue
        values = values or scores.tolist()
        release = dp.m.make_noisy_top_k(*space, measure, k=k, scale=scale)
        took = seconds(lambda: release(values), budget=1.0)
        last[name] = took
        say(name, n, k, took)


def diffprivlib_rows(n: int, scores: np.ndarray) -> None:
    from diffprivlib.mechanisms import Exponential, PermuteAndFlip

    values = scores.tolist() if n <= 1_000_000 else []
    for name, mechanism in (("diffprivlib exponential", Exponential), ("diffprivlib permute-and-flip", PermuteAndFlip)):
        if n > (10_000 if QUICK else 1_000_000):
            say(name, n, 1, None, "left out, to end sooner")
            continue
        maker = mechanism(epsilon=1.0, sensitivity=0.5, utility=values)
        say(name, n, 1, seconds(maker.randomise, budget=1.0))


def main() -> None:
    last: dict[str, float] = {}
    for n in (10, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000):
        if n > (1_000_000 if QUICK else 100_000_000):
            break
        scores = np.abs(np.random.default_rng(7).standard_normal(n))
        for k in (1, 10):
            if k >= n:
                continue
            numpy_rows(n, k, scores)
        for peer, rows in (
            ("opendp", lambda: opendp_rows(n, min(10, n), scores, 1.0, "", last)),
            ("opendp, peaked", lambda: opendp_rows(n, min(10, n), peaked(n), 10.0, ", peaked", last)),
            ("diffprivlib", lambda: diffprivlib_rows(n, scores)),
        ):
            try:
                rows()
            except Exception as problem:  # noqa: BLE001  a peer that cannot be imported is a row, not a failure
                say(peer, n, 10, None, f"{type(problem).__name__}: {problem}"[:120])


if __name__ == "__main__":
    main()
