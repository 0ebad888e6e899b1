"""Circumstances of a hero as their seat knows them: who is near and alert, who sleeps, what ails
him, how his light burns."""

from __future__ import annotations

from typing import NamedTuple

from engine.sil.creature_ai import powers
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data.rule_records import Purpose
from engine.sil.effects import hunger
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import gear
from engine.sil.items import item_classes

MENACE = 7  # squares: an alert enemy within them is a fight
CAREFUL = 12  # squares: a sleeper within them calls for care
LITTLE_FUEL = 100  # turns


class Circumstances(NamedTuple):
    """The hero's surroundings and state as he knows them, as far as an expert asks for them."""

    seen: dict[tuple[int, int], Creature]  # everybody in sight, by square
    beside: tuple[Creature, ...]  # alert enemies next to him
    near: tuple[Creature, ...]  # alert enemies in sight that could soon be, those beside included
    sleepers: tuple[Creature, ...]  # enemies in sight that know nothing of him
    health: int  # percent
    hungry: hunger.HungerLevel
    dark: bool  # he carries no light that burns
    fading: bool  # his light burns out soon
    cures: frozenset[Purpose]  # of what ails him
    armed: bool

    @property
    def fights(self) -> bool:
        """Return whether an enemy that knows of the hero is near."""
        return bool(self.near)


@kept
def circumstances(game: SilContext) -> Circumstances:
    """Return the circumstances of the acting hero."""
    hero = game.hero
    seen = {(c.y, c.x): c for c in creature_names.visible(game)}
    foes = [c for c in seen.values() if is_enemy(game, c)]
    alert = [c for c in foes if seems_alert(game, c)]
    rooted = [c for c in alert if creature_names.seems(game, c, "NEVER_MOVE")]
    near = [c for c in alert if away(game, c) <= (1 if c in rooted else MENACE)]
    lamp = hero.worn.get(Slot.LIGHT)
    fuelled = lamp is not None and item_classes.is_fuelled(game.data, lamp)
    out = lamp is None or (fuelled and lamp.timeout <= 0)
    return Circumstances(
        seen=seen,
        beside=tuple(c for c in near if away(game, c) == 1),
        near=tuple(near),
        sleepers=tuple(c for c in foes if c not in alert and away(game, c) <= CAREFUL),
        health=100 * hero.health // hero.derived.max_health,
        hungry=level if (level := hunger.level(game)) != "full" else "",
        dark=out and hero.derived.light <= 0,
        fading=lamp is not None and fuelled and 0 < lamp.timeout < LITTLE_FUEL,
        cures=frozenset(kind.cure for kind in game.under_way() if kind.cure),
        armed=gear.weapon(hero) is not None,
    )


def is_enemy(game: SilContext, creature: Creature) -> bool:
    """Return whether a creature does not look like a friend."""
    return not creature_names.seems(game, creature, "PEACEFUL")


def seems_alert(game: SilContext, creature: Creature) -> bool:
    """Return whether an enemy is alert, as far as the hero can tell: in his dreams he cannot, nor
    of the mindless."""
    if game.hero.timers.hallucinating or creature_names.seems(game, creature, "MINDLESS"):
        return True
    return not creature_stats.unwary(creature)


def shoots(game: SilContext, creature: Creature) -> bool:
    """Return whether the race that an enemy looks like shoots or hurls."""
    race = creature_names.appears(game, creature)
    return race != creature_names.ENEMY and bool(game.data.monsters[race].spells & powers.MISSILES)


def away(game: SilContext, creature: Creature) -> int:
    """Return how many squares lie between the hero and a creature."""
    return max(abs(creature.y - game.hero.y), abs(creature.x - game.hero.x))
