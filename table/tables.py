"""All tables of the bot: found a game, find it again, start and stop what runs beside them.

store = await Store.open(path)
tables = Tables(store, RULESETS)
await tables.start(post)       # post: a `table.outbox.Post`
table = await tables.at(channel)
receipt = await table.act(Person(1, "Ann"), "step ne", card=7, request="interaction id")
await tables.close()           # closes the store too
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from engine.game import Ruleset
from table import speech
from table.clock import Clock
from table.errors import NoGame, Refusal
from table.means import Means
from table.modes import MODES
from table.names import proper
from table.outbox import Outbox, Post
from table.records import Deadline, Game, Member, Person
from table.store import Line, Step, Store
from table.table import Table, checked_options

LOBBY_LASTS = 14 * 86400.0  # seconds until a lobby in which nobody begins is closed


class Tables:
    """The registry of tables. `rulesets`: by name. `now`: the time; `draw`: so many random bytes;
    `keep`: how many games stay in memory."""

    def __init__(
        self,
        store: Store,
        rulesets: Mapping[str, Ruleset],
        *,
        now: Callable[[], float] = time.time,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        keep: int = 64,
    ) -> None:
        self.rulesets = rulesets
        self.store = store
        self.clock = Clock(store, self._ring, now)
        self.outbox: Outbox | None = None
        self._now = now
        self._means = Means(store, now, draw, self._spoken)
        self._tables: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._recent: OrderedDict[int, Table] = OrderedDict()  # these stay in memory
        self._keep = keep
        self._finding = asyncio.Lock()
        self._running: list[asyncio.Task[None]] = []

    async def start(self, post: Post) -> None:
        """Take up what a former run left (owed messages, deadlines) and start sending."""
        outbox = self.deliver_by(post)
        await outbox.take_up()
        self._running = [asyncio.create_task(task) for task in (outbox.run(), self.clock.run())]

    def deliver_by(self, post: Post) -> Outbox:
        """The outbox that sends by `post`, not yet running."""
        self.outbox = Outbox(self.store, post, self, self._now)
        return self.outbox

    async def close(self) -> None:
        """Finish the requests under way, stop sending, close the store."""
        self.clock.stop()
        if self.outbox:
            self.outbox.stop()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._means.close()
        await self.store.close()

    async def found(
        self,
        channel: int,
        guild: int,
        who: Person,
        ruleset: str,
        *,
        options: Mapping[str, str] | None = None,
        mode: str = "solo",
        request: str = "",
    ) -> Table:
        """Open a lobby in a channel; `who` founds and joins it. Refused: an unknown ruleset,
        option or mode; a channel whose game is not over."""
        if ruleset not in self.rulesets:
            raise Refusal(f"There is no such game here; there is: {', '.join(self.rulesets)}.")
        if mode not in MODES:
            raise Refusal(f"A game can be played so: {', '.join(MODES)}.")
        game = Game(
            id=0,
            channel=channel,
            guild=guild,
            ruleset=ruleset,
            founder=who.id,
            mode=mode,
            options=checked_options(self.rulesets[ruleset], options or {}),
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

    async def _found(self, step: Step, request: str) -> Table:
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

    async def games(self, *, guild: int | None = None, person: int | None = None) -> list[Game]:
        """The games that are not over, of a server or of somebody who joined them, by number."""
        return await self.store.games(guild, person)

    async def preferences(self, person: int) -> dict[str, str]:
        """What a person has set for themselves. `pings: off` is heeded by the table; the other
        names are the callers' own."""
        return await self.store.preferences(person)

    async def prefer(self, person: int, name: str, value: str | None) -> None:
        """Set a person's preference (None: back to the default)."""
        await self.store.prefer(person, name, value)

    # ------------------------------------------------------------ what the outbox asks

    async def repost(self, game: int) -> None:
        """The newest card's message is gone: owe the card anew."""
        await (await self.get(game)).repost()

    async def suspend(self, game: int, reason: str) -> None:
        """We cannot post there: pause the game and drop what is owed."""
        await (await self.get(game)).suspend(reason)

    def _spoken(self, step: Step) -> None:
        if self.outbox and step.owed:
            self.outbox.wake()
        if step.due:
            self.clock.wake()

    async def _ring(self, deadline: Deadline) -> None:
        if deadline.kind != "lobby":
            raise ValueError(f"nobody knows what a deadline of kind {deadline.kind} means")
        await (await self.get(deadline.game)).expire(request=f"deadline-{deadline.id}")
