#!/usr/bin/env python3
"""Shows that the tests bite: breaks the code in a stated way, and fails if the stated tests do not notice.

Each tests/mutations/<name>.toml has
    file   = "src/samplers/uniform_less.hpp"                the file to break
    from   = "lo < hi"                                      a text that occurs in it exactly once
    to     = "lo <= hi"                                     what stands there in the mutant
    target = "test_samplers"                                the test binary that must notice
    filter = "UniformLess.*"                                the tests of it that must fail
    why    = "the side of the coin that is open matters"

or several such tables, each with a name of its own: [wrong_side]. Where the target is discreet_program, the tests that
must notice are those of tests/cli, and the filter is what unittest calls one: "test_releases.Releases.test_help".

The tree itself is never touched. The mutant is written beside it and found first on the include path; only the tests
the filter names and the sources that see the mutated file and take part are compiled again, then linked ahead of the
library. Tests that the build optimises, because they walk whole trees of words, are compiled here as they are: a mutant
ends at the first claim that fails. A mutation counts as caught only if the same filter ran and passed on the code as it
is, its tests compiled alike.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from threading import Lock

import compile_db
import gtest_run
import repo
from gtest_files import files_of_filter
from stated_mutations import InvalidError, Mutation, mutate, read

sys.path.insert(0, str(repo.ROOT / "tests/support"))
import postgres_server

# Links in a third of the time that GNU ld takes.
LLD = shutil.which("ld.lld-19")
LINKER = (f"-B{Path(LLD).resolve().parent}", "-fuse-ld=lld") if LLD else ()
TIMEOUT = 600.0
PROGRAM = "discreet_program"


def run_tests(root: Path, mutation: Mutation, binary: Path, end: gtest_run.End) -> gtest_run.Outcome:
    """What the tests that the mutation names say of a binary; raises subprocess.TimeoutExpired past the time."""
    if "Postgres" in mutation.filter:
        # A server of its own, since some of these tests weaken it or make it crash.
        with postgres_server.Server() as server:
            return gtest_run.run(binary, mutation.filter, TIMEOUT, end, {"DISCREET_POSTGRES": server.url()})
    if mutation.target != PROGRAM:
        return gtest_run.run(binary, mutation.filter, TIMEOUT, end)
    done = subprocess.run(
        [sys.executable, "-m", "unittest", mutation.filter],
        cwd=root / "tests/cli",
        env=os.environ | {"DISCREET": str(binary), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    ran = re.search(r"^Ran (\d+) test", done.stdout, re.MULTILINE)
    failed = sum(int(count) for count in re.findall(r"(?:failures|errors)=(\d+)", done.stdout))
    return gtest_run.Outcome(int(ran[1]) if ran else 0, failed, done.returncode, done.stdout)


def tests_of(root: Path, mutation: Mutation) -> list[str]:
    """The sources of a target beside those of the library: the tests that the filter names, or the program's main()."""
    return ["cli/main.cpp"] if mutation.target == PROGRAM else files_of_filter(root, mutation.target, mutation.filter)


def how_caught(outcome: gtest_run.Outcome, control: gtest_run.Outcome) -> str:
    """What noticed a mutant that did not pass."""
    if outcome.code < 0:
        return outcome.stopped_in or "a crash"
    if outcome.ran != control.ran:
        raise InvalidError(f"the mutant ran {outcome.ran} tests where the code as it is ran {control.ran}")
    return f"{outcome.failed} of {outcome.ran} tests"


class Workshop:
    """Builds and runs mutants against one configured build directory."""

    def __init__(self, root: Path, build: Path) -> None:
        """Reads how the build compiles."""
        self.root, self.build = root, build.resolve()
        self.commands = compile_db.load(self.build, root)
        self.plain = compile_db.plain_tests(self.commands)
        self.launcher = [path] if (path := shutil.which("ccache")) else []
        self.sources = [path for path in self.commands if path.startswith(("src/", "cli/"))]
        self.tests = [path for path in self.commands if path.startswith("tests/")]
        self.closures: dict[str, frozenset[str]] = {}
        self.controls: dict[tuple[str, str], gtest_run.Outcome] = {}
        self.compiled: dict[str, Path] = {}
        self.members: dict[object, set[str]] = {}
        self.turns: defaultdict[tuple[str, str], Lock] = defaultdict(Lock)
        self.cache = self.build.parent / "mutations" / "caught"
        self.cache.mkdir(parents=True, exist_ok=True)

    def run(self, command: list[str], directory: Path) -> str:
        """What a step of the build says."""
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise InvalidError(f"does not build:\n{done.stdout}{done.stderr}")
        return done.stdout

    def closure(self, path: str) -> frozenset[str]:
        """What a file sees. It is asked of every source for each mutation, and no file changes in between."""
        if path not in self.closures:
            self.closures[path] = frozenset(repo.closure(path, self.root))
        return self.closures[path]

    @cache  # noqa: B019, a process has one workshop
    def content(self, path: str) -> bytes:
        """A hash of a file of ours, of which no byte changes in between either."""
        return hashlib.sha256((self.root / path).read_bytes()).digest()

    def compile(self, source: str, place: Path, mutation: Mutation | None = None) -> Path:
        """Compiles one source as the mutant sees it, if there is one; checks by its dependencies that it did."""
        command = self.plain.get(source) or self.commands[source]
        written = place / source if mutation and source == mutation.file else self.root / source
        target = place / (source.replace("/", "_") + ".o")
        depends = target.with_suffix(".d")
        overlay = tuple(f"-I{place / part}" for part in ("include", "src", "vectors", "cli", "tests"))
        # A source of vectors includes itself: the mutant stands before what it was made of.
        places = (place / Path(source).parent, (self.root / source).parent)
        beside = tuple(word for part in places for word in ("-iquote", str(part)))
        rest = ("-w", "-MD", "-MF", str(depends), "-c", str(written), "-o", str(target))
        self.run(self.launcher + command.run(*beside, *rest, before=overlay), command.directory)
        seen = {str(Path(command.directory, word).resolve()) for word in depends.read_text().split()}
        if mutation and str((self.root / mutation.file).resolve()) in seen:
            raise InvalidError(f"{source} still sees {mutation.file} as it was: include it by its full name")
        return target

    @cache  # noqa: B019, a process has one workshop
    def link_command(self, target: str) -> list[str]:
        """How CMake links a target, without its objects."""
        listing = self.run(["ninja", "-C", str(self.build), "-t", "commands", target], self.build)
        words = shlex.split(listing.strip().splitlines()[-1])
        start = words.index("&&") + 1
        return [word for word in words[start : words.index("&&", start)] if not word.endswith(".o")]

    def link(self, mutation: Mutation, objects: list[Path], binary: Path) -> set[str]:
        """Links as CMake links the target, with our objects in place of its own; what came out of the archives."""
        words = self.link_command(mutation.target)
        at = words.index("-o")
        ours = [str(path) for path in objects] + [*LINKER, "-Wl,-t,-t", "-o", str(binary)]
        said = self.run(words[:at] + ours + words[at + 2 :], self.build)
        return set(re.findall(r"^(?:\(\S+\.a\)|\S+\.a\()([^\s)]+)\)?$", said, re.MULTILINE))

    def make(self, mutation: Mutation, tests: list[str], place: Path) -> Path:
        """Compiles what sees the mutation and takes part in the tests, and nothing else."""
        affected = {path for path in self.sources + tests if mutation.file in self.closure(path)}
        # Tests that the build compiles as one are taken as one, unless any of them sees the mutation.
        broken = {self.commands[path].output for path in {*self.tests, *tests} if mutation.file in self.closure(path)}
        outputs = {test: self.commands[test].output for test in tests}
        alone = [self.compile(test, place, mutation) for test in tests if outputs[test] in broken]
        objects = alone + sorted(set(outputs.values()) - broken)
        binary = place / mutation.target
        waiting, compiled = affected - set(tests), affected & set(tests)
        while True:
            # What the tests take of the library before anything is broken they take for all mutants alike.
            known = None if compiled else self.members.get((mutation.target, *objects))
            members = known or self.link(mutation, objects, binary)
            if not compiled:
                self.members[(mutation.target, *objects)] = members
            needed = {path for path in waiting if self.commands[path].output.name in members}
            if not needed:
                break
            objects += [self.compile(path, place, mutation) for path in sorted(needed)]
            waiting -= needed
            compiled |= needed
        if not compiled:
            raise InvalidError(f"nothing that {mutation.filter} runs sees {mutation.file}")
        return binary

    def key(self, mutation: Mutation, tests: list[str]) -> str:
        """A hash of everything the outcome depends on."""
        compiled = [sorted(commands.items()) for commands in (self.commands, self.plain)]
        digest = hashlib.sha256(repr((mutation, tests, compiled)).encode())
        for path in sorted(set().union(*map(self.closure, self.sources + tests))):
            digest.update(path.encode() + b"\0" + self.content(path))
        for path in sorted((self.root / "tests/cli").glob("*.py")) if mutation.target == PROGRAM else ():
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def control(self, mutation: Mutation) -> gtest_run.Outcome:
        """The filter on the code as it is: run once, however many mutations name it."""
        which = (mutation.target, mutation.filter)
        with self.turns[which]:
            if which not in self.controls:
                self.controls[which] = self.run_control(mutation)
        return self.controls[which]

    def unbroken(self, mutation: Mutation) -> Path:
        """The target without the mutation, its tests compiled as the mutant's are."""
        tests = tests_of(self.root, mutation)
        if not set(tests) & set(self.plain):
            return self.build / ("cli/discreet" if mutation.target == PROGRAM else f"tests/{mutation.target}")
        place = self.build.parent / "mutations" / "unbroken"
        place.mkdir(exist_ok=True)
        for test in tests:
            with self.turns["", test]:
                if test not in self.compiled:
                    self.compiled[test] = self.compile(test, place)
        binary = place / hashlib.sha256(mutation.filter.encode()).hexdigest()
        self.link(mutation, [self.compiled[test] for test in tests], binary)
        return binary

    def run_control(self, mutation: Mutation) -> gtest_run.Outcome:
        """It must run something and pass."""
        outcome = run_tests(self.root, mutation, self.unbroken(mutation), gtest_run.End.AFTER_ALL)
        if outcome.code != 0 or outcome.failed:
            raise InvalidError(f"{mutation.filter} fails without the mutation:\n{outcome.said}")
        if outcome.ran == 0:
            raise InvalidError(f"{mutation.filter} runs no test of {mutation.target}")
        return outcome

    def catch(self, mutation: Mutation) -> str:
        """What the tests said of the mutant; raises InvalidError if they let it pass."""
        mutant = mutate((self.root / mutation.file).read_text(), mutation)
        tests = tests_of(self.root, mutation)
        known = self.cache / self.key(mutation, tests)
        if known.is_file():
            return "caught (as before)"
        control = self.control(mutation)
        place = self.build.parent / "mutations" / mutation.name
        shutil.rmtree(place, ignore_errors=True)
        (place / mutation.file).parent.mkdir(parents=True)
        (place / mutation.file).write_text(mutant)
        binary = self.make(mutation, tests, place)
        try:
            outcome = run_tests(self.root, mutation, binary, gtest_run.End.AT_THE_FIRST_FAILURE)
        except subprocess.TimeoutExpired:
            raise InvalidError(f"the mutant ran for {TIMEOUT:.0f} s without an answer: choose another filter") from None
        if outcome.code == 0:
            raise InvalidError(f"SURVIVED {mutation.filter}: {mutation.why}")
        by = how_caught(outcome, control)
        shutil.rmtree(place)
        known.touch()
        return f"caught by {by}"

    def build_targets(self, mutations: list[Mutation], jobs: int) -> None:
        """The un-mutated binaries must be current before a control means anything."""
        if targets := sorted({mutation.target for mutation in mutations}):
            self.run(["cmake", "--build", str(self.build), "-j", str(jobs), "--target", *targets], self.root)


def main(arguments: list[str], root: Path = repo.ROOT) -> int:
    """Breaks the code in every stated way, or in those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a build directory of the preset dev")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("name", nargs="*", help="only these mutations")
    options = parser.parse_args(arguments)
    problems, mutations = [], []
    paths = sorted((root / "tests/mutations").glob("*.toml"))
    for path in paths:
        try:
            mutations += [one for one in read(path) if not options.name or {one.name, path.stem} & set(options.name)]
        except (InvalidError, tomllib.TOMLDecodeError) as error:
            problems.append(f"{path.stem}: {error}")
    if not mutations:
        problems.append("there is no mutation to try")
    workshop = Workshop(root, options.build)
    try:
        workshop.build_targets(mutations, options.jobs)
    except InvalidError as error:
        return repo.report("mutations", [f"the code as it is {error}"], 1)

    def attempt(mutation: Mutation) -> str | None:
        try:
            print(f"{mutation.name}: {workshop.catch(mutation)}", flush=True)
        except InvalidError as error:
            return f"{mutation.name}: {error}"
        return None

    with ThreadPoolExecutor(options.jobs) as pool:
        problems += [problem for problem in pool.map(attempt, mutations) if problem]
    return repo.report("mutations", problems, len(mutations))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
