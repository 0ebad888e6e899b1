"""States that earlier versions saved: what they lack is worked out here, once, when one is loaded.

In format 2 a game had one hero, whose knowledge lay in the level, the creatures and the lore; later
notes and messages were sentences, and rulings named kinds.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.sil.game.event_kinds import EventKind, NoteKind
from engine.sil.game.state import KnownCreature, LogNote, Message, SilState

_BEGINNINGS: dict[str, NoteKind] = {  # of the hero's notes; what is not here is not asked for
    "Freed a Silmaril": "silmaril",
    "Knocked the Iron Crown": "crown",
    "Fell under the curse": "curse",
    "Slew": "slew",
    "Cheated death": "cheated death",
    "Broke the oath": "broke oath",
    "Broke the": "broke weapon",
    "Entered": "entered vault",
    "Found": "found",
    "Swore the oath": "swore oath",
    "Helped": "helped",
    "Fell through": "fell through",
    "Fell into": "fell into",
    "Came to": "arrived",
    "Made": "made",
}


_OF_NAMES = ("throwing_kinds", "cheapest_to_enchant", "impale_keeps", "whirlwind_keeps")


_KNOWN_OF_LEVEL = (
    *("mark", "walked", "glimpsed", "view", "seen", "fire", "light", "noise", "scent", "stuck"),
)
_KNOWN_OF_CREATURE = KnownCreature.__struct_fields__


def from_format_2(saved: dict[str, Any]) -> dict[str, Any]:
    """Return a saved state with the hero's knowledge in its place; both as MessagePack trees."""
    hero, level, lore = saved["hero"], saved["level"], saved["lore"]
    knowledge = {name: level[name] for name in _KNOWN_OF_LEVEL}
    creatures = {
        creature["slot"]: {name: creature[name] for name in _KNOWN_OF_CREATURE if name in creature}
        for creature in level["creatures"]
        if creature is not None
    }
    knowledge |= {"creatures": creatures, "lore": lore}
    return {**saved, "heroes": [{**hero, "knowledge": knowledge}], "world": lore}


def upgrade(state: SilState) -> None:
    """Give notes and messages that are sentences their kinds, and rulings their roles."""
    rulings = state.rulings
    state.rulings = replace(
        rulings,
        starting_weapon=rulings.starting_weapon.lower(),
        **{name: tuple(map(str.lower, getattr(rulings, name))) for name in _OF_NAMES},
    )
    for hero in state.heroes:
        hero.notes = [_note(note) for note in hero.notes]
    state.said = [_message(message) for message in state.said]


def _note(note: LogNote) -> LogNote:
    if not isinstance(note.text, str) or note.text.startswith("“"):
        return note
    text = note.text
    kind = next((kind for words, kind in _BEGINNINGS.items() if text.startswith(words)), None)
    return replace(note, text=text.removesuffix("."), kind=kind or "other")


def _message(message: Message) -> Message:
    if not isinstance(message.text, str) or message.kind != "blow":
        return message
    kind: EventKind = "blow"
    if message.text.startswith("You "):
        kind = "strike"
    elif " misses " in message.text:
        kind = "miss"
    return replace(message, kind=kind)
