"""Three hundred channels that vote at once: five voters each, Sil-Q at 500 ft, half the proposals
plans; Discord is played by a post office that answers at once. No vote may be lost, no deadline
ring late. The baseline is the machine's own commit: one row saved for good, as often as there are
votes."""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

from sqlalchemy import insert

from table import schema
from table.records import Owed, Person
from table.store import Store
from table.table import Table
from table.tables import Tables
from tests.bench import Measure
from tests.deep import Deep

CHANNELS, VOTERS, ROUNDS = 300, 5, 3
LATE = 5.0  # seconds that a deadline may be late
SWITCH = 0.0005  # as bot.py sets it


class Quick:
    """Discord without its delays: it notes when each card is there."""

    def __init__(self) -> None:
        self.shown: dict[tuple[int, int | None], float] = {}
        self._ids = itertools.count(1)
        self._news = asyncio.Event()

    async def post(self, owed: Owed) -> int:
        """It is there."""
        self.shown[owed.game, owed.card] = time.perf_counter()
        self._news.set()  # wakes all who wait now; they look, and wait for the next
        self._news = asyncio.Event()
        return next(self._ids)

    async def there(self, table: Table, after: int = 0) -> None:
        """Wait for the table's newest card, and one that is newer than that."""
        while table.game.card <= after or (table.game.id, table.game.card) not in self.shown:
            await self._news.wait()

    async def edit(self, owed: Owed) -> None:
        """It is done."""

    async def delete(self, owed: Owed) -> None:
        """It is done."""

    async def check(self, owed: Owed) -> None:
        """It is there."""


class Load:
    """The channels, and what was measured of them."""

    def __init__(self, folder: Path, channels: int) -> None:
        self.folder = folder
        self.channels = channels
        self.office = Quick()
        self.presses: list[float] = []  # ms from a press to its answer
        self.turns: list[float] = []  # ms from the last vote to the new card
        self.late: list[float] = []  # seconds
        self.cast = 0

    async def run(self) -> None:
        """Begin all games, vote some rounds, let deadlines fall due together."""
        store = await Store.open(self.folder / "load.db")
        self.tables = Tables(store, {"deep": Deep()}, keep=self.channels)
        await self.tables.start(self.office)
        tables = [await self._begun(channel) for channel in range(1, self.channels + 1)]
        for number in range(ROUNDS):
            await asyncio.gather(*(self._round(table, number) for table in tables))
        await self._settled(tables)
        await self._deadlines(tables)
        await self.tables.close()

    async def _begun(self, channel: int) -> Table:
        founder = Person(channel * 100, "Voter 0")
        table = await self.tables.found(
            channel, 1, founder, "deep", mode="vote", terms={"threshold": "most", "quorum": "100"}
        )
        for voter in range(1, VOTERS):
            await table.join(Person(channel * 100 + voter, f"Voter {voter}"))
        await table.begin(founder)
        return table

    async def _round(self, table: Table, number: int) -> None:
        """Everybody proposes or votes at the same time; the last voice settles it."""
        offers = await table.offers(0) if table.game.phase == "play" else ()
        if not offers:
            return
        dice = random.Random(table.game.id * 100 + number)
        plans = [offer for offer in offers if offer.group == "plan"] or offers
        steps = [offer for offer in offers if offer.group == "move"] or offers
        card = table.game.card
        orders = [str(dice.choice(plans if voter % 2 else steps).action) for voter in range(VOTERS)]

        async def press(voter: int) -> None:
            who = Person(table.game.channel * 100 + voter, "")
            name = f"{table.game.id}-{number}-{voter}"
            await self._timed(table.act(who, orders[voter], card=card, request=name))
            self.cast += 1

        start = time.perf_counter()
        await asyncio.gather(*(press(voter) for voter in range(VOTERS)))
        await self.office.there(table)
        self.turns.append((time.perf_counter() - start) * 1000)

    async def _timed(self, request: Awaitable[object]) -> None:
        start = time.perf_counter()
        await request
        self.presses.append((time.perf_counter() - start) * 1000)

    async def _settled(self, tables: list[Table]) -> None:
        """No vote was lost: each is a line of its log, and each vote was decided once."""
        for table in tables:
            entries = await self.tables.store.lines(table.game.id, 0, 10_000)
            votes = [e for e in entries if e.text.startswith(("propose ", "vote "))]
            decided = [e for e in entries if e.text.startswith("decide ")]
            assert len(votes) == VOTERS * len(decided), "a vote was lost"
            self.cast -= len(votes)
        assert self.cast == 0, "a vote was answered but not saved"

    async def _deadlines(self, tables: list[Table]) -> None:
        """All votes end at one moment, by deadline; how late each was closed is in its log."""
        going = [table for table in tables if table.game.phase == "play"]
        for table in going:
            founder = Person(table.game.channel * 100, "")
            await table.settings(founder, "quorum", "0")
            await table.act(founder, str((await table.offers(0))[0].action))
        due, store = time.time() + 3.0, self.tables.store
        rows = [
            {"kind": "turn", "due": due, "payload": {}, "game": table.game.id} for table in going
        ]
        await store.write(lambda db: db.execute(insert(schema.deadlines), rows))
        before = {table.game.id: table.game.card for table in going}
        self.tables.clock.wake()
        async with asyncio.timeout(120):
            for table in going:
                await self.office.there(table, after=before[table.game.id])
        for table in going:
            entries = await store.lines(table.game.id, 0, 10_000)
            closed = [entry.at for entry in entries if entry.text.startswith("decide ")]
            self.late.append(closed[-1] - due)


def _commits(folder: Path, times: int) -> float:
    """Milliseconds that a commit of one row takes, in the median."""
    db = sqlite3.connect(folder / "plain.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT)")
    taken = []
    for number in range(times):
        start = time.perf_counter()
        db.execute("INSERT INTO plain (text) VALUES (?)", (f"vote {number}",))
        taken.append((time.perf_counter() - start) * 1000)
    db.close()
    return statistics.median(taken)


def measure(channels: int = CHANNELS) -> Iterator[Measure]:
    """Medians, and the worst deadline."""
    sys.setswitchinterval(SWITCH)
    with tempfile.TemporaryDirectory() as name:
        load = Load(Path(name), channels)
        asyncio.run(load.run())
        commit = _commits(Path(name), 300)
    press = statistics.median(load.presses)
    late, turn = max(load.late), statistics.median(load.turns)
    assert late <= LATE, f"a deadline was {late:.1f} s late"
    at_once = channels * VOTERS
    yield Measure(
        f"load: press answered, of {at_once} in {channels} channels at once",
        round(press, 1),
        "ms",
        f"{at_once} rows saved for good, one by one",
        round(commit * at_once, 1),
        round(press / (commit * at_once), 2),
    )
    yield Measure(
        f"load: from {at_once} presses at once to a channel's new card",
        round(turn / 1000, 2),
        "s",
        f"{at_once} rows saved for good, one by one",
        round(commit * at_once / 1000, 2),
        round(turn / (commit * at_once), 2),
    )
    yield Measure(
        f"load: the latest of {channels} deadlines at one moment",
        round(late, 2),
        "s",
        "what is allowed",
        LATE,
        round(late / LATE, 3),
    )
