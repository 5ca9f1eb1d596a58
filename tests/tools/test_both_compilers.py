import json
import unittest

from tree import TreeTest, quietly

import both_compilers


class BothCompilers(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        self.root = self.root.resolve()
        self.write("src/a.cpp", "int three() { return 3; }\n")
        for name in ("first", "second"):
            self.write(f"tests/a/{name}_test.cpp", f"int {name}() {{ return 3; }}\n")
        self.entries: list[dict[str, str]] = []
        self.add("g++", "src/a.cpp", "-O2")
        other = "-O1 -O0 -fno-color-diagnostics -Xclang -fno-pch-timestamp -Winvalid-pch -Xclang -include-pch -Xclang a.pch"
        self.add("clang++-19", "tests/a/first_test.cpp", other)
        self.add("clang++-19", "tests/a/second_test.cpp", other)

    def add(self, compiler: str, file: str, flags: str) -> None:
        path = str(self.root / file)
        command = f"{compiler} -std=c++20 -Wall -Werror {flags} -o a.o -c {path}"
        self.entries.append({"directory": str(self.root), "file": path, "command": command})

    def attempt(self) -> tuple[int, str]:
        self.write("build/compile_commands.json", json.dumps(self.entries))
        return quietly(both_compilers.main, ["--build", str(self.root / "build"), "--jobs", "1"], root=self.root)

    def test_a_room_is_read_by_the_compiler_of_the_library(self) -> None:
        self.write("tests/a/second_test.cpp", "#ifdef __clang__\n#error not this one\n#endif\n")
        self.assertEqual(self.attempt(), (0, "both_compilers: 1 passed, 0 failed\n"))

    def test_what_only_the_other_compiler_takes_is_refused(self) -> None:
        self.write("tests/a/first_test.cpp", "#ifndef __clang__\n#error only clang\n#endif\n")
        code, said = self.attempt()
        self.assertEqual(code, 1)
        self.assertIn("only clang", said)
        self.assertIn("does not take tests/a", said)

    def test_a_warning_is_an_error(self) -> None:
        self.write("tests/a/second_test.cpp", "int second() {\n  int never_used = 3;\n  return 3;\n}\n")
        code, said = self.attempt()
        self.assertEqual(code, 1)
        self.assertIn("never_used", said)

    def test_what_the_compiler_of_the_library_compiles_is_not_read_again(self) -> None:
        self.add("g++", "tests/b/third_test.cpp", "-O1")
        self.write("tests/b/third_test.cpp", "#error read again\n")
        self.assertEqual(self.attempt(), (0, "both_compilers: 1 passed, 0 failed\n"))

    def test_flags_that_differ_are_kept_apart(self) -> None:
        self.add("clang++-19", "tests/a/third_test.cpp", "-DTHIRD")
        self.write("tests/a/third_test.cpp", "#ifndef THIRD\n#error\n#endif\n")
        self.assertEqual(self.attempt(), (0, "both_compilers: 2 passed, 0 failed\n"))


if __name__ == "__main__":
    unittest.main()
