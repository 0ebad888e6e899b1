"""A table without Discord: a clock that tests turn, and a post office that behaves as Discord."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from engine.rulesets import RULESETS
from table.outbox import Gone, Outbox
from table.records import Owed, Person
from table.store import Store
from table.table import Table
from table.tables import Tables
from tests.toys.guessing import Toy

ANN, BOB, EVE = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Eve")
CHANNEL, GUILD = 100, 10
SEED = bytes(range(16))


class Time:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Turn it on."""
        self.now += seconds


class PostOffice:
    """Messages as Discord keeps them. A nonce sent twice makes one message. `faults`: exceptions
    to raise, one a request, before anything is done; `losses`: how many replies get lost after
    it was done."""

    def __init__(self) -> None:
        self.messages: dict[int, Owed] = {}
        self.edits: list[Owed] = []
        self.faults: list[Exception] = []
        self.losses = 0
        self.requests = 0
        self._ids = itertools.count(5000)
        self._nonces: dict[str, int] = {}

    def shown(self, kind: str) -> list[Owed]:
        """The messages of a kind that are there, oldest first."""
        return [owed for owed in self.messages.values() if owed.kind == kind]

    def _come(self) -> None:
        self.requests += 1
        if self.faults:
            raise self.faults.pop(0)

    def _go(self) -> None:
        if self.losses:
            self.losses -= 1
            raise ConnectionError("the reply was lost")

    def _there(self, owed: Owed) -> int:
        if owed.message not in self.messages:
            raise Gone("message")
        return owed.message

    async def post(self, owed: Owed) -> int:
        """Post it, once a nonce."""
        self._come()
        assert 0 < len(owed.nonce) <= 25
        if owed.nonce not in self._nonces:
            self._nonces[owed.nonce] = next(self._ids)
            self.messages[self._nonces[owed.nonce]] = owed
        self._go()
        return self._nonces[owed.nonce]

    async def edit(self, owed: Owed) -> None:
        """Note the edit."""
        self._come()
        self._there(owed)
        self.edits.append(owed)
        self._go()

    async def delete(self, owed: Owed) -> None:
        """Take the message away."""
        self._come()
        del self.messages[self._there(owed)]
        self._go()

    async def check(self, owed: Owed) -> None:
        """Look whether it is there."""
        self._come()
        self._there(owed)


async def rows(store: Store, query: str) -> list[tuple[Any, ...]]:
    """What the database answers."""
    return await store.read(lambda db: [tuple(row) for row in db.exec_driver_sql(query)])


async def change(store: Store, statement: str) -> None:
    """Change the database behind everybody's back."""
    await store.write(lambda db: db.exec_driver_sql(statement))


class World:
    """A bot's inside over a database file; `restart` is a start after a clean or an unclean end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = Time()
        self.office = PostOffice()
        self.tables: Tables
        self.outbox: Outbox

    async def open(self) -> World:
        """Start."""
        store = await Store.open(self.path)
        rulesets = {"toy": Toy(), **RULESETS}
        self.tables = Tables(store, rulesets, now=self.time, draw=lambda n: (SEED * n)[:n])
        self.outbox = self.tables.deliver_by(self.office)
        await self.outbox.take_up()
        return self

    async def close(self) -> None:
        """Stop."""
        await self.tables.close()

    async def restart(self) -> None:
        """Stop and start."""
        await self.close()
        await self.open()

    async def table(self) -> Table:
        """The table of the one channel."""
        return await self.tables.at(CHANNEL)

    async def begun(self, mode: str = "solo") -> Table:
        """A game of Ann and Bob that has begun; Ann is to move, all messages are out."""
        table = await self.tables.found(CHANNEL, GUILD, ANN, "toy", mode=mode)
        await table.join(BOB)
        await table.begin(ANN)
        await self.outbox.flush()
        return table
