"""The names of objects (rules: objects 5).

A name is built from the kind's template: `&` is where the article goes, `#` the flavour word, `~`
the plural ending.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.common.slugs import slug
from engine.contract.facts import ThingRef
from engine.contract.texts import Name, Text, Words, counted, joined, text
from engine.sil.data.records import Artefact, Dice, Kind, Special
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.hero import gear
from engine.sil.items import item_classes

BASE, NAMED, COMBAT, CHARGES, FULL = -1, 0, 1, 2, 3

_FLAVOURED = {
    item_classes.AMULET: "amulet",
    item_classes.RING: "ring",
    item_classes.STAFF: "staff",
    item_classes.HORN: "horn",
    item_classes.POTION: "potion",
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
_TRAP_WORDS = {
    "": text("(Locked)"),
    "g": text("(Gas Trap)"),
    "n": text("(Poison Needle)"),
    "gn": text("(Multiple Traps)"),
}
_FEELINGS = {"cursed": text("cursed"), "special": text("special"), "uncursed": text("uncursed")}


class Figures(NamedTuple):
    """The bonus and the dice of a blow, and those of protection."""

    attack: int = 0
    damage: Dice | None = None
    evasion: int = 0
    protection: Dice | None = None


class Naming:
    """An object, and what is known of it."""

    def __init__(self, game: SilContext, item: Item, *, worn_free_hand: bool = False) -> None:
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

    def base(self, article: bool) -> Text:
        """Return the name of the kind in its number, with the article if asked for."""
        template, count = self.template(), self.item.count
        singular_name = self.known and bool(self.item.artefact)
        indefinite = template.startswith("& ")
        is_one = count == 1 or singular_name
        name = Name(singular(template) if is_one else plural(template))
        if not article:
            return text("{name}", name=name)
        if count <= 0:
            return text("no more {name}", name=name)
        if count > 1:
            return text("{count} {name}", count=count, name=name)
        if singular_name:
            return text("{name:The}", name=name)
        return text("{name:a}", name=name) if indefinite else text("{name}", name=name)

    def suffix(self) -> list[Words]:
        """ "of Strength", "'Ringil'", "of Gondolin"."""
        found: list[Words] = []
        if self.aware and flavoured_class(self.kind) and not self._own_template():
            found.append(text("of {kind}", kind=Name(self.kind.name, proper=True)))
        if self.known:
            named = self.artefact or self.special
            if named is not None and named.name:
                found.append(text("{name}", name=Name(named.name, proper=True)))
            elif named is None and self.item.title:
                found.append(Name(self.item.title, proper=True, given=True))
        return found

    def figures(self) -> Figures:
        """Return the figures that the hero knows: of an unknown ring none."""
        item, tval = self.item, self.kind.tval
        if tval == item_classes.RING and not (item.known or self._easily_known()):
            return Figures()
        damage = protection = None
        if tval in item_classes.WEAPONS:
            hand_and_a_half = self.free_hand and "HAND_AND_A_HALF" in self.kind.flags
            damage = Dice(item.damage_dice, item.damage_sides + (2 if hand_and_a_half else 0))
        if item.protection_dice and item.protection_sides:
            protection = Dice(item.protection_dice, item.protection_sides)
        return Figures(item.attack, damage, item.evasion, protection)

    def numbers(self) -> list[Words]:
        """Attack, dice, evasion, protection; what a chest or skeleton is known to be."""
        found, shown = self._opened(), self.figures()
        if shown.damage is not None:
            found.append(f"({shown.attack:+},{shown.damage})")
        elif shown.attack:
            found.append(f"({shown.attack:+})")
        if shown.protection is not None:
            found.append(f"[{shown.evasion:+},{shown.protection}]")
        elif shown.evasion:
            found.append(f"[{shown.evasion:+}]")
        return found

    def _easily_known(self) -> bool:
        return "EASY_KNOW" in self.kind.flags and self.aware and not self.item.spoiled

    def _opened(self) -> list[Words]:
        tval, value = self.kind.tval, self.item.pval
        if tval == item_classes.SKELETON and value == 0:
            return [text("(searched)")]
        if tval != item_classes.CHEST or not self.known or self.kind.sval == item_classes.PRESENT:
            return []
        if value == 0:
            return [text("(empty)")]
        trap = _CHEST_TRAPS[min(abs(value), len(_CHEST_TRAPS) - 1)]
        if value < 0:
            return [text("(disarmed)") if trap else text("(unlocked)")]
        return [_TRAP_WORDS[trap]]

    def charges(self, channelling: bool) -> list[Words]:
        """Charges, fuel, the special value, recharging."""
        item, tval = self.item, self.kind.tval
        found: list[Words] = []
        if tval == item_classes.STAFF:
            if self.known:
                shown = item.pval if channelling else item.pval // 2
                # The stored charge decides on the plural, not the number that is shown.
                one = item.pval == 1
                template = "({shown} charge)" if one else "({shown} charges)"
                found.append(text(template, shown=shown))
            elif item.extra and not item.empty:
                found.append(counted(item.extra, "(used {number} time)", "(used {number} times)"))
        fuelled = tval == item_classes.LIGHT and self.kind.sval in item_classes.FUELLED
        if fuelled:
            found.append(text("({turns} turns)", turns=item.timeout))
        if self.known and self.flags & VALUED:
            found.append(f"<{item.pval:+}>")
        if self.known and item.timeout and not fuelled:
            found.append(text("(recharging)"))
        return found

    def inscription(self) -> list[Words]:
        """Return the note and the tag in braces."""
        note, tag = self.item.inscription, self._tag()
        if note and tag:
            return [text("{{{note}, {tag}}}", note=note, tag=tag)]
        if tag:
            return [text("{{{tag}}}", tag=tag)]
        return [text("{{{note}}}", note=note)] if note else []

    def _tag(self) -> Text | None:
        item = self.item
        if item.feeling:
            return _FEELINGS.get(item.feeling)
        if item.cursed and self.known:
            return _FEELINGS["cursed"]
        if item.empty and not self.known and self.kind.tval == item_classes.STAFF:
            return text("empty")
        return text("tried") if self.tried and not self.aware else None


def singular(template: str) -> str:
    """Return the name of one of a kind, without its markers."""
    return template.removeprefix("& ").replace("~", "")


def plural(template: str) -> str:
    """Return the name of several of a kind, without its markers."""
    at = template.find("~")
    ending = "es" if at > 0 and template[at - 1] in "sh" else "s"
    return template.removeprefix("& ").replace("~", ending)


def flavoured_class(kind: Kind) -> str:
    """Return the word for a class whose kinds are known by their flavours; "" for all others."""
    if kind.tval == item_classes.FOOD:
        return "Herb" if kind.sval < item_classes.FIRST_FOOD else ""
    return _FLAVOURED.get(kind.tval, "").capitalize()


def is_aware(game: SilContext, kind: int) -> bool:
    """Return whether the hero knows what a kind is for; kinds without a flavour are no secret."""
    return kind in game.lore.aware or kind not in game.world.flavours


def is_known(game: SilContext, item: Item) -> bool:
    """Return whether an object is identified; easy kinds are as soon as they are understood."""
    easy = "EASY_KNOW" in game.data.kinds[item.kind].flags
    return item.known or (easy and is_aware(game, item.kind))


def figures(game: SilContext, item: Item, *, worn_free_hand: bool = False) -> Figures:
    """Return the figures of an object as the hero knows them."""
    return Naming(game, item, worn_free_hand=worn_free_hand).figures()


def reference(game: SilContext, item: Item, count: int | None = None) -> ThingRef:
    """Return a reference for facts to an object, or to some of a stack: the key of its kind or, as
    long as the hero does not know that, of its flavour."""
    naming = Naming(game, item)
    kind = naming.template().replace("& ", "").replace("~", "")
    if (what := flavoured_class(naming.kind)) and naming.aware:
        kind = f"{what} of {naming.kind.name}"
    return ThingRef(slug(kind), item.count if count is None else count)


def words(
    game: SilContext,
    item: Item,
    *,
    article: bool = True,
    mode: int = FULL,
    channelling: bool = False,
    worn_free_hand: bool = False,
) -> Text:
    """Return the name of an object as the hero knows it.

    `mode`: BASE the bare kind; NAMED with its suffix; COMBAT with attack and protection; CHARGES
    with fuel, charges and special value; FULL with the inscription. `worn_free_hand`: it is in
    the weapon hand and the other hand is free.
    """
    naming = Naming(game, item, worn_free_hand=worn_free_hand)
    pieces: list[Words] = [naming.base(article)]
    if mode >= NAMED:
        pieces += naming.suffix()
    if mode >= COMBAT:
        pieces += naming.numbers()
    if mode >= CHARGES:
        pieces += naming.charges(channelling)
    if mode >= FULL:
        pieces += naming.inscription()
    return joined(pieces)


def name(game: SilContext, item: Item, *, article: bool = True, mode: int = FULL) -> str:
    """Return the name of an object in English, for what is written in English alone: what is typed,
    pages and refusals."""
    return str(words(game, item, article=article, mode=mode))
