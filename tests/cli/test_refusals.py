"""Every refusal: its exit code, one clear line, no value, and nothing charged."""

from __future__ import annotations

import os
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

SECRET = "zebra77"


class Refusals(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("codes.txt", "A\nB\n")
        self.write("visits.csv", "patient,code\np1,A\np2,B\n")
        self.book = self.create("--epsilon", "1")

    def tearDown(self) -> None:
        # Whatever was refused, nothing was charged.
        self.assertEqual(self.spent()["charges"], 0)

    def top(self, rows: str = "visits.csv", codes: str = "codes.txt", k: str = "1", epsilon: str = "0.5") -> list[str]:
        words = ["top-k", rows, "--unit", "patient", "--item", "code", "--candidates", codes, "-k", k]
        return words + ["--epsilon", epsilon, "--ledger", self.book, "--dataset", "visits"]

    def refuse_rows(self, rule: str, content: str | bytes) -> None:
        self.write("bad.csv", content)
        line = self.bad(3, rule, *self.top("bad.csv"))
        self.assertNotIn(SECRET, line)

    def test_rows(self):
        self.refuse_rows("bad.csv: the file is empty", "")
        self.refuse_rows("the header has no column 'code'", "patient,thing\n")
        self.refuse_rows("line 3: a row must have as many fields as the header", f"patient,code\np,A\n{SECRET}\n")
        self.refuse_rows("line 2: text must be valid UTF-8", f"patient,code\n{SECRET},A\n".encode() .replace(b"zebra", b"\xff"))
        self.refuse_rows("line 2: text must not hold a NUL byte", f"patient,code\n{SECRET}\0,A\n")
        self.refuse_rows("line 2: a quoted field is not closed", f'patient,code\n"{SECRET},A\n')
        self.refuse_rows("line 2: the unit must not be empty", f"patient,code\n,{SECRET}\n")

    def test_a_field_of_a_gigabyte(self):
        # Streamed, so that neither side holds it: the reader stops at 16 MiB.
        words = [PROGRAM, *self.top("-")]
        with subprocess.Popen(words, cwd=self.path, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            try:
                run.stdin.write(b'patient,code\n"')
                for _ in range(1024):
                    run.stdin.write(b"x" * (1 << 20))
                run.stdin.close()
            except BrokenPipeError:
                pass
            run.stdin = None
            said = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 3)
        self.assertEqual(said.decode(), "discreet: standard input: line 2: a record is longer than 16 MiB\n")

    def test_files(self):
        self.bad(3, "nowhere.csv: there is no such file", *self.top("nowhere.csv"))
        self.bad(3, ".: it is a directory", *self.top("."))
        self.bad(3, "no.txt: there is no such file", *self.top(codes="no.txt"))
        if os.geteuid() != 0:
            os.chmod(self.path / "visits.csv", 0)
            self.bad(3, "there is no permission to read it", *self.top())

    def test_no_permission_as_another_user(self):
        if os.geteuid() != 0:
            self.skipTest("only root can become another user")
        secret = Path(self.write("secret.csv", "patient,code\n"))
        secret.chmod(0o600)
        self.path.chmod(0o755)
        words = ["top-k", "secret.csv", "--unit", "patient", "--item", "code", "--candidates", "codes.txt", "-k", "1", "--epsilon", "1"]
        self.bad(3, "there is no permission to read it", *words, user="nobody")

    def test_candidates(self):
        for content, rule in {
            "": "the list of candidates must not be empty",
            "A\nB\nA\n": "line 3: a candidate must not stand in the list twice",
            "A\n\nB\n": "line 2: a candidate must not be empty",
        }.items():
            self.write("bad.txt", content)
            self.bad(3, rule, *self.top(codes="bad.txt"))
        self.bad(3, "k must not be above the number of candidates", *self.top(k="3"))

    def test_scores(self):
        for score, rule in {
            f"{SECRET}": "every score must be a number",
            "nan": "every score must be",
            "inf": "every score must be finite",
            "": "every score must be a number",
            "9007199254740993": "an integer from 2^53 on needs --integer",
        }.items():
            self.write("scores.csv", f"label,score\na,1\nb,{score}\n")
            words = ["select", "scores.csv", "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1"]
            line = self.bad(3, rule, *words, "--epsilon", "1")
            self.assertNotIn("line", line)
            self.assertNotIn(SECRET, line)
        self.write("scores.csv", "label,score\na,1\na,2\n")
        self.bad(3, "line 3: a label must not stand in the file twice", *words, "--epsilon", "1")
        self.write("scores.csv", "label,score\n")
        self.bad(3, "the file has no scores", *words, "--epsilon", "1")

    def test_usage(self):
        top = self.top()
        self.bad(2, "'nonsense'", "nonsense")
        self.bad(2, "'nonsense'", "ledger", "nonsense")
        self.bad(2, "'--nonsense'", *top, "--nonsense")
        self.bad(2, "'--nonsense'", "top-k", "--nonsense")
        self.bad(2, "")
        self.bad(2, "give one of", *top, "--rho", "1")
        self.bad(2, "or --rho", "ledger", "create", "new.ledger", "--dataset", "d", "--unit", "u")
        self.bad(2, "--epsilon: an amount is a decimal", *self.top(epsilon="lots"))
        self.bad(2, "--epsilon: an amount is a decimal", *self.top(epsilon="-1"))
        for k in ("0", "-1", "1.5", "many", "010", "0x1", "99999999999999999999"):
            self.bad(2, "-k: must be a whole number from 1 on", *self.top(k=k))
        self.bad(2, "a target epsilon must be finite and above 0", *self.top(epsilon="0"))
        self.bad(2, "has no delta to spend", *top, "--delta", "1e-6")
        self.bad(2, "--neighbors must be the dataset's own", *top, "--neighbors", "replace")
        self.bad(2, "--unit must be the dataset's unit of privacy", *[w if w != "patient" else "person" for w in top])
        self.bad(2, "discreet: a.ledger: the ledger has no dataset of that name", *[w if w != "visits" else "other" for w in top])
        self.bad(2, "must not be one file", *self.top(rows="-", codes="-"))
        self.bad(2, "--delimiter", *top, "--delimiter", "ab")
        self.bad(2, "", *top, "--format", "xml")
        self.bad(2, "--format", *top, "--json", "--format", "csv")
        self.bad(2, "seconds must be a number", *top, "--patience", "nan")
        self.bad(2, "--law", *top, "--law", "normal")
        for option, value in (("--by", "me"), ("--dataset", "visits"), ("--witness", "seen"), ("--patience", "1")):
            self.bad(2, f"{option} requires --ledger", *top[:-4], option, value)
        select = ["select", "visits.csv", "--label", "code", "--score", "patient", "-k", "1", "--epsilon", "1"]
        self.bad(2, "--sensitivity", *select, "--sensitivity", "0")
        self.bad(2, "", *select)

    def test_budget(self):
        self.bad(4, "the budget does not cover this: it would cost epsilon 1.5", *self.top(epsilon="1.5"))

    def test_ledger(self):
        budget = ["--dataset", "d", "--unit", "u", "--epsilon", "1"]
        self.bad(5, f"{self.book}: the file exists; a ledger is never overwritten", "ledger", "create", self.book, *budget)
        self.bad(5, "none.ledger: there is no ledger at this path", "ledger", "show", "none.ledger")
        self.bad(5, "visits.csv: the file is not a ledger", "ledger", "verify", "visits.csv")
        self.bad(5, "no/such/place: the ledger cannot be created", "ledger", "create", "no/such/place", *budget)
        whole = (self.path / self.book).read_bytes()
        self.write("broken.ledger", whole.replace(b"budget.epsilon: 1", b"budget.epsilon: 9"))
        self.bad(5, "broken.ledger: entry 2 was changed", "ledger", "verify", "broken.ledger")
        words = [w if w != self.book else "broken.ledger" for w in self.top()]
        self.bad(5, "broken.ledger: entry 2 was changed", *words)
        self.bad(5, "discreet: none: there is no witness file to read", *self.top(), "--witness", "none")

    def test_output_is_tried_before_the_charge(self):
        self.bad(1, "--output no/such/file: No such file or directory", *self.top(), "--output", "no/such/file")
        self.bad(1, "--output .: Is a directory", *self.top(), "--output", ".")
        self.bad(2, "--output is empty", *self.top(), "--output", "")

    def test_closed_standard_output_costs_nothing(self):
        for end in (">&-", "<&- >&-"):
            done = subprocess.run(["bash", "-c", f'"$@" {end}', "bash", PROGRAM, *self.top()], cwd=self.path, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (1, b"discreet: standard output is closed\n"))

    def test_output_replaces_no_pipe_and_no_ledger(self):
        os.mkfifo(self.path / "pipe")
        os.symlink("pipe", self.path / "link")
        for name in ("pipe", "link"):
            self.bad(1, "it must be a plain file", *self.top(), "--output", name)
        self.assertTrue((self.path / "pipe").is_fifo())
        self.good("ledger", "witness", self.book, "seen")
        os.symlink(self.path / self.book, self.path / "also.ledger")
        for name in (self.book, f"./{self.book}", "also.ledger", "seen"):
            self.bad(2, "--output must not be the ledger", *self.top(), "--witness", "seen", "--output", name)


if __name__ == "__main__":
    unittest.main()
