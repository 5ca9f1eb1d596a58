"""What counts as written is on disk first: the order of the system calls, since no crash of a program can show it."""

from __future__ import annotations

import re
import subprocess
import unittest

from program import PROGRAM, ProgramTest

CALLS = "openat,write,writev,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,fallocate"


class Syncs(ProgramTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("scores.csv", "label,score\na,1\nb,2\n")
        self.require_tracing()

    def trace(self, *words: str, calls: str = CALLS, kill_at: str | None = None) -> list[str]:
        """The calls that change the disk, each with the path of its descriptor; killed, if that is said, at one."""
        log = self.path / "trace"
        inject = ["-e", f"inject={kill_at.replace(' ', ':signal=KILL:when=')}"] if kill_at else []
        command = ["strace", "-f", "-y", "-o", str(log), "-e", f"trace={calls}", *inject, PROGRAM, *words]
        subprocess.run(command, cwd=self.path, check=not kill_at, capture_output=True)
        return log.read_text(errors="replace").splitlines()

    def last(self, calls: list[str], pattern: str) -> int:
        """Where the last call stands that matches."""
        found = [at for at, call in enumerate(calls) if re.search(pattern, call)]
        self.assertTrue(found, f"no call matches {pattern}")
        return found[-1]

    def synced(self, name: str) -> str:
        """What a sync of that file looks like, or of the directory if the name is empty."""
        return rf"f(data)?sync\(\d+<{re.escape(str((self.path / name).resolve()))}>"

    def test_a_new_ledger_and_its_witness_have_their_names_on_disk(self):
        words = "ledger create a.ledger --dataset visits --unit patient --epsilon 1 --witness w".split()
        calls = self.trace(*words)
        made = self.last(calls, r"openat\(.*/w\".*O_CREAT")
        named = self.last(calls, r"(rename|link)\w*\(.*a\.ledger\"")
        self.assertLess(made, self.last(calls, r"pwrite64\(\d+<.*/w>"))
        self.assertLess(self.last(calls, r"pwrite64\(\d+<.*/w>"), self.last(calls, self.synced("w")))
        # Once for the witness, and once for the ledger, which has its name after it.
        self.assertLess(named, self.last(calls, self.synced("")))
        self.assertTrue(any(re.search(self.synced(""), call) for call in calls[made:named]))

    def test_a_copy_has_its_name_on_disk(self):
        self.create("--epsilon", "1")
        calls = self.trace("ledger", "backup", "a.ledger", "b.ledger")
        self.assertLess(self.last(calls, r"(rename|link)\w*\(.*b\.ledger\""), self.last(calls, self.synced("")))

    def test_the_charge_and_the_witness_are_on_disk_before_the_result_is_written(self):
        self.create("--epsilon", "1", "--witness", "w")
        words = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.1".split()
        calls = self.trace(*words, "--ledger", "a.ledger", "--dataset", "visits", "--witness", "w")
        order = [
            self.last(calls, r"pwrite64\(\d+<.*/a\.ledger>"),
            self.last(calls, self.synced("a.ledger")),
            self.last(calls, r"unlink\(.*a\.ledger-journal"),
            self.last(calls, self.synced("")),
            self.last(calls, r"pwrite64\(\d+<.*/w>"),
            self.last(calls, self.synced("w")),
            self.last(calls, r"writev?\(1<"),
        ]
        self.assertEqual(order, sorted(order), "\n".join(calls))

    def test_a_result_is_settled_on_disk_before_the_ledger_has_any_of_it(self):
        self.create("--epsilon", "1")
        words = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.1".split()
        calls = self.trace(*words, "--ledger", "a.ledger", "--dataset", "visits", "--run-id", "nightly")
        named = self.last(calls, r"linkat\(.*a\.ledger-result-[0-9a-f]{32}\"")
        # Room is taken for it before the charge begins, in a file without a name.
        begun = self.last(calls[:named], r"openat\(.*a\.ledger-journal.*O_CREAT")
        self.assertLess(self.last(calls, r"openat\(.*O_TMPFILE.*0600"), self.last(calls[:begun], r"fallocate\("))
        changes = [call for call in calls[self.last(calls[:named], r"unlink\(.*a\.ledger-journal") :] if "openat(" not in call]
        directory = re.escape(str(self.path.resolve()))
        expected = [
            r"unlink\(.*a\.ledger-journal",
            self.synced(""),
            r"pwrite64\(.*discreet-result 1 ",
            rf"fsync\(\d+<{directory}/#\d+>",
            r"linkat\(",
            rf"fsync\(\d+<{directory}/(#\d+|a\.ledger-result-\w+)>",
            self.synced(""),
            r"pwrite64\(\d+<.*/a\.ledger-journal>",
        ]
        for pattern, call in zip(expected, changes):
            self.assertRegex(call, pattern, "\n".join(calls))
        # The ledger keeps it before its file goes.
        order = [
            self.last(calls, r"unlink\(.*a\.ledger-journal"),
            self.last(calls, rf"fdatasync\(\d+<{directory}>"),
            self.last(calls, r"unlink\(.*a\.ledger-result-"),
            self.last(calls, rf"fsync\(\d+<{directory}>"),
            self.last(calls, r"writev?\(1<"),
        ]
        self.assertEqual(order, sorted(order), "\n".join(calls))

    def test_a_charge_is_on_disk_before_somebody_else_draws_under_it(self):
        self.create("--epsilon", "1")
        words = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.1".split()
        words += ["--ledger", "a.ledger", "--dataset", "visits", "--run-id"]
        calls = self.trace(*words, "first")
        named = self.last(calls, r"linkat\(")
        charged = self.last(calls[:named], r"unlink\(.*a\.ledger-journal")
        # The last sync of a charge is that of the directory, without the journal.
        which = 1 + sum(" fdatasync(" in call for call in calls[:charged])
        killed = self.trace(*words, "second", kill_at=f"fdatasync {which}")
        self.assertRegex(killed[self.last(killed, r"fdatasync\(")], self.synced(""))
        self.assertFalse(list(self.path.glob("a.ledger-*")))
        calls = self.trace(*words, "second", calls=f"{CALLS},getrandom")
        draws = [at for at, call in enumerate(calls) if re.search(r"getrandom\(.*, 0\) = ", call)]
        self.assertGreater(len(draws), 0)
        self.assertTrue(any(re.search(self.synced(""), call) for call in calls[: draws[0]]), "\n".join(calls))

    def test_what_somebody_else_settled_is_on_disk_before_the_ledger_has_any_of_it(self):
        self.create("--epsilon", "1")
        words = "select scores.csv --label label --score score --sensitivity 1 -k 1 --epsilon 0.1".split()
        words += ["--ledger", "a.ledger", "--dataset", "visits", "--run-id"]
        calls = self.trace(*words, "first")
        # It has its name, and neither that nor the file's own is synced.
        which = 1 + sum(" fsync(" in call for call in calls[: self.last(calls, r"linkat\(")])
        self.trace(*words, "second", kill_at=f"fsync {which}")
        (settled,) = self.path.glob("a.ledger-result-*")
        calls = self.trace(*words, "second")
        stored = next(at for at, call in enumerate(calls) if re.search(r"pwrite64\(\d+<.*/a\.ledger-journal>", call))
        for synced in (self.synced(settled.name), self.synced("")):
            self.assertTrue(any(re.search(synced, call) for call in calls[:stored]), "\n".join(calls))


if __name__ == "__main__":
    unittest.main()
