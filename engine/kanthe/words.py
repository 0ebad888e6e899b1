"""Words that Kanthe uses in several places: throws, counts, sides and directions; kinds of events
and how much each counts for the headline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.contract.texts import Listing, Name, Text, Value, counted, text

EventKind = Literal[
    "death", "wound", "end", "found", "meet", "fight", "map", "plan", "note", "dice"
]
HEADLINE_WEIGHTS: dict[EventKind, int] = {
    "death": 6, "end": 5, "wound": 4, "found": 3, "meet": 2, "fight": 2, "map": 1, "plan": 1,
    "note": 0, "dice": 0,
}  # fmt: skip
RULE_PAGES: dict[EventKind, str] = {
    "death": "kanthe 5",
    "wound": "kanthe 5",
    "end": "kanthe 5",
    "found": "kanthe 4, 6",
    "meet": "kanthe 4",
    "fight": "kanthe 5",
    "map": "kanthe 3",
    "dice": "kanthe 1",
}
"""The page of docs/rules that says it in full, and its sections."""

Side = Literal["challenge", "opposition", "map"]
ThrowKind = Literal[
    "fight", "persuade", "evade", "hide", "sneak", "flee", "against", "nobody", "lock", "breaking",
    "heavy-door", "way", "healing", "reward", "mobile", "noise", "occupants", "features",
    "mundane-things", "craft", "good-wares", "pet", "arcane-things", "spells", "beast",
    "modified-beast", "poison", "on-guard", "essence", "corridor", "pit", "door", "search",
    "secret-door", "area", "beyond", "treasure", "arcane-kind", "feature", "words", "beast-rows",
    "change-rows", "main-creature", "nature", "own-shout", "feature-actions", "feature-essences",
]  # fmt: skip
THROWS: dict[ThrowKind, str] = {
    "fight": "Fight",
    "persuade": "Persuade",
    "evade": "Evade",
    "hide": "Hide",
    "sneak": "Sneak",
    "flee": "Flee",
    "against": "Against you",
    "nobody": "Nobody",
    "lock": "The lock",
    "breaking": "Breaking the door",
    "heavy-door": "The heavy door",
    "way": "Forcing the way",
    "healing": "Healing",
    "reward": "Reward, against Challenge {challenge}",
    "mobile": "Mobile hazards",
    "noise": "Mobile hazards, after the noise",
    "occupants": "Occupants of room {number}",
    "features": "Features",
    "mundane-things": "Items of {who:the}",
    "craft": "Craft of {who:the}",
    "good-wares": "Good wares of {who:the}",
    "pet": "Kind of {who:the}",
    "arcane-things": "Arcane things of {who:the}",
    "spells": "Spells of {who:the}",
    "beast": "Which beast",
    "modified-beast": "Which modified beast",
    "poison": "Poison of the vermin",
    "on-guard": "Who is on guard",
    "essence": "Which essence",
    "corridor": "Hazards of the corridor",
    "pit": "Inside the pit",
    "door": "{door:The}",
    "search": "Searching {wall}",
    "secret-door": "What guards the secret door",
    "area": "A new area",
    "beyond": "What lies beyond",
    "treasure": "Searching {what}",
    "arcane-kind": "Kind of arcane thing",
    "feature": "Using {feature:the}",
    "words": "Words of {thing:the}",
    "beast-rows": "Modified beasts: which beasts",
    "change-rows": "Modified beasts: which changes",
    "main-creature": "Main creature",
    "nature": "Essences of {who:the}: weak, strong",
    "feature-actions": "Arcane features: which actions",
    "feature-essences": "Arcane features: which essences",
    "own-shout": "{effect} on yourself",
}
SIDE_TITLES: dict[Side, Text] = {
    "challenge": text("Challenge"),
    "opposition": text("Opposition"),
    "map": text("Map dice"),
}
FACES: dict[Side, str] = {
    "challenge": "{purpose}. Challenge: {faces}.",
    "opposition": "{purpose}. Opposition: {faces}.",
    "map": "{purpose}. Map dice: {faces}.",
}
DOORS = (
    text("{door:the}", door=Name("north door")),
    text("{door:the}", door=Name("east door")),
    text("{door:the}", door=Name("south door")),
    text("{door:the}", door=Name("west door")),
)
ROOM_WALLS = (
    text("{wall:the}", wall=Name("north wall")),
    text("{wall:the}", wall=Name("east wall")),
    text("{wall:the}", wall=Name("south wall")),
    text("{wall:the}", wall=Name("west wall")),
)


def numbered(names: Sequence[Value]) -> tuple[Text, ...]:
    """Return names with their rows, from 0: "0 wolf"."""
    return tuple(text("{row} {name}", row=row, name=name) for row, name in enumerate(names))


def listing(names: Sequence[Value], form: str = "") -> Listing:
    """Return names as a list in a sentence: "a, b and c"."""
    return Listing(tuple(names), form=form)


def alone(name: Value) -> Text:
    """Return a name as a text, which takes a capital without an article."""
    return text("{name}", name=name)


def wounds(number: int) -> Text:
    """Return a number of wounds."""
    return counted(number, "{number} wound", "{number} wounds")


def coins(number: int) -> Text:
    """Return a number of coins."""
    return counted(number, "{number} coin", "{number} coins")


PURPOSE_WORDS = {
    "fight": Text("fight", context="purpose"),
    "persuade": Text("persuade", context="purpose"),
    "evade": Text("evade", context="purpose"),
    "force": Text("force", context="purpose"),
}


def purposes(keys: Sequence[str]) -> Listing:
    """Return what an item is good for: "fight and force"."""
    return listing([PURPOSE_WORDS[key] for key in keys])


def dice(number: int) -> Text:
    """Return a number of dice."""
    return counted(number, "{number} die", "{number} dice")
