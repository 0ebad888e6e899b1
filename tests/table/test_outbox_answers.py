"""A card that answers a press comes once, from the presser or from the outbox."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import event

from table import change
from table.outbox.delivery import Delivery, Press
from table.outbox.rows import Content, OutboxRow
from tests.table.test_faults import until
from tests.table.test_outbox import cards, stripped
from tests.table.world import ANN, BOB, CHANNEL, TableWorld, rows


async def to_answer(world: TableWorld) -> Delivery:
    """Return how a press is to be answered with the next card."""
    table = await world.found(CHANNEL, ANN, "toy")
    await table.join(BOB)
    await world.tables.preferences.set(BOB.id, "pings", "off")
    await table.begin(ANN)
    await world.outbox.flush()
    receipt = await table.act(ANN, "step s", press=Press(2, 1))
    assert receipt.delivery
    assert (receipt.delivery.how, receipt.card) == ("answer", 3)
    await world.outbox.flush()
    assert cards(world) == [2]
    return receipt.delivery


def answer(world: TableWorld, game: int, card: int = 3, message: int = 4000) -> int:
    """Post a card as the answer to a press, past the outbox; the message."""
    owed = OutboxRow(0, game, CHANNEL, "card", "answer", card=card)
    world.office.messages[message] = owed
    return message


async def test_a_card_that_answers_a_press_is_posted_by_the_presser_alone(
    world: TableWorld,
) -> None:
    delivery = await to_answer(world)
    await world.tables.delivered(delivery, answer(world, delivery.game))
    world.time.pass_(60)
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([2, 3], [2])
    table = await world.table()
    await table.act(BOB, "step n", card=3)
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([2, 3, 4], [2, 3])
    assert [owed.message for owed in world.office.edits if owed.card == 3] == [4000]


async def test_a_card_that_could_not_answer_the_press_is_posted_at_once(world: TableWorld) -> None:
    delivery = await to_answer(world)
    await world.tables.delivered(delivery, None)
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([2, 3], [2])
    assert world.office.shown("card")[-1].content == Content(look_first=True)


async def test_a_card_that_could_not_answer_the_press_is_due_at_once_to_a_game_at_rest(
    world: TableWorld,
) -> None:
    delivery = await to_answer(world)
    now = world.outbox._now()
    assert not world.outbox._begin_due(now)
    await world.tables.delivered(delivery, None)
    await asyncio.gather(*world.outbox._begin_due(now))
    assert cards(world) == [2, 3]


async def test_an_answer_of_which_nobody_hears_is_posted_later(world: TableWorld) -> None:
    await to_answer(world)
    await world.restart()
    world.time.pass_(60)
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([2, 3], [2])


@pytest.mark.parametrize("message", [4000, 9000])  # older and newer than the outbox's
async def test_of_two_messages_with_the_same_card_one_goes(world: TableWorld, message: int) -> None:
    delivery = await to_answer(world)
    world.time.pass_(60)
    await world.outbox.flush()  # it was given up waiting for
    await world.tables.delivered(delivery, answer(world, delivery.game, message=message))
    await world.outbox.flush()
    assert cards(world) == [2, 3]
    assert message not in world.office.messages


async def test_an_answer_that_is_told_of_twice_stays(world: TableWorld) -> None:
    delivery = await to_answer(world)
    message = answer(world, delivery.game)
    for _ in range(2):
        await world.tables.delivered(delivery, message)
        await world.outbox.flush()
    assert message in world.office.messages


async def test_of_an_answer_and_a_newer_card_only_the_newer_keeps_its_buttons(
    world: TableWorld,
) -> None:
    delivery = await to_answer(world)
    message = answer(world, delivery.game)
    table = await world.table()
    await table.act(BOB, "step n", card=3)
    await world.tables.delivered(delivery, message)
    await world.outbox.flush()
    live = await rows(world.tables.store, "SELECT number FROM cards WHERE state = 'live'")
    assert live == [(4,)]
    assert 3 in stripped(world) or message not in world.office.messages


async def test_a_card_that_a_ping_follows_does_not_answer_the_press(world: TableWorld) -> None:
    table = await world.begun()
    receipt = await table.act(ANN, "step s", press=Press(2, 1))
    assert receipt.delivery is None
    await world.outbox.flush()
    assert [owed.kind for owed in world.office.messages.values()] == ["card", "card", "ping"]


async def test_the_outbox_looks_by_itself_whether_a_press_was_answered(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change, "PRESSER_SECONDS", 0.05)
    posted = asyncio.Event()
    post = world.office.post

    async def heard(owed: OutboxRow) -> int:
        if owed.card == 3:
            posted.set()
        return await post(owed)

    monkeypatch.setattr(world.office, "post", heard)
    running = asyncio.create_task(world.outbox.run())
    table = await world.found(CHANNEL, ANN, "toy")
    await table.begin(ANN)
    receipt = await table.act(ANN, "step s", press=Press(2, 1))
    assert receipt.delivery
    world.time.pass_(60)
    async with asyncio.timeout(60):
        await posted.wait()
    world.outbox.stop()
    await running


async def test_a_press_its_answer_and_the_old_card_take_three_transactions(
    world: TableWorld,
) -> None:
    running = asyncio.create_task(world.outbox.run())
    table = await world.found(CHANNEL, ANN, "toy")
    await table.begin(ANN)
    await until(lambda: stripped(world) == [1] and not world.outbox._busy)
    committed: list[object] = []
    event.listen(world.tables.store.database.engine, "commit", committed.append)
    receipt = await table.act(ANN, "step s", press=Press(2, 1))
    assert receipt.delivery
    world.office.messages[9000] = OutboxRow(0, table.game.id, CHANNEL, "card", card=3)
    await world.tables.delivered(receipt.delivery, 9000)
    await until(lambda: stripped(world) == [1, 2] and not world.outbox._busy)
    await asyncio.sleep(0.05)
    assert len(committed) == 3  # of them the last notes that the old card has lost its buttons
    world.outbox.stop()
    await running


async def test_what_is_owed_to_a_game_that_is_being_served_comes_next(world: TableWorld) -> None:
    running = asyncio.create_task(world.outbox.run())
    table = await world.found(CHANNEL, ANN, "toy")
    came, go_on = asyncio.Event(), asyncio.Event()
    post = world.office.post

    async def slow(owed: OutboxRow) -> int:
        came.set()
        await go_on.wait()
        return await post(owed)

    world.office.post = slow  # type: ignore[method-assign]
    await table.begin(ANN)
    await came.wait()
    await table.act(ANN, "step s")
    go_on.set()
    await until(lambda: cards(world)[-1:] == [3])
    world.outbox.stop()
    await running
