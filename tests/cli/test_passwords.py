"""An address of a server may hold a password, which the program never says."""

from __future__ import annotations

import os
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

URL = "postgresql://me:s3cret@/db?host=/nowhere"


class Passwords(ProgramTest):
    def test_no_message_has_one(self) -> None:
        for code, words in (
            (5, ["ledger", "verify", URL]), (5, ["ledger", "verify", URL + "&password=s3cret"]),
            (2, ["ledger", "verify", "a.ledger", URL]), (2, ["ledger", "show", "--json=" + URL]), (2, [URL]),
            (2, ["ledger", "verify", "postgresql://me:s3cret@half@host/db"]), (2, ["ledger", "witness", URL, URL]),
            (2, ["ledger", "verify", "postgresql://me:s3cret@[host/db"]), (3, ["select", URL, "--score", "n", "-k", "1",
             "--label", "x", "--sensitivity", "1", "--epsilon", "1"]),
            # Neither a server's nor a path.
            *((2, ["ledger", command, scheme + "me:s3cret@host/db", *more])
              for scheme in ("POSTGRESQL://", "postgresql:/", "psql://", "postgresql+psycopg2://", "postgres:")
              for command, more in (("show", []), ("verify", []), ("create", ["--dataset", "d", "--unit", "u", "--rho", "1"]))),
            (2, ["ledger", "show", "host=db user=me password=s3cret"]),
        ):  # fmt: skip
            with self.subTest(words=words):
                done = self.run_program(*words)
                said = (done.stdout + done.stderr).decode()
                self.assertEqual(done.returncode, code, said)
                self.assertNotIn("s3cret", said)

    def test_nobody_else_sees_it_among_the_processes(self) -> None:
        # Who opened the pipe to read it has begun.
        pipe = self.path / "scores.csv"
        os.mkfifo(pipe)
        words = ["select", str(pipe), "--score", "n", "--sensitivity", "1", "--epsilon", "1", "-k", "1", "--label", URL]
        with subprocess.Popen([PROGRAM, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as begun:
            said = b""
            while begun.poll() is None and not said:
                try:
                    opened = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                except OSError:
                    continue
                said = Path(f"/proc/{begun.pid}/cmdline").read_bytes()
                os.close(opened)
        self.assertIn(b"postgresql://me@/db", said)
        self.assertNotIn(b"s3cret", said)


if __name__ == "__main__":
    unittest.main()
