"""Items: making them, their names, and how play changes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache

from engine.contract.dice import Stream
from engine.contract.texts import Name, Text, Value, listed, text
from engine.delve.data.kinds import CATEGORIES, DelveData, ItemKind
from engine.delve.rules import words
from engine.delve.rules.formulas import BASIC_RANGE, LOWEST_FIGURE, curse_difficulty
from engine.delve.rules.words import signed
from engine.delve.state import ELEMENTS, SLOTS, DelveCreature, DelveItem

CURSED_ONE_IN, ENCHANTED_ONE_IN = 8, 10
CURSE_BONUS, CURSE_BONUS_EVERY, CURSE_WORST = 6, 6, 3
_WORN_CATEGORIES = frozenset(SLOTS)


def slot_of(kind: ItemKind) -> str:
    """Return where a kind of item is worn; "": nowhere."""
    return next((each for each in kind.categories if each in _WORN_CATEGORIES), "")


def fresh(content: DelveData, name: str, uid: int, count: int = 1) -> DelveItem:
    """Return an item with the figures of its kind."""
    kind = content.items[name]
    return DelveItem(
        uid,
        name,
        count,
        power=kind.power,
        defence=kind.defence,
        resist=dict(kind.resist),
        range=kind.range,
        bonus=kind.bonus,
        rust_proof=kind.has("rust-proof"),
        acid_proof=kind.has("acid-proof"),
        spells=list(kind.spells),
    )


def found(content: DelveData, name: str, uid: int, stream: Stream) -> DelveItem:
    """Return an item as it lies in the dungeon: figures vary, some are cursed or enchanted."""
    item = fresh(content, name, uid)
    kind = content.items[name]
    if "thrown" in kind.categories and not slot_of(kind):
        item.count = stream.between(2, 5)
    if not kind.varies:
        return item
    item.known = False
    by = stream.between(-1, 2)
    if item.power is not None:
        item.power += by
    elif item.defence:
        item.defence += by
    elif item.resist:
        item.resist = {element: figure + by for element, figure in item.resist.items()}
    if stream.one_in(CURSED_ONE_IN):
        tempt(item, stream, CURSE_BONUS + kind.first // CURSE_BONUS_EVERY)
    elif stream.one_in(ENCHANTED_ONE_IN):
        enchant(item, stream, weapon="weapon" in kind.categories)
    return item


# ------------------------------------------------------------------ changes


def curse(item: DelveItem) -> None:
    """Curse an item: a figure turns negative, its range shrinks, it cannot be taken off."""
    if item.power is not None and item.power > 0:
        item.power = -item.power
    elif item.defence > 0:
        item.defence = -item.defence
    elif any(figure > 0 for figure in item.resist.values()):
        item.resist = {element: -abs(figure) for element, figure in item.resist.items()}
    elif item.power is not None:
        item.power = min(item.power, -2)
    else:
        item.defence = -2
    item.range = max(1, item.range - 2)
    item.cursed = True


def tempt(item: DelveItem, stream: Stream, by: int) -> None:
    """Curse an item as it is found: it is much stronger than its like, with one negative figure
    and a shorter range, and cannot be taken off."""
    negative = -stream.between(1, CURSE_WORST)
    if item.power is not None:
        item.power += by
        item.defence += negative
    else:
        item.resist[stream.choose(ELEMENTS)] = negative
        if item.defence or not any(figure > 0 for figure in item.resist.values()):
            item.defence += by
        else:
            item.resist = {
                name: max(figure, by) if figure > 0 else figure
                for name, figure in item.resist.items()
            }
    item.range = max(1, item.range - 2)
    item.cursed = True


def uncurse(item: DelveItem) -> None:
    """Lift a curse: negative figures become 0, a short range the basic one."""
    item.cursed = False
    item.known = True
    if item.power is not None and item.power < 0:
        item.power = 0
    item.defence = max(0, item.defence)
    item.resist = {element: max(0, figure) for element, figure in item.resist.items()}
    item.range = max(BASIC_RANGE, item.range)


def enchant(item: DelveItem, stream: Stream, *, weapon: bool) -> None:
    """Add 1 to a figure, or give a weapon that has none an enchantment."""
    if weapon and not item.bonus and stream.one_in(2):
        item.bonus = stream.choose((*ELEMENTS, "blessed"))
    elif item.power is not None:
        item.power += 1
    elif item.resist:
        item.resist = {element: figure + 1 for element, figure in item.resist.items()}
    else:
        item.defence += 1


def wear_down(item: DelveItem) -> bool:
    """Take 1 of power or defence, as rust and acid do; return whether anything was lost."""
    if item.power is not None and item.power > LOWEST_FIGURE:
        item.power -= 1
        return True
    if item.defence and item.defence > LOWEST_FIGURE:
        item.defence -= 1
        return True
    return False


def difficulty(item: DelveItem) -> int:
    """Return how hard the item's curse is to remove."""
    figures = [item.power or 0, item.defence, *item.resist.values()]
    return curse_difficulty(figures, item.range)


# ------------------------------------------------------------------ packs


def stacks_with(one: DelveItem, other: DelveItem) -> bool:
    """Return whether two items are alike in all that matters."""
    return (
        one.kind == other.kind
        and not one.worn
        and not other.worn
        and one.power == other.power
        and one.defence == other.defence
        and one.resist == other.resist
        and one.range == other.range
        and one.bonus == other.bonus
        and one.cursed == other.cursed
        and one.known == other.known
        and one.rust_proof == other.rust_proof
        and one.acid_proof == other.acid_proof
        and one.spells == other.spells
    )


def add(things: list[DelveItem], item: DelveItem) -> DelveItem:
    """Put an item among others, in a stack of its like where there is one; return the stack."""
    for other in things:
        if stacks_with(other, item):
            other.count += item.count
            return other
    things.append(item)
    return item


def take(things: list[DelveItem], item: DelveItem, uid: int, count: int = 1) -> DelveItem:
    """Take some of a stack out of the things (`uid` is for a part of a stack)."""
    if item.count <= count:
        things.remove(item)
        item.worn = False
        return item
    item.count -= count
    part = copy(item)
    part.resist, part.spells = dict(item.resist), list(item.spells)
    part.uid, part.count, part.worn = uid, count, False
    return part


def worn(who: DelveCreature) -> list[DelveItem]:
    """Return what a creature wears."""
    return [item for item in who.pack if item.worn]


def in_slot(content: DelveData, who: DelveCreature, slot: str) -> DelveItem | None:
    """Return what a creature wears in a slot."""
    for item in who.pack:
        if item.worn and slot_of(content.items[item.kind]) == slot:
            return item
    return None


_CATEGORY_ORDER = {name: place for place, name in enumerate(CATEGORIES)}


def category_order(content: DelveData, item: DelveItem) -> int:
    """Return the place of an item's (first) category."""
    return _CATEGORY_ORDER[content.items[item.kind].categories[0]]


# ------------------------------------------------------------------ names


def figures(item: DelveItem) -> list[Value]:
    """Return an item's bonuses, in the order in which a creature's are shown."""
    told: list[Value] = []
    if item.power is not None:
        told.append(text("power {by}", by=signed(item.power)))
    if item.defence:
        told.append(text("defence {by}", by=signed(item.defence)))
    return told + resistances(item.resist)


def resistances(figures: Mapping[str, int]) -> list[Value]:
    """Return the resistances that are not 0, by the names of their elements."""
    return [words.resistance(name, figure) for name, figure in sorted(figures.items()) if figure]


def title(content: DelveData, item: DelveItem, count: int | None = None) -> Text:
    """Return what a list calls an item: `2 daggers (power +3, fire)`."""
    name = counted_name(content, item.kind, item.count if count is None else count)
    notes = _notes(content.items[item.kind], item)
    return text("{thing} ({notes})", thing=name, notes=listed(notes)) if notes else name


def counted_name(content: DelveData, kind: str, count: int) -> Text:
    """Return the name of so many items of a kind: `dagger`, `2 daggers`."""
    if count == 1:
        return text("{thing}", thing=Name(kind))
    return text("{number} {things}", number=count, things=Name(content.items[kind].plural))


def _notes(kind: ItemKind, item: DelveItem) -> list[Value]:
    if not item.known:
        return [text("unproven")]
    notes = figures(item) if slot_of(kind) or item.power is not None else []
    if item.bonus:
        notes.append(words.term(item.bonus))
    if item.cursed:
        notes.append(text("cursed"))
    return notes


def described(content: DelveData, item: DelveItem, count: int | None = None) -> Text:
    """Return what a sentence calls an item: `a dagger (power +1)`, `2 darts`, `some bread`."""
    kind = content.items[item.kind]
    if (item.count if count is None else count) != 1:
        return title(content, item, count)
    thing = Name(item.kind)
    if kind.article == "some":
        named = text("some {thing}", thing=thing)
    elif kind.article == "the":
        named = text("{thing:the}", thing=thing)
    else:
        named = text("{thing:a}", thing=thing)
    notes = _notes(kind, item)
    return text("{thing} ({notes})", thing=named, notes=listed(notes)) if notes else named


@lru_cache(maxsize=1024)
def token(name: str, number: int = 1) -> str:
    """Return how an action line names something: one word, and a number from the second on."""
    word = name.replace(" ", "-").lower()
    return word if number < 2 else f"{word}-{number}"


def tokens(things: Iterable[DelveItem]) -> dict[str, DelveItem]:
    """Return the things by what action lines call them, in their order."""
    named: dict[str, DelveItem] = {}
    counts: dict[str, int] = {}
    for item in things:
        counts[item.kind] = counts.get(item.kind, 0) + 1
        named[token(item.kind, counts[item.kind])] = item
    return named
