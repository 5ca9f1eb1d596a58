#!/usr/bin/env python3
"""Ties each proof to the code it speaks of.

A proof below proofs/ begins with a block that names files and the first 16 hex digits of their SHA-256:

    <!-- stamps
    include/discreet/numbers/inf_add.hpp 0123456789abcdef
    -->

`--check` fails if a file has moved on since the proof was last read against it, if a proof has no such block or
names a missing file, and if a header points to a proof that is not there. `--write [proof ...]` renews the stamps:
run it after rereading the proof, never before.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path

import repo

BLOCK = re.compile(r"^<!-- stamps\n(?P<lines>(?:.*\n)*?)-->$", re.MULTILINE)
LINE = re.compile(r"^\s*(?P<path>\S+)\s+(?P<stamp>[0-9a-f]{16})\s*$")
POINTER = re.compile(r"\bproofs/[\w./-]+\.md\b")


def stamp(path: Path) -> str:
    """The first 16 hex digits of the SHA-256 of the file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def proofs(root: Path) -> list[str]:
    """The proofs of the tree; a README is a guide, not a proof."""
    return [f for f in repo.files(root) if f.startswith("proofs/") and f.endswith(".md") and Path(f).name != "README.md"]


def read_block(text: str) -> list[tuple[str, str]] | str:
    """The (path, stamp) pairs of a proof's block, or what is wrong with it."""
    blocks = list(BLOCK.finditer(text))
    if len(blocks) != 1:
        return "has no stamps block" if not blocks else "has more than one stamps block"
    pairs = []
    for line in filter(str.strip, blocks[0]["lines"].splitlines()):
        match = LINE.match(line)
        if not match:
            return f"has a stamp line that is not `path 16-hex-digits`: {line.strip()}"
        pairs.append((match["path"], match["stamp"]))
    return pairs or "names no file in its stamps block"


def check_proof(root: Path, proof: str) -> list[str]:
    """What is wrong with one proof's stamps."""
    pairs = read_block((root / proof).read_text())
    if isinstance(pairs, str):
        return [f"{proof} {pairs}"]
    problems = []
    for path, written in pairs:
        if not (root / path).is_file():
            problems.append(f"{proof} names {path}, which does not exist")
        elif stamp(root / path) != written:
            problems.append(f"{path} changed since {proof} was last read against it (reread, then ./dev restamp)")
    return problems


def pointers(root: Path) -> list[tuple[str, str]]:
    """Which code points to which proof."""
    found = []
    for name in repo.files(root):
        if name.startswith(("include/", "src/")):
            found += [(name, proof) for proof in sorted(set(POINTER.findall((root / name).read_text())))]
    return found


def write_proof(root: Path, proof: str) -> list[str]:
    """Renews one proof's stamps; the files whose stamp changed."""
    path = root / proof
    text = path.read_text()
    pairs = read_block(text)
    if isinstance(pairs, str):
        raise SystemExit(f"stamps: {proof} {pairs}")
    missing = [file for file, _ in pairs if not (root / file).is_file()]
    if missing:
        raise SystemExit(f"stamps: {proof} names {missing[0]}, which does not exist")
    lines = "".join(f"{file} {stamp(root / file)}\n" for file, _ in pairs)
    renewed = BLOCK.sub(lambda _: f"<!-- stamps\n{lines}-->", text)
    if renewed != text:
        path.write_text(renewed)
    return [file for file, old in pairs if stamp(root / file) != old]


def main(arguments: list[str], root: Path = repo.ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true")
    mode.add_argument("--write", action="store_true")
    parser.add_argument("proof", nargs="*", help="only these proofs")
    options = parser.parse_args(arguments)
    chosen = options.proof or proofs(root)
    if options.write:
        for proof in chosen:
            for file in write_proof(root, proof):
                print(f"stamps: {proof} is now tied to {file} as it stands")
        return 0
    problems = [p for proof in chosen for p in check_proof(root, proof)]
    pointed = pointers(root)
    problems += [f"{name} points to {p}, which does not exist" for name, p in pointed if not (root / p).is_file()]
    return repo.report("stamps", problems, len(chosen) + len(pointed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
