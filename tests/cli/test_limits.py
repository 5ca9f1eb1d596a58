"""What the machine runs out of: memory, room on the disk, the right to write. Nothing is released that is not charged."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import unittest
from collections.abc import Iterator
from pathlib import Path

from program import PROGRAM, ProgramTest


class Limits(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("codes.txt", "A\nB\n")
        self.write("visits.csv", "patient,code\np1,A\np2,B\n")
        self.create("--epsilon", "1")

    def top(self, rows: str = "visits.csv", book: str = "a.ledger") -> list[str]:
        words = ["top-k", rows, "--unit", "patient", "--item", "code", "--candidates", "codes.txt", "-k", "1"]
        return words + ["--epsilon", "0.01", "--ledger", book, "--dataset", "visits"]

    def test_more_units_than_memory_are_an_error_of_the_input(self) -> None:
        self.fill_memory([*self.top("-"), "--memory", "1TB"], b"A")

    def test_more_units_than_the_process_may_have_memory_for_go_to_a_file(self) -> None:
        status, said = self.read_many_units(self.top("-"), b"A")
        self.assertEqual(status, 0, said)
        self.assertEqual(self.spent()["charges"], 1)

    def test_more_units_than_memory_are_an_error_of_a_column(self) -> None:
        words = "quantile - --unit patient --value code --quantiles median --lower 0 --upper 1000 --epsilon 0.01"
        self.fill_memory([*words.split(), "--ledger", "a.ledger", "--dataset", "visits"], b"7")

    def fill_memory(self, asked: list[str], code: bytes) -> None:
        """A release from more units than it has memory for: refused, and nothing is charged."""
        status, said = self.read_many_units(asked, code)
        self.assertEqual(status, 3, said)
        self.assertEqual(said, "discreet: the input needs more memory than there is\n")
        self.assertEqual(self.spent()["charges"], 0)

    def read_many_units(self, asked: list[str], code: bytes) -> tuple[int, str]:
        """The exit code of a release from twenty million units in a quarter of a gigabyte, and what it said."""
        room = 256 << 20
        words = [PROGRAM, *asked]
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room))  # noqa: E731
        with subprocess.Popen(words, cwd=self.path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, preexec_fn=limit) as run:
            with contextlib.suppress(BrokenPipeError):
                run.stdin.write(b"patient,code\n")
                for block in range(2000):
                    run.stdin.write(b"".join(b"a-patient-with-a-long-name-%d,%s\n" % (block * 10000 + i, code) for i in range(10000)))
            with contextlib.suppress(BrokenPipeError):
                run.stdin.close()
            said = run.stderr.read().decode()
        return run.returncode, said

    def test_no_file_takes_the_place_of_a_closed_stream(self) -> None:
        rows_there = self.top("-")
        list_there = ["-" if word == "codes.txt" else word for word in self.top()]
        for words in (rows_there, list_there):
            with self.subTest(words):
                self.bad(3, "standard input: it cannot be read", *words, preexec_fn=lambda: os.close(0), stdin=None)
        quiet = [*self.top(), "--output", "found.txt"]
        self.good(*quiet, preexec_fn=lambda: os.close(2))
        self.assertTrue((self.path / "found.txt").read_text().startswith("rank  item\n"))

    def release_or_refuse(self, book: str = "a.ledger", **options: object) -> bool:
        """Runs a release; what it charged and what it said must fit together. Whether it released."""
        before = self.spent(book)["charges"]
        done = self.run_program(*self.top(book=book), **options)
        said = done.stderr.decode()
        charged = self.spent(book)["charges"] - before
        if done.returncode == 0:
            self.assertEqual(charged, 1)
            return True
        self.assertEqual(done.stdout, b"")
        self.assertEqual(len(said.splitlines()), 1, said)
        self.assertTrue(said.startswith(f"discreet: {book}: "), said)
        # The disk may fail after the charge is on it; then it is kept, which errs on the safe side, and the code says so.
        self.assertIn((done.returncode, charged), ((5, 0), (6, 0), (6, 1)), said)
        self.good("ledger", "verify", book)
        return False

    def test_files_that_may_not_grow_release_nothing_that_is_not_charged(self) -> None:
        released = set()
        for limit in [*range(0, 4096, 512), *range(4096, 65536, 4096)]:
            set_limit = lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))  # noqa: E731
            # The signal that goes with this limit, which Python ignores and restores here, must not end the program.
            released.add(self.release_or_refuse(preexec_fn=set_limit, restore_signals=True))
        self.assertEqual(released, {False, True}, "both ends of the range must have been met")

    @contextlib.contextmanager
    def small_disk(self, kilobytes: int) -> Iterator[Path]:
        place = self.path / "disk"
        place.mkdir(exist_ok=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "none", str(place)]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
            self.skipTest("only root can mount a disk, and not everywhere")
        try:
            yield place
        finally:
            subprocess.run(["umount", str(place)], check=True)

    def test_a_full_disk_releases_nothing_and_loses_nothing(self) -> None:
        with self.small_disk(256) as disk:
            book = str(disk / "b.ledger")
            self.good("ledger", "create", book, "--dataset", "visits", "--unit", "patient", "--epsilon", "1")
            self.assertTrue(self.release_or_refuse(book))
            filler = disk / "filler"
            with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(512))
            before = self.spent(book)["charges"]
            self.bad(5, "", *self.top(book=book))
            self.assertEqual(self.spent(book)["charges"], before)
            filler.unlink()
            self.assertTrue(self.release_or_refuse(book))

    def test_a_full_place_for_the_result_costs_nothing(self) -> None:
        with self.small_disk(64) as disk:
            filler = disk / "filler"
            with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(512))
            self.bad(1, "out: there is no room for it: ", *self.top(), "--output", str(disk / "out"))
            self.assertEqual(self.spent()["charges"], 0)
            filler.unlink()
            self.good(*self.top(), "--output", str(disk / "out"))

    def test_a_place_too_small_for_what_json_makes_of_the_items_costs_nothing(self) -> None:
        self.write("long.txt", "x" + "\x01" * 60000 + "x\n")
        words = "top-k visits.csv --unit patient --item code --candidates long.txt -k 1 --epsilon 0.01 --json".split()
        words += ["--ledger", "a.ledger", "--dataset", "visits"]
        with self.small_disk(256) as disk:
            self.bad(1, "out: there is no room for it: ", *words, "--output", str(disk / "out"))
            self.assertEqual(self.spent()["charges"], 0)
        with self.small_disk(512) as disk:
            self.good(*words, "--output", str(disk / "out"))
            self.assertGreater((disk / "out").stat().st_size, 6 * 60000)

    def test_a_disk_that_is_read_only_releases_nothing(self) -> None:
        with self.small_disk(256) as disk:
            book = str(disk / "b.ledger")
            self.good("ledger", "create", book, "--dataset", "visits", "--unit", "patient", "--epsilon", "1")
            subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            self.bad(5, "", *self.top(book=book))
            self.assertEqual(self.spent(book)["charges"], 0)

    def test_a_file_that_another_may_only_read_releases_nothing(self) -> None:
        if os.geteuid() != 0:
            self.skipTest("only root can become another user")
        self.path.chmod(0o755)
        (self.path / "a.ledger").chmod(0o644)
        self.bad(5, "", *self.top(), user="nobody")
        self.assertEqual(self.spent()["charges"], 0)


if __name__ == "__main__":
    unittest.main()
