"""Tasks that break are begun again, after pauses that grow, until the bot stops."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from table.schedule import supervision
from table.schedule.supervision import FIRST_RETRY, SLOWEST_RETRY, TaskSupervisor


class Days:
    """A task that breaks at the end of each of its days, which last so many seconds; after the
    last it ends well."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *days: float) -> None:
        self._days = list(days)
        self.now = 0.0
        self.pauses: list[float] = []
        self.stopping = asyncio.Event()
        self.stops_at_pause = 0
        loop = SimpleNamespace(time=lambda: self.now)
        faked = {**vars(asyncio), "get_running_loop": lambda: loop}
        monkeypatch.setattr(supervision, "asyncio", SimpleNamespace(**faked))
        monkeypatch.setattr(supervision, "wait_or_timeout", self._pause)

    async def _pause(self, event: asyncio.Event, seconds: float) -> None:
        assert event is self.stopping
        self.pauses.append(seconds)
        if len(self.pauses) == self.stops_at_pause:
            self.stopping.set()

    async def run(self) -> None:
        """Live a day."""
        if self._days:
            self.now += self._days.pop(0)
            raise KeyError("what")

    @property
    def left(self) -> int:
        """Return how many days there are still."""
        return len(self._days)


async def supervised(days: Days) -> TaskSupervisor:
    """Run the task to its end."""
    supervisor = TaskSupervisor(days.stopping)
    supervisor.start("clock", days.run)
    await supervisor.finish()
    return supervisor


async def test_the_pauses_double_up_to_a_quarter_of_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    days = Days(monkeypatch, *[1.0] * 8)
    supervisor = await supervised(days)
    assert days.pauses == [0.5, 1, 2, 4, 8, 15, 15, 15]
    assert (FIRST_RETRY, SLOWEST_RETRY) == (0.5, 15)
    assert supervisor.broken == {"clock": "KeyError"}
    assert caplog.messages == ["the task clock broke"] * 8
    assert all(record.exc_info for record in caplog.records)


async def test_after_a_long_time_without_a_fault_the_pause_is_short_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    days = Days(monkeypatch, 1, 1, 150, 151, 1)
    await supervised(days)
    assert days.pauses == [0.5, 1, 2, 0.5, 1]


async def test_a_task_that_ends_by_itself_is_not_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    days = Days(monkeypatch)
    supervisor = await supervised(days)
    assert (days.pauses, supervisor.broken) == ([], {})


async def test_nothing_is_begun_again_once_the_bot_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch, 1, 1, 1)
    days.stopping.set()
    await supervised(days)
    assert (days.left, days.pauses) == (2, [])
    again = Days(monkeypatch, 1, 1, 1, 1)
    again.stops_at_pause = 2
    await supervised(again)
    assert (again.left, again.pauses) == (1, [0.5, 1])


async def test_a_task_that_has_done_something_again_is_broken_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    supervisor = await supervised(Days(monkeypatch, 1))
    supervisor.recovered("another")
    assert supervisor.broken == {"clock": "KeyError"}
    supervisor.recovered("clock")
    assert supervisor.broken == {}


async def test_two_tasks_run_side_by_side_and_both_are_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = Days(monkeypatch, 1), Days(monkeypatch)
    done: list[str] = []

    async def other() -> None:
        await asyncio.sleep(0)
        done.append("other")

    supervisor = TaskSupervisor(second.stopping)
    supervisor.start("other", other)
    supervisor.start("days", second.run)
    await supervisor.finish()
    assert done == ["other"]
    assert first.left == 1
