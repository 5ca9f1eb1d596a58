#!/usr/bin/env python3
"""Proves the rounding bounds of our exp and ln with Gappa, about the code as it stands.

A Gappa script speaks of a header. Before Gappa runs, the two are compared: a line of the script that ends in
`# constant_name` has that constant's value as its only number; every constant of the header is named, but for those a
C++ test proves; and the rounded operations of the script are the header's, in the header's order. A line that ends in
`# ln 2` has an interval that contains ln 2, by a series in rationals. Gappa must then prove every goal without a warning.
"""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import repo

# script -> its header, the prefix of its constants, and the constants that a C++ test proves instead
PROOFS = {
    "proofs/numbers/exp_enclosure.gappa": (
        "src/numbers/exp_enclosure.hpp", "exp_", {"exp_slack", "exp_width", "exp_remainder"},
    ),
    "proofs/numbers/ln_enclosure.gappa": (
        "src/numbers/ln_enclosure.hpp", "ln_", {"ln_slack", "ln_width", "ln1p_width", "ln_remainder"},
    ),
}
# The constants' digits outgrow Gappa's usual 60 bits.
GAPPA = ["gappa", "-Eprecision=160"]

NUMBER = r"-?(?:0x[0-9a-f]+(?:\.[0-9a-f]+)?(?:p[+-]?[0-9]+)?|[0-9]+)"
CONSTANT = re.compile(rf"constexpr double (\w+) = ({NUMBER});")
NAMED = re.compile(r"^(?P<code>.*?)\s*#\s*(?P<name>\w+)$", re.MULTILINE)
LN2 = re.compile(rf"\[({NUMBER}), ({NUMBER})\]\s*# ln 2$", re.MULTILINE)
ROUNDED = re.compile(r"^\w+ rnd= ([^;]+);", re.MULTILINE)
STATEMENT = re.compile(r"(?:const V \w+ =|return) ([^;]+);")
TEMPLATE = re.compile(r"^template <class V>\n(?:.*\n)*?^}$", re.MULTILINE)


def value(number: str) -> Fraction:
    """A hexadecimal or decimal number, exactly."""
    digits, _, exponent = number.lstrip("-").partition("p")
    whole, _, fraction = digits.removeprefix("0x").partition(".")
    base = 16 if digits.startswith("0x") else 10
    size = Fraction(int(whole + fraction, base), base ** len(fraction)) * Fraction(2) ** int(exponent or 0)
    return -size if number.startswith("-") else size


def ln2_bounds(terms: int = 60) -> tuple[Fraction, Fraction]:
    """ln 2 = 2 artanh(1/3) = sum of 2 / ((2i+1) 3^(2i+1)); each term is less than a ninth of the one before."""
    below = sum((Fraction(2, (2 * i + 1) * 3 ** (2 * i + 1)) for i in range(terms)), Fraction(0))
    return below, below + Fraction(2, (2 * terms + 1) * 3 ** (2 * terms + 1)) * Fraction(9, 8)


def compare_constants(script: str, header: str, elsewhere: set[str]) -> list[str]:
    """Where the numbers of the script are not the header's."""
    constants = {name: value(number) for name, number in CONSTANT.findall(header)}
    problems, named = [], set()
    for match in NAMED.finditer(script):
        name, numbers = match["name"], re.findall(rf"(?<![\w.]){NUMBER}(?![\w.])", match["code"])
        if name not in constants:
            problems.append(f"{name} is no constant of the header")
        elif [value(number) for number in numbers] != [constants[name]]:
            problems.append(f"{name} differs from the header")
        named.add(name)
    problems += [f"{name} is not in the script" for name in constants if name not in named | elsewhere]
    below, above = ln2_bounds()
    for low, high in LN2.findall(script):
        if not value(low) <= below < above <= value(high):
            problems.append("the interval does not contain ln 2")
    return problems


def compare_operations(script: str, header: str, prefix: str) -> list[str]:
    """Where the rounded operations of the script are not the header's."""
    ours = [expression for template in TEMPLATE.findall(header) for expression in STATEMENT.findall(template)]
    ours = [re.sub(rf"\b{prefix}", "", expression) for expression in ours]
    theirs = ROUNDED.findall(script)
    if ours == theirs:
        return []
    first = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
    return [f"operation {first + 1} is not the header's"]


def prove(path: Path) -> list[str]:
    """What Gappa has to say against the script."""
    try:
        run = subprocess.run([*GAPPA, str(path)], capture_output=True, text=True, check=False, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"gappa did not run: {error}"]
    said = (run.stdout + run.stderr).strip()
    return [] if run.returncode == 0 and not said else [f"gappa did not prove it: {said or run.returncode}"]


def main(root: Path = repo.ROOT) -> int:
    problems = []
    for path, (header_path, prefix, elsewhere) in PROOFS.items():
        script, header = (root / path).read_text(), (root / header_path).read_text()
        found = compare_constants(script, header, elsewhere) + compare_operations(script, header, prefix)
        problems += [f"{path}: {problem}" for problem in found or prove(root / path)]
    return repo.report("exp", problems, len(PROOFS))


if __name__ == "__main__":
    sys.exit(main())
