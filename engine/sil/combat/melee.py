"""Attacking by hand: whether, in what form, and what a kill leads to (spec: character 7, 8)."""

from __future__ import annotations

from engine.common import compass
from engine.common.grid import distance
from engine.contract.action import IllegalAction
from engine.sil import data, naming, questions, terrain
from engine.sil.combat import foes, rolls, truce
from engine.sil.combat.strike import (
    NORMAL,
    Kind,
    break_mercy,
    break_oath,
    direction_to,
    has_sworn,
    strike,
)
from engine.sil.hero import abilities as ab
from engine.sil.hero import acts, derived, gear
from engine.sil.monsters import alertness
from engine.sil.state import Creature, Game, Skill

__all__ = ["attack", "break_mercy", "break_oath", "single"]

DIGGER = 20


def hindrance(game: Game, creature: Creature) -> str:
    """Why the hero cannot attack a creature beside him, in a sentence; "" when he can."""
    name = naming.the(creature)
    if game.hero.timers.afraid:
        return f"Fear keeps you from attacking {name}."
    if creature.visible and foes.has(game, creature, "PEACEFUL"):
        return f"There is no cause to attack {name}."
    return ""


def attack(game: Game, creature: Creature) -> None:
    """The hero attacks a creature beside him: it takes his turn.

    Raises IllegalAction, and nothing changes, when he cannot; asks first about what he may not
    have meant (spec: character 7.1).
    """
    if reason := hindrance(game, creature):
        raise IllegalAction(reason)
    if not game.sure and (doubt := _doubt(game, creature)):
        keypad = direction_to(game.hero, creature)
        questions.sure(game, doubt, f"step {compass.BY_KEYPAD[keypad]}")
        return
    acts.spend(game)
    choose_form(game, creature, "main")
    truce.hostile_deed(game)


def _doubt(game: Game, creature: Creature) -> str:
    """What to ask before an attack; "" when nothing speaks against it."""
    hero, weapon = game.hero, gear.weapon(game.hero)
    if game.lore.truce:
        return "Break the truce?"
    if creature.visible and is_protected(game, creature):
        return f"Break your oath of Mercy and attack {naming.the(creature)}?"
    if weapon is not None and "!a" in weapon.inscription:
        return f"Attack with the {gear.traits(weapon).name.lower()}?"
    better = [i for i in hero.pack if gear.traits(i).is_weapon and gear.traits(i).tval != DIGGER]
    if better and weapon is None:
        return "Attack with bare hands?"
    if better and weapon is not None and gear.traits(weapon).tval == DIGGER:
        return f"Attack with the {gear.traits(weapon).name.lower()}?"
    return ""


def is_protected(game: Game, creature: Creature) -> bool:
    """Whether an unbroken oath of Mercy protects it."""
    hero = game.hero
    sworn = has_sworn(hero) and hero.oath == derived.MERCY
    return sworn and derived.MERCY not in hero.oaths_broken and foes.people_of(game, creature)


def may_strike_freely(game: Game, creature: Creature) -> bool:
    """Whether an attack out of turn on it is possible at all: a clear and fearless head, no
    truce, no oath, no peace, and, while attacks on the unwary are forgone, a victim on guard."""
    timers = game.hero.timers
    return not (
        timers.confused
        or timers.afraid
        or timers.entranced
        or timers.stun > 100
        or game.lore.truce
        or not creature.visible
        or foes.has(game, creature, "PEACEFUL")
        or is_protected(game, creature)
        or (forgoes(game) and foes.unwary(creature))
    )


def forgoes(game: Game) -> bool:
    """Whether bonus attacks spare the unwary (an option, on unless switched off)."""
    return game.options.get("forgo_unwary", "on") == "on"


def choose_form(game: Game, creature: Creature, kind: Kind) -> None:
    """Attack in the form that abilities and neighbours call for (spec: character 7.3)."""
    if _sweeps(game):
        _sweep(game, creature)
        return
    behind = _behind(game, creature) if _impales(game) else None
    if behind is None:
        single(game, creature, kind, direction_to(game.hero, creature))
        return
    direction = direction_to(game.hero, creature)
    single(game, creature, "impale", direction)
    if behind.health > 0:
        single(game, behind, "impale", direction)


def _adjacent(game: Game) -> list[Creature]:
    """The creatures beside the hero that mean harm, in the ring's order from the south-west."""
    hero = game.hero
    found = []
    for keypad in compass.RING:
        dy, dx = compass.OFFSETS[keypad]
        creature = _at(game, hero.y + dy, hero.x + dx)
        if creature is not None and not foes.has(game, creature, "PEACEFUL"):
            found.append(creature)
    return found


def _at(game: Game, y: int, x: int) -> Creature | None:
    level = game.level
    if not (0 <= y < level.height and 0 <= x < level.width):
        return None
    return level.creature_at(y, x)


def _sweeps(game: Game) -> bool:
    hero = game.hero
    if hero.timers.afraid or len(_adjacent(game)) < 2:
        return False
    if hero.timers.rage:
        return True
    if not hero.active(ab.WHIRLWIND_ATTACK):
        return False
    return not game.rulings.whirlwind_needs_open_area or _in_the_open(game)


def _in_the_open(game: Game) -> bool:
    """Whether none of the eight squares around is a wall, rubble or a door."""
    hero, level = game.hero, game.level
    for dy, dx in compass.DIRECTIONS.values():
        feature = level.feature[level.at(hero.y + dy, hero.x + dx)]
        if terrain.OPAQUE[feature] or feature in (terrain.OPEN_DOOR, terrain.BROKEN_DOOR):
            return False
    return True


def _sweep(game: Game, first: Creature) -> None:
    """A whirlwind, or a madman's: everything around, one way or the other from the first."""
    hero = game.hero
    raging = hero.timers.rage > 0
    start = direction_to(hero, first)
    turn = 1 if game.streams.play.one_in(2) else -1
    for eighths in range(8):
        dy, dx = compass.OFFSETS[compass.turned(start, turn * eighths)]
        creature = _at(game, hero.y + dy, hero.x + dx)
        if creature is None or foes.has(game, creature, "PEACEFUL"):
            continue
        spared = forgoes(game) and foes.unwary(creature) and creature is not first
        if raging or not spared:
            kind: Kind = "rage" if raging else "whirlwind"
            single(game, creature, kind, direction_to(hero, creature))
        if game.ended:
            return


def _impales(game: Game) -> bool:
    hero, weapon = game.hero, gear.weapon(game.hero)
    if weapon is None or not hero.active(ab.IMPALE):
        return False
    traits = gear.traits(weapon)
    return "POLEARM" in traits.flags or (traits.two_handed and traits.tval == gear.SWORD)


def _behind(game: Game, creature: Creature) -> Creature | None:
    """Who stands right behind a creature, seen or not."""
    hero = game.hero
    return _at(game, 2 * creature.y - hero.y, 2 * creature.x - hero.x)


def single(game: Game, creature: Creature, kind: Kind, direction: int) -> bool:
    """One attack on one creature, and what its death leads to; whether it died."""
    if not strike(game, creature, kind, direction):
        return False
    _formidable(game)
    if not game.ended and _follows_through(game, kind):
        follow_through(game, direction)
    return True


def _follows_through(game: Game, kind: Kind) -> bool:
    hero = game.hero
    if not hero.active(ab.FOLLOW_THROUGH):
        return False
    if kind == "impale":
        return "Follow-Through" in game.rulings.impale_keeps
    if kind == "whirlwind":
        return "Follow-Through" in game.rulings.whirlwind_keeps
    return kind in NORMAL or kind == "follow-through"


def follow_through(game: Game, direction: int) -> None:
    """After a kill, a blow at the next visible creature round the ring."""
    hero = game.hero
    for eighths in range(1, 8):
        keypad = compass.turned(direction, eighths)
        dy, dx = compass.OFFSETS[keypad]
        creature = _at(game, hero.y + dy, hero.x + dx)
        if creature is not None and may_strike_freely(game, creature):
            single(game, creature, "follow-through", keypad)
            return


def _formidable(game: Game) -> None:
    """A kill dismays all who see it (spec: character 12.6, Formidable)."""
    hero, level = game.hero, game.level
    if not hero.active(ab.FORMIDABLE):
        return
    for creature in level.creatures:
        if creature is None:
            continue
        square = level.at(creature.y, creature.x)
        if not (level.fire[square] and level.view[square]):
            continue
        away = distance(hero.y, hero.x, creature.y, creature.x)
        fearless = "NO_FEAR" in data.current().monsters[creature.race].flags
        difficulty = foes.will(game, creature) + (100 if fearless else 0)
        result = rolls.hero_check(game, hero.skill(Skill.WILL) + 10 - away, difficulty, creature)
        if result > 0:
            creature.temporary_morale -= 20 * result
            alertness.make_alert(game, creature)
