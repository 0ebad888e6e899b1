"""The difficulty of making an item, term by term (rules: smithing 9.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.contract.texts import Name, Text, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind
from engine.sil.data.rule_records import STAT_NAMES, PropertyRules, PropertySort
from engine.sil.data.rulings import Rulings
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


_ANOTHER_BRAND = 20


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
    found += _of_flags(data, kind, flags)
    found += _of_value(data, kind, item, flags)
    if not item.artefact:
        drawbacks = _priced(data, flags, "drawback")
        found += [Term(one.name, one.difficulty) for one in drawbacks]
    for ref in gear.abilities(data, item):
        level = ab.record(data, ref).level
        name = ab.words(data, ref)
        found.append(Term(name, 5 + level // 3, experience=EXPERIENCE_A_LEVEL * level))
    found += _of_class(data, kind, item, sum(term.amount for term in found), rulings)
    return [term for term in found if term.amount or term.points or term.experience]


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


def _of_flags(data: Data, kind: Kind, flags: Collection[str]) -> Iterator[Term]:
    """Yield the terms of the properties that are there or not."""
    brands = 0
    for one in _priced(data, flags, "plain", "brand"):
        if kind.tval == item_classes.ARROW and one.on_arrows:
            yield Term(one.name, one.on_arrows[0], _stat(one), one.on_arrows[1])
            continue
        yield Term(one.name, one.difficulty, _stat(one), one.points)
        brands += one.sort == "brand"
        if one.sort == "brand" and brands > 1:
            yield Term(text("Another brand"), _ANOTHER_BRAND)


def _of_value(data: Data, kind: Kind, item: Item, flags: Collection[str]) -> Iterator[Term]:
    """Yield the terms of the properties that the special value counts for."""
    value = item.pval
    for one in _priced(data, flags, "digging", "raised" if value > 0 else "lowered"):
        steps = value - kind.pval if one.sort == "digging" else abs(value)
        yield Term(one.name, step(steps, one.difficulty), _stat(one), max(0, steps) * one.points)


def _priced(data: Data, flags: Collection[str], *sorts: PropertySort) -> Iterator[PropertyRules]:
    return (one for one in data.rules.properties if one.sort in sorts and one.flag in flags)


def _stat(one: PropertyRules) -> Stat | None:
    return None if one.stat is None else Stat(STAT_NAMES.index(one.stat))


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
