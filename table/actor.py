"""One table as a running thing: its lock, what it holds in memory, and how commands are run.

What is held is a cache of the store. A command has it to itself (the lock): it is decided,
committed, and only then does the cache change and anybody speak. After a fault all of it is thrown
away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.contract.action import audible
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from table.change import Change
from table.commands.command import Command, decide
from table.commands.upkeep import GoOnUnderNewRules
from table.context import CommandContext, Needs
from table.errors import Refusal, TableFault
from table.history.history import History
from table.history.loading import load_undo, load_undo_to
from table.history.rewind import Rewind
from table.loaded_game import LoadedGame, OnView, load, summarise
from table.reader import GameReader
from table.receipt import Receipt
from table.services import Services
from table.state import GameRecord, Person, StateSummary, TableState
from table.store.changes import Commit, Committed
from table.store.games import StoredGame
from table.voting.modes import MODES, PlayMode

T = TypeVar("T")

MAX_REFUSED = 64  # requests remembered, so that one delivered twice is refused twice
ENTROPY = 16  # bytes of chance for a command

_log = logging.getLogger(__name__)


class GameActor:
    """A table in memory. Get it from `Tables.at` or `Tables.get`."""

    def __init__(self, services: Services, ruleset: AnyRuleset, stored: StoredGame) -> None:
        self.ruleset = ruleset
        self.state: TableState = stored.state  # as last saved
        self.reader = GameReader(self, services)
        self.history = History(self, services)
        self._services = services
        self._seed = stored.seed
        self._lock = asyncio.Lock()
        self._running: RunningGame | None = None  # whoever holds the lock owns it
        self._valid = True  # what is held is what the store holds
        self._seen: dict[object, Any] = {}  # views and offers of the last commit
        self._refused: OrderedDict[str, Refusal] = OrderedDict()

    @property
    def game(self) -> GameRecord:
        """Return the facts of the game as last saved."""
        return self.state.game

    @property
    def mode(self) -> PlayMode:
        """Return the way this game is played."""
        return MODES[self.state.game.mode]

    # ------------------------------------------------------------ commands

    async def run(
        self,
        who: Person | None,
        command: Command,
        *,
        request: str = "",
        on_view: OnView | None = None,
    ) -> Receipt:
        """Run a command for a person (None: for the bot itself).

        `request` names the request (an interaction's id): delivered twice, it happens once and
        gets the same receipt. `on_view` is called in another thread, before the change is saved,
        with what everybody will see: to be drawn meanwhile, and shown to nobody yet.

        Raises Refusal, or TableFault; then nothing has changed.
        """

        async def once() -> Receipt:
            if request in self._refused:
                raise self._refused[request]
            try:
                return await self._execute(who, command, request, on_view)
            except (Refusal, IntegrityError) as fault:
                # Requests seldom come twice, so whether this one did is asked last: its own
                # entry of the log stands in the way of a second one.
                if (receipt := await self._earlier_receipt(who, request)) is not None:
                    if isinstance(fault, IntegrityError):
                        self._forget()
                    return receipt
                if isinstance(fault, Refusal):
                    self._remember(request, fault)
                raise

        return await self._services.run_to_completion(self._exclusive(once))

    async def _execute(
        self, who: Person | None, command: Command, request: str, on_view: OnView | None
    ) -> Receipt:
        await self._try_to_load()
        context = await self._context(who)
        needs = command.needs(self.state, context)
        context = replace(context, rewind=await self._past(needs))
        if not needs.rules:
            return await self._commit(decide(self.state, command, context), context, request)
        if self.game.header is not None:
            loaded = LoadedGame(await self._load(), on_view)
            context = replace(context, loaded=loaded)
        run = self._services.run_long if needs.rules == "long" else self._services.run_short
        try:
            change = await run(decide, self.state, command, context)
        except Refusal:
            if context.loaded is not None and context.loaded.changed:
                self._running = None
            raise
        return await self._commit(change, context, request)

    async def _context(self, who: Person | None) -> CommandContext:
        services = self._services
        return CommandContext(
            who,
            services.now(),
            await services.preferences.load(self.state.people),
            self.ruleset,
            self._seed,
            services.draw(ENTROPY),
        )

    async def _past(self, needs: Needs) -> Rewind | None:
        games = self._services.store.games
        if needs.undo_turns is not None:
            return await load_undo(games, self.game, needs.undo_turns)
        if needs.undo_to is not None:
            return await load_undo_to(games, self.game, needs.undo_to)
        return None

    async def _commit(self, change: Change, context: CommandContext, request: str) -> Receipt:
        who = context.who
        commit = Commit(change, who.id if who else None, request or None, context.now)
        committed = await self._services.commit(commit)
        self._take_over(change)
        return self._receipt(who, change, committed)

    def _take_over(self, change: Change) -> None:
        """Hold what was saved."""
        before, self.state = self.state, change.state
        self._running = change.running or self._running
        self._seed = change.seed or self._seed
        summary = change.state.summary
        if summary is not None and summary is not before.summary:
            self._seen = _known_reads(summary)

    def _receipt(self, who: Person | None, change: Change, committed: Committed) -> Receipt:
        first = change.entries[0] if change.entries else None
        delivery = committed.delivery
        return Receipt(
            committed.game,
            change.first_number,
            change.state.game.card,
            first.entry if first else None,
            self._audible(who, first.events) if first else (),
            delivery if delivery is not None and delivery.by == "presser" else None,
        )

    def _audible(self, who: Person | None, events: Any) -> Any:
        return audible(events, self.reader.may_see(who.id) if who else ())

    # ------------------------------------------------------------ requests delivered twice

    async def _earlier_receipt(self, who: Person | None, request: str) -> Receipt | None:
        """Return the receipt of a request that was here before."""
        game = self.game.id
        done = await self._services.store.games.answered(game, request) if request else None
        if done is None:
            return None
        events = self._audible(who, done.events)
        return Receipt(game, done.number, done.card, done.entry, events)

    def _remember(self, request: str, refusal: Refusal) -> None:
        if request:
            self._refused[request] = refusal
            if len(self._refused) > MAX_REFUSED:
                self._refused.popitem(last=False)

    # ------------------------------------------------------------ what is held in memory

    async def _exclusive(self, body: Callable[[], Awaitable[T]]) -> T:
        """Run it with the lock held; after a fault throw away what is held."""
        async with self._lock:
            try:
                if not self._valid:
                    await self._reload()
                return await body()
            except Refusal:
                raise
            except BaseException as error:
                self._forget()
                if isinstance(error, Exception):
                    raise self._fault() from error
                raise

    def _forget(self) -> None:
        self._valid, self._running, self._seen = False, None, {}
        self.state = replace(self.state, summary=None)

    def _fault(self) -> TableFault:
        error_id = secrets.token_hex(4)
        _log.exception("error %s at the table of game %s", error_id, self.game.id)
        return TableFault(error_id)

    async def reread(self) -> None:
        """Read the table again: somebody has changed it in the store."""
        async with self._lock:
            await self._reload()

    async def _reload(self) -> None:
        stored = await self._services.store.games.load(self.game.id)
        assert stored is not None, "games are not deleted"
        self.state = replace(stored.state, summary=self.state.summary)
        self._seed, self._valid = stored.seed, True

    async def _try_to_load(self) -> None:
        """Load the rules' state if there is one that can be read: a game whose state cannot be
        read can still be ended."""
        if self.game.header is not None and self.state.summary is None:
            try:
                await self._load()
            except Exception:
                _log.warning("the state of game %s cannot be read", self.game.id, exc_info=True)

    async def _load(self) -> RunningGame:
        """Return the game in memory, loaded when it is not; the lock must be held."""
        if self._running is None or self.state.summary is None:
            saved = await self._services.store.games.snapshot(self.game.id)
            assert saved is not None, "a game that has begun has a state"
            running = await self._services.run_short(load, self.ruleset, saved.state)
            summary = await self._services.run_short(summarise, running)
            self.state = replace(self.state, summary=summary)
            if saved.rules != self.ruleset.version and self.game.phase != "over":
                context = await self._context(None)
                await self._commit(decide(self.state, GoOnUnderNewRules(), context), context, "")
            self._running, self._seen = running, _known_reads(summary)
        return self._running

    # ------------------------------------------------------------ reading

    async def summary(self) -> StateSummary:
        """Return what the table holds of the rules' state after the last commit."""
        if self.state.summary is not None:
            return self.state.summary

        async def load_summary() -> StateSummary:
            await self._load()
            assert self.state.summary is not None, "it was just loaded"
            return self.state.summary

        return await self._services.run_to_completion(self._exclusive(load_summary))

    async def read(self, key: object, work: Callable[[RunningGame], T]) -> T:
        """Return what `work` reads of the state after the last commit, remembered under `key`.

        While a command has the state, a copy is read instead: reads never wait for long actions.
        Raises Refusal in the lobby.
        """
        if self.game.header is None:
            raise Refusal("The game has not begun yet.")
        summary, seen = self.state.summary, self._seen
        if key not in seen:
            if summary is None or not self._lock.locked():
                body = self._exclusive(lambda: self._read_live(key, work))
                seen = await self._services.run_to_completion(body)
            else:
                seen[key] = await self._read_copy(summary, work)
        found: T = seen[key]
        return found

    async def _read_copy(self, summary: StateSummary, work: Callable[[RunningGame], T]) -> T:
        try:
            copy = await self._services.run_short(load, self.ruleset, summary.packed)
            return await self._services.run_short(work, copy)
        except Exception as error:
            raise self._fault() from error

    async def _read_live(self, key: object, work: Callable[[RunningGame], T]) -> dict[object, Any]:
        running = await self._load()
        if key not in self._seen:
            self._seen[key] = await self._services.run_short(work, running)
        return self._seen


def _known_reads(summary: StateSummary) -> dict[object, Any]:
    """Return the reads of a state that are known beforehand."""
    seen: dict[object, Any] = {("view", None): summary.public}
    if summary.offers is not None:
        seen["offers", summary.turn.waiting[0]] = summary.offers
    return seen
