"""Runs: one release for one charge, whoever repeats the command, whatever happens to it on the way."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import pwd
import sqlite3
import subprocess
import unittest

from program import PROGRAM, ProgramTest

ROWS = "patient,item,place,cost\n" + "".join(f"{i},x{i % 7},p{i % 2},{i}\n" for i in range(400))
BY_ROWS = {
    "names": "top-k rows.csv --unit patient --item item --candidates items.txt -k 3 --epsilon 0.02",
    "table": "top-k rows.csv --unit patient --item item -k 3 --counts --epsilon 0.5 --delta 1e-6",
    "groups": "top-k rows.csv --unit patient --item item --group place --groups places.txt -k 2 --counts"
    " --epsilon 0.5 --delta 1e-6",
    "quantile": "quantile rows.csv --unit patient --value cost --quantiles quartiles --lower 0 --upper 400 --epsilon 0.02",
    "by group": "quantile rows.csv --unit patient --value cost --quantiles median --lower 0 --upper 400 --group place"
    " --groups places.txt --epsilon 0.02",
}
BY_SCORES = {
    "select": "select scores.csv --label label --score score --sensitivity 1 -k 3 --epsilon 0.02",
    "above": "above-threshold scores.csv --label label --score score --sensitivity 1 --threshold 25 --epsilon 0.02",
}


class RunsTest(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("rows.csv", ROWS)
        self.write("scores.csv", "label,score\n" + "".join(f"x{i},{i}\n" for i in range(50)))
        self.write("items.txt", "".join(f"x{i}\n" for i in range(40)))
        self.write("places.txt", "p0\np1\np2\n")
        self.create("--epsilon", "20", "--delta", "1e-4")

    def run_of(self, words: str, run: str, *more: str) -> list[str]:
        return [*words.split(), "--ledger", "a.ledger", "--dataset", "visits", "--run-id", run, *more]

    def runs(self) -> list[dict]:
        return json.loads(self.good("ledger", "runs", "a.ledger", "--json"))["runs"]


class Runs(RunsTest):
    def test_who_repeats_a_run_gets_the_stored_result_in_every_format(self):
        for name, words in (BY_ROWS | BY_SCORES).items():
            with self.subTest(name):
                asked = self.run_of(words, name)
                before = self.spent()["charges"]
                table = self.run_program(*asked)
                self.assertEqual(table.returncode, 0, table.stderr)
                first = json.loads(self.good(*asked, "--json"))
                self.assertEqual((first["run"], first["replayed"]), (name, True))
                for layout in ("table", "csv", "html", "json"):
                    done = [self.run_program(*asked, "--format", layout, "--patience", "5") for _ in range(2)]
                    self.assertEqual({one.returncode for one in done}, {0}, done[0].stderr)
                    self.assertEqual(done[0].stdout, done[1].stdout)
                    said = done[0].stdout + done[0].stderr
                    if layout != "json":
                        self.assertIn(f"stored result of the run {name}".encode(), said)
                again = self.run_program(*asked).stdout
                words_again = b" This is the stored result of the run " + name.encode()
                words_again += b": nothing was drawn or charged again."
                self.assertEqual(again.replace(words_again, b""), table.stdout)
                self.assertEqual(self.spent()["charges"], before + 1)
        self.good("ledger", "verify", "a.ledger")

    def test_json_says_whether_it_was_replayed_and_nothing_else_differs(self):
        asked = self.run_of(BY_SCORES["select"], "nightly", "--json")
        first, second = (json.loads(self.good(*asked)) for _ in range(2))
        self.assertEqual((first.pop("replayed"), second.pop("replayed")), (False, True))
        self.assertEqual(first, second)
        alone = json.loads(self.good(*BY_SCORES["select"].split(), "--json"))
        self.assertNotIn("run", alone)
        self.assertNotIn("replayed", alone)

    def test_no_row_is_read_where_a_result_is_stored(self):
        for name, words in BY_ROWS.items():
            self.good(*self.run_of(words, name))
        (self.path / "rows.csv").unlink()
        for name, words in BY_ROWS.items():
            self.assertIn("stored result", self.good(*self.run_of(words, name)))
        self.bad(3, "", *self.run_of(BY_ROWS["names"], "new"))

    def test_no_file_of_rows_is_looked_for_where_a_result_is_stored(self):
        rows = self.path / "rows.csv"
        kept = rows.read_bytes()
        for name, words in BY_ROWS.items():
            with self.subTest(name):
                rows.write_bytes(kept)
                asked = self.run_of(words.replace("rows.csv", "r?ws.csv other*.gz", 1), name, "--json")
                self.bad(2, "no file matches 'other*.gz'", *asked)
                one = self.run_of(words.replace("rows.csv", "r?ws.csv", 1), name, "--json")
                self.assertFalse(json.loads(self.good(*one))["replayed"])
                before = self.spent()["charges"]
                # Gone, empty, a directory, compressed under its old name, twice under names that match.
                rows.unlink()
                self.assertTrue(json.loads(self.good(*one))["replayed"])
                rows.touch()
                self.assertTrue(json.loads(self.good(*one))["replayed"])
                rows.unlink()
                rows.mkdir()
                self.assertTrue(json.loads(self.good(*one))["replayed"])
                rows.rmdir()
                rows.write_bytes(gzip.compress(kept)[:-9])
                twin = self.path / "rXws.csv"
                twin.hardlink_to(rows)
                self.assertTrue(json.loads(self.good(*one))["replayed"])
                self.bad(2, "must not be one file", *self.run_of(words.replace("rows.csv", "r?ws.csv", 1), "new"))
                twin.unlink()
                self.bad(2, "another request", *self.run_of(words.replace("rows.csv", "r*ws.csv", 1), name))
                self.bad(2, "--output must not be a file that is read", *one, "--output", "rows.csv")
                rows.unlink()
                self.bad(2, "no file matches 'r?ws.csv'", *self.run_of(words.replace("rows.csv", "r?ws.csv", 1), "new"))
                self.assertEqual(self.spent()["charges"], before)

    def test_another_request_is_refused(self):
        rule = "there is a run of that id for another request"
        asked = self.run_of(BY_ROWS["names"], "nightly")
        self.good(*asked)
        for change in (["-k", "4"], ["--epsilon", "0.03"], ["--unit", "patients"]):
            other = list(asked)
            other[other.index(change[0]) + 1] = change[1]
            if change[0] == "--unit":
                self.bad(2, "--unit must be the dataset's unit", *other)
            else:
                self.bad(2, rule, *other)
        self.bad(2, rule, *asked, "--by", "somebody")
        self.bad(2, rule, *asked, "--min")
        self.bad(2, rule, *self.run_of(BY_SCORES["select"], "nightly"))
        self.write("items.txt", "".join(f"x{i}\n" for i in range(41)))
        self.bad(2, rule, *asked)
        self.write("items.txt", "".join(f"x{i}\n" for i in range(40)))
        self.good(*asked, "--quiet", "--patience", "3", "--output", "out.txt", "--format", "csv")
        self.assertEqual(self.spent()["charges"], 1)

    def test_a_run_is_one_of_a_dataset(self):
        self.good("ledger", "add", "a.ledger", "--dataset", "other", "--unit", "patient", "--epsilon", "1")
        self.good(*self.run_of(BY_SCORES["select"], "nightly"))
        other = self.run_of(BY_SCORES["select"], "nightly")
        other[other.index("visits")] = "other"
        self.assertNotIn("stored result", self.good(*other))
        self.assertEqual([run["dataset"] for run in self.runs()], ["visits", "other"])

    def test_what_is_no_run_is_refused_before_anything_is_charged(self):
        self.bad(2, "--run-id requires --ledger", *BY_SCORES["select"].split(), "--run-id", "a")
        self.bad(2, "the id of a run", *self.run_of(BY_SCORES["select"], "two\nlines"))
        self.bad(2, "the id of a run", *self.run_of(BY_SCORES["select"], "x" * 201))
        self.bad(2, "must not begin or end with a blank", *self.run_of(BY_SCORES["select"], "nightly "))
        self.bad(4, "", *self.run_of(BY_SCORES["select"].replace("0.02", "200"), "a"))
        self.assertEqual(self.runs(), [])

    def test_a_label_that_no_list_names_is_not_too_long_to_store(self):
        long = "y" * 201
        self.write("rows.csv", "patient,item\n" + "".join(f"{i},{long}\n" for i in range(400)))
        words = "top-k rows.csv --unit patient --item item -k 3 --epsilon 0.5 --delta 1e-6"
        self.bad(3, "have at most 200 bytes", *self.run_of(words, "a"))
        self.assertEqual(self.spent()["charges"], 0)
        # All of the room: every label is as long as may be, and has what is written as two bytes.
        labels = [("\\" * 199 + str(i))[-200:] for i in range(3)]
        self.write("rows.csv", "patient,item\n" + "".join(f"{i},{labels[i % 3]}\n" for i in range(3000)))
        found = json.loads(self.good(*self.run_of(words, "a", "--json")))
        self.assertEqual(sorted(row["item"] for row in found["items"]), sorted(labels))
        listed = [("\\" * 3000 + str(i)) for i in range(3)]
        self.write("scores.csv", "label,score\n" + "".join(f"{label},1\n" for label in listed))
        found = json.loads(self.good(*self.run_of(BY_SCORES["select"], "b", "--json")))
        self.assertEqual(sorted(row["item"] for row in found["items"]), listed)

    def test_how_long_an_entry_is_does_not_depend_on_the_rows(self):
        few = "patient,item,place,cost\n" + "".join(f"{i},y,p0,1\n" for i in range(300))
        sizes = []
        for rows in (ROWS, few):
            self.write("rows.csv", rows)
            for name, words in BY_ROWS.items():
                self.good(*self.run_of(words, f"{name} {len(sizes) >= len(BY_ROWS):d}"))
                with contextlib.closing(sqlite3.connect(self.path / "a.ledger")) as ledger:
                    last = ledger.execute("SELECT length(CAST(facts AS BLOB)) FROM entry ORDER BY sequence DESC LIMIT 2")
                    sizes.append(last.fetchall())
        self.assertEqual(sizes[: len(BY_ROWS)], sizes[len(BY_ROWS) :])

    def test_the_longest_numbers_have_room(self):
        words = [
            "top-k wide.csv --unit patient --item item --candidates items.txt -k 40 --counts --value cost"
            " --clip 0:0.000000001 --decimals 17 --rho 0.01",
            "top-k wide.csv --unit patient --item item --candidates items.txt -k 40 --counts --group place"
            " --groups places.txt --rho 1e-16",
            "quantile wide.csv --unit patient --value cost --quantiles percentiles --lower 1000000000000"
            " --upper 1000000001000 --step 0.000001 --group place --groups places.txt --rho 1e-30",
        ]
        rows = "".join(f"{i},x{i % 7},p{i % 2},{i % 90}\n" for i in range(400))
        self.write("wide.csv", "patient,item,place,cost\n" + rows)
        for number, one in enumerate(words):
            found = json.loads(self.good(*self.run_of(one, str(number), "--json")))
            self.assertFalse(found["replayed"])
            again = json.loads(self.good(*self.run_of(one, str(number), "--json")))
            self.assertEqual(found | {"replayed": True}, again)

    def test_runs_are_listed_with_their_states(self):
        self.assertEqual(self.good("ledger", "runs", "a.ledger"), "no runs\n")
        self.good(*self.run_of(BY_SCORES["select"], "nightly", "--by", "me"))
        (run,) = self.runs()
        said = ("nightly", "visits", "select", "me")
        self.assertEqual((run["id"], run["dataset"], run["what"], run["by"]), said)
        # Whatever they say of themselves.
        user = pwd.getpwuid(os.geteuid()).pw_name
        self.assertEqual(run["user"], user)
        self.assertEqual(run["result"]["sequence"], run["charge"]["sequence"] + 1)
        self.assertRegex(run["result"]["sha256"], "^[0-9a-f]{64}$")
        listed = self.good("ledger", "runs", "a.ledger")
        self.assertEqual(
            [line.split(None, 6) for line in listed.splitlines()],
            [
                ["dataset", "run", "charged", "release", "by", "user", "state"],
                ["visits", "nightly", run["charge"]["at"], "select", "me", user,
                 f"stored {run['result']['at']}, sha256 {run['result']['sha256']}"],
            ],
        )  # fmt: skip
        self.assertIn("  run nightly\n", self.good("ledger", "show", "a.ledger"))
        shown = json.loads(self.good("ledger", "show", "a.ledger", "--json"))
        self.assertEqual(shown["runs"], [run])
        self.assertEqual(shown["charges"][0]["run"], "nightly")
        self.assertIn(f"sha256 {run['result']['sha256']}", self.good("ledger", "report", "a.ledger"))
        self.good("ledger", "verify", "a.ledger")

    def test_together_they_draw_once(self):
        asked = [PROGRAM, *self.run_of(BY_ROWS["groups"], "nightly", "--json", "--patience", "100")]
        begun = [subprocess.Popen(asked, cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(6)]
        said = [process.communicate(timeout=300) for process in begun]
        self.assertEqual({process.returncode for process in begun}, {0}, said)
        found = [json.loads(out) for out, _ in said]
        self.assertEqual(sorted(one.pop("replayed") for one in found), [False] + 5 * [True])
        for one in found:
            self.assertEqual(one, found[0])
        self.assertEqual(self.spent()["charges"], 1)


if __name__ == "__main__":
    unittest.main()
