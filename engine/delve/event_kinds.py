"""The kinds of Delve's events, and how urgent each is for a headline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

EventKind = Literal[
    "note", "page", "death", "slain", "level", "learned", "warden", "lord", "heart", "hunger",
    "seen", "hit", "miss", "healed", "status", "throw", "shatter", "spell", "altar", "stairs",
    "arrival", "grave", "trap", "terrain", "place", "power", "theft", "found", "plan",
    "hunted",
]  # fmt: skip
# Of several lines the most urgent is the headline, of equal ones the last; 0 where none stands.
URGENCY: Mapping[EventKind, int] = {
    "death": 10,
    "slain": 9,
    "hunted": 9,  # the account of a plan, which names the slain
    "level": 8,
    "learned": 8,
    "warden": 7,
    "lord": 7,
    "heart": 6,
    "hunger": 5,
    "plan": 4,
    "seen": 3,
    "place": 3,
    "hit": 2,
    "terrain": 2,
}
RULE_PAGES: Mapping[EventKind, str] = {
    "death": "delve 15",
    "slain": "delve 14",
    "level": "delve 14",
    "learned": "delve 7",
    "warden": "delve 15",
    "lord": "delve 22",
    "heart": "delve 15",
    "hunger": "delve 9",
    "hit": "delve 4",
    "miss": "delve 4",
    "healed": "delve 7",
    "status": "delve 8",
    "throw": "delve 6",
    "shatter": "delve 6",
    "spell": "delve 7",
    "altar": "delve 15",
    "stairs": "delve 15",
    "arrival": "delve 15",
    "grave": "delve 14",
    "trap": "delve 17",
    "terrain": "delve 20",
    "place": "delve 21",
    "power": "delve 16",
    "found": "delve 17",
    "plan": "delve 18",
    "hunted": "delve 18",
}
"""The page of docs/rules that says it in full, and its section."""
