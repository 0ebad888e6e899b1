"""Blows."""

from __future__ import annotations

from engine.contract.facts import Attacked
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.combat import melee_effects, statuses, worn_effects
from engine.delve.combat.damage import harm, spend
from engine.delve.combat.statuses import SHIELDS
from engine.delve.rules import formulas
from engine.delve.rules.context import DelveContext
from engine.delve.rules.rolls import BlowResult
from engine.delve.rules.sheet_values import (
    blow_at,
    force_of_blow,
    has_ability,
    is_undead,
    resistance,
    weapon,
)
from engine.delve.rules.threats import note_attack
from engine.delve.rules.words import reference
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster


def can_reach(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> bool:
    """Return whether blows can land: nobody is struck inside a wall but from inside one."""
    walls = (terrain.WALL, terrain.ROCK, terrain.RUBBLE)
    return game.ground(victim) not in walls or game.ground(attacker) in walls


def strike(
    game: DelveContext, attacker: DelveCreature, victim: DelveCreature, extra_dice: int = 0
) -> bool:
    """Strike a creature; return whether the blow did not miss."""
    _engage(game, attacker, victim)
    names = game.the(attacker), game.the(victim)
    if not can_reach(game, attacker, victim):
        game.tell(
            text(
                "{attacker:The} strikes the wall; {victim:the} is inside it.",
                attacker=names[0],
                victim=names[1],
            ),
            victim,
            "miss",
        )
        return False
    _tire(attacker)
    blow = blow_at(game, attacker, victim, extra_dice).draw(game.dice)
    if isinstance(attacker, DelveHero):
        attacker.feint = False
    if blow.verdict == "miss":
        game.tell(
            text("{attacker:The} misses {victim:the}.", attacker=names[0], victim=names[1]),
            victim,
            "miss",
            _attacked(attacker, victim, None),
        )
        if not has_ability(game, attacker, "steady"):
            spend(attacker, formulas.blow_cost(attacker.level, victim.level))
        _riposte(game, attacker, victim)
        worn_effects.after_miss(game, attacker, victim)
        return False
    damage = blow.damage
    if blow.verdict == "critical":
        spend(attacker, formulas.blow_cost(attacker.level, victim.level, lucky=blow.lucky))
    attacker.attacked = True
    if attacker.statuses.get("invisible"):
        statuses.remove(game, attacker, "invisible")
    if saps(game, attacker):
        taken = melee_effects.sap(game, attacker, victim, damage)
        game.tell(
            text(
                "{attacker:The} drains {taken} energy from {victim:the}.",
                attacker=names[0],
                taken=taken,
                victim=names[1],
            ),
            victim,
            "hit",
        )
    else:
        line = "{attacker:The} strikes {victim:the} for {damage}."
        if blow.verdict == "critical":
            line = "{attacker:The} strikes {victim:the} critically for {damage}."
        told = text(line, attacker=names[0], victim=names[1], damage=damage)
        game.tell(told, victim, "hit", _attacked(attacker, victim, damage))
        harm(game, victim, damage, "", attacker)
    _follow(game, attacker, victim, blow)
    return True


def _engage(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    """Note who fights whom: a blow ends disguises, and is reported to plans."""
    if isinstance(victim, DelveMonster):
        victim.disguised = False
    if isinstance(attacker, DelveHero):
        attacker.fought = True
    if isinstance(victim, DelveHero):
        victim.fought = True
        note_attack(game, victim, attacker)


def _attacked(attacker: DelveCreature, victim: DelveCreature, damage: int | None) -> Attacked:
    """Return the fact of a blow; no damage: it missed."""
    return Attacked(reference(attacker), reference(victim), damage is not None, damage or 0)


def saps(game: DelveContext, attacker: DelveCreature) -> bool:
    """Return whether a creature's blows take energy in place of health."""
    return isinstance(attacker, DelveMonster) and game.kind(attacker).has("saps")


def _tire(attacker: DelveCreature) -> None:
    if isinstance(attacker, DelveHero) and attacker.energy <= 0:
        fatigue = attacker.statuses.get("fatigued", 0)
        attacker.statuses["fatigued"] = min(formulas.MOST_FATIGUE, fatigue + 1)


def _follow(
    game: DelveContext, attacker: DelveCreature, victim: DelveCreature, blow: BlowResult
) -> None:
    """Do what comes of a blow that did not miss: enchantment, shield, touches."""
    held = weapon(game, attacker)
    if held is not None and held.bonus:
        enchantment(game, attacker, victim, held)
    _shield(game, attacker, victim)
    if isinstance(attacker, DelveMonster):
        melee_effects.after_hit(game, attacker, victim, blow.damage)
    if isinstance(victim, DelveMonster):
        melee_effects.after_struck(game, victim, attacker, held)
    worn_effects.after_hit(game, attacker, victim, blow)


def enchantment(
    game: DelveContext, attacker: DelveCreature, victim: DelveCreature, item: DelveItem
) -> int:
    """Do the damage of a weapon's enchantment: a die of half its power, less resistance; blessed
    ones hurt the undead alone, the more the higher their level."""
    sides = formulas.enchantment_sides(item.power)
    if not sides or victim.fallen:
        return 0
    if item.bonus == "blessed":
        if not is_undead(game, victim):
            return 0
        return harm(game, victim, game.dice.die(sides) + victim.level, "", attacker)
    rolled = game.dice.die(sides)
    left = formulas.reduce(rolled, resistance(game, victim, item.bonus))
    return harm(game, victim, left, item.bonus, attacker)


def _shield(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    """Let the victim's elemental shields burn the attacker; fire thaws him, ice douses him."""
    for name in SHIELDS:
        if name not in victim.statuses or attacker.fallen:
            continue
        strike = game.content.statuses[name].answers
        if strike is None:
            continue
        element = strike.args[0]
        rolled = game.dice.roll(strike.number(1), strike.number(2))
        left = formulas.reduce(rolled, resistance(game, attacker, element))
        if element == "fire":
            statuses.remove(game, attacker, "frozen")
        if element == "ice":
            statuses.remove(game, attacker, "on fire")
        if left:
            game.tell_of(
                "{shield:The} hurts {attacker:the} for {damage}.",
                "hit",
                attacker=attacker,
                shield=Name(name),
                damage=left,
            )
        harm(game, attacker, left, element, victim, cause=text("{thing:a}", thing=Name(name)))


def meet(game: DelveContext, hero: DelveHero, comer: DelveCreature) -> None:
    """Let a hero with reach strike first who comes beside him, once a turn."""
    if (
        not hero.riposte_used
        and has_ability(game, hero, "reach")
        and hero.statuses.keys().isdisjoint(_HELPLESS)
    ):
        hero.riposte_used = True
        strike(game, hero, comer)


_HELPLESS = frozenset({"frozen", "asleep"})


def _riposte(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    if (
        isinstance(victim, DelveHero)
        and not victim.riposte_used
        and has_ability(game, victim, "riposte")
        and "frozen" not in victim.statuses
        and not attacker.fallen
    ):
        victim.riposte_used = True
        strike(game, victim, attacker)


def cut_web(game: DelveContext, who: DelveCreature) -> None:
    """Strike the web that holds a creature; such a blow never misses."""
    who.web -= force_of_blow(game, who).draw(game.dice)
    if who.web <= 0 or has_ability(game, who, "woodcutting"):
        level = game.level(who)
        level.webs.pop(who.at, None)
        if level.ground[who.at] == terrain.WEB:
            game.set_ground(level, who.at, terrain.FLOOR)
        statuses.remove(game, who, "webbed")
    else:
        game.tell_of("{who:The} cuts at the web.", who=who)
