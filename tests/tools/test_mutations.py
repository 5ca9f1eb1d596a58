import json
import subprocess
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

from tree import TreeTest, quietly

import compile_db
import gtest_files
import mutations

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_STANDARD 20)
find_package(GTest REQUIRED)
include_directories(include)
add_library(tiny src/numbers/half.cpp src/numbers/third.cpp)
add_executable(test_numbers tests/numbers/half_test.cpp tests/numbers/other_test.cpp)
set_target_properties(test_numbers PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests)
target_link_libraries(test_numbers tiny GTest::gtest GTest::gtest_main)
"""
TEST = """
#include "discreet/numbers/half.hpp"
#include <gtest/gtest.h>
TEST(Half, OfFourIsTwo) { EXPECT_EQ(half(4), 2); EXPECT_EQ(twice(3), 6); }
TEST(Half, LooksAtNothing) { EXPECT_TRUE(true); }
TEST(Half, IsBroken) { EXPECT_EQ(half(4), 5); }
#ifdef PLAIN
TEST(Half, IsHeldAsItIsCompiled) { EXPECT_EQ(half(4), 5); }
#else
TEST(Half, IsHeldAsItIsCompiled) { EXPECT_EQ(half(4), 2); }
#endif
"""
FILES = {
    "CMakeLists.txt": CMAKE,
    "include/discreet/numbers/half.hpp": "int half(int x);\ninline int twice(int x) { return x + x; }\n",
    "src/numbers/half.cpp": '#include "discreet/numbers/half.hpp"\nint half(int x) { return x / 2; }\n',
    "src/numbers/third.cpp": "int third(int x) { return x / 3; }\n",
    "tests/numbers/half_test.cpp": TEST,
    "tests/numbers/other_test.cpp": "#include <gtest/gtest.h>\nTEST(Other, Runs) { EXPECT_TRUE(true); }\n",
}


class Mutations(unittest.TestCase):
    """On a tiny library of its own, configured once."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.root = Path(cls.holder.name).resolve()
        for path, text in FILES.items():
            (cls.root / path).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / path).write_text(text)
        cls.build = cls.root / "build/dev"
        subprocess.run(["cmake", "-G", "Ninja", "-S", cls.root, "-B", cls.build], check=True, stdout=subprocess.DEVNULL)

    def attempt(self, **keys: str) -> tuple[int, str]:
        table = {"file": "src/numbers/half.cpp", "from": "x / 2", "to": "x / 3", "target": "test_numbers"}
        table |= {"filter": "Half.OfFourIsTwo", "why": "a half is a half"} | keys
        directory = self.root / "tests/mutations"
        directory.mkdir(exist_ok=True)
        (directory / "one.toml").write_text("".join(f'{key} = "{value}"\n' for key, value in table.items()))
        arguments = ["--build", str(self.build), "--jobs", "1"]
        return quietly(mutations.main, arguments, root=self.root)

    def refused(self, reason: str, **keys: str) -> None:
        code, said = self.attempt(**keys)
        self.assertEqual(code, 1, said)
        self.assertIn(reason, said)

    def test_a_mutant_of_a_source_is_caught_and_remembered(self) -> None:
        code, said = self.attempt()
        self.assertEqual(code, 0, said)
        self.assertIn("caught by Half.OfFourIsTwo", said)
        self.assertIn("caught (as before)", self.attempt()[1])

    def test_a_mutant_that_ends_by_itself_is_caught_by_a_crash(self) -> None:
        code, said = self.attempt(to="(__builtin_trap(), x)")
        self.assertEqual(code, 0, said)
        self.assertIn("caught by a crash", said)

    def test_a_mutant_of_a_header_is_caught(self) -> None:
        header = "include/discreet/numbers/half.hpp"
        code, said = self.attempt(file=header, **{"from": "x + x", "to": "x + x + x"})
        self.assertEqual(code, 0, said)
        self.assertNotIn("x + x + x", (self.root / header).read_text())

    def test_a_survivor_is_reported_with_its_reason(self) -> None:
        self.refused("SURVIVED Half.LooksAtNothing: a half is a half", filter="Half.LooksAtNothing")

    def test_a_mutation_must_apply_exactly_once(self) -> None:
        self.refused("occurs 0 times", **{"from": "x / 4"})
        self.refused("occurs 4 times", **{"from": "i"})

    def test_a_mutant_must_build(self) -> None:
        self.refused("does not build", to="x /")

    def test_a_filter_must_run_something(self) -> None:
        self.refused("runs no test", filter="Half.Nothing")

    def test_the_tests_must_pass_without_the_mutation(self) -> None:
        self.refused("fails without the mutation", filter="Half.IsBroken")

    def test_the_tests_must_pass_without_the_mutation_as_they_are_compiled_with_it(self) -> None:
        def plain(commands: dict[str, compile_db.Command]) -> dict[str, compile_db.Command]:
            tests = {path: command for path, command in commands.items() if path.startswith("tests/")}
            return {path: replace(command, flags=(*command.flags, "-DPLAIN")) for path, command in tests.items()}

        claim = "Half.IsHeldAsItIsCompiled"
        self.assertIn(f"caught by {claim}", self.attempt(filter=claim)[1])
        with mock.patch.object(compile_db, "plain_tests", plain):
            header = "include/discreet/numbers/half.hpp"
            words = {"file": header, "from": "x + x", "to": "x + x + x"}
            self.assertIn("caught by Half.OfFourIsTwo", self.attempt(**words)[1])
            self.refused("fails without the mutation", filter=claim, **words)

    def test_the_tests_must_see_the_mutated_file(self) -> None:
        self.refused("sees src/numbers/third.cpp", file="src/numbers/third.cpp", **{"from": "x / 3", "to": "x / 2"})
        (self.root / "include/discreet/numbers/unused.hpp").write_text("int unused();\n")
        self.refused("sees include/discreet/numbers/unused.hpp", file="include/discreet/numbers/unused.hpp", **{"from": "int"})

    def test_a_file_may_hold_several(self) -> None:
        table = '[{}]\nfile = "src/numbers/half.cpp"\nfrom = "x / 2"\nto = "x / {}"\ntarget = "test_numbers"\nfilter = "Half.{}"\nwhy = "w"\n'
        (self.root / "tests/mutations").mkdir(exist_ok=True)
        several = table.format("seen", 5, "OfFourIsTwo") + table.format("unseen", 6, "LooksAtNothing")
        (self.root / "tests/mutations/one.toml").write_text(several)
        code, said = quietly(mutations.main, ["--build", str(self.build), "--jobs", "1"], root=self.root)
        self.assertEqual(code, 1)
        self.assertIn("one_seen: caught by Half.OfFourIsTwo", said)
        self.assertIn("one_unseen: SURVIVED", said)
        code, said = quietly(mutations.main, ["--build", str(self.build), "--jobs", "1", "one_seen"], root=self.root)
        self.assertEqual(code, 0, said)

    def test_every_key_is_needed_and_no_other(self) -> None:
        self.refused("must have exactly the texts", whom="nobody")


class PlainCommands(unittest.TestCase):
    def test_what_the_build_optimises_is_compiled_as_it_is(self) -> None:
        flags = {"optimised": ("-O1", "-g1", "-O0", "-O1"), "plain": ("-O1", "-g1", "-O0"), "by_default": ("-g1",)}
        commands = {
            f"{room}/{name}_test.cpp": compile_db.Command(Path(), "clang++", words, Path("a.o"))
            for room in ("src", "tests")
            for name, words in flags.items()
        }
        plain = compile_db.plain_tests(commands)
        self.assertEqual(list(plain), ["tests/optimised_test.cpp"])
        self.assertEqual(plain["tests/optimised_test.cpp"].flags, (*flags["optimised"], "-O0"))


class Together(TreeTest):
    def test_what_is_compiled_as_one_is_known_file_by_file(self) -> None:
        unity = self.root / "build/x.dir/Unity/unity_0_cxx.cxx"
        paths = [self.root / f"tests/{name}_test.cpp" for name in ("a", "b")]
        unity.parent.mkdir(parents=True)
        unity.write_text("".join(f'#include "{path}"\n\n' for path in paths))
        command = f"ccache c++ -O0 -o x.dir/Unity/unity_0_cxx.cxx.o -c {unity}"
        entry = {"directory": str(self.root / "build"), "file": str(unity), "command": command}
        (self.root / "build/compile_commands.json").write_text(json.dumps([entry]))
        found = compile_db.load(self.root / "build", self.root)
        self.assertEqual(sorted(found), ["tests/a_test.cpp", "tests/b_test.cpp"])
        for one in found.values():
            self.assertEqual((one.compiler, one.flags), ("c++", ("-O0",)))
            self.assertEqual(one.output.name, "unity_0_cxx.cxx.o")


class Filters(TreeTest):
    def test_instances_and_numbers_name_their_source_line(self) -> None:
        self.assertEqual(gtest_files.patterns("A.B"), [("A", "B")])
        self.assertEqual(gtest_files.patterns("In/A.B/3:C*.*-D.E"), [("A", "B"), ("C*", "*")])
        self.assertEqual(gtest_files.patterns("A/0.B"), [("A", "B")])
        self.assertEqual(gtest_files.patterns("*"), [("*", "*")])
        self.assertEqual(gtest_files.patterns("*/A.*"), [("A", "*")])

    def test_tests_in_a_header_belong_to_who_includes_it(self) -> None:
        self.write("tests/numbers/laws.hpp", "TYPED_TEST_P(Laws, Hold) {}\n")
        self.write("tests/numbers/a_test.cpp", '#include "laws.hpp"\n#include "elsewhere.hpp"\n')
        self.write("tests/numbers/b_test.cpp", "TEST(B, Holds) {}\n")
        self.assertEqual(gtest_files.files_of_filter(self.root, "test_numbers", "In/Laws/*.Ho*"), ["tests/numbers/a_test.cpp"])


if __name__ == "__main__":
    unittest.main()
