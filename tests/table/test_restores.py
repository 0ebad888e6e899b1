"""A backup restored at any moment: no press of the time that was lost moves a game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from table.errors import NoGame, Refusal
from table.outbox.delivery import Press
from table.state import Person
from table.store.backups import Backups
from table.store.restore import BEGINNING, restore
from tests.table.driver import TableDriver
from tests.table.test_simultaneous import declaring
from tests.table.world import ANN, BOB, EVE, TableWorld

CHANNELS = (10, 11)
MOVES = 12  # between two restores, at most
MINUTE = 60.0


async def play(world: TableWorld, channel: int, chance: random.Random) -> TableDriver:
    """Do something in a channel: mostly a move, sometimes an end, an undo, or a new game."""
    try:
        table = await world.table(channel)
    except NoGame:
        table = await begun(world, channel)
    if table.game.phase == "over":
        table = await begun(world, channel)
    elif chance.random() < 0.1:
        await table.end(ANN)
    elif chance.random() < 0.1 and await table.history.turns():
        await table.undo(ANN, 1)
    else:
        await move(table, chance)
    await world.outbox.flush()
    return table


async def begun(world: TableWorld, channel: int) -> TableDriver:
    """Return a new game of a channel."""
    table = await world.found(channel, ANN)
    await table.join(BOB)
    await table.begin(ANN)
    return table


async def move(table: TableDriver, chance: random.Random) -> None:
    """Do any step of whoever is to act, by the newest card."""
    (seat,) = (await table.status()).turn.waiting
    offers = [each.action for each in await table.reader.offers(seat)]
    steps = [action for action in offers if action.verb == "step"]
    await table.act((ANN, BOB)[seat], chance.choice(steps), card=table.game.card)


async def heads(world: TableWorld) -> list[tuple[int, int, str]]:
    """Return how far each game has come."""
    games = await world.tables.games()
    return [(game.id, game.number, game.head) for game in games]


async def press_all(world: TableWorld, printed: set[tuple[int, int]]) -> None:
    """Press every button of some cards, for all people: each is refused, and nothing moves."""
    before = await heads(world)
    for game, card in sorted(printed):
        for who in (ANN, BOB, EVE):
            with pytest.raises(Refusal):
                await press(world, who, game, card)
    assert await heads(world) == before


async def press(world: TableWorld, who: Person, game: int, card: int) -> None:
    """Press a button of a card that offers what can be done now."""
    table = TableDriver(await world.tables.get(game))
    seats = (await table.status()).turn.waiting or (0,)
    offers = await table.reader.offers(seats[0]) if table.game.phase == "play" else ()
    action = offers[0].action if offers else "step n"
    await table.act(who, action, press=Press(card))


async def test_no_card_of_a_turn_that_is_simultaneous_outlasts_a_restore(
    world: TableWorld, tmp_path: Path
) -> None:
    """Any card of such a turn will do, but none of before the restore."""
    world.time.now = BEGINNING + 1_000_000.0
    table = await declaring(world)
    saved = await Backups(world.tables.store, tmp_path / "backups", 7, world.time).make()
    printed = {(table.game.id, table.game.card)}
    await table.act(ANN, "go", press=Press(table.game.card))
    printed.add((table.game.id, table.game.card))
    await world.close()
    restore(saved, world.backend, world.time.now + MINUTE)
    await world.open()
    await world.outbox.flush()
    await press_all(world, printed)
    table = await world.table()
    first = table.game.card
    await table.act(ANN, "go", press=Press(first))
    await table.act(BOB, "go", press=Press(first))
    assert (await table.status()).turn.waiting == (2,)


@pytest.mark.parametrize("restores", [2, pytest.param(20, marks=pytest.mark.soak(part="kills"))])
async def test_no_press_of_a_lost_time_moves_a_game(
    world: TableWorld, tmp_path: Path, restores: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, printed = random.Random(restores), set[tuple[int, int]]()
    clock = BEGINNING + 1_000_000.0
    saved: list[Path] = []
    for _ in range(restores):
        for _ in range(chance.randrange(2, MOVES)):
            clock += MINUTE
            world.time.now = clock
            table = await play(world, chance.choice(CHANNELS), chance)
            printed.add((table.game.id, table.game.card))
            if chance.random() < 0.3 or not saved:
                backups = Backups(world.tables.store, tmp_path / "backups", 7, world.time)
                saved.append(await backups.make())
        await world.close()
        clock += MINUTE
        restore(chance.choice(saved), world.backend, clock)
        await world.open()
        await world.outbox.flush()
        await press_all(world, printed)
    for channel in CHANNELS:
        table = await play(world, channel, chance)
        assert (table.game.id, table.game.card) not in printed
        if table.game.header is not None:
            assert (await table.history.proof()).ok
    if restores > 2:
        with capsys.disabled():
            print(f"\n{restores} restores, {3 * len(printed)} presses of each lost time refused")
