"""The plan to open bars: throw at the plate behind them until it gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.common import flood
from engine.common.plans import Stop, Terms
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.actions.plans import is_stuck, is_threatened, walk
from engine.delve.items import item_use
from engine.delve.items.throwing import can_be_thrown_again, throw
from engine.delve.movement import movement, paths
from engine.delve.rules.context import STEPS, STRAIGHT, DelveContext, gap, ray
from engine.delve.rules.item_worth import worth
from engine.delve.state import DelveHero, DelveItem, Plan

Args = tuple[str, ...]
_BACK = {name: other for name, step in STEPS.items() for other, s in STEPS.items() if s == -step}


class _Aim(NamedTuple):
    """A throw at a plate from a square: where to, and over how many squares."""

    direction: str
    away: int


def unbarrings(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the plan to open bars, where their plate can be thrown at, or pressed."""
    if terrain.BARS not in game.memory(hero).ground:
        return []
    if is_stuck(hero) or hero.energy <= 0 or is_threatened(game, hero, terms):
        return []
    return [()] if _way(game, hero, _aims(game, hero)) else []


def unbar(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Go to where a throw reaches a plate, and throw what is at hand until it gives."""
    if terrain.BARS not in game.memory(hero).ground:
        return Stop("done")
    aims = _aims(game, hero)
    way = [] if is_stuck(hero) else _way(game, hero, aims)
    if not way:
        return Stop("blocked", text("nothing that is left to throw reaches the plate"))
    if way[0] != hero.at:
        walk(game, hero, way[0])
        return None
    if hero.energy <= 0:
        return Stop("other", text("too little energy is left"))
    aim = aims[hero.at]
    if aim.away == 1:
        movement.walk(game, hero, aim.direction)
        return None
    item = _missile(game, hero, aim.away)
    assert item is not None
    item_use.count_use(hero, item.kind)
    throw(game, hero, item, movement.stray(game, hero, aim.direction))
    return None


def _way(game: DelveContext, hero: DelveHero, aims: Mapping[int, _Aim]) -> list[int]:
    """Return the way to a square from which a plate can be hit, or bars looked through; the hero's
    own square where he stands on one."""
    if hero.at in aims:
        return [hero.at]
    ways = paths.known_ways(game, hero)
    goals = sum(1 << at for at in (aims or _before_bars(game, hero))) & ways
    return paths.first_steps(ways, hero.at, goals)


def _before_bars(game: DelveContext, hero: DelveHero) -> set[int]:
    """Return the squares from which one looks straight through bars."""
    barred = flood.squares_of(flood.where(game.memory(hero).ground, terrain.BARS))
    return {at + step for at in barred for step in STRAIGHT} - {hero.at}


def _aims(game: DelveContext, hero: DelveHero) -> dict[int, _Aim]:
    """Return the squares from which a plate that a hero knows can be pressed, or hit with what he
    has."""
    ground, found = game.memory(hero).ground, dict[int, _Aim]()
    reach = max((item.range for item in hero.pack if _can_spare(game, item)), default=1)
    for plate in flood.squares_of(flood.where(ground, terrain.PLATE)):
        for name, back in _BACK.items():
            for at in ray(plate, back, reach):
                if ground[at] in terrain.STOPS_FLIGHT or not ground[at]:
                    break
                if ground[at] not in terrain.SOLID:
                    found[at] = _Aim(name, gap(at, plate))
    return found


def _missile(game: DelveContext, hero: DelveHero, away: int) -> DelveItem | None:
    """Return what a hero throws at a mark: what is made for it first, else what is worth least."""
    able = [item for item in hero.pack if _can_spare(game, item) and item.range >= away]

    def cost(item: DelveItem) -> tuple[bool, int, int]:
        made = "thrown" in game.item_kind(item).categories
        return not made, worth(game, item), item.uid

    return min(able, key=cost, default=None)


def _can_spare(game: DelveContext, item: DelveItem) -> bool:
    return can_be_thrown_again(game, item) and item.kind != game.content.heart
