"""Plays a game over and over, each time in a child that kills itself a little later.

`python -m tests.table.victim FOLDER STRIDE`: run k dies without a goodbye at its k-th dangerous
moment (before or after a statement or a commit, before or after a message is sent), and leaves
`FOLDER/k.db`, `k.sent` (messages that reached Discord) and `k.acks` (requests that were
acknowledged). The last run ends in peace.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

from sqlalchemy import event

from table.records import Owed
from tests.table.world import ANN, BOB, CHANNEL, PostOffice, World

MOVES = [(ANN, "step s"), (BOB, "guess AAAA"), (BOB, "no"), (ANN, "look"), (ANN, "step e")]
PEACE = 7


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

    async def post(self, owed: Owed) -> int:
        """Post it and write it down."""
        self.fuse.burn()
        message = await super().post(owed)
        self.paper.write(f"{message} {owed.nonce}")
        self.fuse.burn()
        return message

    def _there(self, owed: Owed) -> int:
        assert owed.message
        return owed.message

    async def delete(self, owed: Owed) -> None:
        """Nothing to keep."""
        self.fuse.burn()


async def victim(path: Path, moment: int) -> None:
    """Play the moves over a database in which a game has begun."""
    fuse = Fuse(moment)
    world = World(path)
    world.office = Recorder(fuse, Paper(path.with_suffix(".sent")))
    await world.open()
    engine = world.tables.store.engine
    for happening in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(engine, happening, fuse.burn)
    commit = engine.dialect.do_commit

    def committed(connection: object) -> None:
        commit(connection)  # type: ignore[arg-type]
        fuse.burn()

    engine.dialect.do_commit = committed  # type: ignore[method-assign]
    acks = Paper(path.with_suffix(".acks"))
    table = await world.tables.at(CHANNEL)
    for number, (who, what) in enumerate(MOVES):
        receipt = await table.act(who, what, request=f"r{number}")
        acks.write(f"r{number} {receipt.number}")
        if number != 1:  # messages of the second move wait for the third
            await world.outbox.flush()
    os._exit(PEACE)


async def prepare(path: Path) -> None:
    """A database in which the game has begun."""
    world = await World(path).open()
    await world.begun()
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
    """All runs."""
    start = folder / "start.db"
    child = os.fork()
    if child == 0:
        asyncio.run(prepare(start))
        os._exit(0)
    os.waitpid(child, 0)
    moment, status = 1, 9
    while status == 9:
        path = folder / f"{moment}.db"
        shutil.copy(start, path)
        status = in_child(victim(path, moment))
        moment += stride
    print(status, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
