"""Budgets of stored bytes: a person's, a server's, and one in all."""

from __future__ import annotations

import contextlib
import itertools
import re
from types import SimpleNamespace
from typing import Any

import pytest

from table.budgets import row_bytes, size_of
from table.change import ImportedPast
from table.contests import NewContest
from table.errors import NoGame, Refusal
from table.history.snapshot import Snapshot
from table.library import Library
from table.limits import MB, StorageBudgets
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.test_history import MANAGER, THREAD, forked, loaded, walked
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld, rows
from tests.twins.onlooker_bot import at_once

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


async def keep_until_refused(library: Library) -> int:
    """Keep things of ten thousand letters in a library; return how many there was room for."""
    for number in range(60):
        try:
            await library.keep(GUILD, "silg", f"map {number}", ("x" * 10_000,))
        except Refusal:
            return number
    return 60


@pytest.mark.sqlite_only
async def test_what_a_server_keeps_in_its_library_is_counted(world: TableWorld) -> None:
    table = await walked(world)
    services = world.tables.services
    library, empty = Library(services), await used_bytes(world)
    services.budgets = StorageBudgets(server=await check_sizes(world) + 150_000)
    assert 5 < await keep_until_refused(library) < 60
    assert await used_bytes(world) - empty <= 150_000
    services.budgets = StorageBudgets(server=await check_sizes(world) + 10)
    with pytest.raises(Refusal, match="its library take up"):
        await forked(world, ANN, table.game.id, 3, THREAD, GUILD)
    services.budgets = StorageBudgets(all=150_000)
    with pytest.raises(Refusal, match="I can store no more"):
        await library.keep(GUILD + 1, "silg", "map", ("x" * 10_000,))
    services.budgets = StorageBudgets()
    await library.keep(GUILD + 1, "silg", "map", ("x" * 10_000,))


_channels = itertools.count(10_000)


async def imported(world: TableWorld, who: Person, data: bytes, guild: int) -> TableDriver:
    """Import a file in a channel of its own."""
    return await loaded(world, who, data, next(_channels), guild)


async def played_file(world: TableWorld, guild: int = GUILD, plans: int = 1) -> bytes:
    """Return the file of a game of Sil-Q with some long plans, that is over."""
    channel = next(_channels)
    table = await world.found(channel, ANN, "sil", options={"hero": "quick"}, guild=guild)
    await table.begin(ANN)
    for _ in range(plans):
        offers = await table.reader.offers(0)
        if not offers:
            break
        lines = [str(each.action) for each in offers]
        await table.act(ANN, "explore" if "explore" in lines else lines[0])
    if table.game.phase != "over":
        await table.end(ANN)
    return await world.tables.transfer.export(ANN, table.game.id)


async def fill_with_files(world: TableWorld, who: Person, guild: int, data: bytes) -> None:
    """Import a file once more."""
    await imported(world, who, data, guild)


async def fill_with_games(world: TableWorld, who: Person, guild: int, _data: bytes) -> None:
    """Open a game, propose much in it, and leave it open."""
    settings = {"pace": "none"}
    table = await world.found(next(_channels), who, mode="vote", guild=guild, settings=settings)
    await table.join(BOB)
    await table.begin(who)
    for offer in await table.reader.offers(0):
        await table.act(who, offer.action)


async def fill_with_forks(world: TableWorld, who: Person, guild: int, data: bytes) -> None:
    """Import a file, and try out what would have happened."""
    table = await imported(world, who, data, guild)
    await forked(world, who, table.game.id, 3, next(_channels), guild)


async def fill_with_contests(world: TableWorld, who: Person, guild: int, _data: bytes) -> None:
    """Open a contest and enter it."""
    new = NewContest(next(_channels), guild, "toy", "x" * 60)
    contest = await world.tables.contests.open(who, new)
    await world.tables.contests.join(who, contest.id, next(_channels))


async def fill_the_library(world: TableWorld, _who: Person, guild: int, _data: bytes) -> None:
    """Keep something in the library."""
    name = f"map {next(_channels)}"
    await Library(world.tables.services).keep(guild, "toy", name, ("ß" * 20_000,))


PEOPLE = 6  # who fill the database, two in a server
FILLS = (fill_with_files, fill_with_games, fill_with_forks, fill_with_contests, fill_the_library)


@pytest.mark.sqlite_only
@pytest.mark.soak(part="hostile")
async def test_whoever_fills_the_database_fills_no_more_than_the_budgets(
    world: TableWorld, capsys: pytest.CaptureFixture[str]
) -> None:
    world.tables.services.heavy.run = at_once  # type: ignore[method-assign]
    data = await played_file(world, plans=20)
    await world.outbox.flush()
    empty, counted_before = await used_bytes(world), await counted_bytes(world)
    size, done = len(data), dict.fromkeys(FILLS, 0)
    budgets = StorageBudgets(person=20 * size, server=30 * size, all=50 * size)
    world.tables.services.budgets = budgets
    for number in range(PEOPLE):
        who, guild = Person(100 + number, f"P{number}"), GUILD + 1 + number // 2
        open_ways = list(FILLS)
        while open_ways:
            way = open_ways.pop(0)
            with contextlib.suppress(Refusal):
                await way(world, who, guild, data)
                open_ways.append(way)
                done[way] += 1
            await world.outbox.flush()
        while await world.tables.packer.pack_next():
            pass
    grown = await used_bytes(world) - empty
    counted = await counted_bytes(world) - counted_before
    with capsys.disabled():
        told = ", ".join(f"{number} times {way.__name__}" for way, number in done.items())
        print(f"\n{told}: grown by {grown}, counted {counted}, budget {budgets.all}")
    assert all(done.values())
    assert budgets.all / 3 < grown <= counted <= budgets.all


async def counted_bytes(world: TableWorld) -> int:
    """Return the bytes that budgets count."""
    query = "SELECT (SELECT sum(bytes) FROM sizes) + (SELECT coalesce(sum(bytes), 0) FROM library)"
    ((counted,),) = await rows(world.tables.store, query)
    return int(counted)


def test_each_snapshot_of_an_imported_game_counts_as_a_row() -> None:
    kept = (Snapshot(1, 1, b"x" * 300), Snapshot(9, 1, b"y" * 60))
    change: Any = SimpleNamespace(past=ImportedPast((), kept))
    assert size_of(change) == row_bytes(300) + row_bytes(60)
    assert size_of(SimpleNamespace(past=None)) == 0  # type: ignore[arg-type]


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
