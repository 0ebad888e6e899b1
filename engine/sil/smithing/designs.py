"""Designs: items as a smith plans them (rules: smithing 9.2, 9.6).

A design is an item that exists on paper only: everything of it is known, an artefact bears the
serial OWN until it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from engine.contract.action import IllegalAction
from engine.contract.texts import Text, text
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef, Kind, Special
from engine.sil.data.rule_records import Number, PropertyRules
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear
from engine.sil.items import item_classes, item_creation, item_names
from engine.sil.items.artefacts import FIRST_OWN
from engine.sil.smithing import limits

OWN = FIRST_OWN
MOST_OWN = 48  # artefacts that heroes make in one game
MOST_ABILITIES = 4
LONGEST_TITLE = 19  # letters
QUIVERFUL = 12
ANONYMOUS = 40  # sval of the ring and the amulet that artefacts are made of
_TEMPLATES = range(182, 199)  # artefacts that list what Artifice may add to their tval


class ItemClass(NamedTuple):
    """A class of items that smiths make."""

    word: str
    name: Text
    tval: int


CLASSES = (
    ItemClass("swords", text("Swords"), item_classes.SWORD),
    ItemClass("axes-and-polearms", text("Axes and polearms"), item_classes.POLEARM),
    ItemClass("blunt-weapons", text("Blunt weapons"), item_classes.BLUNT),
    ItemClass("digging-tools", text("Digging tools"), item_classes.DIGGER),
    ItemClass("bows", text("Bows"), item_classes.BOW),
    ItemClass("arrows", text("Arrows"), item_classes.ARROW),
    ItemClass("rings", text("Rings"), item_classes.RING),
    ItemClass("amulets", text("Amulets"), item_classes.AMULET),
    ItemClass("lights", text("Lights"), item_classes.LIGHT),
    ItemClass("horns", text("Horns"), item_classes.HORN),
    ItemClass("soft-armour", text("Soft armour"), item_classes.SOFT_ARMOUR),
    ItemClass("mail", text("Mail"), item_classes.MAIL),
    ItemClass("cloaks", text("Cloaks"), item_classes.CLOAK),
    ItemClass("shields", text("Shields"), item_classes.SHIELD),
    ItemClass("helms", text("Helms"), item_classes.HELM),
    ItemClass("gloves", text("Gloves"), item_classes.GLOVES),
    ItemClass("boots", text("Boots"), item_classes.BOOTS),
)
_JEWELLERS = {
    item_classes.RING: "ring",
    item_classes.AMULET: "amulet",
    item_classes.LIGHT: "light",
    item_classes.HORN: "horn",
}
GROUP_NAMES = {
    "stats": text("Stats"),
    "sustains": text("Sustains"),
    "skills": text("Skills"),
    "melee-powers": text("Melee powers"),
    "slays-and-brands": text("Slays and brands"),
    "resistances": text("Resistances"),
    "other-powers": text("Other powers"),
}


# ------------------------------------------------------------------------------ base items


def classes(game: SilContext) -> Iterator[ItemClass]:
    """Yield the classes of items that smiths make under these rulings."""
    makes = game.rulings.jeweller_makes.makes
    for each in CLASSES:
        if each.tval not in _JEWELLERS or _JEWELLERS[each.tval] in makes:
            yield each


def kinds(data: Data, tval: int) -> list[Kind]:
    """Return the kinds of a class that can be made."""
    return [
        kind
        for kind in data.kinds.values()
        if kind.tval == tval and not kind.flags & {"INSTA_ART", "NO_SMITHING"}
    ]


def of_kind(data: Data, kind: Kind) -> Item:
    """Return the plainest item of a kind that can be made."""
    item = item_creation.of_kind(data, kind.serial)
    item.known = item.spoiled = True
    if kind.tval == item_classes.ARROW:
        item.count = QUIVERFUL
    elif kind.tval == item_classes.LIGHT:
        item.timeout = 0
    elif kind.tval == item_classes.DIGGER:
        item.pval = max(1, item.pval)
    elif grows := data.rules.item(kind.serial).grows:
        _begin_at_one(item, grows.number)
    return item


def _begin_at_one(item: Item, number: Number) -> None:
    """Set the number that the kind is about to 1 at least."""
    match number:
        case "attack":
            item.attack = max(1, item.attack)
        case "evasion":
            item.evasion = max(1, item.evasion)
        case "protection":
            item.protection_dice = item.protection_sides = 1
        case "bonus":
            item.pval = max(1, item.pval)


def copy(item: Item) -> Item:
    """Return an equal item that shares nothing with this one."""
    return msgspec.structs.replace(item, abilities=list(item.abilities), flags=list(item.flags))


def words(game: SilContext, item: Item) -> Text:
    """Return what a design is called, with all its numbers."""
    return item_names.words(game, item, mode=item_names.CHARGES)


def short_words(game: SilContext, item: Item) -> Text:
    """Return what a design is called, without an article."""
    name = item_names.words(game, item, article=False, mode=item_names.CHARGES)
    return text("{count} {item}", count=item.count, item=name) if item.count > 1 else name


def change(game: SilContext, item: Item, number: str, up: bool) -> None:
    """Raise or lower one of the numbers of a design by a step. Raises IllegalAction."""
    if not limits.can_change(game.data, item, number, up, game.rulings):
        raise IllegalAction(text("It cannot be made so."))
    by = limits.step_of(game.data, item, number) * (1 if up else -1)
    setattr(item, number, limits.value_of(item, number) + by)


# ------------------------------------------------------------------------------ enchantment


def enchantments(data: Data, item: Item) -> list[Special]:
    """Return the special types that a design can be made into."""
    kind = item_classes.kind_of(data, item)
    never = (item_classes.HORN, *item_classes.JEWELLERY)
    shovel = gear.traits(data, item).role == "shovel"
    if item.artefact or kind.tval in never or shovel:
        return []
    if kind.tval == item_classes.ARROW and item.attack > 0 and not item.special:
        return []
    return [
        special
        for special in data.specials.values()
        if any(
            span.tval == kind.tval and span.lowest <= kind.sval <= span.highest
            for span in special.fits
        )
    ]


def enchant(data: Data, item: Item, special: Special | None) -> Item:
    """Return a design of the same kind and weight as that special type, or as none."""
    made = of_kind(data, item_classes.kind_of(data, item))
    made.weight = item.weight
    if special is not None:
        item_creation.make_special(data, None, made, special)
        made.known, made.sensed, made.feeling = True, False, ""
    return made


# ------------------------------------------------------------------------------ artifice


def can_be_artefact(game: SilContext, item: Item) -> bool:
    """Return whether Artifice applies to a design."""
    horn = item_classes.kind_of(game.data, item).tval == item_classes.HORN
    return not horn and not item.special and game.world.artefacts_forged < MOST_OWN


def make_artefact(game: SilContext, item: Item) -> Item:
    """Return a design as an artefact without properties of its own."""
    kind = item_classes.kind_of(game.data, item)
    made = copy(item)
    if kind.tval in item_classes.JEWELLERY and kind.sval != ANONYMOUS:
        made = of_kind(game.data, game.data.kind(kind.tval, ANONYMOUS))
        made.protection_dice = int(kind.tval == item_classes.RING)
    made.artefact = OWN
    made.count = 1
    made.title = f"of {game.hero.name}"[:LONGEST_TITLE]
    return made


def make_ordinary(data: Data, item: Item) -> Item:
    """Return the design of an artefact as the plain item of its kind."""
    kind = item_classes.kind_of(data, item)
    if kind.tval in item_classes.JEWELLERY:
        return of_kind(data, kinds(data, kind.tval)[0])
    return enchant(data, item, None)


def properties(data: Data, item: Item, group: str) -> list[PropertyRules]:
    """Return the properties of a group that Artifice may add to an item of its class."""
    kind = item_classes.kind_of(data, item)
    listed = [
        artefact.flags
        for serial in _TEMPLATES
        if (artefact := data.artefacts.get(serial)) is not None and artefact.tval == kind.tval
    ]
    allowed = frozenset[str]().union(*listed)
    return [
        one
        for one in data.rules.properties
        if one.group == group and one.flag in allowed and one.flag not in kind.flags
    ]


def grantable(data: Data, item: Item, skill: int) -> list[AbilityRef]:
    """Return the abilities of a skill that an artefact of this class may grant."""
    kind = item_classes.kind_of(data, item)
    of_skill = [ability for ability in data.abilities.values() if ability.skill == skill]
    last = max((ability.number for ability in of_skill), default=0)
    return [
        ability.ref
        for ability in of_skill
        if ability.number != last
        and ability.ref not in kind.abilities
        and (
            any(s.tval == kind.tval and s.lowest <= kind.sval <= s.highest for s in ability.fits)
            or (ability.ref == ab.POLEARM_MASTERY and "POLEARM" in kind.flags)
        )
    ]


def toggle_property(data: Data, item: Item, flag: str) -> None:
    """Add a property to an artefact, or take it away; the special value starts at 1."""
    if flag in item.flags:
        item.flags.remove(flag)
    else:
        item.flags.append(flag)
    valued = gear.traits(data, item).flags & item_names.VALUED
    if not valued:
        item.pval = item_classes.kind_of(data, item).pval
    elif item.pval == 0 and flag in item_names.VALUED:
        item.pval = 1


def toggle_ability(item: Item, ref: AbilityRef) -> None:
    """Add an ability to an artefact, or take it away. Raises IllegalAction when it is one more
    than an artefact can grant."""
    if ref in item.abilities:
        item.abilities.remove(ref)
    elif len(item.abilities) >= MOST_ABILITIES:
        raise IllegalAction(
            text("An artefact grants at most {most} abilities.", most=MOST_ABILITIES)
        )
    else:
        item.abilities.append(ref)
