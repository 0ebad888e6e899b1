"""A database with running games of every way to play, made by an earlier version, opens."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from functools import reduce
from pathlib import Path

import pytest
import pytest_asyncio

from table.history.chain import extend
from tests.table.make_fixture import FIXTURE, GAMES, add_council, play
from tests.table.world import ANN, BOB, EVE, TableWorld, meet_due, rows


@pytest_asyncio.fixture
async def kept(tmp_path: Path) -> AsyncIterator[TableWorld]:
    """A bot's inside over a copy of the kept database."""
    path = tmp_path / "games.db"
    shutil.copy(FIXTURE, path)
    world = TableWorld(path)
    world.time.now = 2_000_000.0
    yield await add_council(world).open()
    await world.close()


@pytest.mark.parametrize(("channel", "ruleset", "mode"), [(n, *g) for n, g in enumerate(GAMES, 1)])
async def test_every_game_goes_on(kept: TableWorld, channel: int, ruleset: str, mode: str) -> None:
    table = await kept.table(channel)
    assert (table.game.ruleset, table.game.mode) == (ruleset, mode)
    assert (await table.history.proof()).ok
    assert await table.reader.problems() == ()
    if table.game.phase == "paused":
        await table.resume(ANN)
    number = table.game.number
    await play(kept, table, 3)
    assert table.game.number > number
    assert (await table.history.proof()).ok
    await kept.outbox.flush()
    whole = await kept.tables.store.games.everything(table.game.id)
    assert reduce(extend, whole.links, "") == whole.state.game.head
    assert all(each.salt for each in whole.links)


async def test_people_of_earlier_games_stand_in_them_by_reference(kept: TableWorld) -> None:
    store = kept.tables.store
    known = await rows(store, "SELECT person, name FROM people WHERE game = 2 ORDER BY person")
    assert known == [(each.id, each.name) for each in (ANN, BOB, EVE)]
    columns = ("founder FROM games", "reference FROM members", "reference FROM log")
    for column in columns:
        stored = {each for (each,) in await rows(store, f"SELECT {column}")}
        assert not stored & {ANN.id, BOB.id, EVE.id}
    table = await kept.table(2)
    assert [each.name for each in table.members] == ["Ann", "Bob", "Eve"]
    assert table.reader.vote_of(BOB.id) == ("A",)
    await kept.tables.privacy.forget(BOB)
    assert [each.name for each in (await kept.table(2)).members] == ["Ann", "Eve"]


async def test_what_was_under_way_still_is(kept: TableWorld) -> None:
    voted = await kept.table(2)
    assert voted.reader.vote_of(BOB.id) == ("A",)
    motion = voted.reader.motion()
    assert motion
    assert motion.voted == 2
    assert voted.state.delegations[ANN.id].person == EVE.id
    paused = await kept.table(5)
    assert paused.game.pause_reason == "Lunch."
    assert paused.state.loans[0].person == BOB.id
    assert (await kept.table(len(GAMES) + 1)).game.phase == "lobby"


async def test_deadlines_that_fell_due_are_met(kept: TableWorld) -> None:
    for _ in range(3):
        await meet_due(kept.tables.clock)
    await kept.outbox.flush()
    for channel in range(1, len(GAMES) + 1):
        assert (await (await kept.table(channel)).history.proof()).ok
