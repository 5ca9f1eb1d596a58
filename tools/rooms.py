#!/usr/bin/env python3
"""Checks the plan of the house: data flows down the list of rooms, an include may only point up it.

What a caller writes is public and stands in include/discreet/; the rest stands in src/ and is included by its room, as
"accounting/reals.hpp". A public header never includes a private one, and neither do the doors. How vectors are used is
for both, and stands in vectors/vectors/, which includes nothing of ours and is not installed.

Also: src/, tests/ and proofs/ have the rooms of the list (proofs/ the doors as well); a source includes a header of its
own room; a header is reached by some test or source; headers do not include each other in a circle; a private header and a
test's helper do not share a name; only ledger/sqlite/ knows SQLite, and only what opens a store knows ledger/sqlite/, and so of PostgreSQL; a
file of code stays within 300 lines.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import repo

ROOMS = ["error", "entropy", "numbers", "samplers", "framework", "accounting", "selection", "mechanisms", "specification", "release", "ledger"]
# Where data enters; what a door does to it has proofs too.
DOORS = ["cli", "python"]
# What stands beside the rooms below tests/.
TEST_HELPERS = {"support", "oracle", "mutations", "must_not_compile", "consumer", "tools", "examples", "cli", "python", "fuzz", "house", "trees", "pages", "postgres", "plain", "vectors"}
# What stands beside them below proofs/coq/: facts about sums and integrals, and what compares with the C++ code.
PROOF_HELPERS = {"basics", "trees"}
# What stands behind the ledger, each below a directory of its own, and the headers that only it and its tests include.
STORES = {"sqlite": {"sqlite3.h"}, "postgres": {"libpq-fe.h"}}
# For src/ and the program, which alone has kernels of its own among what stands outside.
VECTORS = "vectors/vectors/"
OPENS_STORES = "src/ledger/open_store.cpp"
MAX_LINES = 300
CODE = (".hpp", ".cpp", ".py", ".sh", ".cmake", ".v", ".ml")
UMBRELLA = "discreet/discreet.hpp"


def room_of_header(name: str) -> str | None:
    """The room of an include, public or private; None for a header that is not ours, or in no room."""
    parts = name.split("/")
    if name == UMBRELLA:
        return None
    if parts[0] == "discreet":
        return parts[1].removesuffix(".hpp")
    return parts[0] if len(parts) > 1 and parts[0] in ROOMS else None


def room_of_file(path: str) -> str | None:
    """The room a file of include/, src/ or tests/ lives in; None where the order does not bind."""
    parts = path.split("/")
    if parts[0] == "include":
        return room_of_header("/".join(parts[1:]))
    if parts[0] in {"src", "tests"} and len(parts) > 1:
        room = re.sub(r"\.(cpp|hpp)$", "", parts[1])
        return room if room in ROOMS else None
    return None


def check_include(path: str, name: str, tree: set[str]) -> str | None:
    """What is wrong with one include."""
    private = f"src/{name}" in tree
    room = room_of_file(path)
    for store, foreign in STORES.items():
        below = path.startswith((f"src/ledger/{store}/", "tests/ledger/"))
        if name in foreign and not below:
            return f"{path} includes {name}: only src/ledger/{store}/ knows it"
        if name.startswith(f"ledger/{store}/") and not below and path != OPENS_STORES:
            return f"{path} includes {name}: a store is seen through ledger/store.hpp, and opened by {OPENS_STORES}"
    if name == UMBRELLA and path.startswith(("include/", "src/")):
        return f"{path} includes {name}: a room names the headers it needs"
    if private and path.startswith(("include/", "examples/", *(f"{door}/" for door in DOORS))):
        return f"{path} includes {name}: what stands in src/ is for src/, tests/ and bench/"
    if path.startswith(VECTORS) and (name.startswith("discreet/") or private):
        return f"{path} includes {name}: how vectors are used knows nothing of ours"
    if f"vectors/{name}" in tree and path.startswith(("include/", "examples/", "python/")):
        return f"{path} includes {name}: how vectors are used is for src/, cli/, tests/ and bench/"
    target = room_of_header(name)
    if target is None or room is None or room not in ROOMS:
        return None
    if target not in ROOMS:
        return f"{path} includes {name}: {target} is no room"
    if ROOMS.index(target) > ROOMS.index(room):
        return f"{path} includes {name}: {target} is below {room} in the list of rooms"
    return None


def check_place(path: str, tree: set[str]) -> str | None:
    """What is wrong with where a file stands."""
    parts = path.split("/")
    if path.startswith("include/discreet/") and path != f"include/{UMBRELLA}":
        room = room_of_header("/".join(parts[1:]))
        return None if room in ROOMS else f"{path}: {room} is no room"
    if parts[0] == "vectors" and not (path.startswith(VECTORS) and path.endswith(".hpp")):
        return f"{path}: only headers in {VECTORS} say how vectors are used"
    if parts[0] in {"src", "vectors"} and path.endswith(".hpp"):
        twin = next((f"{place}/{'/'.join(parts[1:])}" for place in ("tests", "bench") if f"{place}/{'/'.join(parts[1:])}" in tree), None)
        return f"{path} and {twin} have one name, and an include would find either" if twin else None
    if path.startswith("proofs/coq/"):
        parts = ["proofs", *parts[2:]]
    if parts[0] == "proofs" and len(parts) > 2 and parts[1] not in PROOF_HELPERS:
        return None if parts[1] in ROOMS + DOORS else f"{path}: {parts[1]} is no room"
    if parts[0] == "tests" and len(parts) > 2 and parts[1] not in TEST_HELPERS:
        return None if parts[1] in ROOMS else f"{path}: {parts[1]} is no room"
    return None


def check_source(path: str, names: list[str]) -> str | None:
    """Whether a source sees the declaration of what it defines."""
    if not path.startswith("src/") or not path.endswith(".cpp"):
        return None
    seen = {room_of_header(name) for name in names}
    return None if room_of_file(path) in seen else f"{path} includes no header of its room, which would declare what it defines"


def check_length(path: str, text: str) -> str | None:
    """Whether a file of code has outgrown one reading."""
    lines = text.count("\n")
    is_code = path.endswith(CODE) or Path(path).name in {"CMakeLists.txt", "dev"}
    return f"{path} has {lines} lines; past {MAX_LINES} it asks for a split" if is_code and lines > MAX_LINES else None


def check_circles(edges: dict[str, list[str]]) -> list[str]:
    """Headers that include themselves through others."""
    state: dict[str, int] = {}
    problems = []

    def visit(header: str, trail: list[str]) -> None:
        if state.get(header) == 1:
            problems.append("headers in a circle: " + " -> ".join(trail[trail.index(header) :] + [header]))
        if header in state:
            return
        state[header] = 1
        for target in edges.get(header, []):
            visit(target, trail + [header])
        state[header] = 2

    for header in sorted(edges):
        visit(header, [])
    return problems


def check_reached(root: Path, tree: list[str]) -> list[str]:
    """Headers that neither a test nor a source includes, directly or not: nothing shows that they even compile."""
    compiled = [path for path in tree if path.endswith("_test.cpp") or path.startswith("src/") and path.endswith(".cpp")]
    reached = set().union(*(repo.closure(path, root) for path in compiled))
    ours = [path for path in tree if path.startswith(("include/", "src/", VECTORS)) and path.endswith(".hpp")]
    forwarding = {path for path in ours if "#pragma GCC warning" in (root / path).read_text()}
    headers = [path for path in ours if path != f"include/{UMBRELLA}" and path not in forwarding]
    return [f"{header} is reached by no test and no source" for header in headers if header not in reached]


def check(root: Path) -> tuple[list[str], int]:
    """Every problem of the tree, and how many files were looked at."""
    tree = repo.files(root)
    problems: list[str | None] = []
    edges: dict[str, list[str]] = {}
    checked = 0
    for path in tree:
        problems.append(check_place(path, set(tree)))
        if not path.endswith(CODE) and Path(path).name not in {"CMakeLists.txt", "dev"}:
            continue
        checked += 1
        text = (root / path).read_text()
        problems.append(check_length(path, text))
        if not path.endswith((".hpp", ".cpp")):
            continue
        names = [name for name, _ in repo.includes(text)]
        problems += [check_include(path, name, set(tree)) for name in names]
        problems.append(check_source(path, names))
        if path.startswith(("include/", "src/", VECTORS)) and path.endswith(".hpp"):
            edges[path.split("/", 1)[1]] = names
    return [p for p in problems if p] + check_circles(edges) + check_reached(root, tree), checked


def main(root: Path = repo.ROOT) -> int:
    return repo.report("rooms", *check(root))


if __name__ == "__main__":
    sys.exit(main())
