"""Fleeing to stairs as a plan, where nobody bars the way (no rule of Sil's: made for play by
post)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.common.plans import split_terms
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import counted, text
from engine.sil.commands import labels, retreat_plans
from engine.sil.commands.base import Command, offer
from engine.sil.commands.opponents import alert_enemies, is_held
from engine.sil.creatures import creature_names
from engine.sil.game.context import Game
from engine.sil.game.state import Creature
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.movement import travel


def _way(game: Game) -> list[int] | None:
    """Return the way to the nearest known stairs to which no alert enemy in sight is nearer than
    the hero; None when nobody hunts him."""
    level, hero = game.level, game.hero
    enemies = alert_enemies(game)
    if not enemies or hero.timers.confused or is_held(game) or derived.is_overburdened(hero):
        return None
    free = travel.ground(game, glimpsed=True)
    for other in creature_names.visible(game):
        free[level.at(other.y, other.x)] = 0
    ways = travel.ways_to(
        free,
        level.width,
        level.at(hero.y, hero.x),
        lambda i: bool(free[i] and terrain.STAIR[level.feature[i]] and game.knowledge.mark[i]),
    )
    return next((way for way in ways if not _is_barred(game, way, enemies)), None)


def _is_barred(game: Game, way: Sequence[int], enemies: Sequence[Creature]) -> bool:
    """Return whether an enemy is nearer to the end of a way than the hero."""
    y, x = game.level.place(way[-1])
    return any(max(abs(c.y - y), abs(c.x - x)) < len(way) for c in enemies)


def _flee(game: Game, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    way = _way(game)
    if way is None:
        raise IllegalAction(text("Nobody hunts you, or the way to stairs is barred."))
    retreat_plans.go(game, "flee", way, terms)


def _flee_offers(game: Game) -> Iterator[Offer]:
    way = _way(game)
    if way is None:
        return
    level, hero = game.level, game.hero
    y, x = level.place(way[-1])
    place = terrain.words_of(game.data, level.feature[way[-1]])
    yield offer(
        "flee",
        label=labels.bearing_label(place, len(way), y - hero.y, x - hero.x, flees=True),
        hint=counted(
            len(way),
            "{number} step; ends there, or when an enemy comes beside you",
            "{number} steps; ends there, or when an enemy comes beside you",
        ),
        group="plan",
        at=(y, x),
        path=tuple(level.place(i) for i in way),
    )


COMMANDS = (
    Command("flee", "Run to the nearest stairs", _flee, _flee_offers, slash=False, plan=True),
)
