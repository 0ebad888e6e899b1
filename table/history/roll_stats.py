"""Statistics of dice that were seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine.contract.action import Event, Roll
from engine.contract.texts import Words


class RollStats(msgspec.Struct, frozen=True):
    """Dice of one kind that were seen: how many, their mean, and what it should be."""

    purpose: Words
    sides: int
    rolls: int
    mean: float
    expected: float
    faces: tuple[tuple[int, int], ...]  # how often each face came


def luckiest(events: Iterable[Event]) -> Event | None:
    """Return the event whose dice helped most the person who reads it: their own were high, and the
    others low. None where nothing was above the average."""
    best = max(events, key=_luck, default=None)
    return best if best is not None and _luck(best) > 0 else None


def unluckiest(events: Iterable[Event]) -> Event | None:
    """Return the event whose dice harmed most the person who reads it. None where nothing was below
    the average."""
    worst = min(events, key=_luck, default=None)
    return worst if worst is not None and _luck(worst) < 0 else None


def _luck(event: Event) -> float:
    """Return how far above their mean an event's own dice were, others' counted against them, in
    standard deviations; 0 without dice of one's own."""
    if not any(roll.own for roll in event.rolls):
        return 0.0
    return sum(_deviation(roll) if roll.own else -_deviation(roll) for roll in event.rolls)


def _deviation(roll: Roll) -> float:
    dice = len(roll.faces)
    mean, variance = dice * roll.mean, dice * (roll.sides**2 - 1) / 12
    return (sum(roll.faces) - mean) / variance**0.5 if variance else 0.0


def roll_stats(events: Iterable[Event]) -> tuple[RollStats, ...]:
    """Return statistics of the dice of some events, by their purpose."""
    seen: dict[tuple[str, int], Counter[int]] = {}
    first: dict[tuple[str, int], Roll] = {}
    for roll in (roll for event in events for roll in event.rolls):
        kind = str(roll.purpose), roll.sides
        first.setdefault(kind, roll)
        seen.setdefault(kind, Counter()).update(roll.faces)
    return tuple(_stats(first[kind], faces) for kind, faces in sorted(seen.items()))


def _stats(roll: Roll, faces: Counter[int]) -> RollStats:
    """Return the statistics of dice like those of a roll."""
    rolls = faces.total()
    return RollStats(
        purpose=roll.purpose,
        sides=roll.sides,
        rolls=rolls,
        mean=sum(face * times for face, times in faces.items()) / max(1, rolls),
        expected=roll.mean,
        faces=tuple(sorted(faces.items())),
    )
