"""More pairs than --memory allows: the same counts, by way of a file that nobody can find or read."""

from __future__ import annotations

import json
import os
import unittest

from program import ProgramTest

ITEMS = 50
UNITS = 4000


class ShortMemory(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("codes.txt", "".join(f"D{i}\n" for i in range(ITEMS)))
        # Item i has as many units as its number says, so that the order of the counts is that of the items.
        rows = (f"u{unit},D{item}\n" for unit in range(UNITS) for item in range(unit * ITEMS // UNITS, ITEMS))
        self.write("rows.csv", "person,code\n" + "".join(rows))
        (self.path / "rest").mkdir()

    def top(self, *more: str) -> list[str]:
        words = ["top-k", "rows.csv", "--unit", "person", "--item", "code", "-k", str(ITEMS), "--candidates", "codes.txt"]
        return [*words, "--epsilon", "100000", "--json", *more]

    def found(self, *more: str) -> list[str]:
        surroundings = {**os.environ, "TMPDIR": str(self.path / "rest")}
        return [row["item"] for row in json.loads(self.good(*self.top(*more), env=surroundings))["items"]]

    def test_the_counts_are_the_same_and_nothing_is_left(self) -> None:
        expected = [f"D{i}" for i in reversed(range(ITEMS))]
        for memory in ("0", "100KB", "1MB", "1GB"):
            for threads in ("1", "3"):
                with self.subTest(memory=memory, threads=threads):
                    self.assertEqual(self.found("--memory", memory, "--threads", threads), expected)
        self.assertEqual(os.listdir(self.path / "rest"), [])

    def test_without_a_place_for_the_rest_nothing_is_released(self) -> None:
        surroundings = {**os.environ, "TMPDIR": str(self.path / "nowhere")}
        rule = "the input needs more memory than --memory allows, and no file can be made for the rest in TMPDIR"
        self.bad(3, rule, *self.top("--memory", "100KB"), env=surroundings)
        self.good(*self.top("--memory", "1GB"), env=surroundings)

    def test_sizes_are_whole_numbers_of_bytes_and_units_of_1024(self) -> None:
        for size in ("0", "1", "7b", "3k", "3kB", "3KiB", "2m", "2MB", "1GiB", "1TB", "15EB", "18446744073709551615"):
            with self.subTest(size):
                self.found("--memory", size)
        for size in ("-1", "-0", "+1", "1.5GB", "GB", "1XB", "1 kBB", "nan", "0x10", "", "16EB", "18446744073709551616"):
            with self.subTest(size):
                self.bad(2, "a whole number of bytes, kB, MB, GB or TB" if size else "--memory", *self.top(f"--memory={size}"))

    def test_it_goes_with_names_alone(self) -> None:
        self.bad(2, "--memory goes with --candidates and names alone", *self.top("--memory", "1GB", "--counts"))


if __name__ == "__main__":
    unittest.main()
