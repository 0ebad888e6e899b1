"""One game at a table: what people may ask, and what comes of it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import DBAPIError

from engine.common.game_log import ActionLine, digest, play, start
from engine.contract.action import GM, Action
from engine.contract.dice import GameSecret
from engine.contract.view import Turn, View
from table.commands.play import Act
from table.errors import NoGame, Refusal, StaleCard, TableFault
from table.history.entries import Acted, RulesChanged, without_key
from table.shown_names import fill_names
from table.state import Person
from tests.table.world import (
    ANN,
    BOB,
    CHANNEL,
    EVE,
    GUILD,
    SEED,
    TableWorld,
    all_rows,
    change,
    rows,
)
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered


async def refused(request: object) -> str:
    """The sentence with which a request is refused."""
    with pytest.raises(Refusal) as refusal:
        await request  # type: ignore[misc]
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    return sentence


async def test_a_game_goes_from_the_lobby_to_its_end(world: TableWorld) -> None:
    table = await world.begun()

    receipt = await table.act(ANN, "step s", card=2, request="a")
    assert (receipt.entry, receipt.card) == (Acted(0, "step s"), 3)
    assert [event.text for event in receipt.events] == ["Ann walks s."]

    word = (await table.view(0)).facts[-1][1]
    await table.act(BOB, f"guess {word}")
    assert (await table.view(1)).question == f"Are you sure of {word}?"
    await table.act(BOB, "yes")

    status = await table.status()
    assert status.game.phase == "over"
    assert status.outcome
    assert status.outcome.title == "Bob wins"
    assert status.seed == SEED.hex()
    assert "over" in await refused(table.act(ANN, "step s"))
    assert await table.reader.offers(0) == ()

    await world.outbox.flush()
    assert world.office.shown("notice") == []  # the last card tells how it ended, and the seed
    assert (await world.found(CHANNEL, EVE, "toy")).game.id != table.game.id


async def test_the_seed_stays_sealed_until_the_end(
    world: TableWorld, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.begun()
    receipts = [await table.act(ANN, "step s"), await table.act(BOB, "step n")]
    await world.outbox.flush()
    said = [
        receipts,
        await table.status(),
        table.game,
        await table.history.records(0),
        world.office.messages,
        caplog.text,
    ]
    for shape in (SEED.hex(), repr(SEED)[2:-1], SEED.decode("latin-1")):
        assert shape not in repr(said)
    assert (await table.status()).seed is None


async def test_a_fault_of_the_store_does_not_tell_the_seed(world: TableWorld) -> None:
    await change(world.tables.store, "DROP TABLE seeds")
    with pytest.raises(DBAPIError) as raised:
        await world.found(CHANNEL, ANN, "toy")
    assert "INSERT INTO seeds" in str(raised.value)
    assert repr(SEED)[2:-1] not in str(raised.value)


async def test_the_public_sees_no_secret(world: TableWorld) -> None:
    table = await world.begun()
    words = [(await table.view(seat)).facts[-1][1] for seat in (0, 1)]
    await table.act(ANN, f"guess {words[0]}")
    await table.act(ANN, "no")
    await table.act(BOB, "look")
    await world.outbox.flush()

    for seat, hidden in ((None, words), (0, words[1:]), (1, words[:1])):
        shown = repr([await table.view(seat), await table.history.records(seat)])
        assert not any(word in shown for word in hidden)
    posted = repr([world.office.messages, await table.status()])
    assert not any(word in posted for word in words)


async def test_the_same_request_plays_once_and_gets_the_same_receipt(world: TableWorld) -> None:
    table = await world.begun()
    first = await table.act(ANN, "step s", card=2, request="a")
    assert await table.act(ANN, "step s", card=2, request="a") == first
    await world.restart()
    table = await world.table()
    assert await table.act(ANN, "step s", card=2, request="a") == first
    assert (await table.view(None)).turn == 1


async def test_the_same_request_side_by_side_plays_once(world: TableWorld) -> None:
    table = await world.begun()
    receipts = await asyncio.gather(*(table.act(ANN, "step s", request="a") for _ in range(5)))
    assert len(set(map(repr, receipts))) == 1
    assert (await table.view(None)).turn == 1


async def test_a_request_refused_once_stays_refused(world: TableWorld) -> None:
    table = await world.begun()
    await refused(table.act(BOB, "step n", request="b"))
    await table.act(ANN, "step s")
    await refused(table.act(BOB, "step n", request="b"))
    assert (await table.view(None)).turn == 1


async def test_founding_twice_by_one_request_gives_one_table(world: TableWorld) -> None:
    tables = [await world.found(CHANNEL, ANN, "toy", request="f") for _ in range(2)]
    assert tables[0].actor is tables[1].actor


async def test_a_button_of_an_earlier_card_is_refused(world: TableWorld) -> None:
    table = await world.begun()
    await table.act(ANN, "step s", card=2)
    with pytest.raises(StaleCard):
        await table.act(BOB, "step n", card=2)
    await table.act(BOB, "step n", card=3)


async def test_two_who_press_at_once_move_once(world: TableWorld) -> None:
    table = await world.begun("first")
    answers = await asyncio.gather(
        table.act(ANN, "step s", card=2, request="a"),
        table.act(BOB, "step s", card=2, request="b"),
        return_exceptions=True,
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Receipt", "StaleCard"]
    assert (await table.view(None)).turn == 1


async def test_the_game_master_is_answered_with_the_name_of_whom_a_line_speaks(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mastered, "turn", lambda _rules, state: Turn(state.turn, (0,), also=(GM,)))
    table = await world.found(CHANNEL, ANN, "mastered", mode="table")
    for person in (BOB, EVE):
        await table.join(person)
    await table.begin(ANN)
    (event,) = (await table.act(ANN, "look")).events
    assert str(event.text).startswith("Bob: Your word is ")
    (event,) = (await table.act(BOB, "look")).events
    assert str(event.text).startswith("Your word is ")


async def test_looking_changes_nothing_and_posts_no_card(world: TableWorld) -> None:
    table = await world.begun()
    card = table.game.card
    receipt = await table.act(ANN, "look")
    assert receipt.card == card
    assert receipt.events[0].audience == (0,)
    requests = world.office.requests
    await world.outbox.flush()
    assert world.office.requests == requests


@pytest.mark.parametrize(
    ("who", "what", "sentence"),
    [
        (BOB, "step n", "It is not your turn."),
        (EVE, "step n", "You have no character in this game."),
        (ANN, "step n", "You cannot do that now."),
        (ANN, "step", "Say step, guess, look, yes or no."),
        (ANN, "", "Say step, guess, look, yes or no."),
        (ANN, "x" * 5000, "That is too long for an action."),
        (ANN, "@everyone \0 **", "Say step, guess, look, yes or no."),
        (ANN, Action("fly", ("home",)), "Say step, guess, look, yes or no."),
    ],
)
async def test_a_refused_action_changes_nothing(
    world: TableWorld, who: Person, what: str, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = await world.begun()
    before = await all_rows(world.tables.store)
    assert await refused(table.act(who, what, request="r")) == sentence
    assert await all_rows(world.tables.store) == before
    assert caplog.text == ""


async def test_an_action_that_can_mean_several_things_lists_them(world: TableWorld) -> None:
    table = await world.begun()
    with pytest.raises(Refusal) as refusal:
        await table.act(ANN, "guess")
    assert "guess AAAA" in refusal.value.choices


async def test_another_character_cannot_be_played(world: TableWorld) -> None:
    table = await world.begun()
    assert await refused(table.act(ANN, "step s", seat=1)) == "That character is not yours to play."


class TestLobby:
    """Before a game begins."""

    async def test_a_second_game_in_a_channel_is_refused(self, world: TableWorld) -> None:
        await world.found(CHANNEL, ANN, "toy")
        before = await all_rows(world.tables.store)
        await refused(world.found(CHANNEL, BOB, "toy"))
        assert await all_rows(world.tables.store) == before

    async def test_of_two_games_founded_at_once_one_is_refused(self, world: TableWorld) -> None:
        answers = await asyncio.gather(
            *(world.found(CHANNEL, who, "toy") for who in (ANN, BOB)), return_exceptions=True
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Refusal", "TableDriver"]

    async def test_unknown_games_settings_and_modes_are_refused(self, world: TableWorld) -> None:
        async def found(channel: int, guild: int, who: Person, name: str, **more: Any) -> None:
            await world.found(channel, who, name, guild=guild, **more)

        assert "toy" in await refused(found(CHANNEL, GUILD, ANN, "chess"))
        assert "letters" in await refused(found(CHANNEL, GUILD, ANN, "toy", options={"x": "1"}))
        assert "4, 6" in await refused(found(CHANNEL, GUILD, ANN, "toy", options={"letters": "5"}))
        assert "solo" in await refused(found(CHANNEL, GUILD, ANN, "toy", mode="anarchy"))
        with pytest.raises(NoGame):
            await world.table()

    async def test_names_are_kept_as_they_are_but_short_and_printable(
        self, world: TableWorld
    ) -> None:
        table = await world.found(CHANNEL, Person(1, "@everyone **bold**"), "toy")
        assert table.members[0].name == "@everyone **bold**"
        await table.join(Person(2, "Bob", character="x" * 40))
        assert table.members[1].name == "x" * 32
        for bad in ("   ", "a\nb", "a\0b", "a\u202eb", "a\U000f0001b", "a\ue000b"):
            await table.leave(BOB)
            await refused(table.join(Person(2, "Bob", character=bad)))
            await table.join(Person(2, bad))
            assert table.members[1].name in ("ab", "Somebody")

    async def test_two_of_one_name_are_told_apart(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        await table.join(Person(2, "ann"))
        assert [member.name for member in table.members] == ["Ann", "ann 2"]

    async def test_a_second_joining_and_a_full_game_are_refused(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        assert "already" in await refused(table.join(ANN))
        await table.join(BOB)
        await table.begin(ANN)
        assert "taken" in await refused(table.join(EVE))

    async def test_a_full_lobby_becomes_a_group_that_votes(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        await table.join(BOB)
        assert table.game.mode == "solo"
        await table.join(EVE)
        assert table.game.mode == "vote"
        assert "too many" in await refused(table.choose_mode(BOB, "solo"))
        await table.choose_mode(BOB, "rota")
        assert table.game.mode == "rota"
        await table.begin(ANN)
        assert "begun" in await refused(table.choose_mode(BOB, "vote"))

    async def test_only_the_founder_or_a_manager_begins(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        await table.join(BOB)
        await refused(table.begin(BOB))
        await table.begin(Person(9, "Mod", manager=True))
        assert "begun" in await refused(table.begin(ANN))

    async def test_a_lobby_that_all_have_left_is_over(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        await table.join(BOB)
        await table.leave(ANN)
        assert table.game.founder == BOB.id
        await table.leave(BOB)
        assert table.game.phase == "over"
        assert (await table.status()).seed is None

    async def test_one_alone_holds_all_the_seats_that_are_needed(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        await table.begin(ANN)
        assert [(seat.character, seat.person) for seat in table.seats] == [("Ann", 1), ("Ann 2", 1)]
        assert [(await table.act(ANN, way)).seat for way in ("step s", "step n")] == [0, 1]

    async def test_settings_hold_until_the_game_begins(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy", options={"letters": "6"})
        await refused(table.change_setting(BOB, "letters", "4"))
        await refused(table.change_setting(ANN, "letters", "5"))
        await table.change_setting(ANN, "letters", "4")
        await world.restart()
        table = await world.table()
        assert table.game.options == {"letters": "4"}
        await table.begin(ANN)
        assert len((await table.view(0)).facts[-1][1]) == 4
        await refused(table.change_setting(ANN, "letters", "6"))
        await table.change_setting(ANN, "mode", "first")
        assert table.game.options == {"letters": "4"}
        with pytest.raises(Refusal):
            await table.change_setting(ANN, "mode", "anarchy")

    async def test_there_is_nothing_to_see_or_do_in_a_lobby(self, world: TableWorld) -> None:
        table = await world.found(CHANNEL, ANN, "toy")
        await refused(table.view(None))
        assert await table.reader.offers(0) == ()
        await refused(table.act(ANN, "step s"))
        await refused(table.pause(ANN))
        await refused(table.resume(ANN))


class TestPeople:
    """They come and go in the middle."""

    async def test_a_free_seat_is_taken_by_whoever_joins(self, world: TableWorld) -> None:
        table = await world.begun()
        await refused(table.join(EVE))
        await table.leave(ANN)
        assert (table.game.founder, table.seats[0].person) == (BOB.id, None)
        await refused(table.act(ANN, "step s"))
        await table.join(EVE)
        assert (await table.act(EVE, "step s")).seat == 0

    async def test_a_game_that_all_have_left_waits_for_the_next(self, world: TableWorld) -> None:
        table = await world.begun()
        await table.leave(ANN)
        await table.leave(BOB)
        assert (table.game.phase, table.game.pause_reason) == ("paused", "Nobody is left.")
        await table.join(EVE)
        await table.resume(EVE)
        await table.act(EVE, "step s")

    async def test_a_paused_game_stands_still(self, world: TableWorld) -> None:
        table = await world.begun()
        await refused(table.pause(BOB))
        await table.pause(ANN, "Dinner.")
        assert await refused(table.act(ANN, "step s")) == "The game is paused. Dinner."
        assert await table.reader.offers(0) == ()
        assert (await table.status()).turn.waiting == ()
        await world.restart()
        table = await world.table()
        await refused(table.resume(BOB))
        await table.resume(ANN)
        await table.act(ANN, "step s")

    async def test_only_the_founder_or_a_manager_ends_a_game(self, world: TableWorld) -> None:
        table = await world.begun()
        await refused(table.end(BOB))
        await table.end(Person(9, "Mod", manager=True))
        assert (await table.status()).seed == SEED.hex()
        await refused(table.end(ANN))

    async def test_preferences_are_kept(self, world: TableWorld) -> None:
        await world.tables.preferences.set(1, "tiles", "letters")
        await world.tables.preferences.set(1, "tiles", "pictures")
        await world.restart()
        assert await world.tables.preferences.of(1) == {"tiles": "pictures"}
        await world.tables.preferences.set(1, "tiles", None)
        assert await world.tables.preferences.of(1) == {}

    async def test_games_are_listed_by_server_and_by_member(self, world: TableWorld) -> None:
        table = await world.begun()
        await world.found(CHANNEL + 1, EVE, "toy", guild=GUILD + 1)
        assert [game.id for game in await world.tables.games()] == [1, 2]
        assert [game.id for game in await world.tables.games(guild=GUILD)] == [1]
        assert [game.id for game in await world.tables.games(person=EVE.id)] == [2]
        await table.end(ANN)
        assert await world.tables.games(person=BOB.id) == []


class TestFaults:
    """Faults of a ruleset or the store change nothing."""

    @pytest.mark.parametrize("where", ["after", "dump", "view"])
    async def test_an_exception_in_the_rules_changes_nothing(
        self,
        world: TableWorld,
        monkeypatch: pytest.MonkeyPatch,
        where: str,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        table = await world.begun()
        before, view = await all_rows(world.tables.store), await table.view(0)
        apply = Toy.apply

        def broken(self: Toy, *args: object) -> object:
            if where == "after":
                apply(self, *args)  # type: ignore[arg-type]
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr(Toy, "apply" if where == "after" else where, broken)
            with pytest.raises(TableFault) as fault:
                await table.act(ANN, "step s", request="a")
        assert fault.value.error_id in str(fault.value)
        assert fault.value.error_id in caplog.text
        assert await all_rows(world.tables.store) == before
        assert await table.view(0) == view
        assert (await table.act(ANN, "step s", request="a")).number == 4

    async def test_a_view_that_breaks_is_a_fault_with_an_id(
        self, world: TableWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.begun()
        with monkeypatch.context() as patch:
            patch.setattr(Toy, "view", lambda *args: 1 / 0)
            with pytest.raises(TableFault):
                await table.view(1)
        assert (await table.view(1)).turn == 0

    async def test_a_game_that_cannot_be_read_can_be_asked_about_and_ended(
        self, world: TableWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await world.begun()
        await world.restart()
        table = await world.table()
        monkeypatch.setattr(Toy, "load", lambda *args: 1 / 0)
        with pytest.raises(TableFault):
            await table.act(ANN, "step s")
        assert "error" in (await table.reader.problems())[0]
        await table.end(ANN)
        assert table.game.phase == "over"

    async def test_who_gives_up_waiting_does_not_stop_the_move(self, world: TableWorld) -> None:
        table = await world.begun()
        asking = asyncio.create_task(table.act(ANN, "step s", request="a"))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert (await table.act(ANN, "step s", request="a")).entry == Acted(0, "step s")
        assert (await table.view(None)).turn == 1

    async def test_looking_does_not_wait_for_a_long_move(
        self, world: TableWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.begun()
        go, apply = threading.Event(), Toy.apply

        def slow(self: Toy, *args: object) -> object:
            go.wait(100)
            return apply(self, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(Toy, "apply", slow)
        move = asyncio.create_task(table.act(ANN, "step s"))
        async with asyncio.timeout(60):
            await asyncio.sleep(0.01)
            assert (await table.view(0)).turn == 0
            assert await table.reader.offers(0)
            assert (await table.status()).turn.waiting == (0,)
        assert not move.done()
        go.set()
        await move
        assert (await table.view(0)).turn == 1

    async def test_a_request_after_closing_is_refused(self, world: TableWorld) -> None:
        table = await world.begun()
        await world.tables.close()
        await refused(table.act(ANN, "step s"))
        await world.open()


class TestLog:
    """The log is the game."""

    async def test_a_replay_gives_the_state_of_the_table(self, world: TableWorld) -> None:
        table = await world.begun()
        for who, what in ((ANN, "step s"), (BOB, "guess AEIO"), (BOB, "no"), (ANN, "look")):
            await table.act(who, what)
        head, toy = table.actor.memory.state.game.header, Toy()
        assert head
        secret = GameSecret(SEED)
        again = start(toy, head, secret)
        for record in await world.tables.store.games.records(table.game.id, 0, 1000):
            entry = record.entry
            if isinstance(entry, Acted):
                assert entry.key is not None
                play(again, ActionLine(entry.seat, entry.action), secret.dice(entry.key))
        await world.restart()
        table = await world.table()
        assert digest(await table.running()) == digest(again)

    async def test_other_peoples_actions_are_read_after_the_game(self, world: TableWorld) -> None:
        table = await world.begun()
        await table.act(ANN, "guess AAAA")
        assert (await table.history.records(0))[-1].entry == Acted(0, "guess AAAA")
        assert (await table.history.records(1))[-1].entry == Acted(0, "")
        assert (await table.history.records(None, after=3))[0].events == ()
        await table.end(ANN)
        assert (await table.history.records(None, limit=4))[-1].entry == Acted(0, "guess AAAA")

    async def test_snapshots_are_kept_every_fifty_lines(self, world: TableWorld) -> None:
        table = await world.begun()
        for turn in range(120):
            who = (ANN, BOB)[turn % 2]
            offers = await table.reader.offers(turn % 2)
            await table.act(who, offers[0].action)
        kept = await rows(world.tables.store, "SELECT number, kept FROM snapshots")
        assert kept == [(3, 1), (50, 1), (100, 1), (123, 0)]

    async def test_a_game_outlives_a_change_of_rules(
        self, world: TableWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = await world.begun()
        await table.act(ANN, "step s")
        await world.close()
        monkeypatch.setattr(Toy, "version", 3)
        await world.open()
        table = await world.table()
        await table.act(BOB, "step n")
        records = await world.tables.store.games.records(table.game.id, 3, 9)
        entries = [without_key(record.entry) for record in records]
        assert entries == [Acted(0, "step s"), RulesChanged(3), Acted(1, "step n")]
        kept = await rows(world.tables.store, "SELECT number, rules FROM snapshots")
        assert kept == [(3, 2), (5, 3), (6, 3)]

    async def test_a_change_of_rules_leaves_games_that_are_over_alone(
        self, world: TableWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        await (await world.begun()).end(ANN)
        await world.close()
        monkeypatch.setattr(Toy, "version", 3)
        await world.open()
        table = await world.table()
        assert (await table.view(None)).turn == 0
        assert table.game.number == 4


async def test_many_games_are_reloaded_from_the_store(world: TableWorld) -> None:
    world.tables.registry._keep = 2
    for channel in range(6):
        table = await world.found(channel, ANN, "toy")
        await table.begin(ANN)
        await table.act(ANN, "step s")
    del table
    assert len(world.tables.registry._recent) == 2
    for channel in range(6):
        table = await world.table(channel)
        await table.act(ANN, "step n")
        assert (await table.view(None)).turn == 2


async def test_few_games_stay_in_memory_where_their_states_are_large(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = world.tables.registry._recent
    for channel in range(4):
        await (await world.found(channel, ANN, "toy")).begin(ANN)
    sizes = {number: actor.memory.size for number, actor in kept.items()}
    *_, third, fourth = sizes
    assert all(sizes.values())
    monkeypatch.setattr("table.registry.KEPT_BYTES", sizes[third] + sizes[fourth])
    table = await world.found(4, ANN, "toy")
    assert list(kept) == [third, fourth, table.actor.game.id]
    await table.begin(ANN)
    monkeypatch.setattr("table.registry.KEPT_BYTES", 0)
    sixth = (await world.found(5, ANN, "toy")).actor.game.id
    assert list(kept) == [sixth]


async def test_games_of_a_shard_that_is_given_up_stay_in_no_memory(world: TableWorld) -> None:
    registry, table = world.tables.registry, await world.begun()
    await registry.release(world.tables.shards.of(table.game.guild))
    assert not registry._recent


async def test_what_was_drawn_ahead_is_what_is_read_once_it_is_saved_with_todays_names(
    world: TableWorld,
) -> None:
    table = await world.begun()
    seen: list[View] = []
    await table.actor.run(ANN, Act("step s"), on_view=seen.append)
    assert await table.reader.view(None) is seen[-1]
    await table.actor.run(replace(BOB, name="Bo"), Act("step n"), on_view=seen.append)
    public = table.actor.memory.state.summary
    assert public is not None
    assert await table.reader.view(None) == fill_names(public.public, table.reader.names)
    assert "Bo" in table.reader.names.values()
