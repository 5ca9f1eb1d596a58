import json
import unittest

from tree import TreeTest, quietly

import must_not_compile

WRONG = '#include "a.hpp"\n#ifdef CONTROL\ntiny<int> x;\n#else\ntiny<char*> x;\n#endif\n'
HEADER = "template <class T> concept Tiny = sizeof(T) <= 4;\ntemplate <Tiny T> struct tiny {};\n"


class MustNotCompile(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("include/a.hpp", HEADER)
        command = f"c++ -O2 -std=c++20 -I{self.root}/include -Wall -o a.o -c src/a.cpp"
        entry = {"directory": str(self.root), "file": "src/a.cpp", "command": command}
        self.write("src/a.cpp", "")
        self.write("build/compile_commands.json", json.dumps([entry]))

    def attempt(self, text: str) -> tuple[int, str]:
        self.write("tests/must_not_compile/case.cpp", text)
        return quietly(must_not_compile.main, ["--build", str(self.root / "build")], root=self.root.resolve())

    def refused(self, text: str, reason: str) -> None:
        code, said = self.attempt(text)
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)

    def test_the_stated_error_is_accepted_from_both_compilers(self) -> None:
        code, said = self.attempt("// expect: Tiny\n" + WRONG)
        self.assertEqual(code, 0, said)
        self.assertIn("2 passed, 0 failed", said)

    def test_another_error_is_refused(self) -> None:
        self.refused("// expect: Huge\n" + WRONG, "not because of `Huge`")

    def test_a_file_that_compiles_is_refused(self) -> None:
        self.refused("// expect: Tiny\n" + WRONG.replace("char*", "short"), "compiles, and must not")

    def test_a_control_that_fails_is_refused(self) -> None:
        self.refused("// expect: Tiny\n" + WRONG.replace("a.hpp", "b.hpp"), "even with -DCONTROL")

    def test_a_file_without_a_reason_is_refused(self) -> None:
        self.refused(WRONG, "has no line")

    def test_nothing_to_try_is_a_failure(self) -> None:
        code, said = quietly(must_not_compile.main, ["--build", str(self.root / "build")], root=self.root.resolve())
        self.assertEqual(code, 1, said)


if __name__ == "__main__":
    unittest.main()
