"""The end of a game: what becomes known, and what falls from the hero (rules: endgame 14.1)."""

from __future__ import annotations

from typing import Literal

from engine.sil.game.context import SilContext

End = Literal["dead", "escaped"]


def end(game: SilContext, how: End) -> None:
    """End the game. All that the hero carries is known now, and rage and delusions are over."""
    hero = game.hero
    game.state.ended = how
    game.state.question = None
    hero.timers.rage = hero.timers.hallucinating = 0
    for item in (*hero.pack, *hero.worn.values()):
        item.known, item.feeling, item.empty = True, "", False
        if item.kind not in game.lore.aware:
            game.lore.aware.append(item.kind)
