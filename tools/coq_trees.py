"""Compares the decision trees of the programs in proofs/coq with those of the C++ code, node by node, and sees that
ways to break the C++ code are noticed. A line is a name and the nodes of one tree in the order of a walk.
"""

from __future__ import annotations

import subprocess
import threading
import tomllib
from itertools import zip_longest
from pathlib import Path

import compile_db
import repo

SOURCE = "tests/trees/print_trees.cpp"
MUTATIONS = "tests/trees/mutations"
TIMEOUT = 900


class Failed(Exception):
    """A step that did not come to its end."""


def run(command: list[str], directory: Path) -> str:
    """What the command says; raises if it fails."""
    try:
        done = subprocess.run(
            command, cwd=directory, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"{command[0]} ran for {TIMEOUT} s without coming to its end") from None
    if done.returncode:
        raise Failed(f"{' '.join(command[:4])} failed:\n{(done.stdout + done.stderr).strip()}")
    return done.stdout


def branches(node: str) -> int:
    """How many branches a node has; 0 for an outcome."""
    kind, _, rest = node.partition(":")
    return {"below": int(rest) if kind == "below" else 0, "gap": 2, "coin": 2}.get(kind, 0)


def first_difference(ours: list[str], theirs: list[str]) -> str:
    """Where two walks part: the decisions on the way and the two nodes."""
    path: list[list[int | str]] = []  # node, branch taken, branches
    for at, (a, b) in enumerate(zip([*ours, "the end"], [*theirs, "the end"])):
        if a != b:
            way = " ".join(f"{node}={taken}" for node, taken, _ in path) or "the root"
            return f"after {way}: {a} in Coq, {b} in C++ (node {at + 1})"
        if branches(a):
            path.append([a, 0, branches(a)])
            continue
        while path and path[-1][1] == path[-1][2] - 1:  # type: ignore[operator]
            path.pop()
        if path:
            path[-1][1] += 1  # type: ignore[operator]
    return "no difference"


def differences(ours: str, theirs: str) -> list[str]:
    """One problem for the first tree that differs."""
    left, right = ours.splitlines(), theirs.splitlines()
    for a, b in zip(left, right):
        if a != b:
            words, others = a.split(" "), b.split(" ")
            if words[:3] != others[:3]:
                return [f"trees of {' '.join(words[:3])} and of {' '.join(others[:3])} stand in one line"]
            return [f"{' '.join(words[:3])}: {first_difference(words[3:], others[3:])}"]
    return [] if len(left) == len(right) else [f"{len(left)} trees in Coq, {len(right)} in C++"]


def mutant(path: Path, build: Path, work: Path) -> Path:
    """What prints the trees of the C++ code, broken as the file says."""
    told = tomllib.loads(path.read_text())
    text = (repo.ROOT / told["file"]).read_text()
    if text.count(told["from"]) != 1:
        raise Failed(f"{path.name}: `from` must occur once in {told['file']}")
    place = work / path.stem
    (place / told["file"]).parent.mkdir(parents=True, exist_ok=True)
    (place / told["file"]).write_text(text.replace(told["from"], told["to"]))
    command = compile_db.load(build, repo.ROOT)[SOURCE]
    target, binary = place / "trees.o", place / "trees"
    source = str(repo.ROOT / SOURCE)
    overlay = tuple(f"-I{place / part}" for part in ("include", "src", "tests"))
    run(command.run("-w", "-c", source, "-o", str(target), before=overlay), command.directory)
    listing = run(["ninja", "-C", str(build), "-t", "commands", "decision_trees"], build).strip().splitlines()[-1]
    link = listing.replace("tests/CMakeFiles/decision_trees.dir/trees/print_trees.cpp.o", str(target))
    run(["sh", "-c", link.replace("-o tests/decision_trees", f"-o {binary}")], build)
    return binary


def noticed(ours: str, command: Path) -> str:
    """The first difference between the trees and those that the command prints, which is ended there; empty if none."""
    with subprocess.Popen([command], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        limit = threading.Timer(TIMEOUT, process.kill)
        limit.start()
        try:
            for expected, line in zip_longest(ours.splitlines(keepends=True), process.stdout, fillvalue=""):
                if line != expected:
                    # One that ends by itself must end well: what cannot run notices nothing.
                    if line:
                        process.kill()
                    elif process.wait():
                        raise Failed(f"{command} ended with {process.returncode}")
                    return differences(expected, line)[0]
        finally:
            limit.cancel()
    return ""


def compare(build: Path, trees: Path, work: Path) -> tuple[list[str], int]:
    """The problems, and how many trees and mutations were looked at."""
    for file in ("print_trees.ml", "engine_trees.ml"):
        (work / file).write_text((trees / file).read_text())
    parts = ["programs.mli", "programs.ml", "engine_trees.ml", "print_trees.ml"]
    run(["ocamlopt", "-w", "-a", *parts, "-o", "print_trees"], work)
    run(["cmake", "--build", str(build), "--target", "decision_trees"], repo.ROOT)
    ours = run([str(work / "print_trees")], work)
    if not ours:
        raise Failed("no tree was printed: nothing would differ")
    problems = differences(ours, run([str(build / "tests/decision_trees")], work))
    mutations = sorted((repo.ROOT / MUTATIONS).glob("*.toml"))
    if not problems:
        for path in mutations:
            if not noticed(ours, mutant(path, build, work)):
                problems.append(f"{path.stem} SURVIVED: {tomllib.loads(path.read_text())['why']}")
    return problems, len(ours.splitlines()) + len(mutations)
