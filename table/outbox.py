"""Messages owed to Discord: sent once, retried, coalesced; they survive a kill at any moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

from table.box import Box
from table.clock import nap
from table.records import Owed
from table.store import Store


class Gone(Exception):
    """What the message belongs to is gone: the `channel` (10003) or the `message` (10008)."""

    def __init__(self, what: Literal["channel", "message"]) -> None:
        super().__init__(f"the {what} is gone")
        self.what = what


class Forbidden(Exception):
    """Discord does not let us; `str()` says what is missing, for people to read."""


class Later(Exception):
    """Not now: try again after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds


class Post(Protocol):
    """Who delivers messages. May raise Gone, Forbidden, Later; anything else is tried again."""

    async def post(self, owed: Owed) -> int:
        """Post a `card`, `ping` or `notice` with its nonce; the id of the message."""
        ...

    async def edit(self, owed: Owed) -> None:
        """`edit`: draw the card anew in its message. `strip`: take the buttons off it."""
        ...

    async def delete(self, owed: Owed) -> None:
        """`unping`: delete the message."""
        ...

    async def check(self, owed: Owed) -> None:
        """Raise Gone when the message or its channel is no longer there."""
        ...


class Tables(Protocol):
    """What the outbox asks of the tables when a message cannot be delivered."""

    async def repost(self, game: int) -> None:
        """The newest card's message is gone: owe the card anew."""
        ...

    async def suspend(self, game: int, reason: str) -> None:
        """We cannot post there: pause the game and drop what is owed."""
        ...


TRIES = 12
SLOWEST_RETRY = 300.0  # seconds
LONGEST_SLEEP = 3600.0
GRACE = 3.0  # seconds for the messages under way when we stop
AT_ONCE = 8  # messages under way side by side, of different games

_log = logging.getLogger(__name__)


class Outbox:
    """Sends what is owed: one message of a game at a time, different games side by side."""

    def __init__(self, store: Store, post: Post, tables: Tables, now: Callable[[], float]) -> None:
        self._box = Box(store)
        self._post = post
        self._tables = tables
        self._now = now
        self._nudged = asyncio.Event()
        self._stopped = False
        self._runs = False
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._expected: set[int] = set()  # are served since before what they are owed was saved
        self._quiet: dict[int, float] = {}  # until when Discord wants a channel left alone
        self._free = asyncio.Semaphore(AT_ONCE)

    def expect(self, game: int) -> None:
        """What this game will be owed is being saved. It is taken up in the same transaction, after
        it, so that nothing is sent which is not saved."""
        if self._runs and not self._held(game):
            self._begin(game, self._now())
            self._expected.add(game)

    def wake(self, game: int) -> None:
        """Something is owed to this game: send it at once, if we run and nothing holds it up."""
        if game in self._expected:
            self._expected.discard(game)
        elif self._runs and not self._held(game):
            self._begin(game, self._now())
        else:
            self._nudged.set()

    def look_again(self, seconds: float) -> None:
        """Something is owed that somebody else has in hand: see then whether they have sent it."""
        asyncio.get_running_loop().call_later(seconds, self._nudged.set)

    async def posted(self, game: int, card: int, message: int | None) -> None:
        """Whoever had a card in hand has posted it as `message`, or could not (None)."""
        await self._box.posted(game, card, message, self._now())
        self.wake(game)

    def _held(self, game: int) -> bool:
        return game in self._busy or game in self._quiet

    async def take_up(self) -> None:
        """Take up what a former run left."""
        await self._box.take_up()

    def stop(self) -> None:
        """Let `run` return when the messages under way have been sent."""
        self._stopped, self._runs = True, False
        self._nudged.set()

    async def run(self) -> None:
        """Send what is owed, until stopped."""
        self._runs = not self._stopped
        while not self._stopped:
            self._nudged.clear()
            now = self._now()
            await self._serve_due(now)
            due = await self._box.next_due(now)
            waits = [at for at in (due, *self._quiet.values()) if at is not None]
            sleep = min(waits, default=now + LONGEST_SLEEP) - now
            if not self._stopped:
                await nap(self._nudged, min(LONGEST_SLEEP, sleep))
        under_way = list(self._busy.values())
        if under_way:
            _, slow = await asyncio.wait(under_way, timeout=GRACE)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)

    async def flush(self) -> None:
        """Send all that is due now, and return when it is done."""
        while not self._stopped and (tasks := await self._serve_due(self._now())):
            await asyncio.gather(*tasks)

    async def _serve_due(self, now: float) -> list[asyncio.Task[None]]:
        self._quiet = {game: until for game, until in self._quiet.items() if until > now}
        games = await self._box.games_due(now)
        return [self._begin(game, now) for game in games if not self._held(game)]

    def _begin(self, game: int, now: float) -> asyncio.Task[None]:
        task = asyncio.create_task(self._serve(game, self._box.take(game, now)))
        self._busy[game] = task
        return task

    async def _serve(self, game: int, taken: Awaitable[Owed | None]) -> None:
        try:
            owed = await taken
            while owed is not None:
                async with self._free:
                    owed = await self._deliver(owed)
        except Exception:
            if game in self._expected:  # it was not saved, which others tell: nothing is owed
                return
            _log.exception("the outbox of game %s", game)
            self._quiet[game] = self._now() + SLOWEST_RETRY
        finally:
            self._busy.pop(game, None)
            self._expected.discard(game)
            self._nudged.set()

    async def _deliver(self, owed: Owed) -> Owed | None:
        """Send it; the next one that is due."""
        try:
            message = await self._send(owed)
        except Gone as gone:
            await self._is_gone(owed, gone)
        except Forbidden as forbidden:
            await self._tables.suspend(owed.game, str(forbidden))
            await self._box.drop(owed)
        except Later as later:
            until = self._now() + later.seconds
            self._quiet[owed.game] = until
            await self._box.put_back(owed, until, "", give_up=False)
        except Exception as fault:
            _log.warning("%s of game %s was not sent", owed.kind, owed.game, exc_info=True)
            until = self._now() + min(SLOWEST_RETRY, 2.0**owed.attempts)
            sentence = f"A {owed.kind} could not be sent ({type(fault).__name__})."
            give_up = owed.attempts + 1 >= TRIES
            await self._box.put_back(owed, until, sentence, give_up=give_up)
        else:
            return await self._box.sent(owed, message, self._now())
        if owed.game in self._quiet or self._stopped:
            return None
        return await self._box.take(owed.game, self._now())

    async def _send(self, owed: Owed) -> int | None:
        match owed.kind:
            case "card" | "ping" | "notice":
                return await self._post.post(owed)
            case "edit" | "strip":
                await self._post.edit(owed)
            case "unping":
                await self._post.delete(owed)
            case "check":
                await self._post.check(owed)
        return owed.message

    async def _is_gone(self, owed: Owed, gone: Gone) -> None:
        if gone.what == "channel":
            await self._tables.suspend(owed.game, "The channel is gone.")
        elif owed.kind in ("edit", "check"):
            await self._tables.repost(owed.game)
        await self._box.gone(owed)
