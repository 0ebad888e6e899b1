"""Floors that give way: the first step breaks them, the next falls through."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveCreature, DelveLevel


def crack(world: DelveContext, who: DelveCreature, level: DelveLevel) -> None:
    """Break the cracked floor under somebody, whom it bears this once."""
    world.set_ground(level, who.at, terrain.BROKEN)
    world.tell_of("The floor breaks under {who:the}.", "terrain", who=who)


def give_way(world: DelveContext, who: DelveCreature) -> None:
    """Let somebody fall through broken floor, once the action is done."""
    world.tell_of("The floor gives way under {who:the}.", "terrain", who=who)
    world.falls.append(who)
