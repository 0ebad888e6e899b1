"""The memory of one table: a cache of the store, and the lock of whoever changes it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.contract.action import ActionError
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from table.change import Change
from table.errors import Refusal, TableFault, refusal_of
from table.history.loading import load_recovery
from table.history.rewind import replay
from table.history.snapshot import Snapshot
from table.loaded_game import load, summarise
from table.services import Services
from table.state import StateSummary, TableState
from table.store.faults import describe_fault

T = TypeVar("T")

_log = logging.getLogger(__name__)


class GameMemory:
    """A table's state, the game in memory, and the views and offers that were asked for."""

    def __init__(self, services: Services, ruleset: AnyRuleset, stored: TableState) -> None:
        self.ruleset = ruleset
        self.state: TableState = stored  # as last saved
        self.running: RunningGame | None = None  # whoever holds the lock owns it
        self.outdated = False  # the newest snapshot is of another version of the rules
        self.recovered = False  # the newest snapshot could not be read
        self._services = services
        self._lock = asyncio.Lock()
        self._valid = True  # what is held is what the store holds
        self._seen: dict[object, Any] = {}  # views and offers of the last commit

    @property
    def size(self) -> int:
        """Return the bytes of the rules' state as it is stored; 0 when none is held."""
        return 0 if self.state.summary is None else len(self.state.summary.packed)

    # ------------------------------------------------------------ the lock

    async def run_exclusively(self, body: Callable[[], Awaitable[T]]) -> T:
        """Run something with the lock held, to its end.

        After a fault all that is held is thrown away. Raises Refusal, or TableFault.
        """
        return await self._services.run_to_completion(self._exclusive(body))

    async def _exclusive(self, body: Callable[[], Awaitable[T]]) -> T:
        async with self._lock:
            try:
                if not self._valid:
                    await self._reload()
                return await body()
            except Refusal:
                raise
            except BaseException as error:
                self.forget()
                if isinstance(error, Exception):
                    raise self._fault(error) from error
                raise

    def forget(self) -> None:
        """Throw away what is held: the next command starts from what the store holds."""
        self._valid, self.running, self._seen = False, None, {}
        self.state = replace(self.state, summary=None)

    async def release(self) -> None:
        """Throw away what is held, after the command under way: others may change the table."""
        async with self._lock:
            self.forget()

    def _fault(self, error: BaseException) -> TableFault:
        error_id = secrets.token_hex(4)
        _log.exception("error %s at the table of game %s", error_id, self.state.game.id)
        return TableFault(error_id, describe_fault(error) or "Something went wrong.")

    async def reread(self) -> None:
        """Read the table again: somebody has changed it in the store."""
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        stored = await self._services.store.games.load(self.state.game.id)
        assert stored is not None, "games are not deleted"
        self.state = replace(stored, summary=self.state.summary)
        self._valid = True

    def take_over(self, change: Change, head: str) -> None:
        """Hold what was saved; `head`: of the log."""
        before, self.state = self.state, change.with_game(head=head).state
        self.running = change.running or self.running
        summary = change.state.summary
        if summary is not None and summary is not before.summary:
            self._seen = _known_reads(summary)

    # ------------------------------------------------------------ the rules' state

    async def load(self) -> RunningGame:
        """Return the game in memory, loaded if it was not; the lock must be held."""
        if self.running is not None and self.state.summary is not None:
            return self.running
        services = self._services
        saved = await services.store.games.snapshot(self.state.game.id)
        assert saved is not None, "a game that has begun has a state"
        try:
            running = await services.run_short(load, self.ruleset, saved.state)
        except ValueError as error:
            running = await self._recover(saved, error)
        summary = await services.run_short(summarise, running)
        self.state = replace(self.state, summary=summary)
        self.running, self._seen = running, _known_reads(summary)
        self.outdated = saved.rules != self.ruleset.version
        return running

    async def _recover(self, broken: Snapshot, error: ValueError) -> RunningGame:
        """Return the game replayed from the state before one that cannot be read. Raises the error
        when there is none."""
        game = self.state.game
        _log.error("state %s of game %s cannot be read: replaying", broken.number, game.id)
        try:
            rewind = await load_recovery(self._services.store.games, game, broken.number)
            running = await self._services.run_long(replay, self.ruleset, rewind)
        except (Refusal, ValueError):
            raise error from None
        self.recovered = True
        return running

    async def summary(self) -> StateSummary:
        """Return what the table holds of the rules' state after the last commit."""
        if self.state.summary is not None:
            return self.state.summary

        async def load_summary() -> StateSummary:
            await self.load()
            assert self.state.summary is not None, "it was just loaded"
            return self.state.summary

        return await self.run_exclusively(load_summary)

    async def read(self, key: object, work: Callable[[RunningGame], T]) -> T:
        """Return what `work` reads of the state after the last commit, remembered under `key`.

        While a command has the state, a copy is read instead: reads never wait for long actions.
        Raises Refusal in the lobby, and for what the rules refuse to tell.
        """
        if self.state.game.header is None:
            raise Refusal("The game has not begun yet.")
        summary, seen = self.state.summary, self._seen
        if key not in seen:
            if summary is None or not self._lock.locked():
                seen = await self.run_exclusively(lambda: self._read_live(key, work))
            else:
                seen[key] = await self._read_copy(summary, work)
        found: T = seen[key]
        return found

    async def _read_copy(self, summary: StateSummary, work: Callable[[RunningGame], T]) -> T:
        try:
            copy = await self._services.run_short(load, self.ruleset, summary.packed)
            return await self._ask(work, copy)
        except Refusal:
            raise
        except Exception as error:
            raise self._fault(error) from error

    async def _read_live(self, key: object, work: Callable[[RunningGame], T]) -> dict[object, Any]:
        running = await self.load()
        if key not in self._seen:
            self._seen[key] = await self._ask(work, running)
        return self._seen

    async def _ask(self, work: Callable[[RunningGame], T], running: RunningGame) -> T:
        try:
            return await self._services.run_short(work, running)
        except ActionError as error:
            raise refusal_of(error) from None


def _known_reads(summary: StateSummary) -> dict[object, Any]:
    """Return the reads of a state that are known beforehand."""
    seen: dict[object, Any] = {("view", None): summary.public}
    if summary.offers is not None:
        seen["offers", summary.turn.waiting[0]] = summary.offers
    return seen
