"""Stacks of equal objects, and the order of a pack (rules: objects 6.2, 6.3)."""

from __future__ import annotations

import msgspec

from engine.sil.data.bundle import Data
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.hero import gear
from engine.sil.items import item_classes, item_names

MOST = 99  # in a stack
_APART = frozenset((item_classes.SKELETON, item_classes.CHEST, item_classes.STAFF))
_PLENTIFUL = frozenset((item_classes.FOOD, item_classes.POTION, item_classes.HORN))
_KNOWN_ONLY = frozenset((item_classes.RING, item_classes.AMULET, item_classes.LIGHT))
_WORN = item_classes.WEAPONS | item_classes.ARMOUR | {item_classes.ARROW} | _KNOWN_ONLY
_NUMBERS = (
    "attack", "evasion", "damage_dice", "damage_sides", "pval", "artefact", "special",
    "abilities", "flags",
)  # fmt: skip


def are_alike(game: SilContext, one: Item, other: Item) -> bool:
    """Return whether two stacks would become one."""
    if one.kind != other.kind or one.weight != other.weight:
        return False
    if max(one.count, other.count) >= MOST or one.artefact or other.artefact:
        return False
    if any(
        getattr(one, field) != getattr(other, field)
        for field in ("cursed", "broken", "inscription", "feeling")
    ):
        return False
    tval = item_classes.kind_of(game.data, one).tval
    if tval in _APART:
        return False
    if tval in _PLENTIFUL:
        return True
    known = item_names.is_known(game, one)
    if known != item_names.is_known(game, other):
        return False
    if tval not in _WORN:
        return known
    return (known or tval not in _KNOWN_ONLY) and _same_numbers(game.data, one, other)


def _same_numbers(data: Data, one: Item, other: Item) -> bool:
    if any(getattr(one, field) != getattr(other, field) for field in _NUMBERS):
        return False
    dice = (one.protection_dice, one.protection_sides)
    others = (other.protection_dice, other.protection_sides)
    if dice != others and (dice[0] * dice[1] or others[0] * others[1]):
        return False
    if item_classes.is_fuelled(data, one):
        return one.timeout == other.timeout
    return not one.timeout and not other.timeout


def merge(into: Item, item: Item) -> None:
    """Put as much of a stack onto another like it as fits; what is left stays in `item`, which
    may be nothing."""
    moved = min(item.count, MOST - into.count)
    into.count += moved
    item.count -= moved
    into.known = into.known or item.known
    into.seen_by |= item.seen_by


def split(item: Item, count: int) -> Item:
    """Take some of a stack off it, as a stack of its own; the rest stays."""
    taken: Item = msgspec.structs.replace(
        item, count=count, abilities=list(item.abilities), flags=list(item.flags)
    )
    item.count -= count
    return taken


def order(game: SilContext, item: Item) -> tuple[int, ...]:
    """By this a pack is sorted: what is least comes first."""
    kind = item_classes.kind_of(game.data, item)
    known = item_names.is_known(game, item)
    if item.artefact and (known or item.sensed):
        rank = 0 if known else 1
    elif item.special and (known or item.sensed):
        rank = 2 if known else 3
    else:
        rank = 4
    return (
        -kind.tval,
        not item_names.is_aware(game, item.kind),
        kind.sval,
        -item.timeout if item_classes.is_fuelled(game.data, item) else 0,
        rank,
        -value(game, item),
        item.weight,
    )


_UNAWARE_VALUES = {
    item_classes.FOOD: 5,
    item_classes.POTION: 20,
    item_classes.RING: 45,
    item_classes.AMULET: 45,
    item_classes.STAFF: 70,
    item_classes.HORN: 90,
}


def value(game: SilContext, item: Item) -> int:
    """Return what an object is worth as far as is known; it serves the order of the pack alone."""
    kind = item_classes.kind_of(game.data, item)
    if item.cursed or item.broken:
        return 0
    if not item_names.is_aware(game, item.kind):
        return _UNAWARE_VALUES.get(kind.tval, 0)
    if not item_names.is_known(game, item):
        return kind.cost
    content = game.data
    if item.artefact in content.artefacts:
        return content.artefacts[item.artefact].cost
    special = content.specials.get(item.special)
    traits = gear.traits(game.data, item)
    worth = kind.cost + (special.cost if special else 0)
    worth += 100 * (item.attack - kind.attack + item.evasion - kind.evasion)
    worth += 100 * (item.damage_dice * item.damage_sides - kind.damage.number * kind.damage.sides)
    worth += 100 * (
        item.protection_dice * item.protection_sides
        - kind.protection.number * kind.protection.sides
    )
    worth += item.pval * sum(300 * sign for _, sign in traits.stats)
    worth += item.pval * 100 * len(traits.skills)
    worth += item.pval * 50 * ("TUNNEL" in traits.flags)
    return worth + 1000 * ("SPEED" in traits.flags)
