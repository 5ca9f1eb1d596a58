"""Rows in several files, and units of several columns: as if they were one file with one column."""

from __future__ import annotations

import gzip
import json
import os
import unittest

from program import ProgramTest

PRIVACY = ["--epsilon", "1000", "--json"]


class Files(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("codes.txt", "A\nB\nC\n")
        self.write("one.csv", "patient,code\np1,A\np2,A\np3,B\np4,C\n")
        self.write("two.csv", "place;code;patient\nx;B;p1\nx;B;p4\nx;A;p5\n".replace(";", ","))
        (self.path / "three.tsv.gz").write_bytes(gzip.compress(b"code\tpatient\nA\tp1\nA\tp1\nA\tp6\n"))


class ManyFiles(Files):
    def check(self, *words: str) -> dict:
        return json.loads(self.good("check", *words, "--json"))

    def facts(self, *files: str) -> dict:
        return self.check(*files, "--unit", "patient", "--item", "code", "--candidates", "codes.txt")

    def test_each_file_has_its_own_header_and_a_unit_is_one_in_all_of_them(self) -> None:
        found = self.facts("one.csv", "two.csv", "three.tsv.gz")
        self.assertEqual((found["rows"], found["units"], found["matching_rows"]), (10, 6, 10))

    def test_top_k_counts_over_all_files(self) -> None:
        words = ["top-k", "one.csv", "two.csv", "three.tsv.gz", "--unit", "patient", "--item", "code"]
        words += ["--candidates", "codes.txt", "-k", "2", *PRIVACY]
        found = json.loads(self.good(*words))
        self.assertEqual([row["item"] for row in found["items"]], ["A", "B"])
        # With numbers the names of units are compared; A has p1, p2, p5 and p6, B has p1, p3 and p4.
        counted = json.loads(self.good(*words, "--counts"))
        self.assertEqual([(row["item"], row["count"]) for row in counted["items"]], [("A", 4), ("B", 3)])

    def test_quantile_reads_all_files(self) -> None:
        self.write("a.csv", "person,age\na,10\nb,20\n")
        self.write("b.csv", "age,person\n30,c\n40,d\n50,e\n")
        words = "--unit person --value age --quantiles median --lower 0 --upper 100".split()
        found = json.loads(self.good("quantile", "a.csv", "b.csv", *words, *PRIVACY))
        self.assertEqual(found["quantiles"][0]["value"], "30")

    def test_a_pattern_means_every_file_that_matches(self) -> None:
        self.assertEqual(self.facts("*.csv"), self.facts("one.csv", "two.csv"))
        self.assertEqual(self.facts("t[hw]*"), self.facts("three.tsv.gz", "two.csv"))
        self.bad(2, "no file matches 'x*.csv'", "check", "x*.csv", "--unit", "patient", "--item", "code")

    def test_a_file_that_a_pattern_finds_is_never_standard_input(self) -> None:
        folder = self.path / "few"
        folder.mkdir()
        (folder / "-").write_text("patient,code\np1,A\n")
        (folder / "b.csv").write_text("patient,code\np2,B\n")
        words = ["check", "*", "--unit", "patient", "--item", "code", "--candidates", "../codes.txt", "--json"]
        done = self.run_program(*words, cwd=folder, stdin=None, input=b"patient,code\np3,C\np4,C\n")
        self.assertEqual(json.loads(done.stdout)["rows"], 2, done.stderr)

    def test_folders_of_any_depth_are_not_taken_for_one(self) -> None:
        self.bad(2, "'**' matches no more than '*'", "check", "**.csv", "--unit", "patient", "--item", "code")

    def test_a_file_whose_name_is_a_pattern_is_that_file(self) -> None:
        self.write("*.csv", "patient,code\np9,A\n")
        self.assertEqual(self.facts("*.csv")["rows"], 1)

    def test_no_file_is_read_twice(self) -> None:
        os.symlink("one.csv", self.path / "soft")
        os.link(self.path / "one.csv", self.path / "hard.csv")
        for words in (["one.csv", "one.csv"], ["one.csv", "./one.csv"], ["one.csv", "soft"], ["*.csv"], ["-", "-"]):
            for command in (["check"], ["top-k", "-k", "1", *PRIVACY]):
                with self.subTest(words=words, command=command):
                    self.bad(2, "must not be one file", *command, *words, "--unit", "patient", "--item", "code",
                             "--candidates", "codes.txt")  # fmt: skip

    def test_a_refusal_says_in_which_file(self) -> None:
        self.write("bad.csv", "patient,code\np1,A\n,B\n")
        words = ["--unit", "patient", "--item", "code"]
        self.bad(3, "bad.csv: line 3: the unit must not be empty", "check", "one.csv", "bad.csv", *words)
        self.bad(3, "other.csv: there is no such file", "check", "one.csv", "other.csv", *words)
        self.write("wide.csv", "person,code\np1,A\n")
        self.bad(3, "wide.csv: the header has no column 'patient'", "check", "one.csv", "wide.csv", *words)


class ManyFilesAndOneLedger(Files):
    """What holds for one file holds for each of several, before anything is charged."""

    def setUp(self) -> None:
        super().setUp()
        self.write("places.txt", "x\ny\n")
        self.create("--epsilon", "1000", "--delta", "1e-6")
        self.good("ledger", "witness", "a.ledger", "seen")
        charge = ["--epsilon", "1", "--ledger", "a.ledger", "--dataset", "visits", "--witness", "seen"]
        rows = ["--unit", "patient", "--item", "code"]
        self.commands = {
            "names": ["top-k", *rows, "--candidates", "codes.txt", "-k", "1", *charge],
            "table": ["top-k", *rows, "-k", "1", "--delta", "1e-9", "--counts", *charge],
            "groups": ["top-k", *rows, "--candidates", "codes.txt", "-k", "1", "--group", "place", "--groups", "places.txt", *charge],
            "quantile": ["quantile", "--unit", "patient", "--value", "code", "--quantiles", "median", "--lower", "0",
                         "--upper", "100", *charge],
        }  # fmt: skip

    def refused(self, code: int, rule: str, files: list[str], *more: str) -> None:
        before = {path.name: path.read_bytes() for path in self.path.iterdir()}
        for name, words in self.commands.items():
            with self.subTest(name, files=files, more=more):
                self.bad(code, rule, words[0], *files, *words[1:], *more)
        self.assertEqual({path.name: path.read_bytes() for path in self.path.iterdir()}, before)
        self.assertEqual(self.spent()["charges"], 0)

    def test_a_result_replaces_none_of_them(self) -> None:
        for output in ("two.csv", "./two.csv", "three.tsv.gz"):
            for files in (["one.csv", "two.csv", "three.tsv.gz"], ["*.csv", "t*.gz"]):
                self.refused(2, "--output must not be a file that is read", files, "--output", output)

    def test_none_of_them_is_a_list_or_a_ledger(self) -> None:
        for name, listed in (("names", "codes.txt"), ("groups", "codes.txt"), ("groups", "places.txt")):
            for files in (["one.csv", listed], ["*.csv", f"./{listed}"], [f"{listed[:3]}*", "one.csv"]):
                words = self.commands[name]
                self.bad(2, "must not be one file", words[0], *files, *words[1:])
        self.refused(2, "must not be one file", ["one.csv", "a.ledger"])
        self.refused(2, "must not be one file", ["one.csv", "se*n"])

    def test_a_pattern_that_matches_nothing_costs_nothing(self) -> None:
        self.refused(2, "no file matches 'x*.csv'", ["one.csv", "x*.csv"])
        self.refused(2, "write a pattern for each depth", ["one.csv", "**/*.csv"])

    def test_what_is_cut_short_among_them_costs_nothing(self) -> None:
        whole = gzip.compress(b"place,code,patient\n" + b"".join(b"x,7,p%d\n" % i for i in range(999)))
        self.write("good.csv", "place,code,patient\nx,7,p1\n")
        self.write("cut.csv.gz", whole[:-20])
        self.refused(3, "cut.csv.gz: the gzip data is cut short", ["good.csv", "cut.csv.gz"])


class SeveralColumns(ProgramTest):
    """One unit is one text in each of its columns."""

    def units(self, *words: str) -> int:
        return json.loads(self.good("check", *words, "--item", "code", "--json"))["units"]

    def test_columns_do_not_run_together(self) -> None:
        self.write("rows.csv", "hospital,code,patient\na,X,bc\nab,X,c\na,X,bc\n1:a,X,2:bc\na,Y,c\n")
        self.assertEqual(self.units("rows.csv", "--unit", "hospital,patient"), 4)
        self.assertEqual(self.units("rows.csv", "--unit", "hospital"), 3)
        self.write("codes.txt", "X\nY\n")
        words = ["--unit", "hospital,patient", "--item", "code", "--candidates", "codes.txt", "-k", "2", "--counts", *PRIVACY]
        found = json.loads(self.good("top-k", "rows.csv", *words))
        self.assertEqual([(row["item"], row["count"]) for row in found["items"]], [("X", 3), ("Y", 1)])

    def test_a_unit_without_one_of_its_columns_is_refused(self) -> None:
        self.write("rows.csv", "hospital,code,patient\na,X,b\na,X,\n")
        self.bad(3, "rows.csv: line 3: the unit must not be empty", "check", "rows.csv", "--unit", "hospital,patient", "--item", "code")

    def test_a_column_with_a_comma_in_its_name_is_that_column(self) -> None:
        self.write("rows.csv", '"a,b",code,b\nu,X,1\nv,X,1\nu,X,2\n')
        self.assertEqual(self.units("rows.csv", "--unit", "a,b"), 2)
        self.write("both.csv", '"a,b",code,b,a\nu,X,1,1\n')
        self.bad(3, "it must not have both", "check", "both.csv", "--unit", "a,b", "--item", "code")
        self.write("parts.csv", "a,code,b\nu,X,1\n")
        self.bad(3, "of one column here and of several in another file", "check", "parts.csv", "rows.csv", "--unit", "a,b", "--item", "code")

    def test_no_column_of_a_unit_is_another(self) -> None:
        self.write("rows.csv", "hospital,code,patient\na,X,b\n")
        self.write("list.txt", "X\n")
        grouped = ["--group", "code", "--groups", "list.txt"]
        table = ["top-k", "rows.csv", "--item", "patient", "-k", "1", "--epsilon", "1", "--delta", "1e-6"]
        for unit in ("hospital,code", "hospital,hospital"):
            self.bad(2, "must not be one column", "check", "rows.csv", "--unit", unit, "--item", "code")
            self.bad(2, "must not be one column", *table, "--unit", unit, *grouped)
            self.bad(2, "must not be one column", *table, "--unit", unit, "--value", "code", "--clip", "0:1")
            for more in (["--value", "code"], ["--value", "patient", *grouped]):
                self.bad(2, "must not be one column", "quantile", "rows.csv", "--unit", unit, *more, "--quantiles", "median",
                         "--lower", "0", "--upper", "100", "--epsilon", "1")  # fmt: skip

    def test_a_missing_column_is_named(self) -> None:
        self.write("rows.csv", "hospital,code\na,X\n")
        self.bad(3, "the header has no column 'patient'", "check", "rows.csv", "--unit", "hospital,patient", "--item", "code")

    def test_a_ledger_knows_the_unit_by_its_columns(self) -> None:
        self.write("rows.csv", "hospital,code,patient\na,X,b\n")
        self.write("codes.txt", "X\n")
        self.good("ledger", "create", "b.ledger", "--dataset", "visits", "--unit", "hospital,patient", "--epsilon", "1")
        words = ["top-k", "rows.csv", "--item", "code", "--candidates", "codes.txt", "-k", "1", "--epsilon", "0.5"]
        words += ["--ledger", "b.ledger", "--dataset", "visits"]
        self.bad(2, "--unit must be the dataset's unit of privacy, 'hospital,patient'", *words, "--unit", "patient")
        self.good(*words, "--unit", "hospital,patient")


if __name__ == "__main__":
    unittest.main()
