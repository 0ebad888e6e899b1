"""Picking up what lies underfoot."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.facts import SeatRef, Took
from engine.delve.levels import stairs
from engine.delve.rules import inventory, words
from engine.delve.rules.context import DelveContext
from engine.delve.rules.item_worth import is_wanted
from engine.delve.rules.vision import forget_things
from engine.delve.state import DelveHero, DelveItem


def pick_up(game: DelveContext, hero: DelveHero, items: Iterable[DelveItem]) -> None:
    """Put things from underfoot into a hero's pack."""
    level = game.level(hero)
    here = level.items[hero.at]
    for item in items:
        here.remove(item)
        item.worn = False
        inventory.add(hero.pack, item)
        game.tell_of(
            "{hero:The} picks up {thing}.",
            "heart" if item.kind == game.content.heart else "note",
            Took(SeatRef(hero.seat), words.thing(item)),
            hero=hero,
            thing=inventory.described(game.content, item),
        )
        if item.kind == game.content.heart:
            stairs.take_heart(game, hero)
    if not here:
        del level.items[hero.at]
        forget_things(game.memory(hero), hero.at)


def wanted_here(game: DelveContext, hero: DelveHero) -> list[DelveItem]:
    """Return the things underfoot that are worth carrying."""
    here = game.level(hero).items.get(hero.at, [])
    return [item for item in here if is_wanted(game, hero, item)]
