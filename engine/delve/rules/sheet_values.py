"""The figures that a creature fights with, all bonuses and statuses counted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from engine.delve.data.kinds import AbilityKind, StatusKind
from engine.delve.rules import formulas, inventory
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.rolls import BlowRoll, EnergyDice, ThrowRoll
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

AIM_UNSEEN = 400  # thousandths: missing the invisible
_BANES = {
    "beast": "bane of beasts",
    "undead": "bane of the undead",
    "construct": "bane of constructs",
}


def has_ability(game: DelveContext, who: DelveCreature, name: str) -> bool:
    """Return whether a hero has a passive ability, of his own or by something worn."""
    if not isinstance(who, DelveHero):
        return False
    kinds = game.content.items
    if name in who.abilities:
        return True
    return any(name in kinds[item.kind].grants for item in who.pack if item.worn)


def power(game: DelveContext, who: DelveCreature) -> int:
    """Return a creature's total power, at least 1: the sides of its dice."""
    total = who.power + sum(item.power or 0 for item in who.pack if item.worn)
    total += sum(game.content.statuses[name].power for name in who.statuses)
    if "diseased" in who.statuses:
        total = total * 3 // 4
    return max(1, total)


def defence(game: DelveContext, who: DelveCreature) -> int:
    """Return a creature's total defence."""
    total = who.defence + sum(item.defence for item in who.pack if item.worn)
    return total + sum(kind.defence for kind in _lasting(game, who))


def resistance(game: DelveContext, who: DelveCreature, element: str) -> int:
    """Return a creature's resistance to an element ("": none)."""
    total = who.resist.get(element, 0)
    total += sum(item.resist.get(element, 0) for item in who.pack if item.worn)
    return total + sum(kind.resist.get(element, 0) for kind in _lasting(game, who))


def _lasting(game: DelveContext, who: DelveCreature) -> Iterator[StatusKind | AbilityKind]:
    """Yield the statuses and the abilities, each once, that a creature has."""
    content = game.content
    for name in who.statuses:
        yield content.statuses[name]
    if isinstance(who, DelveHero):
        granted = (content.items[item.kind].grants for item in who.pack if item.worn)
        for name in {*who.abilities, *chain.from_iterable(granted)}:
            yield content.abilities[name]


def weapon(game: DelveContext, who: DelveCreature) -> DelveItem | None:
    """Return the weapon in a creature's hand."""
    return inventory.in_slot(game.content, who, "weapon")


def effective_energy(game: DelveContext, who: DelveCreature) -> tuple[int, int]:
    """Return current and full energy as damage counts them."""
    if "enervated" in who.statuses:
        return 0, who.full_energy
    if has_ability(game, who, "last stand") and who.health * 4 <= who.full_health:
        return who.full_energy, who.full_energy
    return who.energy, who.full_energy


def _bane(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> bool:
    if not isinstance(victim, DelveMonster):
        return False
    family = game.kind(victim).family
    return has_ability(game, attacker, _BANES.get(family, ""))


def base_miss(game: DelveContext, attacker: DelveCreature, victim: DelveCreature | None) -> int:
    """Return an attacker's miss chance in melee against a victim, if there is one, in thousandths,
    without what the victim does to hide."""
    miss = formulas.MISS
    if isinstance(attacker, DelveHero) and attacker.class_name:
        miss = game.content.classes[attacker.class_name].miss * 10
    elif isinstance(attacker, DelveMonster) and game.kind(attacker).has("aim"):
        miss = game.kind(attacker).traits["aim"].number(0) * 10
    if victim is not None and _bane(game, attacker, victim):
        miss //= 2
    return miss


def miss_chance(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> int:
    """Return the chance that a blow misses, in thousandths."""
    if isinstance(attacker, DelveHero) and attacker.feint:
        return 0
    miss = base_miss(game, attacker, victim)
    if "invisible" in victim.statuses and gap(attacker.at, victim.at) <= 1:
        miss = max(miss, AIM_UNSEEN)
    if has_ability(game, victim, "guarding"):
        miss += 10 * game.content.figure("guarding")
    return miss


def critical_chance(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> int:
    """Return the chance that a blow or throw is a critical hit, in thousandths."""
    if has_ability(game, victim, "deflecting"):
        return 0
    sleeps = isinstance(victim, DelveMonster) and victim.asleep
    if sleeps and has_ability(game, attacker, "backstabbing"):
        return 1000
    if has_ability(game, attacker, "keen"):
        return game.content.figure("keen") * formulas.CRITICAL
    if isinstance(attacker, DelveMonster) and game.kind(attacker).has("aim"):
        return game.kind(attacker).traits["aim"].number(1) * 10
    return formulas.CRITICAL


def throw_miss(
    game: DelveContext, thrower: DelveCreature, victim: DelveCreature | None = None
) -> Fraction:
    """Return the chance that a throw at a victim, or at a mark, misses."""
    marksman = has_ability(game, thrower, "marksman")
    miss = base_miss(game, thrower, victim)
    return formulas.throw_chances(miss, thrower.level, marksman=marksman)


def is_undead(game: DelveContext, who: DelveCreature) -> bool:
    """Return whether a creature is one of the undead."""
    return isinstance(who, DelveMonster) and game.kind(who).family == "undead"


def floats(game: DelveContext, who: DelveCreature) -> bool:
    """Return whether a creature passes over what lies on the ground."""
    if "levitating" in who.statuses:
        return True
    return isinstance(who, DelveMonster) and (
        game.kind(who).has("flies") or game.kind(who).has("phases")
    )


# ------------------------------------------------------------------ rolls


def force_of_blow(game: DelveContext, attacker: DelveCreature, extra_dice: int = 0) -> EnergyDice:
    """Return the dice of a creature's blow, at doors and webs too."""
    dice = formulas.melee_dice(attacker.level) + extra_dice
    return EnergyDice(dice, power(game, attacker), effective_energy(game, attacker))


def blow_at(
    game: DelveContext, attacker: DelveCreature, victim: DelveCreature, extra_dice: int = 0
) -> BlowRoll:
    """Return a creature's blow at another."""
    fleeing = isinstance(victim, DelveMonster) and victim.fled
    extra_dice += fleeing and has_ability(game, attacker, "opportunist")
    return BlowRoll(
        miss_chance(game, attacker, victim),
        critical_chance(game, attacker, victim),
        force_of_blow(game, attacker, extra_dice),
        defence(game, victim),
    )


def throw_at(
    game: DelveContext, thrower: DelveCreature, victim: DelveCreature, one: DelveItem
) -> ThrowRoll:
    """Return a creature's throw of a thing at another."""
    dice, sides, sign = formulas.throw_dice(one.power, thrower.level, cursed=one.cursed)
    return ThrowRoll(
        throw_miss(game, thrower, victim),
        critical_chance(game, thrower, victim),
        dice,
        sides,
        sign,
        energy=effective_energy(game, thrower),
        defence=defence(game, victim),
        share=game.content.figure("bulwark") if has_ability(game, victim, "bulwark") else 1,
    )
