"""The traffic with Discord is counted: what it answers, and how long people wait for answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from yarl import URL

from cogs import traffic as traffic_module
from cogs.traffic import Traffic


async def answer(traffic: Traffic, path: str, status: int = 200) -> None:
    ended: Any = SimpleNamespace(response=SimpleNamespace(status=status), url=URL(path))
    await traffic.note(None, None, ended)


def figure(traffic: Traffic, name: str, **labels: str) -> float | None:
    return traffic.registry.get_sample_value(f"leithian_{name}", labels)


async def test_requests_are_counted_by_status_and_those_that_may_ban_us_apart() -> None:
    traffic = Traffic()
    for status in (200, 200, 401, 403, 404, 429, 500):
        await answer(traffic, "/channels/1", status)
    assert figure(traffic, "discord_requests_total", status="200") == 2
    assert figure(traffic, "discord_requests_total", status="404") == 1
    assert figure(traffic, "discord_invalid_requests_total") == 3


async def test_the_wait_for_the_first_answer_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(traffic_module.time, "monotonic", lambda: clock[0])
    traffic = Traffic()
    traffic.asked(77)
    clock[0] += 1.25
    await answer(traffic, "/interactions/76/token/callback")
    await answer(traffic, "/webhooks/77/token")
    assert figure(traffic, "answer_seconds_count") == 0
    for _ in range(2):  # Discord answers one of them
        await answer(traffic, "/api/v10/interactions/77/token/callback")
    assert figure(traffic, "answer_seconds_count") == 1
    assert figure(traffic, "answer_seconds_sum") == 1.25


async def test_presses_that_nobody_answers_are_forgotten_the_oldest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(traffic_module, "_REMEMBERED", 2)
    traffic = Traffic()
    for number in (1, 2, 3):
        traffic.asked(number)
    await answer(traffic, "/interactions/1/t/callback")
    assert figure(traffic, "answer_seconds_count") == 0
    for number in (2, 3):
        await answer(traffic, f"/interactions/{number}/t/callback")
    assert figure(traffic, "answer_seconds_count") == 2
