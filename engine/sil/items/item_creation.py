"""Creation of objects (rules: objects 3).

Whoever makes objects passes the stream to draw from: the level's while a level is made, that of
play afterwards.
"""

from __future__ import annotations

from math import floor
from typing import Any

from engine.contract.dice import Stream
from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind, Special
from engine.sil.data.rule_records import Growth
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Slot
from engine.sil.hero import biography
from engine.sil.items import artefacts, item_choice, item_classes
from engine.sil.items.item_choice import ItemTheme

BETTER = 3  # levels that good things are drawn deeper
UNITS = 2  # of charge, for each use by the untrained
DEEPEST_CHEST = 25
UNSEARCHED = 1  # special value of a skeleton that may still hold something
TRIES = 100


def ordinary(record: Kind, **values: Any) -> Item:
    """Return a thing with its kind's figures, no more and no less; `values`: its other fields."""
    return Item(
        record.serial,
        pval=record.pval,
        weight=record.weight,
        attack=record.attack,
        damage_dice=record.damage.number,
        damage_sides=record.damage.sides,
        evasion=record.evasion,
        protection_dice=record.protection.number,
        protection_sides=record.protection.sides,
        **values,
    )


def of_kind(data: Data, kind: int, count: int = 1) -> Item:
    """Return ordinary things of a kind, by its serial; lights full, staffs empty. What is plain to
    see is known."""
    record = data.kinds[kind]
    fuel = data.rules.item(kind).fuel
    return ordinary(
        record,
        count=count,
        timeout=fuel.full if fuel else 0,
        known=record.tval in item_classes.PLAIN,
        cursed="LIGHT_CURSE" in record.flags,
        broken=record.cost <= 0,
    )


def make_object(
    game: SilContext,
    stream: Stream,
    level: int,
    *,
    good: bool = False,
    great: bool = False,
    theme: ItemTheme = "",
    chests: bool = True,
    reference: int | None = None,
) -> Item | None:
    """Return an object fit for a level, or None when nothing is. The world's artefacts are used up.

    `theme` says what may be found (`choosing.THEMES`); without `chests` none of these;
    `reference` is the depth by which artefacts judge, the hero's unless told.
    """
    depth = game.level.depth if reference is None else reference
    fine = good or great
    chance = 10 if fine else 1000
    if theme == "jewellery":
        chance //= 2
    if stream.one_in(chance):
        jewel = artefacts.draw_special(game, stream, depth)
        if jewel is not None:
            item = of_kind(game.data, game.data.kind(jewel.tval, jewel.sval).serial)
            _make_artefact(game, item, jewel.serial)
            return item
    sought = theme
    if theme == "not damaged" and fine:
        sought = "great" if great else "good"
    raised = level + BETTER if fine else level
    kind = item_choice.draw_kind(game.data, stream, raised, sought, own_level=level, chests=chests)
    if kind is None:
        return None
    item = of_kind(game.data, kind.serial, _number(game, stream, kind))
    item.weight = _weight(stream, kind)
    if theme != "damaged":
        give_quality(game, stream, item, level, good=good, great=great, reference=depth)
    return item


def make_of_theme(
    game: SilContext, stream: Stream, level: int, theme: ItemTheme, reference: int | None = None
) -> Item | None:
    """Return an object under a theme, tried for until something comes; None if nothing ever
    does."""
    for _ in range(TRIES):
        item = make_object(game, stream, level, theme=theme, reference=reference)
        if item is not None:
            return item
    return None


def _number(game: SilContext, stream: Stream, kind: Kind) -> int:
    """Return how many lie together. A hero who is short of arrows finds twice as many."""
    if kind.tval == item_classes.MITHRIL:
        return stream.roll(2, 40)
    if kind.tval != item_classes.ARROW:
        return 1
    number = 20 + stream.die(10 + item_choice.DEEPEST - game.level.depth)
    quivers = (game.hero.worn.get(slot) for slot in (Slot.QUIVER1, Slot.QUIVER2))
    return number * 2 if sum(item.count for item in quivers if item) < 20 else number


def _weight(stream: Stream, kind: Kind) -> int:
    """Weapons and armour vary about their kind's weight, in steps of half a pound (3.10)."""
    standard = kind.weight
    varies = kind.tval in item_classes.WEAPONS or kind.tval in item_classes.ARMOUR
    if not varies or "THROWING" in kind.flags:
        return standard
    weight = 5 * floor(biography.normal(stream, standard, standard // 6 + 1) / 5 + 0.5)
    while 3 * weight < 2 * standard:
        weight += 5
    while 2 * weight > 3 * standard:
        weight -= 5
    return weight


# ---------------------------------------------------------------------------------- quality


def give_quality(
    game: SilContext,
    stream: Stream,
    item: Item,
    level: int,
    *,
    good: bool = False,
    great: bool = False,
    named: bool = True,
    reference: int | None = None,
) -> None:
    """Perhaps make a standard object better: fine, special or an artefact, with the numbers of
    its class (3.5). Not `named`: never an artefact."""
    level = min(level, 127)
    depth = game.level.depth if reference is None else reference
    kind = item_classes.kind_of(game.data, item)
    fine, special = stream.percent(2 * level), stream.percent(level)
    if good:
        if stream.one_in(2):
            fine = True
        else:
            special = True
    if great:
        fine = special = True
    rolls = (8 if good else 3) if great else 1 if special else 0
    for _ in range(rolls if named else 0):
        artefact = artefacts.draw_normal(game, stream, kind, depth)
        if artefact is not None:
            _make_artefact(game, item, artefact.serial)
            return
    if "MORE_SPECIAL" in kind.flags and stream.percent(50):
        special = True
    drawn = None
    if special and kind.tval in item_classes.PLAIN:
        picky = good or great
        drawn = item_choice.draw_special(
            game.data, stream, kind, level, game.level.depth, fine=picky
        )
    _by_class(game.data, stream, item, kind, level, fine=fine, special=special, drawn=drawn)
    if drawn is not None:
        make_special(game.data, stream, item, drawn)


def _by_class(
    data: Data,
    stream: Stream,
    item: Item,
    kind: Kind,
    level: int,
    fine: bool,
    special: bool,
    drawn: Special | None,
) -> None:
    """Improve an item as its quality does for its class."""
    if kind.tval in item_classes.WEAPONS or kind.tval in item_classes.ARMOUR:
        if fine or (special and drawn is None):
            improve = _sharpen if kind.tval in item_classes.WEAPONS else _strengthen
            improve(stream, item, kind, level)
        if "THROWING" in kind.flags and stream.one_in(2):
            item.count = stream.between(2, 5)
    elif kind.tval == item_classes.ARROW:
        if special or fine:
            item.count = max(1, item.count // 2)
        if fine and not special:
            item.attack += 3
    elif kind.tval in item_classes.JEWELLERY:
        _enchant(stream, item, data.rules.item(kind.serial).grows, level)
    elif kind.tval == item_classes.CHEST:
        item.pval = max(1, min(DEEPEST_CHEST, level + 2 * fine + 2 * special))
        item.extra = stream.die(13) + 1
    elif kind.tval == item_classes.SKELETON:
        item.pval = UNSEARCHED
    elif kind.tval == item_classes.STAFF:
        item.pval = UNITS * stream.roll(*data.rules.item(kind.serial).charges)
    elif fuel := data.rules.item(kind.serial).fuel:
        least, full = fuel
        item.timeout = stream.between(least, full) if stream.one_in(3) else full


def _sharpen(stream: Stream, item: Item, kind: Kind, level: int) -> None:
    """Give a fine weapon a better edge, a better balance, or both."""
    both = stream.percent(level)
    edge = stream.one_in(2)
    if both or edge:
        item.damage_sides += 1
    if both or not edge:
        item.attack += 1


def _strengthen(stream: Stream, item: Item, kind: Kind, level: int) -> None:
    """Make a fine piece of armour stronger, easier to move in, or both."""
    supple = kind.tval == item_classes.CLOAK or (
        kind.tval == item_classes.SOFT_ARMOUR and kind.sval == item_classes.ROBE
    )
    strong = not supple and item.attack >= 0 and item.evasion >= 0
    if not supple and not strong:
        if stream.percent(level):
            supple = strong = True
        elif stream.one_in(2):
            supple = True
        else:
            strong = True
    if strong:
        item.protection_sides += 1
    if not supple:
        return
    if item.attack < 0 and (item.evasion >= 0 or stream.one_in(2)):
        item.attack += 1
    else:
        item.evasion += 1


def _enchant(stream: Stream, item: Item, growth: Growth | None, level: int) -> None:
    """Set the numbers of rings and amulets (3.8)."""
    if growth is None:
        return
    better = (level + stream.die(growth.die)) // growth.divisor if growth.die else 0
    value = max(growth.least, better + growth.plus)
    match growth.number:
        case "attack":
            item.attack = value
        case "evasion":
            item.evasion = value
        case "protection":
            item.protection_dice, item.protection_sides = 1, value
        case "bonus":
            item.pval = value


def make_special(data: Data, stream: Stream | None, item: Item, special: Special) -> None:
    """Turn an object into one of a special type: each maximum of its numbers adds a die of that
    size. Without a stream each adds 1, as at a forge."""

    def add(most: int) -> int:
        return 0 if most <= 0 else 1 if stream is None else stream.die(most)

    item.special = special.serial
    item.cursed = item.cursed or "LIGHT_CURSE" in special.flags
    item.broken = item.broken or special.cost <= 0
    item.attack += add(special.attack)
    item.damage_dice += add(special.damage.number)
    item.damage_sides += add(special.damage.sides)
    item.evasion += add(special.evasion)
    item.protection_dice += add(special.protection.number)
    item.protection_sides += add(special.protection.sides)
    if special.pval > 0:
        item.pval += add(special.pval) if not item.cursed else -special.pval if stream else -1
    item.known = False
    feel(data, item)


def _make_artefact(game: SilContext, item: Item, serial: int) -> None:
    artefacts.become(game, item, game.data.artefacts[serial])
    item.known = False
    feel(game.data, item)


def artefact(game: SilContext, serial: int) -> Item:
    """Return a certain artefact, unidentified. It exists from now on."""
    record = game.data.artefacts[serial]
    item = of_kind(game.data, game.data.kind(record.tval, record.sval).serial)
    _make_artefact(game, item, serial)
    return item


def feel(data: Data, item: Item) -> None:
    """Mark an item out of the ordinary as felt, if things of its class show it (4.4)."""
    kind = item_classes.kind_of(data, item)
    dull = kind.tval == item_classes.LIGHT and kind.sval not in (
        item_classes.LANTERN, item_classes.LESSER_JEWEL, item_classes.LAMP
    )  # fmt: skip
    if kind.tval in item_classes.PLAIN and not dull and not item.known:
        item.sensed = True
        item.feeling = "special"
