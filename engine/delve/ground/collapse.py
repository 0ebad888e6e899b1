"""Floors that give way: the first step breaks them, the next falls through."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveCreature, DelveLevel


def crack(game: DelveContext, who: DelveCreature, level: DelveLevel) -> None:
    """Break the cracked floor under somebody, whom it bears this once."""
    game.set_ground(level, who.at, terrain.BROKEN)
    game.tell_of("The floor breaks under {who:the}.", "terrain", who=who)


def give_way(game: DelveContext, who: DelveCreature) -> None:
    """Let somebody fall through broken floor, once the action is done."""
    game.tell_of("The floor gives way under {who:the}.", "terrain", who=who)
    game.falls.append(who)
