"""The worth of objects to a hero, as far as he knows them: what is picked up, worn and used.

`worn`: what he wears, by place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.sil.data import declarations
from engine.sil.data.records import Dice
from engine.sil.data.rule_records import Purpose
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Slot
from engine.sil.items import item_classes, item_handles, item_names
from engine.sil.items.item_classes import LIGHT, POLEARM, POTION, STAFF, SWORD

REPELLING: frozenset[Purpose] = frozenset(("repel", "harm"))  # against those beside him
_THROWN = frozenset(((POLEARM, 1), (POLEARM, 2), (SWORD, 4)))  # spears and daggers
_USEFUL = frozenset((POTION, STAFF, item_classes.HORN, item_classes.ARROW))
_LEFT_LYING = frozenset((item_classes.CHEST, item_classes.SKELETON, item_classes.NOTE))
_UNWORN = frozenset(  # masks, hides and jewels, which he leaves alone
    ((item_classes.HELM, 7), (item_classes.CLOAK, 20), (item_classes.CLOAK, 21),
     (item_classes.SOFT_ARMOUR, 11), (item_classes.AMULET, 16))
)  # fmt: skip
_PLACES = {
    **dict.fromkeys(item_classes.MELEE, "weapon"),
    STAFF: "weapon",  # which an empty-handed hero picks up
    item_classes.BOW: "bow",
    item_classes.SOFT_ARMOUR: "body",
    item_classes.MAIL: "body",
    item_classes.CLOAK: "outer",
    item_classes.SHIELD: "arm",
    item_classes.HELM: "head",
    item_classes.CROWN: "head",
    item_classes.GLOVES: "hands",
    item_classes.BOOTS: "feet",
    item_classes.ARROW: "quiver1",
    item_classes.RING: "left-ring",
    item_classes.AMULET: "neck",
}


class Thing(NamedTuple):
    """An object as the hero knows it. `aware`: he knows what its kind is for; `purposes`: what it
    is good for if he does; `figures`: how good a weapon or a piece of armour it is."""

    tval: int
    sval: int = 0
    purposes: frozenset[Purpose] = frozenset()
    aware: bool = True
    figures: float = 0.0
    two_handed: bool = False
    searched: bool = False  # bones
    fuelled: bool = False  # a light with fuel left


NOTHING = Thing(0)


def thing(game: SilContext, item: Item) -> Thing:
    """Return an object as the acting hero knows it."""
    item = item_handles.looks(game, item)
    kind = item_classes.kind_of(game.data, item)
    rules, aware = game.data.rules.item(item.kind), item_names.is_aware(game, item.kind)
    return Thing(
        kind.tval,
        kind.sval if aware else 0,
        frozenset(declarations.purposes(rules.effects)) if aware else frozenset(),
        aware,
        _figures(game, item),
        two_handed="TWO_HANDED" in kind.flags,
        searched=kind.tval == item_classes.SKELETON and item.pval == 0,
        fuelled=aware and rules.fuel is not None and item.timeout > 0,
    )


def worn(game: SilContext) -> dict[str, Thing]:
    """Return what the hero wears, by the handle of its place."""
    return {
        item_handles.WORN[Slot(slot)]: thing(game, item) for slot, item in game.hero.worn.items()
    }


def _figures(game: SilContext, item: Item) -> float:
    """Return half the bonuses of dice, the mean of the dice, and bonuses without dice."""
    shown = item_names.figures(game, item, worn_free_hand=item_handles.has_free_hand(game, item))
    worth = 0.0
    if shown.damage is not None:
        worth += shown.attack / 2 + _mean(shown.damage)
    if shown.protection is not None:
        return worth + shown.evasion / 2 + _mean(shown.protection)
    return worth + shown.evasion


def _mean(dice: Dice) -> float:
    return dice.number * (dice.sides + 1) / 2


def place(thing: Thing) -> str:
    """Return the place where a thing is worn; "" for none."""
    if (thing.tval, thing.sval) in _UNWORN:
        return ""
    return _PLACES.get(thing.tval, "")


def better(thing: Thing, worn: Mapping[str, Thing]) -> bool:
    """Return whether a thing is better worn than what is in its place; a light never is."""
    where = place(thing)
    if not where:
        return False
    if where == "arm" and "weapon" in worn and worn["weapon"].two_handed:
        return False
    return where not in worn or thing.figures > worn[where].figures


def is_missile(verb: str, thing: Thing | None) -> bool:
    """Return whether a shot, or a throw of a thing, is worth a turn."""
    return verb in ("fire", "shoot", "volley") or (
        thing is not None and (thing.tval, thing.sval) in _THROWN
    )


def is_meal(thing: Thing) -> bool:
    """Return whether a thing is food that is no herb."""
    return thing.tval == item_classes.FOOD and thing.aware and thing.sval >= item_classes.FIRST_FOOD


def is_wanted(thing: Thing, worn: Mapping[str, Thing]) -> bool:
    """Return whether he picks a thing up: what helps, what is better than what he wears, and what
    he does not know yet."""
    if thing.tval in _LEFT_LYING:
        return False
    torch = thing.tval == LIGHT and thing.fuelled
    useful = is_meal(thing) or torch or thing.tval in _USEFUL or not thing.aware
    return useful or better(thing, worn)


def worth_a_way(thing: Thing, worn: Mapping[str, Thing]) -> bool:
    """Return whether he goes to a thing: to bones too, which may have something on them."""
    bones = thing.tval == item_classes.SKELETON and not thing.searched
    return is_wanted(thing, worn) or bones
