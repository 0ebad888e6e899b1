"""Deliver outbox rows to Discord, each exactly once: they are retried, coalesced, and survive a
kill at any moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Literal, Protocol

from table.outbox.delivery import Delivery
from table.outbox.outbox_store import POSTS, OutboxStore, Owed
from table.outbox.rows import OutboxRow
from table.schedule.waiting import wait_or_timeout
from table.store.lease import LeaseLost
from table.store.store import Store


class Gone(Exception):
    """The `channel` (Discord's error 10003) or the `message` (10008) does not exist any more."""

    def __init__(self, what: Literal["channel", "message"]) -> None:
        super().__init__(f"the {what} is gone")
        self.what = what


class Forbidden(Exception):
    """Discord does not let us; `str()` says what is missing, for people to read."""


class Later(Exception):
    """Not now: try again after so many seconds. `is_unsure`: it may have been done."""

    def __init__(self, seconds: float, *, is_unsure: bool = False) -> None:
        super().__init__(f"try again in {seconds} s")
        self.seconds = seconds
        self.is_unsure = is_unsure


class Refused(Exception):
    """Discord will never take this request; `str()` says why, for people to read."""


class Sender(Protocol):
    """Whoever talks to Discord. May raise Gone, Forbidden, Later, Refused; anything else is tried
    again."""

    async def post(self, row: OutboxRow) -> int:
        """Post a new message (`POSTS`) with its nonce; return the message's id."""
        ...

    async def edit(self, row: OutboxRow) -> None:
        """`redraw`: draw the card again in its message. `strip`: take the buttons off it.
        `desk`: draw the Game Master's desk again."""
        ...

    async def tell(self, row: OutboxRow) -> None:
        """`private`: post it where one person may read it."""
        ...

    async def delete(self, row: OutboxRow) -> None:
        """`delete_ping`: delete the message."""
        ...

    async def find(self, row: OutboxRow) -> int | None:
        """`find`: return the message that shows the card; None when there is none."""
        ...

    async def check(self, row: OutboxRow) -> None:
        """Raise Gone when the message or its channel is no longer there."""
        ...


class FailureHandler(Protocol):
    """Somebody who acts when a message cannot be delivered."""

    async def repost(self, game: int) -> None:
        """The newest card's message is gone: owe the card again."""
        ...

    async def suspend(self, game: int, reason: str) -> None:
        """We cannot post there: pause the game and drop what is owed."""
        ...


MAX_TRIES = 12  # of what is no card
SLOWEST_RETRY = 300.0  # seconds
STORE_RETRY = 1.0  # seconds until what the database refused is tried again
LOOK_EVERY = 60.0  # seconds between two looks at all games
GRACE = 3.0  # seconds for the messages under way when we stop
MAX_PARALLEL = 8  # messages under way side by side, of different games
SLOT_SECONDS = 1.0  # after which a message that waits for Discord counts no more among those

_log = logging.getLogger(__name__)


class Outbox:
    """Sends what is owed: one message of a game at a time, different games side by side."""

    def __init__(
        self, store: Store, sender: Sender, failures: FailureHandler, now: Callable[[], float]
    ) -> None:
        self.rows = OutboxStore(store.database)
        self._sender = sender
        self._failures = failures
        self._now = now
        self._woken = asyncio.Event()
        self._due: dict[int, float] = {}  # when each game has to be looked at
        self._looked: float | None = None  # when all games were looked at; None: look at once
        self._stopped = False
        self._running = False
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._expected: set[int] = set()  # games served since before their rows were saved
        self._held_until: dict[int, float] = {}  # when Discord lets us post to a game again
        self._free = asyncio.Semaphore(MAX_PARALLEL)

    def expect(self, game: int) -> None:
        """Prepare to send what is just being saved for a game.

        Its first row is taken in the same transaction, after it was written, so that nothing is
        sent which is not saved.
        """
        if self._running and not self._is_held(game):
            self._begin(game, self._now())
            self._expected.add(game)

    def wake(self, game: int) -> None:
        """Send at once what is owed to a game, if we run and nothing holds it up."""
        if game in self._expected:
            self._expected.discard(game)
        elif self._running and not self._is_held(game):
            self._begin(game, self._now())
        else:
            self.wake_at(game, self._now())

    def wake_at(self, game: int, moment: float) -> None:
        """Send then what is owed to a game, unless it is looked at before."""
        self._due[game] = min(moment, self._due.get(game, moment))
        self._woken.set()

    async def delivered(self, delivery: Delivery, message: int | None) -> None:
        """Note that whoever pressed has shown a card in `message`, or could not (None)."""
        noted = self.rows.delivered(delivery, message, self._now())
        self.expect(delivery.game)
        await noted
        self.wake(delivery.game)

    def _is_held(self, game: int) -> bool:
        return game in self._busy or game in self._held_until

    async def resume(self, shards: Collection[int]) -> None:
        """Go on with what a former run, or another process, has left in the games of shards."""
        await self.rows.resume(self._now(), shards)

    async def finish(self) -> None:
        """Wait a moment for the messages under way."""
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=GRACE)

    def look(self) -> None:
        """Look at all games that are served, and at no other one."""
        self._due.clear()
        self._looked = None
        self._woken.set()

    def stop(self) -> None:
        """Let `run` return when the messages under way have been sent."""
        self._stopped, self._running = True, False
        self._woken.set()

    async def run(self) -> None:
        """Send what is owed, until stopped."""
        self._running = not self._stopped
        self._looked = None
        while not self._stopped:
            self._woken.clear()
            now = self._now()
            if self._looked is None or now >= self._looked + LOOK_EVERY:
                await self._look(now)
            self._begin_due(now)
            sleep = self._next_due(now) - now
            if not self._stopped:
                await wait_or_timeout(self._woken, min(LOOK_EVERY, sleep))
        under_way = list(self._busy.values())
        if under_way:
            _, slow = await asyncio.wait(under_way, timeout=GRACE)
            for task in slow:
                task.cancel()
            await asyncio.gather(*slow, return_exceptions=True)

    async def flush(self) -> None:
        """Send all that is due now, and return when it is done."""
        while not self._stopped:
            await self._look(self._now())
            tasks = self._begin_due(self._now())
            if not tasks:
                return
            await asyncio.gather(*tasks)

    async def _look(self, now: float) -> None:
        """Learn when something is due to each game."""
        self._looked = now
        try:
            found = await self.rows.due()
        except BaseException:
            self._looked = None
            raise
        if self._looked is None:  # told meanwhile to look again
            return
        for game, moment in found.items():
            self._due[game] = min(moment, self._due.get(game, moment))

    def _begin_due(self, now: float) -> list[asyncio.Task[None]]:
        """Start to send what is due; return the tasks."""
        self._held_until = {game: at for game, at in self._held_until.items() if at > now}
        due = [game for game, at in self._due.items() if at <= now and not self._is_held(game)]
        return [self._begin(game, now) for game in due]

    def _next_due(self, now: float) -> float:
        """Return when a game that is not being served, or all games, have to be looked at."""
        times = (
            max(at, self._held_until.get(game, at))
            for game, at in self._due.items()
            if game not in self._busy
        )
        looked = now if self._looked is None else self._looked + LOOK_EVERY
        return min(times, default=looked)

    def _begin(self, game: int, now: float) -> asyncio.Task[None]:
        self._due.pop(game, None)
        task = asyncio.create_task(self._serve(game, self.rows.take(game, now)))
        self._busy[game] = task
        return task

    async def _serve(self, game: int, taken: Awaitable[Owed]) -> None:
        due: float | None = None
        try:
            owed = await taken
            while owed.row is not None:
                async with _Slot(self._free):
                    owed = await self._deliver(owed.row)
            due = owed.next_due
        except LeaseLost:
            _log.info("game %s is another process's now, which sends what is owed", game)
        except Exception:
            due = self._now()
            if game not in self._expected:  # else it was not saved, which others tell
                _log.exception("the outbox of game %s", game)
                due = self._held_until[game] = due + STORE_RETRY
        finally:
            self._busy.pop(game, None)
            self._expected.discard(game)
            if due is not None:
                self.wake_at(game, due)
            self._woken.set()

    async def _deliver(self, row: OutboxRow) -> Owed:
        """Send a row; return the next one that is due."""
        try:
            message = await self._send(row)
        except Gone as gone:
            await self._handle_gone(row, gone)
        except Forbidden as forbidden:
            await self._handle_forbidden(row, str(forbidden))
        except Refused as refused:
            await self._handle_refused(row, str(refused))
        except Later as later:
            until = self._now() + later.seconds
            self._held_until[row.game] = until
            await self.rows.put_back(row, until, is_unsure=later.is_unsure)
        except Exception as fault:
            await self._try_again(row, fault)
        else:
            return await self._note_sent(row, message)
        if row.game in self._held_until or self._stopped:
            return Owed(None, self._held_until.get(row.game))
        return await self.rows.take(row.game, self._now())

    async def _note_sent(self, row: OutboxRow, message: int | None) -> Owed:
        """Note that a row was delivered, however often the database refuses that: otherwise it
        would be delivered again. Return the next row."""
        while True:
            try:
                return await self.rows.sent(row, message, self._now())
            except LeaseLost:
                raise
            except Exception:
                _log.warning("%s of game %s is not noted", row.kind, row.game, exc_info=True)
                if self._stopped:
                    raise
            await asyncio.sleep(STORE_RETRY)

    async def _send(self, row: OutboxRow) -> int | None:
        match row.kind:
            case "card" | "ping" | "notice" | "post":
                return await self._sender.post(row)
            case "private":
                await self._sender.tell(row)
            case "redraw" | "strip" | "undone" | "desk":
                await self._sender.edit(row)
            case "delete_ping":
                await self._sender.delete(row)
            case "find":
                return await self._sender.find(row)
            case "check":
                await self._sender.check(row)
        return row.message

    async def _try_again(self, row: OutboxRow, fault: Exception) -> None:
        """Put a row off after an odd answer. All but a card is given up in the end."""
        _log.warning("%s of game %s was not sent", row.kind, row.game, exc_info=fault)
        give_up = row.kind != "card" and row.attempts + 1 >= MAX_TRIES
        sentence = _failure(row, type(fault).__name__)
        until = self._now() + _pause(row)
        await self.rows.put_back(row, until, sentence, give_up=give_up, is_unsure=True)

    async def _handle_gone(self, row: OutboxRow, gone: Gone) -> None:
        if gone.what == "channel":
            await self._failures.suspend(row.game, "The channel is gone.")
        elif row.kind in (*POSTS, "private"):  # what is only being posted cannot be gone
            await self._try_again(row, gone)
            return
        elif row.kind in ("redraw", "check"):
            await self._failures.repost(row.game)
        await self.rows.gone(row)

    async def _handle_forbidden(self, row: OutboxRow, why: str) -> None:
        """Pause the game where we may not post. What may not be changed is as if refused."""
        if row.kind not in POSTS:
            await self._handle_refused(row, why)
            return
        await self._failures.suspend(row.game, why)
        await self.rows.drop(row)

    async def _handle_refused(self, row: OutboxRow, why: str) -> None:
        """Give the row up, but never a card: it is sent in words alone, as often as it takes. A
        card that may not be edited is posted anew; its old message goes when the new one is
        there."""
        if row.kind == "card" or (row.kind == "post" and not row.content.plain):
            _log.error("%s of game %s was refused: %s", row.kind, row.game, why)
            until = self._now() + (_pause(row) if row.content.plain else 0.0)
            await self.rows.make_plain(row, until, _failure(row, why))
            return
        _log.warning("%s of game %s was refused: %s", row.kind, row.game, why)
        await self.rows.refused(row, _failure(row, why))
        if row.kind == "redraw":
            await self._failures.repost(row.game)


class _Slot:
    """A place among the messages under way. It is given back early when Discord keeps us waiting:
    one channel's rate limit delays no other."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free = free
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        await self._free.acquire()
        self._timer = asyncio.get_running_loop().call_later(SLOT_SECONDS, self._give_back)

    async def __aexit__(self, *exception: object) -> None:
        self._give_back()

    def _give_back(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._free.release()


def _pause(row: OutboxRow) -> float:
    """Return the seconds until a row that could not be sent is tried again."""
    return min(SLOWEST_RETRY, 2.0 ** min(row.attempts, MAX_TRIES))


def _failure(row: OutboxRow, why: str) -> str:
    """Return a sentence that says what could not be sent."""
    return f"A {_NAMES.get(row.kind, row.kind)} could not be sent ({why})."


_NAMES = {  # of rows, as people read them
    "redraw": "card's update",
    "strip": "change of an old card",
    "delete_ping": "deletion of a ping",
}
