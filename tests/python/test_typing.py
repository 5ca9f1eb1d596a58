"""Callers who check their types strictly are helped, not hindered."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import discreet as dc

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
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


def test_what_the_documents_show_passes_mypy(tmp_path: Path) -> None:
    guide, readme = ((ROOT / name).read_text(encoding="utf-8") for name in ("docs/python.md", "README.md"))
    shown = doctest.DocTestParser().get_examples(guide)
    refused = [example for example in shown if example.want.startswith("Traceback")]
    assert len(shown) > 5 * len(refused) > 10
    (tmp_path / "guide.py").write_text("".join(each.source for each in shown if each not in refused), encoding="utf-8")
    block = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
    assert block is not None
    before = "from typing import Any\n\nimport numpy\n\nscores = numpy.zeros(9)\nmatrix = numpy.zeros((2, 9))\n"
    before += "frame: Any = None\ncodes = ['a']\n"
    (tmp_path / "readme.py").write_text(before + block[1], encoding="utf-8")
    config = tmp_path / "mypy.ini"
    config.write_text("[mypy]\nstrict = True\n[mypy-pandas.*]\nignore_missing_imports = True\n")
    said = ["--config-file", str(config), "--cache-dir", str(tmp_path / "cache"), "--python-executable", sys.executable]
    assert run(sys.executable, "-m", "mypy", *said, "guide.py", "readme.py", cwd=tmp_path) == ""


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
