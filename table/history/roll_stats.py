"""Statistics of dice that were seen."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.contract.action import Event


class RollStats(msgspec.Struct, frozen=True):
    """Dice of one kind that were seen: how many, their mean, and what it should be."""

    purpose: str
    sides: int
    rolls: int
    mean: float
    expected: float
    faces: tuple[tuple[int, int], ...]  # how often each face came


def roll_stats(events: Iterable[Event]) -> tuple[RollStats, ...]:
    """Return statistics of the dice of some events, by their purpose."""
    seen: dict[tuple[str, int], dict[int, int]] = {}
    for roll in (roll for event in events for roll in event.rolls):
        faces = seen.setdefault((roll.purpose, roll.sides), {})
        for face in roll.faces:
            faces[face] = faces.get(face, 0) + 1
    return tuple(_stats(purpose, sides, faces) for (purpose, sides), faces in sorted(seen.items()))


def _stats(purpose: str, sides: int, faces: dict[int, int]) -> RollStats:
    rolls = sum(faces.values())
    mean = sum(face * times for face, times in faces.items()) / max(1, rolls)
    return RollStats(purpose, sides, rolls, mean, (sides + 1) / 2, tuple(sorted(faces.items())))
