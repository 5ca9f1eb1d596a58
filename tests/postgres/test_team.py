"""Every command of docs/team.md, in its order, and what it says of a restore."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import postgres_server

DISCREET = os.environ.get("DISCREET", "discreet")
GUIDE = Path(__file__).parents[2] / "docs/team.md"


def commands() -> list[str]:
    """The lines of the guide that stand apart, whole."""
    text = GUIDE.read_text(encoding="utf-8").replace("\\\n", "")
    return [line.strip() for line in re.findall(r"(?m)^    (\S.*)$", text)]


@unittest.skipUnless(postgres_server.AVAILABLE, "Debian's postgresql is not installed")
class Team(unittest.TestCase):
    def setUp(self) -> None:
        self.server = postgres_server.Server()
        self.addCleanup(self.server.close)
        for role in ("officer", "alice", "bob"):
            self.server.sql(f"create role {role} login")
        directory = tempfile.TemporaryDirectory(prefix="discreet-team-")
        self.addCleanup(directory.cleanup)
        self.path = Path(directory.name)
        self.path.joinpath("codes.txt").write_text("J06\nI10\nM54\nZ00\n")
        rows = "".join(f"{i},{('J06', 'I10', 'M54')[i % 3]}\n" for i in range(3000))
        self.path.joinpath("visits.csv").write_text("patient,diagnosis\n" + rows)

    def run_words(self, words: list[str]) -> subprocess.CompletedProcess:
        words = [
            re.sub(r"^postgresql://(\w+)@db/(\w+)$", lambda found: self.server.url(found[2], found[1]), word)
            for word in words
        ]
        tool = DISCREET if words[0] == "discreet" else str(postgres_server.BIN / words[0])
        environment = os.environ | {"PGHOST": str(self.server.directory), "PGUSER": "postgres"}
        return subprocess.run(
            [tool, *words[1:]], cwd=self.path, env=environment, capture_output=True, text=True, check=False
        )

    def good(self, command: str) -> str:
        done = self.run_words(shlex.split(command))
        self.assertEqual(done.returncode, 0, f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def follow(self) -> None:
        """Does all that the guide does."""
        for command in commands():
            self.good(command)

    def test_the_guide_can_be_followed(self) -> None:
        self.assertGreater(len(commands()), 12)
        self.follow()
        self.assertIn("in 1 charge", self.good("discreet ledger show postgresql://officer@db/restored"))
        self.assertIn("copied on", self.good("discreet ledger show postgresql://officer@db/labs"))

    def test_a_restore_of_an_older_dump_is_found_out_by_the_witness_and_by_nothing_else(self) -> None:
        self.follow()
        charge = (
            "discreet top-k visits.csv --unit patient --item diagnosis --candidates codes.txt -k 3 --epsilon 1 "
            "--dataset visits-2026 --witness privacy.witness --ledger "
        )
        self.good(charge + "postgresql://officer@db/privacy")
        self.good("discreet ledger verify postgresql://officer@db/restored")
        for command in ("discreet ledger verify --witness privacy.witness ", charge):
            done = self.run_words(shlex.split(command + "postgresql://officer@db/restored"))
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
            self.assertIn("an older or another copy", done.stderr)
        # Somebody who was granted a dataset before is not, until it is granted again.
        done = self.run_words(["discreet", "ledger", "show", "postgresql://alice@db/restored"])
        self.assertEqual(done.returncode, 5, done.stdout)

    def test_nothing_is_released_while_the_server_is_down(self) -> None:
        self.follow()
        self.server.stop()
        done = self.run_words(shlex.split(
            "discreet top-k visits.csv --unit patient --item diagnosis --candidates codes.txt -k 3 --epsilon 1 "
            "--dataset visits-2026 --witness privacy.witness --ledger postgresql://officer@db/privacy --patience 1"
        ))  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (5, ""), done.stderr)
        self.server.start()
        self.assertIn("in 1 charge", self.good("discreet ledger show postgresql://officer@db/privacy"))


if __name__ == "__main__":
    unittest.main()
