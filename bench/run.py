#!/usr/bin/env python3
"""Builds in release mode, installs the peers into a throwaway environment, runs everything side by side, prints the
ratios and writes bench/results.json, bench/README.md and bench/time.svg.

    bench/run.py [--quick] [--no-peers] [--render]     --render only rewrites the report from results.json
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import report

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / "build" / "bench-venv"
PEERS = ("numpy", "opendp", "diffprivlib", "scikit-learn<1.7")


def lines_of(command: list[str]) -> list[dict]:
    """The JSON objects a program prints, one a line."""
    print("bench:", " ".join(command), file=sys.stderr)
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def build() -> None:
    jobs = os.environ.get("JOBS", str(os.cpu_count() or 1))
    subprocess.run(
        ["cmake", "--preset", "release", "-DDISCREET_BENCH=ON"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run(["cmake", "--build", "build/release", "--parallel", jobs, "--target", "engine_bench", "small_release"],
                   cwd=ROOT, check=True, stdout=subprocess.DEVNULL)  # fmt: skip


def environment() -> Path | None:
    """The interpreter of the peers' environment, or nothing where it cannot be made."""
    python = VENV / "bin" / "python"
    done = VENV / "complete"
    try:
        if not done.exists():
            subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
            subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PEERS], check=True)
            done.touch()
    except (subprocess.CalledProcessError, OSError) as problem:
        print(f"bench: no peers, since their environment cannot be made: {problem}", file=sys.stderr)
        return None
    return python


def instructions(n: int) -> int | None:
    """Instructions of one release of n scores on scripted bits, by callgrind."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=measured_release",
               "build/release/bench/small_release", str(n)]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    except (subprocess.CalledProcessError, OSError):
        return None
    return int(done.stderr.split("Collected : ")[1].split()[0])


def machine() -> dict:
    model = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.processor())  # fmt: skip
    return {"processor": model, "cores": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0],
            "date": datetime.date.today().isoformat()}  # fmt: skip


def main(arguments: list[str]) -> int:
    results_file = ROOT / "bench" / "results.json"
    if "--render" not in arguments:
        quick = ["--quick"] if "--quick" in arguments else []
        build()
        results = {"machine": machine(), "quick": bool(quick)}
        results["rows"] = lines_of(["build/release/bench/engine_bench", *quick])
        python = None if "--no-peers" in arguments else environment()
        results["peers"] = lines_of([str(python), "bench/peers.py", *quick]) if python else []
        results["instructions"] = {str(n): instructions(n) for n in (10, 1000)}
        results_file.write_text(json.dumps(results, indent=1) + "\n")
    results = json.loads(results_file.read_text())
    (ROOT / "bench" / "time.svg").write_text(report.picture(results))
    text = report.readme(results)
    (ROOT / "bench" / "README.md").write_text(text)
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
