"""What files may be: gzip and zstd are read, other formats are named, and what to do about them is said."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import sqlite3
import struct
import subprocess
import unittest

from program import PROGRAM, ProgramTest

ROWS = b"patient,code\n" + b"".join(b"p%d,%s\n" % (i, b"A" if i % 10 else b"B") for i in range(2000))
CODES = b"A\nB\nC\nD\n"
SCORES = b"label,score\n" + b"".join(b"x%d,%d\n" % (i, i * 1000) for i in range(20))


def zstd(content: bytes) -> bytes:
    """A zstd frame, with blocks that are not compressed."""
    size = 100_000
    parts = [content[at : at + size] for at in range(0, len(content), size)] or [b""]
    last = len(parts) - 1
    blocks = [struct.pack("<I", (len(part) << 3) | (i == last))[:3] + part for i, part in enumerate(parts)]
    return b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(content)) + b"".join(blocks)


PACK = {"gz": gzip.compress, "zst": zstd}


class Formats(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("visits.csv", ROWS)
        self.write("codes.txt", CODES)
        self.write("scores.csv", SCORES)
        self.book = self.create("--epsilon", "100")

    def top(self, rows: str = "visits.csv", codes: str = "codes.txt") -> list[str]:
        words = ["top-k", rows, "--unit", "patient", "--item", "code", "--candidates", codes, "-k", "2"]
        return words + ["--epsilon", "1", "--ledger", self.book, "--dataset", "visits"]

    def select(self, scores: str = "scores.csv") -> list[str]:
        words = ["select", scores, "--label", "label", "--score", "score", "--sensitivity", "1", "-k", "1"]
        return words + ["--epsilon", "1", "--ledger", self.book, "--dataset", "visits"]

    def items(self, words: list[str], content: bytes | None = None) -> list[str]:
        done = subprocess.run([PROGRAM, *words, "--json"], cwd=self.path, input=content, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [one["item"] for one in json.loads(done.stdout)["items"]]

    def refuse(self, rule: str, words: list[str], content: bytes | None = None) -> str:
        before = self.spent()["charges"]
        done = subprocess.run([PROGRAM, *words], cwd=self.path, input=content, capture_output=True, check=False)
        said = done.stderr.decode()
        self.assertEqual((done.returncode, done.stdout), (3, b""), said)
        self.assertEqual(said.count("\n"), 1)
        self.assertIn(rule, said)
        self.assertEqual(self.spent()["charges"], before)
        return said


class Compressed(Formats):
    def test_rows_candidates_and_scores_are_read_from_files_and_pipes(self):
        for ending, pack in PACK.items():
            for content in (pack(ROWS), pack(ROWS[:5000]) + pack(b"") + pack(ROWS[5000:])):
                rows = self.write(f"rows.csv.{ending}", content)
                self.assertEqual(self.items(self.top(rows)), ["A", "B"])
                self.assertEqual(self.items(self.top("-"), content), ["A", "B"])
                self.assertEqual(self.items(self.top("/dev/stdin"), content), ["A", "B"])
            codes = self.write(f"codes.{ending}", pack(CODES))
            self.assertEqual(self.items(self.top(codes=codes)), ["A", "B"])
            self.assertEqual(self.items(self.top(codes="-"), pack(CODES)), ["A", "B"])
            self.assertEqual(self.items(self.select(self.write(f"scores.{ending}", pack(SCORES)))), ["x19"])
            self.assertEqual(self.items(self.select("-"), pack(SCORES)), ["x19"])

    def test_the_name_does_not_matter_but_for_tabs(self):
        tabs = ROWS.replace(b",", b"\t")
        for name in ("v.tsv", "V.TSV", "v.Tab"):
            self.assertEqual(self.items(self.top(self.write(name, tabs))), ["A", "B"])
            for ending, pack in PACK.items():
                self.assertEqual(self.items(self.top(self.write(f"{name}.{ending}", pack(tabs)))), ["A", "B"])
        self.assertEqual(self.items(self.top(self.write("plain.gz", ROWS))), ["A", "B"])
        self.assertEqual(self.items(self.top(self.write("packed.csv", gzip.compress(ROWS)))), ["A", "B"])

    def test_what_is_cut_short_damaged_or_followed_costs_nothing(self):
        for name, (ending, pack) in zip(("gzip", "zstd"), PACK.items()):
            whole = pack(ROWS)
            for size in (6, 12, len(whole) // 2, len(whole) - 1):
                cut = self.write(f"cut.{ending}", whole[:size])
                self.refuse(f"{cut}: the {name} data is cut short", self.top(cut))
                self.refuse(f"standard input: the {name} data is cut short", self.top("-"), whole[:size])
            self.refuse("damaged, or something else follows it", self.top("-"), whole + b"trailing rows,A\n")
            self.refuse("cut short", self.top(codes=self.write("codes.cut", pack(CODES)[:-1])))
            self.refuse("cut short", self.select(self.write("scores.cut", pack(SCORES)[:-1])))
        broken = bytearray(gzip.compress(ROWS))
        broken[-6] ^= 1  # its checksum
        self.refuse("the gzip data is damaged", self.top("-"), bytes(broken))

    def test_lines_are_counted_in_the_text(self):
        for pack in PACK.values():
            self.refuse("line 3: a row must have", self.top("-"), pack(b"patient,code\np,A\np\n"))

    def test_twice_compressed_is_said(self):
        said = self.refuse("this is gzip data in gzip", self.top("-"), gzip.compress(gzip.compress(ROWS)))
        self.assertIn("gzip -dc < FILE | discreet top-k - ...", said)

    def test_a_field_that_swells_to_a_gigabyte_is_refused_early(self):
        swollen = gzip.compress(b'patient,code\n"' + b"x" * (64 << 20))
        self.refuse("line 2: a record is longer than 16 MiB", self.top("-"), swollen)


class Known(Formats):
    def test_known_formats_are_named_with_their_cure(self):
        text = ROWS.decode()
        duckdb = """duckdb -csv -c 'select "patient", "code" from "visits.bin"' | discreet top-k - ..."""
        binary = b"\x00\x15\x04"
        cases = {
            b"PAR1\x15\x04" + binary: ("a Parquet file", duckdb),
            b"PARE\x15\x04" + binary: ("a Parquet file", duckdb),
            b"ARROW1\x00\x00" + binary: ("an Arrow or Feather file", "pyarrow"),
            b"FEA1" + binary: ("a Feather file", "pyarrow"),
            b"\xff\xff\xff\xff\x78\x00\x00\x00": ("an Arrow stream", "pyarrow"),
            b"ORC\x0a" + binary: ("an ORC file", "pyarrow"),
            b"Obj\x01\x04": ("an Avro file", "must be CSV in UTF-8"),
            text.encode("utf-16"): ("UTF-16 text", "iconv -f UTF-16 -t UTF-8 < visits.bin | discreet top-k - ..."),
            text.encode("utf-16-le"): ("UTF-16 text", "iconv -f UTF-16LE -t UTF-8"),
            text.encode("utf-16-be"): ("UTF-16 text", "iconv -f UTF-16BE -t UTF-8"),
            text.encode("utf-32"): ("UTF-32 text", "iconv -f UTF-32 -t UTF-8"),
            b'{"patient": "p1", "code": "A"}\n': ("JSON", duckdb),
            b'[\n  {"patient": "p1"}': ("JSON", duckdb),
            b"PK\x03\x04\x14\x00": ("a zip archive, as .xlsx and .ods workbooks are", "CSV in UTF-8"),
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ("an old Excel workbook", "CSV in UTF-8"),
            lzma.compress(ROWS): ("xz data", "xz -dc < visits.bin | discreet top-k - ..."),
            bz2.compress(ROWS): ("bzip2 data", "bzip2 -dc < visits.bin | discreet top-k - ..."),
            b"\x04\x22\x4d\x18" + binary: ("lz4 data", "lz4 -dc"),
            b"\x89HDF\r\n\x1a\n": ("an HDF5 file", "CSV in UTF-8"),
            b"\x80\x04\x95": ("a Python pickle", "CSV in UTF-8"),
            gzip.compress(text.encode("utf-16")): ("UTF-16 text in gzip", "gzip -dc < visits.bin | iconv -f UTF-16"),
            zstd(b"PAR1\x15\x04" + binary): ("a Parquet file in zstd", duckdb),
        }
        for content, (name, cure) in cases.items():
            with self.subTest(name):
                self.write("visits.bin", content)
                said = self.refuse(f"visits.bin: this is {name}, and must be", self.top("visits.bin"))
                self.assertIn(cure, said)

    def test_a_database_is_asked_for_its_rows(self):
        with sqlite3.connect(self.path / "v.db") as database:
            database.execute("create table t (patient, code)")
        database.close()
        cure = """sqlite3 -csv -header v.db 'select "patient", "code" from TABLE' | discreet top-k - ..."""
        self.refuse(cure, self.top("v.db"))

    def test_candidates_have_their_own_cure(self):
        self.write("codes.parquet", b"PAR1\x15\x00")
        cure = """duckdb -list -noheader -c 'select COLUMN from "codes.parquet"' | discreet top-k ... --candidates -"""
        self.refuse(cure, self.top(codes="codes.parquet"))
        cure = """duckdb -csv -c 'select "code" from "codes.parquet"' | discreet top-k ... --candidates -"""
        self.refuse(cure, [*self.top(codes="codes.parquet"), "--candidates-column", "code"])

    def test_no_name_breaks_out_of_the_cure(self):
        for name, word in {"a b.parquet": '"a b.parquet"', "a'b.parquet": '"FILE"', 'a"b': '"FILE"', "a\nb": '"FILE"'}.items():
            self.write(name, b"PAR1\x15\x00")
            self.refuse(f"from {word}'", self.top(name))
        odd = ["'; rm x" if word == "code" else word for word in self.top("a b.parquet")]
        self.refuse("'select * from", odd)

    def test_another_separator_is_suggested(self):
        for separator, word in ((";", "';'"), ("\t", "tab"), ("|", "'|'")):
            rows = ROWS.decode().replace(",", separator)
            self.refuse(f"with --delimiter {word} the header has every column", self.top("-"), rows.encode())
            quoted = rows.replace("patient", '"patient"').replace("code", '"code"')
            self.refuse(f"with --delimiter {word} the header has every column", self.top("-"), quoted.encode())
            self.assertEqual(self.items([*self.top("-"), "--delimiter", word.strip("'")], quoted.encode()), ["A", "B"])
            scores = SCORES.decode().replace(",", separator).encode()
            self.refuse(f"with --delimiter {word} the header has every column", self.select("-"), scores)


class Candidates(Formats):
    def test_what_equals_no_item_is_refused_from_the_list_alone(self):
        for content, rule in {
            "A\n B\n": "line 2: a candidate must not begin or end with a blank",
            "A \nB\n": "line 1: a candidate must not begin or end with a blank",
            "A\nB\u00a0\n": "line 2: a candidate must not begin or end with a blank",
            '"A"\n"B"\n': "line 1: a candidate must stand without quotes around it",
            "'A'\n'B'\n": "line 1: a candidate must stand without quotes around it",
            "A,Flu\nB,Cold\n": "every line has 2 fields separated by ','",
            "A;Flu\nB;Cold\n": "every line has 2 fields separated by ';'",
            "A\tFlu\nB\tCold\n": "line 1: a candidate must not hold a tab",
            "# codes of 2026\nA\nB\n": "line 1: a candidate must not begin with '#' where others do not",
            "A\n#B\nC\n": "line 2: a candidate must not begin with '#' where others do not",
            "code\nA\nB\n": "line 1: the list begins with the name of the item column",
            "CODE\nA\nB\n": "line 1: the list begins with the name of the item column",
        }.items():
            self.refuse(f"bad.txt: {rule}", self.top(codes=self.write("bad.txt", content).replace(str(self.path) + "/", "")))

    def test_a_list_of_tags_is_read_and_any_item_can_stand_in_a_table(self):
        rows = b"patient,code\n" + b"".join(b"p%d,#a\nq%d,code\n" % (i, i) for i in range(900))
        self.assertEqual(self.items(self.top("-", codes=self.write("tags.txt", "#a\n#b\n#c\n")), rows)[0], "#a")
        for content in ("code\n#a\ncode\nz\n", "x\ncode\n#a\nz\n"):
            column = content.split("\n")[0]
            words = [*self.top("-", codes=self.write("table.txt", content)), "--candidates-column", column]
            self.assertEqual(set(self.items(words, rows)), {"#a", "code"})

    def test_a_column_of_a_table_is_read_where_it_is_named(self):
        for content in ("code,text\nA,Flu\nB,\"Cold, bad\"\nC,x\n", "text;code\nFlu;A\nCold;B\n", "code\tt\nA\tx\nB\ty\n"):
            for pack in (str.encode, lambda text: gzip.compress(text.encode())):
                codes = self.write("table", pack(content))
                self.assertEqual(self.items([*self.top(codes=codes), "--candidates-column", "code"]), ["A", "B"])
        self.refuse("the header has no column 'none'", [*self.top(codes="table"), "--candidates-column", "none"])

    def test_an_integer_is_told_what_can_read_it(self):
        def scores(score: str) -> bytes:
            return f"label,score\na,{score}\n".encode()

        self.refuse("needs --integer", self.select("-"), scores("9223372036854775807"))
        self.assertEqual(self.items([*self.select("-"), "--integer"], scores("9223372036854775807")), ["a"])
        for score in ("12345678901234567890", "-9223372036854775809", "9223372036854775808"):
            said = self.refuse("write it with a decimal point", self.select("-"), scores(score))
            self.assertNotIn("--integer", said)
            self.refuse("from -2^63 to 2^63 - 1", [*self.select("-"), "--integer"], scores(score))
            self.assertEqual(self.items(self.select("-"), scores(score + ".0")), ["a"])


if __name__ == "__main__":
    unittest.main()
