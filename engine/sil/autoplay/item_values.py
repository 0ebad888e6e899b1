"""The worth of objects to the built-in player. `worn`: what he wears, by place."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sil.autoplay.seat_facts import Thing
from engine.sil.data.rule_records import Purpose
from engine.sil.items import item_classes
from engine.sil.items.item_classes import LIGHT, POLEARM, POTION, STAFF, SWORD

REPELLING: frozenset[Purpose] = frozenset(("repel", "harm"))  # against those beside him
_THROWN = frozenset(((POLEARM, 1), (POLEARM, 2), (SWORD, 4)))  # spears and daggers
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
    return verb in ("fire", "shoot") or (thing is not None and (thing.tval, thing.sval) in _THROWN)


def is_meal(thing: Thing) -> bool:
    """Return whether a thing is food that is no herb."""
    return thing.tval == item_classes.FOOD and thing.aware and thing.sval >= item_classes.FIRST_FOOD


def is_wanted(thing: Thing, worn: Mapping[str, Thing]) -> bool:
    """Return whether he picks a thing up."""
    torch = thing.tval == LIGHT and thing.fuelled
    useful = is_meal(thing) or torch or thing.tval in (POTION, item_classes.ARROW)
    return useful or better(thing, worn)


def worth_a_way(thing: Thing, worn: Mapping[str, Thing]) -> bool:
    """Return whether he goes to a thing: to bones too, which may have something on them."""
    bones = thing.tval == item_classes.SKELETON and not thing.searched
    return is_wanted(thing, worn) or bones
