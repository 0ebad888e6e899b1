"""Steps out of the common: leaps over hazards, and changing places (rules: character 12.9)."""

from __future__ import annotations

from typing import Literal

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.texts import Words, text
from engine.sil.combat import attacks, step_attacks
from engine.sil.creatures import alertness, combat_totals, creature_names, creature_stats, placement
from engine.sil.dungeon import traps
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived
from engine.sil.level import terrain

LANDING_NOISE = 5  # off Stealth


def leaps(game: SilContext, keypad: int) -> bool:
    """Return whether a step this way is a leap: over a known chasm or a visible trap, with a
    run-up.

    Raises IllegalAction when a known wall or door stands where the hero would land.
    """
    hero, level = game.hero, game.level
    if not hero.active(ab.LEAPING) or hero.timers.confused or combat_totals.is_stuck(game):
        return False
    dy, dx = compass.OFFSETS[keypad]
    square = level.at(hero.y + dy, hero.x + dx)
    feature = level.feature[square]
    hazard = feature == terrain.CHASM or (
        terrain.TRAP[feature]
        and not level.hidden[square]
        and feature not in (terrain.ROOST, terrain.WEB)
    )
    if (
        not hazard
        or not game.knowledge.mark[square]
        or not action_costs.within_45(hero.actions[1], keypad)
    ):
        return False
    y, x = hero.y + 2 * dy, hero.x + 2 * dx
    beyond = level.at(y, x)
    if game.knowledge.mark[beyond] and terrain.OPAQUE[level.feature[beyond]]:
        raise IllegalAction(text("There is nowhere to land."))
    return True


def form(game: SilContext, keypad: int) -> Literal["leap", "step", ""]:
    """Return what a step this way means for one who leaps: a leap over a hazard, a step anywhere
    else; "" where there is nowhere to land."""
    try:
        return "leap" if leaps(game, keypad) else "step"
    except IllegalAction:
        return ""


def leap(game: SilContext, keypad: int) -> None:
    """The first half of a leap: into the air over the hazard, which does nothing yet."""
    hero = game.hero
    if not step_attacks.before_step(game, keypad):
        action_costs.spend(game)
        return
    dy, dx = compass.OFFSETS[keypad]
    hero.y, hero.x = hero.y + dy, hero.x + dx
    hero.leaping = True
    action_costs.spend(game, keypad)
    tell(game, text("You leap."), "move")


def land(game: SilContext) -> None:
    """The second half of a leap, which comes of itself the turn after: on in the same direction,
    or down where the way is barred (rules: character 12.9)."""
    hero, level = game.hero, game.level
    keypad = hero.actions[1]
    dy, dx = compass.OFFSETS[keypad]
    y, x = hero.y + dy, hero.x + dx
    hero.stealth_score -= LANDING_NOISE
    free = not terrain.OPAQUE[level.feature[level.at(y, x)]] and level.creature_at(y, x) is None
    action_costs.spend(game, keypad)
    if free:
        hero.actions[0] = 0  # the blow in passing comes before the step is recorded
        step_attacks.passing_attack(game, y, x)
        hero.actions[0] = keypad
    hero.leaping = False
    if game.state.ended:
        return
    if free and level.creature_at(y, x) is None:
        hero.y, hero.x = y, x
        tell(game, text("You land."), "move")
    else:
        tell(game, text("The way is barred, and you drop."), "move")
    traps.enter(game)


def hindrance(game: SilContext, creature: Creature) -> Words:
    """Why the hero cannot change places with a creature, in a sentence; "" when he can."""
    hero, level = game.hero, game.level
    name = creature_names.name(game, creature)
    feature = level.feature[level.at(creature.y, creature.x)]
    if not hero.active(ab.EXCHANGE_PLACES):
        return text("That needs the ability Exchange Places.")
    if not game.known(creature).visible or not creature_stats.adjacent(hero, creature):
        return text("You must stand beside {who:the} to change places.", who=name)
    if combat_totals.is_stuck(game):
        return text("You are held fast here.")
    if derived.is_overburdened(hero):
        return text("The burden is too heavy.")
    if creature_stats.has(game, creature, "NEVER_MOVE") or terrain.OPAQUE[feature]:
        return text("You cannot change places with {who:the}.", who=name)
    return text("You would fall.") if feature == terrain.CHASM else ""


def exchange(game: SilContext, creature: Creature) -> None:
    """Change places with a creature (rules: character 12.9, "Exchange Places"). Takes a turn.

    Raises IllegalAction, and nothing changes, when it cannot be done.
    """
    hero = game.hero
    name = creature_names.name(game, creature)
    if reason := hindrance(game, creature):
        raise IllegalAction(reason)
    action_costs.spend(game)
    step_attacks.provoke(game, creature.y, creature.x, creature)
    mindful = not creature.confused and not creature_stats.has(game, creature, "MINDLESS")
    if not game.state.ended and creature.alertness >= 0 and mindful:
        attacks.attack_hero(game, creature)
    if game.state.ended or not creature_stats.adjacent(hero, creature):
        return
    y, x = creature.y, creature.x
    placement.relocate(game, creature, hero.y, hero.x)
    creature.last_moves[0] = action_costs.OTHER
    hero.y, hero.x = y, x
    tell(game, text("You change places with {who:the}.", who=name), "move")
    alertness.make_alert(game, creature)
    traps.enter(game)
