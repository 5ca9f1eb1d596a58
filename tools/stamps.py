#!/usr/bin/env python3
"""Ties each proof to the code it speaks of.

A proof below proofs/ begins with a block that names files and the first 16 hex digits of their SHA-256, the include
lines of C++ left out: where another file stands is no part of a proof.

    <!-- stamps
    include/discreet/numbers/rounding.hpp 0123456789abcdef
    -->

`--check` fails if a file has moved on since the proof was last read against it, if a proof has no such block or
names a missing file, and if a header points to a proof that is not there. `--write [proof ...]` renews the stamps:
run it after rereading the proof, never before.

A proof proofs/a/b.md may have a twin proofs/coq/a/b.v. Then the proof's block names the twin, a paragraph of the proof
that begins with `**Checked by Coq:**` names theorems of the files it links to, and the twin has a line
`(* stamp: proofs/a/b.md 0123456789abcdef *)` with the stamp of the proof's text below its block.
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
CPP = {".hpp", ".cpp", ".inc"}
INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include\b.*\n", re.MULTILINE)
TWINS = "proofs/coq/"
TWIN_LINE = re.compile(r"^\(\* stamp: (?P<path>\S+) (?P<stamp>[0-9a-f]{16}) \*\)$", re.MULTILINE)
CHECKED = re.compile(r"^\*\*Checked by Coq:\*\*(?:.+\n)+", re.MULTILINE)
THEOREM = re.compile(r"^\s*Theorem (\w+)", re.MULTILINE)
POINTER = re.compile(r"\bproofs/[\w./-]+\.md\b")


def stamp(path: Path) -> str:
    """The first 16 hex digits of the SHA-256 of the file's bytes, the include lines of C++ left out."""
    content = path.read_bytes()
    if path.suffix in CPP:
        content = INCLUDE.sub(b"", content)
    return hashlib.sha256(content).hexdigest()[:16]


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


def twin_of(proof: str) -> str:
    """Where the Coq twin of a proof stands, if it has one."""
    return TWINS + proof.removeprefix("proofs/").removesuffix(".md") + ".v"


def text_stamp(text: str) -> str:
    """The stamp of what a proof says, its own stamps left out."""
    return hashlib.sha256(BLOCK.sub("", text).encode()).hexdigest()[:16]


def check_twin(root: Path, proof: str) -> list[str]:
    """Whether a proof and its Coq twin know each other, and the theorems that it names are there."""
    twin, text = twin_of(proof), (root / proof).read_text()
    problems, named, known = [], set[str](), set[str]()
    for checked in CHECKED.findall(text):
        linked = [(root / proof).parent / path for path in re.findall(r"\(([^)]+\.v)\)", checked)]
        known |= {name for path in linked if path.is_file() for name in THEOREM.findall(path.read_text())}
        named |= set(re.findall(r"`(\w+)`", checked))
    unknown = sorted(named - known)
    problems += [f"{proof} names {name}, which is no theorem of the files it links to" for name in unknown]
    if not (root / twin).is_file():
        return problems
    if twin not in text.split("-->")[0]:
        problems.append(f"{proof} does not name {twin} in its stamps block")
    lines = TWIN_LINE.findall((root / twin).read_text())
    if [path for path, _ in lines] != [proof]:
        problems.append(f"{twin} needs one line `(* stamp: {proof} 0000000000000000 *)`")
    elif lines[0][1] != text_stamp(text):
        problems.append(f"{proof} changed since {twin} was last read against it (reread, then ./dev restamp)")
    if not CHECKED.search(text):
        problems.append(f"{proof} does not say what is checked by Coq in {twin}")
    elif not named & set(THEOREM.findall((root / twin).read_text())):
        problems.append(f"{proof} names no theorem of {twin}")
    return problems


def orphans(root: Path) -> list[str]:
    """Files of Coq, but for the trees, that no proof is stamped with."""
    blocks = [read_block((root / proof).read_text()) for proof in proofs(root)]
    stamped = {path for block in blocks if not isinstance(block, str) for path, _ in block}
    free = TWINS + "trees/"
    found = [f for f in repo.files(root) if f.startswith(TWINS) and f.endswith(".v") and not f.startswith(free)]
    return [f"{file} is in no proof's stamps block" for file in found if file not in stamped]


def write_twin(root: Path, proof: str) -> None:
    """Renews the stamp that a twin has of its proof; it must come before those of the proof."""
    path = root / twin_of(proof)
    if path.is_file():
        stamp_line = f"(* stamp: {proof} {text_stamp((root / proof).read_text())} *)"
        renewed = TWIN_LINE.sub(stamp_line, path.read_text())
        if renewed != path.read_text():
            path.write_text(renewed)


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
            write_twin(root, proof)
            for file in write_proof(root, proof):
                print(f"stamps: {proof} is now tied to {file} as it stands")
        return 0
    problems = [p for proof in chosen for p in check_proof(root, proof) + check_twin(root, proof)] + orphans(root)
    pointed = pointers(root)
    problems += [f"{name} points to {p}, which does not exist" for name, p in pointed if not (root / p).is_file()]
    return repo.report("stamps", problems, len(chosen) + len(pointed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
