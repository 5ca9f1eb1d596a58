#!/usr/bin/env python3
"""Checks that what must be a type error is one, and for the stated reason.

Each tests/must_not_compile/<claim>.cpp has one or more lines

    // expect: <regular expression that the compiler's diagnosis must match>

and compiles cleanly with -DCONTROL, which takes out the one thing that is wrong: so a misspelt include or a moved header
cannot pass for the error that was meant. Both compilers must agree.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import compile_db
import repo

EXPECT = re.compile(r"^// expect: (.+)$", re.MULTILINE)
OURS = ("-I", "-isystem", "-D", "-std", "-f", "-pthread")


def diagnose(compiler: str, flags: list[str], source: Path, *extra: str) -> tuple[bool, str]:
    """Whether the file compiles, and what the compiler said."""
    command = [compiler, *flags, "-fsyntax-only", *extra, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    return done.returncode == 0, done.stderr


def check(compiler: str, flags: list[str], source: Path) -> list[str]:
    """What is wrong with one file under one compiler."""
    where = f"{source.name} with {Path(compiler).name}"
    reasons = EXPECT.findall(source.read_text())
    if not reasons:
        return [f"{source.name} has no line `// expect: ...`"]
    fine, said = diagnose(compiler, flags, source, "-DCONTROL")
    if not fine:
        return [f"{where} does not compile even with -DCONTROL:\n{said}"]
    fine, said = diagnose(compiler, flags, source)
    if fine:
        return [f"{where} compiles, and must not"]
    return [f"{where} fails, but not because of `{reason}`:\n{said}" for reason in reasons if not re.search(reason, said)]


def flags_of(build: Path, root: Path) -> list[str]:
    """How the library is compiled, without warnings, optimisation and sight of what is private."""
    commands = compile_db.load(build, root)
    library = next(command for path, command in sorted(commands.items()) if path.startswith("src/"))
    kept, argument_of = [], ""
    for flag in library.flags:
        if flag.removeprefix("-I") in {str(root / "src"), str(root / "vectors")}:
            kept = kept[:-1] if argument_of else kept
        elif argument_of or flag.startswith(OURS):
            kept.append(flag)
        argument_of = flag if not argument_of and flag in {"-I", "-isystem", "-D"} else ""
    return kept


def precompile(compiler: str, flags: list[str], header: Path, into: Path) -> list[str]:
    """Flags with which a compiler has read a header already; none where it cannot, and the files say why."""
    includes = into / f"{Path(compiler).name}.hpp"
    includes.write_text(f'#include "{header}"\n')
    # Where a header is included by option, both compilers take what lies beside it under this name.
    done = subprocess.run(
        [compiler, *flags, "-x", "c++-header", str(includes), "-o", f"{includes}.gch"],
        capture_output=True,
        check=False,
    )
    return ["-include", str(includes)] if done.returncode == 0 else []


def main(arguments: list[str], root: Path = repo.ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a configured build directory")
    parser.add_argument("--compiler", action="append", help="default: g++ and clang++-19")
    options = parser.parse_args(arguments)
    flags = flags_of(options.build, root)
    sources = sorted((root / "tests/must_not_compile").glob("*.cpp"))
    compilers = options.compiler or ["g++", "clang++-19"]
    with tempfile.TemporaryDirectory() as precompiled, ThreadPoolExecutor(os.cpu_count()) as pool:
        # Nearly all that a file takes is what all of them include.
        umbrella = root / "include/discreet/discreet.hpp"
        read = dict(zip(compilers, pool.map(lambda name: precompile(name, flags, umbrella, Path(precompiled)), compilers)))
        cases = [(name, [*flags, *read[name]], source) for source in sources for name in compilers]
        problems = [problem for found in pool.map(lambda case: check(*case), cases) for problem in found]
    if not cases:
        problems.append("there is no file to try")
    return repo.report("must_not_compile", problems, len(cases))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
