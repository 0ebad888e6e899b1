"""The difficulty of making an item, term by term (rules: smithing 9.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.common.slugs import slug
from engine.contract.texts import Name, Text, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind
from engine.sil.data.rule_records import STAT_NAMES
from engine.sil.game.rulings import Rulings
from engine.sil.game.state import Item, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear
from engine.sil.items import item_classes

SMALL = frozenset((
    item_classes.RING, item_classes.LIGHT, item_classes.CLOAK, item_classes.GLOVES,
    item_classes.BOOTS, item_classes.ARROW,
))  # fmt: skip
"""Classes that are harder to work on: a fifth more."""
EXPERIENCE_A_LEVEL = 50  # for each level that a granted ability requires


class Term(NamedTuple):
    """A part of the difficulty, with what it costs of the smith's stats and experience."""

    name: Name | Text
    amount: int
    stat: Stat | None = None
    points: int = 0
    experience: int = 0


class Property(NamedTuple):
    """The price of a flag: difficulty, and points of a stat."""

    name: Text
    amount: int
    stat: Stat | None = None
    points: int = 0


_FLAT = {
    "SLAY_ORC": Property(text("Slay orcs"), 3),
    "SLAY_TROLL": Property(text("Slay trolls"), 3),
    "SLAY_WOLF": Property(text("Slay wolves"), 3),
    "SLAY_UNDEAD": Property(text("Slay undead"), 3),
    "SLAY_SPIDER": Property(text("Slay spiders"), 4),
    "SLAY_RAUKO": Property(text("Slay raukar"), 4),
    "SLAY_DRAGON": Property(text("Slay dragons"), 4),
    "SLAY_MAN_OR_ELF": Property(text("Slay men and elves"), 5),
    "SHARPNESS": Property(text("Sharpness"), 24, Stat.STR, 2),
    "SHARPNESS2": Property(text("Great sharpness"), 40, Stat.STR, 4),
    "VAMPIRIC": Property(text("Vampiric"), 6, Stat.STR, 1),
    "ACCURATE": Property(text("Accurate"), 15, Stat.DEX, 1),
    "SUST_STR": Property(text("Sustain Strength"), 2),
    "SUST_DEX": Property(text("Sustain Dexterity"), 2),
    "SUST_CON": Property(text("Sustain Constitution"), 2),
    "SUST_GRA": Property(text("Sustain Grace"), 2),
    "SLOW_DIGEST": Property(text("Sustenance"), 2),
    "RADIANCE": Property(text("Radiance"), 6, Stat.GRA, 1),
    "LIGHT": Property(text("Light"), 8, Stat.GRA, 1),
    "REGEN": Property(text("Regeneration"), 4),
    "SEE_INVIS": Property(text("See invisible"), 4),
    "FREE_ACT": Property(text("Free action"), 7),
    "SPEED": Property(text("Speed"), 40, Stat.CON, 5),
    "CHEAT_DEATH": Property(text("Cheat death"), 13),
    "STAND_FAST": Property(text("Stand fast"), 2),
    "AVOID_TRAPS": Property(text("Avoid traps"), 6),
    "MEDIC": Property(text("Healing"), 4),
    "RES_COLD": Property(text("Resist cold"), 5),
    "RES_FIRE": Property(text("Resist fire"), 5),
    "RES_POIS": Property(text("Resist poison"), 5),
    "RES_BLIND": Property(text("Resist blindness"), 2),
    "RES_CONFU": Property(text("Resist confusion"), 2),
    "RES_STUN": Property(text("Resist stunning"), 2),
    "RES_FEAR": Property(text("Resist fear"), 2),
    "RES_BLEED": Property(text("Resist bleeding"), 1),
    "RES_HALLU": Property(text("Resist hallucination"), 1),
}
_BRANDS = {
    "BRAND_COLD": Property(text("Cold brand"), 18, Stat.STR, 2),
    "BRAND_FIRE": Property(text("Fire brand"), 14, Stat.STR, 2),
    "BRAND_POIS": Property(text("Poison brand"), 16, Stat.STR, 2),
}
_ON_ARROWS = {
    "BRAND_POIS": Property(text("Poison brand"), 12, Stat.STR, 1),
    "SHARPNESS": Property(text("Sharpness"), 14, Stat.STR, 1),
}
_ANOTHER_BRAND = 20
_RAISED = {  # by the special value: difficulty a step, and the stat that pays for each point
    "DAMAGE_SIDES": Property(text("Damage sides"), 18, Stat.STR, 1),
    "STR": Property(text("Strength"), 14, Stat.STR, 1),
    "DEX": Property(text("Dexterity"), 14, Stat.DEX, 1),
    "CON": Property(text("Constitution"), 14, Stat.CON, 1),
    "GRA": Property(text("Grace"), 14, Stat.GRA, 1),
    "ARCHERY": Property(text("Archery"), 4),
    "STEALTH": Property(text("Stealth"), 4),
    "SONG": Property(text("Song"), 4),
    "PERCEPTION": Property(text("Perception"), 3),
    "WILL": Property(text("Will"), 3),
}
_LOWERED = {
    "NEG_STR": Property(text("Strength"), 12, Stat.STR, 1),
    "NEG_DEX": Property(text("Dexterity"), 12, Stat.DEX, 1),
    "NEG_CON": Property(text("Constitution"), 12, Stat.CON, 1),
    "NEG_GRA": Property(text("Grace"), 12, Stat.GRA, 1),
}
_TUNNEL = 8
_DRAWBACKS = {
    "DANGER": Property(text("Danger"), -5),
    "DARKNESS": Property(text("Darkness"), -3),
    "AGGRAVATE": Property(text("Wrath of foes"), -3),
    "HAUNTED": Property(text("Haunted"), -5),
    "VUL_COLD": Property(text("Vulnerable to cold"), -4),
    "VUL_FIRE": Property(text("Vulnerable to fire"), -4),
    "VUL_POIS": Property(text("Vulnerable to poison"), -4),
    "LIGHT_CURSE": Property(text("Cursed"), -2),
    "CUMBERSOME": Property(text("Cumbersome"), -3),
    "THROWING": Property(text("For throwing"), -2),  # the game's slip: meant for treachery
}


def label(flag: str) -> Text:
    """Return what a property with a price is called."""
    for table in (_FLAT, _BRANDS, _RAISED):
        if flag in table:
            return table[flag].name
    if flag in _LOWERED:
        return text("Less {stat}", stat=_LOWERED[flag].name)
    return text("Tunnelling")


def answer_word(flag: str) -> str:
    """Return how answers name a property with a price: "less-strength"."""
    if flag in _LOWERED:
        return f"less-{slug(_LOWERED[flag].name.template)}"
    tables = (_FLAT, _BRANDS, _RAISED)
    named = next((table[flag].name.template for table in tables if flag in table), "tunnelling")
    return slug(named)


def step(value: int, base: int) -> int:
    """Return the difficulty of `value` steps, each dearer than the one before; 0 for none."""
    if value <= 0:
        return 0
    return base * value + (1 + (base - 1) // 5) * (value * (value - 1) // 2)


def truncate(amount: int, divisor: int) -> int:
    """Divide, and cut off towards zero."""
    return amount // divisor if amount >= 0 else -(-amount // divisor)


def terms(data: Data, item: Item, rulings: Rulings) -> list[Term]:
    """Return the parts of an item's difficulty, in the rules' order; those of nothing left out."""
    kind = item_classes.kind_of(data, item)
    flags = gear.traits(data, item).flags
    if kind.tval not in (item_classes.HORN, *item_classes.JEWELLERY):
        flags -= kind.flags - {"TUNNEL", "STEALTH"}
    found = list(_of_kind(data, kind, item))
    if kind.tval == item_classes.ARROW and item.attack > kind.attack:
        found = [Term(text("Attack"), step(item.attack - kind.attack, 5) // 2)]
    found += _of_numbers(data, kind, item)
    found += _of_flags(kind, item, flags)
    found += _of_value(kind, item, flags)
    if not item.artefact:
        found += [Term(one.name, one.amount) for flag, one in _DRAWBACKS.items() if flag in flags]
    for ref in gear.abilities(data, item):
        level = ab.record(data, ref).level
        name = ab.words(data, ref)
        found.append(Term(name, 5 + level // 3, experience=EXPERIENCE_A_LEVEL * level))
    found += _of_class(data, kind, item, sum(term.amount for term in found), rulings)
    return [term for term in found if term[1:] != (0, None, 0, 0)]


def _of_kind(data: Data, kind: Kind, item: Item) -> Iterator[Term]:
    """Yield the terms of the kind itself and of a weight other than the usual one."""
    if kind.tval == item_classes.HORN:
        name = data.rules.item(kind.serial).smith_stat
        stat = None if name is None else Stat(STAT_NAMES.index(name))
        yield Term(Name(kind.name, proper=True), kind.level - 1, stat, 1 if stat is not None else 0)
    elif kind.tval not in item_classes.JEWELLERY:
        yield Term(text("Kind"), kind.level // 2)
    lighter, heavier = sorted((item.weight, kind.weight))
    factor = 100 * heavier // lighter if lighter else 1100
    yield Term(text("Weight"), (factor - 100) // 20)


def _of_numbers(data: Data, kind: Kind, item: Item) -> Iterator[Term]:
    """Yield the terms of attack, evasion, damage and protection beyond the kind's own."""
    attack = item.attack - kind.attack
    if kind.tval != item_classes.ARROW and attack > 0:
        martial = (item_classes.WEAPONS - {item_classes.DIGGER}).__contains__(kind.tval)
        yield Term(text("Attack"), step(attack, 3) if martial else step(attack, 6) - 1)
    evasion = item.evasion - kind.evasion
    yield Term(text("Evasion"), step(evasion, 6) - (evasion > 0))
    sides = item.damage_sides - kind.damage.sides
    yield Term(text("Damage"), step(sides, 3 * sides + 2))
    protection = _protection(item.protection_dice, item.protection_sides) - _protection(
        *kind.protection
    )
    if kind.serial == data.rules.item_roles["hauberk"]:
        amount = step(protection, 1) + 2 * (protection > 0)
    elif kind.tval == item_classes.RING:
        amount = step(protection, 1) + 4 * (protection > 0)
    else:
        amount = step(protection, 3)
    yield Term(text("Protection"), amount)


def _protection(dice: int, sides: int) -> int:
    return (sides + 1) * dice if sides else 0


def _of_flags(kind: Kind, item: Item, flags: Collection[str]) -> Iterator[Term]:
    """Yield the terms of the properties that are there or not."""
    arrow = kind.tval == item_classes.ARROW
    brands = 0
    for flag, one in (_FLAT | _BRANDS).items():
        if flag not in flags:
            continue
        if arrow and flag in _ON_ARROWS:
            yield Term(*_ON_ARROWS[flag])
            continue
        yield Term(*one)
        if flag in _BRANDS:
            brands += 1
            if brands > 1:
                yield Term(text("Another brand"), _ANOTHER_BRAND)


def _of_value(kind: Kind, item: Item, flags: Collection[str]) -> Iterator[Term]:
    """Yield the terms of the properties that the special value counts for."""
    value = item.pval
    if "TUNNEL" in flags:
        gain = value - kind.pval
        yield Term(text("Tunnelling"), step(gain, _TUNNEL), Stat.STR, max(0, gain))
    if value == 0:
        return
    for flag, one in (_RAISED if value > 0 else _LOWERED).items():
        if flag in flags:
            points = abs(value) * one.points
            yield Term(one.name, step(abs(value), one.amount), one.stat, points)


def _of_class(data: Data, kind: Kind, item: Item, amount: int, rulings: Rulings) -> Iterator[Term]:
    """Yield the terms that scale all others: small items, items easily enchanted, one arrow."""
    percent = 100 + 20 * (kind.tval in SMALL)
    if gear.traits(data, item).role in rulings.cheapest_to_enchant:
        percent -= 30
    scaled = truncate(amount * percent, 100)
    yield Term(text("Fine work") if percent > 100 else text("Easy to enchant"), scaled - amount)
    if kind.tval == item_classes.ARROW and item.count == 1:
        yield Term(text("A single arrow"), truncate(scaled, 2) - scaled)


def difficulty(data: Data, item: Item, rulings: Rulings) -> int:
    """Return how difficult an item is to make; it may be below 0."""
    return sum(term.amount for term in terms(data, item, rulings))
