"""Which tables there are: a game founded, found again by channel or number, kept in memory."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from engine.game import Ruleset
from table import speech
from table.errors import NoGame, Refusal
from table.means import Means
from table.modes import MODES
from table.names import proper
from table.records import Deadline, Game, Member, Person
from table.steps import Line, Step
from table.store import Store
from table.table import Table
from table.terms import Terms, changed, checked_options

LOBBY_LASTS = 14 * 86400.0  # seconds until a lobby in which nobody begins is closed


class Registry:
    """What `table.tables.Tables` stands on; its arguments are explained there."""

    def __init__(
        self,
        store: Store,
        rulesets: Mapping[str, Ruleset],
        now: Callable[[], float],
        draw: Callable[[int], bytes],
        saving: Callable[[Step], None],
        spoken: Callable[[int, Step], None],
        keep: int,
    ) -> None:
        self.rulesets = rulesets
        self.store = store
        self._now = now
        self._draw = draw
        self._means = Means(store, now, draw, saving, spoken)
        self._tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, Table] = OrderedDict()  # these stay in memory
        self._keep = keep
        self._finding = asyncio.Lock()

    async def found(
        self,
        channel: int,
        guild: int,
        who: Person,
        ruleset: str,
        *,
        options: Mapping[str, str] | None = None,
        mode: str = "solo",
        terms: Mapping[str, str] | None = None,
        request: str = "",
    ) -> Table:
        """Open a lobby in a channel; `who` founds and joins it. `terms`: values of
        `table.terms.SETTINGS`. Refused: an unknown ruleset, option, mode or term; a channel
        whose game is not over."""
        rules = self._rules(ruleset)
        if mode not in MODES:
            raise Refusal(f"A game can be played so: {', '.join(MODES)}.")
        if mode == "table" and not rules.has_gm:
            raise Refusal(f"{rules.title} has no place for a Game Master.")
        settled = Terms()
        for name, value in (terms or {}).items():
            settled = changed(settled, name, value)
        game = Game(
            id=0,
            channel=channel,
            guild=guild,
            ruleset=ruleset,
            founder=who.id,
            mode=mode,
            options=checked_options(rules, options or {}),
            terms=settled,
            number=1,
            card=1,
            created=self._now(),
        )
        step = Step(
            game,
            game.created,
            lines=(Line(1, "table", "found", None, who.id, request or None),),
            members=(Member(who.id, proper(who.name)),),
            owed=(speech.card(game),),
            due=(Deadline(0, "lobby", game.created + LOBBY_LASTS),),
        )
        return await self._means.whole(self._found(step, request))

    def _rules(self, ruleset: str) -> Ruleset:
        if ruleset not in self.rulesets:
            raise Refusal(f"There is no such game here; there is: {', '.join(self.rulesets)}.")
        return self.rulesets[ruleset]

    async def _found(self, step: Step, request: str) -> Table:
        """Write a new game's first step, once a request. Raises Refusal when there is one."""
        going = await self.store.game_at(step.game.channel)
        if going and request and await self.store.answered(going.id, request):
            return await self.get(going.id)
        try:
            return await self.get(await self._means.commit(step))
        except IntegrityError:
            raise Refusal("This channel has a game already; end it before a new one.") from None

    async def at(self, channel: int) -> Table:
        """The channel's game: the one going on, else its last one. Raises NoGame."""
        game = await self.store.game_at(channel)
        if game is None:
            raise NoGame("There is no game in this channel.")
        return await self.get(game.id)

    async def get(self, game: int) -> Table:
        """A game by its number. Raises NoGame."""
        async with self._finding:
            table = self._tables.get(game) or await self._open(game)
            self._recent[game] = table
            self._recent.move_to_end(game)
            if len(self._recent) > self._keep:
                self._recent.popitem(last=False)
        return table

    async def _open(self, number: int) -> Table:
        game = await self.store.game(number)
        if game is None:
            raise NoGame("That game is not here any more.")
        if game.ruleset not in self.rulesets:
            raise NoGame("The rules of that game are not here any more.")
        company = await self.store.company(number)
        table = Table(self._means, self.rulesets[game.ruleset], game, *company)
        self._tables[number] = table
        return table

    async def reread(self, game: int) -> None:
        """A game's people have been changed in the store: let its table, if it is in memory, take
        that up."""
        if table := self._tables.get(game):
            await table.reread()

    async def games(self, *, guild: int | None = None, person: int | None = None) -> list[Game]:
        """The games that are not over, of a server or of somebody who joined them, by number."""
        return await self.store.games(guild, person)
