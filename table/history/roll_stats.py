"""Statistics of dice that were seen."""

from __future__ import annotations

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
    mean, variance = dice * (roll.sides + 1) / 2, dice * (roll.sides**2 - 1) / 12
    return (sum(roll.faces) - mean) / variance**0.5 if variance else 0.0


def roll_stats(events: Iterable[Event]) -> tuple[RollStats, ...]:
    """Return statistics of the dice of some events, by their purpose."""
    seen: dict[tuple[str, int], dict[int, int]] = {}
    purposes: dict[str, Words] = {}
    for roll in (roll for event in events for roll in event.rolls):
        purposes[str(roll.purpose)] = roll.purpose
        faces = seen.setdefault((str(roll.purpose), roll.sides), {})
        for face in roll.faces:
            faces[face] = faces.get(face, 0) + 1
    return tuple(
        _stats(purposes[purpose], sides, faces) for (purpose, sides), faces in sorted(seen.items())
    )


def _stats(purpose: Words, sides: int, faces: dict[int, int]) -> RollStats:
    rolls = sum(faces.values())
    mean = sum(face * times for face, times in faces.items()) / max(1, rolls)
    return RollStats(
        purpose=purpose,
        sides=sides,
        rolls=rolls,
        mean=mean,
        expected=(sides + 1) / 2,
        faces=tuple(sorted(faces.items())),
    )
