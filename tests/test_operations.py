"""Starting, restoring, logs and metrics, as an operator meets them."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

from monitoring import JsonFormatter, serve_monitoring
from table.store.restore import hold_database
from tests.table.make_fixture import FIXTURE
from tests.table.world import TableWorld

ROOT = Path(__file__).parent.parent


def run_bot(database: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program with a token that is never used."""
    environment = {
        **os.environ,
        "LEITHIAN_DB": str(database),
        "DISCORD_TOKEN": "no-token",
        "DISCORD_API_BASE": "http://127.0.0.1:9",
        "DISCORD_GATEWAY": "ws://127.0.0.1:9",
    }
    return subprocess.run(
        [sys.executable, "bot.py", *arguments],
        cwd=ROOT,
        env=environment,
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
                db.execute("INSERT INTO migrations VALUES (9999, 0)")
    ended = run_bot(path)
    assert ended.returncode == 1
    (line,) = [each for each in ended.stderr.splitlines() if "discord" not in each]
    assert line.startswith(f"{path}: The database ")
    assert "Traceback" not in ended.stderr


def test_restore_is_a_command_that_checks_and_waits_for_the_bot_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with hold_database(path, shared=True):
        ended = run_bot(path, "restore", str(FIXTURE))
        assert (ended.returncode, ended.stderr) == (1, "The bot is running; stop it first.\n")
    assert not path.exists()
    assert run_bot(path, "restore", str(FIXTURE)).returncode == 0
    assert path.exists()
    ended = run_bot(path, "restore", str(ROOT / "bot.py"))
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1


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


async def test_health_and_metrics_are_served_on_this_machine(tmp_path: Path) -> None:
    world = await TableWorld(tmp_path / "games.db").open()
    await world.begun()
    connected = True
    base = "http://127.0.0.1:18977"
    async with (
        serve_monitoring(18977, world.tables, lambda: connected),
        aiohttp.ClientSession() as session,
    ):
        async with session.get(f"{base}/health") as answer:
            assert answer.status == 200
            assert await answer.json() == {"ok": True, "problems": []}
        async with session.get(f"{base}/metrics") as answer:
            text = await answer.text()
        assert "leithian_games 1\n" in text
        assert "# TYPE leithian_commits_total counter" in text
        connected = False
        async with session.get(f"{base}/health") as answer:
            assert answer.status == 503
    await world.close()
