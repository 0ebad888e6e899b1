"""A game's past: undo, replay, forks, files, proofs, contests."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, update

from cogs.ui.history import can_undo
from engine.contract.action import Event, Roll
from engine.contract.dice import ActionDice, commitment
from table.commands.votes import MoveToUndo
from table.contests import NewContest
from table.errors import Refusal
from table.history.entries import ForkMade
from table.history.file_secrets import FileSecrets, OldSecret
from table.history.game_file import MAGIC
from table.history.history import GameHistory
from table.history.roll_stats import roll_stats
from table.outbox.delivery import Press
from table.receipt import Receipt
from table.state import Person
from table.store import schema as t
from table.store.connection import Readers
from tests.sampled import sampled
from tests.table.driver import TableDriver
from tests.table.file_forge import Parts, damaged, put
from tests.table.test_votes import DAY, decoded, entries, ring
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, SEED, TableWorld, rows
from tests.toys.guessing import GuessingState, Toy

MANAGER = Person(9, "Max", manager=True)
THREAD = 555


async def forked(
    world: TableWorld,
    who: Person,
    game: int,
    number: int,
    channel: int,
    guild: int,
    request: str = "",
) -> TableDriver:
    """Return a fork of a game."""
    fork = world.tables.transfer.fork
    return TableDriver(await fork(who, game, number, channel, guild, request=request))


async def loaded(
    world: TableWorld, who: Person, data: bytes, channel: int, guild: int, request: str = ""
) -> TableDriver:
    """Return the game of a file."""
    load = world.tables.transfer.load
    return TableDriver(await load(who, data, channel, guild, request=request))


async def entered(
    world: TableWorld, who: Person, contest: int, channel: int, request: str = ""
) -> TableDriver:
    """Return somebody's game of a contest."""
    join = world.tables.contests.join
    return TableDriver(await join(who, contest, channel, request=request))


def contest_named(name: str, ends: float | None = None) -> NewContest:
    """Return a contest to open."""
    return NewContest(CHANNEL, GUILD, "toy", name, ends=ends)


def how(receipt: Receipt) -> str:
    """Return how whoever pressed has to show the card; empty: the outbox does."""
    return receipt.delivery.how if receipt.delivery else ""


async def walked(world: TableWorld, moves: int = 4) -> TableDriver:
    """A game in which Ann and Bob have walked to and fro."""
    table = await world.begun()
    for move in range(moves):
        await table.act((ANN, BOB)[move % 2], ("step s", "step n", "step e", "step w")[move])
    return table


# ---------------------------------------------------------------- undo


async def test_undo_says_first_what_it_would_take_back(world: TableWorld) -> None:
    table = await walked(world)
    await table.act(ANN, "look")
    preview = await table.history.undo_preview(BOB.id, 2)
    assert preview.turns == 2
    assert [str(line) for line in preview.lines] == ["step w: Bob walks w.", "an action"]
    assert "to before “step w: Bob walks w.”" in str(preview.text)
    own = await table.history.undo_preview(ANN.id, 1)
    assert str(own.lines[0]).startswith("look: Your word is ")
    assert (await table.view(None)).turn == 4
    with pytest.raises(Refusal, match="5 moves"):
        await table.history.undo_preview(ANN.id, 6)


async def test_only_those_who_have_a_vote_are_offered_a_motion_to_undo(world: TableWorld) -> None:
    table = await walked(world)
    for who, taken in ((BOB, True), (EVE, False)):  # Eve is in no game
        assert await table.actor.would_take(who, [MoveToUndo(1)]) == [taken]
    with pytest.raises(Refusal, match="no vote"):
        await table.move_to_undo(EVE, 1)


async def test_the_last_events_are_those_of_the_last_action_and_none_once_it_is_undone(
    world: TableWorld,
) -> None:
    table = await walked(world)
    assert [event.kind for event in await table.history.last_events(None)] == ["news"]
    await table.undo(ANN, 1)
    assert await table.history.last_events(None) == ()


async def test_an_action_and_its_card_read_nothing_and_see_what_a_fresh_reader_sees(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await walked(world, 2)
    await table.history.latest(None, 60)
    asked: list[object] = []
    read = Readers.read

    async def counted(readers: Readers, work: Callable[[Connection], Any]) -> Any:
        asked.append(work)
        return await read(readers, work)

    monkeypatch.setattr(Readers, "read", counted)
    for turn in range(80):
        await table.act((ANN, BOB)[turn % 2], f"step {'snns'[turn % 4]}")
        told = [await table.history.latest(seat, count) for seat in (None, 0) for count in (9, 60)]
    assert asked == []
    monkeypatch.undo()
    for found, seat in zip(told[1::2], (None, 0), strict=True):
        fresh = GameHistory(table.actor.memory, table.reader, world.tables.services)
        assert found == await fresh.latest(seat, 60) == (await fresh.records(seat))[-60:]


async def test_undo_goes_back_with_new_dice_and_a_new_card(world: TableWorld) -> None:
    table = await walked(world)
    card, second = table.game.card, await table.history.view_at(5, 0)
    receipt = await table.undo(ANN, 2, request="u")
    assert receipt.card == card + 1
    assert (await table.view(0)) == second
    assert await table.undo(ANN, 2, request="u") == receipt
    assert await table.history.turns() == (4, 5)
    await table.act(ANN, "step s")
    await table.undo(ANN, 2)
    await table.undo(ANN, 1)
    state = decoded(await table.dump())
    assert state.turn == 0
    assert (await table.history.proof()).ok
    await world.restart()
    assert (await (await world.table()).view(None)).turn == 0


async def test_who_is_not_in_charge_asks_everybody_and_nobody_undoes_in_a_ladder_game(
    world: TableWorld,
) -> None:
    table = await walked(world)
    moves = await table.history.turns()
    await table.undo(BOB)
    assert table.state.motion is not None, "they have to ask everybody"
    assert await table.history.turns() == moves
    await table.vote(ANN, ["yes"], motion=True)
    assert len(await table.history.turns()) == len(moves) - 1
    with pytest.raises(Refusal, match="no vote"):
        await table.undo(EVE)
    await table.change_setting(ANN, "undo", "off")
    with pytest.raises(Refusal):
        await table.undo(ANN)
    await table.end(ANN)
    ladder = await world.found(CHANNEL, ANN, "toy", settings={"ladder": "on"})
    await ladder.begin(ANN)
    await ladder.act(ANN, "step s")
    with pytest.raises(Refusal):
        await ladder.undo(ANN)
    with pytest.raises(Refusal, match="ladder"):
        await ladder.change_setting(ANN, "undo", "founder")
    with pytest.raises(Refusal, match="settled"):
        await ladder.change_setting(ANN, "ladder", "off")
    with pytest.raises(Refusal, match="ladder"):
        await world.tables.transfer.may_fork(ANN, ladder.game.id)


@pytest.mark.parametrize("seed", sampled(range(6), 1, pytest.mark.soak(part="random")))
async def test_the_card_offers_undo_only_where_it_works(world: TableWorld, seed: int) -> None:
    chance, table = random.Random(seed), await world.begun()
    offered = 0
    for _ in range(40):
        await world.outbox.flush()
        if await can_undo(table.actor):
            offered += 1
            assert (await table.history.undo_preview(BOB.id)).turns == 1
            if chance.random() < 0.4:
                moves = len(await table.history.turns())
                await table.undo(ANN)
                assert len(await table.history.turns()) == moves - 1
                continue
        with suppress(Refusal):
            await table.act(chance.choice((ANN, BOB)), f"step {chance.choice('nesw')}")
    assert offered
    await table.change_setting(ANN, "undo", "off")
    assert not await can_undo(table.actor)


# ---------------------------------------------------------------- replay


async def test_any_turn_can_be_seen_again_also_those_taken_back(world: TableWorld) -> None:
    table = await world.begun()
    seen = {}
    for move in range(60):
        there = move // 2 % 2 == 0
        await table.act(
            *((ANN, "step s" if there else "step n"), (BOB, "step n" if there else "step s"))[
                move % 2
            ]
        )
        seen[table.game.number] = [await table.view(seat) for seat in (None, 0, 1)]
        if move == 40:
            await table.undo(ANN, 1)
            await table.act(ANN, "step s")
            seen[table.game.number] = [await table.view(seat) for seat in (None, 0, 1)]
    await world.restart()
    table = await world.table()
    for number, views in [*seen.items()][::3]:
        assert [await table.history.view_at(number, seat) for seat in (None, 0, 1)] == views
    standing = await table.history.turns()
    film = await table.history.film(1, 10_000, 1)
    assert list(film.views) == [seen[number][2] for number in standing]
    with pytest.raises(Refusal):
        await table.history.film(9999, 9999, 0)
    with pytest.raises(Refusal):
        await table.history.view_at(0, 0)


async def test_the_log_as_text_keeps_secrets_till_the_end(world: TableWorld) -> None:
    table = await walked(world)
    await table.act(ANN, "look")
    word = (await table.view(0)).facts[-1][1]
    assert word in str(await table.history.whole_log(0))
    for seat in (None, 1):
        assert word not in str(await table.history.whole_log(seat))
    assert SEED.hex() not in str(await table.history.whole_log(0))
    await table.end(ANN)
    final = await table.history.whole_log(None)
    assert word in str(final)
    assert final.seed == SEED.hex()


# ---------------------------------------------------------------- dice


async def test_a_proof_finds_a_state_that_was_tampered_with(world: TableWorld) -> None:
    table = await walked(world)
    proof = await table.history.proof()
    assert (proof.ok, proof.actions) == (True, 4)
    assert commitment(SEED) in proof.text
    toy = Toy()
    state = toy.load(await table.dump())
    state.secrets[1] = "AAAA"
    forged = zlib.compress(toy.dump(state))
    store = world.tables.store
    newest = update(t.snapshots).where(~t.snapshots.c.kept)
    await store.database.write(lambda db: db.execute(newest.values(state=forged)))
    proof = await table.history.proof()
    assert not proof.ok
    assert "entry 7" in proof.text
    await store.database.write(lambda db: db.execute(update(t.seeds).values(seed=bytes(16))))
    assert "not the one" in (await table.history.proof()).text


class Rolling(Toy):
    """The toy, whose steps let dice be seen, some by one seat alone."""

    name = "rolling"

    def apply(
        self, state: GuessingState, seat: int, action: object, dice: ActionDice
    ) -> list[Event]:
        """As the toy, with a public and a secret die."""
        events = super().apply(state, seat, action, dice)  # type: ignore[arg-type]
        secret = Event("roll", "A secret roll.", (seat,), rolls=(Roll("luck", 6, (6,)),))
        return [*events, Event("roll", "A roll.", rolls=(Roll("hit", 20, (5, 15)),)), secret]


async def test_luck_counts_the_dice_that_a_seat_has_seen(world: TableWorld) -> None:
    world.rulesets["rolling"] = Rolling()
    table = await world.found(CHANNEL, ANN, "rolling")
    await table.join(BOB)
    await table.begin(ANN)
    await table.act(ANN, "step s")
    await table.act(BOB, "step n")
    await table.act(ANN, "step s")
    (public,) = roll_stats(await table.history.rolled_events(None))
    assert (public.purpose, public.sides, public.rolls, public.mean, public.expected) == (
        "hit",
        20,
        6,
        10.0,
        10.5,
    )
    assert public.faces == ((5, 3), (15, 3))
    seen = roll_stats(await table.history.rolled_events(0))
    assert [(each.purpose, each.rolls) for each in seen] == [("hit", 6), ("luck", 2)]


# ---------------------------------------------------------------- forks


async def test_a_fork_goes_on_from_any_line_with_dice_of_its_own(world: TableWorld) -> None:
    table = await walked(world)
    fresh = bytes(range(100, 116))
    world.draw = lambda n: (fresh * n)[:n]
    with pytest.raises(Refusal):
        await forked(world, BOB, table.game.id, 5, THREAD, GUILD)
    fork = await forked(world, ANN, table.game.id, 5, THREAD, GUILD, request="f")
    again = await forked(world, ANN, table.game.id, 5, THREAD, GUILD, request="f")
    assert again.game.id == fork.game.id
    assert await fork.view(0) == await table.history.view_at(5, 0)
    assert fork.game.header
    assert fork.game.header.seed_hash == commitment(fresh)
    assert SEED not in await fork.dump()
    assert (await entries(world, table))[-1] == ForkMade(5)
    await fork.act(ANN, "step s")
    await fork.undo(ANN, 1)
    assert (await fork.history.proof()).ok
    assert (await table.view(None)).turn == 4
    await fork.end(ANN)
    assert SEED.hex() not in str(await fork.history.whole_log(None))
    with pytest.raises(Refusal, match="has a game"):
        await forked(world, ANN, table.game.id, 5, CHANNEL, GUILD)


# ---------------------------------------------------------------- files


async def test_a_running_game_is_sealed_in_its_file_and_goes_on_elsewhere(
    world: TableWorld,
) -> None:
    table = await walked(world)
    await table.act(ANN, "look")
    data = await world.tables.transfer.export(BOB, table.game.id)
    word = (await table.view(0)).facts[-1][1]
    for secret in (SEED, word.encode(), b"Your word is"):
        assert secret not in data
    with pytest.raises(Refusal, match="Only people who play"):
        await world.tables.transfer.export(EVE, table.game.id)
    fresh = bytes(range(100, 116))
    world.draw = lambda n: (fresh * n)[:n]
    copy = await loaded(world, ANN, data, THREAD, 77, request="i")
    assert (copy.game.guild, copy.game.founder) == (77, ANN.id)
    assert await copy.view(0) == await table.view(0)
    assert await copy.history.view_at(5, 1) == await table.history.view_at(5, 1)
    drawn = await world.tables.store.games.secrets(copy.game.id)
    last = table.game.number
    assert [(each.first, each.secret.seed) for each in drawn] == [(0, SEED), (last + 1, fresh)]
    await copy.act(ANN, "step s")
    await copy.undo(ANN, 1)
    assert (await copy.history.proof()).ok
    assert (await loaded(world, ANN, data, THREAD, 77, request="i")).game.id == copy.game.id


async def test_only_a_bot_with_the_same_key_opens_a_running_game(
    world: TableWorld, tmp_path: Path
) -> None:
    table = await walked(world)
    data = await world.tables.transfer.export(ANN, table.game.id)
    other = await TableWorld(tmp_path / "other.db").open()
    other.draw = lambda n: bytes(n)
    other.tables.transfer.secrets = FileSecrets("theirs")
    with pytest.raises(Refusal, match="sealed by another bot"):
        await loaded(other, ANN, data, THREAD, 77)
    world.tables.transfer.secrets = FileSecrets("theirs")
    shared = await world.tables.transfer.export(ANN, table.game.id)
    copy = await loaded(other, ANN, shared, THREAD, 77)
    assert (await copy.view(None)).turn == 4
    await other.close()


async def test_files_sealed_before_a_change_of_the_key_open_until_a_stated_day(
    world: TableWorld,
) -> None:
    table = await walked(world)
    by_own_key = await world.tables.transfer.export(ANN, table.game.id)
    world.tables.transfer.secrets = FileSecrets("first")
    by_first = await world.tables.transfer.export(ANN, table.game.id)
    until = datetime.fromtimestamp(world.time.now, UTC).date()
    world.tables.transfer.secrets = FileSecrets("second", (OldSecret("first", until),))
    assert (await loaded(world, ANN, by_own_key, THREAD, 77)).game.phase == "play"
    assert (await loaded(world, ANN, by_first, THREAD + 1, 77)).game.phase == "play"
    world.time.pass_(DAY)
    with pytest.raises(Refusal, match="sealed by another bot"):
        await loaded(world, ANN, by_first, THREAD + 2, 77)


def step_another_way(_head: Parts, body: Parts) -> None:
    """Let a step go another way."""
    first = next(each for each in body["records"] if each["entry"].get("action") == "step s")
    first["entry"]["action"] = "step e"


async def test_a_finished_game_opens_anywhere_and_is_checked(
    world: TableWorld, tmp_path: Path
) -> None:
    table = await walked(world)
    await table.undo(ANN, 2)
    await table.act(ANN, "step s")
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    other = await TableWorld(tmp_path / "other.db").open()
    copy = await loaded(other, EVE, data, THREAD, 77)
    assert copy.game.phase == "over"
    assert (await copy.view(None)).turn == 3
    assert await copy.history.records() == await table.history.records()
    for bad in (
        damaged(data, step_another_way),
        data[:-9],
        b"",
        MAGIC,
        MAGIC + b"\x00" * 40,
        b"PK\x03\x04",
    ):
        with pytest.raises(Refusal):
            await loaded(other, EVE, bad, THREAD + 1, 77)
    await other.close()


async def test_a_file_that_says_it_goes_on_but_is_not_sealed_is_refused(world: TableWorld) -> None:
    table = await walked(world)
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    going = damaged(data, put("head.game.phase", "play"))
    with pytest.raises(Refusal, match="cannot be taken up"):
        await loaded(world, ANN, going, THREAD, 77)


# ---------------------------------------------------------------- contests


async def test_in_a_contest_all_have_the_same_start_and_the_seed_waits_for_the_end(
    world: TableWorld,
) -> None:
    tables = world.tables
    contest = await tables.contests.open(MANAGER, contest_named("Spring"), request="c")
    assert contest.published is None
    assert (await tables.contests.open(MANAGER, contest_named("X"), request="c")) == contest
    with pytest.raises(Refusal, match="has a contest"):
        await tables.contests.open(MANAGER, contest_named("Again"))
    anns = await entered(world, ANN, contest.id, 201, request="j")
    again = await entered(world, ANN, contest.id, 201, request="j")
    assert again.actor is anns.actor
    for channel in (203, 201):
        with pytest.raises(Refusal, match="already"):
            await entered(world, ANN, contest.id, channel)
    bobs = await entered(world, BOB, contest.id, 202)
    words = [[(await t.view(seat)).facts[-1] for seat in (0, 1)] for t in (anns, bobs)]
    assert words[0] == words[1]
    with pytest.raises(Refusal):
        await anns.undo(ANN)
    other = words[0][1][1]
    await anns.act(ANN, f"guess {other}")
    await anns.act(ANN, "yes")
    await world.outbox.flush()
    assert anns.game.phase == "over"
    assert (await anns.status()).seed is None
    assert SEED.hex() not in str(await anns.history.whole_log(None))
    assert world.office.shown("notice") == []
    with pytest.raises(Refusal):
        await tables.transfer.may_fork(ANN, anns.game.id)
    await bobs.act(BOB, "step s")

    standings = await tables.contests.standings(contest.id)
    assert [(p.place, p.person, p.won, p.title) for p in standings.rows] == [
        (1, ANN.id, True, "Ann wins"),
        (2, BOB.id, False, ""),
    ]
    with pytest.raises(Refusal):
        await tables.contests.end(BOB, contest.id)
    ended = await tables.contests.end(MANAGER, contest.id)
    assert ended.contest.published == SEED.hex()
    assert await tables.contests.end(MANAGER, contest.id) == ended
    assert bobs.game.phase == "over"
    assert (await anns.status()).seed == SEED.hex()
    assert (await anns.history.proof()).ok
    with pytest.raises(Refusal, match="over"):
        await entered(world, EVE, contest.id, 204)


async def test_a_contest_ends_by_itself_when_its_time_has_come(world: TableWorld) -> None:
    tables = world.tables
    contest = await tables.contests.open(ANN, contest_named("Short", world.time.now + DAY))
    game = await entered(world, BOB, contest.id, 201)
    await tables.contests.end_due()
    assert await tables.contests.at(CHANNEL) == contest
    world.time.pass_(DAY)
    await tables.contests.end_due()
    found = await tables.contests.at(CHANNEL)
    assert found
    assert found.ended == world.time.now
    assert game.game.phase == "over"


# ---------------------------------------------------------------- cards in place


async def test_the_same_turn_goes_on_in_the_message_that_was_pressed(world: TableWorld) -> None:
    table = await world.begun()
    (shown,) = [m for m, owed in world.office.messages.items() if owed.card == table.game.card]
    receipt = await table.act(ANN, "guess AAAA", press=Press(2, shown), request="g")
    assert (how(receipt), receipt.card) == ("edit", 3)
    assert receipt.delivery
    await world.tables.delivered(receipt.delivery, shown)
    await ring(world, 10)
    assert [owed.card for owed in world.office.shown("card")] == [2]
    assert world.office.edits == []
    # Nobody draws it: the outbox does.
    await table.act(ANN, "no", press=Press(3, shown))
    await world.outbox.flush()
    await table.act(BOB, "guess AAAA", card=4)
    await world.outbox.flush()
    cards = [m for m, owed in world.office.messages.items() if owed.card == table.game.card]
    receipt = await table.act(BOB, "no", press=Press(5, cards[0]))
    assert how(receipt) != "edit"  # another turn begins with it
    await world.outbox.flush()


async def test_a_card_in_place_that_nobody_draws_is_edited_by_the_outbox(world: TableWorld) -> None:
    table = await world.begun()
    (shown,) = [m for m, owed in world.office.messages.items() if owed.card == table.game.card]
    await table.act(ANN, "guess AAAA", press=Press(2, shown))
    await world.restart()
    await ring(world, 10)
    edited = [owed for owed in world.office.edits if owed.kind == "redraw"]
    assert [(owed.card, owed.message) for owed in edited] == [(3, shown)]
    table = await world.table()
    receipt = await table.act(ANN, "yes", press=Press(3, 999))
    assert how(receipt) != "edit"
    await world.outbox.flush()
    assert world.office.shown("card")[-1].card == 4
    assert await rows(world.tables.store, "SELECT number FROM cards WHERE state = 'live'") == [(4,)]


@pytest.mark.parametrize(("drawn", "edits"), [(True, [0, 0, 1]), (False, [1, 1, 2])])
async def test_what_the_presser_has_drawn_is_not_edited_again_for_some_seconds(
    world: TableWorld, drawn: bool, edits: list[int]
) -> None:
    table = await world.begun()
    (shown,) = [m for m, owed in world.office.messages.items() if owed.card == table.game.card]
    world.time.pass_(10)
    receipt = await table.act(ANN, "guess AAAA", press=Press(2, shown))
    assert receipt.delivery
    await world.tables.delivered(receipt.delivery, shown if drawn else None)
    await world.outbox.flush()
    await table.pause(ANN)  # which draws it again
    counts = []
    for seconds in (0, 4.9, 0.1):
        world.time.pass_(seconds)
        await world.outbox.flush()
        counts.append(len(world.office.edits))
    assert counts == edits
