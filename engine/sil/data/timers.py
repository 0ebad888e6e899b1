"""The counts of a hero's statuses.

A new kind of status is a field of `Timers` and a record of `data/sil/rules/statuses.txt`; what it
changes is asked where that happens (rules: world 3, 4).
"""

from __future__ import annotations

from msgspec import Struct

from engine.sil.data.rule_records import HeroStatuses

KNOCKED_OUT = 100  # stun above this


class Timers(Struct):
    """Turns left of each passing state (rules: world 4.1); all 0 to 10,000."""

    blind: int = 0
    confused: int = 0
    afraid: int = 0
    entranced: int = 0
    hallucinating: int = 0
    slow: int = 0
    fast: int = 0
    rage: int = 0
    darkened: int = 0
    see_invisible: int = 0
    strength: int = 0
    dexterity: int = 0
    constitution: int = 0
    grace: int = 0
    perception: int = 0
    resist_fire: int = 0
    resist_cold: int = 0
    resist_poison: int = 0
    stun: int = 0  # at most 105
    poison: int = 0  # at most 100
    cut: int = 0  # at most 100

    def left(self, status: str) -> int:
        """Return the turns left of a status, by its key."""
        turns: int = getattr(self, status)
        return turns

    def set_left(self, status: str, turns: int) -> None:
        """Let so many turns of a status be left."""
        setattr(self, status, turns)

    def end_harmful(self, statuses: HeroStatuses) -> None:
        """End whatever is bad for the hero."""
        for kind in statuses.values():
            if kind.harmful:
                self.set_left(kind.key, 0)
