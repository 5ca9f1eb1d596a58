"""How CMake compiles each file, so that a tool can compile a variant of it in the same way."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

LEVEL = re.compile(r"-O.*")  # how much to optimise: the last one counts


@dataclass(frozen=True)
class Command:
    """One entry of compile_commands.json; the flags without the input and the output."""

    directory: Path
    compiler: str
    flags: tuple[str, ...]
    output: Path

    def run(self, *arguments: str, before: tuple[str, ...] = ()) -> list[str]:
        """The command line with `before` ahead of the flags, so that an include path there is searched first."""
        return [self.compiler, *before, *self.flags, *arguments]


def parse(directory: Path, line: str, source: str) -> Command:
    """Takes the input, the output and the dependency file off a compiler's command line."""
    words = shlex.split(line)
    if Path(words[0]).name == "ccache":
        words = words[1:]
    flags: list[str] = []
    output, before = "", ""
    for word in words[1:]:
        if before in {"-o", "-MF", "-MT"}:
            output = word if before == "-o" else output
        elif word not in {"-c", source, "-MD", "-o", "-MF", "-MT"}:
            flags.append(word)
        before = word
    return Command(directory, words[0], tuple(flags), directory / output)


def entries(build: Path) -> list[dict[str, str]]:
    """How each source is compiled, also where CMake compiles several as one: alone it would be compiled alike."""
    found = []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = Path(entry["directory"], entry["file"])
        if file.parent.name != "Unity":
            found.append(entry)
            continue
        for source in re.findall(r'^#include "(.+)"$', file.read_text(), re.MULTILINE):
            found.append(entry | {"file": source, "command": entry["command"].replace(entry["file"], source)})
    return found


def load(build: Path, root: Path) -> dict[str, Command]:
    """The commands of a build directory, by the path of the source below `root`."""
    commands = {}
    for entry in entries(build):
        file = (Path(entry["directory"]) / entry["file"]).resolve()
        if file.is_relative_to(root):
            commands[str(file.relative_to(root))] = parse(Path(entry["directory"]), entry["command"], entry["file"])
    return commands


def plain_tests(commands: dict[str, Command]) -> dict[str, Command]:
    """How the tests that the build optimises are compiled in a third of the time."""
    plain = {}
    for path, command in commands.items():
        levels = [flag for flag in command.flags if LEVEL.fullmatch(flag)]
        if path.startswith("tests/") and levels and levels[-1] != "-O0":
            plain[path] = replace(command, flags=(*command.flags, "-O0"))
    return plain
