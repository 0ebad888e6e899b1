"""Health: whether deadlines are met, messages sent and changes saved, not only whether the bot is
connected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec
from sqlalchemy import Connection, func, select

from table.store import schema as t
from table.store.shards import Shards
from table.store.store import Store

LATE = 120.0  # seconds that a deadline or a message may be late


class Health(msgspec.Struct, frozen=True):
    """The state of the bot: what is wrong, a sentence each, and some numbers."""

    problems: tuple[str, ...]
    deadlines_due: int
    messages_due: int
    games: int
    database_bytes: int

    @property
    def ok(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.problems


class HealthMonitor:
    """Remembers since when deadlines and messages are due. `broken`: tasks that broke."""

    def __init__(self, store: Store, now: Callable[[], float], broken: Mapping[str, str]) -> None:
        self._store = store
        self._now = now
        self._broken = broken
        self._due_since: dict[tuple[str, object], float] = {}
        self._watched: list[Callable[[], str]] = []

    def watch(self, problem: Callable[[], str]) -> None:
        """Ask this at each check, too: a sentence, or "" while all is well."""
        self._watched.append(problem)

    async def check(self) -> Health:
        """Look at what is due now. To be called every few seconds."""
        now = self._now()
        try:
            deadlines, messages, games, size = await self._store.database.read(
                lambda db: (
                    *_read(db, now, self._store.database.shards),
                    self._store.database.backend.size(db),
                )
            )
        except Exception as error:
            sentence = self._store.database.fault or f"{type(error).__name__}."
            return Health((f"The database cannot be read: {sentence}",), 0, 0, 0, 0)
        problems = [
            f"The task {name} broke ({fault}) and is begun again."
            for name, fault in self._broken.items()
        ]
        if self._store.database.fault:
            problems.append(f"Changes cannot be saved: {self._store.database.fault}")
        problems += filter(None, (problem() for problem in self._watched))
        due = [("deadline", each) for each in deadlines] + [("message", each) for each in messages]
        problems += self._late(due, now)
        return Health(tuple(problems), len(deadlines), len(messages), games, size)

    def _late(self, due: Iterable[tuple[str, object]], now: float) -> list[str]:
        self._due_since = {each: self._due_since.get(each, now) for each in due}
        late = [kind for (kind, _), since in self._due_since.items() if now - since > LATE]
        return [
            f"{late.count(kind)} {words} late."
            for kind, words in (("deadline", "deadlines are"), ("message", "messages are"))
            if kind in late
        ]


def _read(db: Connection, now: float, shards: Shards) -> tuple[list[object], list[object], int]:
    d, o, g = t.deadlines.c, t.outbox.c, t.games.c
    due = select(d.game, d.kind, d.set_by).where(d.due <= now)
    deadlines: list[object] = [tuple(row) for row in db.execute(shards.narrow(due, d.game))]
    owed = select(o.id).where(o.state.in_(("pending", "sending")), o.not_before <= now)
    games = select(func.count()).where(g.phase == "play")
    owed, games = shards.narrow(owed, o.game), shards.narrow(games, g.id)
    return deadlines, list(db.scalars(owed)), db.execute(games).scalar_one()
