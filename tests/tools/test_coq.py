import tempfile
import unittest
import unittest.mock
from pathlib import Path

import tree

import coq
import coq_trees

REALS = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
Classical_Prop.classic
  : forall P : Prop, P \\/ ~ P
"""


class Audit(unittest.TestCase):
    def test_the_axioms_of_the_reals_are_accepted(self) -> None:
        self.assertEqual(coq.audit("THEOREM a\n" + REALS + "THEOREM b\nClosed under the global context\n"), [])

    def test_another_axiom_is_named_with_its_theorem(self) -> None:
        said = "THEOREM a\n" + REALS + "THEOREM b\n" + REALS + "wish\n  : forall n, n = 0\n"
        self.assertEqual(coq.audit(said), ["b rests on wish"])

    def test_an_axiom_on_one_line_is_seen(self) -> None:
        self.assertEqual(coq.audit("THEOREM a\nAxioms:\nwish : False\n"), ["a rests on wish"])

    def test_silence_is_no_answer(self) -> None:
        self.assertEqual(len(coq.audit("")), 1)
        self.assertEqual(len(coq.audit("THEOREM a\n")), 1)

    def test_theorems_have_full_names(self) -> None:
        self.assertEqual(coq.theorems({"a/b.v": "Theorem t : x.\nLemma l : x.\n"}), ["Discreet.a.b.t"])


class Summary(unittest.TestCase):
    SAID = """
* Theory: Set is predicative

* Axioms:
    Coq.Logic.Classical_Prop.classic

* Constants/Inductives relying on type-in-type: <none>

* Constants/Inductives relying on unsafe (co)fixpoints: <none>

* Inductives whose positivity is assumed: <none>
"""

    def test_the_axioms_of_the_library_are_its_own(self) -> None:
        self.assertEqual(coq.summarized(self.SAID), [])

    def test_an_axiom_of_ours_is_named_though_nobody_uses_it(self) -> None:
        said = self.SAID.replace("    Coq.Logic", "    Discreet.basics.Logic.Classical_Prop.classic\n    Coq.Logic")
        self.assertEqual(coq.summarized(said), ["coqchk, Axioms: Discreet.basics.Logic.Classical_Prop.classic"])

    def test_ways_past_the_kernel_are_named(self) -> None:
        for kind in ("type-in-type", "unsafe (co)fixpoints"):
            said = self.SAID.replace(f"on {kind}: <none>", f"on {kind}:\n    Discreet.a.loop")
            self.assertEqual(coq.summarized(said), [f"coqchk, Constants/Inductives relying on {kind}: Discreet.a.loop"])
        self.assertEqual(len(coq.summarized(self.SAID.replace("predicative", "impredicative"))), 1)

    def test_silence_is_no_summary(self) -> None:
        self.assertEqual(len(coq.summarized("")), 1)


class Missing(unittest.TestCase):
    def test_without_coq_it_fails_and_says_what_to_install(self) -> None:
        with unittest.mock.patch("shutil.which", lambda tool: None):
            code, said = tree.quietly(coq.main, ["--build", "build/dev"])
        self.assertEqual(code, 1)
        self.assertIn("coqc, coqdep, coqchk, ocamlopt, gappa missing: ./dev setup long installs what is needed", said)
        self.assertIn("1 failed", said)


class Trees(unittest.TestCase):
    def test_equal_trees_are_equal(self) -> None:
        self.assertEqual(coq_trees.differences("a k=1 s=0 gap:0 [1] [0]\n", "a k=1 s=0 gap:0 [1] [0]\n"), [])

    def test_the_first_differing_path_is_named(self) -> None:
        ours = "a k=1 s=0 below:2 gap:0 [1] [0] gap:1 [0] below:2 [1] [1]"
        theirs = "a k=1 s=0 below:2 gap:0 [1] [0] gap:1 [0] below:2 [1] [0]"
        said = coq_trees.differences(ours, theirs)
        self.assertEqual(said, ["a k=1 s=0: after below:2=1 gap:1=1 below:2=1: [1] in Coq, [0] in C++ (node 9)"])

    def test_a_tree_that_ends_early_differs(self) -> None:
        said = coq_trees.differences("a k=1 s=0 gap:0 [1] [0]", "a k=1 s=0 gap:0 [1]")
        self.assertIn("after gap:0=1: [0] in Coq, the end in C++", said[0])

    def test_a_missing_tree_is_noticed(self) -> None:
        self.assertEqual(len(coq_trees.differences("a k=1 s=0 [1]\n", "")), 1)
        self.assertEqual(len(coq_trees.differences("a k=1 s=0 [1]", "a k=1 s=1 [1]")), 1)

    def printer(self, script: str) -> Path:
        path = Path(self.enterContext(tempfile.TemporaryDirectory()), "print")
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def test_a_mutant_is_noticed_by_its_first_difference_and_heard_no_further(self) -> None:
        ours = "a k=1 s=0 gap:0 [1] [0]\nb k=1 s=0 [1]\n"
        self.assertEqual(coq_trees.noticed(ours, self.printer(f"printf '{ours}'")), "")
        said = coq_trees.noticed(ours, self.printer("echo 'a k=1 s=0 gap:0 [1] [1]'; yes"))
        self.assertIn("after gap:0=1: [0] in Coq, [1] in C++", said)

    def test_a_mutant_that_prints_less_or_more_is_noticed(self) -> None:
        ours = "a k=1 s=0 [0]\n"
        self.assertIn("1 trees in Coq, 0 in C++", coq_trees.noticed(ours, self.printer("true")))
        self.assertIn("0 trees in Coq, 1 in C++", coq_trees.noticed(ours, self.printer(f"printf '{ours}{ours}'")))

    def test_a_mutant_that_cannot_run_notices_nothing(self) -> None:
        with self.assertRaises(coq_trees.Failed):
            coq_trees.noticed("a k=1 s=0 [0]\n", self.printer("exit 3"))


if __name__ == "__main__":
    unittest.main()
