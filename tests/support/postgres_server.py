#!/usr/bin/env python3
"""A PostgreSQL server of the tests' own: Debian's, on a Unix socket in a temporary directory, and gone with the tests.

A keeper, this file run as a program, starts the server, obeys its standard input and ends with it. So whatever becomes
of the tests, the server is stopped by its own process id and its directory removed; should the keeper be killed, the
kernel still stops the server. It never runs as root, and is as durable as a team's server should be.

usage: postgres_server.py COMMAND [ARGUMENT...]   runs the command with DISCREET_POSTGRES, the server's address, set
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BIN = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))), None)
AVAILABLE = BIN is not None and (BIN / "initdb").exists()
# An unprivileged user that every Debian has.
UNPRIVILEGED = pwd.getpwnam("nobody")
# How durable it is stays as a new server has it, and where a test can weaken it: what stands here cannot be changed.
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "16MB",
    "dynamic_shared_memory_type": "mmap",
    "log_min_messages": "fatal",
}
STOPS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}


class Server:
    """A running server; `with Server() as server` stops it at the end."""

    def __init__(self) -> None:
        # In a session of its own, so that an interrupt at the terminal leaves the keeper to clean up.
        self.keeper = subprocess.Popen(
            [sys.executable, __file__, "--keep"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        self.directory = Path(self._answer())

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops the server and leaves nothing behind."""
        self.keeper.communicate()

    def url(self, database: str = "postgres", role: str = "postgres") -> str:
        """The address of a database on this server."""
        return f"postgresql://{role}@/{database}?host={self.directory}"

    def stop(self, how: str = "fast") -> None:
        """Stops the server, fast or, like a crash, immediate."""
        self._ask(f"stop {how}")

    def start(self) -> None:
        """Starts it again; after a crash it recovers first."""
        self._ask("start")

    def sql(self, text: str, database: str = "postgres", role: str = "postgres") -> str:
        """What psql prints for these statements: rows in lines, columns between bars."""
        done = self.run("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", self.url(database, role), "-c", text)
        return done.stdout.rstrip("\n")

    def run(self, tool: str, *words: str, **options: object) -> subprocess.CompletedProcess:
        """Runs one of PostgreSQL's own programs."""
        done = subprocess.run([BIN / tool, *words], capture_output=True, text=True, check=False, **options)
        if done.returncode:
            raise RuntimeError(f"{tool}: {done.stderr.strip()}")
        return done

    def create_database(self, name: str) -> str:
        """Makes an empty database and returns its address."""
        self.sql(f'create database "{name}"')
        return self.url(name)

    def _ask(self, command: str) -> None:
        self.keeper.stdin.write(command + "\n")
        self.keeper.stdin.flush()
        self._answer()

    def _answer(self) -> str:
        line = self.keeper.stdout.readline()
        if not line:
            raise RuntimeError("the test server did not start")
        return line.rstrip("\n")


class Keeper:
    """Holds the server and its directory."""

    def __init__(self) -> None:
        # In memory where there is room, since a kill leaves that as it is and a busy disk makes each recovery wait; and
        # not where TMPDIR says, since the path of a socket has room for a hundred bytes.
        memory = Path("/dev/shm")
        roomy = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30
        self.directory = Path(tempfile.mkdtemp(prefix="discreet-postgres-", dir=memory if roomy else "/tmp"))
        self.server: subprocess.Popen | None = None
        self.as_user = ["setpriv", "--pdeathsig=QUIT"]
        if os.geteuid() == 0:
            os.chown(self.directory, UNPRIVILEGED.pw_uid, UNPRIVILEGED.pw_gid)
            self.as_user += [
                f"--reuid={UNPRIVILEGED.pw_uid}", f"--regid={UNPRIVILEGED.pw_gid}", "--clear-groups", "--no-new-privs",
            ]  # fmt: skip

    def keep(self) -> None:
        """Starts the server and does what the input says until it ends."""
        try:
            made = subprocess.run(
                [*self.as_user, BIN / "initdb", "-D", self.directory / "data", "-U", "postgres", "-A", "trust",
                 "-E", "UTF8", "--locale=C", "--no-sync"],
                cwd=self.directory, capture_output=True, text=True, check=False,
            )  # fmt: skip
            if made.returncode:
                raise SystemExit(f"initdb: {made.stdout}{made.stderr}")
            self.start()
            print(self.directory, flush=True)
            for line in sys.stdin:
                command, *words = line.split()
                if command == "stop":
                    self.stop(*words)
                else:
                    self.start()
                print("done", flush=True)
        finally:
            self.stop("immediate")
            shutil.rmtree(self.directory)

    def start(self) -> None:
        settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        with (self.directory / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [*self.as_user, BIN / "postgres", "-D", self.directory / "data", "-k", self.directory, *settings],
                cwd=self.directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        # The last line of this file says how far the server is.
        state = self.directory / "data/postmaster.pid"
        while not (state.exists() and state.read_text().rstrip().endswith("ready")):
            if self.server.poll() is not None:
                raise SystemExit(f"postgres: {(self.directory / 'log').read_text()}")
            time.sleep(0.02)

    def stop(self, how: str) -> None:
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(STOPS[how])
            self.server.wait()
        self.server = None


def main(words: list[str]) -> int:
    if words == ["--keep"]:
        # Only the end of its input ends the keeper.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        Keeper().keep()
        return 0
    if not words:
        raise SystemExit(__doc__.rpartition("\n\n")[2].strip())
    with Server() as server:
        return subprocess.run(words, env=os.environ | {"DISCREET_POSTGRES": server.url()}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
