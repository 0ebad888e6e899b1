"""Sil-Q for measuring: at once at 500 ft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.sil.actions import level_arrival
from engine.sil.ruleset import SilQ
from engine.sil.state import GameState

DEPTH = 10


class Deep(SilQ):
    """The ruleset."""

    name = "deep"

    def new(self, options: Mapping[str, str], seats: Sequence[str], seed: bytes) -> GameState:
        """A quick hero, set down at that depth."""
        game = self.game(super().new({**options, "hero": "quick"}, seats, seed))
        level_arrival.enter(game, DEPTH, 0)
        game.state.events.clear()
        return game.state
