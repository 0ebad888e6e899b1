"""Inscriptions that do something: short names, questions before an action, picking up by itself
(rules: world 11.1; objects 6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.texts import text
from engine.sil.data.bundle import Data
from engine.sil.game.state import Hero, Item
from engine.sil.items import item_classes

KEYS = {
    "wear": "w", "remove": "r", "drop": "d", "destroy": "k", "use": "u", "eat": "E", "quaff": "q",
    "activate": "a", "play": "p", "throw": "t", "fire": "f", "refuel": "u", "get": "g",
    "examine": "x", "inscribe": "{", "melt": "m", "step": ";", "run": ".", "rest": "Z",
    "stairs": "<>", "bash": "b", "open": "o", "close": "c", "disarm": "D", "tunnel": "T",
    "dig": "T", "exchange": "X", "forge": "0", "fletch": "-",
}  # fmt: skip
"""The keys of Sil-Q's commands, as inscriptions name them."""
PICKS_UP = "=g"
EXAMPLES = (
    ("@1", text("@1: you can call it 1")),
    ("!d", text("!d: ask before putting it down")),
    ("!k", text("!k: ask before destroying it")),
    ("!t", text("!t: ask before throwing it")),
    ("!*", text("!*: ask before any use of it")),
    (PICKS_UP, text("=g: pick up its like by itself")),
)
"""Inscriptions and their effects, in words of at most 38 letters."""


def is_called(item: Item, verb: str, word: str) -> bool:
    """Return whether a figure is the item's short name: for all commands ("@1"), or for one
    ("@q1")."""
    if not (word.isdecimal() and len(word) == 1):
        return False
    keys = KEYS.get(verb, "")
    return any(f"@{key}{word}" in item.inscription for key in ("", *keys))


def asks_first(hero: Hero, verb: str, items: Iterable[Item]) -> bool:
    """Return whether an inscription asks for a yes before a command with these things: their own
    ("!d", "!*"), or one of what is worn ("^d", "^*")."""
    keys = (*KEYS.get(verb, ""), "*")
    own = any(f"!{key}" in item.inscription for item in items for key in keys)
    worn = any(f"^{key}" in item.inscription for item in hero.worn.values() for key in keys)
    return own or (worn and verb in KEYS)


def wanted_by(data: Data, hero: Hero, lying: Item) -> str:
    """Return the inscription by which a thing on the floor is picked up: its own, or that of its
    like in the pack; "" when there is none."""
    kind = item_classes.kind_of(data, lying)
    if kind.tval in (item_classes.CHEST, item_classes.SKELETON, item_classes.NOTE):
        return ""
    like = (held for held in (*hero.pack, *hero.worn.values()) if held.kind == lying.kind)
    noted = (item.inscription for item in (lying, *like))
    return next((text for text in noted if PICKS_UP in text), "")
