"""Progress of work that takes long: what its message says, and when it is not shown."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui import progress
from cogs.ui.progress import asker_of, show_progress
from table.heavy.queue import Asker
from tests.cogs.test_cards import parts
from tests.cogs.test_original_response import REFUSED


class SlowPress:
    """An interaction that notes the messages of its progress."""

    def __init__(self, *, is_done: bool = True, is_expired: bool = False, fault: bool = False):
        self.response = SimpleNamespace(is_done=lambda: is_done)
        self.is_expired = lambda: is_expired
        self.user, self.guild_id, self.followup = SimpleNamespace(id=7), None, self
        self.said: list[str] = []
        self.deleted = 0
        self.shown = asyncio.Event()
        self._fault = fault

    async def send(self, *, view: Any, ephemeral: bool, wait: bool) -> Any:
        """Send the message."""
        assert ephemeral
        assert wait
        await self.edit(view=view)
        return self

    async def edit(self, *, view: Any) -> None:
        """Draw the message again."""
        text, button = (part for part in parts(view) if part["type"] in (10, 2))
        assert (button["label"], button["custom_id"]) == ("Cancel", "v1:0:0:cancel_work:")
        self.said.append(text["content"])
        self.shown.set()
        if self._fault:
            raise REFUSED

    async def delete(self) -> None:
        """Take the message away."""
        self.deleted += 1
        raise REFUSED


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show progress without waiting."""
    monkeypatch.setattr(progress, "FIRST_AFTER", 0)
    monkeypatch.setattr(progress, "EVERY", 0)


async def progress_of(asked: Any, positions: list[int], answer: str = "done") -> str:
    """Do work that ends once the message was drawn for all these places in the queue."""
    left = [*positions]

    async def work() -> str:
        for _ in range(1000):
            if not left:
                break
            await asyncio.sleep(0)
        return answer

    def position(person: int) -> int:
        assert person == 7
        return left.pop(0) if left else 0

    queue: Any = SimpleNamespace(position=position)
    return await show_progress(asked, queue, "Replaying", work())


async def test_the_message_tells_how_many_are_before_somebody_and_goes_at_the_end() -> None:
    asked = SlowPress()
    assert await progress_of(asked, [3, 2, 1, 0]) == "done"
    told = ["Replaying… 3 before you.", "Replaying… 2 before you.", "Replaying… You are next."]
    assert asked.said[:4] == [*told, "Replaying…"]
    assert asked.deleted == 1


@pytest.mark.parametrize("asked", [SlowPress(is_done=False), SlowPress(is_expired=True)])
async def test_nothing_is_shown_before_an_answer_or_when_none_can_come(asked: SlowPress) -> None:
    async def work() -> str:
        await asyncio.sleep(0.01)
        return "done"

    queue: Any = SimpleNamespace(position=lambda _: 1)
    assert await show_progress(asked, queue, "Replaying", work()) == "done"  # type: ignore[arg-type]
    assert (asked.said, asked.deleted) == ([], 0)


async def test_work_that_is_done_at_once_shows_nothing() -> None:
    async def work() -> str:
        return "done"

    asked: Any = SlowPress()
    progress.FIRST_AFTER = 60  # the fixture puts it back
    queue: Any = SimpleNamespace(position=lambda _: 1)
    assert await show_progress(asked, queue, "Replaying", work()) == "done"
    assert asked.said == []


async def test_a_message_that_discord_refuses_stops_no_work() -> None:
    asked = SlowPress(fault=True)
    assert await progress_of(asked, [2, 1]) == "done"
    assert len(asked.said) >= 2  # it is tried again
    assert asked.deleted == 0


async def test_a_fault_of_the_work_is_raised_and_its_message_goes() -> None:
    asked: Any = SlowPress()

    async def work() -> None:
        await asked.shown.wait()
        raise ZeroDivisionError

    queue: Any = SimpleNamespace(position=lambda _: 0)
    with pytest.raises(ZeroDivisionError):
        await show_progress(asked, queue, "Replaying", work())
    assert asked.deleted == 1


async def test_whoever_stops_waiting_ends_the_work() -> None:
    asked: Any = SlowPress()
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    queue: Any = SimpleNamespace(position=lambda _: 0)
    waiting = asyncio.create_task(show_progress(asked, queue, "Replaying", work()))
    await asked.shown.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(ended.wait(), 60)
    assert asked.deleted == 1


def test_work_is_asked_for_by_a_person_in_a_server_or_in_private() -> None:
    asked: Any = SimpleNamespace(user=SimpleNamespace(id=7), guild_id=10)
    assert asker_of(asked) == Asker(7, 10)
    asked.guild_id = None
    assert asker_of(asked) == Asker(7, 0)
