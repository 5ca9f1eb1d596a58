#!/usr/bin/env python3
"""Holds the rules that no compiler knows: the core neither prints nor aborts, a check survives release builds, no
generator but the system's, the rounding mode is left alone, a proof in Coq supposes nothing, nothing is put off to later,
and a document fits a screen.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import repo

CORE = ("include/", "src/", "vectors/")
CODE = (".hpp", ".cpp", ".py", ".sh", ".cmake", ".v", ".ml")
DOCUMENT = ".md"
GENERATED = "bench/README.md"
COLUMNS = 120
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')

# pattern in the code of the core (comments and strings taken out) -> the rule it breaks
CORE_RULES = {
    r"\bassert\s*\(": "a check survives release builds: require(), not assert()",
    r"\b(?:std::)?(?:abort|terminate|exit|_Exit|quick_exit)\s*\(": "the core does not end the process: throw Error",
    r"\bstd::(?:cout|cerr|clog)\b|\bf?printf\s*\(|\bputs\s*\(|#\s*include\s*<iostream>": "the core does not print",
    r"\b(?:std::)?(?:rand|srand|random|drand48)\s*\(|\bstd::(?:mt19937|random_device|minstd_rand)": (
        "bits are an argument, and come from the system's generator"
    ),
    r"\bfesetround\s*\(|\bmpfr_set_default_": "the rounding mode of the thread and of MPFR is never touched",
    r"\bmpfr_set_e(?:min|max)\s*\(": "the exponent range of MPFR is never touched",
}
# pattern anywhere in a file of code -> the rule it breaks; spelled so that this file keeps the rule
EVERYWHERE = {r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b": "what is left to do stands in an issue, not in the code"}


# pattern in a file of proofs/coq, comments included -> the rule it breaks
PROOF_RULES = {
    r"\b(?:Admitted|Admit|Axioms?|Parameters?|Conjectures?)\b": "a proof in Coq supposes nothing",
    r"\b(?:admit|give_up|bypass_check)\b|\bUnset\s+\w+\s+Checking\b": "Coq's kernel checks every step",
    r"\bExtract\s+(?:Inlined\s+)?(?:Constant|Inductive)\b": "the programs are extracted as they stand",
    r"\bDeclare\s+(?:ML\s+)?Module\b|\bLoadPath\b|^\s*Load\b": "a proof in Coq stands in its file",
}
# Within a section these words make premises of its theorems; outside, they suppose.
SECTION = re.compile(
    r"^\s*(?:(?P<begin>Section\s+\w+)|(?P<end>End\s+\w+)|(?:\S+\s+)?(?P<given>Variables?|Hypothes[ie]s|Context)\b)",
    re.MULTILINE,
)


def bare(text: str) -> str:
    """The code without comments and strings, line for line."""

    def blank(match: re.Match[str]) -> str:
        return "\n" * match[0].count("\n")

    return COMMENT.sub(blank, STRING.sub('""', text))


def long_lines(text: str) -> list[int]:
    """The lines of a document that a screen cuts; tables, headings, code and pseudocode are as wide as they need."""
    found, fenced = [], False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif len(line) > COLUMNS and not fenced and not line.startswith(("|", "#", "    ", "<!--")):
            found.append(number)
    return found


def given_to_all(text: str) -> list[int]:
    """The lines of a proof in Coq that suppose something outside every section."""
    found, depth = [], 0
    for match in SECTION.finditer(text):
        depth += bool(match["begin"]) - bool(match["end"])
        if match["given"] and depth == 0:
            found.append(text.count("\n", 0, match.start("given")) + 1)
    return found


def check_text(path: str, text: str) -> list[str]:
    """The rules that one file breaks, with the line."""
    searches = [(text, EVERYWHERE)] if path.endswith(CODE) else []
    if path.startswith(CORE) and path.endswith((".hpp", ".cpp")):
        searches.append((bare(text), CORE_RULES))
    if path.startswith("proofs/coq/") and path.endswith(".v"):
        searches.append((text, PROOF_RULES))
    problems = []
    if path.startswith("proofs/coq/") and path.endswith(".v"):
        problems += [f"{path}:{line}: a proof in Coq supposes nothing outside a section" for line in given_to_all(text)]
    if path.endswith(DOCUMENT) and path != GENERATED:
        problems += [f"{path}:{line}: a line fits {COLUMNS} columns" for line in long_lines(text)]
    for searched, rules in searches:
        for pattern, rule in rules.items():
            for match in re.finditer(pattern, searched, re.MULTILINE):
                problems.append(f"{path}:{searched.count(chr(10), 0, match.start()) + 1}: {rule}")
    return problems


def main(root: Path = repo.ROOT) -> int:
    paths = [path for path in repo.files(root) if path.endswith((*CODE, DOCUMENT))]
    problems = [p for path in paths for p in check_text(path, (root / path).read_text())]
    return repo.report("rules", problems, len(paths))


if __name__ == "__main__":
    sys.exit(main())
