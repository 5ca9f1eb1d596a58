#!/usr/bin/env python3
"""Lets the compiler of the library read the tests that the build leaves to another one, with its own warnings as errors.

A user's compiler must take what the tests ask of the headers. It translates nothing here, and reads the files of a room
as one, so that it takes a tenth of the time of a build; there the names of one file may shadow another's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import compile_db
import repo

# What only the other compiler knows, and the optimisation that was not worth its time: some warnings need it.
DROPPED = {"-Winvalid-pch", "-fno-color-diagnostics", "-O0"}
WITH_ARGUMENT = {"-Xclang"}


def flags_of(command: compile_db.Command) -> tuple[str, ...]:
    """How a test is compiled, without precompiled headers."""
    kept, before = [], ""
    for flag in command.flags:
        if before not in WITH_ARGUMENT and flag not in DROPPED | WITH_ARGUMENT:
            kept.append(flag)
        before = "" if before in WITH_ARGUMENT else flag
    return tuple(kept)


def rooms_of(commands: dict[str, compile_db.Command], compiler: str) -> dict[tuple[str, tuple[str, ...]], list[str]]:
    """The tests that another compiler compiles, by room and by how."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for path, command in sorted(commands.items()):
        if path.startswith("tests/") and command.compiler != compiler:
            found.setdefault((path.split("/")[1], flags_of(command)), []).append(path)
    return found


def read(compiler: str, flags: tuple[str, ...], root: Path, paths: list[str]) -> str | None:
    """What the compiler has against some files, read as one."""
    done = subprocess.run(
        [compiler, *flags, "-fsyntax-only", "-Wno-shadow", "-x", "c++", "-"],
        input="".join(f'#include "{root / path}"\n' for path in paths),
        capture_output=True,
        text=True,
        check=False,
    )
    return None if done.returncode == 0 else f"{compiler} does not take tests/{paths[0].split('/')[1]}:\n{done.stderr}"


def main(arguments: list[str], root: Path = repo.ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a configured build directory")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    commands = compile_db.load(options.build, root)
    compiler = next(command.compiler for path, command in sorted(commands.items()) if path.startswith("src/"))
    rooms = rooms_of(commands, compiler)

    def attempt(room: tuple[str, tuple[str, ...]]) -> str | None:
        return read(compiler, room[1], root, rooms[room])

    with ThreadPoolExecutor(options.jobs) as pool:
        problems = [problem for problem in pool.map(attempt, rooms) if problem]
    return repo.report("both_compilers", problems, len(rooms))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
