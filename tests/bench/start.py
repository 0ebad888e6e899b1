"""Seconds and memory of a start with a hundred thousand games, against one without any.

The games are one of the toy's, copied by SQL into as many servers: each has a live card and a vote
with a deadline, and the bot was away for a night. The sandbox has none of their channels.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from table.commands.lobby import Begin, Join, NewGame
from table.commands.play import Act
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.bench import Measure
from tests.journeys.parts import Bot
from tests.sandbox_process import SandboxProcess, running_sandbox
from tests.toys.guessing import Toy

GAMES = 100_000
ROUNDS = 3
NIGHT = 8 * 3600.0  # seconds
PATIENCE = 600.0  # seconds that a start may take
PEOPLE = (Person(1, "Ann"), Person(2, "Bob"))
CHANNEL = GUILD = 1 << 60
SERVER = 1 << 22  # between the ids of two servers
NO_COPY = ("outbox", "sizes")  # what is done, and what is counted anew


def measure(games: int = GAMES) -> Iterator[Measure]:
    """Measure the seconds until the bot has joined, and its memory then."""
    with tempfile.TemporaryDirectory() as name, running_sandbox("--unlimited") as sandbox:
        few, many = (_bot(sandbox, Path(name) / each) for each in ("few", "many"))
        asyncio.run(_play(few.database, 0))
        asyncio.run(_play(many.database, 1))
        _copy(many.database, games)
        starts = [(_start(many), _start(few)) for _ in range(ROUNDS)]
    for kind, unit, ours, theirs in (
        ("until it has joined", "s", *(min(each[n][0] for each in starts) for n in (0, 1))),
        ("memory then", "MB", *(min(each[n][1] for each in starts) for n in (0, 1))),
    ):
        yield Measure(
            f"start with {games} games: {kind}",
            round(ours, 2),
            unit,
            "a start without games",
            round(theirs, 2),
            round(ours / theirs, 2),
        )


def _bot(sandbox: SandboxProcess, folder: Path) -> Bot:
    folder.mkdir()
    return Bot(sandbox, folder)


async def _play(path: Path, games: int) -> None:
    """Make a database as the bot left it last night, with a game or without."""
    then = time.time() - NIGHT
    tables = Tables(await Store.open(path), {"toy": Toy()}, now=lambda: then)
    await tables.store.beat(then)
    for _ in range(games):
        table = await tables.found(PEOPLE[0], NewGame(CHANNEL, GUILD, "toy", mode="vote"))
        await table.run(PEOPLE[1], Join())
        await table.run(PEOPLE[0], Begin())
        await table.run(PEOPLE[0], Act("step e"))
    await tables.close()


def _copy(path: Path, games: int) -> None:
    """Copy the one game until there are so many; the cards of all are posted."""
    with sqlite3.connect(path) as db:
        db.execute("UPDATE cards SET state = 'live', message = channel + 1")
        db.execute("DELETE FROM outbox")
        db.execute("CREATE TEMP TABLE copies (n INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO copies VALUES (?)", ((n,) for n in range(1, games)))
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            key = "id" if table == "games" else "game"
            if key not in columns or table in NO_COPY:
                continue
            moved = {key: "+ n", "channel": f"+ n * {SERVER}", "guild": f"+ n * {SERVER}"}
            moved["message"] = f"+ n * {SERVER}"
            values = ", ".join(f"{each} {moved.get(each, '')}" for each in columns)
            db.execute(f"INSERT INTO {table} SELECT {values} FROM {table}, copies")
        assert db.execute("SELECT count(*) FROM deadlines").fetchone() >= (games,)
    db.close()


def _start(bot: Bot) -> tuple[float, float]:
    """Start a bot; return the seconds until it has joined, and its memory in MB then. Kill it."""
    before = bot.log.read_text().count("joined as") if bot.log.exists() else 0
    began = time.monotonic()
    bot.launch()
    assert bot.process is not None
    while bot.log.read_text().count("joined as") == before:
        assert time.monotonic() < began + PATIENCE, bot.log.read_text()[-500:]
        time.sleep(0.02)
    seconds = time.monotonic() - began
    status = Path(f"/proc/{bot.process.pid}/status").read_text().splitlines()
    [memory] = [line.split()[1] for line in status if line.startswith("VmRSS")]
    bot.kill()
    return seconds, int(memory) / 1024
