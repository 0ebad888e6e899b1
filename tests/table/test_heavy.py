"""Heavy work is queued: one a person, so many a server, with limits, and it can be cancelled;
whether it is done here or by a worker elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from table.errors import Refusal
from table.heavy import worker
from table.heavy.queue import (
    BUSY,
    CANCELLED,
    DEFAULT,
    FULL,
    LONG_QUEUE,
    PERSON,
    TOO_MUCH,
    Asker,
    HeavyQueue,
)
from table.limits import HeavyBudgets
from table.store.elsewhere import DistantWorker, NotDone
from tests.table.distant_work import NEEDS_POSTGRESQL, working
from tests.table.held_worker import wait_for

MOST = HeavyBudgets().pieces


def double(number: int) -> int:
    """Return twice the number."""
    return 2 * number


def fill_memory() -> int:
    """Take more memory than a worker may have."""
    return len(bytearray(1 << 31))


def refuse() -> None:
    """Refuse."""
    raise Refusal("No.", ("a", "b"))


@pytest_asyncio.fixture
async def queue() -> AsyncIterator[HeavyQueue]:
    """A queue with a worker that is there."""
    queue = HeavyQueue()
    await queue.run(None, double, 1)
    yield queue
    queue.close()


@pytest_asyncio.fixture(params=["here", pytest.param("elsewhere", marks=NEEDS_POSTGRESQL)])
async def any_queue(request: pytest.FixtureRequest) -> AsyncIterator[HeavyQueue]:
    """A queue whose worker is a process here, or elsewhere."""
    with contextlib.ExitStack() as stack:
        queue = HeavyQueue()
        if request.param == "elsewhere":
            workers = stack.enter_context(working(request.getfixturevalue("postgres"), 1))
            queue.employ(lambda: DistantWorker(workers.elsewhere), 1)
        await queue.run(None, double, 1)
        yield queue
        queue.close()


async def test_work_gives_its_result_or_its_refusal(any_queue: HeavyQueue) -> None:
    assert await any_queue.run(None, double, 21) == 42
    with pytest.raises(Refusal, match=r"No\.") as refusal:
        await any_queue.run(None, refuse)
    assert refusal.value.choices == ("a", "b")


async def test_work_that_takes_too_much_is_ended_and_the_next_one_done(
    any_queue: HeavyQueue,
) -> None:
    with pytest.raises(Refusal, match=TOO_MUCH):
        await any_queue.run(None, fill_memory)
    with pytest.raises(Refusal, match=TOO_MUCH):
        await any_queue.run(None, time.sleep, 600, seconds=0.2)
    assert await any_queue.run(None, double, 21) == 42


async def test_a_person_has_one_piece_at_a_time_and_a_server_a_few(
    queue: HeavyQueue, tmp_path: Path
) -> None:
    end_of_work = tmp_path / "end"
    waiting = [
        asyncio.create_task(queue.run(Asker(person, 1), wait_for, end_of_work))
        for person in range(MOST)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match=BUSY):
        await queue.run(Asker(0, 2), double, 1)
    with pytest.raises(Refusal, match=FULL):
        await queue.run(Asker(99, 1), double, 1)
    assert [queue.position(person) for person in range(MOST)] == [*range(MOST)]
    end_of_work.touch()
    await asyncio.gather(*waiting)
    assert queue.position(0) is None
    assert await queue.run(Asker(0, 1), double, 1) == 2


async def test_a_busy_server_holds_up_no_other_and_short_work_goes_first(
    queue: HeavyQueue, tmp_path: Path
) -> None:
    end_of_work, done = tmp_path / "end", list[int]()

    def ask(person: int, guild: int, expected: float, work=double, what: object = 1):
        task = asyncio.create_task(queue.run(Asker(person, guild), work, what, expected=expected))
        task.add_done_callback(lambda _: done.append(person))
        return task

    tasks = [ask(1, 1, 60, wait_for, end_of_work), ask(2, 1, 60), ask(3, 1, 50), ask(4, 1, 50)]
    await asyncio.sleep(0)
    tasks += [ask(5, 2, 70), ask(6, 3, 1), ask(7, 2, 5)]
    await asyncio.sleep(0)
    assert [queue.position(person) for person in range(1, 8)] == [0, 5, 3, 4, 6, 1, 2]
    end_of_work.touch()
    await asyncio.gather(*tasks)
    assert done[:3] == [1, 6, 7]


async def test_who_has_had_much_of_late_comes_after_who_has_not(queue: HeavyQueue) -> None:
    await queue.run(Asker(1, 1), time.sleep, 0.3)
    first = asyncio.create_task(queue.run(Asker(9, 9), time.sleep, 0.1))
    await asyncio.sleep(0)
    busy = asyncio.create_task(queue.run(Asker(1, 1), double, 1, expected=0.1))
    quiet = asyncio.create_task(queue.run(Asker(2, 2), double, 1, expected=0.2))
    await asyncio.sleep(0)
    assert (queue.position(2), queue.position(1)) == (1, 2)
    await asyncio.gather(first, busy, quiet)


async def test_work_that_nobody_asked_for_comes_before_that_of_people(queue: HeavyQueue) -> None:
    done = list[int]()
    pieces = [(Asker(9, 9), 0.1, 9), (Asker(2, 2), 0.0, 2), (None, 60.0, 0)]
    tasks = []
    for asker, expected, number in pieces:
        task = asyncio.create_task(queue.run(asker, time.sleep, 0.05, expected=expected))
        task.add_done_callback(lambda _, number=number: done.append(number))
        tasks.append(task)
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert done == [9, 0, 2]


async def test_what_waits_or_is_under_way_can_be_cancelled(any_queue: HeavyQueue) -> None:
    first = asyncio.create_task(any_queue.run(Asker(1, 1), time.sleep, 600, seconds=600))
    second = asyncio.create_task(any_queue.run(Asker(2, 1), time.sleep, 600, seconds=600))
    await asyncio.sleep(0.05)
    for person, task in ((2, second), (1, first)):
        assert any_queue.cancel(person)
        with pytest.raises(Refusal, match=CANCELLED):
            await task
    assert not any_queue.cancel(1)
    assert await any_queue.run(Asker(1, 1), double, 1) == 2


async def test_whoever_no_longer_waits_holds_nobody_up(queue: HeavyQueue) -> None:
    task = asyncio.create_task(queue.run(Asker(1, 1), time.sleep, 600, seconds=600))
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await queue.run(Asker(1, 1), double, 1) == 2


async def test_the_time_of_a_person_and_of_a_server_runs_out_and_comes_back(
    queue: HeavyQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    budgets, now = HeavyBudgets(), [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("table.heavy.queue.time", clock)

    async def work(person: int, guild: int, seconds: float) -> None:
        end_of_work = tmp_path / str(person)
        task = asyncio.create_task(queue.run(Asker(person, guild), wait_for, end_of_work))
        await asyncio.sleep(0.01)
        now[0] += seconds
        end_of_work.touch()
        await task

    await work(1, 1, 2 * budgets.person)
    with pytest.raises(Refusal, match=r"You have had your share .* in 10 minutes"):
        await queue.run(Asker(1, 2), double, 1)
    await work(2, 1, budgets.server)
    with pytest.raises(Refusal, match=r"This server has had its share .* in \d minutes?"):
        await queue.run(Asker(3, 1), double, 1)
    assert await queue.run(Asker(3, 2), double, 1) == 2
    assert await queue.run(None, double, 2) == 4
    now[0] += budgets.half_life
    assert await queue.run(Asker(3, 1), double, 1) == 2


async def test_where_a_server_has_too_much_its_last_piece_gives_way(
    queue: HeavyQueue, tmp_path: Path
) -> None:
    end_of_work = tmp_path / "end"
    tasks = [
        asyncio.create_task(queue.run(Asker(n, 1), wait_for, end_of_work, expected=9.0 + n))
        for n in range(MOST)
    ]
    await asyncio.sleep(0)
    mine = asyncio.create_task(queue.run(Asker(99, 1), double, 21, expected=1.0))
    await asyncio.sleep(0)
    assert queue.position(99) == 1
    with pytest.raises(Refusal, match=FULL):
        await tasks.pop()
    end_of_work.touch()
    assert await mine == 42
    await asyncio.gather(*tasks)


async def test_nobody_waits_in_the_queue_for_ever(tmp_path: Path) -> None:
    queue, end_of_work = HeavyQueue(HeavyBudgets(queue=0.1)), tmp_path / "end"
    busy = asyncio.create_task(queue.run(None, wait_for, end_of_work))
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match=LONG_QUEUE):
        await queue.run(Asker(1, 1), double, 1)
    end_of_work.touch()
    await busy
    assert await queue.run(Asker(1, 1), double, 1) == 2
    queue.close()


class Hand:
    """A worker in this process, which the work is told to."""

    def __init__(self, alive: bool = True) -> None:
        self.alive = alive
        self.closed = False
        self.begun, self.killed = threading.Event(), threading.Event()

    def last(self) -> int:
        """Work until it is killed."""
        self.begun.set()
        assert self.killed.wait(30)
        return 1

    def run(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> Any:
        """Return the result of the work."""
        return work(*args)

    def kill(self) -> None:
        """Note it."""
        self.killed.set()

    def close(self) -> None:
        """Note it."""
        self.closed = True


def by_hand(hand: Hand, budgets: HeavyBudgets = DEFAULT) -> HeavyQueue:
    """Return a queue with one worker in this process."""
    queue = HeavyQueue(budgets)
    queue.employ(lambda: hand, 1)
    return queue


@pytest.mark.parametrize(
    ("had", "said"),
    [(119.0, None), (120.0, "in 1 minute."), (240.0, "in 10 minutes."), (480.0, "in 20 minutes.")],
)
async def test_who_had_their_share_is_told_when_there_is_more(
    monkeypatch: pytest.MonkeyPatch, had: float, said: str | None
) -> None:
    now = [100.0]
    monkeypatch.setattr("table.heavy.queue.time", SimpleNamespace(monotonic=lambda: now[0]))
    queue = by_hand(Hand())

    def work() -> None:
        now[0] += had

    await queue.run(Asker(1, 1), work)
    assert queue.length == 0
    if said is None:
        assert await queue.run(Asker(1, 1), double, 2) == 4
        return
    with pytest.raises(Refusal) as refusal:
        await queue.run(Asker(1, 1), double, 2)
    assert str(refusal.value) == PERSON.format(span=said.removeprefix("in ").removesuffix("."))


async def test_of_many_people_those_who_had_much_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [100.0]
    monkeypatch.setattr("table.heavy.queue.time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr("table.heavy.queue.MAX_KEYS", 4)
    queue = by_hand(Hand())

    def work(seconds: float) -> None:
        now[0] += seconds

    await queue.run(Asker(1, 1), work, 500.0)
    for person in range(2, 9):
        await queue.run(Asker(person, person), work, 0.01)
    assert len(queue._used) < 8
    with pytest.raises(Refusal, match="You have had your share"):
        await queue.run(Asker(1, 20), work, 0.0)


@pytest.mark.parametrize(("alive", "closed"), [(True, False), (False, True)])
async def test_a_worker_that_has_ended_is_not_used_again(alive: bool, closed: bool) -> None:
    hand = Hand(alive)
    queue = by_hand(hand)
    assert await queue.run(None, double, 1) == 2
    assert hand.closed is closed
    queue.close()
    assert hand.closed


async def test_a_worker_that_has_refused_takes_the_next_work_until_the_queue_closes() -> None:
    hand, made = Hand(), list[Hand]()
    queue = HeavyQueue()
    queue.employ(lambda: made.append(hand) or hand, 1)  # type: ignore[func-returns-value]
    for _ in range(2):
        with pytest.raises(Refusal, match=r"No\."):
            await queue.run(None, refuse)
    assert (made, hand.closed) == ([hand], False)
    queue.close()
    assert hand.closed
    with pytest.raises(RuntimeError, match="after shutdown"):
        await queue.run(None, double, 1)


async def test_a_worker_whose_work_went_over_a_limit_is_ended_and_the_host_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    hand = Hand()
    queue = by_hand(hand)

    def exceed() -> None:
        raise worker.OverLimit("seconds")

    with pytest.raises(Refusal, match=re.escape(TOO_MUCH)):
        await queue.run(None, exceed)
    assert hand.closed
    assert "heavy work ended: seconds" in caplog.text
    queue.close()


async def test_a_queue_that_closes_ends_what_is_under_way() -> None:
    hand = Hand()
    queue = by_hand(hand)
    under_way = asyncio.create_task(queue.run(None, hand.last))
    await asyncio.to_thread(hand.begun.wait, 30)
    queue.close()
    assert hand.killed.is_set()
    assert await under_way == 1
    assert hand.closed


async def test_only_the_piece_of_the_person_who_cancels_is_cancelled() -> None:
    hand = Hand()
    queue = by_hand(hand)
    first = asyncio.create_task(queue.run(Asker(1, 1), hand.last))
    second = asyncio.create_task(queue.run(Asker(2, 1), double, 2))
    await asyncio.to_thread(hand.begun.wait, 30)
    assert (queue.length, queue.position(1), queue.position(2), queue.position(3)) == (
        2,
        0,
        1,
        None,
    )
    assert not queue.cancel(3)
    assert not hand.killed.is_set()
    assert queue.cancel(1)
    await first
    assert await second == 4
    assert queue.length == 0


async def test_who_cancels_or_was_sent_away_is_no_longer_before_those_who_wait() -> None:
    hand = Hand()
    queue = by_hand(hand, HeavyBudgets(pieces=3))
    first = asyncio.create_task(queue.run(Asker(1, 1), hand.last))
    await asyncio.to_thread(hand.begun.wait, 30)
    waiting = [
        asyncio.create_task(queue.run(Asker(n, 1), double, n, expected=1.0 * n)) for n in (2, 3)
    ]
    await asyncio.sleep(0)
    assert queue.cancel(2)
    with pytest.raises(Refusal, match=CANCELLED):
        await waiting[0]
    assert (queue.length, queue.position(2), queue.position(3)) == (2, None, 1)
    shorter = [asyncio.create_task(queue.run(Asker(n, 1), double, n)) for n in (4, 5, 6)]
    for sent_away in (waiting[1], shorter.pop()):
        with pytest.raises(Refusal, match=FULL):
            await asyncio.wait_for(sent_away, 60)
    assert [queue.position(n) for n in (1, 3, 4, 5, 6)] == [0, None, 1, 2, None]
    other_server = asyncio.create_task(queue.run(Asker(7, 2), double, 7))
    await asyncio.sleep(0)
    assert queue.position(7) == 3
    hand.killed.set()
    assert await asyncio.gather(first, *shorter, other_server) == [1, 8, 10, 14]
    assert queue.length == 0
    queue.close()


class Nobody:
    """The bot's side of workers elsewhere, of whom there are none."""

    def __init__(self) -> None:
        self.cancelled: list[bool] = []

    def run(self, _kind: str, _work: object, _args: object, _seconds: float, cancelled: Any) -> Any:
        """Tell that nobody has done it."""
        self.cancelled.append(cancelled())
        raise NotDone


def test_what_nobody_elsewhere_does_is_done_by_one_process_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands: list[Hand] = []

    def new_hand() -> Hand:
        hands.append(Hand())
        return hands[-1]

    monkeypatch.setattr("table.store.elsewhere.Worker", new_hand)
    nobody = Nobody()
    worker = DistantWorker(nobody)  # type: ignore[arg-type]
    worker.close()
    assert [worker.run(double, (number,), 9.0) for number in (1, 2)] == [2, 4]
    (hand,) = hands
    worker.kill()
    worker.close()
    assert (hand.killed.is_set(), hand.closed) == (True, True)
    worker.run(double, (3,), 9.0)
    assert nobody.cancelled == [False, False, True]


def fail(error: Exception) -> None:
    """Raise an error."""
    raise error


def test_a_worker_answers_with_results_or_what_can_be_told_of_a_fault() -> None:
    assert worker._answer(double, (21,)) == (True, 42)
    done, refusal = worker._answer(refuse, ())
    assert (done, type(refusal), str(refusal)) == (False, Refusal, "No.")
    assert refusal.choices == ("a", "b")
    done, fault = worker._answer(fail, (KeyError("what"),))
    assert (done, type(fault), str(fault)) == (False, RuntimeError, "KeyError: 'what'")
    done, full = worker._answer(fail, (MemoryError("with what was in it"),))
    assert (done, type(full), full.args) == (False, MemoryError, ())
