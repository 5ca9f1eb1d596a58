"""A team's ledger as its roles meet it: what was granted works, and plain SQL gets no further."""

from __future__ import annotations

import json
import subprocess
import unittest

from team import DISCREET, TABLES, TeamTest, charge, quoted


class Roles(TeamTest):
    def test_a_granted_role_charges_and_sees_what_it_was_granted(self) -> None:
        alice = self.server.url("team", "mallory")
        shown = self.run_program("show", alice)
        self.assertIn("visits", shown)
        self.assertNotIn("labs", shown)
        done = subprocess.run(
            [DISCREET, "select", "-", "--score", "n", "--label", "item", "-k", "1", "--sensitivity", "1", "--monotonic", "--epsilon", "0.5",
             "--ledger", alice, "--dataset", "visits", "--format", "json"],
            input="item,n\na,9000\nb,1\n", capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("mallory", self.run_program("show", self.url, "--json"))
        self.assertEqual(self.charges(), 1)
        self.run_program("verify", alice)
        self.run_program("close", alice, "--dataset", "visits", "--reason", "mine", code=5)
        self.run_program("grant", alice, "eve", "--dataset", "visits", code=5)
        self.run_program("revoke", self.url, "mallory", "--dataset", "visits")
        self.run_program("show", alice, code=5)
        self.refused(self.append(charge()), "permission denied")
        self.run_program("revoke", self.url, "mallory", "--dataset", "visits", code=2)

    def test_a_granted_role_sees_the_runs_of_its_dataset(self) -> None:
        for dataset, run in (("visits", "nightly"), ("labs", "secret")):
            url = self.url if dataset == "labs" else self.server.url("team", "mallory")
            for _ in range(2):
                done = subprocess.run(
                    [DISCREET, "select", "-", "--score", "n", "--label", "item", "-k", "1", "--sensitivity", "1",
                     "--epsilon", "0.5", "--ledger", url, "--dataset", dataset, "--run-id", run, "--format", "json"],
                    input="item,n\na,9000\nb,1\n", capture_output=True, text=True, check=False,
                )  # fmt: skip
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(json.loads(done.stdout)["replayed"])
        seen = self.run_program("runs", self.server.url("team", "mallory"))
        self.assertIn("nightly", seen)
        self.assertNotIn("secret", seen)
        self.assertIn("secret", self.run_program("runs", self.url))
        self.assertEqual(self.charges(), 2)

    def test_the_owner_keeps_what_is_the_owners(self) -> None:
        self.assertIn("owns the ledger", self.run_program("grant", self.url, "officer", "--dataset", "visits", code=2))
        # Also one who was granted a dataset before.
        self.server.sql("INSERT INTO discreet.permit SELECT oid, 'visits' FROM pg_roles WHERE rolname = 'officer'", "team")
        self.run_program("revoke", self.url, "officer", "--dataset", "visits")
        self.assertEqual(self.charges(), 0)

    def test_a_charge_in_plain_sql_is_a_charge(self) -> None:
        self.server.sql(self.append(charge()), "team", "mallory")
        self.server.sql(self.append(charge("1/3")), "team", "mallory")
        self.server.sql(self.append(charge("1e-9", parameter__k="a\\nb\\\\")), "team", "mallory")
        self.assertEqual(self.charges(), 3)

    def test_nobody_touches_the_tables(self) -> None:
        for table, column in TABLES.items():
            for sql in (f"SELECT * FROM discreet.{table}", f"INSERT INTO discreet.{table} DEFAULT VALUES",
                        f"UPDATE discreet.{table} SET {column} = ''", f"DELETE FROM discreet.{table}",
                        f"TRUNCATE discreet.{table}", f"COPY discreet.{table} TO STDOUT",
                        f"BEGIN; LOCK TABLE discreet.{table} IN ACCESS EXCLUSIVE MODE"):  # fmt: skip
                self.refused(sql, "permission denied")
            for sql in (f"DROP TABLE discreet.{table}", f"ALTER TABLE discreet.{table} DISABLE TRIGGER ALL",
                        f"ALTER TABLE discreet.{table} OWNER TO mallory", f"CREATE INDEX ON discreet.{table} ((1))",
                        f"CREATE RULE r AS ON INSERT TO discreet.{table} DO INSTEAD NOTHING",
                        f"CREATE TRIGGER t BEFORE INSERT ON discreet.{table} "
                        "FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()"):  # fmt: skip
                self.refused(sql, "must be owner|permission denied")
        for sql in ("DROP SCHEMA discreet CASCADE", "ALTER SCHEMA discreet RENAME TO mine",
                    "CREATE TABLE discreet.mine ()", "ALTER FUNCTION discreet.lock() OWNER TO mallory",
                    "CREATE FUNCTION discreet.append(text) RETURNS void LANGUAGE sql AS ''",
                    "CREATE OR REPLACE FUNCTION discreet.lock() RETURNS void LANGUAGE sql AS ''",
                    "ALTER FUNCTION discreet.lock() RESET ALL", "SET ROLE officer",
                    "SET SESSION AUTHORIZATION officer", "ALTER ROLE mallory SUPERUSER"):  # fmt: skip
            self.refused(sql, "must be owner|permission denied|must be superuser")
        self.assertEqual(self.charges(), 0)

    def test_nobody_calls_what_is_the_owners(self) -> None:
        for call in ("admit('mallory', 'labs')", "dismiss('officer', 'labs')", "differs()", "may('labs')", "owns()",
                     "spend('dataset', 'visits', 'charged.', '', true)", "lower('dataset', 'visits', '')",
                     "charge('visits', '', true)", "add_account('group', 'mine', '')", "ratio('1')",
                     "begin_run('visits', '')", "result('visits', 1, '', true)"):  # fmt: skip
            self.refused(f"SELECT discreet.{call}", "permission denied for function")
        for call in ("lock()", "heads()", "entries('visits', 0)", "total('people')"):
            self.refused(f"SELECT discreet.{call}", "permission denied for schema", role="eve")

    def test_nobody_reads_another_dataset(self) -> None:
        self.assertEqual(self.server.sql("SELECT dataset FROM discreet.heads()", "team", "mallory"), "\nvisits")
        for call in ("entries('labs', 0)", "hash_at('labs', 1)", "token_at('labs', 1)", "entries('', NULL), discreet.entries('labs', 0)"):
            self.refused(f"SELECT discreet.{call}", "the role mallory was not granted this")
        self.run_program("group", self.url, "people", "--epsilon", "1")
        self.run_program("add", self.url, *"--dataset rays --unit patient --epsilon 1 --group people".split())
        self.assertEqual(self.server.sql("SELECT discreet.total('people')", "team", "mallory"), "")
        self.assertNotEqual(self.server.sql("SELECT discreet.total('people')", "team", "officer"), "")

    def test_what_was_granted_is_not_passed_on(self) -> None:
        for sql in ("GRANT USAGE ON SCHEMA discreet TO eve", "GRANT EXECUTE ON FUNCTION discreet.append TO eve"):
            self.server.sql(sql, "team", "mallory")  # the server only warns
        self.refused("SELECT discreet.heads()", "permission denied", role="eve")
        self.server.sql("GRANT mallory TO eve")
        self.addCleanup(self.server.sql, "REVOKE mallory FROM eve")
        self.refused(self.append(charge()), "names the role that makes it", role="eve")

    def test_nobody_overspends(self) -> None:
        self.server.sql(self.append(charge("0.75")), "team", "mallory")
        for facts in (charge("0.5"), charge("1"), charge("0.25000000000000000000000000000000000001"), charge("1e300"),
                      charge("0", charged__epsilon="0.5"), charge("0.5", charged__epsilon="")):  # fmt: skip
            self.refused(self.append(facts), "does not cover this charge")
        self.server.sql(self.append(charge("0.25")), "team", "mallory")
        self.refused(self.append(charge("1e-400")), "does not cover this charge")
        self.assertEqual(self.charges(), 2)

    def test_what_was_lowered_or_closed_is_so_in_plain_sql(self) -> None:
        self.run_program("lower", self.url, *"--dataset visits --epsilon 0.5 --reason less".split())
        self.refused(self.append(charge("0.625")), "does not cover this charge")
        self.server.sql(self.append(charge()), "team", "mallory")
        self.run_program("close", self.url, *"--dataset visits --reason enough".split())
        self.refused(self.append(charge()), "the dataset was closed")
        self.assertEqual(self.charges(), 1)

    def test_an_amount_is_written_as_the_library_does(self) -> None:
        for amount in ("-1", "+0.1", "0.10", ".1", "1e0", "1e-5", "1e21x", "01", "2/4", "1/5", "0/3", "1/0", "NaN",
                       "Infinity", "1e-401", "1E-9", "1_0", "0x1", " 1", "1 ", "", "0." + "1" * 401):  # fmt: skip
            self.refused(self.append(charge("0.1", charged__epsilon=amount or " ")), "not as this program writes it")
            self.refused(self.append(charge(amount or " ", charged__epsilon="0.1")), "not as this program writes it")

    def test_an_entry_continues_its_chain(self) -> None:
        for changes, words in (
            ({"sequence": "1"}, "does not follow"), ({"sequence": "3"}, "does not follow"),
            ({"previous": "0" * 64}, "does not follow"), ({"forge": {"hash": "0" * 64}}, "does not have its hash"),
            ({"forge": {"facts": charge("0")}}, "does not have its hash"), ({"at": "2000-01-01T00:00:00Z"}, "out of order"),
            ({"at": "2099-02-30T00:00:00Z"}, "out of range"), ({"at": "soon"}, "out of order"),
            ({"dataset": "labs"}, "not granted"), ({"kind": "close"}, "not granted"), ({"kind": "lower"}, "not granted"),
            ({"kind": "witness"}, "not granted"), ({"kind": "result"}, "first of a run"), ({"kind": "dataset"}, "not granted"),
            ({"before": "BEGIN ISOLATION LEVEL REPEATABLE READ;"}, "reads what was committed last"),
            ({"before": "BEGIN ISOLATION LEVEL SERIALIZABLE;"}, "reads what was committed last"),
        ):  # fmt: skip
            self.refused(self.append(charge(), **changes), words)
        for facts in ("", "what: x\n", charge(user="officer"), charge(user=""), charge() + "cost.epsilon: 0\n",
                      charge() + "x\n", charge() + "parameter.a:b: c\n", charge()[:-1], charge() + "user: officer\n",
                      "user: mallory\n" + charge(), charge().replace("me\n", "m\\e\n"),
                      charge() + "charged-to-group.epsilon: 1\n", "ordered-at: soon\n" + charge()):  # fmt: skip
            self.refused(self.append(facts), "not as this program|names the role|its group|out of order")
        self.assertEqual(self.charges(), 0)

    def test_nothing_stands_in_for_what_the_functions_call(self) -> None:
        self.server.sql("CREATE SCHEMA evil AUTHORIZATION mallory", "team")
        shadows = ";".join(
            f"CREATE FUNCTION {schema}.{name} LANGUAGE sql AS $$ SELECT {value} $$"
            for schema in ("evil", "pg_temp")
            for name, value in (
                ("sha256(bytea) RETURNS bytea", "''::bytea"), ("pg_has_role(name, oid, text) RETURNS boolean", "true"),
                ("encode(bytea, text) RETURNS text", quoted("0" * 64)), ("fact(text, text) RETURNS text", "'0'"),
                ("amount(text, boolean) RETURNS numeric", "0"), ("starts_with(text, text) RETURNS boolean", "true"),
            )
        )  # fmt: skip
        shadows += ";CREATE OPERATOR evil.<= (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = evil.less)"
        shadows = "CREATE FUNCTION evil.less(numeric, numeric) RETURNS boolean LANGUAGE sql AS 'SELECT true';" + shadows
        for table in TABLES:
            shadows += f"; CREATE TEMP TABLE {table} (one integer, role oid, dataset text, kind text, name text)"
        for path in ("evil, pg_temp, pg_catalog", "pg_temp, evil, pg_catalog", "evil", "discreet, evil"):
            before = f"BEGIN; {shadows}; SET search_path = {path}; SET standard_conforming_strings = off;"
            self.refused(self.append(charge("2"), before=before), "does not cover")
            self.refused(self.append(charge(), before=before, forge={"hash": "0" * 64}), "does not have its hash")
            self.refused(self.append(charge(), before=before, dataset="labs"), "not granted")
            self.refused(f"{before} SELECT discreet.entries('labs', 0)", "not granted")
        self.assertEqual(self.charges(), 0)

    def test_the_password_is_not_said(self) -> None:
        url = self.url.replace("officer@", "officer:s3cret@")
        for words in (("verify", url), ("show", url), ("lower", url, "--dataset", "visits", "--epsilon", "0.5", "--reason", "x")):
            self.assertNotIn("s3cret", self.run_program(*words))
        for words, code in ((("create", url, *"--dataset visits --unit patient --epsilon 1".split()), 5),
                            (("verify", url.replace("team", "nothing")), 5), (("verify", self.url, url), 2),
                            (("show", "--json=" + url), 2), (("witness", url, url), 2),
                            (("verify", url + "&password=s3cret&port=x"), 2),
                            (("verify", "postgresql://a:s3cret@b@c/d"), 2),
                            (("verify", "postgresql://a:s3cret/b@c/d"), 2), (("verify", "postgresql://a:s3cret"), 2),
                            (("verify", url.replace("s3cret@", "s3cret?@").replace("team", "nothing")), 5)):  # fmt: skip
            self.assertNotIn("s3cret", self.run_program(*words, code=code), words)

    def test_a_server_that_is_down_releases_nothing(self) -> None:
        self.server.stop()
        try:
            done = subprocess.run(
                [DISCREET, "select", "-", "--score", "n", "--label", "item", "-k", "1", "--sensitivity", "1", "--epsilon", "0.5",
                 "--ledger", self.url, "--dataset", "visits"],
                input="item,n\na,9000\nb,1\n", capture_output=True, text=True, check=False,
            )  # fmt: skip
        finally:
            self.server.start()
        self.assertEqual((done.returncode, done.stdout), (5, ""))
        self.assertIn("the server was not reached", done.stderr)
        self.assertEqual(self.charges(), 0)


if __name__ == "__main__":
    unittest.main()
