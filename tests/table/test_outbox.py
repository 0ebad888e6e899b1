"""Messages owed to Discord arrive, once, in order, and not too often."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import event

from table.errors import TableFault
from table.outbox import outbox
from table.outbox.outbox import MAX_PARALLEL, MAX_TRIES, SLOWEST_RETRY, Forbidden, Gone, Later
from table.outbox.outbox_store import DONE_KEPT, EDIT_EVERY, EDIT_OLD_EVERY, OutboxStore, Owed
from table.outbox.rows import Content, OutboxRow
from table.store.changes import owe
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld, rows


def cards(world: TableWorld) -> list[int | None]:
    """The numbers of the cards that were posted."""
    return [owed.card for owed in world.office.shown("card")]


def stripped(world: TableWorld) -> list[int | None]:
    """The numbers of the cards whose buttons were taken off."""
    return [owed.card for owed in world.office.edits if owed.kind == "strip"]


def record_order(world: TableWorld, order: list[str]) -> None:
    """Append the kind of each row to `order` when it is posted or edited."""
    post, edit = world.office.post, world.office.edit

    async def posted(row: OutboxRow) -> int:
        order.append(row.kind)
        return await post(row)

    async def edited(row: OutboxRow) -> None:
        order.append(row.kind)
        await edit(row)

    world.office.post, world.office.edit = posted, edited  # type: ignore[method-assign]


async def test_a_turn_is_a_new_card_and_the_old_one_loses_its_buttons(world: TableWorld) -> None:
    table = await world.begun()
    assert (cards(world), stripped(world)) == ([2], [])
    await table.act(ANN, "step s")
    await world.outbox.flush()
    await table.act(BOB, "step n")
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([2, 3, 4], [2, 3])


async def test_a_card_is_posted_once_its_turn_is_saved_and_at_once(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, office = await world.begun(), world.office
    engine, post, stood = world.tables.store.database.engine, office.post, []
    came = asyncio.Event()

    async def posted(owed: OutboxRow) -> int:
        if owed.kind == "card":
            stood.append((owed.card, table.game.card))
            came.set()
        return await post(owed)

    def fail(*context: object) -> None:
        if "INSERT INTO log" in str(context[2]):
            raise OSError("the disk is full")

    monkeypatch.setattr(office, "post", posted)
    running = asyncio.create_task(world.outbox.run())
    await asyncio.sleep(0.05)
    event.listen(engine, "before_cursor_execute", fail)
    with pytest.raises(TableFault):
        await table.act(ANN, "step s", request="a")
    await asyncio.sleep(0.05)
    event.remove(engine, "before_cursor_execute", fail)
    assert stood == []
    for number, (who, what) in enumerate([(ANN, "step s"), (BOB, "step n")], 3):
        await table.act(who, what, request="ab"[number - 3])
        async with asyncio.timeout(60):
            await came.wait()
        came.clear()
    world.outbox.stop()
    await running
    assert stood == [(3, 3), (4, 4)]


async def test_a_card_that_a_newer_one_has_overtaken_is_not_posted(world: TableWorld) -> None:
    table = await world.begun()
    for who, what in ((ANN, "step s"), (BOB, "step n"), (ANN, "step s")):
        await table.act(who, what)
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([2, 5], [2])


async def test_the_next_player_is_pinged_until_they_have_moved(world: TableWorld) -> None:
    table = await world.begun()
    assert world.office.shown("ping") == []
    await table.act(ANN, "step s")
    await world.outbox.flush()
    (ping,) = world.office.shown("ping")
    assert str(ping.content.text) == "Your move in Toy. Ann walks s."
    assert ping.content.people == (2,)
    await table.act(BOB, "step n")
    await world.outbox.flush()
    (ping,) = world.office.shown("ping")
    assert list(ping.content.people) == [1]
    await table.pause(ANN)
    await world.outbox.flush()
    assert world.office.shown("ping") == []


async def test_who_wants_no_pings_gets_none(world: TableWorld) -> None:
    table = await world.begun()
    await world.tables.preferences.set(BOB.id, "pings", "off")
    await table.act(ANN, "step s")
    await world.outbox.flush()
    assert world.office.shown("ping") == []


async def test_where_anybody_may_move_nobody_is_pinged(world: TableWorld) -> None:
    table = await world.begun("first")
    await table.act(BOB, "step s")
    await world.outbox.flush()
    assert world.office.shown("ping") == []


async def test_a_ping_taken_back_while_it_was_under_way_is_removed(world: TableWorld) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    arrived, go = asyncio.Event(), asyncio.Event()
    post = world.office.post

    async def slow(owed: OutboxRow) -> int:
        message = await post(owed)
        if owed.kind == "ping":
            arrived.set()
            await go.wait()
        return message

    world.office.post = slow  # type: ignore[method-assign]
    sending = asyncio.create_task(world.outbox.flush())
    await arrived.wait()
    await table.act(BOB, "step n")
    go.set()
    await sending
    assert [list(ping.content.people) for ping in world.office.shown("ping")] == [[1]]


async def test_a_lost_reply_makes_no_second_message(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.losses = 3
    for _ in range(4):
        await world.outbox.flush()
        world.time.pass_(60)
    assert cards(world) == [1]
    assert await table.reader.problems() == ()


async def test_a_message_that_fails_is_tried_again_ever_more_slowly(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.faults = [ConnectionError()] * 4
    times = []
    while not cards(world):
        before = world.office.requests
        await world.outbox.flush()
        if world.office.requests > before:
            times.append(world.time.now)
            if not cards(world):
                assert await table.reader.problems()
        world.time.pass_(0.5)
    assert [b - a for a, b in pairwise(times)] == [1, 2, 4, 8]
    assert await table.reader.problems() == ()


async def _until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what it asks for sets no event
            await asyncio.sleep(0.005)


async def test_what_failed_is_due_again_at_its_moment_and_not_with_the_next_look(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.faults = [ConnectionError()]
    await world.outbox.flush()
    owed = await world.outbox.rows.take(table.game.id, world.time.now)
    assert owed == Owed(None, world.time.now + 1)


async def test_who_is_told_to_look_finds_what_nobody_told_it_of(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    running = asyncio.create_task(world.outbox.run())
    await _until(lambda: cards(world))
    notice, nonce = Content(text="from another process"), "other"
    await world.tables.store.database.write(
        lambda db: owe(db, table.game.id, "notice", content=notice, nonce=nonce)
    )
    world.outbox.look()
    await _until(lambda: world.office.shown("notice"))
    world.outbox.stop()
    await running


async def test_what_never_arrives_is_given_up_until_the_next_start(world: TableWorld) -> None:
    table = await world.begun()
    world.office.faults = [ConnectionError()] * 1000
    before = world.office.requests
    await table.pause(ANN)  # the card is drawn again
    for _ in range(MAX_TRIES + 5):
        await world.outbox.flush()
        world.time.pass_(1000)
    assert "A card's update could not be sent (ConnectionError)." in await table.reader.problems()
    assert MAX_TRIES <= world.office.requests - before <= 2 * MAX_TRIES  # and what went with it
    world.office.faults = []
    await world.restart()
    await world.outbox.flush()
    assert world.office.edits[-1].card == table.game.card


async def test_a_card_is_tried_until_it_arrives(world: TableWorld) -> None:
    other = await world.found(CHANNEL + 1, ANN, "toy")
    await world.outbox.flush()
    table = await world.found(CHANNEL, ANN, "toy", request="another")
    world.office.faults = [ConnectionError()] * (3 * MAX_TRIES)
    for _ in range(3 * MAX_TRIES):
        await world.outbox.flush()
        assert await table.reader.problems() == ("A card could not be sent (ConnectionError).",)
        assert await other.reader.problems() == ()
        world.time.pass_(1000)
    await world.outbox.flush()
    assert cards(world) == [1, 1]
    assert await table.reader.problems() == ()


async def test_cards_and_pings_come_before_old_cards(world: TableWorld) -> None:
    table, order = await world.begun(), list[str]()
    record_order(world, order)
    await table.act(ANN, "step s")
    await world.outbox.flush()
    assert order == ["card", "ping", "strip"]


async def test_an_announcement_comes_before_the_edit_of_the_card(world: TableWorld) -> None:
    """It reopens an archived thread, in which the card could not be edited."""
    table, order = await world.begun(), list[str]()
    world.time.pass_(EDIT_EVERY)
    record_order(world, order)
    await table.pause(ANN)
    await world.outbox.flush()
    assert order == ["notice", "redraw"]


async def test_channels_that_wait_for_discord_hold_up_no_other(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "SLOT_SECONDS", 0.05)
    waiting, full, posted = asyncio.Event(), asyncio.Barrier(MAX_PARALLEL + 1), asyncio.Event()
    post = world.office.post

    async def sleep_on_rate_limit(row: OutboxRow) -> int:
        if row.channel < MAX_PARALLEL:
            await full.wait()
            await waiting.wait()
        posted.set()
        return await post(row)

    world.office.post = sleep_on_rate_limit  # type: ignore[method-assign]
    await world.tables.start(world.office)
    async with asyncio.timeout(120):
        for channel in range(MAX_PARALLEL):
            await world.found(channel, EVE, "toy")
        await full.wait()
        await world.found(MAX_PARALLEL, EVE, "toy")
        await posted.wait()
    waiting.set()


async def test_the_check_of_all_cards_at_a_start_is_spread(world: TableWorld) -> None:
    for channel in range(5):
        await world.found(CHANNEL + channel, EVE, "toy")
    await world.outbox.flush()
    await world.restart()
    checked = []
    for _ in range(5):
        before = world.office.requests
        await world.outbox.flush()
        checked.append(world.office.requests - before)
        world.time.pass_(0.101)
    assert checked == [1] * 5


async def test_later_leaves_the_channel_alone_for_so_long(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.faults = [Later(30)]
    await world.outbox.flush()
    world.time.pass_(29)
    await table.begin(ANN)
    await world.outbox.flush()
    assert world.office.requests == 1
    world.time.pass_(1)
    await world.outbox.flush()
    assert cards(world) == [2]


async def test_edits_of_a_card_are_gathered(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await world.outbox.flush()
    world.time.pass_(EDIT_EVERY)

    async def come_and_go() -> int:
        for _ in range(3):
            await table.join(BOB)
            await world.outbox.flush()
            await table.leave(BOB)
            await world.outbox.flush()
        return len(world.office.edits)

    assert await come_and_go() == 1
    world.time.pass_(EDIT_EVERY - 0.1)
    assert await come_and_go() == 1
    world.time.pass_(0.1)
    assert await come_and_go() == 2
    assert cards(world) == [1]


async def test_an_old_card_is_edited_more_rarely(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await world.outbox.flush()
    world.time.pass_(3601)
    await table.join(BOB)
    await world.outbox.flush()
    world.time.pass_(EDIT_OLD_EVERY - 0.1)
    await table.leave(BOB)
    await world.outbox.flush()
    assert len(world.office.edits) == 1
    world.time.pass_(0.1)
    await world.outbox.flush()
    assert len(world.office.edits) == 2


async def test_a_card_that_somebody_deleted_is_posted_anew(world: TableWorld) -> None:
    table = await world.begun()
    world.office.messages.clear()
    await table.pause(ANN)
    world.time.pass_(60)
    await world.outbox.flush()
    assert cards(world) == [3]
    assert table.game.card == 3


async def test_only_the_newest_card_is_missed_and_once(world: TableWorld) -> None:
    table = await world.begun()
    shown = world.office.messages
    [second] = [m for m, row in shown.items() if (row.kind, row.card) == ("card", 2)]
    await table.act(ANN, "step s")
    missed = world.outbox.rows.message_gone
    assert await missed(second) is None  # the next one is on its way
    await world.outbox.flush()
    [third] = [m for m, row in shown.items() if (row.kind, row.card) == ("card", 3)]
    assert await missed(third) == table.game.id
    assert await missed(third) is None
    assert await missed(third + 1) is None


async def test_after_a_restart_a_missing_card_is_posted_anew(world: TableWorld) -> None:
    await world.begun()
    await world.restart()
    await world.outbox.flush()
    assert cards(world) == [2]
    world.office.messages.clear()
    await world.restart()
    await world.outbox.flush()
    assert cards(world) == [3]
    assert (await (await world.table()).act(ANN, "step s", card=3)).card == 4


@pytest.mark.parametrize("times", [1, MAX_TRIES + 1])
async def test_a_card_called_gone_before_it_was_posted_comes_all_the_same(
    world: TableWorld, times: int
) -> None:
    table = await world.begun()
    world.office.faults = [Gone("message")] * times
    await table.act(ANN, "step s")
    for _ in range(times + 1):
        await world.outbox.flush()
        world.time.pass_(SLOWEST_RETRY)
    assert cards(world)[-1] == table.game.card


@pytest.mark.parametrize("fault", [Gone("channel"), Forbidden("I may not post here.")])
async def test_where_we_cannot_post_the_game_is_paused(world: TableWorld, fault: Exception) -> None:
    table = await world.begun()
    world.office.faults = [fault]
    requests = world.office.requests
    await table.act(ANN, "step s")
    await world.outbox.flush()
    world.time.pass_(10_000)
    await world.outbox.flush()
    assert world.office.requests == requests + 1
    status = await table.status()
    assert status.game.phase == "paused"
    assert status.game.pause_reason in ("The channel is gone.", "I may not post here.")

    await table.resume(ANN)
    await world.outbox.flush()
    assert cards(world)[-1] == table.game.card
    assert list(world.office.shown("ping")[-1].content.people) == [2]
    assert (await table.view(None)).turn == 1


async def test_a_lobby_that_cannot_be_shown_resumes_as_a_lobby(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.faults = [Forbidden("I may not post here.")]
    await world.outbox.flush()
    assert table.game.phase == "paused"
    await table.resume(ANN)
    assert table.game.phase == "lobby"
    await table.begin(ANN)


async def test_one_channel_that_hangs_holds_up_no_other(world: TableWorld) -> None:
    stuck, others, all_ = asyncio.Event(), asyncio.Event(), asyncio.Event()
    post = world.office.post

    async def hang(owed: OutboxRow) -> int:
        if owed.channel == 0:
            await stuck.wait()
        message = await post(owed)
        if len(world.office.messages) == MAX_PARALLEL + 3:
            others.set()
        if len(world.office.messages) == MAX_PARALLEL + 4:
            all_.set()
        return message

    world.office.post = hang  # type: ignore[method-assign]
    await world.tables.start(world.office)
    async with asyncio.timeout(60):
        for channel in range(MAX_PARALLEL + 4):
            await world.found(channel, EVE, "toy")
        await others.wait()
        stuck.set()
        await all_.wait()


async def test_stopping_does_not_wait_for_a_message_that_hangs(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived = asyncio.Event()

    async def hang(owed: OutboxRow) -> int:
        arrived.set()
        await asyncio.Event().wait()
        return 0

    post = world.office.post
    world.office.post = hang  # type: ignore[method-assign]
    monkeypatch.setattr(outbox, "GRACE", 0.1)
    await world.tables.start(world.office)
    await world.found(CHANNEL, ANN, "toy")
    await arrived.wait()
    async with asyncio.timeout(60):
        await world.close()
    world.office.post = post  # type: ignore[method-assign]
    await world.open()
    await world.outbox.flush()
    assert cards(world) == [1]


async def test_a_kill_while_sending_makes_no_second_message_and_loses_none(
    world: TableWorld,
) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    post = world.office.post

    class Killed(BaseException):
        pass

    for after in (False, True):

        async def die(owed: OutboxRow, after: bool = after) -> int:
            if after:
                await post(owed)
            raise Killed

        world.office.post = die  # type: ignore[method-assign]
        with pytest.raises(Killed):
            await world.outbox.flush()
        await world.restart()
    world.office.post = post  # type: ignore[method-assign]
    await world.outbox.flush()
    assert cards(world) == [2, 3]
    assert len(world.office.shown("ping")) == 1


async def test_a_full_disk_loses_none(world: TableWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.found(CHANNEL, ANN, "toy")
    sent, faults = OutboxStore.sent, [OSError("the disk is full")] * 3

    async def fail_at_first(*args: Any) -> OutboxRow | None:
        if faults:
            raise faults.pop()
        return await sent(*args)

    monkeypatch.setattr(outbox, "STORE_RETRY", 0.01)
    monkeypatch.setattr(OutboxStore, "sent", fail_at_first)
    await world.outbox.flush()
    assert not faults
    assert cards(world) == [1]
    world.office.messages.clear()
    await world.restart()
    await world.outbox.flush()
    assert cards(world) == [2]


async def test_a_row_that_cannot_be_taken_waits_and_holds_up_no_other_game(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    take, failing = OutboxStore.take, [True]

    async def fail_for_one(store: OutboxStore, game: int, now: float) -> OutboxRow | None:
        if game == 1 and failing[0]:
            raise OSError("the disk is full")
        return await take(store, game, now)

    monkeypatch.setattr(OutboxStore, "take", fail_for_one)
    for channel in (CHANNEL, CHANNEL + 1):
        await world.found(channel, ANN, "toy")
    await world.outbox.flush()
    assert [row.game for row in world.office.shown("card")] == [2]
    assert "the outbox of game 1" in caplog.text
    failing[0] = False
    await world.outbox.flush()
    assert [row.game for row in world.office.shown("card")] == [2]
    world.time.pass_(outbox.STORE_RETRY + 1)
    await world.outbox.flush()
    assert [row.game for row in world.office.shown("card")] == [2, 1]


async def test_every_nonce_fits(world: TableWorld) -> None:
    await world.tables.store.database.write(
        lambda db: world.backend.set_last_number(db, "games", 999_999_999)
    )
    table = await world.begun()
    assert table.game.id == 10**9
    await table.act(ANN, "step s")
    await table.end(ANN)
    await world.outbox.flush()
    assert max(len(owed.nonce) for owed in world.office.messages.values()) <= 25


# ---------------------------------------------------------------- cards that answer a press


async def test_rows_that_are_done_go_soon(world: TableWorld) -> None:
    table = await world.begun()
    most = 0
    for n in range(3 * DONE_KEPT):
        await table.act((ANN, BOB)[n % 2], f"step {'snns'[n % 4]}")
        await world.outbox.flush()
        [(kept,)] = await rows(world.tables.store, "SELECT count(*) FROM outbox")
        most = max(most, kept)
    assert kept == most <= 4 * DONE_KEPT
    await table.end(ANN)
    world.time.pass_(EDIT_EVERY)
    await world.outbox.flush()
    left = await rows(world.tables.store, "SELECT kind, state FROM outbox")
    assert len(left) < DONE_KEPT, left
