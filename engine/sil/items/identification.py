"""Identification of objects: their purpose, their powers (rules: objects 4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.facts import Learned, SeatRef
from engine.contract.texts import Words, text
from engine.sil.data.bundle import Data
from engine.sil.data.declarations import KNOWN_AT_SIGHT
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note, tell
from engine.sil.game.state import Item
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, gear
from engine.sil.items import item_classes, item_names


def aware(game: SilContext, kind: int) -> None:
    """Let the hero understand what a kind is for; the first time it pays."""
    if not item_names.is_aware(game, kind):
        experience.learn_kind(game, kind)


def learned_kind(game: SilContext, item: Item) -> Learned:
    """Return the fact that the hero came to know what an object is."""
    return Learned(SeatRef(game.hero.number), item_names.reference(game, item).kind)


def identify(game: SilContext, item: Item) -> None:
    """Let the hero know all about a thing, and its kind."""
    aware(game, item.kind)
    item.known = True
    item.feeling = ""
    item.empty = False
    record(game, item)


def record(game: SilContext, item: Item) -> None:
    """Enter a known item into the hero's lore: special types and artefacts earn experience."""
    if not item_names.is_known(game, item):
        return
    if item.artefact and item.artefact not in game.lore.artefacts_found:
        experience.learn_artefact(game, item.artefact)
        named = item_names.words(game, item, mode=item_names.NAMED)
        note(game, "found", text("Found {item}", item=named))
    elif item.special:
        experience.learn_special(game, item.special)


def reveal(game: SilContext, item: Item, how: Words) -> None:
    """A worn thing shows what it is by what it does; `how` is the sentence that tells so."""
    if item.known:
        return
    identify(game, item)
    tell(game, how, "found")
    what = item_names.words(game, item, mode=item_names.CHARGES)
    tell(game, text("You recognise it: {what}.", what=what), "found", fact=learned_kind(game, item))


def scan(game: SilContext) -> bool:
    """Look over all that is carried or in sight: what skill or experience tells at a glance
    (4.2, 4.3). Whether anything carried is better known now."""
    hero, lore = game.hero, game.lore
    insight = _insight(game)
    learned = [item for item in _carried(game) if _glance(game, item, insight)]
    level = game.level
    here = level.at(hero.y, hero.x)
    for square, heap in level.floor.items():
        in_sight = square == here or game.knowledge.seen[square]
        for item in heap:
            if in_sight:
                _glance(game, item, insight)
            elif not item.known and item.special and item.special in lore.specials:
                item.known, item.feeling = True, ""
    return bool(learned)


def _carried(game: SilContext) -> Iterator[Item]:
    yield from game.hero.pack
    yield from game.hero.worn.values()


def _glance(game: SilContext, item: Item, insight: frozenset[int]) -> bool:
    learned = not item_names.is_known(game, item) and (
        item_classes.kind_of(game.data, item).tval in insight or item.special in game.lore.specials
    )
    if learned:
        identify(game, item)
    else:
        record(game, item)
    return learned


_NOT_ENCHANTED = frozenset((
    item_classes.STAFF, item_classes.HORN, item_classes.FOOD,
    item_classes.POTION, item_classes.CHEST, item_classes.SKELETON,
))  # fmt: skip
_JEWELLER = {
    "ring": item_classes.RING,
    "amulet": item_classes.AMULET,
    "light": item_classes.LIGHT,
    "horn": item_classes.HORN,
}


def _insight(game: SilContext) -> frozenset[int]:
    """Return the classes of things that the hero knows at sight, by ability."""
    hero = game.hero
    known = ab.active_effects(game.data, hero.active, "knows")
    found = {KNOWN_AT_SIGHT[str(effect.args[0])] for _, effect in known}
    if hero.active(ab.JEWELLER):
        found |= {_JEWELLER[word] for word in game.rulings.jeweller_makes.knows}
    if hero.active(ab.ENCHANTMENT):
        found |= {kind.tval for kind in game.data.kinds.values()} - _NOT_ENCHANTED
    return frozenset(found)


# ---------------------------------------------------------------------------- by wearing it

_FIRST_OF_ALL = ("TUNNEL", "ACCURATE", "CUMBERSOME")
_AT_ONCE = {
    "DARKNESS": text("A darkness falls about you."),
    "LIGHT": text("It shines about you."),
    "SLOWNESS": text("You feel yourself slow down."),
    "SPEED": text("You feel yourself speed up."),
}
_BY_NUMBER = {
    "DAMAGE_SIDES": text("You feel more forceful."),
    "STR": text("You feel stronger."),
    "NEG_STR": text("You feel weaker."),
    "DEX": text("You feel more agile."),
    "NEG_DEX": text("You feel clumsier."),
    "CON": text("You feel more resilient."),
    "NEG_CON": text("You feel frailer."),
    "GRA": text("You feel more attuned to the world."),
    "NEG_GRA": text("You feel less attuned to the world."),
    "MELEE": text("You feel surer in combat."),
    "ARCHERY": text("You feel surer of aim."),
    "STEALTH": text("You feel stealthier."),
    "PERCEPTION": text("You feel more perceptive."),
    "WILL": text("You feel firmer of will."),
    "SMITHING": text("You feel a better smith."),
    "SONG": text("You feel more in tune."),
}


def on_wearing(game: SilContext, item: Item) -> None:
    """Reveal what putting a thing on tells of it (4.5). Only the first quality that applies is
    felt: a number of 0 hides all behind it."""
    if item_names.is_known(game, item):
        return
    flags, traits = gear.traits(game.data, item).flags, gear.traits(game.data, item)
    plain = (
        item_classes.kind_of(game.data, item).flags
        if item.artefact or item.special
        else frozenset()
    )
    special = game.data.specials.get(item.special)
    if special is not None and not special.abilities and _only_ignores(special.flags):
        reveal(game, item, text("Its craft is plain to you once you wear it."))
    elif game.hero.timers.blind and "SEE_INVIS" in flags:
        reveal(game, item, text("Your sight comes back!"))
    elif any(flag in flags for flag in _FIRST_OF_ALL):
        reveal(game, item, text("You understand its making as you take it up."))
    else:
        felt = _felt(game, item, flags - plain)
        if felt:
            reveal(game, item, felt)
        elif felt is None and (traits.abilities or item.abilities):
            reveal(game, item, text("You feel a skill that was not yours."))
        elif felt is None and _shows_numbers(game.data, item):
            reveal(game, item, text("You feel what it does."))


def _only_ignores(flags: frozenset[str]) -> bool:
    return all(flag.startswith("IGNORE_") for flag in flags)


def _felt(game: SilContext, item: Item, flags: frozenset[str]) -> Words | None:
    """Return the sentence of the first quality that applies; "" when it is too faint; None if
    none."""
    for flag, words in _AT_ONCE.items():
        if flag in flags and not (flag == "LIGHT" and _unlit(game.data, item)):
            return words
    kind = item_classes.kind_of(game.data, item)
    for flag, words in _BY_NUMBER.items():
        if flag in flags:
            hidden = item_names.flavoured_class(kind) and item_names.is_aware(game, item.kind)
            if not item.pval and not hidden:
                return ""
            if item.pval < 0:
                return text("You feel a lack that was not there before.")
            return words
    return None


def _unlit(data: Data, item: Item) -> bool:
    return item_classes.is_fuelled(data, item) and not item.timeout


def _shows_numbers(data: Data, item: Item) -> bool:
    flavoured = item_names.flavoured_class(item_classes.kind_of(data, item))
    return bool(flavoured and (item.attack or item.evasion or item.protection_dice))


def show(game: SilContext, flag: str, how: Words) -> None:
    """Recognise the first unknown worn thing that has just done what this flag says."""
    for _, item in sorted(game.hero.worn.items()):
        if not item_names.is_known(game, item) and gear.has(game.data, item, flag):
            reveal(game, item, how)
            return


_RESISTING = {
    "resist_blindness": ("RES_BLIND", text("Your sight holds firm.")),
    "resist_confusion": ("RES_CONFU", text("Your head stays clear.")),
    "resist_fear": ("RES_FEAR", text("Your heart holds firm.")),
    "resist_hallucination": ("RES_HALLU", text("Your eyes hold fast to what is.")),
    "resist_stun": ("RES_STUN", text("You are steadier than you were.")),
    "resist_bleeding": ("RES_BLEED", text("The wound scarcely bleeds.")),
    "free_action": ("FREE_ACT", text("Nothing can bind you.")),
    "sustain_strength": ("SUST_STR", text("Your strength is sustained.")),
    "sustain_dexterity": ("SUST_DEX", text("Your nimbleness is sustained.")),
    "sustain_constitution": ("SUST_CON", text("Your health is sustained.")),
    "sustain_grace": ("SUST_GRA", text("Your grace is sustained.")),
}
_SUFFERING = {
    "fire": (("RES_FIRE", text("The fire burns less than it should.")),
             ("VUL_FIRE", text("The fire burns more than it should."))),
    "cold": (("RES_COLD", text("The cold bites less than it should.")),
             ("VUL_COLD", text("The cold bites more than it should."))),
    "poison": (("RES_POIS", text("The poison is weaker than it should be.")),
               ("VUL_POIS", text("The poison is stronger than it should be."))),
}  # fmt: skip


def resisting(game: SilContext, resistance: str) -> None:
    """Something tries what a thing worn resists: by the name in `Derived.counts` (4.5)."""
    if resistance in _RESISTING:
        show(game, *_RESISTING[resistance])


def suffering(game: SilContext, element: str) -> None:
    """Show what resists or draws an element that has really hurt the hero (4.5)."""
    for flag, words in _SUFFERING.get(element, ()):
        show(game, flag, words)
