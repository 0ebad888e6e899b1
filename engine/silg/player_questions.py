"""Questions of Sil's rules, which each player has by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.sil.game.context import SilContext
from engine.silg.context import SilGContext


@contextmanager
def at_the_sheet(game: SilGContext, seat: int) -> Iterator[SilContext]:
    """Lend a player's step and question to Sil's state, which has room for one such hero."""
    sil, player = game.state.sil, game.player(seat)
    sil.birth, sil.question = player.birth, player.question
    try:
        yield game.hero_game(seat)
    finally:
        player.birth, player.question = sil.birth, sil.question
        sil.birth, sil.question = "", None
        if player.birth:
            sil.events, sil.said = [], []
