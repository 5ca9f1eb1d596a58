"""Runs each example as a reader would; EXAMPLES names the directory they were built into."""

import csv
import importlib.util
import math
import os
import re
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

BUILT = Path(os.environ["EXAMPLES"]).resolve()
DATA = Path(__file__).resolve().parents[2] / "examples/data"


def run(name: str, *arguments: object) -> subprocess.CompletedProcess:
    return subprocess.run([BUILT / name, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False)


class TopTen(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        spec = importlib.util.spec_from_file_location("generate", DATA / "generate.py")
        generate = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(generate)
        made = cls.enterClassContext(tempfile.TemporaryDirectory())
        generate.main(Path(made))
        cls.rows = Path(made) / "visits.csv"

    def test_it_releases_ten_different_candidates_and_states_the_cost(self) -> None:
        done = run("top_ten", self.rows, DATA / "places.txt")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = re.findall(r"^ *(\d+)  (\w+ \w+) +(\w+ \w+) \((\d+) people\)$", done.stdout, re.MULTILINE)
        self.assertEqual([int(row[0]) for row in rows], list(range(1, 11)), done.stdout)
        released = [row[1] for row in rows]
        self.assertEqual(len(set(released)), 10)
        self.assertLessEqual(set(released), set((DATA / "places.txt").read_text().splitlines()))
        self.assertIn("epsilon = 1.25,", done.stdout)

    def test_its_true_list_counts_each_person_once(self) -> None:
        done = run("top_ten", self.rows, DATA / "places.txt")
        shown = [int(count) for count in re.findall(r"\((\d+) people\)", done.stdout)]
        with self.rows.open() as file:
            pairs = {(row["person"], row["place"]) for row in csv.DictReader(file)}
        counts = Counter(place for _, place in pairs)
        self.assertEqual(shown, [count for _, count in counts.most_common(10)])

    def test_it_says_what_it_cannot_read(self) -> None:
        self.assertEqual(run("top_ten").returncode, 2)
        done = run("top_ten", DATA / "nothing.csv", DATA / "places.txt")
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing.csv", done.stderr)


class OwnMeasure(unittest.TestCase):
    def test_a_measure_of_ones_own_is_charged_by_its_own_map(self) -> None:
        done = run("own_measure")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"two of the best: [0-5] [0-5]\n")
        stated = float(re.search(r"at most (\S+)\n", done.stdout)[1])
        truth = 2 * math.tanh(1 / 16)
        self.assertGreaterEqual(stated, truth)
        self.assertLess(stated, truth * (1 + 1e-12))
        self.assertIn("within one eighth: yes", done.stdout)


class ByEpsilon(unittest.TestCase):
    def test_it_says_what_is_promised_and_releases_ten_different_candidates(self) -> None:
        done = run("by_epsilon")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, *released = done.stdout.splitlines()
        self.assertEqual(first, "scale 10, 1-differentially private")
        self.assertEqual(len(set(released)), 10)
        self.assertLessEqual(set(released), {str(code) for code in range(5000)})


class IncomeQuartiles(unittest.TestCase):
    def test_it_says_what_is_promised_and_releases_three_values_near_the_true_quartiles(self) -> None:
        done = run("income_quartiles")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, *released = done.stdout.splitlines()
        self.assertRegex(first, r"^1-differentially private, 2 levels, ranks within \d+ people \(95 %\)$")
        self.assertEqual([line.split()[0] for line in released], ["0.25", "0.5", "0.75"])
        # Person i of 100,000 has 1e9 / (100,000 - i); noise of a few ranks moves them by a few units.
        for line, true in zip(released, (13_333, 20_000, 40_000), strict=True):
            self.assertLess(abs(int(line.split()[1]) - true), 200, line)


class Coverage(unittest.TestCase):
    def test_every_example_is_run_here(self) -> None:
        written = {path.stem for path in DATA.parent.glob("*.cpp")}
        # These make the tables of docs/accounting.md, which takes minutes; their numbers are tested in tests/accounting.
        run_here = {"top_ten", "own_measure", "by_epsilon", "income_quartiles"}
        self.assertEqual(written - {"accounting_table", "unequal_ranges"}, run_here)


if __name__ == "__main__":
    unittest.main()
