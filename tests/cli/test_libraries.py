"""What the program loads: at its start only what every command needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import unittest

from program import PROGRAM, ProgramTest

SERVER = "postgresql://me@localhost:1/db"


def loaded_at_start() -> dict[str, str]:
    """The files of the libraries that come with the program, and with those, by name."""
    listed = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
    return {words[0]: words[2] for words in map(str.split, listed.splitlines()) if "=>" in words}


class Libraries(ProgramTest):
    def refuses_with(self, library: str, rule: str, address: str = SERVER) -> str:
        """What is said of a server's ledger, which cannot be read where that file is libpq."""
        shutil.copyfile(library, self.path / "libpq.so.5")
        return self.bad(5, rule, "ledger", "show", address, env=os.environ | {"LD_LIBRARY_PATH": str(self.path)})

    def test_a_server_is_asked_through_a_library_that_no_other_start_waits_for(self) -> None:
        self.assertEqual([name for name in loaded_at_start() if name.startswith(("libpq", "libssl", "libkrb5"))], [])
        self.bad(5, "the server was not reached", "ledger", "show", SERVER)

    def test_no_start_waits_for_the_library_of_vectors(self) -> None:
        self.assertEqual([name for name in loaded_at_start() if name.startswith("libhwy")], [])

    def test_a_machine_without_it_is_told_what_is_missing(self) -> None:
        self.refuses_with(self.write("nothing", "no library"), "needs libpq (Debian's package libpq5)")

    def test_without_it_no_address_is_read_and_none_shown(self) -> None:
        nothing = self.write("nothing", "no library")
        for rest in ("alice@db:s3cret/p", "alice@corp.org/s3cret@db/p", "alice@a:5432,b:s3cret/p", "me:s3cret@host/db"):
            with self.subTest(rest):
                said = self.refuses_with(nothing, "needs libpq", "postgresql://" + rest)
                self.assertNotIn("s3cret", said)

    def test_another_library_of_that_name_is_refused(self) -> None:
        self.refuses_with(loaded_at_start()["libz.so.1"], "has no function PQclear")


if __name__ == "__main__":
    unittest.main()
