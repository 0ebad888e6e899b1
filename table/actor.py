"""One table as a running thing: it runs commands one after the other.

A command is decided, committed, and only then does the memory change and anybody speak. After a
fault all that is held in memory is thrown away.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence

from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError

from engine.contract.action import Event, audible
from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import View
from table.change import Change
from table.commands.command import TableCommand, decide
from table.commands.upkeep import CatchUp, GoOnUnderNewRules, KeepRecoveredState
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.history.entries import without_key
from table.history.history import GameHistory
from table.history.loading import load_undo, load_undo_to
from table.history.reading import called_in
from table.history.rewind import Rewind
from table.history.secrets import interaction_of
from table.loaded_game import LoadedGame, OnView
from table.memory import GameMemory
from table.names import clean_text
from table.reader import GameReader
from table.receipt import Receipt
from table.services import ENTROPY, Services
from table.shown_names import change_texts, fill_names
from table.state import GameRecord, Person, TableState
from table.store.changes import Commit, Committed
from table.voting.modes import MODES, PlayMode

MAX_REFUSED = 64  # requests remembered, so that one delivered twice is refused twice

_log = logging.getLogger(__name__)


class GameActor:
    """A table in memory. Get it from `Tables.at` or `Tables.get`."""

    def __init__(self, services: Services, ruleset: AnyRuleset, stored: TableState) -> None:
        self.ruleset = ruleset
        self.memory = GameMemory(services, ruleset, stored)
        self.reader = GameReader(self.memory, services)
        self.history = GameHistory(self.memory, self.reader, services)
        self._services = services
        self._refused: OrderedDict[str, Refusal] = OrderedDict()
        self._secret: GameSecret | None = None  # once it was read

    @property
    def state(self) -> TableState:
        """Return the table's state as last saved, with today's names of people."""
        return self.reader.state

    @property
    def game(self) -> GameRecord:
        """Return the facts of the game as last saved."""
        return self.memory.state.game

    @property
    def mode(self) -> PlayMode:
        """Return the way this game is played."""
        return MODES[self.game.mode]

    # ------------------------------------------------------------ commands

    async def run(
        self,
        who: Person | None,
        command: TableCommand,
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

        names = self.reader.names
        if who is not None:
            command = change_texts(command, clean_text)

        def shown_view(view: View) -> None:
            if on_view is not None:
                on_view(self.reader.show_ahead(view, names))

        async def once() -> Receipt:
            if request in self._refused:
                raise self._refused[request]
            try:
                return await self._execute(who, command, request, shown_view)
            except (Refusal, IntegrityError) as fault:
                # Requests seldom come twice, so whether this one did is asked last: its own
                # entry of the log stands in the way of a second one.
                if (receipt := await self._earlier_receipt(who, request)) is not None:
                    if isinstance(fault, IntegrityError):
                        self.memory.forget()
                    return receipt
                if isinstance(fault, Refusal):
                    self._remember(request, fault)
                raise

        try:
            return fill_names(await self.memory.run_exclusively(once), self.reader.names)
        except Refusal as refusal:
            refusal.fill_names(names)
            raise

    async def _execute(
        self, who: Person | None, command: TableCommand, request: str, on_view: OnView
    ) -> Receipt:
        """Decide a command and commit what it changes."""
        await self._try_to_load()
        context, state = await self._context(who, request), self.memory.state
        needs = command.needs(state, context)
        context = replace(context, rewind=await self._load_past(needs))
        if needs.rules:
            change = await self._decide_in_thread(command, context, needs, on_view)
        else:
            change = decide(state, command, context)
        return await self._commit(change, context, request)

    async def catch_up(self) -> None:
        """Load the game and store what follows from that, as before every command. Raises
        TableFault."""
        await self.memory.run_exclusively(self._try_to_load)

    async def would_take(self, who: Person, commands: Sequence[TableCommand]) -> list[bool]:
        """Return of each command whether it would be taken now and not refused, as far as that is
        known without the game's rules. Nothing changes."""

        async def once() -> list[bool]:
            context = await self._context(who, "")
            return [await self._would_take(command, context) for command in commands]

        return await self.memory.run_exclusively(once)

    async def _would_take(self, command: TableCommand, context: CommandContext) -> bool:
        state = self.memory.state
        try:
            needs = command.needs(state, context)
            context = replace(context, rewind=await self._load_past(needs))
            if not needs.rules:
                decide(state, command, context)
        except Refusal:
            return False
        return True

    async def _decide_in_thread(
        self, command: TableCommand, context: CommandContext, needs: Needs, on_view: OnView
    ) -> Change:
        if self.game.header is not None:
            loaded = LoadedGame(await self.memory.load(), self.reader.names, on_view)
            context = replace(context, loaded=loaded)
        run = self._services.run_long if needs.rules == "long" else self._services.run_short
        try:
            return await run(decide, self.memory.state, command, context)
        except Refusal:
            if context.loaded is not None and context.loaded.changed:
                self.memory.running = None
            raise

    async def _context(self, who: Person | None, request: str) -> CommandContext:
        """Return the context of one command; nobody else holds the secret."""
        services = self._services
        if self._secret is None:
            self._secret = await services.store.games.secret(self.game.id)
        return CommandContext(
            who=who,
            now=services.now(),
            preferences=await services.preferences.load(self.memory.state.people),
            ruleset=self.ruleset,
            secret=self._secret,
            entropy=services.draw(ENTROPY),
            interaction=interaction_of(request),
        )

    async def _load_past(self, needs: Needs) -> Rewind | None:
        games = self._services.store.games
        if needs.undo_turns is not None:
            state = self.memory.state
            return await load_undo(games, state.game, needs.undo_turns, screened=state.screened)
        if needs.undo_to is not None:
            return await load_undo_to(games, self.game, needs.undo_to)
        return None

    async def _try_to_load(self) -> None:
        """Load the rules' state if there is one that can be read, and store first what follows
        from the load: a game whose state cannot be read can still be ended."""
        if self.game.header is not None and self.memory.state.summary is None:
            try:
                await self.memory.load()
            except Exception:
                _log.warning("the state of game %s cannot be read", self.game.id, exc_info=True)
        if self.memory.outdated and self.game.phase != "over":
            await self._run_first(GoOnUnderNewRules())
            self.memory.outdated = False
        if self.memory.recovered:
            await self._run_first(KeepRecoveredState())
            self.memory.recovered = False
        if self.memory.state.lost_seconds:
            await self._run_first(CatchUp())

    async def _run_first(self, command: TableCommand) -> None:
        """Run a command of the bot's own before the one that is asked for."""
        context = await self._context(None, "")
        await self._commit(decide(self.memory.state, command, context), context, "")

    # ------------------------------------------------------------ commits and receipts

    async def _commit(self, change: Change, context: CommandContext, request: str) -> Receipt:
        who = context.who
        commit = Commit(
            change=change,
            person=who.id if who else None,
            request=request or None,
            at=context.now,
            entropy=context.entropy,
            stored=self.memory.state,
        )
        committed = await self._services.commit(commit)
        if change.secrets:
            self._secret = None
        self.memory.take_over(change, committed.head)
        self.history.hold(committed.rows)
        return self._receipt(who, change, committed)

    def _receipt(self, who: Person | None, change: Change, committed: Committed) -> Receipt:
        first = change.entries[0] if change.entries else None
        delivery = committed.delivery
        return Receipt(
            game=committed.game,
            number=change.first_number,
            card=change.state.game.card,
            entry=without_key(first.entry) if first else None,
            events=self._audible(who, first.events) if first else (),
            delivery=delivery if delivery is not None and delivery.by == "presser" else None,
        )

    async def _earlier_receipt(self, who: Person | None, request: str) -> Receipt | None:
        """Return the receipt of a request that was here before."""
        game = self.game.id
        done = await self._services.store.games.answered(game, request) if request else None
        if done is None:
            return None
        entry = without_key(done.entry)
        return Receipt(game, done.number, done.card, entry, self._audible(who, done.events))

    def _audible(self, who: Person | None, events: Sequence[Event]) -> tuple[Event, ...]:
        seats = self.reader.may_see(who.id) if who else ()
        return audible(events, seats, called_in(self.memory.state))

    def _remember(self, request: str, refusal: Refusal) -> None:
        if request:
            self._refused[request] = refusal
            if len(self._refused) > MAX_REFUSED:
                self._refused.popitem(last=False)
