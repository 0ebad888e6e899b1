"""Sil-Q for tests of the forge: the hero is a weaponsmith and stands at a forge, alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract.dice import ActionDice
from engine.sil.game.state import SilState
from engine.sil.hero import abilities as ab
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import look
from tests.engine.sil.smithing.smithy import smithy


class Forging(SilQ):
    """Sil-Q whose hero can make weapons where he stands."""

    name = "forging"
    title = "Forging"

    def new(
        self,
        options: Mapping[str, str],
        seats: Sequence[str],
        dice: ActionDice,
        *,
        gm: bool = False,
    ) -> SilState:
        """Return a game whose hero stands at a forge."""
        game = smithy(ab.WEAPONSMITH, skill=12)
        game.hero.name = seats[0]
        look(game)
        game.state.events.clear()
        return game.state
