import shutil
import unittest

from tree import TreeTest, quietly

import exp_proof
import repo

EXP_SCRIPT, LN_SCRIPT = exp_proof.PROOFS
EXP_HEADER = exp_proof.PROOFS[EXP_SCRIPT][0]
LN_HEADER = exp_proof.PROOFS[LN_SCRIPT][0]


class ExpProof(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        for path in [EXP_SCRIPT, LN_SCRIPT, EXP_HEADER, LN_HEADER]:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(repo.ROOT / path, self.root / path)

    def replace(self, path: str, old: str, new: str) -> None:
        text = (self.root / path).read_text()
        self.assertIn(old, text)
        (self.root / path).write_text(text.replace(old, new))

    def refused(self, reason: str) -> None:
        code, said = quietly(exp_proof.main, root=self.root)
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)

    def test_the_bounds_of_the_tree_are_proved(self) -> None:
        self.assertEqual(quietly(exp_proof.main, root=self.root)[0], 0)

    def test_a_constant_that_moved_by_one_bit_is_refused(self) -> None:
        self.replace(EXP_HEADER, "0x1.1111111126b32p-7", "0x1.1111111126b33p-7")
        self.refused("exp_c5 differs")

    def test_a_bound_that_the_header_tightened_alone_is_refused(self) -> None:
        self.replace(LN_HEADER, "ln_evaluation_error = 0x1.9p-52", "ln_evaluation_error = 0x1.8p-52")
        self.refused("ln_evaluation_error differs")

    def test_a_constant_the_script_does_not_speak_of_is_refused(self) -> None:
        self.replace(EXP_HEADER, "namespace detail {", "namespace detail {\ninline constexpr double exp_c12 = 0x1p-30;")
        self.refused("exp_c12 is not in the script")

    def test_another_order_of_the_same_operations_is_refused(self) -> None:
        self.replace(EXP_HEADER, "return (r + r2 * q) + 1.0;", "return r2 * q + (r + 1.0);")
        self.refused("operation 14 is not the header's")
        self.replace(LN_HEADER, "const V w = y * q;", "")
        self.refused("operation 9 is not the header's")

    def test_an_interval_beside_ln_2_is_refused(self) -> None:
        self.replace(EXP_SCRIPT, "0xb17217f7d1cf79abc9e3b39803f2f6p-120", "0xb17217f7d1cf79abc9e3b39803f2f7p-120")
        self.refused("does not contain ln 2")

    def test_a_bound_too_tight_to_be_true_is_refused(self) -> None:
        for path in [EXP_SCRIPT, EXP_HEADER]:
            self.replace(path, "0x1.58p-53", "0x1.08p-53")
        self.refused("gappa did not prove it")

    def test_numbers_are_read_exactly(self) -> None:
        self.assertEqual(exp_proof.value("-0x1.8p-1"), -0.75)
        self.assertEqual(exp_proof.value("710"), 710)
        self.assertEqual(exp_proof.value("0x1.8p52"), 3 * 2**51)


if __name__ == "__main__":
    unittest.main()
