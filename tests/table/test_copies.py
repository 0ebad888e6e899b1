"""Copies of running games: what a copy may tell, however it was made and whatever came of it."""

from __future__ import annotations

import itertools
from hashlib import blake2b

import pytest

from engine.contract.action import GM
from engine.contract.view import Turn
from table.errors import Refusal
from table.history.entries import LogRecord
from table.loaded_game import unpack
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.file_forge import taken_apart
from tests.table.test_history import MANAGER, THREAD, forked, loaded, walked
from tests.table.test_votes import decoded
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld
from tests.toys.mastered import Mastered
from tests.twins.onlooker_bot import at_once

ELSEWHERE = 77  # another server
SEATS = (None, 0, 1, GM)
MANAGER_THERE = Person(EVE.id, EVE.name, manager=True)


def draw_fresh(world: TableWorld) -> None:
    """Let every seed and nonce be another one."""
    numbers = itertools.count()
    world.draw = lambda n: blake2b(next(numbers).to_bytes(8, "big"), digest_size=n).digest()


def is_open(data: bytes) -> bool:
    """Return whether anybody may read all of a file."""
    return not data.split(b"\n", 4)[3]


def readable(data: bytes) -> bytes:
    """Return all that anybody can read in a file, unpacked."""
    head = data.split(b"\n", 4)[2]
    if not is_open(data):
        return head
    _, body = taken_apart(data)
    states = [each["state"] for each in body["snapshots"]]
    return b"".join([head, repr(body).encode(), body["seed"], *states, *map(unpack, states)])


async def secrets(world: TableWorld, table: TableDriver) -> list[bytes]:
    """Return a running game's seed and its own stored states, packed and not: a copy begins with
    the other's, which may be told when that ends."""
    stored = await world.tables.services.store.games.everything(table.game.id)
    origin = [
        r.number for r in await whole_log(world, table) if r.entry.kind in ("imported", "forked")
    ]
    own = [each.state for each in stored.snapshots if each.number > max(origin, default=-1)]
    return [stored.secrets[-1].secret.seed, *own, *map(unpack, own)]


async def whole_log(world: TableWorld, table: TableDriver) -> list[LogRecord]:
    """Return a log as it is stored."""
    return await world.tables.services.store.games.records(table.game.id, 0, 1000)


async def export(world: TableWorld, who: Person, table: TableDriver) -> bytes:
    """Return a game's file."""
    return await world.tables.transfer.export(who, table.game.id)


class Search:
    """Every chain of imports, forks and ends up to a length, each copy exported before and after
    its end. The first game runs all the while."""

    def __init__(self, world: TableWorld, root: TableDriver) -> None:
        self.world = world
        self.root = root
        self.channels = itertools.count(THREAD)
        self.running = [root]
        self.files: list[bytes] = []

    async def visit(self, table: TableDriver, depth: int) -> None:
        """Copy a running game, end it, and copy it again."""
        await self.export(table)
        if depth:
            await self.visit_copies(table, depth)
        if table is not self.root:
            await table.end(ANN)
            self.running.remove(table)
            await self.export(table)
            if depth:
                await self.visit_copies(table, depth)

    async def visit_copies(self, table: TableDriver, depth: int) -> None:
        """Make a copy by a file and one by a fork, and visit them."""
        seen = [await table.history.records(seat) for seat in SEATS]
        revealed = table.state.revealed
        channel = next(self.channels)
        copy = await loaded(self.world, ANN, self.files[-1], channel, ELSEWHERE)
        fork = await forked(
            self.world, ANN, table.game.id, table.game.number, next(self.channels), GUILD
        )
        for each in (copy, fork):
            assert await self.views(each) == await self.views(table)
            if each.game.phase == "play":
                self.running.append(each)
                await each.act((ANN, BOB)[(await each.view(None)).turn % 2], "look")
                await self.visit(each, depth - 1)
            else:
                await self.export(each)
            assert each.state.revealed == revealed
        told = [(await copy.history.records(seat))[: len(seen[n])] for n, seat in enumerate(SEATS)]
        assert told == seen

    async def views(self, table: TableDriver) -> list[object]:
        """Return who may see which seats, and what these show."""
        people = [table.reader.may_see(person.id) for person in (ANN, BOB, EVE)]
        reader = table.reader
        return [people, *[(await reader.view(s), await reader.pages(s)) for s in (None, 0, 1)]]

    async def export(self, table: TableDriver) -> None:
        """Export a game; check every open file against every game that still runs."""
        self.files.append(await export(self.world, ANN, table))
        hidden = [each for game in self.running for each in await secrets(self.world, game)]
        words = [word.encode() for word in decoded(await self.root.dump()).secrets]
        for data in map(readable, self.files):
            assert not [each for each in [*hidden, *words] if each in data]


@pytest.mark.parametrize(
    ("depth", "files"), [(2, 15), pytest.param(3, 60, marks=pytest.mark.soak(part="hostile"))]
)
async def test_no_chain_of_copies_tells_what_a_running_game_hides(
    world: TableWorld, depth: int, files: int
) -> None:
    draw_fresh(world)
    search = Search(world, await walked(world))
    await search.visit(search.root, depth)
    assert len(search.files) > files
    assert not any(map(is_open, search.files))
    await search.root.end(ANN)
    assert is_open(await export(world, ANN, search.root))


async def test_an_original_that_ends_tells_nothing_of_a_copy_that_goes_on(
    world: TableWorld,
) -> None:
    draw_fresh(world)
    table = await walked(world)
    copy = await loaded(world, ANN, await export(world, ANN, table), THREAD, ELSEWHERE)
    fork = await forked(world, ANN, table.game.id, table.game.number, THREAD + 1, GUILD)
    await table.end(ANN)
    data = await export(world, ANN, table)
    assert is_open(data)
    hidden = [*await secrets(world, copy), *await secrets(world, fork)]
    assert not [each for each in hidden if each in readable(data)]


async def test_a_fork_of_a_game_that_is_over_is_open_when_it_ends(world: TableWorld) -> None:
    table = await walked(world)
    number = table.game.number
    await table.end(ANN)
    fork = await forked(world, EVE, table.game.id, number, THREAD, GUILD)
    assert not is_open(await export(world, ANN, fork))
    await fork.end(EVE)
    assert is_open(await export(world, ANN, fork))


async def test_a_copy_that_ended_tells_its_seed_and_no_more_than_before(world: TableWorld) -> None:
    draw_fresh(world)
    table = await walked(world)
    copy = await loaded(world, ANN, await export(world, ANN, table), THREAD, ELSEWHERE)
    await copy.end(ANN)
    secret = await world.tables.store.games.secret(copy.game.id)
    assert secret is not None
    seed = secret.seed
    assert (await copy.status()).seed == seed.hex()
    log = str(await copy.history.whole_log(None))
    assert seed.hex() in log
    assert "step s" not in log
    assert "step s" in str(await copy.history.whole_log(0))


async def test_the_file_of_a_copy_that_ended_is_shown_to_its_owner_and_stays_sealed(
    world: TableWorld,
) -> None:
    draw_fresh(world)
    table = await walked(world)
    copy = await loaded(world, ANN, await export(world, ANN, table), THREAD, ELSEWHERE)
    await copy.end(ANN)
    data = await export(world, BOB, copy)
    with pytest.raises(Refusal, match="the game's founder"):
        await loaded(world, BOB, data, THREAD + 1, ELSEWHERE)
    shown = await loaded(world, ANN, data, THREAD + 1, ELSEWHERE)
    assert shown.game.phase == "over"
    assert (await shown.history.proof()).ok
    assert not is_open(await export(world, ANN, shown))
    assert "step s" not in str(await shown.history.whole_log(None))


async def test_a_copy_never_goes_back_to_dice_of_the_other_game(world: TableWorld) -> None:
    draw_fresh(world)
    table = await walked(world)
    copy = await loaded(world, ANN, await export(world, ANN, table), THREAD, ELSEWHERE)
    for undo in (copy.undo(ANN, 1), copy.history.undo_preview(ANN.id, 1)):
        with pytest.raises(Refusal, match="There are 0 moves"):
            await undo
    await copy.act(ANN, "step s")
    with pytest.raises(Refusal, match="There are 1 moves"):
        await copy.undo(ANN, 2)
    await copy.undo(ANN, 1)
    games = world.tables.store.games
    assert await games.secret(table.game.id) != await games.secret(copy.game.id)
    assert (await copy.view(None)).turn == 4


async def test_only_the_founder_goes_on_from_a_file(world: TableWorld) -> None:
    table = await walked(world)
    data = await export(world, BOB, table)
    for who in (BOB, MANAGER_THERE):
        with pytest.raises(Refusal, match="the game's founder"):
            await loaded(world, who, data, THREAD, ELSEWHERE)
    await loaded(world, ANN, data, THREAD, ELSEWHERE)


async def mastered(world: TableWorld) -> TableDriver:
    """A game that Ann has founded, Bob and Ann play, and Eve is Game Master of."""
    table = await world.found(CHANNEL, ANN, "mastered", mode="table")
    await table.join(BOB)
    await table.join(EVE)
    await table.name_game_master(ANN, EVE.id)
    await table.begin(ANN)
    await table.act(ANN, "step s")
    return table


async def test_behind_a_screen_nobody_else_undoes_or_asks_to_and_nothing_is_read_for_it(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read(*_: object, **__: object) -> object:
        raise AssertionError

    table = await mastered(world)
    monkeypatch.setattr("table.actor.load_undo", read)
    for attempt in (table.undo(BOB), table.move_to_undo(BOB, 1), table.move_to_undo(EVE, 1)):
        with pytest.raises(Refusal, match="Only the Game Master can undo moves"):
            await attempt
    monkeypatch.undo()
    await table.undo(EVE)
    assert await table.history.turns() == ()


async def test_the_log_of_a_game_master_says_by_name_what_one_player_was_told(
    world: TableWorld,
) -> None:
    table = await mastered(world)
    await table.act(BOB, "look")
    told = {}
    for seat in (None, 0, 1, GM):
        records = await table.history.records(seat)
        told[seat] = [str(event.text) for record in records for event in record.events]
    assert told[1][-1].startswith("Your word is")
    assert told[GM][-1] == f"Bob: {told[1][-1]}"
    assert told[None] == told[0] == told[1][:-1]
    preview = await table.history.undo_preview(EVE.id, 1)
    assert f"“look: Bob: {told[1][-1]}”" in str(preview.text)


async def test_a_game_that_waits_for_its_game_master_goes_on_from_a_file(
    world: TableWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.tables.services.heavy, "run", at_once)
    table = await mastered(world)
    data = await export(world, EVE, table)
    monkeypatch.setattr(Mastered, "turn", lambda _rules, state: Turn(state.turn, (GM,)))
    copy = await loaded(world, EVE, data, THREAD, ELSEWHERE)
    assert (await copy.status()).turn.waiting == (GM,)
    assert copy.reader.may_act(EVE.id) == (GM,)


async def test_nobody_but_the_game_master_copies_what_is_behind_the_screen(
    world: TableWorld,
) -> None:
    table = await mastered(world)
    number, words = table.game.number, decoded(await table.dump()).secrets
    for who in (ANN, BOB, MANAGER):
        for attempt in (
            export(world, who, table),
            forked(world, who, table.game.id, number, THREAD, GUILD),
        ):
            with pytest.raises(Refusal, match="Game Master"):
                await attempt
    data = await export(world, EVE, table)
    for who in (ANN, BOB, MANAGER):
        with pytest.raises(Refusal, match="Game Master"):
            await loaded(world, who, data, THREAD, ELSEWHERE)
    draw_fresh(world)
    for copy in (
        await loaded(world, EVE, data, THREAD, ELSEWHERE),
        await forked(world, EVE, table.game.id, number, THREAD + 1, GUILD),
    ):
        assert copy.reader.game_master() == EVE.id
        for who in (ANN, BOB, EVE, MANAGER):
            assert copy.reader.may_see(who.id) == table.reader.may_see(who.id)
        with pytest.raises(Refusal, match="Name another Game Master first"):
            await copy.leave(EVE)
        await copy.end(EVE)
        assert not is_open(await export(world, EVE, copy))
        shown = await copy.view(None), await copy.reader.pages(None)
        told = [*await copy.history.records(None), *shown]
        assert not [word for word in words if word in str(told)]
        with pytest.raises(Refusal, match="Game Master"):
            await export(world, ANN, copy)
