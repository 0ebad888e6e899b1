"""The classes of objects (`tval` in the data) and where each is worn (rules: objects 2.5)."""

from __future__ import annotations

from engine.sil.data.bundle import Data
from engine.sil.data.records import Kind
from engine.sil.game.state import Item, Slot

NOTE, SKELETON, MITHRIL, CHEST = 2, 3, 4, 7
ARROW, BOW = 17, 19
DIGGER, BLUNT, POLEARM, SWORD = 20, 21, 22, 23
BOOTS, GLOVES, HELM, CROWN, SHIELD, CLOAK, SOFT_ARMOUR, MAIL = 30, 31, 32, 33, 34, 35, 36, 37
LIGHT, AMULET, RING = 39, 40, 45
STAFF, HORN, POTION, FLASK, FOOD = 55, 66, 75, 77, 80

MELEE = frozenset((DIGGER, BLUNT, POLEARM, SWORD))
WEAPONS = MELEE | {BOW}
ARMOUR = frozenset((BOOTS, GLOVES, HELM, CROWN, SHIELD, CLOAK, SOFT_ARMOUR, MAIL))
JEWELLERY = frozenset((AMULET, RING))
PLAIN = WEAPONS | ARMOUR | {ARROW, LIGHT}
"""Classes known at sight unless special or an artefact."""
FLAVOURED = (RING, AMULET, STAFF, HORN, FOOD, POTION)
"""Classes whose kinds are told apart by a flavour, in the order in which flavours are dealt."""

TORCH, LANTERN, LESSER_JEWEL, MALLORN, LAMP = 0, 1, 2, 3, 8
"""Lights (svals)."""
FUELLED = frozenset((TORCH, LANTERN, MALLORN))
ROBE = 2  # sval of soft armour
FIRST_FOOD = 32  # svals of food below are herbs
PRESENT = 4  # sval of a chest

_SLOTS = {
    ARROW: (Slot.QUIVER1, Slot.QUIVER2),
    BOW: (Slot.BOW,),
    **dict.fromkeys(MELEE, (Slot.WEAPON,)),
    BOOTS: (Slot.FEET,),
    GLOVES: (Slot.HANDS,),
    HELM: (Slot.HEAD,),
    CROWN: (Slot.HEAD,),
    SHIELD: (Slot.ARM,),
    CLOAK: (Slot.OUTER,),
    SOFT_ARMOUR: (Slot.BODY,),
    MAIL: (Slot.BODY,),
    LIGHT: (Slot.LIGHT,),
    AMULET: (Slot.NECK,),
    RING: (Slot.RIGHT_RING, Slot.LEFT_RING),
}


def kind_of(data: Data, item: Item) -> Kind:
    """Return the kind of an object."""
    return data.kinds[item.kind]


def slots(data: Data, item: Item) -> tuple[Slot, ...]:
    """Return where an object is worn, the usual place first; () for what is not worn."""
    return _SLOTS.get(kind_of(data, item).tval, ())


def is_fuelled(data: Data, item: Item) -> bool:
    """Return whether it is a light that burns."""
    return data.rules.item(item.kind).fuel is not None


def is_herb(kind: Kind) -> bool:
    """Return whether a kind is a herb, not plain food."""
    return kind.tval == FOOD and kind.sval < FIRST_FOOD
