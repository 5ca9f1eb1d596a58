"""Runs a GoogleTest binary and reads what really happened: an exit code alone cannot tell a pass from nothing run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class End(Enum):
    """When a run of tests is over."""

    AFTER_ALL = "after all"
    AT_THE_FIRST_FAILURE = "at the first failure"  # by a signal, without a report


@dataclass(frozen=True)
class Outcome:
    """What a run of a binary with a filter did."""

    ran: int  # tests that were executed, skipped ones not counted; 0 if the process died before its report
    failed: int
    code: int  # the exit code; negative for a signal
    said: str
    stopped_in: str = ""  # the test whose claim failed first, where that ended the run


def run(
    binary: Path,
    gtest_filter: str,
    timeout: float,
    end: End = End.AFTER_ALL,
    settings: dict[str, str] | None = None,
) -> Outcome:
    """Runs the tests that match the filter, with settings in their environment; raises subprocess.TimeoutExpired past the time."""
    stop = ["--gtest_break_on_failure"] if end is End.AT_THE_FIRST_FAILURE else ["--gtest_brief=1"]
    # Two runs of one binary at once have a report each.
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "report.json"
        done = subprocess.run(
            [str(binary), f"--gtest_filter={gtest_filter}", f"--gtest_output=json:{report}", *stop],
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
    said = done.stdout.decode(errors="replace")
    # gtest names a test as it begins, and says Failure where a claim fails.
    begun = re.findall(r"^\[ RUN +\] (.+)$", said, re.MULTILINE)
    stopped = begun[-1] if begun and done.returncode < 0 and re.search(r"Failure$", said, re.MULTILINE) else ""
    return Outcome(ran, failed, done.returncode, said, stopped)
