"""The faults that the loopback draws: the same for a seed, of every kind over the seeds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandbox import gateway
from sandbox.app import Sandbox
from sandbox.gateway import INVALID_SESSION
from sandbox.schedule import GATEWAY, UPDATE, WAYS, FaultSchedule
from sandbox.world import MAX_REACTIONS, DiscordWorld
from tests.sandbox.rest_side import RestSide

SEEDS = range(1, 21)
POST = ("POST", "/channels/1/messages")
CALLBACK = "/interactions/1/token/callback"
REQUESTS = {  # that bring a new picture in each way
    "edit": ("PATCH", "/channels/1/messages/2", {}),
    "update": ("POST", CALLBACK, {"type": UPDATE}),
    "original": ("PATCH", "/webhooks/1/token/messages/@original", {}),
    "follow-up": ("POST", "/webhooks/1/token", {}),
}


def drawn(schedule: FaultSchedule, times: int = 300) -> list[Any]:
    """Return what happens to so many requests and interactions."""
    return [
        (
            schedule.delay(),
            schedule.refusal(*POST),
            schedule.interaction_fault(),
            schedule.gateway_fault(),
        )
        for _ in range(times)
    ]


def test_a_seed_draws_the_same_faults_each_time_and_none_draws_none() -> None:
    assert drawn(FaultSchedule(5)) == drawn(FaultSchedule(5)) != drawn(FaultSchedule(6))
    quiet = FaultSchedule()
    assert set(drawn(quiet)) == {(0, None, None, None)}
    assert quiet.ready_after == quiet.servers_after == 0


def test_the_seeds_of_the_journeys_have_every_fault() -> None:
    schedules = [FaultSchedule(seed) for seed in SEEDS]
    seen = [each for schedule in schedules for each in drawn(schedule)]
    refusals = [each for _, each, _, _ in seen if each]
    assert {each.status for each in refusals} == {429, 500, 502, 503}
    assert any(each.is_done for each in refusals)
    assert Counter(fault for *_, fault, _ in seen).keys() == {None, "repeat", "late"}
    assert {fault for *_, fault in seen} == {None, *GATEWAY}
    assert all(each.ready_after > 0 < each.servers_after for each in schedules)
    assert max(delay for delay, *_ in seen) > 0.3
    for way in WAYS:
        assert 1 < sum(way in each.refused_pictures for each in schedules) < len(SEEDS)


@pytest.mark.parametrize("way", WAYS)
def test_a_picture_is_refused_in_the_ways_of_a_seed_and_in_no_other(way: str) -> None:
    for seed in SEEDS:
        schedule = FaultSchedule(seed)
        assert schedule.refuses_picture(*REQUESTS[way]) == (way in schedule.refused_pictures)
        assert not schedule.refuses_picture(*POST, {})
        assert not schedule.refuses_picture("POST", CALLBACK, {"type": 4})


def test_mild_faults_leave_what_answers_a_press_alone() -> None:
    for seed in SEEDS:
        schedule = FaultSchedule(seed, is_mild=True)
        assert not schedule.refused_pictures
        assert {fault for *_, fault, other in drawn(schedule) for fault in (fault, other)} == {None}
        assert not any(schedule.refusal("POST", CALLBACK) for _ in range(300))
        assert any(schedule.refusal(*POST) for _ in range(300))


class NotingClient:
    """A client's side that notes what it is sent."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def send_op(self, op: int, data: Any = None) -> None:
        self.sent.append(op)


async def test_two_sessions_within_five_seconds_are_one_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sandbox = Sandbox(DiscordWorld("http://127.0.0.1:1"), schedule=FaultSchedule(1))
    now = [1000.0]
    monkeypatch.setattr(gateway.time, "monotonic", lambda: now[0])
    client = NotingClient()
    for seconds, told in ((0.0, []), (4.9, [INVALID_SESSION]), (0.2, [])):
        now[0] += seconds
        client.sent.clear()
        sandbox.gateway._identify({"token": sandbox.world.token, "intents": 1}, client)
        assert client.sent == told


def test_a_message_takes_twenty_reactions() -> None:
    side = RestSide()
    path = f"/channels/{side.channel}/messages/{side.post('a card')}/reactions/{{}}/@me"

    def react(number: int) -> tuple[int, int]:
        return side.rest("PUT", path.format(f"%F0%9F%98%{0x80 + number:X}"), None)

    for number in range(MAX_REACTIONS):
        assert react(number) == (200, 0)
    assert react(MAX_REACTIONS) == (403, 30010)
    assert react(0) == (200, 0)  # it is there
