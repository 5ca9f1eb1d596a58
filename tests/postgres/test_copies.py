"""A ledger that moves between a file and a server, and from server to server."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import postgres_server

DISCREET = os.environ.get("DISCREET", "discreet")


@unittest.skipUnless(postgres_server.AVAILABLE, "Debian's postgresql is not installed")
class Copies(unittest.TestCase):
    server: postgres_server.Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = postgres_server.Server()
        cls.addClassCleanup(cls.server.close)
        cls.server.sql("create role mallory login")

    def setUp(self) -> None:
        for name in ("one", "two"):
            self.server.sql(f"drop database if exists {name} with (force)")
        self.one = self.server.create_database("one")
        self.two = self.server.create_database("two")
        directory = tempfile.TemporaryDirectory(prefix="discreet-copies-")
        self.addCleanup(directory.cleanup)
        self.path = Path(directory.name)
        self.path.joinpath("scores.csv").write_text("label,score\na,1\nb,2\n")

    def program(self, *words: str, code: int = 0) -> str:
        done = subprocess.run([DISCREET, *words], cwd=self.path, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def fill(self, book: str) -> None:
        self.program("ledger", "create", book, *"--dataset visits --unit patient --epsilon 1".split())
        self.program("ledger", "group", book, "people", "--epsilon", "3")
        self.program("ledger", "add", book, *"--dataset labs --unit patient --epsilon 2 --group people".split())
        for dataset in ("visits", "labs", "visits", "labs", "labs"):
            self.charge(book, dataset)
        self.program("ledger", "lower", book, *"--dataset labs --epsilon 1 --reason less".split())

    def charge(self, book: str, dataset: str, code: int = 0) -> str:
        words = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.125 --dataset".split()
        return self.program(*words, dataset, "--ledger", book, code=code)

    def charges(self, book: str) -> list[tuple]:
        self.program("ledger", "verify", book)
        shown = json.loads(self.program("ledger", "show", book, "--json"))
        return sorted((charge["dataset"], charge["at"], charge["user"], str(charge["charged"])) for charge in shown["charges"])

    def test_from_a_file_to_a_server_to_another_and_back(self) -> None:
        self.fill("a.ledger")
        last = "a.ledger"
        for place in (self.one, self.two, "b.ledger"):
            before = self.charges(last)
            self.program("ledger", "copy", last, place)
            self.assertEqual(self.charges(place), before)
            self.assertIn("moved to", self.charge(last, "visits", code=5))
            self.charge(place, "visits")
            self.assertIn("copied on", self.program("ledger", "verify", place))
            self.assertIn("nothing more is charged here", self.program("ledger", "verify", last))
            self.program("ledger", "copy", last, place)
            last = place
        self.assertEqual(len(self.charges("b.ledger")), 8)

    def test_no_password_is_written_down(self) -> None:
        self.fill("a.ledger")
        said = self.program("ledger", "copy", "a.ledger", self.one.replace("postgres@", "postgres:s3cret@"))
        said += self.program("ledger", "show", "a.ledger") + self.program("ledger", "report", "a.ledger")
        said += self.charge("a.ledger", "visits", code=5)
        self.assertIn("postgresql://postgres@/one", said)
        self.assertNotIn("s3cret", said)
        self.assertNotIn(b"s3cret", (self.path / "a.ledger").read_bytes())
        self.assertEqual(self.server.sql("select count(*) from discreet.entry where facts like '%s3cret%'", "one"), "0")

    def test_an_unfinished_copy_and_one_that_moved_take_nothing_in_plain_sql(self) -> None:
        # Killed as the old ledger is about to be closed: the copy on the server is whole, and waits.
        self.fill("a.ledger")
        subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", "inject=unlink:signal=KILL:when=1", DISCREET, "ledger", "copy",
             "a.ledger", self.one],
            cwd=self.path, check=False, capture_output=True,
        )  # fmt: skip
        self.assertIn("an unfinished copy", self.program("ledger", "verify", self.one))
        self.assertIn("not finished", self.charge(self.one, "visits", code=5))
        self.program("ledger", "grant", self.one, "mallory", "--dataset", "visits")
        mallory = self.server.url("one", "mallory")
        self.refused("visits", "kept elsewhere")
        self.charge("a.ledger", "visits")
        self.program("ledger", "copy", "a.ledger", self.one)
        self.charge(mallory, "visits")
        self.program("ledger", "copy", self.one, self.two)
        self.assertIn("moved to", self.charge(mallory, "visits", code=5))
        self.refused("visits", "kept elsewhere")
        self.program("ledger", "verify", self.one)
        self.assertEqual(len(self.charges(self.two)), 7)

    def killed(self, call: tuple[str, int], book: str, place: str) -> str:
        """Which of the two could be charged after a kill at one call of a copy, which is then finished by repeating it."""
        inject = f"inject={call[0]}:signal=KILL:when={call[1]}"
        copy = ["ledger", "copy", book, place]
        subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", inject, DISCREET, *copy], cwd=self.path, check=False, capture_output=True
        )

        def charged(ledger: str) -> bool:
            words = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.125 --dataset visits"
            return subprocess.run(
                [DISCREET, *words.split(), "--ledger", ledger], cwd=self.path, check=False, capture_output=True
            ).returncode == 0  # fmt: skip

        could = [which for which, ledger in (("old", book), ("new", place)) if charged(ledger)]
        self.assertLessEqual(len(could), 1, f"{call} {book} {place}")
        self.program(*copy)
        self.assertFalse(charged(book), call)
        self.assertTrue(charged(place), call)
        self.program("ledger", "verify", book)
        self.assertEqual(len(self.charges(place)), 2 + len(could), call)
        return "".join(could)

    def calls(self, book: str, place: str) -> list[tuple[str, int]]:
        """What a copy sends and writes."""
        trace = self.path / "trace"
        watched = "trace=sendto,pwrite64,fdatasync,fsync,unlink,rename,renameat2"
        subprocess.run(
            ["strace", "-f", "-o", trace, "-e", watched, DISCREET, "ledger", "copy", book, place],
            cwd=self.path, check=True, capture_output=True,
        )  # fmt: skip
        counts: dict[str, int] = {}
        calls = []
        for line in trace.read_text(errors="replace").splitlines():
            name = line.split(None, 1)[1].split("(", 1)[0]
            if name.isidentifier():
                counts[name] = counts.get(name, 0) + 1
                calls.append((name, counts[name]))
        return calls

    def test_killed_whenever_it_sends_or_writes_it_is_finished_by_repeating(self) -> None:
        self.program("ledger", "create", "kept.ledger", *"--dataset visits --unit patient --epsilon 9".split())
        self.charge("kept.ledger", "visits")
        fresh = (self.path / "kept.ledger").read_bytes()
        self.program("ledger", "copy", "kept.ledger", self.one)
        names = iter(range(10_000))

        def pair(to_server: bool) -> tuple[str, str]:
            number = next(names)
            if to_server:
                book = self.path / f"{number}.ledger"
                book.write_bytes(fresh)
                return book.name, self.server.create_database(f"n{number}")
            self.server.sql(f"create database n{number} template one")
            return self.server.url(f"n{number}"), f"{number}.ledger"

        for to_server in (True, False):
            charged = set()
            # Each of them takes half a second: one in four, others each time.
            for call in self.calls(*pair(to_server))[random.randrange(4) :: 4]:
                book, place = pair(to_server)
                charged.add(self.killed(call, book, place))
                self.server.sql(f"drop database {'n' + Path(book).stem if to_server else 'n' + Path(place).stem} with (force)")
            self.assertIn("old", charged)

    def refused(self, dataset: str, words: str) -> None:
        """An entry that nobody checked before, sent by a granted role: it is refused before it is looked at."""
        with self.assertRaisesRegex(RuntimeError, words):
            self.server.sql(
                f"select discreet.append(9, 'charge', '{dataset}', '2099-01-01T00:00:00Z', '', '', '')", "one", "mallory"
            )


if __name__ == "__main__":
    unittest.main()
