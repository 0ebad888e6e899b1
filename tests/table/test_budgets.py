"""Budgets of stored bytes: a person's, a server's, and one in all."""

from __future__ import annotations

import re

import pytest

from table.errors import NoGame, Refusal
from table.limits import MB, StorageBudgets
from tests.table.test_history import MANAGER, THREAD, forked, loaded, walked
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld, rows

TRUE_SIZES = """
SELECT games.id, sizes.bytes,
    6000 + 80 * (SELECT count(*) FROM cards WHERE game = games.id)
    + (SELECT coalesce(sum(
            160 + (length(CAST(entry AS BLOB)) + length(CAST(events AS BLOB))) * 4 / 3), 0)
        FROM log WHERE game = games.id)
    + (SELECT coalesce(sum(160 + length(state) * 4 / 3), 0) FROM snapshots WHERE game = games.id)
    + (SELECT coalesce(sum(2000 + length(entries) + length(events) + length(states)), 0)
        FROM packed WHERE game = games.id)
FROM games LEFT JOIN sizes ON sizes.game = games.id
"""
USED = """
SELECT (page_count - freelist_count) * page_size
FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""


async def used_bytes(world: TableWorld) -> int:
    """Return the bytes of the database file that are in use."""
    ((used,),) = await rows(world.tables.store, USED)
    return int(used)


async def check_sizes(world: TableWorld) -> int:
    """Check that each game's size is what it takes up; return the sum."""
    query = TRUE_SIZES
    if world.postgres:
        query = re.sub(r"length\((?:CAST\((\w+) AS BLOB\)|(\w+))\)", r"octet_length(\1\2)", query)
    found = await rows(world.tables.store, query)
    assert all(kept == true for _, kept, true in found), found
    return sum(true for _, _, true in found)


async def test_sizes_are_true_whatever_is_written_and_deleted(world: TableWorld) -> None:
    table = await walked(world)
    for move in range(60):
        await table.act((ANN, BOB)[move % 2], ("step s", "step n")[move // 2 % 2])
    before = await check_sizes(world)
    await table.undo(ANN, 3)
    await forked(world, ANN, table.game.id, 5, THREAD, GUILD)
    assert await check_sizes(world) > before
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    await loaded(world, BOB, data, 900, GUILD)
    full = await check_sizes(world)
    await world.tables.registry.delete(ANN, table.actor)
    assert 0 < await check_sizes(world) < full
    for left in (
        "log",
        "snapshots",
        "seeds",
        "members",
        "seats",
        "people",
        "cards",
        "sizes",
        "packed",
    ):
        assert not await rows(world.tables.store, f"SELECT 1 FROM {left} WHERE game = 1"), left


@pytest.mark.sqlite_only
async def test_the_file_grows_by_no_more_than_is_counted(world: TableWorld) -> None:
    table = await walked(world)
    await world.outbox.flush()
    used, counted = await used_bytes(world), await check_sizes(world)
    for move in range(50):
        await table.act((ANN, BOB)[move % 2], ("step s", "step n")[move // 2 % 2])
        await world.outbox.flush()
    data = await world.tables.transfer.export(ANN, table.game.id)
    for channel in range(2):
        await loaded(world, ANN, data, 900 + channel, GUILD)
    grown, budgeted = await used_bytes(world) - used, await check_sizes(world) - counted
    assert budgeted / 3 < grown <= budgeted


@pytest.mark.sqlite_only
@pytest.mark.parametrize("budget", ["person", "server", "all"])
async def test_a_full_budget_refuses_games_and_files_but_no_move(
    world: TableWorld, budget: str
) -> None:
    table = await walked(world)
    data = await world.tables.transfer.export(ANN, table.game.id)
    used = await check_sizes(world)
    world.tables.services.budgets = StorageBudgets(**{budget: used + 10})
    with pytest.raises(Refusal):
        await loaded(world, ANN, data, THREAD, GUILD)
    await table.act(ANN, "step s")
    world.tables.services.budgets = StorageBudgets(**{budget: used - 10})
    for attempt in (forked(world, ANN, table.game.id, 3, THREAD, GUILD), world.found(500, ANN)):
        with pytest.raises(Refusal) as refusal:
            await attempt
        assert str(refusal.value).count("\n") == 0
    if budget == "person":
        await world.found(500, EVE)
    if budget != "all":
        await world.found(501, EVE, guild=GUILD + 1)
    await table.act(BOB, "step s")


def test_budgets_leave_room_for_many_long_games() -> None:
    kept = StorageBudgets()
    assert 100 * MB <= kept.person < kept.server < kept.all


async def test_a_game_that_is_over_is_deleted_by_who_is_in_charge(world: TableWorld) -> None:
    table = await walked(world)
    with pytest.raises(Refusal, match="Only a game that is over"):
        await world.tables.registry.delete(ANN, table.actor)
    await table.end(ANN)
    with pytest.raises(Refusal, match="Only the game's founder"):
        await world.tables.registry.delete(BOB, table.actor)
    await world.tables.registry.delete(MANAGER, table.actor)
    with pytest.raises(NoGame):
        await world.tables.get(table.game.id)
    with pytest.raises(NoGame):
        await world.table(CHANNEL)
    await world.found(CHANNEL, BOB)
