"""Nobody overspends: eight processes charge one budget while backends are killed and the server crashes."""

from __future__ import annotations

import collections
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import postgres_server

DISCREET = os.environ.get("DISCREET", "discreet")
MANY_CHARGES = Path(DISCREET).parents[1] / "tests/many_charges"
PROCESSES = 8
CHARGES = 500
# Of 4000 charges of 0.001 each.
BUDGET = 3000
CRASHES = 20
RUNS = 40


class Charger:
    """One process that charges, and what it said of each charge."""

    def __init__(self, url: str, *more: str, charges: int = CHARGES) -> None:
        self.said: list[str] = []
        self.process = subprocess.Popen(
            [MANY_CHARGES, url, "visits", str(charges), *more],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.said.append(line.strip())

    def end(self) -> int:
        self.reader.join()
        self.process.stdout.close()
        return self.process.wait()


@unittest.skipUnless(postgres_server.AVAILABLE, "Debian's postgresql is not installed")
class NobodyOverspends(unittest.TestCase):
    def program(self, *words: str) -> str:
        done = subprocess.run([DISCREET, *words], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def backends(self) -> list[int]:
        found = self.server.sql("select pid from pg_stat_activity where datname = 'team' and pid <> pg_backend_pid()")
        return [int(line) for line in found.split()]

    def crash(self) -> None:
        """Like a power cut, but for the disk."""
        self.server.stop("immediate")
        self.server.start()

    def terminate(self) -> None:
        """As an administrator ends sessions, each with even chances."""
        for backend in self.backends():
            if self.pick.random() < 0.5:
                self.server.sql(f"select pg_terminate_backend({backend})")

    def kill(self) -> None:
        """One backend ends in the middle of anything, and the server starts all of them anew."""
        found = self.backends()
        if found:
            try:
                os.kill(self.pick.choice(found), signal.SIGKILL)
            except ProcessLookupError:
                return
            self.wait_for_server()

    def wait_for_server(self) -> None:
        while True:
            try:
                self.server.sql("select 1")
                return
            except RuntimeError:
                time.sleep(0.05)

    def beset(self, chargers: list[Charger], count: int, blows: int) -> int:
        """Deals blows as so many more are decided, so that they fall all along the way; how many were crashes."""
        crashes = 0
        step = count // (blows + 1)
        for blow in range(1, blows + 1):
            while sum(len(charger.said) for charger in chargers) < blow * step:
                time.sleep(0.01)
            if blow % 2:
                self.crash()
                crashes += 1
            else:
                self.pick.choice((self.terminate, self.kill))()
                self.wait_for_server()
        self.assertEqual([charger.end() for charger in chargers], [0] * PROCESSES)
        return crashes

    def open_ledger(self) -> str:
        """The address of a ledger on a server of its own."""
        self.pick = random.Random()
        self.server = postgres_server.Server()
        self.addCleanup(self.server.close)
        url = self.server.create_database("team")
        self.program("ledger", "create", url, "--dataset", "visits", "--unit", "patient", "--epsilon", "3")
        return url

    def test_whatever_dies(self) -> None:
        url = self.open_ledger()
        chargers = [Charger(url) for _ in range(PROCESSES)]
        crashes = self.beset(chargers, PROCESSES * CHARGES, 2 * CRASHES - 1)
        self.assertGreaterEqual(crashes, CRASHES)
        said = [line for charger in chargers for line in charger.said]
        shown = json.loads(self.program("ledger", "show", url, "--json"))
        self.program("ledger", "verify", url)
        self.assertEqual(len(said), PROCESSES * CHARGES)
        self.assertEqual([line for line in said if line.startswith("unknown")], [])
        released = sorted(line.split()[1] for line in said if line.startswith("released"))
        # Each release has its entry and each entry its release, up to the end of the budget and no further.
        self.assertEqual(released, sorted(charge["hash"] for charge in shown["charges"]))
        self.assertEqual(len(released), BUDGET)
        self.assertEqual(shown["datasets"][0]["left"]["epsilon"], "0")

    def test_a_run_is_one_for_all_whatever_dies(self) -> None:
        url = self.open_ledger()
        chargers = [Charger(url, "runs", charges=RUNS) for _ in range(PROCESSES)]
        self.beset(chargers, PROCESSES * RUNS, 9)
        self.program("ledger", "verify", url)
        shown = json.loads(self.program("ledger", "show", url, "--json"))
        # Every process was given every run, and each of them the same.
        said = collections.Counter(line for charger in chargers for line in charger.said)
        self.assertEqual(sorted(int(line.split()[1]) for line in said), list(range(1, RUNS + 1)))
        self.assertEqual(set(said.values()), {PROCESSES})
        self.assertEqual((len(shown["charges"]), len(shown["runs"])), (RUNS, RUNS))


if __name__ == "__main__":
    unittest.main()
