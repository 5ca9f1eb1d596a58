"""What every tool needs to know of the tree: where it is and which files belong to it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILT = {"build", "dist", ".git", ".cache"}

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def files(root: Path = ROOT) -> list[str]:
    """The paths of the tree below `root`, sorted: what git knows or would add, else all but what is built."""
    if shutil.which("git"):
        listing = subprocess.run(
            ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True,
            check=False,
        )
        # A tree that is no repository, or another user's, is walked instead.
        if listing.returncode == 0:
            names = {name for name in listing.stdout.decode().split("\0") if name}
            return sorted(name for name in names if (root / name).is_file())
    found = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(str(p) for p in found if p.parts[0] not in BUILT and "__pycache__" not in p.parts)


def includes(text: str) -> list[tuple[str, bool]]:
    """Every include of a C++ text, in order: the name, and whether it stood in quotes."""
    return [(name, mark == '"') for mark, name in _INCLUDE.findall(text)]


@cache
def _included(path: Path, changed: int) -> tuple[str, ...]:
    """The names a file includes; `changed` is its time stamp, so that an edited file is read again."""
    return tuple(name for name, _ in includes(path.read_text()))


def closure(path: str, root: Path = ROOT) -> set[str]:
    """A C++ file and every file of the tree that it includes, directly or not."""
    found: set[str] = set()
    waiting = [path]
    while waiting:
        current = waiting.pop()
        if current in found:
            continue
        found.add(current)
        places = [root / "include", root / "src", root / "vectors", root / "tests", root / "bench", (root / current).parent]
        for name in _included(root / current, (root / current).stat().st_mtime_ns):
            hit = next((place / name for place in places if (place / name).is_file()), None)
            if hit is not None:
                waiting.append(str(hit.resolve().relative_to(root.resolve())))
    return found


def report(what: str, problems: list[str], checked: int) -> int:
    """Prints the problems and the count that `./dev test` adds up; the exit code."""
    for problem in problems:
        print(f"{what}: {problem}")
    print(f"{what}: {max(checked - len(problems), 0)} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    for path in files():
        if path.endswith(tuple(sys.argv[1:])):
            print(path, end="\0")
