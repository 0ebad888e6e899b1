"""Plays a game over and over, each time in a child that kills itself a little later.

`python -m tests.table.victim FOLDER STRIDE`: run k of a scenario dies without a goodbye at its k-th
dangerous moment (a statement or a commit, before and after; a message is sent), and leaves
`FOLDER/SCENARIO/k.db`, `k.sent` (messages that reached Discord) and `k.acks` (requests that were
acknowledged). The last run ends in peace.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from sqlalchemy import event

from table.outbox.rows import OutboxRow
from table.receipt import Receipt
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, CHANNEL, EVE, PostOffice, TableWorld, meet_due

MOVES = [(ANN, "step s"), (BOB, "guess AAAA"), (BOB, "no"), (ANN, "look"), (ANN, "step e")]
BLITZ = 180.0
PEACE = 7

Request = tuple[str, Callable[[TableDriver], Awaitable[Receipt]]]


def moves() -> list[Request | float]:
    """Return actions of two characters, each by its holder."""

    def move(number: int, who: Person, what: str) -> Request:
        name = f"r{number}"
        return name, lambda table: table.act(who, what, request=name)

    return [move(number, who, what) for number, (who, what) in enumerate(MOVES)]


def votes() -> list[Request | float]:
    """Votes that are settled, one that its deadline ends (a number: seconds that pass), a
    delegation, a motion that takes a move back."""
    return [
        ("r0", lambda t: t.act(ANN, "step s", request="r0")),
        ("r1", lambda t: t.vote(BOB, ["A"], request="r1")),
        ("r2", lambda t: t.act(EVE, "step n", request="r2")),
        BLITZ,
        ("r3", lambda t: t.act(ANN, "step e", request="r3")),
        ("r4", lambda t: t.delegate(EVE, ANN.id, request="r4")),
        ("r5", lambda t: t.undo(BOB, 1, request="r5")),
        ("r6", lambda t: t.vote(ANN, ["yes"], motion=True, request="r6")),
    ]


SCENARIOS = {"moves": moves, "votes": votes}


async def go_on(world: TableWorld, scenario: str, acks: Paper | None = None) -> None:
    """Do all that the scenario asks for; what was done before is not done again."""
    table = await world.table()
    for number, step in enumerate(SCENARIOS[scenario]()):
        if isinstance(step, float):
            world.time.pass_(step)
            for _ in range(2):  # the vote ends, then the hero does what was decided
                await meet_due(world.tables.clock)
            continue
        name, ask = step
        receipt = await ask(table)
        if acks:
            acks.write(f"{name} {receipt.number}")
        if acks and number != 1:  # messages of the second request wait for the third
            await world.outbox.flush()


class Fuse:
    """Counts dangerous moments and dies at one of them."""

    def __init__(self, length: int) -> None:
        self.left = length

    def burn(self, *_: object) -> None:
        """One moment passes."""
        self.left -= 1
        if self.left == 0:
            os._exit(9)


class Paper:
    """A file that keeps every line written to it, whatever happens afterwards."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def write(self, line: str) -> None:
        """Append a line."""
        os.write(self._file, f"{line}\n".encode())


class Recorder(PostOffice):
    """A post office whose messages are written down, with danger on both sides."""

    def __init__(self, fuse: Fuse, paper: Paper) -> None:
        super().__init__()
        self.fuse, self.paper = fuse, paper

    async def post(self, owed: OutboxRow) -> int:
        """Post it and write it down."""
        self.fuse.burn()
        message = await super().post(owed)
        self.paper.write(f"{message} {owed.nonce}")
        self.fuse.burn()
        return message

    def _there(self, owed: OutboxRow) -> int:
        assert owed.message
        return owed.message

    async def delete(self, owed: OutboxRow) -> None:
        """Nothing to keep."""
        self.fuse.burn()


async def victim(scenario: str, path: Path, moment: int) -> None:
    """Play a scenario over a database in which a game has begun."""
    fuse = Fuse(moment)
    world = TableWorld(path)
    world.office = Recorder(fuse, Paper(path.with_suffix(".sent")))
    await world.open()
    engine = world.tables.store.database.engine
    for happening in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(engine, happening, fuse.burn)
    commit = engine.dialect.do_commit

    def committed(connection: object) -> None:
        commit(connection)  # type: ignore[arg-type]
        fuse.burn()

    engine.dialect.do_commit = committed  # type: ignore[method-assign]
    await go_on(world, scenario, Paper(path.with_suffix(".acks")))
    os._exit(PEACE)


async def prepare(scenario: str, path: Path) -> None:
    """A database in which the game has begun."""
    world = await TableWorld(path).open()
    if scenario == "moves":
        await world.begun()
    else:
        terms = {"pace": "blitz", "undo": "vote"}
        table = await world.found(CHANNEL, ANN, "toy", mode="vote", settings=terms)
        await table.join(BOB)
        await table.join(EVE)
        await table.begin(ANN)
        await world.outbox.flush()
    await world.close()


def in_child(task: object) -> int:
    """Run a coroutine in a process of its own; its exit status."""
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(task)  # type: ignore[arg-type]
        finally:
            os._exit(1)
    task.close()  # type: ignore[attr-defined]
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(folder: Path, stride: int) -> None:
    """All runs of all scenarios."""
    for scenario in SCENARIOS:
        (folder / scenario).mkdir()
        play_over_and_over(scenario, folder / scenario, stride)


def play_over_and_over(scenario: str, folder: Path, stride: int) -> None:
    """All runs of a scenario."""
    start = folder / "start.db"
    child = os.fork()
    if child == 0:
        asyncio.run(prepare(scenario, start))
        os._exit(0)
    os.waitpid(child, 0)
    moment, status = 1, 9
    while status == 9:
        path = folder / f"{moment}.db"
        shutil.copy(start, path)
        status = in_child(victim(scenario, path, moment))
        moment += stride
    print(status, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
