"""The shards of Discord that a process serves: a game belongs to the shard of its server."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.sql.elements import ColumnElement

SHARD_BITS = 22  # of a server's id, its last, which do not count for its shard
IDENTIFY_EVERY = 5.0  # seconds between two sessions begun in one of Discord's buckets


class Scope(NamedTuple):
    """A game or a server that a write belongs to, or neither."""

    game: int = 0
    guild: int | None = None


UNSCOPED = Scope()


class Assignment(NamedTuple):
    """Shards and what a process is to do with them.

    `held`: serve them; of each the interactions that its last process has answered already.
    `asked`: connect them; another process serves them still. `due`: hand them over, since the next
    process has connected them.
    """

    held: Mapping[int, frozenset[int]]
    asked: frozenset[int] = frozenset()
    due: frozenset[int] = frozenset()


class Shards(ABC):
    """The shards of this process, of `count`; it is one of so many `processes`.

    Of those that it holds, whose games it may write, it serves those that it has begun with and
    not yet stopped to hand over. `wanted`: those that it is to serve, now or soon. `is_first`: no
    other process served when this one started. `on_news`: called with a topic and a value that
    another process has announced; with two empty texts when some may have been missed.
    """

    def __init__(self) -> None:
        self.count = 1
        self.processes = 1
        self.is_first = True
        self.served: frozenset[int] = frozenset()
        self.wanted: Collection[int] = frozenset()
        self.on_news: Callable[[str, str], None] | None = None

    def of(self, guild: int) -> int:
        """Return the shard of a server."""
        return (guild >> SHARD_BITS) % self.count

    def scope(self, shard: int) -> Scope:
        """Return what all writes of a shard belong to."""
        return Scope(guild=shard << SHARD_BITS)

    def serves(self, guild: int) -> bool:
        """Return whether this process serves a server."""
        return self.of(guild) in self.served

    @property
    @abstractmethod
    def held(self) -> frozenset[int]:
        """Return the shards whose games this process may write."""

    @abstractmethod
    def narrow(
        self, query: Any, game: ColumnElement[int], only: Collection[int] | None = None
    ) -> Any:
        """Return a query about the games of the shards that are served, or of `only` some."""

    @abstractmethod
    def check(self, db: Connection, scopes: Collection[Scope]) -> None:
        """Let nobody take over what belongs to these until the transaction ends. Raises LeaseLost
        when this process may not write it."""

    @abstractmethod
    def announce(self, db: Connection, topic: str, value: str) -> None:
        """Tell the other processes something, when the transaction is saved."""

    @abstractmethod
    async def join(self, count: int) -> None:
        """Begin to take shards. `count`: how many Discord wants, where no process serves yet."""

    @abstractmethod
    async def assign(self) -> Assignment:
        """Take what is free, ask for what others have too much of; return what is to be done."""

    @abstractmethod
    async def wait(self) -> None:
        """Wait until it is time to look again."""

    @abstractmethod
    def wake(self) -> None:
        """Let `wait` return."""

    @abstractmethod
    async def report_connected(self, shard: int) -> None:
        """Let the process that serves a shard hand it over to this one."""

    @abstractmethod
    async def hand_over(self, shard: int, answered: Collection[int]) -> None:
        """Give a shard to the process that has connected it. `answered`: the interactions of the
        last seconds."""

    @abstractmethod
    async def retire(self) -> bool:
        """Take no more shards; return whether there are others to whom they can be handed over."""

    @abstractmethod
    async def reserve_identify(self, bucket: int) -> float:
        """Return the seconds to wait before a session may be begun in one of Discord's buckets, of
        those that take one every `IDENTIFY_EVERY` seconds."""


class AllShards(Shards):
    """All shards, served by one process for as long as it runs."""

    def __init__(self) -> None:
        super().__init__()
        self._held = self.served = frozenset({0})
        self._woken = asyncio.Event()
        self._next: dict[int, float] = {}  # when a bucket takes a session, in the loop's time

    @property
    def held(self) -> frozenset[int]:
        """Return all shards."""
        return self._held

    def narrow(
        self, query: Any, game: ColumnElement[int], only: Collection[int] | None = None
    ) -> Any:
        """Return the query."""
        return query

    def check(self, db: Connection, scopes: Collection[Scope]) -> None:
        """Do nothing."""

    def announce(self, db: Connection, topic: str, value: str) -> None:
        """Do nothing: there is nobody else."""

    async def join(self, count: int) -> None:
        """Take all shards."""
        self.count, self._held = count, frozenset(range(count))

    async def assign(self) -> Assignment:
        """Return all shards."""
        return Assignment(dict.fromkeys(self._held, frozenset[int]()))

    async def wait(self) -> None:
        """Wait to be woken."""
        await self._woken.wait()
        self._woken.clear()

    def wake(self) -> None:
        """Let `wait` return."""
        self._woken.set()

    async def report_connected(self, shard: int) -> None:
        """Do nothing."""

    async def hand_over(self, shard: int, answered: Collection[int]) -> None:
        """Do nothing."""

    async def retire(self) -> bool:
        """Return that there is nobody else."""
        return False

    async def reserve_identify(self, bucket: int) -> float:
        """Return the seconds to wait before a session may be begun in a bucket."""
        now = asyncio.get_running_loop().time()
        at = max(now, self._next.get(bucket, now))
        self._next[bucket] = at + IDENTIFY_EVERY
        return at - now
