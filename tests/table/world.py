"""A table without Discord: a clock that tests turn, and a post office that behaves as Discord."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

from engine.contract.ruleset import AnyRuleset
from table.commands.lobby import NewGame
from table.outbox.outbox import Gone, Outbox
from table.outbox.rows import OutboxRow
from table.schedule.clock import Clock
from table.state import Person
from table.store.store import Store
from table.tables import Tables
from tests.rulesets import RULESETS
from tests.table.driver import TableDriver
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered
from tests.toys.wandering import Wandering

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
        self.messages: dict[int, OutboxRow] = {}
        self.edits: list[OutboxRow] = []
        self.faults: list[Exception] = []
        self.losses = 0
        self.requests = 0
        self.made = 0  # messages, those that were deleted since too
        self._ids = itertools.count(5000)
        self._nonces: dict[str, int] = {}

    def shown(self, kind: str) -> list[OutboxRow]:
        """The messages of a kind that are there, oldest first."""
        return [row for row in self.messages.values() if row.kind == kind]

    def _come(self) -> None:
        self.requests += 1
        if self.faults:
            raise self.faults.pop(0)

    def _go(self) -> None:
        if self.losses:
            self.losses -= 1
            raise ConnectionError("the reply was lost")

    def _there(self, row: OutboxRow) -> int:
        if row.message not in self.messages:
            raise Gone("message")
        return row.message

    async def post(self, row: OutboxRow) -> int:
        """Post it, once a nonce."""
        self._come()
        assert 0 < len(row.nonce) <= 25
        if row.nonce not in self._nonces:
            self._nonces[row.nonce] = next(self._ids)
            self.messages[self._nonces[row.nonce]] = row
            self.made += 1
        self._go()
        return self._nonces[row.nonce]

    async def edit(self, row: OutboxRow) -> None:
        """Note the edit."""
        self._come()
        self._there(row)
        self.edits.append(row)
        self._go()

    async def delete(self, row: OutboxRow) -> None:
        """Take the message away."""
        self._come()
        del self.messages[self._there(row)]
        self._go()

    async def find(self, row: OutboxRow) -> int | None:
        """Look for the card."""
        self._come()
        shown = (m for m, posted in self.messages.items() if posted.card == row.card)
        return next(shown, None)

    async def check(self, row: OutboxRow) -> None:
        """Look whether it is there."""
        self._come()
        self._there(row)


async def rows(store: Store, query: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""
    return await store.database.read(lambda db: [tuple(row) for row in db.exec_driver_sql(query)])


async def change(store: Store, statement: str) -> None:
    """Change the database behind everybody's back."""
    await store.database.write(lambda db: db.exec_driver_sql(statement))


async def meet_due(clock: Clock) -> None:
    """Have met all that is due now."""
    await asyncio.gather(*await clock._begin_due(clock._now()))


class TableWorld:
    """The inside of a bot over a database file; `restart` is a start after any end."""

    _empty = b""  # a database as a first start leaves it; most tests take less time than making it

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = Time()
        self.office = PostOffice()
        toys = (Toy(), Mastered(), Wandering())
        self.rulesets: dict[str, AnyRuleset] = {**{toy.name: toy for toy in toys}, **RULESETS}
        self.draw = lambda n: (SEED * n)[:n]
        self.tables: Tables
        self.outbox: Outbox

    async def open(self) -> TableWorld:
        """Start."""
        if not self.path.exists():
            await self._make_empty()
        store = await Store.open(self.path)
        draw = lambda n: self.draw(n)  # noqa: E731  (tests change it while the bot runs)
        self.tables = Tables(store, self.rulesets, now=self.time, draw=draw)
        self.outbox = self.tables.send_by(self.office)
        await self.outbox.resume()
        return self

    async def _make_empty(self) -> None:
        if not TableWorld._empty:
            await (await Store.open(self.path)).close()
            TableWorld._empty = self.path.read_bytes()
        self.path.write_bytes(TableWorld._empty)

    async def close(self) -> None:
        """Stop."""
        await self.tables.close()

    async def restart(self) -> None:
        """Stop and start."""
        await self.close()
        await self.open()

    async def table(self, channel: int = CHANNEL) -> TableDriver:
        """Return the table of a channel."""
        return TableDriver(await self.tables.at(channel))

    async def found(
        self,
        channel: int,
        who: Person,
        ruleset: str = "toy",
        *,
        guild: int = GUILD,
        request: str = "",
        **fields: Any,
    ) -> TableDriver:
        """Return a new lobby; `fields`: of `NewGame`."""
        new = NewGame(channel, guild, ruleset, **fields)
        return TableDriver(await self.tables.found(who, new, request=request))

    async def begun(self, mode: str = "solo") -> TableDriver:
        """Return a game of Ann and Bob that has begun; Ann is to act, all messages are out."""
        table = await self.found(CHANNEL, ANN, mode=mode)
        await table.join(BOB)
        await table.begin(ANN)
        await self.outbox.flush()
        return table
