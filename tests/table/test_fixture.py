"""Databases with running games of every way to play, made by earlier versions, open."""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from functools import reduce
from pathlib import Path

import pytest
import pytest_asyncio

from engine.contract.placeholders import placeholder
from table.history.chain import extend
from tests.table.make_fixture import add_council, databases, play
from tests.table.world import ANN, BOB, EVE, TableWorld, meet_due, rows

FEW, MANY = 3, 10  # turns
MINUTE = 60.0  # seconds, until a card that answered nobody is posted
SAMPLED = {"solo", "table"}  # modes


def games(path: Path) -> list[tuple[int, str, str]]:
    """Return channel, ruleset and mode of the games of a database that have begun."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as db:
        found = db.execute("SELECT channel, ruleset, mode FROM games WHERE phase <> 'lobby'")
        return found.fetchall()


@pytest_asyncio.fixture(params=databases(), ids=lambda path: path.stem)
async def kept(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TableWorld]:
    """A bot's inside over a copy of a kept database."""
    path = tmp_path / "games.db"
    shutil.copy(request.param, path)
    world = TableWorld(path)
    world.time.now = 2_000_000.0
    world.office._ids = itertools.count(1_000_000)  # beyond those of the kept messages
    yield await add_council(world).open()
    await world.close()


async def goes_on(kept: TableWorld, channel: int, turns: int) -> None:
    """Check that a game is sound, and plays on as if nothing had happened."""
    table = await kept.table(channel)
    assert (await table.history.proof()).ok
    assert await table.reader.problems() == ()
    if table.game.phase == "paused":
        await table.resume(ANN)
    number = table.game.number
    await play(kept, table, turns)
    assert table.game.number > number
    assert (await table.history.proof()).ok
    kept.time.pass_(MINUTE)
    await kept.outbox.flush()
    shown = [row.card for row in kept.office.shown("card") if row.game == table.game.id]
    assert shown[-1] == table.game.card
    whole = await kept.tables.store.games.everything(table.game.id)
    assert reduce(extend, whole.links, "") == whole.state.game.head
    assert all(each.salt for each in whole.links)


async def test_games_go_on(kept: TableWorld) -> None:
    for channel, _, mode in games(kept.path):
        if mode in SAMPLED:
            await goes_on(kept, channel, FEW)


@pytest.mark.soak(part="laws")
async def test_every_game_goes_on_for_ten_turns(kept: TableWorld) -> None:
    for channel, *_ in games(kept.path):
        await goes_on(kept, channel, MANY)


async def test_people_of_earlier_games_stand_in_them_by_reference(kept: TableWorld) -> None:
    store = kept.tables.store
    known = await rows(store, "SELECT person, name FROM people WHERE game = 2 ORDER BY person")
    assert known == [(each.id, each.name) for each in (ANN, BOB, EVE)]
    columns = ("founder FROM games", "reference FROM members", "reference FROM log")
    for column in columns:
        stored = {each for (each,) in await rows(store, f"SELECT {column}")}
        assert not stored & {ANN.id, BOB.id, EVE.id}
    joined = await rows(store, "SELECT reference, entry FROM log WHERE kind = 'joined'")
    assert joined
    for reference, entry in joined:
        assert json.loads(entry)["name"] == placeholder(reference)
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
    assert len(await rows(kept.tables.store, "SELECT id FROM games WHERE phase = 'lobby'")) == 1


OLDEST, *OTHERS = databases()


@pytest.mark.parametrize(
    "kept",
    [OLDEST, *(pytest.param(each, marks=pytest.mark.soak(part="laws")) for each in OTHERS)],
    indirect=True,
)
async def test_deadlines_that_fell_due_are_met(kept: TableWorld) -> None:
    for _ in range(3):
        await meet_due(kept.tables.clock)
    await kept.outbox.flush()
    for channel, *_ in games(kept.path):
        assert (await (await kept.table(channel)).history.proof()).ok
