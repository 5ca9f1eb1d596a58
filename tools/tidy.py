#!/usr/bin/env python3
"""Runs clang-tidy over the sources of a build, and remembers which were clean.

A file is looked at again only when it, a file of ours that it includes, its command line, .clang-tidy or clang-tidy itself
has changed. Headers are seen through the sources that include them, and all together through one that is made here: many
are templates that no source of the library includes.
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
PRECOMPILED = re.compile(r"-Winvalid-pch |-include \S*cmake_pch\.hxx ")
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
    entries = json.loads((build / "compile_commands.json").read_text())
    for entry in entries:  # clang cannot read a header that GCC compiled beforehand
        entry["command"] = PRECOMPILED.sub("", entry["command"])
    library = next(entry for entry in entries if "/src/" in entry["file"])
    command = library["command"].replace(library["file"], str(source))
    (clean / "compile_commands.json").write_text(
        json.dumps([*entries, library | {"file": str(source), "command": command}], indent=1)
    )


def look(root: Path, build: Path, path: str) -> str | None:
    """What clang-tidy has against one file."""
    done = subprocess.run(
        [TIDY, "-p", str(build), "--quiet", "--extra-arg=-Wno-unknown-warning-option", path],
        cwd=root,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    # The counts of suppressed warnings on stderr say nothing about us; errors of the run itself do.
    return None if done.returncode == 0 else f"{path}\n{done.stdout}{done.stderr if not done.stdout else ''}"


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

    def attempt(path: str) -> str | None:
        known = clean / key(root, path, commands[path], version)
        if known.is_file():
            return None
        problem = look(root, clean, path)
        if problem is None:
            known.touch()
        return problem

    with ThreadPoolExecutor(options.jobs) as pool:
        problems = [problem for problem in pool.map(attempt, paths) if problem]
    if not paths:
        problems.append("there is no source to look at")
    return repo.report("tidy", problems, len(paths))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
