"""A server's library of things, people's preferences, and private threads are kept."""

from __future__ import annotations

import pytest

from table import library
from table.errors import Refusal
from table.library import MAX_LETTERS, Library
from table.schedule.quiet_hours import Preferences
from table.store.private_threads import PrivateThread, PrivateThreads
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld, rows

THERE = (GUILD, "silg")
LARGEST = "x" * (MAX_LETTERS - len('[""]'))


async def test_a_library_gives_back_what_was_kept_for_a_server_and_its_rules(
    world: TableWorld,
) -> None:
    kept = Library(world.tables.services)
    await kept.keep(*THERE, "wolf", ["make wolf", "name Grey"])
    await kept.keep(*THERE, "cave", ["make cave"])
    await kept.keep(GUILD + 1, "silg", "bear", ["make bear"])
    await kept.keep(GUILD, "kanthe", "boat", ["make boat"])
    assert await kept.names(*THERE) == ["cave", "wolf"]
    assert await kept.lines(*THERE, "wolf") == ("make wolf", "name Grey")
    await kept.keep(*THERE, "wolf", ["make warg"])
    assert await kept.lines(*THERE, "wolf") == ("make warg",)
    await kept.drop(*THERE, "wolf")
    assert await kept.names(*THERE) == ["cave"]
    assert await kept.names(GUILD + 1, "silg") == ["bear"]
    assert await kept.names(GUILD, "kanthe") == ["boat"]
    for attempt in (kept.lines(*THERE, "wolf"), kept.drop(*THERE, "wolf")):
        with pytest.raises(Refusal) as refusal:
            await attempt
        assert str(refusal.value) == "The library has no “wolf”."


async def test_a_full_library_takes_nothing_more_but_what_is_there_already(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "MOST_KEPT", 2)
    kept = Library(world.tables.services)
    for name in ("wolf", "bear"):
        await kept.keep(*THERE, name, ["make it"])
    with pytest.raises(Refusal) as refusal:
        await kept.keep(*THERE, "boar", ["make it"])
    assert str(refusal.value) == "The library is full; /library drop: makes room."
    await kept.keep(*THERE, "bear", ["make another"])
    assert await kept.lines(*THERE, "bear") == ("make another",)
    await kept.keep(GUILD + 1, "silg", "boar", ["make it"])
    await kept.drop(*THERE, "wolf")
    await kept.keep(*THERE, "boar", ["make it"])
    assert await kept.names(*THERE) == ["bear", "boar"]


async def test_a_library_takes_nothing_that_is_too_large(world: TableWorld) -> None:
    await Library(world.tables.services).keep(*THERE, "map", [LARGEST])
    with pytest.raises(Refusal) as refusal:
        await Library(world.tables.services).keep(*THERE, "map", [f"{LARGEST}x"])
    assert str(refusal.value) == "That is too large for the library."
    assert await Library(world.tables.services).lines(*THERE, "map") == (LARGEST,)


async def test_a_hint_is_given_to_each_person_once(world: TableWorld) -> None:
    wishes = world.tables.preferences
    assert [await wishes.tell_once(ANN.id, "typed") for _ in range(3)] == [True, False, False]
    assert await wishes.tell_once(ANN.id, "pressed")
    assert await wishes.tell_once(BOB.id, "typed")
    await world.restart()
    assert not await world.tables.preferences.tell_once(ANN.id, "typed")


async def test_hours_that_change_are_told_and_other_wishes_are_not(world: TableWorld) -> None:
    wishes, told = world.tables.preferences, list[int]()

    async def hear(person: int) -> None:
        told.append(person)

    wishes.on_hours_changed = hear
    for name, value in (("quiet", "22:00-08:00"), ("zone", "UTC"), ("away", "9"), ("pings", "off")):
        await wishes.set(ANN.id, name, value)
    await wishes.set(BOB.id, "quiet", None)
    assert told == [ANN.id, ANN.id, ANN.id, BOB.id]


async def test_wishes_are_read_again_once_they_were_changed_elsewhere(world: TableWorld) -> None:
    wishes, store = world.tables.preferences, world.tables.store
    assert wishes.read_so_far(ANN.id) is None
    assert (await wishes.load([ANN.id, BOB.id]))[ANN.id] == Preferences()
    for person in (ANN.id, BOB.id):
        await store.set_preference(person, "pings", "off")
    assert wishes.read_so_far(ANN.id) == {}
    wishes.forget(ANN.id)
    assert (await wishes.load([ANN.id, BOB.id]))[ANN.id] == Preferences(pings=False)
    assert wishes.known[BOB.id] == Preferences()
    wishes.forget_all()
    assert wishes.known == {}
    assert await wishes.of(BOB.id) == {"pings": "off"}
    await wishes.set(BOB.id, "pings", None)
    assert await wishes.of(BOB.id) == {}


async def test_a_private_thread_is_found_by_its_person_and_game_master(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, mode="vote")
    for who in (BOB, EVE):
        await table.join(who)
    threads = PrivateThreads(world.tables.store.database)
    await threads.keep(table.state, BOB.id, ANN.id, 501)
    await threads.keep(table.state, EVE.id, ANN.id, 502)
    await threads.keep_desk(502, 77)
    assert await threads.find(table.state, BOB.id, ANN.id) == PrivateThread(501)
    assert await threads.find(table.state, EVE.id, ANN.id) == PrivateThread(502, 77)
    for pair in ((ANN.id, BOB.id), (BOB.id, EVE.id)):
        assert await threads.find(table.state, *pair) is None
    assert [await threads.game_of(each) for each in (501, 503)] == [table.game.id, None]
    people = await rows(world.tables.store, "SELECT reference, master FROM private_threads")
    assert not {ANN.id, BOB.id, EVE.id} & {each for row in people for each in row}
    await threads.forget(501)
    assert await threads.find(table.state, BOB.id, ANN.id) is None
    assert await threads.game_of(502) == table.game.id
