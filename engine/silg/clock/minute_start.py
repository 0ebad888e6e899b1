"""The beginning of a minute off the clock (rules: silg T2)."""

from __future__ import annotations

from engine.silg.context import SilGContext

WALKING = {1: 15, 2: 30, 3: 40, 4: 60}  # squares a minute, by speed


def begin_minute(game: SilGContext) -> None:
    """Let a minute begin for all heroes in play."""
    for seat in game.heroes:
        begin_minute_of(game, seat)
    game.state.stage = "minutes"


def begin_minute_of(game: SilGContext, seat: int) -> None:
    """Give a hero a whole minute, in which they have done nothing yet."""
    player = game.player(seat)
    player.ready, player.secret, player.question = False, "", None
    player.stairs = ""
    player.left = WALKING[max(1, min(4, game.hero(seat).derived.speed))]
    player.passed = True
