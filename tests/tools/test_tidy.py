import json
import unittest
from unittest import mock

from tree import TreeTest, quietly

import repo
import tidy


class Tidy(TreeTest):
    """With the configuration of this repository, on a small tree."""

    def setUp(self) -> None:
        super().setUp()
        self.root = self.root.resolve()
        for name in [".clang-tidy", "tests/.clang-tidy"]:
            self.write(name, (repo.ROOT / name).read_text())
        self.write("include/discreet/a.hpp", "int half(int number);\n")
        self.write("src/a.cpp", '#include "discreet/a.hpp"\nint half(int number) { return number / 2; }\n')
        self.write("tests/a/a_test.cpp", '#include "discreet/a.hpp"\nint three() { return half(6); }\n')
        self.compile("src/a.cpp", "tests/a/a_test.cpp")

    def compile(self, *files: str) -> None:
        """A compile database with these files."""
        entries = []
        for file in files:
            path = str(self.root / file)
            command = f"c++ -std=c++20 -I{self.root}/include -o a.o -c {path}"
            entries.append({"directory": str(self.root), "file": path, "command": command})
        self.write("build/dev/compile_commands.json", json.dumps(entries))

    def attempt(self) -> tuple[int, str]:
        arguments = ["--build", str(self.root / "build/dev"), "--jobs", "1"]
        return quietly(tidy.main, arguments, root=self.root)

    def refused(self, reason: str) -> None:
        code, said = self.attempt()
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)

    def test_clean_files_are_accepted_and_not_looked_at_again(self) -> None:
        self.assertEqual(self.attempt(), (0, "tidy: 3 passed, 0 failed\n"))
        with mock.patch.object(tidy, "look", side_effect=AssertionError("looked again")):
            self.assertEqual(self.attempt()[0], 0)

    def test_a_slip_in_a_source_is_refused(self) -> None:
        self.write("src/a.cpp", "int half(int number) { return number; }\ntypedef int Whole;\n")
        self.refused("modernize-use-using")

    def test_a_name_out_of_style_is_refused_in_a_test(self) -> None:
        self.write("tests/a/a_test.cpp", "int ThreeHalves() { return 1; }\n")
        self.refused("readability-identifier-naming")

    def test_a_header_that_no_source_includes_is_looked_at(self) -> None:
        self.write("include/discreet/b.hpp", "template <class T> struct bad_name {};\n")
        self.refused("readability-identifier-naming")

    def test_a_changed_header_is_looked_at_again(self) -> None:
        self.assertEqual(self.attempt()[0], 0)
        self.write("include/discreet/a.hpp", "int half(int number);\nint Twice(int number);\n")
        self.refused("readability-identifier-naming")

    def test_a_slip_is_seen_in_each_of_the_files_that_are_read_as_one(self) -> None:
        for room, slip, check in [
            ("src/b", "typedef int Whole;\n", "modernize-use-using"),
            ("src/b", "#include <string.h>\n", "modernize-deprecated-headers"),
            ("tests/b", "int ThreeHalves() { return 1; }\n", "readability-identifier-naming"),
        ]:
            files = [f"{room}/{name}.cpp" for name in ("first", "middle", "last")]
            for guilty in files:
                with self.subTest(file=guilty, check=check):
                    self.compile("src/a.cpp", *files)
                    for file in files:
                        self.write(file, slip if file == guilty else "int one();\n")
                    self.refused(check)
                    self.assertIn("tidy: 4 passed, 1 failed", self.attempt()[1])
                    self.assertIn(f"{guilty}:1:", self.attempt()[1])

    def test_files_whose_names_collide_are_read_alone(self) -> None:
        files = [f"src/b/{name}.cpp" for name in ("first", "middle", "last")]
        for file in files:
            self.write(file, "namespace {\nconstexpr int answer = 42;\n}\nint one();\n")
        self.compile("src/a.cpp", *files)
        self.assertEqual(self.attempt(), (0, "tidy: 5 passed, 0 failed\n"))
        self.write(files[1], "namespace {\nconstexpr int answer = 42;\ntypedef int Whole;\n}\n")
        self.refused("modernize-use-using")

    def test_a_source_that_does_not_parse_is_refused(self) -> None:
        self.write("src/a.cpp", "int half(\n")
        self.refused("error")


if __name__ == "__main__":
    unittest.main()
