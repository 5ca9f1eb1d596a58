#!/usr/bin/env python3
"""Builds in release mode, installs the peers into a throwaway environment, runs everything side by side, prints the
ratios and writes build/bench/results.json, bench/README.md and bench/time.svg.

    bench/run.py [--quick] [--no-peers] [--render]     --render only rewrites the report from results.json
    bench/run.py --quantiles [--quick]                 only the part on quantiles: bench/quantiles.md and its picture
    bench/run.py --counting [--quick]                  only the part on counting rows: bench/counting.md
    bench/run.py --waits [--quick]                     only plans and many selections at once: bench/waits.md

Every step has an end: what a step did not reach in its time is left out, and the report says so.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

import instructions
import report
import report_counting
import report_quantiles
import report_waits

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / "build" / "release" / "bench"
VENV = ROOT / "build" / "bench-venv"
DOOR = ROOT / "build" / "venv" / "bin" / "python"
PEERS = ("numpy", "opendp", "diffprivlib", "scikit-learn<1.7", "duckdb", "polars")
STARTED = time.monotonic()


def say(text: str) -> None:
    print(f"bench: {time.monotonic() - STARTED:4.0f} s  {text}", file=sys.stderr, flush=True)


def lines_of(command: list[str], most: float) -> list[dict]:
    """The JSON objects a program prints, one a line, until it ends or its time is over."""
    say(" ".join(command))
    found = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as running:
        alarm = threading.Timer(most, running.kill)
        alarm.start()
        for line in running.stdout:
            if line.startswith("{") and line.endswith("}\n"):
                found.append(json.loads(line))
        code = running.wait()
        alarm.cancel()
    if code != 0:
        say(f"{Path(command[0]).name} ended with {code}" + (f", past its {most:.0f} s" if code < 0 else ""))
        found.append({"ended": code})
    return found


def noise(quick: bool, most: float) -> list[dict]:
    """The median time of a draw, of every law and scale in mixed order; a row is called law/tenths of the scale."""
    command = [
        str(RELEASE / "integer_noise_bench"),
        "--benchmark_format=json",
        "--benchmark_report_aggregates_only=true",
        "--benchmark_enable_random_interleaving=true",
        f"--benchmark_repetitions={3 if quick else 7}",
        f"--benchmark_min_time={0.02 if quick else 0.05}",
    ]
    say(" ".join(command))
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=most)
    except subprocess.SubprocessError as problem:
        say(f"no integer noise: {problem}")
        return []
    found = []
    for row in json.loads(done.stdout)["benchmarks"]:
        if row["aggregate_name"] == "median":
            law, _, tenths = row["run_name"].partition("/")
            found.append({"noise": law.replace("_", " "), "scale": int(tenths) / 10 if tenths else None,
                          "seconds": row["cpu_time"] * 1e-9, "words": row["words"]})  # fmt: skip
    return found


TARGETS = ("engine_bench", "unknown_items_bench", "zipf_lists_bench", "integer_noise_bench", "quantiles_bench", "small_release",
           "discreet_program")  # fmt: skip


def build(targets: tuple[str, ...] = TARGETS) -> None:
    say("building in release mode")
    jobs = os.environ.get("JOBS", str(os.cpu_count() or 1))
    subprocess.run(
        ["cmake", "--preset", "release", "-DDISCREET_BENCH=ON"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
    )
    command = ["cmake", "--build", "build/release", "--parallel", jobs, "--target", *targets]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def quantiles(quick: bool) -> list[dict]:
    """Rank errors and times in C++, and times through the Python package where `./dev bench` has installed it."""
    more = ["--quick"] if quick else []
    found = lines_of([str(RELEASE / "quantiles_bench"), *more], 60.0 if quick else 900.0)
    if DOOR.exists() and subprocess.run([str(DOOR), "-c", "import discreet"], capture_output=True, check=False).returncode == 0:
        found += lines_of([str(DOOR), "bench/python_quantiles.py", *more], 60.0 if quick else 300.0)
    return [row for row in found if "ended" not in row]


def environment() -> Path | None:
    """The interpreter of the peers' environment, or nothing where it cannot be made."""
    python = VENV / "bin" / "python"
    done = VENV / ("complete with " + ", ".join(PEERS))
    try:
        if not done.exists():
            say("installing " + ", ".join(PEERS))
            subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True, timeout=120)
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PEERS], check=True, timeout=600)
            done.touch()
    except (subprocess.SubprocessError, OSError) as problem:
        say(f"no peers, since their environment cannot be made: {problem}")
        return None
    return python


def versions(python: Path) -> dict[str, str]:
    """What the peers' environment holds."""
    code = ("import importlib.metadata as m, json; "
            "print(json.dumps({p: m.version(p) for p in ('numpy', 'opendp', 'diffprivlib', 'scikit-learn')}))")  # fmt: skip
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def counting(quick: bool, python: Path | None) -> list[dict]:
    """Rows counted by the program and by peers."""
    command = [str(python), "bench/counting.py", str(RELEASE.parent / "cli" / "discreet"), *(["--quick"] if quick else [])]
    return [row for row in lines_of(command, 120.0 if quick else 900.0) if "counting" in row] if python else []


def machine() -> dict:
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.processor())  # fmt: skip
    return {"processor": model, "cores": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0],
            "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), "date": datetime.date.today().isoformat()}  # fmt: skip


def measure(quick: bool, peers: bool) -> dict:
    build()
    results = {"machine": machine(), "quick": quick}
    allowed = 45.0 if quick else 840.0
    rows = lines_of([str(RELEASE / "engine_bench"), "--seconds", str(allowed), *(["--quick"] if quick else [])], 1.5 * allowed)
    results["rows"] = [row for row in rows if "ours" in row]
    results["left_out"] = sum(row.get("left_out", 0) for row in rows)
    results["unknown"] = [row for row in lines_of([str(RELEASE / "unknown_items_bench")], 60.0) if "unknown" in row]
    results["zipf"] = [row for row in lines_of([str(RELEASE / "zipf_lists_bench")], 120.0) if "zipf" in row]
    results["noise"] = noise(quick, 180.0)
    results["quantiles"] = quantiles(quick)
    python = environment() if peers else None
    said = lines_of([str(python), "bench/peers.py", *(["--quick"] if quick else [])], 40.0 if quick else 480.0) if python else []
    results["peers"] = [row for row in said if "peer" in row]
    results["opendp noise"] = [row for row in said if "opendp noise" in row]
    results["peers_complete"] = bool(python) and not any("ended" in row for row in said)
    results["versions"] = versions(python) if python else {}
    say("counting instructions")
    results["instructions"] = {str(n): instructions.count(str(RELEASE / "small_release"), n) for n in instructions.SIZES}
    results["counting"] = counting(quick, python)
    results["machine"]["load after"] = os.getloadavg()[0]
    results["seconds"] = round(time.monotonic() - STARTED)
    return results


def only(part: str, quick: bool) -> dict:
    build(("quantiles_bench",) if part == "quantiles" else ("discreet_program",))
    results = {"machine": machine(), "quick": quick}
    results[part] = quantiles(quick) if part == "quantiles" else counting(quick, environment())
    results["machine"]["load after"] = os.getloadavg()[0]
    results["seconds"] = round(time.monotonic() - STARTED)
    return results


def waits(quick: bool) -> dict:
    """Plans, and many selections at once beside the peers that have them."""
    build(("plans_bench", "rows_bench"))
    results = {"machine": machine(), "quick": quick}
    more = ["--quick"] if quick else []
    found = lines_of([str(RELEASE / "plans_bench"), *more], 300.0) + lines_of([str(RELEASE / "rows_bench")], 120.0)
    python = environment()
    found += lines_of([str(python), "bench/peers.py", "--rows", *more], 120.0) if python else []
    results["waits"] = [row for row in found if "ended" not in row]
    results["machine"]["load after"] = os.getloadavg()[0]
    results["seconds"] = round(time.monotonic() - STARTED)
    return results


def write_quantiles(results: dict) -> str:
    if report_quantiles.by_case(results):
        (ROOT / "bench" / "quantiles.svg").write_text(report_quantiles.picture(results))
    text = report_quantiles.page(results)
    (ROOT / "bench" / "quantiles.md").write_text(text)
    return text


def write_counting(results: dict) -> str:
    text = report_counting.page(results)
    (ROOT / "bench" / "counting.md").write_text(text)
    return text


OPTIONS = ("--quick", "--no-peers", "--render", "--quantiles", "--counting", "--waits")


def main(arguments: list[str]) -> int:
    unknown = [argument for argument in arguments if argument not in OPTIONS]
    if unknown:
        # Not a run of twenty minutes that ends in other pages than were asked for.
        print(__doc__ if unknown[0] in ("-h", "--help") else f"bench: no option {unknown[0]}", file=sys.stderr)
        return 2
    if "--quantiles" in arguments:
        print(write_quantiles(only("quantiles", "--quick" in arguments)))
        return 0
    if "--counting" in arguments:
        print(write_counting(only("counting", "--quick" in arguments)))
        return 0
    if "--waits" in arguments:
        text = report_waits.page(waits("--quick" in arguments))
        (ROOT / "bench" / "waits.md").write_text(text)
        print(text)
        return 0
    results_file = ROOT / "build" / "bench" / "results.json"
    results_file.parent.mkdir(parents=True, exist_ok=True)
    if "--render" not in arguments:
        results = measure("--quick" in arguments, "--no-peers" not in arguments)
        rows = ",\n".join("  " + json.dumps(row) for row in results.pop("rows"))
        rest = json.dumps(results, indent=1)
        results_file.write_text(rest.removesuffix("\n}") + ',\n "rows": [\n' + rows + "\n ]\n}\n")
    results = json.loads(results_file.read_text())
    (ROOT / "bench" / "time.svg").write_text(report.picture(results))
    text = report.readme(results)
    (ROOT / "bench" / "README.md").write_text(text)
    if results.get("quantiles"):
        write_quantiles(results)
    if results.get("counting"):
        write_counting(results)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
