"""Which test files a GoogleTest filter speaks of, so that a tool need not compile a whole room for one test."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

_TEST = re.compile(r"\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\s*\(\s*(\w+)\s*,\s*(\w+)")


def patterns(gtest_filter: str) -> list[tuple[str, str]]:
    """The (suite, test) patterns of a filter's positive part, instance prefixes and numbers left out."""
    pairs = []
    for pattern in gtest_filter.split("-")[0].split(":"):
        suite, dot, test = pattern.partition(".")
        # Instance/Suite.Test/0 and Suite/0.Test name the same source line as Suite.Test.
        names = [piece for piece in suite.split("/") if piece and not piece.isdigit() and piece != "*"]
        pairs.append((names[-1] if names else "*", test.split("/")[0] if dot else "*"))
    return pairs


def _text(path: Path) -> str:
    """A test file and the helpers beside it that it includes: tests of several types stand in a header."""
    text = path.read_text()
    beside = [path.parent / name for name in re.findall(r'^#include "(\w+\.hpp)"', text, re.MULTILINE)]
    return "\n".join([text, *(helper.read_text() for helper in beside if helper.is_file())])


def files_of_filter(root: Path, target: str, gtest_filter: str) -> list[str]:
    """The test files of a target's room that define a test which the filter can name; all of them if none is seen to."""
    wanted = patterns(gtest_filter)
    everything = sorted((root / "tests" / target.removeprefix("test_")).rglob("*_test.cpp"))
    found = []
    for path in everything:
        tests = _TEST.findall(_text(path))
        if any(fnmatchcase(suite, s) and fnmatchcase(test, t) for suite, test in tests for s, t in wanted):
            found.append(path)
    return [str(path.relative_to(root)) for path in found or everything]
