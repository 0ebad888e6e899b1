"""Steps that bring blows: the hero's steps, and his enemies' (rules: combat 8)."""

from __future__ import annotations

from engine.common import compass
from engine.sil.combat import attacks, melee
from engine.sil.combat.strikes import AttackForm, direction_to
from engine.sil.creatures import creature_stats
from engine.sil.data.records import AbilityRef
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, gear

_READY = (action_costs.PASS, action_costs.OTHER, action_costs.ARCHERY)


def _next_to(y1: int, x1: int, y2: int, x2: int) -> bool:
    return max(abs(y1 - y2), abs(x1 - x2)) == 1


# ------------------------------------------------------------------------ the hero takes a step


def before_step(game: SilContext, keypad: int) -> bool:
    """The blows a step brings before it is made: the hero's own, then his enemies'.

    False when he cannot go on: the game ended, or he was moved. Call it before the hero moves.
    """
    hero = game.hero
    here = hero.y, hero.x
    dy, dx = compass.OFFSETS[keypad]
    y, x = hero.y + dy, hero.x + dx
    # A step counts as one only when it is made: it does not help against what it provokes.
    memory, hero.actions[0] = hero.actions[0], 0
    passing_attack(game, y, x)
    if not game.state.ended:
        provoke(game, y, x)
    hero.actions[0] = memory
    return not game.state.ended and (hero.y, hero.x) == here


def passing_attack(game: SilContext, y: int, x: int) -> None:
    """At most one flanking attack or controlled retreat (rules: combat 8)."""
    hero, level = game.hero, game.level
    if not (hero.active(ab.FLANKING) or hero.active(ab.CONTROLLED_RETREAT)):
        return
    start = game.streams.play.below(8)
    neighbours = [compass.RING[(start + n) % 8] for n in range(8)]
    around = [
        level.creature_at(hero.y + compass.OFFSETS[k][0], hero.x + compass.OFFSETS[k][1])
        for k in neighbours
    ]
    creatures = [c for c in around if c is not None]
    creatures.sort(key=lambda c: c.slot != hero.concentration_on)
    for creature in creatures:
        kind = _passing_kind(game, creature, y, x)
        if kind is not None:
            melee.choose_form(game, creature, kind)
            return


def _passing_kind(game: SilContext, creature: Creature, y: int, x: int) -> AttackForm | None:
    hero = game.hero
    if not attacks.may_strike_freely(game, creature):
        return None
    stays = _next_to(y, x, creature.y, creature.x)
    if stays and hero.active(ab.FLANKING):
        return "flanking"
    if not stays and hero.active(ab.CONTROLLED_RETREAT) and hero.actions[1] in _READY:
        return "controlled retreat"
    return None


def provoke(game: SilContext, y: int, x: int, but: Creature | None = None) -> None:
    """Enemies beside the hero that strike at who leaves, or stays, within their reach."""
    hero, level = game.hero, game.level
    for keypad in compass.RING:
        dy, dx = compass.OFFSETS[keypad]
        creature = level.creature_at(hero.y + dy, hero.x + dx)
        if creature is None or creature is but or not creature_stats.ready(game, creature):
            continue
        stays = _next_to(y, x, creature.y, creature.x)
        if creature_stats.has(game, creature, "ZONE_OF_CONTROL" if stays else "OPPORTUNIST"):
            attacks.attack_hero(game, creature)
            if game.state.ended:
                return


# ------------------------------------------------------------------------ an enemy takes a step


def foe_leaves(game: SilContext, creature: Creature, y: int, x: int) -> bool:
    """The hero's blow at a creature that is about to go to (y, x): Zone of Control while it stays
    within reach, Opportunist when it leaves it. False when it can no longer go: dead or moved."""
    hero = game.hero
    if not creature_stats.adjacent(hero, creature):
        return True
    stays = _next_to(hero.y, hero.x, y, x)
    ability, kind = _reactions(stays)
    if creature.skip_turn or not hero.active(ability):
        return True
    return _react(game, creature, kind)


def _reactions(stays: bool) -> tuple[AbilityRef, AttackForm]:
    if stays:
        return ab.ZONE_OF_CONTROL, "zone of control"
    return ab.OPPORTUNIST, "opportunist"


def foe_takes_stairs(game: SilContext, creature: Creature) -> bool:
    """Opportunist against one that flees by the stairs beside the hero; false if it cannot go."""
    ready = creature.alertness >= 0 and not creature.skip_turn
    if not ready or not creature_stats.adjacent(game.hero, creature):
        return True
    if not game.hero.active(ab.OPPORTUNIST):
        return True
    return _react(game, creature, "opportunist")


def _react(game: SilContext, creature: Creature, kind: AttackForm) -> bool:
    if not attacks.may_strike_freely(game, creature):
        return True
    place = creature.y, creature.x
    died = attacks.single(game, creature, kind, direction_to(game.hero, creature))
    return not died and (creature.y, creature.x) == place


def foe_arrives(game: SilContext, creature: Creature, from_y: int, from_x: int) -> None:
    """Meet a creature that has come within reach with a set polearm (Polearm Mastery)."""
    hero = game.hero
    if (
        not hero.active(ab.POLEARM_MASTERY)
        or not hero.focused
        or not gear.has(game.data, gear.weapon(hero), "POLEARM")
        or not creature_stats.adjacent(hero, creature)
        or _next_to(hero.y, hero.x, from_y, from_x)
        or not attacks.may_strike_freely(game, creature)
    ):
        return
    attacks.single(game, creature, "set polearm", direction_to(hero, creature))
