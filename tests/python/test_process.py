"""What a release does to the process it runs in: threads, forks, memory, seeds."""

from __future__ import annotations

import contextlib
import inspect
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import discreet as dc


def draw() -> bytes:
    """So many random indices that two equal draws are out of the question (64 out of 2^16, k = 1 each)."""
    scores = np.zeros(2**16, np.int8)
    return np.array([dc.noisy_max(scores, scale=1.0) for _ in range(64)], np.int64).tobytes()


def test_parent_and_children_draw_different_bits_after_a_fork() -> None:
    draw()  # the parent's buffer is full when it forks
    sys.stdout.flush()
    seen = []
    for _ in range(2):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writing, draw())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            seen.append(pipe.read())
        os.waitpid(child, 0)
    seen.append(draw())
    assert all(len(drawn) == 64 * 8 for drawn in seen)
    assert len(set(seen)) == 3


def test_other_threads_run_during_a_release() -> None:
    scores = np.zeros(2_000_000)
    stop = threading.Event()
    turn = 0

    def release() -> None:
        nonlocal turn
        while not stop.is_set():
            turn += 1  # odd: a release runs
            dc.top_k(scores, k=1, scale=1.0)
            turn += 1

    interval = sys.getswitchinterval()
    # Around a release that held the lock, this thread would get turns of a microsecond: no thousand ticks in one.
    sys.setswitchinterval(1e-6)
    worker = threading.Thread(target=release)
    most = 0
    try:
        worker.start()
        while most < 1000 and turn < 2000:
            now, ticks = turn, 0
            while turn == now and now % 2 == 1 and ticks < 1000:
                ticks += 1
            most = max(most, ticks)
    finally:
        stop.set()
        worker.join()
        sys.setswitchinterval(interval)
    assert most >= 1000


def test_many_threads_release_at_once() -> None:
    scores = np.arange(1000.0)
    with ThreadPoolExecutor(8) as pool:
        released = list(pool.map(lambda _: dc.top_k(scores, k=5, epsilon=1.0, sensitivity=1).tolist(), range(400)))
    assert all(len(set(indices)) == 5 for indices in released)
    assert len({tuple(indices) for indices in released}) > 300


def resident() -> int:
    """The bytes of memory that the process holds."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_million_calls_leak_nothing() -> None:
    scores = np.arange(10.0)
    bad = np.array([float("nan")])
    m = dc.make_noisy_max("float64", dc.max_divergence(), 1.0)
    references = sys.getrefcount(scores)

    def work(times: int) -> None:
        for turn in range(times):
            dc.top_k(scores, k=1, epsilon=1.0, sensitivity=1)
            m(scores)
            if turn % 16 == 0:
                with contextlib.suppress(dc.Error):
                    dc.noisy_max(bad, scale=1.0)

    work(10_000)
    before = resident()
    work(500_000)
    # One leaked object of 16 bytes a call would be 16 megabytes.
    assert resident() - before < 1_500_000
    assert sys.getrefcount(scores) == references


def test_a_ledger_that_refuses_leaks_nothing(ledger: dc.Ledger) -> None:
    scores = np.arange(10.0)

    def work(times: int) -> None:
        for _ in range(times):
            with contextlib.suppress(dc.Error):
                dc.top_k(scores, 1, epsilon="2", sensitivity=1, ledger=ledger, dataset="visits")
            ledger.remaining("visits")

    work(500)
    before = resident()
    work(5000)
    # One leaked object of 64 bytes a call would be 640 kilobytes, and a leaked plan several times that.
    assert resident() - before < 500_000
    assert ledger.entries == []


def test_arrow_memory_is_given_back() -> None:
    import pyarrow as pa

    table = pa.chunked_array([np.arange(100_000.0)])
    dc.noisy_max(table, scale=1.0)
    before = pa.total_allocated_bytes()
    for _ in range(50):
        dc.noisy_max(pa.chunked_array([pa.array(range(1000)), pa.array(range(1000))]), scale=1.0)
    assert pa.total_allocated_bytes() == before


def test_no_public_function_has_a_seed() -> None:
    for name in dc.__all__:
        thing = getattr(dc, name)
        if callable(thing) and not inspect.isclass(thing):
            assert not {"seed", "rng", "random_state"} & set(inspect.signature(thing).parameters), name


def test_numpy_is_the_only_import_it_needs() -> None:
    code = (
        "import sys, discreet; discreet.top_k([1, 2], 1, scale=1.0)\n"
        "print([m for m in ('pandas', 'polars', 'pyarrow', 'duckdb', 'opendp', 'pyspark') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""


def test_what_a_thread_holds_at_the_end_is_not_called_a_leak(path: Path) -> None:
    code = (
        "import sys, threading, discreet as dc\n"
        "book = dc.Ledger.create(sys.argv[1], dataset='d', unit='p', epsilon=1)\n"
        "plan = dc.plan(1, epsilon=0.1, sensitivity=1, candidates=3, ledger=book, dataset='d')\n"
        "begun = threading.Event()\n"
        "def hold(book, plan):\n"
        "    begun.set()\n"
        "    threading.Event().wait()\n"
        "threading.Thread(target=hold, args=(book, plan), daemon=True).start()\n"
        "begun.wait()\n"
    )
    words = [sys.executable, "-W", "error", "-c", code, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_nothing_moves_numpys_random_numbers() -> None:
    np.random.seed(5)
    first = draw()
    np.random.seed(5)
    assert draw() != first
