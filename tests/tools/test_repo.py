import shutil
import subprocess
import unittest
from unittest import mock

from tree import TreeTest

import repo


class Files(TreeTest):
    def setUp(self) -> None:
        super().setUp()
        for path in ["src/a.cpp", "build/dev/b.cpp", "tools/__pycache__/c.pyc", ".gitignore"]:
            self.write(path, "build/\n__pycache__/\n")

    def test_without_a_repository_the_tree_is_walked(self) -> None:
        self.assertEqual(repo.files(self.root), [".gitignore", "src/a.cpp"])

    def test_without_git_the_tree_is_walked(self) -> None:
        with mock.patch.object(shutil, "which", return_value=None):
            self.assertEqual(repo.files(self.root), [".gitignore", "src/a.cpp"])

    @unittest.skipUnless(shutil.which("git"), "git is not needed to build, and not here")
    def test_with_git_new_files_count_and_ignored_ones_do_not(self) -> None:
        subprocess.run(["git", "init", "--quiet", str(self.root)], check=True)
        self.assertEqual(repo.files(self.root), [".gitignore", "src/a.cpp"])


class Includes(TreeTest):
    def test_the_closure_follows_our_headers_only(self) -> None:
        self.write("include/discreet/a.hpp", '#include "discreet/b.hpp"\n#include <vector>\n')
        self.write("include/discreet/b.hpp", '#include "discreet/a.hpp"\n')
        self.write("tests/support/c.hpp", "")
        self.write("tests/x/x_test.cpp", '#include "support/c.hpp"\n#include <discreet/a.hpp>\n')
        self.assertEqual(
            repo.closure("tests/x/x_test.cpp", self.root),
            {"tests/x/x_test.cpp", "tests/support/c.hpp", "include/discreet/a.hpp", "include/discreet/b.hpp"},
        )


if __name__ == "__main__":
    unittest.main()
