"""Leases are renewed every few seconds, more often while the database cannot be reached."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from table.store.lease import LeasedShards, LeaseKeeper

UNREACHED = OperationalError("", {}, ConnectionError("gone"))


async def test_whoever_cannot_begin_to_take_shards_waits_before_each_further_try() -> None:
    done: list[str] = []

    def begin_to_take(count: int) -> bool:
        done.append(f"try {count}")
        return len(done) > 4

    async def wait() -> None:
        done.append("wait")

    shards: Any = SimpleNamespace(begin_to_take=begin_to_take, wait=wait)
    await LeasedShards.join(shards, 2)
    assert done == ["try 2", "wait", "try 2", "wait", "try 2"]


class ScriptedShards:
    """Leases whose renewals come out as they are told to; after the last the bot stops."""

    def __init__(self, outcomes: Sequence[bool | Exception]) -> None:
        self._outcomes = list(outcomes)
        self.pauses: list[float] = []
        self.losses = 0

    def wait(self, seconds: float) -> bool:
        """Note the pause; return whether the bot stops in it."""
        self.pauses.append(seconds)
        return not self._outcomes

    def renew(self) -> bool:
        """Renew them."""
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def lost(self) -> None:
        """Note that they are lost."""
        self.losses += 1


@pytest.mark.parametrize(
    ("outcomes", "pauses", "told", "losses"),
    [
        ([], [3], 0, 0),
        ([True, True], [3, 3, 3], 0, 0),
        ([UNREACHED, UNREACHED, UNREACHED], [3, 1, 1, 1], 1, 0),
        ([UNREACHED, True, True], [3, 1, 3, 3], 1, 0),
        ([UNREACHED, True, UNREACHED, UNREACHED], [3, 1, 3, 1, 1], 2, 0),
        ([True, False, True], [3, 3], 0, 1),
        ([UNREACHED, False, True], [3, 1], 1, 1),
    ],
)
def test_leases_are_renewed_until_they_are_lost_or_the_bot_stops(
    outcomes: Sequence[bool | Exception],
    pauses: list[float],
    told: int,
    losses: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    shards = ScriptedShards(outcomes)
    keeper = LeaseKeeper(shards)  # type: ignore[arg-type]
    keeper._stopping = shards  # type: ignore[assignment]
    with caplog.at_level(logging.WARNING, "table.store.lease"):
        keeper._run()
    assert (shards.pauses, shards.losses) == (pauses, losses)
    assert caplog.text.count("ConnectionError") == told


def test_a_keeper_that_is_stopped_has_ended() -> None:
    keeper = LeaseKeeper(ScriptedShards([]))  # type: ignore[arg-type]
    keeper.start()
    assert keeper._thread.is_alive()
    keeper.stop()
    assert not keeper._thread.is_alive()
    assert keeper._thread.daemon
