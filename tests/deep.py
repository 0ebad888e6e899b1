"""Sil-Q for benchmarks: games begin at 500 ft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract.dice import ActionDice
from engine.sil.dungeon import level_arrival
from engine.sil.game.state import SilState
from engine.sil.ruleset import SilQ

DEPTH = 10


class Deep(SilQ):
    """Sil-Q whose games begin at 500 ft."""

    name = "deep"

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> SilState:
        """Return a game with a quick hero at that depth."""
        game = self.game(super().new({**options, "hero": "quick"}, seats, dice, gm=gm), dice)
        level_arrival.enter(game, DEPTH, 0)
        game.state.events.clear()
        return game.state
