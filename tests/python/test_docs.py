"""Every example that a reader can see runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import pkgutil
from pathlib import Path
from typing import Any

import pytest

import discreet as dc

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(f"discreet.{found.name}" for found in pkgutil.iter_modules(dc.__path__) if found.name != "_core")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Finder(doctest.DocTestFinder):
    """Finds functions that are wrapped by another module's as well."""

    def _from_module(self, module: Any, thing: Any) -> bool:
        return bool(super()._from_module(module, inspect.unwrap(thing)))  # type: ignore[misc]


@pytest.mark.parametrize("name", ["discreet", *MODULES])
def test_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    found = [test for test in Finder().find(module, name) if test.examples]
    for test in found:
        runner.run(test)
    assert runner.summarize().failed == 0
    public = {thing for thing in dc.__all__ if getattr(getattr(dc, thing), "__module__", None) == name}
    shown = {thing for thing in public if ">>>" in (getattr(dc, thing).__doc__ or "")}
    assert shown <= {test.name.rpartition(".")[2] for test in found}


def test_every_public_name_is_explained_and_every_function_shows_an_example() -> None:
    for name in dc.__all__:
        thing = getattr(dc, name)
        if not inspect.isclass(thing) and not inspect.isroutine(thing):
            # An alias of types has no docstring of its own.
            assert f"`dc.{name}`" in (ROOT / "docs/python.md").read_text(encoding="utf-8"), name
            continue
        assert thing.__doc__, name
        if inspect.isroutine(thing) and (not name.endswith(("divergence", "distance", "bounded_range"))):
            assert ">>>" in thing.__doc__ or name == "to_opendp", name


GUIDES = {
    ROOT / "docs/python.md": 10,
    ROOT / "docs/quantiles.md": 5,
    **dict.fromkeys((ROOT / "docs/releases").glob("*.md"), 1),
}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_the_guides_run(guide: Path) -> None:
    results = doctest.testfile(str(guide), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert results.attempted > GUIDES[guide]
    assert results.failed == 0


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "examples/first_release.ipynb"
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(path.parent)
    book = json.loads(path.read_text(encoding="utf-8"))
    space: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 4
    for cell in cells:
        exec(compile("".join(cell["source"]), str(path), "exec"), space)
    found = space["found"]
    assert max(found) <= 10
    # More privacy budget finds more of the true top ten; 8 standard deviations of room.
    assert found[-1] > found[0] + 2
