"""Messages that Discord refuses are sent another way, or given up; people are told why."""

from __future__ import annotations

import pytest

from table.outbox.outbox import Forbidden, Later, Refused
from table.outbox.outbox_store import EDIT_EVERY
from table.outbox.rows import OutboxRow
from tests.table.test_outbox import cards, stripped
from tests.table.world import ANN, BOB, CHANNEL, TableWorld


async def test_a_card_that_is_refused_is_sent_in_words_as_often_as_it_takes(
    world: TableWorld,
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.faults = [Refused("400, error code 50035") for _ in range(3)]
    for _ in range(4):
        await world.outbox.flush()
        world.time.pass_(1000)
    (shown,) = world.office.shown("card")
    assert shown.content.plain
    assert world.office.requests == 4
    assert await table.reader.problems() == ("A card could not be sent (400, error code 50035).",)
    await table.begin(ANN)
    await world.outbox.flush()
    assert not world.office.shown("card")[-1].content.plain
    assert await table.reader.problems() == ()


@pytest.mark.parametrize("trouble", [Later(5), ConnectionError()])
async def test_why_a_card_is_in_words_is_told_though_it_came_with_trouble(
    world: TableWorld, trouble: Exception
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    world.office.faults = [Refused("400, error code 50035"), trouble]
    for _ in range(3):
        await world.outbox.flush()
        world.time.pass_(1000)
    (shown,) = world.office.shown("card")
    assert shown.content.plain
    assert await table.reader.problems() == ("A card could not be sent (400, error code 50035).",)


async def test_an_old_card_that_may_not_be_edited_is_tried_once_and_holds_up_no_card(
    world: TableWorld,
) -> None:
    table = await world.begun()
    edit, refused = world.office.edit, []

    async def refuse_strips(row: OutboxRow) -> None:
        if row.kind != "strip":
            return await edit(row)
        refused.append(row.card)
        raise Refused("400, error code 50035")

    world.office.edit = refuse_strips  # type: ignore[method-assign]
    for n in range(12):
        await table.act((ANN, BOB)[n % 2], f"step {'sn'[(n + n // 2) % 2]}")
        await world.outbox.flush()
    assert cards(world) == list(range(2, 15))
    assert refused == list(range(2, 14))


@pytest.mark.parametrize(
    "fault", [Refused("400, error code 50035"), Forbidden("Discord does not let me: no access")]
)
async def test_a_card_that_may_not_be_changed_is_posted_anew_and_people_are_told(
    world: TableWorld, fault: Exception
) -> None:
    table = await world.found(CHANNEL, ANN, "toy")
    await world.outbox.flush()
    world.time.pass_(EDIT_EVERY)
    await table.join(BOB)
    world.office.faults = [fault]
    await world.outbox.flush()
    assert (cards(world), stripped(world)) == ([1, 2], [1])
    assert table.game.phase == "lobby"
    assert await table.reader.problems() == (f"A card's update could not be sent ({fault}).",)
