"""The command `discreet` of a wheel: becomes the program that stands beside the package, without importing it."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """Runs the program with the arguments of this process."""
    spec = importlib.util.find_spec("discreet")
    assert spec is not None
    assert spec.submodule_search_locations
    program = Path(spec.submodule_search_locations[0]) / "bin" / "discreet"
    sys.stdout.flush()
    os.execv(program, [sys.argv[0], *sys.argv[1:]])
