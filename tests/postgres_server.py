"""A PostgreSQL server for tests, of Debian's package, in a folder of its own.

`python -m tests.postgres_server PID` starts one, prints where it listens, and stops it when the
process PID has ended, however it ends. PostgreSQL does not run as root: then it runs as `postgres`
or `nobody`.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FORCED = os.environ.get("LEITHIAN_TEST_POSTGRES") == "1"  # tests of tables and journeys run on it
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "fsync": "off",  # only the machine's own end could lose what is written
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_wal_size": "4GB",
    "logging_collector": "off",
}
START_SECONDS = 60.0


def binaries() -> Path | None:
    """Return the folder of the server's programs; None: it is not installed."""
    if shutil.which("pg_dump") is None:
        return None
    found = shutil.which("pg_ctl")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path(found).resolve().parent] if found else []
    return next((each for each in folders if (each / "pg_isready").exists()), None)


def shared_server(folder: Path, owner: int) -> Path:
    """Return the folder of the socket of a server that several processes share, and start it if
    there is none. `folder`: theirs. It ends with the process `owner`."""
    with (folder / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        noted = folder / "postgres.socket"
        if not noted.exists():
            command = [sys.executable, "-m", "tests.postgres_server", str(owner)]
            started = subprocess.Popen(
                command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True
            )
            assert started.stdout
            with started.stdout as printed:
                noted.write_text(printed.readline().strip())
        return Path(noted.read_text())


def address(socket: Path, database: str) -> str:
    """Return the address of a database of the server."""
    return f"postgresql://leithian@/{database}?host={socket}"


class Server:
    """A server in a folder of its own. `settings`: beside those of all."""

    def __init__(self, settings: Mapping[str, str] | None = None) -> None:
        found = binaries()
        assert found, "PostgreSQL is not installed"
        self._programs = found
        self._settings = {**SETTINGS, **(settings or {})}
        self.folder = Path(tempfile.mkdtemp(prefix="leithian-postgres-"))
        self._user: dict[str, Any] = {"cwd": self.folder, "stdin": subprocess.DEVNULL}
        if os.geteuid() == 0:
            known = {each.pw_name: each for each in pwd.getpwall()}
            entry = known.get("postgres") or known["nobody"]
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self._user |= {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Make the server's files."""
        options = ("--username=leithian", "--auth=trust", "--encoding=UTF8", "--locale=C")
        self.call("initdb", "--pgdata", str(self._data), "--no-sync", *options)

    def follow(self, primary: Server) -> None:
        """Make the server's files as a replica of a running server."""
        source = ("--host", str(primary.folder), "--username=leithian", "--checkpoint=fast")
        self.call(
            "pg_basebackup",
            "--pgdata",
            str(self._data),
            "--write-recovery-conf",
            "--no-sync",
            *source,
        )

    def promote(self) -> None:
        """Let a replica take writes, now that its primary has ended."""
        self.call("pg_ctl", "promote", "--wait", "--pgdata", str(self._data))

    def call(self, program: str, *arguments: str) -> None:
        """Run one of the server's programs as its user."""
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, capture_output=True, **self._user)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def _socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self.folder)]
        for name, value in self._settings.items():
            command += ["-c", f"{name}={value}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._user)
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder)]
        end = time.monotonic() + START_SECONDS
        while subprocess.run(ready, check=False).returncode:
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        """The number of its first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it. SIGINT: in order; SIGQUIT: at once, as a crash would."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def delete(self) -> None:
        """Stop it and delete its files."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def main() -> None:
    """Run a server until the process with the given number ends."""
    owner = os.pidfd_open(int(sys.argv[1]))
    for number in (signal.SIGINT, signal.SIGHUP):  # those of a terminal are for the tests
        signal.signal(number, signal.SIG_IGN)
    server = Server()
    try:
        server.make()
        server.start()
        print(server.folder, flush=True)
        with contextlib.suppress(BrokenPipeError):
            sys.stdout.close()
        select.select([owner], [], [])
    finally:
        server.delete()


if __name__ == "__main__":
    main()
