"""What the program releases and what it says about it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import unittest

from program import PROGRAM, ProgramTest

ROWS = "patient,code\n" + "".join(f"p{i},{'A' if i % 10 else 'B'}\n" for i in range(2000)) + "p1,A\np1,A\n"
CODES = "A\nB\nC\nD\n"


class Releases(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("visits.csv", ROWS)
        self.write("codes.txt", CODES)
        self.write("scores.csv", "label,score\n" + "".join(f"x{i},{i * 1000}\n" for i in range(20)))
        self.top = ["top-k", "visits.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt"]
        self.select = ["select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1"]

    def items(self, *words: str, **options: object) -> list[str]:
        return [one["item"] for one in json.loads(self.good(*words, "--json", **options))["items"]]

    def test_finds_what_stands_far_out(self):
        # The counts are 1800, 200, 0 and 0: at scale 2 a miss has a probability below e^-90.
        self.assertEqual(self.items(*self.top, "-k", "2", "--epsilon", "1"), ["A", "B"])
        self.assertEqual(self.items(*self.top, "-k", "2", "--min", "--epsilon", "1")[0] in "CD", True)
        self.assertEqual(self.items(*self.select, "-k", "3", "--rho", "1"), ["x19", "x18", "x17"])
        self.assertEqual(self.items(*self.select, "-k", "2", "--min", "--epsilon", "1"), ["x0", "x1"])
        self.assertEqual(self.items(*self.select, "-k", "1", "--integer", "--epsilon", "1", "--delta", "1e-6"), ["x19"])
        self.assertEqual(self.items(*self.select, "-k", "1", "--scale", "2", "--law", "exponential"), ["x19"])

    def test_reads_standard_input_tabs_and_marks(self):
        rows = ("\ufeff" + ROWS.replace(",", "\t").replace("\n", "\r\n")).encode()
        words = [*self.top, "-k", "1", "--epsilon", "1", "--delimiter", "tab"]
        words[1] = "-"
        done = subprocess.run([PROGRAM, *words, "--format", "csv"], cwd=self.path, input=rows, capture_output=True, check=True)
        self.assertEqual(done.stdout, b"rank,item\n1,A\n")

    def test_says_what_it_promises(self):
        said = self.good(*self.top, "-k", "1", "--epsilon", "0.5")
        self.assertIn("For adding or removing one patient this release is 0.5-differentially private", said)
        self.assertIn("scale 2)", said)
        replaced = self.good(*self.top, "-k", "1", "--epsilon", "0.5", "--neighbors", "replace")
        self.assertIn("replacing the rows of one patient", replaced)
        self.assertIn("scale 4)", replaced)

    def test_says_that_nothing_remembers_it(self):
        done = self.run_program(*self.top, "-k", "1", "--epsilon", "1")
        self.assertIn(b"nothing remembers this release", done.stderr)
        self.assertEqual(self.run_program(*self.top, "-k", "1", "--epsilon", "1", "--quiet").stderr, b"")

    def test_five_fifths_fill_a_budget_of_one(self):
        book = self.create("--epsilon", "1")
        words = [*self.top, "-k", "1", "--epsilon", "0.2", "--ledger", book, "--dataset", "visits"]
        for _ in range(5):
            self.good(*words)
        self.bad(4, "the budget does not cover this", *words)
        self.assertEqual(self.spent()["spent"]["epsilon"], "1")

    def test_one_release_fits_a_fresh_budget_of_each_kind(self):
        kinds = {
            "pure": ["--epsilon", "0.7"],
            "zcdp": ["--rho", "0.07"],
            "basic": ["--epsilon", "0.7", "--delta", "1e-6"],
            "mixed": ["--epsilon", "0.7", "--delta", "1e-6"],
        }
        for accountant, amount in kinds.items():
            with self.subTest(accountant):
                book = f"{accountant}.ledger"
                budget = ["--dataset", "visits", "--unit", "patient", *amount, "--accountant", accountant]
                self.good("ledger", "create", book, *budget)
                words = [*self.top, "-k", "3", *amount, "--ledger", book, "--dataset", "visits"]
                self.good(*words)
                self.bad(4, "the budget does not cover this", *words)

    def test_json_has_its_documented_names(self):
        book = self.create("--epsilon", "2", "--delta", "1e-6")
        words = [*self.top, "-k", "2", "--epsilon", "1", "--ledger", book, "--dataset", "visits", "--by", "nightly"]
        told = json.loads(self.good(*words, "--json"))
        self.assertEqual(told["schema"], "discreet.release/2")
        names = "schema command items k candidates optimize law scale sensitivity monotonic expected_error unit neighbors"
        self.assertEqual(list(told), names.split() + ["cost", "promise", "budget", "guarantee"])
        self.assertEqual(told["cost"]["epsilon"], "1")
        self.assertEqual(told["budget"]["left"]["epsilon"], "1")
        shown = json.loads(self.good("ledger", "show", book, "--json"))
        self.assertEqual(shown["schema"], "discreet.ledger/2")
        self.assertEqual(shown["charges"][0]["by"], "nightly")
        self.assertEqual(shown["charges"][0]["parameters"]["k"], "2")
        self.assertEqual(shown["charges"][0]["hash"], told["budget"]["hash"])
        plan = json.loads(self.good("plan", "-k", "2", "--rho", "0.1", "--candidates-count", "4", "--json"))
        self.assertEqual(plan["schema"], "discreet.plan/2")
        self.assertEqual(len(plan["errors"]), 7)

    def test_output_appears_whole(self):
        self.write("out.txt", "old")
        self.assertEqual(self.good(*self.top, "-k", "1", "--epsilon", "9", "--output", "out.txt", "--format", "csv"), "")
        self.assertEqual((self.path / "out.txt").read_text(), "rank,item\n1,A\n")
        self.assertEqual(sorted(p.name for p in self.path.iterdir()), ["codes.txt", "out.txt", "scores.csv", "visits.csv"])

    def test_output_follows_a_link(self):
        self.write("real.txt", "old")
        os.symlink("real.txt", self.path / "link.txt")
        self.good(*self.top, "-k", "1", "--epsilon", "9", "--output", "link.txt", "--format", "csv")
        self.assertTrue((self.path / "link.txt").is_symlink())
        self.assertEqual((self.path / "real.txt").read_text(), "rank,item\n1,A\n")

    def test_plan_prints_the_cost_and_a_plot(self):
        said = self.good("plan", "-k", "10", "--epsilon", "1", "--monotonic", "--candidates-count", "70000")
        for word in ["permute-and-flip", "scale           10", "1-differentially private", "expected error", "<- asked"]:
            self.assertIn(word, said)

    def test_plan_takes_a_scale_near_the_end_of_the_doubles(self):
        said = self.good("plan", "-k", "10", "--scale", "1e308", "--candidates-count", "100")
        self.assertIn("<- asked", said)

    def test_control_bytes_of_items_do_not_reach_a_terminal(self):
        self.write("odd.csv", "label,score\n\"a\x1b[31m\n\",9\nb\x9b31m\u00e9,1\n")
        said = self.good("select", "odd.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "2", "--epsilon", "1")
        self.assertNotIn("\x1b", said)
        self.assertNotIn("\x9b", said)
        self.assertIn("b\\x9b31m\u00e9\n", said)

    def test_what_cannot_be_seen_is_written_as_its_number(self):
        self.write("odd.csv", "label,score\na\u202eb,9\n\u200bc,1\n")
        said = self.good("select", "odd.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "2", "--epsilon", "1")
        self.assertIn("a\\u{202e}b\n", said)
        self.assertIn("\\u{200b}c\n", said)
        for name, shown in (("\x1b[31m", "\\x1b[31m"), ("a\nb\r", "a\\nb\\r"), ("\u202e", "\\u{202e}"), ("\x9b", "\\x9b"), (b"\xff\xc3\xa9", "\\xff\\xc3\\xa9"), ("\u00e9", "\u00e9")):
            self.bad(5, f"discreet: {shown}: there is no ledger", "ledger", "show", name)

    def test_every_help_has_an_example(self):
        for above in ((), ("ledger",)):
            listed = self.good(*above, "--help").partition("Subcommands:\n")[2].partition("\n\n")[0]
            names = set(re.findall(r"^  ([a-z-]+) {2,}", listed, re.MULTILINE)) - {"help", "completion"}
            self.assertLessEqual({"show", "verify"} if above else {"top-k", "select", "plan", "ledger"}, names)
            for name in names:
                self.assertRegex(self.good(*above, name, "--help"), "Examples?:\n  discreet " + " ".join(above or (name,)))
        self.assertIn("Exit codes", self.good("--help"))

    def test_help_is_a_command_too(self):
        self.assertEqual(self.good("help"), self.good("--help"))
        for words in (["top-k"], ["ledger"], ["ledger", "create"], ["help"], ["completion"]):
            self.assertEqual(self.good("help", *words), self.good(*words, "--help"))
        self.bad(2, "there is no command 'nonsense' here", "help", "nonsense")
        self.bad(2, "there is no command 'nonsense' here", "help", "ledger", "nonsense")

    def test_a_closed_pipe_after_the_charge_is_code_6(self):
        book = self.create("--epsilon", "1")
        reader, writer = os.pipe()
        os.close(reader)
        words = [*self.top, "-k", "1", "--epsilon", "0.5", "--ledger", book, "--dataset", "visits"]
        done = subprocess.run([PROGRAM, *words], cwd=self.path, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        self.assertEqual(done.returncode, 6, done.stderr)
        said = done.stderr.decode().strip()
        self.assertEqual(said, "discreet: charged, but not delivered: the reader of the result has gone away")
        self.assertEqual(self.spent()["spent"]["epsilon"], "0.5")

    def test_nobody_listening_to_standard_error_changes_nothing(self):
        book = self.create("--epsilon", "1")
        charged = ["-k", "1", "--epsilon", "0.5", "--ledger", book, "--dataset", "visits", "--format", "csv"]
        for end in ("2>&-", "2>/dev/full", "2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}"):
            for words, code in (([*self.top, "-k", "1", "--epsilon", "1"], 0), (["select", "none.csv", *self.select[2:], "-k", "1", "--epsilon", "1"], 3)):
                done = subprocess.run(["bash", "-c", f'"$@" {end}', "bash", PROGRAM, *words], cwd=self.path, capture_output=True, check=False)
                self.assertEqual(done.returncode, code, end)
        done = subprocess.run(["bash", "-c", '"$@" 2>&-', "bash", PROGRAM, *self.top, *charged], cwd=self.path, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, b"rank,item\n1,A\n"))


if __name__ == "__main__":
    unittest.main()
