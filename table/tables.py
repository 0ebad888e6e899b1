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
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping

from engine.common.dice import Stream
from engine.game import Ruleset
from table import hours
from table.actor import IN_PLACE
from table.clock import Clock, nap
from table.contests import Contests
from table.errors import Refusal, TableFault
from table.outbox import Outbox, Post
from table.records import Deadline
from table.steps import Step
from table.store import Store

PULSE = 15.0  # seconds between signs of life
AWAY = 60.0  # seconds without one after which people get their time back

_log = logging.getLogger(__name__)


class Tables(Contests):
    """The registry of tables. `rulesets`: by name. `now`: the time; `draw`: so many random bytes;
    `keep`: how many games stay in memory; `secret`: what exported games are sealed with, None: a
    key that the store keeps."""

    def __init__(
        self,
        store: Store,
        rulesets: Mapping[str, Ruleset],
        *,
        now: Callable[[], float] = time.time,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        keep: int = 64,
        secret: str | None = None,
    ) -> None:
        super().__init__(store, rulesets, now, draw, self._saving, self._spoken, keep)
        self.secret = secret
        self.clock = Clock(store, self._ring, now)
        self.outbox: Outbox | None = None
        self._stopping = asyncio.Event()
        self._running: list[asyncio.Task[None]] = []

    async def start(self, post: Post) -> None:
        """Take up what a former run left (owed messages, deadlines) and start sending."""
        outbox = self.deliver_by(post)
        await outbox.take_up()
        await self.catch_up()
        tasks = (outbox.run(), self.clock.run(), self._beat())
        self._running = [asyncio.create_task(task) for task in tasks]

    def deliver_by(self, post: Post) -> Outbox:
        """The outbox that sends by `post`, not yet running."""
        self.outbox = Outbox(self.store, post, self, self._now)
        return self.outbox

    async def catch_up(self) -> None:
        """If the bot was away for longer than a moment, let all deadlines that fell or fall due
        since then come as much later; each game is told once."""
        now, last = self._now(), await self.store.last_beat()
        if last is not None and now - last > AWAY:
            for game in sorted({d.game for d in await self.store.due_after(last)}):
                with contextlib.suppress(Refusal, TableFault):
                    await (await self.get(game)).catch_up(last, now - last)
        await self.store.beat(now)

    async def close(self) -> None:
        """Finish the requests under way, stop sending, close the store."""
        self.clock.stop()
        self._stopping.set()
        if self.outbox:
            self.outbox.stop()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._means.close()
        await self.store.close()

    async def _beat(self) -> None:
        while not self._stopping.is_set():
            try:
                await self.store.beat(self._now())
                await self.contests_due()
            except Exception:
                _log.exception("the pulse")
            await nap(self._stopping, PULSE)

    def stream(self) -> Stream:
        """Fresh chance for rolls outside of games."""
        return Stream(self._draw(32))

    async def preferences(self, person: int) -> dict[str, str]:
        """What a person has set for themselves. The tables heed `pings` (off), `next` (on: say
        when one is next), `zone` (Europe/Berlin), `quiet` (22:00-08:00) and `away` (until when,
        in seconds since 1970); the other names are the callers' own."""
        return (await self.store.preferences([person]))[person]

    async def prefer(self, person: int, name: str, value: str | None) -> None:
        """Set a person's preference (None: back to the default). Refused: a zone, hours or time
        that cannot be understood."""
        if value is not None:
            hours.check(name, value)
        await self.store.prefer(person, name, value)
        self._means.known.pop(person, None)

    def forgotten(self, person: int) -> None:
        """A person's preferences are gone from the store."""
        self._means.known.pop(person, None)

    async def posted(self, game: int, card: int, message: int | None) -> None:
        """Whoever had a card in hand (`Receipt.in_hand`) has posted it as `message`; None: could
        not, so that the outbox has to."""
        if self.outbox:
            await self.outbox.posted(game, card, message)

    # ------------------------------------------------------------ what the outbox asks

    async def repost(self, game: int) -> None:
        """The newest card's message is gone: owe the card anew."""
        await (await self.get(game)).repost()

    async def suspend(self, game: int, reason: str) -> None:
        """We cannot post there: pause the game and drop what is owed."""
        await (await self.get(game)).suspend(reason)

    def _saving(self, step: Step) -> None:
        if self.outbox and step.sends and step.game.id:
            self.outbox.expect(step.game.id)

    def _spoken(self, game: int, step: Step) -> None:
        if self.outbox and step.sends:
            self.outbox.wake(game)
        elif self.outbox and step.owed:
            self.outbox.look_again(IN_PLACE)
        if step.due:
            self.clock.wake()

    async def _ring(self, deadline: Deadline) -> None:
        table = await self.get(deadline.game)
        if deadline.kind == "lobby":
            await table.expire(request=f"deadline-{deadline.id}")
        else:
            await table.ring(deadline)
