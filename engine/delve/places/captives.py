"""Captives: freeing them from their cage."""

from __future__ import annotations

from engine.contract.texts import Name, text
from engine.delve.combat.damage import nearest_free
from engine.delve.combat.melee_effects import add_monster
from engine.delve.movement.movement import alarm
from engine.delve.places.claims import count_use, here, spend
from engine.delve.rules.context import DelveContext
from engine.delve.state import HEROES, DelveHero

NOISE = 8  # squares within which opening a cage wakes everybody


def captive_here(game: DelveContext, hero: DelveHero) -> str:
    """Return the kind of the captive in the cage underfoot; "": none."""
    found = here(game, hero)
    return found[0].captive if found is not None else ""


def free(game: DelveContext, hero: DelveHero) -> None:
    """Open the cage: its captive follows, and all who are near wake."""
    found = here(game, hero)
    assert found is not None
    place = found[0]
    level = game.level(hero)
    count_use(hero, place)
    spend(game, hero)
    alarm(game, level, hero.at, NOISE)
    at = nearest_free(game, level, hero.at)
    if at is None:
        return
    friend = add_monster(game, level.depth, place.captive, at)
    friend.side, friend.summoned, friend.captive = HEROES, True, True
    place.captive = ""
    told = text(
        "{hero:The} frees {captive:a}, who will follow.",
        hero=game.the(hero),
        captive=Name(friend.kind),
    )
    game.tell(told, hero, "place")
