"""An address of a server may hold a password, which the program never says."""

from __future__ import annotations

import os
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

URL = "postgresql://me:s3cret@/db?host=/nowhere"
# As libpq reads them too, or nobody does.
ODD = [
    "postgresql://me:a s3cret@/db", "postgresql://me:it's3cret@/db", 'postgresql://me:"s3cret@/db', "postgresql://me:a\ts3cret@/db",
    "postgresql://me?x:s3cret@/db", "postgresql://me@/db?pass%77ord=s3cret", "postgresql://me@/db?password=a s3cret",
    "postgresql://:s3cret@/db", "postgresql:me:s3cret@host/db", "postgresql//me:s3cret@host/db", "me@db password = s3cret",
]  # fmt: skip


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
            *((2, ["ledger", "show", words]) for words in
              ("host=db user=me password=s3cret", "host=db password = 's3cret'", "password\t=s3cret", "postgresql//me:s3cret@host/db")),
            # Where somebody forgot what follows it, or to write a sign as a number.
            *((2, ["ledger", "verify", "a.ledger", "postgresql://me:" + rest])
              for rest in ("s3cret", "s3cret/db", "a/s3cret@host/db", "a?s3cret@host/db", "a?s3cret=b@host/db")),
            # A word that nobody knows is shown.
            *((2, [word]) for word in (*ODD, "psql://me:s3cret@host/db", "host=db password = 'a s3cret'")),
        ):  # fmt: skip
            with self.subTest(words=words):
                done = self.run_program(*words)
                said = (done.stdout + done.stderr).decode()
                self.assertEqual(done.returncode, code, said)
                self.assertNotIn("s3cret", said)

    def words_of(self, *words: str) -> bytes:
        """The words of a program that runs, as everybody on the machine reads them."""
        # Who opened the pipe to read it has begun.
        pipe = self.path / "scores.csv"
        pipe.unlink(missing_ok=True)
        os.mkfifo(pipe)
        command = [PROGRAM, "select", str(pipe), *"--score n --sensitivity 1 --epsilon 1 -k 1".split(), *words]
        said = b""
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as begun:
            while begun.poll() is None and not said:
                try:
                    opened = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
                except OSError:
                    continue
                said = Path(f"/proc/{begun.pid}/cmdline").read_bytes()
                os.close(opened)
        return said

    def test_nobody_else_sees_it_among_the_processes(self) -> None:
        said = self.words_of("--label", URL)
        self.assertIn(b"postgresql://me@/db", said)
        self.assertNotIn(b"s3cret", said)
        for word in ODD:
            with self.subTest(word):
                said = self.words_of("--label=" + word)
                self.assertIn(b"--label=", said)
                self.assertNotIn(b"s3cret", said)


if __name__ == "__main__":
    unittest.main()
