"""Two processes share the shards of one PostgreSQL database: each serves its own games, and what
concerns people everywhere reaches both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path

import pytest
import pytest_asyncio

from cogs.sharding import ShardRunner
from table.commands.lobby import NewGame
from table.contests import NewContest
from table.errors import TableFault
from table.store.database import backend_of
from table.store.shards import SHARD_BITS
from table.store.store import Store
from table.tables import Tables
from tests.postgres_server import binaries
from tests.rulesets import RULESETS
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, SEED, PostgresDatabases, PostOffice, Time, rows
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered
from tests.toys.wandering import Wandering

pytestmark = pytest.mark.skipif(binaries() is None, reason="PostgreSQL is not installed")

COUNT = 4  # shards
CHANNEL = 7000  # of the server of the first shard, and so on
SOON = 60.0  # seconds


class Sessions:
    """Sessions at a gateway that begin at once; the interactions that wait, by shard."""

    def __init__(self) -> None:
        self.connected: set[int] = set()
        self.waiting: dict[int, list[int]] = {}
        self.answered: list[int] = []

    async def connect_shard(self, shard: int) -> None:
        """Begin a session."""
        self.connected.add(shard)

    async def disconnect_shard(self, shard: int) -> None:
        """End a session."""
        self.connected.discard(shard)

    async def finish_answers(self, shard: int) -> None:
        """Do nothing."""

    def answered_lately(self, shard: int) -> Collection[int]:
        """Return a number of each shard."""
        return [100 + shard]

    def begin_to_answer(self, shard: int, but: Collection[int]) -> None:
        """Answer what waits."""
        waiting = self.waiting.pop(shard, [])
        self.answered += [number for number in waiting if number not in but]


class BotProcess:
    """The inside of a process. `office`: where all of them send."""

    def __init__(self, address: str, office: PostOffice, time: Time) -> None:
        self.sessions = Sessions()
        self.serves = asyncio.Event()
        self._leaves = asyncio.Event()
        self._task = asyncio.create_task(self._run(address, office, time))
        self.tables: Tables
        self.runner: ShardRunner

    async def _run(self, address: str, office: PostOffice, time: Time) -> None:
        backend = backend_of(address)
        async with backend.serve(asyncio.Event(), lambda: None):
            toys = (Toy(), Mastered(), Wandering())
            rulesets = {**{toy.name: toy for toy in toys}, **RULESETS}
            self.tables = Tables(
                await Store.open(backend), rulesets, now=time, draw=lambda n: (SEED * n)[:n]
            )
            await self.tables.shards.join(COUNT)
            await self.tables.start(office)
            self.runner = ShardRunner(self.tables, self.sessions, 1)
            self.tables.supervisor.start("shards", self.runner.run)
            self.serves.set()
            await self._leaves.wait()
            self.runner.stop()
            await self.tables.close()

    async def leave(self) -> None:
        """End as a bot that is told to stop."""
        await self.runner.hand_over_all()
        self._leaves.set()
        await self._task


async def until(condition: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SOON):
        while not condition():  # noqa: ASYNC110  (it is of several processes)
            await asyncio.sleep(0.02)


@pytest_asyncio.fixture
async def bots(postgres: PostgresDatabases, tmp_path: Path) -> AsyncIterator[list[BotProcess]]:
    """Two processes that serve two shards each."""
    path = tmp_path / "shared.db"
    await postgres.make(path)
    office, time = PostOffice(), Time()
    bots: list[BotProcess] = []
    for _ in range(2):
        bots.append(BotProcess(postgres.address(path), office, time))
        await bots[-1].serves.wait()
    await until(lambda: all(len(bot.tables.shards.served) == COUNT // 2 for bot in bots))
    await until(lambda: all(bot.sessions.connected == bot.tables.shards.served for bot in bots))
    yield bots
    for bot in bots:
        if not bot._leaves.is_set():
            await bot.leave()


def server(shard: int) -> int:
    """Return a server of a shard."""
    return (9 * COUNT + shard) << SHARD_BITS


async def begun(bot: BotProcess, shard: int, mode: str = "solo") -> TableDriver:
    """Return a game of Ann and Bob in a server of a shard that a process serves."""
    channel = CHANNEL + shard
    new = NewGame(channel, server(shard), "toy", mode=mode, settings={"pace": "hourly"})
    founded = await bot.tables.found(ANN, new)
    table = TableDriver(founded)
    await table.join(BOB)
    await table.begin(ANN)
    return table


async def test_a_game_is_written_by_the_process_that_serves_its_server_alone(
    bots: list[BotProcess],
) -> None:
    ours, theirs = bots
    shard = min(ours.tables.shards.served)
    table = await begun(ours, shard)
    seen = TableDriver(await theirs.tables.at(CHANNEL + shard))
    assert seen.game == table.game
    with pytest.raises(TableFault, match="Another bot serves this server now"):
        await seen.act(ANN, "step e")
    await table.act(ANN, "step e")
    seen = TableDriver(await theirs.tables.at(CHANNEL + shard))
    assert seen.game == table.game


async def test_shards_are_handed_over_with_their_games_and_what_waits(
    bots: list[BotProcess],
) -> None:
    ours, theirs = bots
    shard = min(theirs.tables.shards.served)
    table = await begun(theirs, shard)
    await table.act(ANN, "step e")
    ours.sessions.waiting[shard] = [100 + shard, 7]
    await theirs.leave()
    await until(lambda: ours.tables.shards.served == ours.sessions.connected == {*range(COUNT)})
    assert ours.sessions.answered == [7]  # the other has answered the first
    after = TableDriver(await ours.tables.at(CHANNEL + shard))
    assert after.game == table.game
    await after.act(BOB, "step w")
    office = ours.tables.outbox._sender
    assert isinstance(office, PostOffice)
    await until(lambda: [row.card for row in office.shown("card")][-1] == after.game.card)
    cards = [row.card for row in office.shown("card")]
    assert cards == sorted(set(cards)), "a card was posted twice"


async def test_what_somebody_sets_holds_in_the_games_of_both(bots: list[BotProcess]) -> None:
    ours, theirs = bots
    shard = min(theirs.tables.shards.served)
    table = await begun(theirs, shard, mode="vote")
    due = table.state.deadlines["turn"].due
    assert await theirs.tables.preferences.of(BOB.id) == {}
    hour = int(due // 3600) % 24
    await ours.tables.preferences.set(BOB.id, "quiet", f"{hour:02}:00-{(hour + 1) % 24:02}:00")
    await until(lambda: table.state.deadlines["turn"].due > due)  # Bob sleeps until then
    assert "quiet" in await theirs.tables.preferences.of(BOB.id)


async def test_who_is_forgotten_leaves_the_games_of_both(bots: list[BotProcess]) -> None:
    tables = [await begun(bot, min(bot.tables.shards.served)) for bot in bots]
    assert await bots[0].tables.privacy.forget(BOB) == 2
    for table in tables:
        left = f"SELECT COUNT(*) FROM log WHERE game = {table.game.id} AND kind = 'left'"
        assert await rows(bots[0].tables.store, left) == [(1,)]
        await until(lambda table=table: BOB.id not in table.state.people)
        assert [seat.person for seat in table.seats] == [ANN.id, None]


async def test_a_contest_of_all_servers_ends_in_the_games_of_both(bots: list[BotProcess]) -> None:
    contests = bots[0].tables.contests
    new = NewContest(CHANNEL, server(0), "sil", "Race")
    contest = await contests.open(ANN, new)
    games = []
    for bot, who in zip(bots, (ANN, BOB), strict=True):
        shard = min(bot.tables.shards.served)
        joined = await bot.tables.contests.join(
            who, contest.id, CHANNEL + 10 + shard, guild=server(shard)
        )
        games.append(joined)
    await contests.end(ANN, contest.id)
    assert [game.game.phase for game in games] == ["over", "play"]
    await bots[1].tables.contests.end_due()
    assert [game.game.phase for game in games] == ["over", "over"]
