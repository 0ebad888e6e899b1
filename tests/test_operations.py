"""Starting, restoring, logs and metrics, as an operator meets them."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import logging
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import aiohttp
import pytest

from app import command_line
from app.monitoring import JsonFormatter, serve_monitoring
from cogs.traffic import Traffic
from settings import SECRETS
from table.store.backend import IN_USE
from table.store.faults import StoreError
from table.store.lock import NO_LOCKS, lock_database
from tests.table.make_fixture import databases
from tests.table.world import TableWorld

FIXTURE = databases()[0]  # of the oldest version

ROOT = Path(__file__).parent.parent


def bot_environment(database: Path, port: int) -> dict[str, str]:
    """Return the environment of a bot whose Discord is a port of this machine."""
    return {
        **os.environ,
        "LEITHIAN_DB": str(database),
        "DISCORD_TOKEN": "no-token",
        "DISCORD_API_BASE": f"http://127.0.0.1:{port}",
        "DISCORD_GATEWAY": f"ws://127.0.0.1:{port}",
    }


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path that the settings name; there is no file."""
    path = tmp_path / "games.db"
    monkeypatch.setenv("LEITHIAN_DB", str(path))
    return path


def run_bot(database: Path) -> subprocess.CompletedProcess[str]:
    """Run the program with a token that is never used."""
    return subprocess.run(
        [sys.executable, "bot.py"],
        cwd=ROOT,
        env=bot_environment(database, 9),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "kind",
    [
        "damaged",
        pytest.param("foreign", marks=pytest.mark.soak(part="journeys")),
        pytest.param("newer", marks=pytest.mark.soak(part="journeys")),
    ],
)
def test_a_database_that_cannot_be_used_ends_the_start_with_a_sentence(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "games.db"
    if kind == "foreign":
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE other (x)")
    else:
        shutil.copy(FIXTURE, path)
        if kind == "damaged":
            path.write_bytes(path.read_bytes()[:20_000])
        else:
            with sqlite3.connect(path) as db:
                db.execute("CREATE TABLE alembic_version (version_num)")
                db.execute("INSERT INTO alembic_version VALUES ('9999')")
    ended = run_bot(path)
    assert ended.returncode == 1
    (line,) = [each for each in ended.stderr.splitlines() if "discord" not in each]
    assert line.startswith(f"{path}: The database ")
    assert "Traceback" not in ended.stderr


def test_processes_that_the_bot_starts_are_told_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SECRETS:
        monkeypatch.setenv(name, "2027-01-31:very.secret")
    with pytest.raises(SystemExit):
        command_line.main(["--help"])
    assert not [name for name, value in os.environ.items() if "very.secret" in value]


def test_restore_is_a_command_that_checks_and_waits_for_the_bot_to_stop(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock_database(database):
        assert command_line.main(["restore", str(FIXTURE)]) == 1
        assert capsys.readouterr().err == f"{IN_USE}\n"
    assert not database.exists()
    assert command_line.main(["restore", str(FIXTURE)]) == 0
    assert database.exists()
    assert command_line.main(["restore", str(ROOT / "bot.py")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_backup_is_tried_beside_a_running_bot_and_changes_nothing(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = FIXTURE.read_bytes()
    with lock_database(database):
        assert command_line.main(["restore", "--check", str(FIXTURE)]) == 0
        assert re.fullmatch(r"\S+ can be restored: [1-9]\d* games\.\n", capsys.readouterr().out)
        assert command_line.main(["restore", "--check", str(ROOT / "bot.py")]) == 1
        assert capsys.readouterr().err.count("\n") == 1
    assert not database.exists()
    assert FIXTURE.read_bytes() == before


@pytest.fixture
def silent_discord() -> Iterator[socket.socket]:
    """A server that lets the bot connect and never answers, so that it goes on waiting."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        yield server


@contextlib.contextmanager
def running_bot(database: Path, discord: socket.socket) -> Iterator[subprocess.Popen[bytes]]:
    """Start a bot; yield its process once it asks Discord; kill it."""
    environment = bot_environment(database, discord.getsockname()[1])
    process = subprocess.Popen([sys.executable, "bot.py"], cwd=ROOT, env=environment)
    try:
        connection, _ = discord.accept()
        with connection:
            yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    "link", [pytest.param("", marks=pytest.mark.soak(part="journeys")), "link.db"]
)
def test_a_second_bot_on_one_database_ends_with_a_sentence(
    tmp_path: Path, silent_discord: socket.socket, link: str
) -> None:
    path = tmp_path / "games.db"
    other = tmp_path / (link or path.name)
    if link:
        other.symlink_to(path)
    with running_bot(path, silent_discord) as first:
        ended = run_bot(other)
        assert (ended.returncode, ended.stderr) == (1, f"{other}: {IN_USE}\n")
        assert first.poll() is None


def test_a_bot_that_was_killed_leaves_the_database_to_the_next(
    tmp_path: Path, silent_discord: socket.socket
) -> None:
    path = tmp_path / "games.db"
    with running_bot(path, silent_discord):
        pass
    assert path.with_name("games.db.lock").exists()
    with running_bot(path, silent_discord) as next_one:
        assert next_one.poll() is None


def test_a_disk_that_cannot_lock_files_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StoreError, match=NO_LOCKS), lock_database(tmp_path / "games.db"):
        pass


def test_a_lock_file_that_cannot_be_made_is_told(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.with_name("games.db.lock").mkdir()
    assert command_line.main(["restore", str(FIXTURE)]) == 1
    assert capsys.readouterr().err == "It cannot be locked: Is a directory.\n"


def test_a_log_record_is_one_json_object_a_line() -> None:
    try:
        raise ValueError("bad\nluck")
    except ValueError:
        info = sys.exc_info()
    record = logging.LogRecord("a.b", logging.ERROR, "", 1, "it %s", ("broke",), info)
    record.game = 7
    line = JsonFormatter().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"], found["game"]) == (
        *("ERROR", "a.b", "it broke", 7),
    )
    assert "ValueError" in found["error"]


class WatchedBot:
    """A bot with one shard that is connected, or not."""

    latencies: ClassVar[list[tuple[int, float]]] = [(3, 0.25)]

    def __init__(self) -> None:
        self.connected, self.traffic = True, Traffic()

    def is_connected(self) -> bool:
        return self.connected


async def test_health_and_metrics_are_served_on_this_machine(tmp_path: Path) -> None:
    world = await TableWorld(tmp_path / "games.db").open()
    await world.begun()
    bot = WatchedBot()
    base = "http://127.0.0.1:18977"
    world.tables.keep_backups(tmp_path / "backups", 3)
    await world.tables.backups.make()
    bot.traffic.asked(77)
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(bot.traffic.note)
    async with (
        serve_monitoring("127.0.0.1", 18977, world.tables, bot),
        aiohttp.ClientSession(trace_configs=[trace]) as session,
    ):
        async with session.post(f"{base}/interactions/77/token/callback") as answer:
            assert answer.status == 404
        async with session.get(f"{base}/health") as answer:
            assert answer.status == 200
            assert await answer.json() == {"ok": True, "problems": []}
        async with session.get(f"{base}/metrics") as answer:
            text = await answer.text()
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
        assert values["leithian_games"] == "1.0"
        assert float(values["leithian_commits_total"]) > 0
        assert values['leithian_discord_requests_total{status="404"}'] == "1.0"
        assert values['leithian_discord_requests_total{status="200"}'] == "1.0"
        assert values["leithian_discord_invalid_requests_total"] == "0.0"
        assert values["leithian_answer_seconds_count"] == "1.0"
        assert values['leithian_shard_latency_seconds{shard="3"}'] == "0.25"
        assert float(values["leithian_database_bytes"]) >= 4096
        assert float(values["leithian_backup_age_seconds"]) < 3600
        assert float(values["leithian_backup_bytes"]) >= 4096
        assert float(values['leithian_memory_bytes{process="bot"}']) > 1 << 20
        exported = {re.match(r"\w+", name)[0] for name in values}
        for file in ("alerts.yml", "dashboard.json"):
            asked = re.findall(r"leithian_\w+", (ROOT / "docs" / "monitoring" / file).read_text())
            assert len(set(asked)) > 5
            assert set(asked) <= exported, file
        bot.connected = False
        async with session.get(f"{base}/health") as answer:
            assert answer.status == 503
    await world.close()


@pytest.mark.parametrize("name", ["", "-sandbox", "-dev"])
def test_each_package_is_pinned_to_its_files(name: str):
    text = (ROOT / f"requirements{name}.txt").read_text().replace("\\\n", "")
    packages = [line for line in text.splitlines() if not line.startswith("-r ")]
    assert packages
    for package in packages:
        pinned = r"[\w.-]+==[\w.]+( ; python_version >= \"3\.\d+\")?( +--hash=sha256:[0-9a-f]{64})+"
        assert re.fullmatch(pinned, package), package
