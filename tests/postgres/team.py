"""A team's ledger on a server of the tests' own, and roles that send it plain SQL."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import postgres_server

DISCREET = os.environ.get("DISCREET", "discreet")
# Each with one of its columns.
TABLES = {"account": "name", "entry": "hash", "head": "hash", "ledger": "state", "permit": "dataset", "run": "id"}


def quoted(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def entry_hash(*fields: str) -> str:
    """The hash of an entry, written once more."""
    encoded = [field.encode() for field in ("discreet ledger entry 1", *fields)]
    return hashlib.sha256(b"".join(len(field).to_bytes(8, "big") + field for field in encoded)).hexdigest()


def charge(epsilon: str = "0.125", user: str = "mallory", **changes: str) -> str:
    """The facts of a charge."""
    lines = {"what": "top-k", "asked-by": "me", "user": user, "cost.epsilon": epsilon, "charged.epsilon": epsilon}
    lines |= {name.replace("__", "."): value for name, value in changes.items()}
    return "".join(f"{name}: {value}\n" for name, value in lines.items() if value)


@unittest.skipUnless(postgres_server.AVAILABLE, "Debian's postgresql is not installed")
class TeamTest(unittest.TestCase):
    server: postgres_server.Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = postgres_server.Server()
        cls.addClassCleanup(cls.server.close)
        for role in ("officer", "mallory", "eve"):
            cls.server.sql(f"CREATE ROLE {role} LOGIN")

    def setUp(self) -> None:
        self.server.sql("DROP DATABASE IF EXISTS team WITH (FORCE)")
        self.server.create_database("team")
        self.server.sql("GRANT CREATE ON DATABASE team TO officer", "team")
        self.url = self.server.url("team", "officer")
        self.run_program("create", self.url, *"--dataset visits --unit patient --epsilon 1".split())
        self.run_program("add", self.url, *"--dataset labs --unit patient --epsilon 1".split())
        self.run_program("grant", self.url, "mallory", "--dataset", "visits")

    def run_program(self, command: str, url: str, *words: str, code: int = 0) -> str:
        """What `discreet ledger` says."""
        done = subprocess.run(
            [DISCREET, "ledger", command, url, *words], capture_output=True, text=True, check=False, timeout=300
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def refused(self, sql: str, words: str, role: str = "mallory") -> None:
        """Whether the server refuses this, in these words."""
        with self.assertRaisesRegex(RuntimeError, words, msg=sql):
            self.server.sql(sql, "team", role)

    def append(self, facts: str, *, before: str = "", forge: dict[str, str] | None = None, **changes: str) -> str:
        """The SQL that appends what continues the chain, but for the changes; forged once it is hashed."""
        dataset = changes.get("dataset", "visits")
        sequence, last = self.server.sql(
            f"SELECT sequence, hash FROM discreet.head WHERE dataset = {quoted(dataset)}", "team", "officer"
        ).split("|")
        fields = {"sequence": str(int(sequence) + 1), "kind": "charge", "dataset": dataset,
                  "at": "2099-01-31T23:59:59Z", "facts": facts, "previous": last}  # fmt: skip
        fields |= changes
        fields["hash"] = entry_hash(*fields.values())
        fields |= forge or {}
        number, *texts = fields.values()
        return f"{before} SELECT discreet.append({number}, {', '.join(map(quoted, texts))})"

    def charges(self) -> int:
        """How many charges stand in the ledger, which verifies."""
        self.run_program("verify", self.url)
        return int(self.server.sql("SELECT count(*) FROM discreet.entry WHERE kind = 'charge'", "team", "officer"))
