"""The range of each number that a smith may change (rules: smithing 9.3)."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract.texts import text
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind, Special
from engine.sil.data.rule_records import Growth, Number
from engine.sil.data.rulings import Rulings
from engine.sil.game.state import Item
from engine.sil.hero import gear
from engine.sil.items import item_classes, item_names

WEIGHT_STEP = 5  # tenths of a pound
ARROW_STEP = 3  # attack of an ordinary arrow
_NO_DESIGN_WEIGHT = frozenset((
    item_classes.ARROW, item_classes.RING, item_classes.AMULET, item_classes.LIGHT,
    item_classes.HORN,
))  # fmt: skip
_ARTEFACT_EVASION = item_classes.MELEE - {item_classes.DIGGER}


class Range(NamedTuple):
    """The least and the greatest value of a number, and whether it may be changed at all."""

    least: int
    most: int
    adjustable: bool


FIXED = Range(0, 0, False)
NUMBERS = {
    "attack": text("Attack"),
    "damage_sides": text("Damage sides"),
    "evasion": text("Evasion"),
    "protection_sides": text("Protection sides"),
    "pval": text("Bonus"),
    "weight": text("Weight"),
}
"""The numbers of an item that can be changed, by field."""


def _around(own: int, bonus: int, most: int, adjustable: bool = True) -> Range:
    """Return a range from the kind's own number, one more with a special type's bonus."""
    return Range(own + (bonus > 0), most + max(0, bonus), adjustable)


def limits(data: Data, item: Item, rulings: Rulings) -> dict[str, Range]:
    """Return the range of each of an item's NUMBERS."""
    kind, special = item_classes.kind_of(data, item), data.specials.get(item.special)
    special = special or Special(0, "")
    artefact = bool(item.artefact)
    return {
        "attack": _attack(data, kind, special, artefact),
        "damage_sides": _sides(kind, special, artefact),
        "evasion": _evasion(data, kind, special, artefact, rulings),
        "protection_sides": _protection(data, kind, special, artefact),
        "pval": _value(data, item, kind, special),
        "weight": Range(
            2 * _rounded(kind.weight, 3),
            3 * _rounded(kind.weight, 2),
            kind.tval not in _NO_DESIGN_WEIGHT,
        ),
    }


def _rounded(number: int, divisor: int) -> int:
    """Divide a number of at least 0 and round halves up."""
    return (2 * number + divisor) // (2 * divisor)


def _ring(grows: Growth | None, number: Number, artefact: bool, most: int) -> Range:
    if grows is not None and grows.number == number:
        return Range(1, most, True)
    return Range(0, most, True) if artefact else FIXED


def _attack(data: Data, kind: Kind, special: Special, artefact: bool) -> Range:
    own, bonus = kind.attack, special.attack
    if kind.tval in item_classes.WEAPONS:
        return _around(own, bonus, own + 1 + 4 * artefact)
    if kind.tval == item_classes.ARROW:
        most = 11 if artefact else 0 if special.serial else 3
        return Range(own + (bonus > 0), most, True)
    if kind.tval in item_classes.ARMOUR:
        extra = 2 if kind.tval == item_classes.GLOVES else 1
        return _around(own, bonus, min(0, own + 1) + extra * artefact)
    if kind.tval == item_classes.RING:
        return _ring(data.rules.item(kind.serial).grows, "attack", artefact, 4)
    return FIXED


def _sides(kind: Kind, special: Special, artefact: bool) -> Range:
    if kind.tval not in item_classes.WEAPONS:
        return FIXED
    return _around(kind.damage.sides, special.damage.sides, kind.damage.sides + 1 + 2 * artefact)


def _evasion(data: Data, kind: Kind, special: Special, artefact: bool, rulings: Rulings) -> Range:
    own, bonus = kind.evasion, special.evasion
    if kind.tval in item_classes.ARMOUR:
        return _around(own, bonus, own + 1 + artefact)
    if kind.tval == item_classes.RING:
        return _ring(data.rules.item(kind.serial).grows, "evasion", artefact, 4)
    adjustable, most = artefact and kind.tval in _ARTEFACT_EVASION, own + artefact
    if (
        rulings.smithed_weapon_evasion == "any melee weapon"
        and kind.tval in item_classes.MELEE
        and not special.serial
    ):
        adjustable, most = True, own + 1
    return _around(own, bonus, most, adjustable)


def _protection(data: Data, kind: Kind, special: Special, artefact: bool) -> Range:
    own, bonus = kind.protection.sides, special.protection.sides
    if kind.tval == item_classes.RING:
        return _ring(data.rules.item(kind.serial).grows, "protection", artefact, 3)
    if kind.tval not in item_classes.ARMOUR:
        return FIXED
    most = own + 1
    if kind.serial == data.rules.item_roles["hauberk"]:
        most = own + 2
    elif kind.tval == item_classes.CLOAK or kind.serial == data.rules.item_roles["robe"]:
        most = 0
    return _around(own, bonus, most + 2 * artefact)


def _value(data: Data, item: Item, kind: Kind, special: Special) -> Range:
    most = kind.pval
    if item.artefact:
        most += 4
    elif kind.tval in item_classes.JEWELLERY:
        most = 4
    if special.pval > 0:
        most += -1 if "LIGHT_CURSE" in special.flags else special.pval
    adjustable = bool(gear.traits(data, item).flags & item_names.VALUED)
    return Range(kind.pval, most, adjustable)


def step_of(data: Data, item: Item, number: str) -> int:
    """Return by how much one press changes a number."""
    if number == "weight":
        return WEIGHT_STEP
    arrow = item_classes.kind_of(data, item).tval == item_classes.ARROW
    return ARROW_STEP if arrow and number == "attack" and not item.artefact else 1


def can_change(data: Data, item: Item, number: str, up: bool, rulings: Rulings) -> bool:
    """Return whether a number may go one step up or down."""
    bounds = limits(data, item, rulings)[number]
    if not bounds.adjustable:
        return False
    value, by = value_of(item, number), step_of(data, item, number)
    if number == "weight":
        return bounds.least <= value + (by if up else -by) <= bounds.most
    return value < bounds.most if up else value > bounds.least


def value_of(item: Item, number: str) -> int:
    """Return one of the NUMBERS of an item."""
    values = {
        "attack": item.attack,
        "damage_sides": item.damage_sides,
        "evasion": item.evasion,
        "protection_sides": item.protection_sides,
        "pval": item.pval,
        "weight": item.weight,
    }
    return values[number]
