"""The server that these tests start: not root's, no port, durable, and gone with whoever started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
import postgres_server
from postgres_server import Server

# A shell's background jobs ignore interrupts, and so would whom this test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Starts a server, says where, and waits to be killed.
STARTER = "import time; from postgres_server import Server; print(Server().directory, flush=True); time.sleep(600)"


def alive(process: int) -> bool:
    """Whether the process is there and not only waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@unittest.skipUnless(postgres_server.AVAILABLE, "Debian's postgresql is not installed")
class TestServer(unittest.TestCase):
    def process(self, directory: Path) -> int:
        return int((directory / "data/postmaster.pid").read_text().split()[0])

    def test_it_is_durable_without_a_port_and_nobody_special(self) -> None:
        with Server() as server:
            for name, value in {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
                                "listen_addresses": ""}.items():  # fmt: skip
                self.assertEqual(server.sql(f"show {name}"), value)
            self.assertNotEqual(Path(f"/proc/{self.process(server.directory)}").stat().st_uid, 0)
            self.assertEqual(server.directory.stat().st_mode & 0o077, 0)

    def test_what_was_committed_survives_a_crash(self) -> None:
        with Server() as server:
            url = server.create_database("kept")
            server.sql("create table t as select 5 as x", "kept")
            first = self.process(server.directory)
            server.stop("immediate")
            self.assertFalse(alive(first))
            server.start()
            self.assertEqual(server.sql("select x from t", "kept"), "5")
            self.assertIn(str(server.directory), url)

    def test_it_goes_with_whoever_started_it(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=number):
                tests = subprocess.Popen(
                    [sys.executable, "-c", STARTER], env=os.environ | {"PYTHONPATH": str(Path(postgres_server.__file__).parent)},
                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                )  # fmt: skip
                directory = Path(tests.stdout.readline().strip())
                process = self.process(directory)
                self.assertTrue(alive(process))
                tests.send_signal(number)
                tests.communicate()
                while directory.exists():
                    time.sleep(0.02)
                self.assertFalse(alive(process))

    def test_it_goes_when_its_keeper_is_killed(self) -> None:
        with Server() as server:
            process = self.process(server.directory)
            server.keeper.kill()
            while alive(process):
                time.sleep(0.02)
            subprocess.run(["rm", "-r", server.directory], check=True)


if __name__ == "__main__":
    unittest.main()
