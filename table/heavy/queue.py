"""A queue for heavy work: replays, proofs, films, files. One a person, so many a server.

People and servers share the worker: who has had the least of it of late, with their server, and
asks for the least, is next, so that nobody waits for more than the piece under way and the short
ones of the quiet. Where a server has too many pieces, the one that would be its last gives way.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from table.errors import Refusal
from table.heavy.worker import HeavyWorker, OverLimit, Worker
from table.limits import MAX_KEYS, HeavyBudgets, minutes_text

T = TypeVar("T")

WORKERS = 1  # processes; the other processor is for moves and pictures
ACTION = 0.01  # seconds that an action of a replay is expected to take
FORGOTTEN = 0.1  # seconds of the worker that are not worth remembering
DEFAULT = HeavyBudgets()

BUSY = "Your last request of this kind is still under way; wait for it, or cancel it."
FULL = "This server has several replays and files under way; please try again in a minute."
LONG_QUEUE = "There is too much to do just now; please try again in a few minutes."
PERSON = "You have had your share of my time for replays and files; try again in {span}."
SERVER = "This server has had its share of my time for replays and files; try again in {span}."
TOO_MUCH = "That takes more time or memory than I have for it."
CANCELLED = "You have cancelled it."

_log = logging.getLogger(__name__)


class Asker(msgspec.Struct, frozen=True):
    """A person who asks for heavy work, and their server."""

    person: int
    guild: int


Payer = tuple[str, int]  # "person" or "server", and whose id


class Job:
    """A piece of work in the queue, with the seconds that it is expected to take. `turn` is done
    when it may begin."""

    def __init__(self, asker: Asker | None, expected: float) -> None:
        self.asker = asker
        self.expected = expected
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.worker: HeavyWorker | None = None
        self.cancelled = False


def _payers(job: Job) -> tuple[Payer, ...]:
    """Return whom the time of a job is charged to."""
    asker = job.asker
    return () if asker is None else (("person", asker.person), ("server", asker.guild))


class HeavyQueue:
    """Runs heavy work in worker processes, fairly between servers and people."""

    def __init__(self, budgets: HeavyBudgets = DEFAULT) -> None:
        self._budgets = budgets
        self.employ(Worker, WORKERS)
        self._idle: list[HeavyWorker] = []
        self._waiting: list[Job] = []  # in the order of asking
        self._jobs: list[Job] = []
        self._used: dict[Payer, tuple[float, float]] = {}  # seconds, and when
        self._closed = False

    def employ(self, new_worker: Callable[[], HeavyWorker], count: int) -> None:
        """Have the work done by so many workers of a kind; before there is any."""
        self._new_worker, self._free = new_worker, count
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="heavy")

    async def run(
        self,
        asker: Asker | None,
        work: Callable[..., T],
        *args: Any,
        seconds: float | None = None,
        expected: float = 0.0,
    ) -> T:
        """Return the result of a module-level function; re-raise its Refusal.

        `asker`: None for the bot itself, which has no limits and goes first. `seconds`: that it
        may take, None: as much as any; `expected`: that it probably does. Raises Refusal when the
        asker or the server has too much under way or had too much of late, when it would wait too
        long, or when the work takes too much.
        """
        job = self._admit(asker, expected)
        try:
            await self._wait_for_turn(job)
            began = time.monotonic()
            try:
                return await self._run(job, work, args, seconds or self._budgets.piece)
            finally:
                self._charge(job, time.monotonic() - began)
        except asyncio.CancelledError:
            self._stop(job)
            if job.cancelled:
                raise Refusal(CANCELLED) from None
            raise
        finally:
            self._leave(job)

    @property
    def length(self) -> int:
        """Return how many pieces of work wait or are under way."""
        return len(self._jobs)

    def position(self, person: int) -> int | None:
        """Return how many pieces of work go before the person's; None: they have none."""
        for job in self._jobs:
            if job.asker is not None and job.asker.person == person:
                waiting = sorted(self._waiting, key=self._share)
                return waiting.index(job) + 1 if job in waiting else 0
        return None

    def cancel(self, person: int) -> bool:
        """Cancel what a person has asked for; return whether there was something."""
        found = [job for job in self._jobs if job.asker and job.asker.person == person]
        for job in found:
            job.cancelled = True
            self._stop(job)
        return bool(found)

    def close(self) -> None:
        """End the workers."""
        self._closed = True
        for job in self._jobs:
            self._stop(job)
        for worker in self._idle:
            worker.close()
        self._idle.clear()
        self._threads.shutdown()

    def _admit(self, asker: Asker | None, expected: float) -> Job:
        job = Job(asker, expected)
        if asker is not None:
            self._check_budget(("person", asker.person), self._budgets.person, PERSON)
            self._check_budget(("server", asker.guild), self._budgets.server, SERVER)
            self._make_room(asker, job)
        self._jobs.append(job)
        self._waiting.append(job)
        self._next()
        return job

    def _check_budget(self, payer: Payer, most: float, sentence: str) -> None:
        had = self._had(payer)
        if had >= most:
            wait = self._budgets.half_life * math.log2(had / most)
            raise Refusal(sentence, span=minutes_text(wait))

    def _make_room(self, asker: Asker, job: Job) -> None:
        """Let the last piece of a server give way where it has too many. Raises Refusal when that
        would be the new one."""
        others = [other for other in self._jobs if other.asker is not None]
        if any(other.asker and other.asker.person == asker.person for other in others):
            raise Refusal(BUSY)
        of_server = [other for other in others if other.asker and other.asker.guild == asker.guild]
        if len(of_server) < self._budgets.pieces:
            return
        last = max((job, *filter(self._waiting.__contains__, of_server)), key=self._share)
        if last is job:
            raise Refusal(FULL)
        self._waiting.remove(last)
        last.turn.set_exception(Refusal(FULL))

    async def _wait_for_turn(self, job: Job) -> None:
        try:
            async with asyncio.timeout(self._budgets.queue if job.asker else None):
                await job.turn
        except TimeoutError:
            raise Refusal(LONG_QUEUE) from None

    def _next(self) -> None:
        while self._free and self._waiting:
            job = min(self._waiting, key=self._share)
            self._waiting.remove(job)
            if not job.turn.done():
                self._free -= 1
                job.turn.set_result(None)

    def _share(self, job: Job) -> float:
        """Return the seconds that a person and their server would have had of late with this
        job."""
        return sum(map(self._had, _payers(job))) + job.expected if job.asker else -1.0

    def _had(self, payer: Payer) -> float:
        seconds, at = self._used.get(payer, (0.0, 0.0))
        half_lives = (time.monotonic() - at) / self._budgets.half_life
        return seconds * math.pow(0.5, half_lives)

    def _charge(self, job: Job, seconds: float) -> None:
        if len(self._used) > MAX_KEYS:
            self._used = {p: used for p, used in self._used.items() if self._had(p) > FORGOTTEN}
        for payer in _payers(job):
            self._used[payer] = self._had(payer) + seconds, time.monotonic()

    def _leave(self, job: Job) -> None:
        self._jobs.remove(job)
        if job in self._waiting:
            self._waiting.remove(job)
        elif not job.turn.cancelled() and job.turn.exception() is None:
            self._free += 1
        self._next()

    def _stop(self, job: Job) -> None:
        if job.worker is not None:
            job.worker.kill()
        elif not job.turn.done():
            job.turn.cancel()

    async def _run(
        self, job: Job, work: Callable[..., T], args: tuple[Any, ...], seconds: float
    ) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._work, job, work, args, seconds)
        except OverLimit as limit:
            if job.cancelled:
                raise Refusal(CANCELLED) from None
            _log.warning("heavy work ended: %s", limit)
            raise Refusal(TOO_MUCH) from None

    def _work(self, job: Job, work: Callable[..., T], args: tuple[Any, ...], seconds: float) -> T:
        """Run it in a worker, in a thread; a worker that has ended is not used again."""
        worker = self._idle.pop() if self._idle else self._new_worker()
        job.worker = worker
        try:
            if job.cancelled:
                raise OverLimit("cancelled")
            result: T = worker.run(work, args, seconds)
        except OverLimit:
            worker.close()
            raise
        except BaseException:
            self._keep(worker)
            raise
        self._keep(worker)
        return result

    def _keep(self, worker: HeavyWorker) -> None:
        if self._closed or not worker.alive:
            worker.close()
        else:
            self._idle.append(worker)
