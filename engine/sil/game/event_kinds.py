"""The kinds of Sil's events and of the hero's own notes: closed lists, and how much each weighs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

EventKind = Literal[
    "anger", "arrival", "arrive", "blow", "break", "confused", "crown", "danger", "death", "door",
    "fall", "found", "growth", "heal", "healed", "heard", "hit", "hurt", "item", "kill", "lost",
    "made", "magic", "miss", "morale", "move", "note", "noticed", "oath", "own note", "plan",
    "power", "saved", "shot", "shout", "sight", "sing", "song", "stairs", "status", "strike",
    "thrall", "truce", "won", "wound",
]  # fmt: skip
"""arrival: others come by the stairs; arrive: the hero comes to a level; blow, miss: an enemy's
blow at the hero that hits, or does not; hit: a thing or a creature is struck; sing: the hero's own
song; song: others', and what comes of songs; strike: the hero's own blow, shot or throw; wound:
what a blow does beyond its damage."""


class Weight(NamedTuple):
    """place: how soon a line is to be read: 0 the hero's own deeds and what came of them, 1 wounds,
    2 dangers, 3 the rest. urgency: how dangerous it is, for the headline. notable: it stands in the
    story of a game."""

    place: int = 3
    urgency: int = 1
    notable: bool = False


_WEIGHTS: dict[EventKind, Weight] = {
    "arrival": Weight(notable=True),
    "arrive": Weight(notable=True),
    "blow": Weight(1, 7),
    "crown": Weight(notable=True),
    "danger": Weight(2, 6, notable=True),
    "death": Weight(0, 9, notable=True),
    "found": Weight(3, 2, notable=True),
    "heal": Weight(1),
    "healed": Weight(1),
    "heard": Weight(2, 3),
    "hurt": Weight(1, 7),
    "item": Weight(0, 2, notable=True),
    "kill": Weight(0, 4, notable=True),
    "lost": Weight(1, 3, notable=True),
    "made": Weight(notable=True),
    "miss": Weight(3, 4),
    "note": Weight(3, 0),
    "noticed": Weight(2, 6, notable=True),
    "oath": Weight(3, 4, notable=True),
    "plan": Weight(0, 5),
    "saved": Weight(0, 8, notable=True),
    "shot": Weight(2, 6),
    "shout": Weight(2, 5),
    "sight": Weight(2, 5),
    "sing": Weight(0),
    "song": Weight(2),
    "status": Weight(1, 6),
    "strike": Weight(0, 4),
    "thrall": Weight(notable=True),
    "truce": Weight(2, 4, notable=True),
    "won": Weight(3, 9),
    "wound": Weight(1, 7, notable=True),
}
WEIGHTS: Mapping[EventKind, Weight] = {
    kind: _WEIGHTS.get(kind, Weight()) for kind in get_args(EventKind)
}

RULE_PAGES: Mapping[EventKind, str] = {
    "anger": "endgame 13.5",
    "arrival": "world 1.6",
    "arrive": "dungeon 5",
    "blow": "combat 11.1",
    "break": "combat 10",
    "crown": "endgame 13.4",
    "death": "endgame 14.1",
    "door": "dungeon 2.4",
    "fall": "dungeon 2.7",
    "found": "dungeon 3",
    "growth": "character 2.1",
    "hit": "combat 7",
    "item": "objects 6",
    "kill": "combat 13.1",
    "lost": "objects 6",
    "made": "smithing 9.7",
    "magic": "objects 7",
    "miss": "combat 11.1",
    "morale": "monsters 10",
    "noticed": "world 2",
    "oath": "world 9",
    "power": "monsters 13.5",
    "saved": "objects 6.6",
    "shot": "combat 11.2",
    "shout": "monsters 11.6",
    "sing": "songs 8",
    "song": "songs 8",
    "stairs": "endgame 13.2",
    "status": "world 4",
    "strike": "combat 6, 7",
    "thrall": "world 10",
    "truce": "endgame 13.3",
    "won": "endgame 13.6",
    "wound": "monsters 13.1",
}
"""The page of docs/rules that says it in full, and its sections."""

NoteKind = Literal[
    "silmaril", "crown", "curse", "slew", "cheated death", "broke oath", "broke weapon",
    "entered vault", "found", "swore oath", "helped", "fell through", "fell into", "arrived",
    "encountered", "learned", "made", "passed vault", "slain", "overthrew", "came out",
    "kept oath", "challenge", "own", "other",
]  # fmt: skip
"""Kinds of the hero's own notes; "own": the player wrote it. The first thirteen are worth
telling in the story of his end, the most worth it first."""

Risk = Literal["", "trap", "false floor", "chasm", "leap", "oath"]
"""Dangers that a question warns of; leap: a landing in a chasm."""

DEEDS: tuple[NoteKind, ...] = get_args(NoteKind)[:13]
