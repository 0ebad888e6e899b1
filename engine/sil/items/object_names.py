"""The names of objects (rules: objects 5).

A name is built from the kind's template: `&` is where the article goes, `#` the flavour word, `~`
the plural ending.
"""

from __future__ import annotations

from engine.sil.data.records import Artefact, Kind, Special
from engine.sil.game import Game
from engine.sil.hero import gear
from engine.sil.items import item_classes
from engine.sil.state import Item

BASE, NAMED, COMBAT, CHARGES, FULL = -1, 0, 1, 2, 3
LONGEST = 75

_FLAVOURED = {
    item_classes.AMULET: "Amulet",
    item_classes.RING: "Ring",
    item_classes.STAFF: "Staff",
    item_classes.HORN: "Horn",
    item_classes.POTION: "Potion",
}
# Flags that use the special value (rules: objects 2.6).
VALUED = frozenset(
    ("STR", "DEX", "CON", "GRA", "NEG_STR", "NEG_DEX", "NEG_CON", "NEG_GRA", "MELEE", "ARCHERY",
     "STEALTH", "PERCEPTION", "WILL", "SMITHING", "SONG", "DAMAGE_SIDES", "TUNNEL")
)  # fmt: skip
# What a chest of each level hides, 1 to 25 (rules: objects 8.1): gas, needles, nothing, more.
_CHEST_TRAPS = (
    "", "g", "g", "g", "", "g", "g", "g", "", "n", "n", "n", "", "n", "n", "n", "", "gn", "gn",
    "gn", "", "gn", "gn", "gn", "", "gn",
)  # fmt: skip
_TRAP_WORDS = {"": "Locked", "g": "Gas Trap", "n": "Poison Needle", "gn": "Multiple Traps"}


class Naming:
    """An object, and what is known of it."""

    def __init__(self, game: Game, item: Item, *, worn_free_hand: bool = False) -> None:
        content = game.data
        self.item = item
        self.flags = gear.traits(game.data, item).flags
        self.kind: Kind = content.kinds[item.kind]
        self.artefact: Artefact | None = content.artefacts.get(item.artefact)
        self.special: Special | None = content.specials.get(item.special)
        self.aware = item.spoiled or is_aware(game, item.kind)
        self.known = item.spoiled or is_known(game, item)
        self.free_hand = worn_free_hand
        flavour = content.flavours.get(game.world.flavours.get(item.kind, 0))
        self.word = "" if flavour is None or item.spoiled else flavour.word
        self.tried = item.kind in game.lore.tried

    def _own_template(self) -> bool:
        """Return whether it is a jewel that is an artefact of a known kind: it goes by the kind's
        name."""
        return bool(self.item.artefact) and self.aware and self.kind.tval in item_classes.JEWELLERY

    def template(self) -> str:
        """Return the name with its markers."""
        what = flavoured_class(self.kind)
        if not what or self._own_template():
            return self.kind.name
        return f"& {self.word} {what}~" if self.word else f"& {what}~"

    def base(self, article: bool) -> str:
        """Return the name of the kind in its number, with the article if asked for."""
        template, count = self.template(), self.item.count
        singular_name = self.known and bool(self.item.artefact)
        lead = ""
        if template.startswith("& "):
            template = template[2:]
            lead = "an " if template[:1].lower() in "aeiou" else "a "
        if count <= 0:
            lead = "no more "
        elif count > 1:
            lead = f"{count} "
        elif singular_name:
            lead = "The "
        ending = ""
        at = template.find("~")
        if count != 1 and not singular_name:
            ending = "es" if at > 0 and template[at - 1] in "sh" else "s"
        text = template.replace("~", ending)
        return lead + text if article else text

    def suffix(self) -> str:
        """ " of Strength", " 'Ringil'", " of Gondolin"."""
        text = ""
        if self.aware and flavoured_class(self.kind) and not self._own_template():
            text = f" of {self.kind.name}"
        if self.known:
            named = self.artefact or self.special
            title = named.name if named is not None else self.item.title
            if title:
                text += f" {title}"
        return text

    def numbers(self) -> str:
        """Attack, dice, evasion, protection; what a chest or skeleton is known to be."""
        item, tval = self.item, self.kind.tval
        text = self._opened()
        unknown_ring = tval == item_classes.RING and not (item.known or self._easily_known())
        if tval in item_classes.WEAPONS:
            sides = item.damage_sides
            if self.free_hand and "HAND_AND_A_HALF" in self.kind.flags:
                sides += 2
            text += f" ({item.attack:+},{item.damage_dice}d{sides})"
        elif item.attack and not unknown_ring:
            text += f" ({item.attack:+})"
        if unknown_ring:
            return text
        if item.protection_dice and item.protection_sides:
            dice = f"{item.protection_dice}d{item.protection_sides}"
            text += f" [{item.evasion:+},{dice}]"
        elif item.evasion:
            text += f" [{item.evasion:+}]"
        return text

    def _easily_known(self) -> bool:
        return "EASY_KNOW" in self.kind.flags and self.aware and not self.item.spoiled

    def _opened(self) -> str:
        tval, value = self.kind.tval, self.item.pval
        if tval == item_classes.SKELETON and value == 0:
            return " (searched)"
        if tval != item_classes.CHEST or not self.known or self.kind.sval == item_classes.PRESENT:
            return ""
        if value == 0:
            return " (empty)"
        trap = _CHEST_TRAPS[min(abs(value), len(_CHEST_TRAPS) - 1)]
        if value < 0:
            return " (disarmed)" if trap else " (unlocked)"
        return f" ({_TRAP_WORDS[trap]})"

    def charges(self, channelling: bool) -> str:
        """Charges, fuel, the special value, recharging."""
        item, tval = self.item, self.kind.tval
        text = ""
        if tval == item_classes.STAFF:
            if self.known:
                shown = item.pval if channelling else item.pval // 2
                text += f" ({shown} charge{'' if item.pval == 1 else 's'})"
            elif item.extra and not item.empty:
                text += f" (used {item.extra} time{'' if item.extra == 1 else 's'})"
        fuelled = tval == item_classes.LIGHT and self.kind.sval in item_classes.FUELLED
        if fuelled:
            text += f" ({item.timeout} turns)"
        if self.known and self.flags & VALUED:
            text += f" <{item.pval:+}>"
        if self.known and item.timeout and not fuelled:
            text += " (recharging)"
        return text

    def inscription(self, text: str) -> str:
        """Return the note and the tag in braces, as long as the whole name keeps short."""
        note, tag = self.item.inscription, self._tag()
        if not note and not tag:
            return text
        text += " {"
        for letter in note:
            if len(text) < LONGEST:
                text += letter
        if note and tag and len(text) < LONGEST:
            text += ", "
        for letter in tag:
            if len(text) < LONGEST:
                text += letter
        return text + "}"

    def _tag(self) -> str:
        item = self.item
        if item.feeling:
            return "" if item.feeling == "average" else item.feeling
        if item.cursed and self.known:
            return "cursed"
        if item.empty and not self.known and self.kind.tval == item_classes.STAFF:
            return "empty"
        return "tried" if self.tried and not self.aware else ""


def flavoured_class(kind: Kind) -> str:
    """Return the word for a class whose kinds are known by their flavours; "" for all others."""
    if kind.tval == item_classes.FOOD:
        return "Herb" if kind.sval < item_classes.FIRST_FOOD else ""
    return _FLAVOURED.get(kind.tval, "")


def is_aware(game: Game, kind: int) -> bool:
    """Return whether the hero knows what a kind is for; kinds without a flavour are no secret."""
    return kind in game.lore.aware or kind not in game.world.flavours


def is_known(game: Game, item: Item) -> bool:
    """Return whether an object is identified; easy kinds are as soon as they are understood."""
    easy = "EASY_KNOW" in game.data.kinds[item.kind].flags
    return item.known or (easy and is_aware(game, item.kind))


def name(
    game: Game,
    item: Item,
    *,
    article: bool = True,
    mode: int = FULL,
    channelling: bool = False,
    worn_free_hand: bool = False,
) -> str:
    """Return the name of an object as the hero knows it.

    `mode`: BASE the bare kind; NAMED with its suffix; COMBAT with attack and protection; CHARGES
    with fuel, charges and special value; FULL with the inscription. `worn_free_hand`: it is in
    the weapon hand and the other hand is free.
    """
    naming = Naming(game, item, worn_free_hand=worn_free_hand)
    text = naming.base(article)
    if mode >= NAMED:
        text += naming.suffix()
    if mode >= COMBAT:
        text += naming.numbers()
    if mode >= CHARGES:
        text += naming.charges(channelling)
    return naming.inscription(text) if mode >= FULL else text
