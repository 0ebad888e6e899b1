"""Powers that monsters use from afar (spec: monsters 13.4, 13.5)."""

from __future__ import annotations

from engine.sil.monsters.situation import Situation


def attempt(s: Situation) -> bool:
    """Perhaps use a power; whether one was used."""
    return False
