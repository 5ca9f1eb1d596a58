import unittest

from tree import TreeTest, quietly

import house_rules


class HouseRules(TreeTest):
    def refused(self, path: str, code: str) -> None:
        with self.subTest(path=path, code=code):
            self.assertEqual(len(house_rules.check_text(path, code)), 1)

    def accepted(self, path: str, code: str) -> None:
        with self.subTest(path=path, code=code):
            self.assertEqual(house_rules.check_text(path, code), [])

    def test_the_core_neither_prints_nor_ends_the_process(self) -> None:
        for code in ["std::abort();", "assert(x > 0);", "exit(1);", "std::cerr << x;", "printf(a);", "fesetround(0);"]:
            self.refused("src/numbers/a.cpp", code)

    def test_there_is_no_other_generator(self) -> None:
        self.refused("include/discreet/samplers/a.hpp", "std::mt19937 generator;")
        self.refused("include/discreet/samplers/a.hpp", "return rand();")

    def test_comments_strings_and_longer_names_are_free(self) -> None:
        for code in ["// abort() would be wrong", '"assert(x)"', "static_assert(x);", "on_exit_(1);", "operand(1);"]:
            self.accepted("src/numbers/a.cpp", code)

    def test_tests_and_examples_may_print(self) -> None:
        self.accepted("examples/a.cpp", "std::cout << 1;")

    def test_a_document_fits_a_screen(self) -> None:
        long = "word " * 30
        self.refused("docs/a.md", long)
        self.refused("proofs/numbers/a.md", f"- {long}")
        for text in (f"| {long} |", f"# {long}", f"    {long}", f"```\n{long}\n```", "word " * 20):
            self.accepted("docs/a.md", text)
        self.accepted("bench/README.md", long)

    def test_nothing_is_put_off(self) -> None:
        self.refused("tests/numbers/a_test.cpp", "// TO" "DO: more")

    def test_a_proof_in_coq_supposes_nothing(self) -> None:
        for code in ["Admit" "ted.", "Axi" "om a : x.", "Para" "meter a : x.", "Conjec" "ture a : x.", "(* Axi" "oms *)"]:
            self.refused("proofs/coq/a/b.v", code)
        self.refused("proofs/coq/a/b.v", "Proof. ad" "mit. Abort.")
        for code in ["Ad" "mit Obligations.", "Declare M" "odule M : T.", '  Lo' 'ad "other".', "Unset  Guard Checking."]:
            self.refused("proofs/coq/a/b.v", code)
        self.accepted("proofs/coq/a/b.v", "Theorem admitted_once : x.")

    def test_a_proof_in_coq_supposes_nothing_outside_a_section(self) -> None:
        for word in ["Variable", "Variables", "Hypothesis", "Hypotheses", "Local Hypothesis", "#[local] Context"]:
            self.accepted("proofs/coq/a/b.v", f"Section A.\nSection B.\n{word} a : x.\nEnd B.\n{word} a : x.\nEnd A.\n")
            self.refused("proofs/coq/a/b.v", f"Section A.\nEnd A.\n{word} a : x.\n")

    def test_a_program_in_coq_is_extracted_as_it_stands(self) -> None:
        self.refused("proofs/coq/a/b.v", 'Extract Con' 'stant peel => "cheat".')
        self.refused("proofs/coq/a/b.v", 'Extract  Inlined Con' 'stant peel => "cheat".')
        self.accepted("proofs/coq/a/b.v", 'Extraction "programs.ml" peel.')

    def test_the_line_is_named(self) -> None:
        self.write("src/a.cpp", "/* one\ntwo */\n// three\nabort();\n")
        code, said = quietly(house_rules.main, root=self.root)
        self.assertEqual(code, 1)
        self.assertIn("src/a.cpp:4:", said)


if __name__ == "__main__":
    unittest.main()
