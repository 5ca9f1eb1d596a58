"""Callers who check their types strictly are helped, not hindered."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import discreet as dc

HERE = Path(__file__).resolve().parent
PACKAGE = Path(dc.__file__).resolve().parents[1]


def run(*command: str, cwd: Path) -> str:
    tools = Path(sys.executable).parent
    there = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=cwd, env=there, capture_output=True, text=True, check=False)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def test_documented_calls_pass_mypy_and_wrong_ones_do_not(tmp_path: Path) -> None:
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\n")
    said = ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache"), "--python-executable", sys.executable]
    assert run(sys.executable, "-m", "mypy", *said, str(HERE / "typed_use.py"), cwd=tmp_path) == ""


def test_documented_calls_pass_pyright_and_wrong_ones_do_not(tmp_path: Path) -> None:
    (tmp_path / "typed_use.py").write_text((HERE / "typed_use.py").read_text(encoding="utf-8"), encoding="utf-8")
    config = {
        "include": ["typed_use.py"],
        "extraPaths": [str(PACKAGE)],
        "typeCheckingMode": "strict",
        "enableTypeIgnoreComments": True,
        "reportUnnecessaryTypeIgnoreComment": "error",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    assert run("basedpyright", "--pythonpath", sys.executable, cwd=tmp_path) == ""
