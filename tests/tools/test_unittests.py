"""tools/unittests.py counts what ran in its processes, and takes nothing that did not run for a success."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "unittests.py"
PASSES = "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n    def test_b(self): pass\n"


def run(files: dict[str, str]) -> tuple[int, str]:
    """The exit code and the last line for a directory with these files."""
    with tempfile.TemporaryDirectory() as directory:
        for name, text in files.items():
            (Path(directory) / name).write_text(text)
        done = subprocess.run([sys.executable, TOOL, directory], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()[-1].removeprefix(f"{directory}: ")


class Unittests(unittest.TestCase):
    def test_the_counts_of_all_files_are_added(self) -> None:
        files = {"test_a.py": PASSES, "test_b.py": PASSES, "helper.py": "raise SystemExit(1)"}
        self.assertEqual(run(files), (0, "4 passed, 0 failed"))

    def test_a_failure_is_counted_once(self) -> None:
        broken = PASSES.replace("test_b(self): pass", "test_b(self): self.fail()")
        self.assertEqual(run({"test_a.py": PASSES, "test_b.py": broken}), (1, "3 passed, 1 failed"))

    def test_a_file_that_ends_its_process_has_failed(self) -> None:
        for status in (0, 3):
            ends = PASSES.replace("test_b(self): pass", f"test_b(self): __import__('os')._exit({status})")
            self.assertEqual(run({"test_a.py": PASSES, "test_b.py": ends}), (1, "2 passed, 1 failed"))

    def test_a_file_without_tests_has_failed(self) -> None:
        self.assertEqual(run({"test_a.py": PASSES, "test_b.py": ""}), (1, "2 passed, 1 failed"))

    def test_a_directory_without_files_has_failed(self) -> None:
        self.assertEqual(run({"helper.py": PASSES})[0], 1)


if __name__ == "__main__":
    unittest.main()
