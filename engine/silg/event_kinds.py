"""The kinds of Sil-G's own events: a closed list beside Sil's, whose lines reach their heroes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from engine.sil.game import event_kinds

TableKind = Literal[
    "begun", "clock", "contest", "declared", "deed", "defence", "encounter", "end", "failed", "gm",
    "handout", "joined", "left", "moment", "ready", "recap", "reveal", "roll", "search", "set",
    "speech", "step", "story", "trap", "travel", "whisper", "xp",
]  # fmt: skip
"""contest: the terms of who notices whom; deed: what others see of an action; defence: dice that
stand until a hero's next action; encounter: the clock starts; failed: a declared action that cannot
be done any more; gm: for the Game Master alone; moment: a post of what a moment brought; recap: a
post of what a session brought; set: figures changed by the Game Master; story:
what the Game Master tells; travel: the party goes to another level; xp: experience."""

EventKind = TableKind | event_kinds.EventKind

NOTABLE: frozenset[EventKind] = frozenset(
    ("begun", "death", "encounter", "end", "handout", "joined", "kill", "left", "story", "travel")
)
"""Kinds that stand in the story of a game, if everybody may know what happened."""

POSTED: frozenset[EventKind] = frozenset(("moment", "recap"))
"""Kinds of posts that tell again what was heard."""

PASSING: frozenset[EventKind] = POSTED | {"clock", "declared", "defence", "plan", "ready"}
"""Kinds that tell how things stand now: posts of what happened leave them out."""

_TABLE_PAGES: Mapping[TableKind, str] = {
    "clock": "silg 2",
    "contest": "silg 1, 2",
    "declared": "silg 2",
    "defence": "silg 2",
    "encounter": "silg 2",
    "failed": "silg 2",
    "gm": "silg 3",
    "reveal": "silg 3",
    "roll": "silg 4",
    "search": "silg 4",
    "step": "silg 2",
    "xp": "silg 4",
}
RULE_PAGES: Mapping[Any, str] = {**event_kinds.RULE_PAGES, **_TABLE_PAGES}
"""The page of docs/rules that says it in full, and its sections."""
