"""A simultaneous turn at a table: who has declared moves nobody's deadline, and all who are late
play by themselves. A Game Master is never missing."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from table.commands.seats import GiveSeat
from table.errors import Refusal, StaleCard
from table.history.entries import Acted
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.test_votes import DAY, ring
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld
from tests.toys.council.ruleset import Council

IDA = Person(4, "Ida")
HOUR = 3600.0
MEMBERS = (BOB, EVE, IDA)  # seats 0 to 2; Ann, who founds the game, is the Game Master


@pytest.fixture
def council_world(world: TableWorld) -> TableWorld:
    """Return a world that has the council."""
    world.rulesets["council"] = Council()
    return world


async def begun(world: TableWorld, **settings: str) -> TableDriver:
    """Return a council in its setup."""
    table = await world.found(CHANNEL, ANN, "council", settings=settings)
    for person in MEMBERS:
        await table.join(person)
    await table.begin(ANN)
    return table


async def entered(world: TableWorld, **settings: str) -> TableDriver:
    """Return a council in its first round."""
    table = await begun(world, **settings)
    for person, token in zip(MEMBERS, ("staff", "lamp", "shield"), strict=True):
        await table.act(person, f"choose {token}")
    return table


def pinged(world: TableWorld) -> set[int]:
    """Return who is mentioned in the pings that are there."""
    return {person for row in world.office.shown("ping") for person in row.content.people}


async def actions(table: TableDriver) -> list[str]:
    """Return the actions so far."""
    records = await table.history.records(GM)
    return [record.entry.action for record in records if isinstance(record.entry, Acted)]


def due(table: TableDriver) -> float:
    return table.state.deadlines["turn"].due


async def waiting(table: TableDriver) -> tuple[int, ...]:
    return (await table.reader.turn()).waiting


async def test_a_game_that_needs_a_game_master_is_played_with_one(
    council_world: TableWorld,
) -> None:
    with pytest.raises(Refusal):
        await council_world.found(CHANNEL, ANN, "council", mode="solo")
    table = await entered(council_world)
    assert table.game.header
    assert table.game.header.gm
    for person in MEMBERS:
        await table.act(person, "guard")
    assert await waiting(table) == (GM,)
    assert table.reader.may_act(ANN.id) == (GM,)
    with pytest.raises(Refusal):
        await table.act(BOB, "roll")
    await table.act(ANN, "roll")
    await table.act(ANN, "spare")
    assert await waiting(table) == (0, 1, 2)


async def test_the_game_master_can_be_another_member(council_world: TableWorld) -> None:
    table = await entered(council_world)
    await table.name_game_master(ANN, EVE.id)
    for person in MEMBERS:
        await table.act(person, "guard")
    assert set(table.reader.may_act(EVE.id)) == {1, GM}
    await table.act(EVE, "roll", seat=GM)
    assert "Behind the screen" in repr(await table.view(GM))


# ---------------------------------------------------------------- setup and declarations


async def test_each_chooses_by_itself(council_world: TableWorld) -> None:
    table = await begun(council_world)
    assert await waiting(table) == (0, 1, 2)
    await table.act(EVE, "choose lamp")
    assert await waiting(table) == (0, 2)
    with pytest.raises(Refusal):
        await table.act(EVE, "choose staff")
    assert (await table.view(1)).phase == "play"
    assert (await table.view(0)).phase == "setup"


async def test_whoever_presses_a_card_of_the_same_turn_is_not_too_late(
    council_world: TableWorld,
) -> None:
    table = await entered(council_world)
    card = table.game.card
    for person in MEMBERS:
        await table.act(person, "guard", card=card)
    assert await waiting(table) == (GM,)
    with pytest.raises(StaleCard):
        await table.act(ANN, "roll", card=card)


async def test_what_is_declared_is_not_in_the_log_of_others(council_world: TableWorld) -> None:
    table = await entered(council_world)
    await table.act(BOB, "go e")
    for seat, known in ((0, True), (1, False), (None, False), (GM, True)):
        text = str(await table.history.whole_log(seat))
        assert ("go e" in text) == known


async def test_a_roll_behind_the_screen_is_one_happening_told_in_three_ways(
    council_world: TableWorld,
) -> None:
    table = await entered(council_world)
    for person in MEMBERS:
        await table.act(person, "guard")
    receipt = await table.act(ANN, "roll")
    assert len(receipt.events) == 1
    told = {}
    for seat in (None, 0, 1, GM):
        (record,) = (await table.history.records(seat))[-1:]
        (event,) = record.events
        told[seat] = event.text
    assert told[None] == told[1] == "The Game Master rolls behind the screen."
    assert told[0].startswith("The Game Master rolls, and your staff")
    assert told[GM].startswith("The roll is")


async def test_who_leaves_is_not_waited_for_and_the_others_play_on(
    council_world: TableWorld,
) -> None:
    table = await entered(council_world)
    await table.act(EVE, "leave")
    assert await waiting(table) == (0, 2)
    await table.act(BOB, "leave")
    await table.act(IDA, "leave")
    assert table.game.phase == "over"
    outcome = (await table.status()).outcome
    assert outcome
    assert outcome.ending == "left"


async def test_it_goes_on_where_it_was_after_a_restart(council_world: TableWorld) -> None:
    table = await entered(council_world)
    await table.act(IDA, "go e")
    await council_world.restart()
    table = await council_world.table()
    assert await waiting(table) == (0, 1)
    assert (await table.history.proof()).ok


async def test_undo_takes_back_one_declaration(council_world: TableWorld) -> None:
    table = await entered(council_world)
    await table.act(BOB, "go e")
    await table.act(EVE, "guard")
    await table.undo(ANN)
    assert await waiting(table) == (1, 2)


# ---------------------------------------------------------------- deadlines


async def test_a_declaration_moves_nobody_elses_deadline(council_world: TableWorld) -> None:
    table = await entered(council_world, pace="daily")
    first = due(table)
    assert first == council_world.time.now + DAY
    await ring(council_world, 20 * HOUR)
    await table.act(BOB, "go e")
    assert due(table) == first
    await table.act(EVE, "guard")
    assert due(table) == first
    await table.act(IDA, "guard")
    assert due(table) == council_world.time.now + DAY  # the Game Master's turn


async def test_only_those_who_have_not_declared_are_reminded(council_world: TableWorld) -> None:
    table = await entered(council_world, pace="daily")
    await council_world.outbox.flush()
    await table.act(EVE, "guard")
    await ring(council_world, 12 * HOUR)
    assert pinged(council_world) == {BOB.id, IDA.id}


async def test_all_who_are_late_play_by_themselves(council_world: TableWorld) -> None:
    table = await entered(council_world, pace="daily", late="autoplay")
    await ring(council_world, 20 * HOUR)
    await table.act(BOB, "guard")
    await ring(council_world, 4 * HOUR)
    assert await waiting(table) == (GM,)
    assert len(await actions(table)) == 6


async def test_a_late_game_master_plays_by_itself_too(council_world: TableWorld) -> None:
    table = await entered(council_world, pace="daily", late="autoplay")
    for person in MEMBERS:
        await table.act(person, "guard")
    await ring(council_world, DAY)
    assert await waiting(table) == (0, 1, 2)
    assert (await table.view(None)).turn == 2


async def test_a_seat_that_plays_by_itself_waits_for_nobody_and_moves_no_deadline(
    council_world: TableWorld,
) -> None:
    table = await entered(council_world, pace="daily")
    first = due(table)
    await ring(council_world, 20 * HOUR)
    await table.set_autoplay(EVE, 1, True)
    await ring(council_world, 60)
    assert await waiting(table) == (0, 2)
    assert due(table) == first


async def test_a_seat_that_plays_by_itself_declares_in_every_round(
    council_world: TableWorld,
) -> None:
    table = await entered(council_world, pace="none")
    await table.set_autoplay(EVE, 1, True)
    for turn in (1, 2):
        await ring(council_world, 60)
        assert (await table.view(None)).turn == turn
        assert await waiting(table) == (0, 2)
        await table.act(BOB, "guard")
        await table.act(IDA, "guard")
        await table.act(ANN, "roll")
        await table.act(ANN, "spare")


async def test_lines_of_the_log_tell_of_no_gap_behind_the_screen(council_world: TableWorld) -> None:
    table = await entered(council_world)
    for _ in range(2):
        for person in MEMBERS:
            await table.act(person, "guard")
        await table.act(ANN, "roll")
        await table.act(ANN, "spare")
    history = table.history
    assert list(await history.numbers(GM)) == list(range(1, table.game.number + 1))
    for seat in (None, 0, 1, 2):
        known = await history.numbers(seat)
        assert list(known) == [record.number for record in await history.records(seat)]
        moves = await history.moves(known)
        for line in moves:
            assert await history.entry_number(line, seat) == known[line - 1]
        assert (await history.film(1, 10_000, seat)).moves == len(moves)
        with pytest.raises(Refusal) as refused:
            await history.entry_number(len(known) + 1, seat)
        assert str(refused.value) == "There is no such turn."


async def test_a_game_master_with_a_seat_says_by_the_verb_whom_they_mean(
    council_world: TableWorld,
) -> None:
    table = await entered(council_world)
    await table.actor.run(BOB, GiveSeat(0, ANN.id, ANN.name))
    await table.act(ANN, "guard")
    for person in MEMBERS[1:]:
        await table.act(person, "guard")
    await table.act(ANN, "roll")
    await table.act(ANN, "spare")
    await table.act(ANN, "guard")
    taken = await table.history.records(GM)
    acted = [r.entry for r in taken if isinstance(r.entry, Acted) and r.person == ANN.id]
    assert [(entry.seat, entry.action) for entry in acted] == [
        (0, "guard"),
        (GM, "roll"),
        (GM, "spare"),
        (0, "guard"),
    ]
