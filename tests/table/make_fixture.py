"""Make the database with running games of every way to play that later versions must open.

`python -m tests.table.make_fixture` adds one to `tests/table/databases`. Do so before a release:
the files stay as they are, and the program must be able to open each of them.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from engine.contract.action import GM
from table.outbox.delivery import Press
from table.shown_names import fill_names
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, EVE, TableWorld
from tests.toys.council.ruleset import Council

FOLDER = Path(__file__).with_name("databases")
GAMES = (  # ruleset and way to play, one game for each channel from 1 on
    ("sil", "solo"),
    ("sil", "vote"),
    ("sil", "rota"),
    ("sil", "first"),
    ("toy", "solo"),
    ("council", "table"),
    ("kanthe", "vote"),
    ("kanthe", "first"),
    ("delve", "solo"),
    ("delve", "rota"),
    ("silg", "table"),
)
FEW, MANY = 8, 12  # actions in each game, few in those of the toys
TOYS = ("toy", "council")
PEOPLE = (ANN, BOB, EVE)


def databases() -> list[Path]:
    """Return the kept databases, oldest first."""
    return sorted(FOLDER.glob("*.db"), key=lambda path: int(path.stem))


def add_council(world: TableWorld) -> TableWorld:
    """Add the ruleset with a Game Master to a world."""
    world.rulesets["council"] = Council()
    return world


async def play(world: TableWorld, table: TableDriver, actions: int) -> None:
    """Let whoever is waited for do what their seat would do by itself."""
    for _ in range(actions):
        seats = (await table.reader.turn()).waiting
        if not seats:
            return
        await act(world, table, seats[0], await advised(table, seats[0]))


async def advised(table: TableDriver, seat: int) -> str:
    """Return what a seat would do by itself, as people would type it."""
    advice = (await table.running()).autoplay(seat)
    assert advice is not None
    return str(fill_names(advice.action, table.reader.names))


async def act(world: TableWorld, table: TableDriver, seat: int, action: str) -> None:
    """Do an action for a seat: by its person, or by a vote of all."""
    world.time.pass_(60)
    who = next(p for p in PEOPLE if seat in table.reader.may_act(p.id))
    if table.actor.mode.votes and seat != GM:
        number = table.game.number
        for person in PEOPLE:
            if table.state.ballot is not None or table.game.number == number:
                await table.act(person, action, seat=seat)
        return
    await table.act(who, action, seat=seat, press=Press(table.game.card))


async def begin(world: TableWorld, channel: int, ruleset: str, mode: str) -> TableDriver:
    """Return a game that has begun."""
    table = await world.found(channel, ANN, ruleset, mode=mode, settings={"pace": "daily"})
    roles = table.actor.ruleset.roles(table.game.options)
    others = roles.most_players - 1 if mode == "solo" else len(PEOPLE)
    for person in PEOPLE[1 : 1 + others]:
        await table.join(person)
    await table.begin(ANN)
    return table


async def make(path: Path) -> None:
    """Write the database."""
    world = await add_council(TableWorld(path)).open()
    for channel, (ruleset, mode) in enumerate(GAMES, 1):
        table = await begin(world, channel, ruleset, mode)
        await play(world, table, FEW if ruleset in TOYS else MANY)
        await table.undo(ANN, 2)
        await play(world, table, 1)
        await world.outbox.flush()
    voted = await world.table(2)  # a vote and a motion are under way
    (seat,) = (await voted.reader.turn()).waiting
    await voted.act(BOB, await advised(voted, seat), seat=seat)
    await voted.move_to_set(EVE, "pace", "slow")
    await voted.delegate(ANN, EVE.id, world.time.now + 1e6)
    solo = await world.table(5)  # a seat is lent, and the game is paused
    await solo.lend_seat(ANN, 0, BOB.id, world.time.now + 1e6)
    await solo.pause(ANN, "Lunch.")
    await world.found(len(GAMES) + 1, EVE, "sil")
    await world.tables.preferences.set(ANN.id, "quiet", "22:00-08:00")
    await world.tables.store.beat(world.time.now)
    await world.close()


def main() -> None:
    """Write the fixture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        asyncio.run(make(path))
        (FOLDER / f"{len(databases()) + 1}.db").write_bytes(path.read_bytes())


if __name__ == "__main__":
    main()
