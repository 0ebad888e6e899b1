"""Sil-Q for tests of the end: the hero has one point of health and stands between two wolves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract.dice import ActionDice
from engine.sil.game.state import SilState
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe


class Doomed(SilQ):
    """Sil-Q whose hero is about to die."""

    name = "doomed"
    title = "Doomed"

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> SilState:
        """Return a game whose hero has one point of health; the wolves are awake."""
        game = arena(lit=True)
        game.hero.name, game.hero.health = seats[0], 1
        for dx in (1, -1):
            foe(game, "Wolf", 0, dx, alertness=10)
        look(game)
        game.state.events.clear()
        return game.state
