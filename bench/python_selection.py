"""Speed of the Python door, as ratios within one run: against numpy's Gumbel, OpenDP, and the C++ call."""

from __future__ import annotations

import argparse
import timeit
from collections.abc import Callable
from typing import Any

import numpy as np

import discreet as dc


def best_of(call: Callable[[], Any], seconds: float = 0.2, repeats: int = 5) -> float:
    """Seconds of one call, the quickest of several runs."""
    call()
    timer = timeit.Timer(call)
    number = 1
    while (spent := timer.timeit(number)) < seconds / repeats and number < 10**7:
        number *= max(2, int(seconds / repeats / max(spent, 1e-9)))
    return min(timer.repeat(repeats, number)) / number


def show(what: str, seconds: float, base: float | None = None, wanted: str = "") -> None:
    ratio = "" if base is None else f"{seconds / base:9.2f} x   {wanted}"
    print(f"{what:<46} {seconds * 1e6:12.3f} µs {ratio}")


def small() -> None:
    print("10 scores, k = 1")
    scores = np.arange(10.0)
    generator = np.random.default_rng()

    def gumbel() -> np.intp:
        return np.argmax(scores + generator.gumbel(scale=2.0, size=scores.size))

    def gumbel_top_three() -> np.ndarray:
        return np.argsort(-(scores + generator.gumbel(scale=2.0, size=scores.size)))[:3]

    ours = best_of(lambda: dc.top_k(scores, k=1, epsilon=0.5, sensitivity=1, monotonic=True))
    show("dc.top_k(epsilon=...)", ours)
    show("dc.noisy_max(epsilon=...)", best_of(lambda: dc.noisy_max(scores, epsilon=0.5, sensitivity=1)), ours)
    show("numpy: argmax of Gumbel noise", best_of(gumbel), ours, "at least 5 is wanted")
    three = best_of(lambda: dc.top_k(scores, k=3, epsilon=0.5, sensitivity=1, monotonic=True))
    show("dc.top_k, k = 3", three)
    show("numpy: argsort of Gumbel noise, k = 3", best_of(gumbel_top_three), three, "at least 5 is wanted")
    try:
        import opendp.prelude as dp
    except ImportError:
        print("opendp is not installed")
        return
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float, monotonic=True)
    theirs = dp.m.make_noisy_max(*space, dp.max_divergence(), scale=2.0)
    listed = scores.tolist()
    show("opendp: make_noisy_max", best_of(lambda: theirs(listed)), ours, "at least 100 is wanted")


def large(n: int) -> None:
    print(f"{n:,} float64 scores, k = 10")
    scores = np.random.default_rng(1).normal(size=n)
    made = dc.make_noisy_top_k("float64", dc.max_divergence(), k=10, scale=0.1)
    core = made._made
    inner = best_of(lambda: core.release(scores), 2.0)
    show("the C++ measurement, called from the module", inner)
    ours = best_of(lambda: dc.top_k(scores, k=10, epsilon=20.0, sensitivity=0.1), 2.0)
    show("dc.top_k", ours, inner, "at most 1.2 is wanted")
    show("numpy: scores.max()", best_of(lambda: scores.max(), 1.0), inner)
    mixed = [x if i % 2 else int(x) for i, x in enumerate(scores.tolist())]
    lists = {"floats": scores.tolist(), "ints": list(range(n)), "ints and floats": mixed, "np.float64": list(scores)}
    for what, listed in lists.items():
        read = best_of(lambda listed=listed: np.asarray(listed), 1.0)
        whole = best_of(lambda listed=listed: dc.top_k(listed, k=10, epsilon=20.0, sensitivity=0.1), 1.0)
        show(f"numpy: asarray of a list of {what}", read)
        show("dc.top_k of that list", whole, read, "at most 1 is wanted")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10**6, help="scores in the large case")
    options = parser.parse_args()
    small()
    large(options.size)


if __name__ == "__main__":
    main()
