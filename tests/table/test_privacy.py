"""Personal data is shown, and deleted."""

from __future__ import annotations

import asyncio
import json
import zlib

import pytest

from table import privacy
from table.commands.remedies import RemovePerson
from table.contests import NewContest
from table.errors import Refusal
from table.history.entries import Acted
from table.privacy import KeptContest
from table.state import Person
from tests.table.world import CHANNEL, GUILD, TableWorld, all_rows, rows

ANN, BOB = Person(456789012345678901, "Ann"), Person(567890123456789012, "Bob")
TABLES = (
    "games",
    "members",
    "seats",
    "log",
    "outbox",
    "preferences",
    "contests",
    "deadlines",
    "people",
)


async def played(world: TableWorld, channel: int = CHANNEL, *, over: bool = False) -> None:
    """A game of the two with two moves and a delegation, in a channel."""
    table = await world.found(channel, ANN, "toy")
    await table.join(BOB)
    await table.begin(ANN)
    await table.act(ANN, "step e")
    await table.act(BOB, "step w")
    if over:
        await table.end(ANN)


async def whole(world: TableWorld) -> str:
    """All that the database holds, as text."""
    found = [await rows(world.tables.store, f"SELECT * FROM {name}") for name in TABLES]
    return json.dumps(found, default=str)


async def test_whom_another_process_forgets_leaves_the_games_that_are_served_here(
    world: TableWorld,
) -> None:
    table = await world.begun()
    ann, bob = (each.id for each in table.reader.people())
    world.tables._hear("leave", f"{table.game.id} {bob}")
    await asyncio.gather(*world.tables._heard)
    assert [each.id for each in table.reader.people()] == [ann]


async def test_other_processes_are_asked_once_for_each_of_their_games(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have all of the time to do it, and then it is done without them."""
    table = await world.begun()
    asked: list[tuple[str, str]] = []

    async def ask(topic: str, value: str) -> None:
        asked.append((topic, value))

    bob = table.seats[1].person
    assert bob
    monkeypatch.setattr(world.tables.shards, "serves", lambda guild: False)
    monkeypatch.setattr(world.tables.store, "announce", ask)
    monkeypatch.setattr(privacy, "LEAVE_SECONDS", 0.3)
    await world.tables.privacy.forget(Person(bob, "Bob"))
    assert asked == [("leave", f"{table.game.id} {bob}")]


async def test_people_see_what_is_kept_about_them(world: TableWorld) -> None:
    await played(world)
    await world.tables.preferences.set(ANN.id, "pings", "off")
    kept = await world.tables.privacy.kept(ANN.id)
    assert kept.preferences == {"pings": "off"}
    assert [game.names for game in kept.games] == [("Ann",)]
    assert [entry.kind for entry in kept.entries] == ["founded", "begun", "acted"]
    acted = kept.entries[-1].entry
    assert isinstance(acted, Acted)
    assert acted.action == "step e"
    assert str(BOB.id) not in kept.file().decode()
    assert json.loads(kept.file())["person"] == ANN.id


async def test_the_forgotten_are_named_nowhere_and_games_stay_sound(world: TableWorld) -> None:
    await played(world, CHANNEL, over=True)
    await played(world, CHANNEL + 1)
    await world.tables.preferences.set(ANN.id, "pings", "off")
    await world.outbox.flush()
    assert str(ANN.id) in await whole(world)
    assert await world.tables.privacy.forget(ANN) == 2
    held = await whole(world)
    assert str(ANN.id) not in held
    assert str(BOB.id) in held
    ended, going = await world.table(), await world.table(CHANNEL + 1)
    assert (await ended.history.proof()).ok
    assert (await going.history.proof()).ok
    assert [seat.person for seat in going.seats] == [None, BOB.id]
    await world.restart()
    assert (await (await world.table(CHANNEL + 1)).view(None)).turn == 2


async def test_a_log_that_was_read_before_names_the_forgotten_no_more(world: TableWorld) -> None:
    await played(world)
    history = (await world.table()).history

    async def named() -> bool:
        return str(ANN.id) in str(await history.records(limit=100))

    assert await named()
    await world.tables.privacy.forget(ANN)
    assert not await named()


async def test_the_forgotten_may_come_back_as_strangers(world: TableWorld) -> None:
    await played(world)
    await world.tables.privacy.forget(ANN)
    kept = await world.tables.privacy.kept(ANN.id)
    assert (kept.preferences, kept.games, kept.entries) == ({}, (), ())
    table = await world.table()
    await table.join(ANN)
    assert table.reader.may_act(ANN.id) == (0,)


async def test_contests_and_bans_are_shown_too(world: TableWorld) -> None:
    await played(world)
    await (await world.table()).actor.run(ANN, RemovePerson(BOB.id, ban=True))
    contests = world.tables.contests
    opened = await contests.open(ANN, NewContest(CHANNEL + 1, GUILD, "toy", "Race"))
    await contests.join(BOB, opened.id, CHANNEL + 2)
    founder, guest = [await world.tables.privacy.kept(each.id) for each in (ANN, BOB)]
    [here, *_] = guest.games
    assert (founder.bans, guest.bans) == ((), (here.id,))
    assert founder.contests == (KeptContest(opened.id, "Race", founded=True, entered=False),)
    assert guest.contests == (KeptContest(opened.id, "Race", founded=False, entered=True),)
    await world.tables.privacy.forget(BOB)
    left = await world.tables.privacy.kept(BOB.id)  # the marks outlive what names them
    assert (left.games, left.entries, left.bans) == ((), (), (here.id,))
    assert [each.entered for each in left.contests] == [True]


@pytest.mark.parametrize("over", [False, True])
async def test_neither_the_file_nor_an_export_holds_a_byte_of_the_forgotten(
    world: TableWorld, *, over: bool
) -> None:
    who = Person(456789012345678901, "Annatar")
    table = await world.found(CHANNEL, who, "sil", options={"hero": "quick"}, mode="vote")
    await table.join(BOB)
    await table.begin(who)
    await table.act(who, "explore")
    await table.change_setting(who, "pace", "daily")
    await table.pause(who)
    await table.resume(who)
    if over:
        await table.end(who)
    await world.outbox.flush()
    await world.tables.ladder.rows(GUILD, "sil")
    assert who.name.encode() in await stored_bytes(world)
    await world.tables.privacy.forget(who)
    for trace in (who.name.encode(), str(who.id).encode(), who.id.to_bytes(8, "big")):
        assert trace not in await stored_bytes(world)
    assert BOB.name.encode() in await stored_bytes(world)
    assert (await (await world.table()).history.proof()).ok
    data = await world.tables.transfer.export(BOB, table.game.id)
    read = data if not over else data + zlib.decompress(data.split(b"\n", 4)[4])
    assert who.name.encode() not in read
    assert str(who.id).encode() not in read
    if over:
        copy = await world.tables.transfer.load(BOB, data, CHANNEL + 1, GUILD)
        assert [each.person for each in copy.memory.state.members] == [BOB.id]


async def stored_bytes(world: TableWorld) -> bytes:
    """Return all that stands in the database's files, or in the tables of a server."""
    if world.postgres:
        return repr(await all_rows(world.tables.store)).encode()
    return b"".join(path.read_bytes() for path in world.path.parent.glob(f"{world.path.name}*"))


async def test_a_view_shows_todays_name_of_a_person_and_a_typed_one_as_it_is(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await table.join(Person(BOB.id, "Bob", character="Beren"))
    await table.begin(ANN)
    assert [each.name for each in (await table.view(None)).characters] == ["Ann", "Beren"]
    await table.act(Person(ANN.id, "Annatar"), "step e")
    assert [each.name for each in (await table.view(None)).characters] == ["Annatar", "Beren"]


async def test_what_is_typed_loses_control_private_use_and_direction_characters(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await table.begin(ANN)
    await table.pause(ANN, "A\u202e\x07\U000f0001\ue000\u2067Z")
    assert table.game.pause_reason == "AZ"


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_channel_whose_players_are_gone_is_free_for_a_new_game(
    world: TableWorld, forgotten: bool
) -> None:
    table = await world.found(CHANNEL, ANN, "toy", mode="vote")
    await table.begin(ANN)
    with pytest.raises(Refusal, match="has a game already"):
        await world.found(CHANNEL, BOB, "toy")
    if forgotten:
        await world.tables.privacy.forget(ANN)
    else:
        await table.leave(ANN)
    assert table.game.phase == "paused"
    fresh = await world.found(CHANNEL, BOB, "toy")
    await world.outbox.flush()
    assert (table.game.phase, fresh.game.phase) == ("over", "lobby")
    assert (await world.tables.at(CHANNEL)).game.id == fresh.game.id
    assert fresh.game.founder == BOB.id
