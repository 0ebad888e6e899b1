"""Songs of power that monsters sing (spec: monsters 13.6; world 8.3)."""

from __future__ import annotations

from engine.sil.monsters.situation import Situation


def go_on(s: Situation) -> None:
    """A song in progress goes on, or ends; it does not use up the turn."""


def search(s: Situation) -> None:
    """Morgoth, unaware and uncrowned, searches with the song of piercing."""
