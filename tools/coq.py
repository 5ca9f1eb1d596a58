#!/usr/bin/env python3
"""Has Coq's kernel check the proofs in proofs/coq, and compares the programs they speak of with the C++ code.

1. Every file of proofs/coq is compiled, and coqchk reads the compiled files once more: none of them supposes anything,
   used or not. Coq's own library is taken as it was compiled.
2. Every Theorem rests on the axioms of Coq's real numbers and on nothing else.
3. The certificates that Gappa writes for its scripts are accepted too, under the same axioms.
4. The decision trees of the programs are those of the C++ code (tools/coq_trees.py).

Nothing is skipped: where a tool is missing, this fails and says what to install.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import coq_trees
import exp_proof
import repo

PLACE = "proofs/coq"
OURS = ["-R", ".", "Discreet"]
COQC = ["coqc", "-q", *OURS]
TOOLS = ("coqc", "coqdep", "coqchk", "ocamlopt", "gappa")
# What Coq's own real numbers stand on; `Print Assumptions` may name these and no fifth.
AXIOMS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
# Theory, axioms, and three ways to get past the kernel.
SUMMARY_PARTS = 5
THEOREM = re.compile(r"^\s*Theorem (\w+)", re.MULTILINE)
HYPOTHESIS = re.compile(r"^Hypothesis (a\d+) : (.*)\.$", re.MULTILINE)

# An identity over the reals, where what divides is no zero because a product that it is a factor of is none.
IDENTITY = """intros. unfold Float1 in *. field; repeat split; intro zero;
  match goal with nonzero : (_ <> 0)%R |- _ => solve [apply nonzero; rewrite zero; ring] end."""


class Failed(Exception):
    """A step that did not come to its end."""


def run(command: list[str], directory: Path, given: str | None = None) -> str:
    """What the command says; raises if it fails."""
    done = subprocess.run(command, cwd=directory, input=given or "", capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(f"{' '.join(command[:4])} failed:\n{(done.stdout + done.stderr).strip()}")
    return done.stdout


def missing_tools() -> list[str]:
    """The programs and libraries that are not there."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if "coqc" not in missing:
        library = Path(run(["coqc", "-where"], repo.ROOT).strip(), "user-contrib/Gappa")
        missing += [] if library.is_dir() else ["Coq's library Gappa"]
    return missing


def module(file: str) -> str:
    """The full name of a file of proofs/coq."""
    return "Discreet." + file.removesuffix(".v").replace("/", ".")


def theorems(texts: dict[str, str]) -> list[str]:
    """The full names of all theorems."""
    return [f"{module(file)}.{name}" for file, text in sorted(texts.items()) for name in THEOREM.findall(text)]


def compile_all(files: list[str], work: Path) -> None:
    """Compiles copies of the files, each after those it needs."""
    ordered = run(["coqdep", "-sort", *OURS, *files], work).split()
    for file in ordered:
        run([*COQC, file.removeprefix("./")], work)


def audit(said: str) -> list[str]:
    """What theorems rest on that is no axiom of the reals, by the answers of `Print Assumptions`."""
    problems = []
    answers = re.split(r"^THEOREM ", said, flags=re.MULTILINE)[1:]
    for name, _, told in (answer.partition("\n") for answer in answers):
        if told.strip() == "Closed under the global context":
            continue
        if not told.startswith("Axioms:\n"):
            problems.append(f"{name}: the answer cannot be read: {told[:200].strip()}")
        used = set(re.findall(r"^([^\s:]+)", told.removeprefix("Axioms:\n"), re.MULTILINE))
        problems += [f"{name} rests on {axiom}" for axiom in sorted(used - AXIOMS)]
    return problems if answers else ["no theorem was asked about"]


def ask(names: list[str]) -> str:
    """The Coq text whose answer `audit` reads."""
    return "".join(f'Goal True. idtac "THEOREM {name}". Abort.\nPrint Assumptions {name}.\n' for name in names)


def audit_all(names: list[str], work: Path) -> list[str]:
    """Asks about all theorems at once, which is quick, and only if that fails about each."""
    required = "".join(f"Require {name}.\n" for name in sorted({name.rpartition(".")[0] for name in names}))
    together = "Definition all_theorems := (" + ",\n  ".join(f"@{name}" for name in names) + ").\n"
    (work / "audit.v").write_text(required + together + ask(["all_theorems"]))
    problems = audit(run([*COQC, "audit.v"], work))
    if problems:
        (work / "audit.v").write_text(required + ask(names))
        problems = audit(run([*COQC, "audit.v"], work)) or problems
    return problems


def summary(files: list[str], work: Path) -> str:
    """What coqchk says of the compiled files after reading them once more."""
    each = [word for file in files for word in ("-norec", module(file))]
    # It reports beside its output.
    return run(["sh", "-c", 'exec coqchk -o -silent -bytecode-compiler yes "$@" 2>&1', "coqchk", *OURS, *each], work)


def summarized(said: str) -> list[str]:
    """What the compiled files suppose whether a theorem uses it or not, by coqchk's summary."""
    parts = re.split(r"^\* ", said, flags=re.MULTILINE)[1:]
    problems = [] if len(parts) == SUMMARY_PARTS else [f"coqchk's summary cannot be read: {said[:200].strip()}"]
    for title, _, told in (part.partition(":") for part in parts):
        for name in told.split("\n"):
            ours = title != "Axioms" or name.strip().startswith("Discreet.")
            if name.strip() not in ("", "<none>", "Set is predicative") and ours:
                problems.append(f"coqchk, {title}: {name.strip()}")
    return problems


def certificate(script: Path) -> str:
    """What Gappa writes for Coq, its identities over the reals proved instead of supposed."""
    text = run([*exp_proof.GAPPA, "-Bcoq", str(script)], repo.ROOT)
    proved = HYPOTHESIS.sub(rf"Lemma \1 : \2.\nProof. {IDENTITY} Qed.", text)
    if "Hypothesis" in proved or "End Generated_by_Gappa." not in proved:
        raise Failed(f"{script.name}: the certificate supposes something, or is not one")
    return "From Coq Require Import Reals.\n" + proved


def check(build: Path, work: Path) -> tuple[list[str], int]:
    """Everything; the problems and how many things were looked at."""
    place = repo.ROOT / PLACE
    files = sorted(f.removeprefix(PLACE + "/") for f in repo.files() if f.startswith(PLACE) and f.endswith(".v"))
    shutil.rmtree(work, ignore_errors=True)
    for file in files:
        (work / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(place / file, work / file)
    compile_all(files, work)
    names = theorems({file: (place / file).read_text() for file in files})
    problems = audit_all(names, work)
    problems += summarized(summary(files, work))
    for script in map(Path, exp_proof.PROOFS):
        (work / f"{script.stem}.v").write_text(certificate(repo.ROOT / script) + ask(["l1"]))
        problems += [f"{script}: {problem}" for problem in audit(run(["coqc", "-q", f"{script.stem}.v"], work))]
    found, compared = coq_trees.compare(build, place / "trees", work)
    return problems + found, len(files) + len(names) + len(exp_proof.PROOFS) + compared


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help="a build directory of the preset dev")
    options = parser.parse_args(arguments)
    missing = missing_tools()
    if missing:
        return repo.report("coq", [f"{', '.join(missing)} missing: ./dev setup long installs what is needed"], 0)
    try:
        problems, checked = check(options.build.resolve(), repo.ROOT / "build/coq")
    except (Failed, coq_trees.Failed) as failure:
        problems, checked = [str(failure)], 0
    return repo.report("coq", problems, checked)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
