"""The kinds of Delve's events, and how urgent each is for a headline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

EventKind = Literal[
    "note", "page", "death", "slain", "level", "learned", "warden", "heart", "hunger", "seen",
    "hit", "miss", "healed", "status", "throw", "shatter", "spell", "altar", "stairs", "arrival",
    "grave", "trap", "power", "theft", "found", "plan",
]  # fmt: skip
# Of several lines the most urgent is the headline, of equal ones the last; 0 where none stands.
URGENCY: Mapping[EventKind, int] = {
    "death": 9,
    "slain": 9,
    "level": 8,
    "learned": 8,
    "warden": 7,
    "heart": 6,
    "hunger": 5,
    "seen": 3,
    "hit": 2,
}
