"""Runs a GoogleTest binary and reads what really happened: an exit code alone cannot tell a pass from nothing run."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """What a run of a binary with a filter did."""

    ran: int  # tests that were executed, skipped ones not counted; 0 if the process died before its report
    failed: int
    code: int  # the exit code; negative for a signal
    said: str


def run(binary: Path, gtest_filter: str, timeout: float, settings: dict[str, str] | None = None) -> Outcome:
    """Runs the tests that match the filter, with settings in their environment; raises subprocess.TimeoutExpired past the time."""
    # Two runs of one binary at once have a report each.
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "report.json"
        done = subprocess.run(
            [str(binary), f"--gtest_filter={gtest_filter}", f"--gtest_output=json:{report}", "--gtest_brief=1"],
            cwd=binary.parent,
            env=os.environ | (settings or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
        text = report.read_text() if report.is_file() else "{}"
    tests = [test for suite in json.loads(text).get("testsuites", []) for test in suite["testsuite"]]
    ran = sum(test["result"] == "COMPLETED" for test in tests)
    failed = sum(bool(test.get("failures")) for test in tests)
    return Outcome(ran, failed, done.returncode, done.stdout.decode(errors="replace"))
