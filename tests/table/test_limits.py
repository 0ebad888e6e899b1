"""Limits on what people do often: who is counted, for how long, and what they are told."""

from __future__ import annotations

import pytest

from table.errors import Refusal
from table.limits import LIMITS, PersonLimits, minutes_text


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "1 minute"), (89, "1 minute"), (91, "2 minutes"), (600, "10 minutes")]
)
def test_a_span_is_told_in_minutes(seconds: float, said: str) -> None:
    assert str(minutes_text(seconds)) == said


def test_the_first_of_what_was_done_too_often_is_forgotten_first() -> None:
    now, limit = [1000.0], LIMITS["thread"]
    limits = PersonLimits(lambda: now[0])
    for _ in range(limit.person):
        limits.spend("thread", 1, 10)
        now[0] += 120
    with pytest.raises(Refusal) as refusal:
        limits.spend("thread", 1, 10)
    assert str(refusal.value) == "You have opened threads too often; try again in 4 minutes."
    now[0] = 1000.0 + limit.seconds - 1
    with pytest.raises(Refusal):
        limits.spend("thread", 1, 10)
    now[0] += 1
    limits.spend("thread", 1, 10)
    with pytest.raises(Refusal):
        limits.spend("thread", 1, 10)


def test_of_very_many_people_those_of_late_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.limits.MAX_KEYS", 6)
    now = [1000.0]
    limits = PersonLimits(lambda: now[0])
    for person in (1, 2, 3):
        limits.spend("film", person, person)
    now[0] += 3601
    for _ in range(3):
        limits.spend("film", 4, 4)
    limits.spend("film", 5, 5)
    assert len(limits._done) <= 6
    with pytest.raises(Refusal):
        limits.spend("film", 4, 4)


def test_whoever_comes_when_very_many_are_counted_is_counted_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("table.limits.MAX_KEYS", 6)
    limits = PersonLimits(lambda: 1000.0)
    for person in range(10):
        limits.spend("film", person, person)
    for _ in range(LIMITS["film"].person):
        limits.spend("film", 99, 99)
    with pytest.raises(Refusal, match="You have posted films too often"):
        limits.spend("film", 99, 100)
