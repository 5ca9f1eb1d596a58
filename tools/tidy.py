#!/usr/bin/env python3
"""Runs clang-tidy over the sources of a build, and remembers which were clean.

A file is looked at again only when it, a file of ours that it includes, its command line, .clang-tidy or clang-tidy itself
has changed. Headers are seen through the sources that include them, and all together through one that is made here: many
are templates that no source of the library includes.

Most of the time goes into headers, so the sources of a room are read as one, each included ahead of the last. Sources that
do not get on with each other there, or that have a slip, are then read alone: only what is said of them there counts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import compile_db
import repo

TIDY = "clang-tidy-19"
PRECOMPILED = re.compile(r"-Winvalid-pch |-include \S*cmake_pch\.hxx |-Xclang -include(-pch)? -Xclang \S+ ")
LOOKED_AT = ("src/", "tests/", "examples/", "bench/", "cli/", "build/tidy/")


def key(root: Path, path: str, command: compile_db.Command, version: str) -> str:
    """A hash of everything that clang-tidy's answer depends on."""
    digest = hashlib.sha256(repr((version, path, command)).encode())
    configurations = [file for file in repo.files(root) if Path(file).name == ".clang-tidy"]
    for file in configurations + sorted(repo.closure(path, root)):
        digest.update(file.encode() + b"\0" + (root / file).read_bytes())
    return digest.hexdigest()


def add_headers(root: Path, build: Path, clean: Path) -> None:
    """Writes a source that includes every header of ours, and a compile database that knows it."""
    headers = [file.removeprefix("include/") for file in repo.files(root) if file.startswith("include/")]
    source = clean / "headers.cpp"
    source.write_text("".join(f'#include "{header}"\n' for header in headers))
    entries = compile_db.entries(build)
    for entry in entries:  # what GCC compiled beforehand clang cannot read, and what clang did may not be there yet
        entry["command"] = PRECOMPILED.sub("", entry["command"])
    library = next(entry for entry in entries if "/src/" in entry["file"])
    command = library["command"].replace(library["file"], str(source))
    (clean / "compile_commands.json").write_text(
        json.dumps([*entries, library | {"file": str(source), "command": command}], indent=1)
    )


def look(root: Path, build: Path, paths: list[str]) -> str | None:
    """What clang-tidy has against some files that are compiled alike, read as one."""
    *before, last = paths
    alike = []
    if before:
        ahead = build / (last.replace("/", "_") + ".ahead.hpp")
        allowed = "  // NOLINT(bugprone-suspicious-include)\n"
        ahead.write_text("".join(f'#include "{root / path}"{allowed}' for path in before))
        # The compilers warn of each file as it is; here the names of one may shadow another's.
        alike = ["--extra-arg-before=-include", f"--extra-arg-before={ahead}", "--extra-arg=-w"]
    done = subprocess.run(
        [TIDY, "-p", str(build), "--quiet", "--extra-arg=-Wno-unknown-warning-option", *alike, last],
        cwd=root,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    # The counts of suppressed warnings on stderr say nothing about us; errors of the run itself do.
    return None if done.returncode == 0 else f"{last}\n{done.stdout}{done.stderr if not done.stdout else ''}"


def problems_of(root: Path, build: Path, paths: list[str]) -> dict[str, str | None]:
    """What clang-tidy has against each of some files that are compiled alike."""
    said = look(root, build, paths)
    if said is None or len(paths) == 1:
        return dict.fromkeys(paths, said)
    blamed = set(re.findall(r"^(/.+?):\d+:\d+: (?!note)", said, re.MULTILINE))
    named = [path for path in paths if str(root / path) in blamed] or paths
    rest = [path for path in paths if path not in named]
    return {path: look(root, build, [path]) for path in named} | (problems_of(root, build, rest) if rest else {})


def rooms(root: Path, paths: list[str], commands: dict[str, compile_db.Command]) -> list[list[str]]:
    """The files by room and by how they are compiled, the largest room first."""
    found: dict[object, list[str]] = {}
    for path in paths:
        # Highway compiles a source once per vector width by including it in itself; only one file can have a main.
        alone = re.search(r"#include <hwy/foreach_target.h>|^int main\(", (root / path).read_text(), re.MULTILINE)
        room = path if alone else path.split("/")[:2] if path.count("/") > 1 else path.split("/")[:1]
        found.setdefault((str(room), commands[path].flags), []).append(path)
    return sorted(found.values(), key=len, reverse=True)


def main(arguments: list[str], root: Path = repo.ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a configured build directory")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("path", nargs="*", help="only these sources")
    options = parser.parse_args(arguments)
    clean = options.build.resolve().parent / "tidy"
    clean.mkdir(parents=True, exist_ok=True)
    add_headers(root, options.build, clean)
    commands = compile_db.load(clean, root)
    paths = [p for p in sorted(commands) if p.startswith(LOOKED_AT) and (not options.path or p in options.path)]
    version = subprocess.run([TIDY, "--version"], capture_output=True, text=True, check=True).stdout

    known = {path: clean / key(root, path, commands[path], version) for path in paths}

    def attempt(room: list[str]) -> list[str]:
        problems = problems_of(root, clean, room)
        for path in room:
            if problems[path] is None:
                known[path].touch()
        return [problem for problem in problems.values() if problem]

    with ThreadPoolExecutor(options.jobs) as pool:
        waiting = rooms(root, [path for path in paths if not known[path].is_file()], commands)
        problems = [problem for found in pool.map(attempt, waiting) for problem in found]
    if not paths:
        problems.append("there is no source to look at")
    return repo.report("tidy", problems, len(paths))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
