import unittest

from tree import TreeTest, quietly

import stamps

PROOF = "<!-- stamps\ninclude/discreet/numbers/a.hpp 0000000000000000\n-->\n# a\n"


class Stamps(TreeTest):
    def check(self) -> tuple[int, str]:
        return quietly(stamps.main, ["--check"], root=self.root)

    def stamped(self) -> None:
        self.write("include/discreet/numbers/a.hpp", "int a();\n")
        self.write("proofs/numbers/a.md", PROOF)
        self.assertEqual(quietly(stamps.main, ["--write"], root=self.root)[0], 0)

    def test_a_written_stamp_is_accepted(self) -> None:
        self.stamped()
        self.assertEqual(self.check(), (0, "stamps: 1 passed, 0 failed\n"))

    def test_writing_keeps_the_rest_of_the_proof(self) -> None:
        self.stamped()
        self.assertTrue((self.root / "proofs/numbers/a.md").read_text().endswith("-->\n# a\n"))

    def test_changed_code_is_refused(self) -> None:
        self.stamped()
        self.write("include/discreet/numbers/a.hpp", "int a(int);\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("include/discreet/numbers/a.hpp changed since proofs/numbers/a.md", said)

    def test_where_an_included_file_stands_is_no_change(self) -> None:
        self.write("include/discreet/numbers/a.hpp", '#include "b.hpp"\nint a();\n')
        self.write("proofs/numbers/a.md", PROOF)
        quietly(stamps.main, ["--write"], root=self.root)
        self.write("include/discreet/numbers/a.hpp", '#include "c/b.hpp"\n# include <d>\nint a();\n')
        self.assertEqual(self.check()[0], 0)
        self.write("include/discreet/numbers/a.hpp", '#include "c/b.hpp"\nint a(int);\n')
        self.assertEqual(self.check()[0], 1)

    def test_a_proof_without_a_block_is_refused(self) -> None:
        self.write("proofs/numbers/a.md", "# a\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("has no stamps block", said)

    def test_an_empty_block_is_refused(self) -> None:
        self.write("proofs/numbers/a.md", "<!-- stamps\n-->\n# a\n")
        self.assertEqual(self.check()[0], 1)

    def test_a_malformed_stamp_is_refused(self) -> None:
        self.write("include/discreet/numbers/a.hpp", "int a();\n")
        self.write("proofs/numbers/a.md", PROOF.replace("0000000000000000", "0123"))
        self.assertEqual(self.check()[0], 1)

    def test_a_missing_file_is_refused_and_not_stamped(self) -> None:
        self.write("proofs/numbers/a.md", PROOF)
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("which does not exist", said)
        self.assertEqual(quietly(stamps.main, ["--write"], root=self.root)[0], 1)

    def test_a_header_that_points_to_no_proof_is_refused(self) -> None:
        self.stamped()
        self.write("include/discreet/numbers/b.hpp", "/// Proof     proofs/numbers/b.md\nint b();\n")
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("points to proofs/numbers/b.md, which does not exist", said)


class Twins(TreeTest):
    CHECKED = "**Checked by Coq:** `t` in [a.v](../coq/numbers/a.v).\n"
    TWIN = "(* stamp: proofs/numbers/a.md 0000000000000000 *)\nTheorem t : x.\n"

    def twins(self, proof: str = CHECKED, twin: str = TWIN) -> None:
        stamped = "<!-- stamps\nproofs/coq/numbers/a.v 0000000000000000\n-->\n# a\n\n"
        self.write("proofs/numbers/a.md", stamped + proof)
        self.write("proofs/coq/numbers/a.v", twin)
        self.assertEqual(quietly(stamps.main, ["--write"], root=self.root)[0], 0)

    def refused(self, reason: str) -> None:
        code, said = quietly(stamps.main, ["--check"], root=self.root)
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)

    def test_twins_that_know_each_other_are_accepted(self) -> None:
        self.twins()
        self.assertEqual(quietly(stamps.main, ["--check"], root=self.root)[0], 0)

    def test_a_changed_twin_is_refused(self) -> None:
        self.twins()
        path = self.root / "proofs/coq/numbers/a.v"
        path.write_text(path.read_text() + "Theorem u : y.\n")
        self.refused("proofs/coq/numbers/a.v changed since proofs/numbers/a.md")

    def test_a_changed_proof_is_refused(self) -> None:
        self.twins()
        path = self.root / "proofs/numbers/a.md"
        path.write_text(path.read_text() + "Another claim.\n")
        self.refused("proofs/numbers/a.md changed since proofs/coq/numbers/a.v")

    def test_a_theorem_that_is_not_there_is_refused(self) -> None:
        self.twins(self.CHECKED.replace("`t`", "`t`, `u`"))
        self.refused("names u, which is no theorem")

    def test_a_proof_that_names_no_theorem_of_its_twin_is_refused(self) -> None:
        self.twins("Nothing about it.\n")
        self.refused("does not say what is checked by Coq")

    def test_a_twin_without_a_stamp_is_refused(self) -> None:
        self.twins(twin="Theorem t : x.\n")
        self.refused("needs one line")

    def test_a_file_of_coq_that_no_proof_knows_is_refused(self) -> None:
        self.twins()
        self.write("proofs/coq/numbers/b.v", "Theorem t : x.\n")
        self.refused("proofs/coq/numbers/b.v is in no proof's stamps block")

    def test_so_is_one_of_the_basics_but_not_one_of_the_trees(self) -> None:
        self.twins()
        self.write("proofs/coq/trees/c.v", "Example t : x.\n")
        self.assertEqual(quietly(stamps.main, ["--check"], root=self.root)[0], 0)
        self.write("proofs/coq/basics/c.v", "Theorem t : x.\n")
        self.refused("proofs/coq/basics/c.v is in no proof's stamps block")

    def test_a_proof_that_names_theorems_of_others_only_is_refused(self) -> None:
        self.write("proofs/coq/trees/c.v", "Theorem u : x.\n")
        self.twins(self.CHECKED.replace("`t` in [a.v](../coq/numbers/a.v)", "`u` in [c.v](../coq/trees/c.v)"))
        self.refused("names no theorem of proofs/coq/numbers/a.v")

    def test_theorems_named_further_down_or_without_a_twin_must_be_there_too(self) -> None:
        self.twins(self.CHECKED + "\n" + self.CHECKED.replace("`t`", "`u`"))
        self.refused("names u, which is no theorem")
        (self.root / "proofs/coq/numbers/a.v").unlink()
        self.refused("names t, which is no theorem")


if __name__ == "__main__":
    unittest.main()
