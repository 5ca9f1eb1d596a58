"""The C++ tests of a store, on a server."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import postgres_server

TESTS = Path(os.environ.get("DISCREET", "discreet")).parents[1] / "tests/test_ledger"


@unittest.skipUnless(postgres_server.AVAILABLE, "Debian's postgresql is not installed")
class Contract(unittest.TestCase):
    def test_it_holds_on_postgresql(self) -> None:
        with postgres_server.Server() as server:
            done = subprocess.run(
                [TESTS, "--gtest_filter=*Postgres*", "--gtest_brief=1"],
                env=os.environ | {"DISCREET_POSTGRES": server.url()}, capture_output=True, text=True, check=False,
            )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("SKIPPED", done.stdout)


if __name__ == "__main__":
    unittest.main()
