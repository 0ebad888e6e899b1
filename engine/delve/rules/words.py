"""Texts and names that several rules share, and references for facts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract.facts import CreatureRef, SeatRef, ThingRef, Who
from engine.contract.texts import Name, Text, Value, text, typed
from engine.delve.data.kinds import DelveData
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

TERMS: Mapping[str, Text] = {
    "fire": text("fire"),
    "ice": text("ice"),
    "shock": text("shock"),
    "acid": text("acid"),
    "blessed": text("blessed"),
    "beast": text("beast"),
    "undead": text("undead"),
    "construct": text("construct"),
    "person": text("person"),
    "plant": text("plant"),
    "ooze": text("ooze"),
    "spirit": text("spirit"),
    "weapon": text("weapon"),
    "thrown": text("thrown"),
    "armour": text("armour"),
    "shield": text("shield"),
    "headgear": text("headgear"),
    "ring": text("ring"),
    "amulet": text("amulet"),
    "spellbook": text("spellbook"),
    "scroll": text("scroll"),
    "potion": text("potion"),
    "food": text("food"),
    "tool": text("tool"),
    "remains": text("remains"),
    "vegetarian": text("vegetarian"),
    "meat": text("meat"),
    "fragile": text("fragile"),
    "rust-proof": text("rust-proof"),
    "acid-proof": text("acid-proof"),
    "iron": text("iron"),
    "paper": text("paper"),
    "hunger-draining": text("hunger-draining"),
    "force": text("force"),
    "mind": text("mind"),
    "sight": text("sight"),
    "grave": text("grave"),
    "body": text("body"),
    "war": text("war"),
    "power": text("power"),
    "range": text("range"),
    "radius": text("radius"),
    "spread": text("spread"),
    "chain": text("chain"),
    "defence": text("defence"),
    "health": text("health"),
    "energy": text("energy"),
    "poison": text("poison"),
    "yes": text("yes"),
    "no": text("no"),
    "on": text("on"),
    "off": text("off"),
    "ability": text("ability"),
    "resistances": text("resistances"),
    "auto-sort": text("auto-sort"),
    "auto-take": text("auto-take"),
    "all": text("them all"),
    "web": text("web"),
    "deep-water": text("deep water"),
    "trap": text("trap"),
    "vent": text("vent"),
    "flames": text("flames"),
    "gas": text("gas"),
    "cracked-floor": text("cracked floor"),
    "careful": text("careful"),
    "usual": text("usual"),
    "bold": text("bold"),
    "transcript": text("transcript"),
    "stats": text("stats"),
    "transcript-lines": text("transcript-lines"),
    "fountain": text("fountain"),
}
"""Words of the rules themselves: elements, categories, figures, answers and the like."""


MISSILES = {"stone": Name("stone"), "arrow": Name("arrow")}  # of monsters that shoot


def term(word: str) -> Value:
    """Return what a sentence calls a word of the rules, or else of the data."""
    return TERMS[word] if word in TERMS else Name(word, proper=True)


def not_a_verb(word: str) -> Text:
    """Return the refusal of an action that there is not."""
    return text("“{word}” is nothing a hero can do.", word=typed(word))


def spell(name: str) -> Name:
    """Return what a sentence calls a spell."""
    return Name(name, proper=True)


def ability(content: DelveData, key: str) -> Name:
    """Return what a sentence calls an ability."""
    return Name(content.abilities[key].title, proper=True)


def status(content: DelveData, key: str) -> Name:
    """Return what a sentence calls a status."""
    return Name(content.statuses[key].title, proper=True)


def resistance(element: str, figure: int) -> Text:
    """Return an element with a figure."""
    return text("{element} {by}", element=TERMS[element], by=signed(figure))


def healed(who: Name, points: int) -> Text:
    """Return the line of somebody who gets health back."""
    return text("{who:The} heals {points}.", who=who, points=points)


def signed(figure: int) -> str:
    """Return a figure with its sign."""
    return f"+{figure}" if figure >= 0 else str(figure)


def reference(who: DelveCreature) -> Who:
    """Return who a fact is about."""
    if isinstance(who, DelveHero):
        return SeatRef(who.seat)
    assert isinstance(who, DelveMonster)
    return CreatureRef(who.kind, who.uid)


def thing(item: DelveItem) -> ThingRef:
    """Return what thing a fact is about."""
    return ThingRef(item.kind, item.count)


def monster_sprite(kind: str) -> str:
    """Return the name of a monster's picture in the tile set."""
    return f"delve:monster/{kind.replace(' ', '-')}"
