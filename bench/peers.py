"""Times what people use today, inside the throwaway environment that run.py makes; prints a JSON object per row.

peers.py [--quick]
peers.py --rows [--quick]     only many selections at once: one from each of a million rows of ten scores
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

QUICK = "--quick" in sys.argv
MINUTE = 60.0
NOISE_SCALES = (1.0, 13.7, 1000.0, 2.0**20, *(() if QUICK else (0.3, 1000000.1, 2.0**40)))


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
        took = seconds(partial(release, values), budget=1.0)
        last[name] = took
        say(name, n, k, took)


def opendp_noise_rows() -> None:
    """A draw of OpenDP's integer noise, less what the way into the library and back takes: its time at scale 0."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    draws = 20_000
    zeros = [0] * draws
    domain = dp.vector_domain(dp.atom_domain(T="i64"))
    for law, make, metric in (
        ("discrete laplace", dp.m.make_laplace, dp.l1_distance(T="i64")),
        ("discrete gaussian", dp.m.make_gaussian, dp.l2_distance(T="f64")),
    ):
        way = 0.0
        for scale in (0.0, *NOISE_SCALES):
            release = make(domain, metric, scale)
            took = seconds(partial(release, zeros), budget=0.2 if QUICK else 2.0)
            if scale == 0.0:
                way = took
                continue
            row = {"opendp noise": law, "scale": scale, "seconds": (took - way) / draws, "way": way / draws}
            print(json.dumps(row), flush=True)


def diffprivlib_rows(n: int, scores: np.ndarray) -> None:
    from diffprivlib.mechanisms import Exponential, PermuteAndFlip

    values = scores.tolist() if n <= 1_000_000 else []
    for name, mechanism in (("diffprivlib exponential", Exponential), ("diffprivlib permute-and-flip", PermuteAndFlip)):
        if n > (10_000 if QUICK else 1_000_000):
            say(name, n, 1, None, "left out, to end sooner")
            continue
        maker = mechanism(epsilon=1.0, sensitivity=0.5, utility=values)
        say(name, n, 1, seconds(maker.randomise, budget=1.0))


def many_rows() -> None:
    """Numpy on the whole matrix; OpenDP on some of the rows, one after the other, as its time for all of them."""
    rows, columns, tried = 1_000_000, 10, 300 if QUICK else 3000
    rng = np.random.default_rng(7)
    scores = rng.standard_normal((rows, columns)) * 3
    took = seconds(lambda: np.argmax(scores + rng.gumbel(size=scores.shape), axis=1))
    print(json.dumps({"peer rows": "numpy gumbel", "seconds": took}), flush=True)
    try:
        import opendp.prelude as dp

        dp.enable_features("contrib")
        space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float, monotonic=True)
        release = dp.m.make_noisy_top_k(*space, dp.max_divergence(), k=1, scale=1.0)
        lists = scores[:tried].tolist()
        took = seconds(lambda: [release(row) for row in lists], budget=10.0) * rows / tried
        print(json.dumps({"peer rows": "opendp", "seconds": took}), flush=True)
    except Exception as problem:  # a peer that cannot be imported is a row, not a failure
        print(json.dumps({"peer rows": "opendp", "seconds": None, "note": str(problem)[:120]}), flush=True)


def main() -> None:
    if "--rows" in sys.argv:
        many_rows()
        return
    last: dict[str, float] = {}
    try:
        opendp_noise_rows()
    except Exception as problem:
        say("opendp noise", 0, 0, None, f"{type(problem).__name__}: {problem}"[:120])
    for n in (10, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000):
        if n > (1_000_000 if QUICK else 100_000_000):
            break
        scores = np.abs(np.random.default_rng(7).standard_normal(n))
        for k in (1, 10):
            if k >= n:
                continue
            numpy_rows(n, k, scores)
        for peer, rows in (
            ("opendp", lambda: opendp_rows(n, min(10, n), scores, 1.0, "", last)),  # noqa: B023
            ("opendp, peaked", lambda: opendp_rows(n, min(10, n), peaked(n), 10.0, ", peaked", last)),  # noqa: B023
            ("diffprivlib", lambda: diffprivlib_rows(n, scores)),  # noqa: B023
        ):
            try:
                rows()
            except Exception as problem:  # a peer that cannot be imported is a row, not a failure
                say(peer, n, 10, None, f"{type(problem).__name__}: {problem}"[:120])


if __name__ == "__main__":
    main()
