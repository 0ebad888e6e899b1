"""Attacking by hand: whether, in what form, and what a kill leads to (rules: combat 7, 8)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Text, Words, text
from engine.sil.combat import attacks
from engine.sil.combat.strikes import AttackForm, direction_to
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.effects import oaths
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import Risk
from engine.sil.game.state import Creature, Item
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, gear
from engine.sil.level import terrain
from engine.sil.perception import truce

DIGGER = 20


def hindrance(game: SilContext, creature: Creature) -> Words:
    """Why the hero cannot attack a creature beside him, in a sentence; "" when he can."""
    name = creature_names.name(game, creature)
    if game.hero.timers.afraid:
        return text("Fear keeps you from attacking {who:the}.", who=name)
    if game.known(creature).visible and creature_stats.has(game, creature, "PEACEFUL"):
        return text("There is no cause to attack {who:the}.", who=name)
    return ""


def attack(game: SilContext, creature: Creature) -> None:
    """Attack a creature beside the hero: it takes his turn.

    Raises IllegalAction, and nothing changes, when he cannot; asks first about what he may not
    have meant (rules: combat 7.1).
    """
    if reason := hindrance(game, creature):
        raise IllegalAction(reason)
    if not game.state.sure and (question := doubt(game, creature)):
        keypad = direction_to(game.hero, creature)
        risk: Risk = "oath" if not game.world.truce and _is_spared(game, creature) else ""
        questions.sure(game, question, f"step {compass.BY_KEYPAD[keypad]}", risk)
        return
    action_costs.spend(game)
    choose_form(game, creature, "main")
    truce.hostile_deed(game)


def doubt(game: SilContext, creature: Creature) -> Text | None:
    """Return what to ask before an attack; None when nothing speaks against it."""
    hero, weapon = game.hero, gear.weapon(game.hero)
    if game.world.truce:
        return text("Break the truce?")
    if _is_spared(game, creature):
        return text(
            "Break your oath of Mercy and attack {who:the}?",
            who=creature_names.name(game, creature),
        )
    if weapon is not None and "!a" in weapon.inscription:
        return _with_what(game, weapon)
    better = [
        i
        for i in hero.pack
        if gear.traits(game.data, i).is_weapon and gear.traits(game.data, i).tval != DIGGER
    ]
    if better and weapon is None:
        return text("Attack with bare hands?")
    if better and weapon is not None and gear.traits(game.data, weapon).tval == DIGGER:
        return _with_what(game, weapon)
    return None


def _is_spared(game: SilContext, creature: Creature) -> bool:
    return game.known(creature).visible and oaths.is_protected(game, creature)


def _with_what(game: SilContext, weapon: Item) -> Text:
    thing = Name(gear.traits(game.data, weapon).name.lower())
    return text("Attack with {thing:the}?", thing=thing)


def choose_form(game: SilContext, creature: Creature, kind: AttackForm) -> None:
    """Attack in the form that abilities and neighbours call for (rules: combat 7.3)."""
    behind = _behind(game, creature)
    form = form_of(game, kind, len(_adjacent(game)), crowded=behind is not None)
    direction = direction_to(game.hero, creature)
    if form in ("rage", "whirlwind"):
        _sweep(game, creature)
        return
    attacks.single(game, creature, form, direction)
    if form == "impale" and behind is not None and behind.health > 0:
        attacks.single(game, behind, "impale", direction)


def form_seen(game: SilContext, creature: Creature) -> AttackForm:
    """Return the form of an attack if nobody were near but those in sight."""
    behind = _behind(game, creature)
    beside = [other for other in _adjacent(game) if game.known(other).visible]
    crowded = behind is not None and game.known(behind).visible
    return form_of(game, "main", len(beside), crowded=crowded)


def form_of(game: SilContext, kind: AttackForm, beside: int, *, crowded: bool) -> AttackForm:
    """Return the form that an attack of a kind takes with so many enemies beside the hero;
    `crowded`: one stands right behind the victim."""
    if _sweeps(game, beside):
        return "rage" if game.hero.timers.rage else "whirlwind"
    return "impale" if crowded and _impales(game) else kind


def _adjacent(game: SilContext) -> list[Creature]:
    """Return the creatures beside the hero that mean harm, in the ring's order from the
    south-west."""
    hero = game.hero
    found = []
    for keypad in compass.RING:
        dy, dx = compass.OFFSETS[keypad]
        creature = game.level.creature_at(hero.y + dy, hero.x + dx)
        if creature is not None and not creature_stats.has(game, creature, "PEACEFUL"):
            found.append(creature)
    return found


def _sweeps(game: SilContext, beside: int) -> bool:
    hero = game.hero
    if hero.timers.afraid or beside < 2:
        return False
    if hero.timers.rage:
        return True
    if not hero.active(ab.WHIRLWIND_ATTACK):
        return False
    return not game.rulings.whirlwind_needs_open_area or _in_the_open(game)


def _in_the_open(game: SilContext) -> bool:
    """Return whether none of the eight squares around is a wall, rubble or a door."""
    hero, level = game.hero, game.level
    for dy, dx in compass.DIRECTIONS.values():
        feature = level.feature[level.at(hero.y + dy, hero.x + dx)]
        if terrain.OPAQUE[feature] or feature in (terrain.OPEN_DOOR, terrain.BROKEN_DOOR):
            return False
    return True


def _sweep(game: SilContext, first: Creature) -> None:
    """Strike everything around, one way or the other from the first: a whirlwind, or rage."""
    hero = game.hero
    raging = hero.timers.rage > 0
    start = direction_to(hero, first)
    turn = 1 if game.streams.play.one_in(2) else -1
    for eighths in range(8):
        dy, dx = compass.OFFSETS[compass.turned(start, turn * eighths)]
        creature = game.level.creature_at(hero.y + dy, hero.x + dx)
        if creature is None or creature_stats.has(game, creature, "PEACEFUL"):
            continue
        spared = attacks.forgoes(game) and creature_stats.unwary(creature) and creature is not first
        if raging or not spared:
            kind: AttackForm = "rage" if raging else "whirlwind"
            attacks.single(game, creature, kind, direction_to(hero, creature))
        if game.state.ended:
            return


def _impales(game: SilContext) -> bool:
    hero, weapon = game.hero, gear.weapon(game.hero)
    if weapon is None or not hero.active(ab.IMPALE):
        return False
    traits = gear.traits(game.data, weapon)
    return "POLEARM" in traits.flags or (traits.two_handed and traits.tval == gear.SWORD)


def _behind(game: SilContext, creature: Creature) -> Creature | None:
    """Return who stands right behind a creature, seen or not."""
    hero = game.hero
    return game.level.creature_at(2 * creature.y - hero.y, 2 * creature.x - hero.x)
