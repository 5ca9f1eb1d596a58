import os
import re
import shutil
import subprocess
import unittest
from collections import Counter

from tree import TreeTest

import repo

PACKAGES = repo.ROOT / "tools/packages.txt"


class Dev(TreeTest):
    """The script itself, in a tree whose tools are stand-ins."""

    def setUp(self) -> None:
        super().setUp()
        shutil.copy(repo.ROOT / "dev", self.root / "dev")
        self.write("tools/packages.txt", "# nothing\n")
        for name in ["setup.sh", "parts.sh"]:
            shutil.copy(repo.ROOT / "tools" / name, self.root / "tools" / name)

    def dev(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.root / "dev", *arguments],
            cwd="/",
            env={"PATH": os.environ["PATH"]} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def test_alone_it_explains_every_command(self) -> None:
        done = self.dev()
        self.assertEqual(done.returncode, 0)
        for command in ["setup", "build", "demo", "test", "wheel", "bench", "format", "lint", "restamp", "clean"]:
            self.assertIn(f"./dev {command}", done.stdout)

    def test_an_unknown_command_or_part_is_refused(self) -> None:
        self.assertEqual(self.dev("dance").returncode, 1)
        self.assertEqual(self.dev("test", "dance").returncode, 1)

    def test_all_is_every_part_and_the_short_run_is_some_of_them(self) -> None:
        said = self.dev().stdout
        short = said.partition("The parts of ./dev test: ")[2].splitlines()[0].split()
        long = said.partition("and of ./dev test all also: ")[2].splitlines()[0].split()
        defined = set(re.findall(r"(?m)^part_(\w+)\(\)", (repo.ROOT / "tools/parts.sh").read_text()))
        self.assertEqual(defined, {*short, *long})
        self.assertEqual(len(defined), len(short) + len(long))
        run = (repo.ROOT / ".ci/run").read_text()
        self.assertIn('dev" test all', run)

    def test_a_failing_part_fails_the_command_and_the_rest_still_runs(self) -> None:
        self.write("tools/rooms.py", "raise SystemExit(1)\n")
        self.write("tools/stamps.py", "print('stamps: 3 passed, 0 failed')\n")
        done = self.dev("test", "rooms", "stamps")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertRegex(done.stdout, r"(?m)^rooms +FAILED +0 +1 ")
        self.assertRegex(done.stdout, r"(?m)^stamps +ok +3 +0 ")
        self.assertEqual(done.stdout.splitlines()[-1], "3 passed, 1 failed")

    def test_a_command_that_fails_in_the_middle_of_a_part_fails_it(self) -> None:
        # In a part of several commands bash must not go on after the first that fails.
        self.write("CMakePresets.json", "not json")
        done = self.dev("test", "asan")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertNotIn("passed, 0 failed", done.stdout)

    def test_counted_failures_fail_even_where_the_tool_says_nothing(self) -> None:
        self.write("tools/rooms.py", "print('rooms: 3 passed, 2 failed')\n")
        done = self.dev("test", "rooms")
        self.assertEqual(done.returncode, 1, done.stdout)

    def test_a_part_that_runs_beside_others_is_shown_counted_and_can_fail(self) -> None:
        self.write("tools/python_versions.sh", "#!/bin/sh\necho 'pythons: 2 passed, 1 failed'\n").chmod(0o755)
        self.write("tools/rooms.py", "print('rooms: 3 passed, 0 failed')\n")
        done = self.dev("test", "pythons", "rooms")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("\npythons: 2 passed, 1 failed\n", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^pythons +FAILED +2 +1 .*\n^rooms +ok +3 +0 ")
        self.assertEqual(done.stdout.splitlines()[-1], "5 passed, 1 failed")
        self.write("tools/python_versions.sh", "#!/bin/sh\nexit 3\n").chmod(0o755)
        self.assertEqual(self.dev("test", "rooms", "pythons").stdout.splitlines()[-1], "3 passed, 1 failed")

    def test_all_well_is_success(self) -> None:
        self.write("tools/rooms.py", "print('rooms: 3 passed, 0 failed')\n")
        self.assertEqual(self.dev("test", "rooms", CI="true").returncode, 0)


class Packages(unittest.TestCase):
    def test_each_package_is_named_once_with_a_group_and_a_reason(self) -> None:
        lines = [line.split(maxsplit=2) for line in PACKAGES.read_text().splitlines() if line and line[0] != "#"]
        self.assertEqual([name for name, times in Counter(line[0] for line in lines).items() if times > 1], [])
        for name, group, reason in lines:
            self.assertIn(group, {"build", "test", "long", "bench"}, name)
            self.assertRegex(reason, r"^# \w+", name)


if __name__ == "__main__":
    unittest.main()
