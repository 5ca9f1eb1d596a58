import unittest

from tree import TreeTest

import walkthrough

TABLE = "## How to add a mechanism\n\n| | file |\n|---|---|\n"
CODE = "    return i;\n    …\n    }\n"


class Walkthrough(TreeTest):
    def problems(self, rows: list[str], code: str = CODE, after: str = "") -> list[str]:
        numbered = "".join(f"| {i} | {row} |\n" for i, row in enumerate(rows, start=1))
        self.write("CONTRIBUTING.md", f"# A\n\n{TABLE}{numbered}\n{code}\n## Next\n\n{after}")
        return walkthrough.check(self.root)

    def linked(self, count: int) -> list[str]:
        for i in range(count):
            self.write(f"src/a/{i}.cpp", "int f() {\n  return i;\n}\n")
        return [f"[src/a/{i}.cpp](src/a/{i}.cpp)" for i in range(count)]

    def test_twelve_files_are_fine_and_the_changelog_beside_them(self) -> None:
        self.write("CHANGELOG.md", "")
        rows = self.linked(12)
        rows[-1] += " and [CHANGELOG.md](CHANGELOG.md)"
        self.assertEqual(self.problems(rows, after="    code of another section"), [])

    def test_thirteen_are_too_many(self) -> None:
        self.assertEqual(len(self.problems(self.linked(13))), 1)

    def test_a_file_must_be_there_and_stand_there_once(self) -> None:
        self.assertEqual(len(self.problems([*self.linked(2), "[a](src/b.cpp)"])), 1)
        self.assertEqual(len(self.problems(self.linked(2) * 2)), 1)

    def test_the_code_must_stand_in_a_file(self) -> None:
        self.assertEqual(len(self.problems(self.linked(2), code="    return j;\n")), 1)

    def test_a_document_without_the_table_is_refused(self) -> None:
        self.assertEqual(len(self.problems([], code="")), 1)


if __name__ == "__main__":
    unittest.main()
