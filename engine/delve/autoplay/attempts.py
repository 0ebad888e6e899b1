"""Tries of actions that brought a hero nothing, so that the expert does not go on for ever."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.common.plans import split_terms
from engine.contract.action import Action
from engine.delve.odds.fights import HEALTH_SEGMENTS, health_segments
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import SIZE, DelveHero

MOST_TRIES = 6  # of one action since something was gained
_QUARTERS = 4  # of health: another one regained is a gain


class Standing(NamedTuple):
    """A hero's standing by what he knows: more of a figure is a gain, and a new wound of an enemy
    in sight."""

    figures: tuple[int, ...]
    wounds: Mapping[int, int]  # by uid: empty segments of the bar


def standing(game: DelveContext, hero: DelveHero) -> Standing:
    """Return a hero's standing now."""
    ground = game.memory(hero).ground
    figures = (
        hero.deepest,
        hero.experience,
        SIZE - ground.count(0) + SIZE * hero.depth,
        sum(item.count for item in hero.pack),
        hero.nourishment,
        _QUARTERS * hero.health // max(1, hero.full_health),
    )
    wounds = {}
    for enemy in visible_enemies(game, hero):
        segments = health_segments(enemy)
        wounds[enemy.uid] = 0 if segments is None else HEALTH_SEGMENTS - segments
    return Standing(figures, wounds)


def key(hero: DelveHero, action: Action) -> str:
    """Return what tries of an action are counted by: steps by the square that they lead to,
    plans without their terms."""
    if action.verb == "move" and action.args and action.args[0] in STEPS:
        return f"move {hero.at + STEPS[action.args[0]]}"
    return str(Action(action.verb, split_terms(action.args)[0]))


def count(game: DelveContext, hero: DelveHero, tried: Action, name: str, before: Standing) -> None:
    """Count an action that was done, and forget all when it brought something."""
    if game.content.verbs[tried.verb].free or hero.menu:
        return
    after = standing(game, hero)
    more = any(new > old for new, old in zip(after.figures, before.figures, strict=True))
    wounded = any(before.wounds.get(uid, lost) < lost for uid, lost in after.wounds.items())
    if more or wounded:
        hero.attempts = {}
    else:
        hero.attempts[name] = hero.attempts.get(name, 0) + 1


def tries(hero: DelveHero, action: Action) -> int:
    """Return how often an action was done since something was gained."""
    return hero.attempts.get(key(hero, action), 0)


def goes_to_and_fro(hero: DelveHero) -> bool:
    """Return whether a hero has stepped on a square twice since something was gained."""
    return any(name.startswith("move ") and number > 1 for name, number in hero.attempts.items())


def is_stale(hero: DelveHero, action: Action) -> bool:
    """Return whether an action was done often enough without gain."""
    return tries(hero, action) >= MOST_TRIES
