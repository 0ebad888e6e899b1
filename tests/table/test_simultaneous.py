"""Simultaneous turns, and turns of the Game Master: who is waited for, and until when."""

from __future__ import annotations

import asyncio
import json

import pytest

from engine.contract.action import GM
from table.errors import Refusal, StaleCard
from table.history.entries import Acted, DeadlineMissed
from table.history.transfer import check_export
from table.outbox import outbox_store
from table.outbox.delivery import Press
from table.outbox.rows import OutboxRow
from table.voting.motions import GameMasterMotion
from tests.table.declaring import Declaring
from tests.table.driver import TableDriver
from tests.table.test_votes import DAY, entries, ring
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld, rows

HOUR = 3600.0


async def declaring(
    world: TableWorld, rules: Declaring | None = None, channel: int = CHANNEL, **settings: str
) -> TableDriver:
    """Return a game of three that has begun; all messages are out."""
    mode = settings.pop("mode", "")
    world.rulesets["declaring"] = rules or Declaring()
    table = await world.found(channel, ANN, "declaring", mode=mode, settings=settings)
    for person in (BOB, EVE):
        await table.join(person)
    await table.begin(ANN)
    await world.outbox.flush()
    return table


async def due_in(world: TableWorld, table: TableDriver) -> dict[str, float]:
    """Return the deadlines to come, in seconds from now."""
    return {d.kind: d.due - world.time.now for d in (await table.status()).deadlines}


async def test_what_one_declares_restarts_nobodys_deadline(world: TableWorld) -> None:
    table = await declaring(world, pace="daily")
    assert (await table.status()).waiting_for == (ANN.id, BOB.id, EVE.id)
    await ring(world, 20 * HOUR)
    await table.act(ANN, "go")
    status = await table.status()
    assert status.waiting_for == (BOB.id, EVE.id)
    assert status.turn.waiting == (1, 2)
    assert (await due_in(world, table))["turn"] == 4 * HOUR
    await table.act(EVE, "go")
    assert (await due_in(world, table))["turn"] == 4 * HOUR
    await table.act(BOB, "stay")
    assert (await due_in(world, table)) == {"turn": DAY, "reminder": DAY / 2}
    assert (await table.status()).turn.waiting == (0, 1, 2)


async def test_who_is_waited_for_alone_is_called_once(world: TableWorld) -> None:
    table = await declaring(world, pace="daily")
    called = []
    for person in (ANN, EVE):
        await table.act(person, "go")
        await world.outbox.flush()
        pings = [row for row in world.office.shown("ping") if "last one" in str(row.content.text)]
        called.append([row.content.people for row in pings])
    assert called == [[], [(BOB.id,)]]


async def test_posts_that_tell_what_was_undone_are_marked_and_others_are_not(
    world: TableWorld,
) -> None:
    table = await declaring(world)
    told = []
    for word in ("go", "stay", "go"):
        for person in (ANN, BOB, EVE):
            await table.act(person, word)
        if len(told) < 2:
            await world.outbox.flush()
        told = [m for m, row in world.office.messages.items() if row.kind == "post"]
    assert len(told) == 2  # the third is still on its way
    await table.undo(ANN, 6)
    world.time.pass_(10)
    await world.outbox.flush()
    marked = [row.message for row in world.office.edits if row.kind == "undone" and not row.card]
    assert marked == told[1:]
    assert [m for m, row in world.office.messages.items() if row.kind == "post"] == told
    for person in (ANN, BOB, EVE):
        await table.act(person, "go")
    await table.undo(ANN, 3)
    world.time.pass_(10)
    await world.outbox.flush()
    marked = [row.message for row in world.office.edits if row.kind == "undone" and not row.card]
    assert marked == told[1:]


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_post_undone_while_it_was_under_way_is_removed_or_not_tried_again(
    world: TableWorld, arrives: bool
) -> None:
    table = await declaring(world)
    under_way, go_on = asyncio.Event(), asyncio.Event()
    post = world.office.post

    async def slow(row: OutboxRow) -> int:
        if row.kind == "post":
            under_way.set()
            await asyncio.wait_for(go_on.wait(), 60)
            if not arrives:
                raise ConnectionError
        return await post(row)

    world.office.post = slow  # type: ignore[method-assign]
    for person in (ANN, BOB, EVE):
        await table.act(person, "go")
    sending = asyncio.create_task(world.outbox.flush())
    await asyncio.wait_for(under_way.wait(), 60)
    await table.undo(ANN, 3)
    go_on.set()
    await sending
    arrives = True
    for _ in range(3):
        world.time.pass_(10)
        await world.outbox.flush()
    assert world.office.shown("post") == []


@pytest.mark.parametrize("ahead", [0, 1])
async def test_of_each_game_only_the_newest_posts_are_marked_when_they_are_undone(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    monkeypatch.setattr(outbox_store, "MAX_KEPT_POSTS", 2)
    tables = [await declaring(world, channel=channel) for channel in (CHANNEL, CHANNEL + 1)]
    for _ in range(3):
        for table in (tables[ahead], tables[1 - ahead]):
            for person in (ANN, BOB, EVE):
                await table.act(person, "go")
            await world.outbox.flush()
    for table in tables:
        await table.undo(ANN, 9)
        world.time.pass_(10)
        await world.outbox.flush()
        own = {m: row for m, row in world.office.messages.items() if row.game == table.game.id}
        told = [message for message, row in own.items() if row.kind == "post"]
        edits = [row for row in world.office.edits if row.kind == "undone" and not row.card]
        assert len(told) == 3
        assert [row.message for row in edits if row.message in own] == told[1:]


async def test_all_who_are_late_play_by_themselves(world: TableWorld) -> None:
    table = await declaring(world, pace="daily", late="autoplay")
    await table.act(BOB, "go")
    await ring(world, DAY)
    assert (await entries(world, table))[-3:] == [
        DeadlineMissed(),
        Acted(0, "stay"),
        Acted(2, "stay"),
    ]
    assert (await table.view(None)).turn == 1
    assert (await table.status()).turn.waiting == (0, 1, 2)
    assert (await due_in(world, table))["turn"] == DAY


async def test_seats_that_play_by_themselves_hold_nobody_up(world: TableWorld) -> None:
    table = await declaring(world)
    await table.set_autoplay(BOB, 1, True)
    await table.set_autoplay(EVE, 2, True)
    await ring(world, 0)
    for turn in (1, 2, 3):
        assert (await table.status()).turn.waiting == (0,)
        await table.act(ANN, "go")
        await ring(world, 0)
        assert (await table.view(None)).turn == turn
    assert (await table.status()).deadlines == ()


async def test_a_seat_declares_once_and_the_buttons_of_the_turn_serve_all(
    world: TableWorld,
) -> None:
    table = await declaring(world)
    first = table.game.card
    await table.act(ANN, "go", card=first)
    with pytest.raises(Refusal, match="not your turn"):
        await table.act(ANN, "go", card=table.game.card)
    await table.act(BOB, "go", card=first)
    await table.act(EVE, "go", card=first)
    for person in (ANN, BOB, EVE):
        with pytest.raises(StaleCard):
            await table.act(person, "go", card=first)


async def test_declarations_of_one_turn_are_drawn_in_its_message(world: TableWorld) -> None:
    table = await declaring(world)
    (message,) = [m for m, row in world.office.messages.items() if row.kind == "card"]
    for person in (ANN, BOB):
        receipt = await table.act(person, "go", press=Press(2, message))
        assert receipt.delivery
        assert (receipt.delivery.how, receipt.delivery.card) == ("edit", table.game.card)
        await world.tables.delivered(receipt.delivery, message)
    await world.outbox.flush()
    assert [row.card for row in world.office.shown("card")] == [2]
    await table.act(EVE, "go")
    await world.outbox.flush()
    assert [row.card for row in world.office.shown("card")] == [2, 5]


async def test_when_the_clock_has_waited_the_first_who_declares_starts_it_again(
    world: TableWorld,
) -> None:
    table = await declaring(world, pace="hourly", late="autoplay")
    for _ in range(5):
        await ring(world, HOUR)
    assert (await table.view(None)).turn == 3
    assert await due_in(world, table) == {}
    await table.act(ANN, "go")
    assert (await due_in(world, table))["turn"] == HOUR


class TestGameMaster:
    """Rulesets that want a Game Master, or wait for one."""

    async def test_rules_that_require_one_are_played_with_one(self, world: TableWorld) -> None:
        table = await declaring(world, Declaring("required"))
        assert table.game.mode == "table"
        assert table.game.header
        assert table.game.header.gm
        assert [seat.person for seat in table.seats] == [BOB.id, EVE.id]
        assert (await table.status()).waiting_for == (ANN.id,)
        await table.act(ANN, "open")
        assert (await table.status()).waiting_for == (BOB.id, EVE.id)
        with pytest.raises(Refusal, match="needs a Game Master"):
            await table.change_setting(ANN, "mode", "solo")
        with pytest.raises(Refusal, match="needs a Game Master"):
            await world.found(CHANNEL + 1, ANN, "declaring", mode="first")

    async def test_the_desk_calls_its_game_master_when_they_are_waited_for_anew(
        self, world: TableWorld, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Declaring, "tells_in_posts", True)
        seen = 0

        async def drawn() -> list[list[str]]:
            """Return whom each desk calls that was drawn since."""
            nonlocal seen
            query = (
                f"SELECT id, content FROM outbox WHERE kind = 'desk' AND id > {seen} ORDER BY id"
            )
            found = await rows(world.tables.store, query)
            seen = max([seen, *(number for number, _ in found)])
            return [json.loads(content).get("people", []) for _, content in found]

        table = await declaring(world, Declaring("required"))
        [called] = await drawn()
        assert len(called) == 1, "play has begun, and she is to act"
        await table.act(ANN, "open")
        assert await drawn() == [[]]
        await table.act(BOB, "go")
        assert await drawn() == [[]]
        await table.act(EVE, "go")
        assert await drawn() == [called]
        await table.act(ANN, "open")
        await drawn()
        await table.name_game_master(ANN, BOB.id)
        [[other]] = await drawn()
        assert [other] != called, "another one was named, who is not to act"

    async def test_rules_that_allow_one_may_be_played_without(self, world: TableWorld) -> None:
        table = await declaring(world, Declaring("optional"))
        assert table.game.mode == "solo"
        assert table.game.header
        assert not table.game.header.gm
        assert (await table.status()).waiting_for == (ANN.id, BOB.id, EVE.id)
        with pytest.raises(Refusal, match="without a Game Master"):
            await table.change_setting(ANN, "mode", "table")

    @pytest.mark.parametrize("mode", ["solo", "first", "vote", "rota"])
    async def test_when_the_rules_wait_for_one_and_there_is_none_the_founder_is_it(
        self, world: TableWorld, mode: str
    ) -> None:
        rules = Declaring(opened_by_gm=True)
        table = await declaring(world, rules, mode=mode, pace="daily", threshold="most")
        assert (await table.status()).waiting_for == (ANN.id,)
        assert table.reader.game_master() == ANN.id
        with pytest.raises(Refusal):
            await table.act(BOB, "open")
        assert "turn" in await due_in(world, table) or mode == "first"
        await table.act(ANN, "open")
        assert table.reader.game_master() is None
        assert (await table.status()).turn.waiting

    async def test_a_late_game_master_is_played_for(self, world: TableWorld) -> None:
        rules = Declaring(opened_by_gm=True)
        table = await declaring(world, rules, pace="daily", late="autoplay")
        await ring(world, DAY)
        assert (await entries(world, table))[-2:] == [DeadlineMissed(), Acted(-1, "open")]
        assert (await table.status()).turn.waiting == (0, 1, 2)

    async def test_a_late_game_master_holds_nobody_up_though_late_players_are_waited_for(
        self, world: TableWorld
    ) -> None:
        table = await declaring(world, Declaring(opened_by_gm=True), pace="daily", late="wait")
        await ring(world, DAY)
        assert (await entries(world, table))[-2:] == [DeadlineMissed(), Acted(-1, "open")]
        await ring(world, DAY)
        assert (await table.status()).turn.waiting == (0, 1, 2)

    async def test_when_the_game_master_leaves_nobody_takes_their_place_unnamed(
        self, world: TableWorld
    ) -> None:
        rules = Declaring("required", opened_by_gm=True)
        table = await declaring(world, rules, mode="table")
        await table.name_game_master(ANN, EVE.id)
        assert table.reader.game_master() == EVE.id
        await table.leave(EVE)
        assert table.reader.game_master() is None
        with pytest.raises(Refusal):
            await table.act(ANN, "open")
        await world.outbox.flush()
        told = [str(row.content.text) for row in world.office.shown("notice")]
        assert any("Game Master has left" in each for each in told)
        await ring(world, 0)
        assert GM not in (await table.status()).turn.waiting
        with pytest.raises(Refusal, match="Name a Game Master first"):
            check_export(table.actor, ANN)
        for answer, master in (("B", None), ("A", BOB.id)):
            await table.name_game_master(BOB, BOB.id)  # no founder: all are asked
            motion = table.reader.motion()
            assert motion is not None
            assert motion.motion == GameMasterMotion("Bob")
            assert table.reader.game_master() is None
            with pytest.raises(Refusal, match="First vote on the motion that is open"):
                await table.name_game_master(ANN, ANN.id)
            await table.vote(ANN, [answer], motion=True)
            assert table.reader.game_master() == master
        with pytest.raises(Refusal):
            await table.name_game_master(BOB, ANN.id)
