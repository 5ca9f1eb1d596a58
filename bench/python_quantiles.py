"""Time of dc.quantiles beside np.median of the same array and OpenDP's private quantile on the same grid, in turns in
one process; prints a JSON object. Runs where the wheel is installed: `./dev bench` does that.

    python_quantiles.py [--quick]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import numpy as np
import opendp.prelude as dp

import discreet as dc

QUICK = "--quick" in sys.argv
UPPER = 1_000_000


def seconds(call: Callable[[], object]) -> float:
    """Processor time of one call."""
    before = time.process_time()
    call()
    return time.process_time() - before


def main() -> None:
    n, turns = (10**6, 5) if QUICK else (10**7, 11)
    values = 38_000 * np.exp(0.75 * np.random.default_rng(1).standard_normal(n))
    percentiles = [i / 100 for i in range(1, 100)]
    whole = {"lower": 0, "upper": UPPER, "step": 1, "epsilon": 1.0}
    calls: dict[str, Callable[[], object]] = {
        "np.median": lambda: np.median(values),
        "m = 1": lambda: dc.quantiles(values, 0.5, **whole),
        "m = 99": lambda: dc.quantiles(values, percentiles, **whole),
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(turns):
        for name, call in calls.items():
            times[name].append(seconds(call))
    row: dict[str, object] = {"quantile time": "python", "n": n, "cells": UPPER + 1}
    row |= {name: sorted(each)[turns // 2] for name, each in times.items()}
    row["over np.median"] = sorted(a / b for a, b in zip(times["m = 1"], times["np.median"], strict=True))[turns // 2]
    row["99 over 1"] = sorted(a / b for a, b in zip(times["m = 99"], times["m = 1"], strict=True))[turns // 2]
    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()
    candidates = [float(i) for i in range(UPPER + 1)]
    release = dp.m.make_private_quantile(*space, dp.max_divergence(), candidates, 0.5, 1.0)
    listed = values.tolist()
    row["opendp"] = seconds(lambda: release(listed))
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
