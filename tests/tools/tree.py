"""A throwaway tree for the tests of the tools."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))


class TreeTest(unittest.TestCase):
    """Gives each test an empty directory and a way to write files into it."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = Path(holder.name)

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file


def quietly(function, *arguments, **named) -> tuple[int, str]:
    """The exit code of a tool's main and all that it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            code = function(*arguments, **named)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
            printed.write(str(stop.code))
    return code, printed.getvalue()
