"""What belongs to the request of a run: each option of each command, and nothing else."""

from __future__ import annotations

import re
import unittest

from test_runs import RunsTest

# Of each command words of the options that belong together, and of each of its options another word for it. A flag has
# none; what stands in no words is added.
LISTED = "top-k rows.csv --unit patient --item item --candidates items.txt"
UNLISTED = "top-k rows.csv --unit patient --item item"
GROUPED = f"{UNLISTED} -k 2 --counts --group place --groups places.txt --epsilon 0.5 --delta 1e-6"
SUMMED = f"{LISTED} -k 2 --counts --value cost --clip 0:9 --epsilon 0.02"
SCORES = "scores.csv --label label --score score --sensitivity 1"
VALUES = "quantile rows.csv --unit patient --value cost --quantiles median --lower 0 --upper 400"
REQUESTS: list[tuple[str, dict[str, str | None]]] = [
    (
        f"select {SCORES} -k 3 --epsilon 0.02",
        {"scores.csv": "more.csv", "--label": "name", "--score": "other", "--sensitivity": "2", "-k": "4",
         "--epsilon": "0.03", "--monotonic": None, "--integer": None, "--delimiter": ",", "--min": None, "--by": "me",
         "--delta": "1e-7"},
    ),
    (f"select {SCORES} -k 3 --rho 0.001", {"--rho": "0.002"}),
    (f"select {SCORES} -k 3 --epsilon 0.02 --delta 1e-7 --pay rho", {"--pay": "epsilon", "--delta": "1e-8"}),
    (f"select {SCORES} -k 3 --scale 200 --law exponential", {"--scale": "300", "--law": "permute-and-flip"}),
    (
        f"above-threshold {SCORES} --threshold 25 --epsilon 0.02",
        {"scores.csv": "more.csv", "--label": "name", "--score": "other", "--sensitivity": "2", "--threshold": "26",
         "--epsilon": "0.03", "--monotonic": None, "--integer": None, "--delimiter": ",", "--by": "me"},
    ),
    (
        f"{LISTED} -k 3 --epsilon 0.02",
        {"rows.csv": "more.csv", "--item": "place", "--candidates": "copy.txt", "-k": "4", "--epsilon": "0.03",
         "--candidates-column": "x0", "--threads": "1", "--delimiter": ",", "--min": None, "--memory": "1GB",
         "--neighbors": "add-remove", "--counts": None, "--by": "me", "--delta": "1e-7"},
    ),
    (f"{LISTED} -k 3 --rho 0.001", {"--rho": "0.002"}),
    (f"{LISTED} -k 3 --scale 200 --law exponential", {"--scale": "300", "--law": "permute-and-flip"}),
    (f"{LISTED} -k 3 --epsilon 0.02 --delta 1e-7 --pay rho", {"--pay": "epsilon"}),
    (
        GROUPED,
        {"--group": "ward", "--groups": "copy.txt", "--groups-column": "p0", "--groups-per-unit": "2",
         "--items-per-unit": "1", "--count-share": "0.4", "--confidence": "0.9", "--limit": "50",
         "--threshold-share": "0.2"},
    ),
    (f"{GROUPED} --items-per-unit 1", {"--items-per-unit": "2", "--by-nature": None}),
    (SUMMED, {"--value": "other", "--clip": "0:8", "--decimals": "1"}),
    (
        f"{VALUES} --group place --groups places.txt --epsilon 0.02",
        {"rows.csv": "more.csv", "--value": "other", "--quantiles": "0.4", "--lower": "1", "--upper": "300",
         "--step": "2", "--per-unit": "max", "--units": "500", "--neighbors": "add-remove", "--nulls": "refuse",
         "--group": "item", "--groups": "copy.txt", "--groups-column": "p0", "--threads": "1", "--delimiter": ",",
         "--epsilon": "0.03", "--by": "me", "--delta": "1e-7"},
    ),
    (f"{VALUES} --group place --groups places.txt --per-unit max --epsilon 0.02", {"--groups-per-unit": "2"}),
    (f"{VALUES} --rho 0.001", {"--rho": "0.002"}),
    (f"{VALUES} --epsilon 0.02 --delta 1e-7 --pay rho", {"--pay": "epsilon"}),
]  # fmt: skip

# Where and how a result is delivered, and where the run is looked for.
NO_PART = {
    "--format", "--json", "--output", "--quiet", "--patience", "--ledger", "--witness", "--run-id", "--help", "--help-all",
}  # fmt: skip
# What has a test of its own, here or in test_runs.
ELSEWHERE = {"--dataset", "--unit"}


def changed(words: list[str], option: str, value: str | None) -> list[str]:
    """The same words with another for one option."""
    out = list(words)
    if not option.startswith("-"):
        out[out.index(option)] = str(value)
    elif option in out:
        out[out.index(option) + 1] = str(value)
    else:
        out += [option] if value is None else [option, value]
    return out


class RunRequests(RunsTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("scores.csv", "label,score,name,other\n" + "".join(f"x{i},{i},x{i},{i}\n" for i in range(50)))

    def test_each_option_belongs_to_it(self):
        for number, (words, others) in enumerate(REQUESTS):
            asked = self.run_of(words, str(number))
            self.good(*asked)
            before = self.spent()["charges"]
            for option, value in others.items():
                with self.subTest(words=words, option=option):
                    # What is named otherwise holds the same, so that only the words of the option differ.
                    named = {"--candidates": "items.txt", "--groups": "places.txt"}.get(option, words.split()[1])
                    if value in ("more.csv", "copy.txt"):
                        self.write(value, (self.path / named).read_bytes())
                    self.bad(2, "there is a run of that id for another request", *changed(asked, option, value))
            self.assertEqual(self.spent()["charges"], before)

    def test_a_witness_is_no_part_of_it(self):
        asked = self.run_of(REQUESTS[0][0], "nightly")
        self.good(*asked)
        self.good("ledger", "witness", "a.ledger", "w")
        for more in ([], ["--witness", "w"]):
            self.assertIn("stored result", self.good(*asked, *more))

    def test_no_option_is_forgotten(self):
        tried: dict[str, set[str]] = {}
        for words, others in REQUESTS:
            tried.setdefault(words.split()[0], set()).update(others)
        for command, options in tried.items():
            said = self.good(command, "--help")
            listed = re.findall(r"^  (?:-h,)?(--?[a-z-]+)", said.split("Options:", 1)[1].split("\nExample")[0], re.M)
            with self.subTest(command):
                self.assertEqual(set(listed) - NO_PART - ELSEWHERE, {one for one in options if one.startswith("-")})

    def test_nothing_else_belongs_to_it(self):
        for number, words in enumerate((REQUESTS[0][0], LISTED + " -k 3 --epsilon 0.02", GROUPED, VALUES + " --rho 0.1")):
            asked = self.run_of(words, str(number))
            self.good(*asked)
            charges = self.spent()["charges"]
            (self.path / "link.ledger").unlink(missing_ok=True)
            (self.path / "link.ledger").symlink_to(self.path / "a.ledger")
            for more in (["--format", "csv"], ["--json"], ["--output", "out.txt"], ["--quiet"], ["--patience", "3"]):
                self.good(*asked, *more)
            elsewhere = [str(self.path / "link.ledger") if word == "a.ledger" else word for word in asked]
            self.assertIn("stored result", self.good(*elsewhere))
            # In another order, and with = before a value.
            head, tail = asked[:2], asked[2:]
            pairs = [tail[i : i + 2] for i in range(0, len(tail), 2)] if "--counts" not in tail else [tail]
            self.assertIn("stored result", self.good(*head, *[word for pair in pairs[::-1] for word in pair]))
            self.assertEqual(self.spent()["charges"], charges)

    def test_lists_are_compared_line_by_line(self):
        for words, name in ((LISTED + " -k 3 --epsilon 0.02", "items.txt"), (GROUPED, "places.txt"),
                            (VALUES + " --group place --groups places.txt --epsilon 0.02", "places.txt")):  # fmt: skip
            asked = self.run_of(words, words.split()[0] + name)
            self.good(*asked)
            lines = (self.path / name).read_text().splitlines()
            with self.subTest(words):
                for other in ([*lines, "new"], lines[::-1], [lines[0].upper(), *lines[1:]], lines[1:]):
                    self.write(name, "".join(f"{line}\n" for line in other))
                    self.bad(2, "there is a run of that id for another request", *asked)
                for same in ("\n".join(lines), "".join(f"{line}\r\n" for line in lines)):
                    self.write(name, same)
                    self.assertIn("stored result", self.good(*asked))
            self.write(name, "".join(f"{line}\n" for line in lines))
        for command in ("select", "above-threshold"):
            words = next(words for words, _ in REQUESTS if words.startswith(command))
            asked = self.run_of(words, command)
            self.good(*asked)
            rows = (self.path / "scores.csv").read_text()
            self.write("scores.csv", rows.replace("x7,", "y7,", 1))
            self.bad(2, "there is a run of that id for another request", *asked)
            # The scores are private, and no part of it.
            self.write("scores.csv", rows.replace("x7,7", "x7,8"))
            self.assertIn("stored result", self.good(*asked))
            self.write("scores.csv", rows)


if __name__ == "__main__":
    unittest.main()
