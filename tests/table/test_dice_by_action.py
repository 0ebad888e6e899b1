"""Dice made for each action: nobody foresees them, nothing keeps them, a replay proves them."""

from __future__ import annotations

import pickle
from collections.abc import Mapping

import msgspec
import pytest

from engine.contract.action import GM, Action, Event, IllegalAction, Offer, Roll, Verb
from engine.contract.dice import ActionDice, commitment
from engine.contract.view import Roles, Turn
from table.contests import game_result
from table.history.chain import short_head
from table.history.entries import Acted, TurnsUndone
from table.history.loading import load_undo
from table.history.proof import Played
from table.store.schema import metadata
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, CHANNEL, EVE, SEED, TableWorld, edit_log, rows
from tests.toys.guessing import GuessingState, Toy

PEEK = Action("peek")
SIDES = 1 << 30


class SecretlyRolling(Toy):
    """The guessing game whose steps roll in public; its Game Master peeks, in secret, at any time
    and rolls for it."""

    name = "screened"
    verbs = (*Toy.verbs, Verb("peek", "Peek.", roles=("gm",)))

    def roles(self, options: Mapping[str, str]) -> Roles:
        return Roles(2, 2, "optional")

    def turn(self, state: GuessingState) -> Turn:
        turn = super().turn(state)
        return msgspec.structs.replace(turn, also=(GM,) if state.gm and turn.waiting else ())

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        return [Offer(PEEK, "Peek")] if seat == GM else super().legal(state, seat)

    def parse(self, text: str, state: GuessingState, seat: int) -> Action:
        return PEEK if seat == GM else super().parse(text, state, seat)

    def apply(
        self, state: GuessingState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        if seat == GM:
            if not state.gm:
                raise IllegalAction("This game has no Game Master.")
            face = dice.hidden.below(SIDES)
            return [Event("roll", "Peeked.", (GM,), rolls=(Roll("peek", SIDES, (face,)),))]
        events = super().apply(state, seat, action, dice)
        face = dice.play.below(SIDES)
        return [*events, Event("roll", "A roll.", rolls=(Roll("step", SIDES, (face,)),))]


async def screened(world: TableWorld, channel: int = CHANNEL) -> TableDriver:
    """Return a game of Bob and Eve, of which Ann is Game Master."""
    world.rulesets["screened"] = SecretlyRolling()
    table = await world.found(channel, ANN, "screened", mode="table")
    await table.join(BOB)
    await table.join(EVE)
    await table.begin(ANN)
    return table


async def faces(table: TableDriver, seat: int | None = None) -> list[int]:
    """Return the dice that a seat has seen."""
    events = await table.history.rolled_events(seat)
    return [face for event in events for roll in event.rolls for face in roll.faces]


async def test_the_hash_of_the_seed_is_published_before_anybody_joins(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    assert (await table.status()).game.seed_hash == commitment(SEED)
    await table.join(BOB)
    world.draw = lambda n: bytes(n)
    await table.begin(ANN)
    assert table.game.header
    assert table.game.header.seed_hash == commitment(SEED)


async def test_a_result_shows_the_head_of_a_log_but_not_where_strokes_are_hidden(
    world: TableWorld,
) -> None:
    hidden, shown = await screened(world, CHANNEL + 1), await world.begun()
    assert (await game_result(hidden.actor)).head == ""
    assert (await game_result(shown.actor)).head == short_head(shown.actor.memory.state.game.head)


async def test_an_action_rolls_other_dice_for_another_interaction(world: TableWorld) -> None:
    rolled = set()
    for number in range(4):
        table = await screened(world, CHANNEL + number)
        await table.act(BOB, "step s", request=str(1000 + number // 2))
        rolled |= set(await faces(table))
    assert len(rolled) == 2


@pytest.mark.parametrize(
    ("line", "seat"), [("peek", GM), ("Peek behind the door", GM), ("step s", 0)]
)
async def test_a_game_master_who_plays_says_by_the_verb_for_whom_they_act(
    world: TableWorld, line: str, seat: int
) -> None:
    table = await screened(world)
    await table.lend_seat(BOB, 0, ANN.id, world.time() + 3600)
    await table.act(ANN, line)
    acted = (await world.tables.store.games.records(table.game.id, 0, 100))[-1].entry
    assert isinstance(acted, Acted)
    assert acted.seat == seat


@pytest.mark.parametrize("requests", [("1001", "1002"), ("", "")])
async def test_after_an_undo_the_same_action_rolls_other_dice(
    world: TableWorld, requests: tuple[str, str]
) -> None:
    table = await screened(world)
    for request in requests:
        await table.act(BOB, "step s", request=request)
        await table.undo(ANN, 1)
    one, other = await faces(table)
    assert one != other
    assert (await table.history.proof()).ok


async def test_what_a_game_master_rolls_in_secret_moves_no_die_of_others(world: TableWorld) -> None:
    calm, busy = await screened(world), await screened(world, CHANNEL + 1)
    for number, (who, line) in enumerate([(BOB, "step s"), (EVE, "step n"), (BOB, "step s")]):
        for peek in range(number + 1):
            await busy.act(ANN, "peek", request=f"{900 + 10 * number + peek}")
        await calm.act(who, line, request=str(1000 + number))
        await busy.act(who, line, request=str(1000 + number))
    assert await faces(calm) == await faces(busy)
    assert len(set(await faces(busy, GM))) == 9
    assert (await busy.history.proof()).ok


async def test_secret_actions_without_an_interaction_roll_other_dice_each(
    world: TableWorld,
) -> None:
    table = await screened(world)
    for _ in range(3):
        await table.act(ANN, "peek")
    assert len(set(await faces(table, GM))) == 3


async def test_nobody_reads_how_many_hidden_actions_there_were(world: TableWorld) -> None:
    table = await screened(world)
    await table.act(ANN, "peek", request="900")
    await table.act(BOB, "step s", request="1000")
    for seat in (None, 0, 1, GM):
        for record in await table.history.records(seat):
            assert getattr(record.entry, "key", None) is None


async def test_the_seed_lies_in_one_table_and_goes_to_no_worker(world: TableWorld) -> None:
    table = await screened(world)
    for number, (who, line) in enumerate([(BOB, "step s"), (EVE, "step n")]):
        await table.act(who, line, request=str(1000 + number))
    store, header = world.tables.store, table.game.header
    for name in metadata.tables:
        if name != "seeds":
            held = await _content(world, name)
            assert SEED not in held, name
            assert SEED.hex().encode() not in held, name
    assert header
    games = store.games
    secrets, number = await games.secrets(table.game.id), table.game.number
    records = await games.state_records(table.game.id, number)
    played = Played.of(header, None, secrets, await games.snapshots(table.game.id), records)
    rewind = await load_undo(games, table.game, 1)
    for sent in (played, rewind, await table.status(), table.actor.state):
        assert SEED not in pickle.dumps(sent)
    file = await world.tables.transfer.export(ANN, table.game.id)
    assert SEED not in file
    assert SEED.hex() not in str(await table.history.whole_log(GM))


async def _content(world: TableWorld, table: str) -> bytes:
    return pickle.dumps(await rows(world.tables.store, f"SELECT * FROM {table}"))


async def test_a_replay_proves_the_dice_and_what_asked_for_them(world: TableWorld) -> None:
    table = await screened(world)
    await table.act(ANN, "peek", request="900")
    await table.act(BOB, "step s", request="1000")
    await table.act(EVE, "guess AEIO")
    await table.act(EVE, "yes", request="1001")
    await table.end(ANN)
    proof = await table.history.proof()
    assert (proof.ok, proof.complete, proof.actions) == (True, True, 4)


async def test_a_log_that_names_another_interaction_is_not_proved(world: TableWorld) -> None:
    table = await world.begun()
    for number in range(40):  # until a guess is lucky
        who = (ANN, BOB)[number % 2]
        await table.act(who, "guess AAAA", request=f"{2000 + number}")
        await table.act(who, "yes", request=f"{3000 + number}")
        if table.game.phase == "over":
            break
    assert (await table.history.proof()).ok
    await edit_log(world.tables.store, "kind = 'acted'", lambda entry: entry["key"].update(asked=7))
    assert not (await table.history.proof()).ok


async def test_the_log_tells_of_other_entries_by_their_lines(world: TableWorld) -> None:
    """An entry's number would tell how many hidden ones are before it."""
    table = await screened(world)
    await table.act(BOB, "step s")
    for _ in range(2):
        await table.act(ANN, "peek")
    await table.act(EVE, "step n")
    await table.undo(ANN)
    for seat, line in ((None, 5), (0, 5), (GM, 7)):  # founded, two joined, begun, then Bob's step
        entries = [each.entry for each in await table.history.records(seat)]
        assert [each.to for each in entries if isinstance(each, TurnsUndone)] == [line]
        assert isinstance(entries[line - 1], Acted)
