"""What the server itself gives to roles, whatever a schema says, and what it does not."""

from __future__ import annotations

import subprocess
import unittest

from team import DISCREET, TeamTest, charge, postgres_server, quoted


class Strangers(TeamTest):
    def test_who_reads_everything_writes_nothing(self) -> None:
        self.server.sql("GRANT pg_read_all_data TO eve")
        self.addCleanup(self.server.sql, "REVOKE pg_read_all_data FROM eve")
        self.assertEqual(self.server.sql("SELECT count(*) FROM discreet.entry", "team", "eve"), "3")
        for sql in ("DELETE FROM discreet.entry", "UPDATE discreet.account SET epsilon = 0"):
            self.refused(sql, "permission denied", role="eve")
        self.refused(self.append(charge(user="eve")), "permission denied", role="eve")
        self.assertEqual(self.charges(), 0)

    def test_who_writes_everything_is_found_out_by_the_chain_and_the_sums(self) -> None:
        self.server.sql(self.append(charge("0.75")), "team", "mallory")
        self.server.sql("GRANT pg_write_all_data TO eve")
        self.addCleanup(self.server.sql, "REVOKE pg_write_all_data FROM eve")
        self.server.sql("UPDATE discreet.account SET epsilon = 0", "team", "eve")
        self.assertIn("not those of its entries", self.run_program("verify", self.url, code=5))
        self.server.sql("UPDATE discreet.account SET epsilon = 0.75 WHERE name = 'visits'", "team")
        self.assertEqual(self.charges(), 1)
        self.server.sql("UPDATE discreet.entry SET facts = 'what: x'", "team", "eve")
        self.assertIn("entry 1 was changed", self.run_program("verify", self.url, code=5))

    def test_everybody_is_told_how_many_entries_there_are_and_no_more(self) -> None:
        self.server.sql(self.append(charge()), "team", "mallory")
        self.server.sql("SELECT pg_stat_force_next_flush()", "team")
        told = "SELECT count(*) FROM pg_stat_user_tables WHERE schemaname = 'discreet' AND relname = 'entry'"
        self.assertEqual(self.server.sql(told, "team", "eve"), "1")
        # What the planner samples would show names and amounts.
        self.server.sql("ANALYZE discreet.entry, discreet.account, discreet.head, discreet.permit", "team")
        for role in ("eve", "mallory"):
            self.assertEqual(self.server.sql("SELECT * FROM pg_stats WHERE schemaname = 'discreet'", "team", role), "")
            self.refused("SELECT * FROM pg_statistic", "permission denied", role=role)

    def test_a_role_that_holds_the_lock_stops_others_and_spends_nothing(self) -> None:
        holding = subprocess.Popen(
            [str(postgres_server.BIN / "psql"), "--quiet", "--no-align", "--tuples-only", self.server.url("team", "mallory")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        with holding:
            assert holding.stdin is not None and holding.stdout is not None
            holding.stdin.write("BEGIN;\nSELECT discreet.lock();\n\\echo held\n")
            holding.stdin.flush()
            while holding.stdout.readline().strip() != "held":
                pass
            select = [DISCREET, "select", "-", "--score", "n", "--label", "item", "-k", "1", "--sensitivity", "1",
                      "--epsilon", "0.5", "--ledger", self.url, "--dataset", "labs", "--patience", "0.2"]  # fmt: skip
            done = subprocess.run(select, input="item,n\na,9\nb,1\n", capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (5, ""), done.stderr)
            self.run_program("show", self.url)
            self.server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'mallory'", "team")
            holding.stdin.close()
        self.refused("BEGIN; SELECT discreet.lock()", "permission denied", role="eve")
        self.refused("SELECT FROM discreet.ledger FOR UPDATE", "permission denied")
        self.assertEqual(self.charges(), 0)

    def test_a_collation_of_the_callers_own_changes_nothing(self) -> None:
        self.server.sql("CREATE SCHEMA evil AUTHORIZATION mallory", "team")
        self.server.sql(
            "CREATE COLLATION evil.blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
            "team", "mallory",
        )  # fmt: skip
        self.assertEqual(self.server.sql("SELECT 'a' = 'A' COLLATE evil.blind", "team", "mallory"), "t")
        blind = " COLLATE evil.blind"
        for kind, dataset in (("CHARGE", "visits"), ("charge", "visits"), ("charge", "VISITS")):
            append = self.append(charge(), kind=kind)
            for text in (quoted(kind), quoted("visits")):
                self.refused(append.replace(text, text + blind).replace("'visits'", quoted(dataset)), "collation")
        for call in ("entries('LABS'{}, 0)", "hash_at('VISITS'{}, 1)"):
            self.refused(f"SELECT discreet.{call.format(blind)}", "collation")
        self.assertEqual(self.charges(), 0)

    def test_a_text_is_what_was_escaped(self) -> None:
        # A role whose name has a backslash, and a byte that once stood for one.
        self.server.sql('CREATE ROLE "a\\b" LOGIN')
        self.addCleanup(self.server.sql, 'DROP OWNED BY "a\\b"; DROP ROLE "a\\b"', "team")
        self.run_program("grant", self.url, "a\\b", "--dataset", "visits")
        for user in ("a\\b", "a\x01b", "a\\-b", "a\\nb"):
            self.refused(self.append(charge(user=user)), "not as this program|names the role", role="a%5Cb")
        self.server.sql(self.append(charge(user="a\\\\b")), "team", "a%5Cb")
        self.assertEqual(self.charges(), 1)
        self.assertIn("user a\\b", self.run_program("show", self.url))


if __name__ == "__main__":
    unittest.main()
