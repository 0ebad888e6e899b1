"""The past of games is packed: it takes up little, and everything of it is read as before."""

from __future__ import annotations

import lzma
import random
from typing import Any

import msgspec
import pytest

from table.commands.lobby import NewGame
from table.errors import Refusal
from table.history.snapshot import Snapshot
from table.loaded_game import compress
from table.shown_names import fill_names
from table.store import packed_games
from table.store.changes import MAX_UNDONE_CARDS
from table.store.packed_games import SETTLED
from table.store.packing import MAX_PART, Block, LogRow, pack_block, unpack_states
from tests.rulesets import RULESETS
from tests.table.driver import TableDriver
from tests.table.test_budgets import check_sizes, used_bytes
from tests.table.test_history import MANAGER, THREAD, forked, loaded, walked
from tests.table.world import ANN, BOB, CHANNEL, GUILD, TableWorld, change, rows

MOST = 400_000  # bytes of a thousand turns
MEASURED = 300  # turns that are played to measure that


async def pack(world: TableWorld) -> int:
    """Pack all that may be packed; return how many blocks it made."""
    blocks = 0
    while await world.tables.packer.pack_next():
        blocks += 1
    return blocks


async def long_game(world: TableWorld, moves: int) -> TableDriver:
    """Return a game that goes on, of so many moves, some of them undone."""
    table = await world.begun()
    for move in range(moves):
        world.time.pass_(1)
        await step(table, f"r{move}")
        if move % 20 == 10:
            await table.undo(ANN, 2)
    return table


async def step(table: TableDriver, request: str = "") -> None:
    """Do the first possible step of whoever is to act."""
    (seat,) = (await table.status()).turn.waiting
    offers = await table.reader.offers(seat)
    steps = (offer.action for offer in offers if offer.action.verb == "step")
    await table.act((ANN, BOB)[seat], next(steps), request=request)


async def all_that_is_read(world: TableWorld, table: TableDriver) -> list[Any]:
    """Return what people and files read of a game's past."""
    games, number = world.tables.store.games, table.game.id
    history, turns = table.history, await table.history.turns()
    snapshots = [
        await games.snapshot(number, at, kept=kept)
        for at in (1, 9, 25, None)
        for kept in (False, True)
    ]
    return [
        snapshots,
        await games.everything(number),
        [await games.state_records(number, last) for last in (1, 7, 10**6)],
        [await games.records(number, after, 9) for after in (0, 5, 18, table.game.number - 3)],
        [await games.snapshot(number, at, kept=kept) for at in (1, 9, 25, None) for kept in (0, 1)],
        await games.answered(number, "r3"),
        await games.answered(number, "no such request"),
        [str(await history.whole_log(seat)) for seat in (0, None)],
        [await history.view_at(turn, 0) for turn in turns[::9]],
        (await history.film(turns[2], turns[8], 0)).views,
        (await history.story(BOB.id)).records,
        (await history.proof()).text,
        await world.tables.privacy.kept(ANN.id),
        await world.tables.transfer.export(ANN, number),
    ]


async def test_a_packed_game_is_read_as_before_and_takes_up_little(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_games, "MAX_ENTRIES", 15)
    table = await long_game(world, 24)
    assert await pack(world) == 0  # nothing of it is settled
    await table.end(ANN)
    before, size = await all_that_is_read(world, table), await check_sizes(world)
    assert await pack(world) == -(-table.game.number // 15)
    for left in ("log", "snapshots"):
        assert not await rows(world.tables.store, f"SELECT 1 FROM {left}")
    assert await all_that_is_read(world, table) == before
    assert await check_sizes(world) < size
    await forked(world, ANN, table.game.id, 9, THREAD, GUILD)  # tells the log of the first one
    assert (await table.history.latest(None, 1))[0].entry.kind == "fork_made"
    copy = await loaded(world, ANN, before[-1], THREAD + 1, GUILD)
    assert await pack(world) >= 2
    assert (await copy.history.proof()).ok
    await world.tables.registry.delete(MANAGER, table.actor)
    assert not await rows(world.tables.store, "SELECT 1 FROM packed WHERE game = 1")
    await check_sizes(world)


async def test_the_settled_past_of_a_long_game_is_packed_and_can_be_gone_back_to(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_games, "MAX_ENTRIES", 15)
    table = await long_game(world, 18)
    world.time.pass_(SETTLED)
    for move in range(18, 36):
        await step(table, f"r{move}")
        await world.outbox.flush()
    before = await all_that_is_read(world, table)
    assert await pack(world) == 1
    assert await all_that_is_read(world, table) == before
    known, turn = await table.history.turns(), len(await table.history.turns()) - 5
    undone = "SELECT count(*) FROM outbox WHERE kind = 'undone'"
    ((marked,),) = await rows(world.tables.store, undone)
    await table.undo(ANN, turn)
    assert await table.history.turns() == known[:5]
    assert await rows(world.tables.store, undone) == [(marked + MAX_UNDONE_CARDS,)]
    await step(table)
    assert (await table.history.proof()).ok
    await world.restart()
    assert (await (await world.table()).view(None)).turn == 6


async def test_of_a_game_that_goes_on_whole_blocks_are_packed_that_are_settled(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await walked(world)
    store, last = world.tables.store, table.game.number
    await world.found(CHANNEL + 1, ANN)  # goes on, too, and has fewer entries
    ((at,),) = await rows(store, f"SELECT at FROM log WHERE game = 1 AND number = {last - 1}")
    for most, now, packed in (
        (last, at + 2 * SETTLED, 0),
        (last - 1, at + SETTLED, 0),
        (last - 1, at + SETTLED + 1, last - 1),
        (last - 2, at + SETTLED + 1, last - 2),
    ):
        monkeypatch.setattr(packed_games, "MAX_ENTRIES", most)
        block = await store.next_block(now, frozenset())
        assert (0 if block is None else len(block.rows)) == packed
        assert block is None or all(each.kept for each in block.states)
        assert await store.next_block(now, frozenset({table.game.id})) is None


async def test_games_that_are_over_are_packed_first_at_once_and_with_all_states(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await walked(world)
    second = await world.found(CHANNEL + 1, ANN)
    await second.begin(ANN)
    await second.act(ANN, "step s")
    await second.end(ANN)
    monkeypatch.setattr(packed_games, "MAX_ENTRIES", first.game.number - 1)
    store, now = world.tables.store, world.time.now + SETTLED + 1
    for when in (world.time.now, now):
        block = await store.next_block(when, frozenset())
        assert block is not None
        assert (block.game, len(block.rows)) == (second.game.id, second.game.number)
        stored = await rows(store, f"SELECT number FROM snapshots WHERE game = {block.game}")
        assert {(each.number,) for each in block.states} == set(stored)
    block = await store.next_block(now, frozenset({second.game.id}))
    assert block is not None
    assert block.game == first.game.id


@pytest.mark.parametrize("gone", ["log WHERE number = 3", "snapshots WHERE number = 3"])
async def test_nothing_is_packed_of_which_a_part_is_gone_or_of_a_game_that_went(
    world: TableWorld, gone: str
) -> None:
    table = await walked(world)
    await table.end(ANN)
    store = world.tables.store
    block = await store.next_block(world.time.now, frozenset())
    assert block is not None
    packed = pack_block(block)
    assert 3 in packed.states_of
    await change(store, f"DELETE FROM {gone}")
    left = [await rows(store, f"SELECT * FROM {part}") for part in ("log", "snapshots")]
    await store.pack(packed)
    assert not await rows(store, "SELECT 1 FROM packed")
    assert left == [await rows(store, f"SELECT * FROM {part}") for part in ("log", "snapshots")]
    await world.tables.registry.delete(ANN, table.actor)
    await store.pack(packed)
    assert not await rows(store, "SELECT 1 FROM packed")


async def test_a_block_that_cannot_be_packed_stays_and_holds_up_no_other(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await walked(world)
    await first.end(ANN)
    second = await world.found(CHANNEL + 1, ANN)
    await second.begin(ANN)
    await second.end(ANN)
    run = world.tables.services.heavy.run

    async def fail(asker: Any, work: Any, block: Block) -> Any:
        if block.game == first.game.id:
            raise Refusal("Too much.")
        return await run(asker, work, block)

    monkeypatch.setattr(world.tables.services.heavy, "run", fail)
    assert await pack(world) == 2
    assert await rows(world.tables.store, "SELECT DISTINCT game FROM log") == [(first.game.id,)]


async def test_a_block_holds_the_first_entries_whose_events_fit_and_one_at_least(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await walked(world)
    await table.end(ANN)
    store = world.tables.store
    told = await rows(store, "SELECT events FROM log ORDER BY number")
    sizes = [len(events.encode()) for (events,) in told]
    for most, count in (
        (0, 1),
        (sum(sizes[:5]) - 1, 4),
        (sum(sizes[:5]), 5),
        (sum(sizes[:5]) + 1, 5),
        (sum(sizes), len(sizes)),
    ):
        monkeypatch.setattr(packed_games, "MAX_PACKED", most)
        block = await store.next_block(world.time.now, frozenset())
        assert block is not None
        assert [row.number for row in block.rows] == list(range(1, count + 1))


def test_states_that_cannot_be_unpacked_stay_outside() -> None:
    row = LogRow(1, "acted", "{}", None, None, 1, 0.0, b"", None, "[]")
    good = Snapshot(1, 1, compress(b"state"), kept=True)
    packed = pack_block(Block(1, (row,), (Snapshot(2, 1, b"broken"), good)))
    assert packed.states_of == (1,)
    assert unpack_states(packed.states) == (good,)


@pytest.mark.parametrize(
    ("most", "kept"),
    [(5, ()), (6, (1,)), (9, (1,)), (10, (1, 2)), (11, (1, 2, 3)), (99, (1, 2, 3))],
)
def test_a_block_holds_the_first_states_that_fit(
    monkeypatch: pytest.MonkeyPatch, most: int, kept: tuple[int, ...]
) -> None:
    monkeypatch.setattr("table.store.packing.MAX_STATES", most)
    row = LogRow(1, "acted", "{}", None, None, 1, 0.0, b"", None, "[]")
    states = tuple(
        Snapshot(number, 1, compress(bytes(size))) for number, size in ((1, 6), (2, 4), (3, 1))
    )
    packed = pack_block(Block(1, (row,), states))
    assert packed.states_of == kept
    assert tuple(each.number for each in unpack_states(packed.states)) == kept


def test_unpacking_is_bounded() -> None:
    bomb = lzma.compress(msgspec.msgpack.encode(bytes(MAX_PART)), preset=0)
    assert len(bomb) < 50_000
    for damaged in (bomb, b"", b"no", lzma.compress(b"x")[:-4]):
        with pytest.raises(ValueError, match=r"cut off|cannot be unpacked"):
            unpack_states(damaged)


@pytest.mark.soak(part="hostile")
@pytest.mark.parametrize("name", RULESETS)
async def test_a_thousand_turns_take_up_little_once_they_are_over(
    world: TableWorld, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, played, channel = random.Random(5), 0, CHANNEL
    world.draw = chance.randbytes
    empty = await used_bytes(world)
    while played < MEASURED:
        channel += 1
        made = await world.tables.found(ANN, NewGame(channel, GUILD, name))
        table = TableDriver(made)
        await table.begin(ANN)
        while played < MEASURED and table.game.phase == "play":
            running = await table.running()
            (seat, *_) = running.turn().waiting
            advice = running.autoplay(seat, irreversible=True)
            assert advice is not None
            offers = [offer.action for offer in await table.reader.offers(seat)]
            advised = fill_names(advice.action, table.reader.names)
            action = chance.choice(offers) if chance.random() < 0.3 else advised
            await table.act(ANN, action, seat=seat, request=f"{channel}-{played}")
            await world.outbox.flush()
            played += 1
        if table.game.phase == "play":
            await table.end(ANN)
        await world.outbox.flush()
    before = await used_bytes(world) - empty
    assert before <= await check_sizes(world)
    assert await pack(world)
    after = await used_bytes(world) - empty
    assert after <= await check_sizes(world)
    with capsys.disabled():
        print(f"\n{name}: a thousand turns in {before * 1000 // played} bytes, packed ", end="")
        print(f"in {after * 1000 // played}")
    assert after * 1000 / played < MOST
