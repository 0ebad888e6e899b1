"""Custom ids of buttons and menus: `v1:<game>:<card>:<verb>:<argument>`, both ways.

The card's number only grows, so a press on an old card is known as one. A line of text that is too
long for Discord's 100 letters is named by its hash, which the table's offers resolve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

import msgspec

LIMIT = 100  # Discord: letters of a custom id

PRESSES = (
    *("do", "way", "off", "more", "page"),  # moving
    *("mydo", "buy", "type", "making"),  # moving from one's own panels, typing, making a hero
    *("look", "mine", "tell", "why", "sheet", "about"),  # looking
    *("join", "leave", "begin", "setup", "put"),  # the lobby; a setting put to the vote
    *("vote", "abstain", "retract", "strike", "rule"),  # the vote
    *("undo", "give", "take"),  # taking moves back; a hero for somebody else
)
CHOICES = ("menu", "set", "pick", "mypick", "grow", "topic")
FORMS = ("typed",)

ID = re.compile(
    r"v1:(?P<game>\d{1,18}):(?P<card>\d{1,9})"
    rf":(?P<verb>{'|'.join((*PRESSES, *CHOICES, *FORMS))}):(?P<arg>.*)",
    re.DOTALL,
)


class Ref(msgspec.Struct, frozen=True):
    """What a button, menu or form stands for."""

    game: int
    card: int
    verb: str
    arg: str = ""

    def __str__(self) -> str:
        """The custom id. Raises ValueError when the argument is too long (see `fit`)."""
        text = f"v1:{self.game}:{self.card}:{self.verb}:{self.arg}"
        if len(text) > LIMIT:
            raise ValueError(f"custom id of {len(text)} letters")
        return text

    @classmethod
    def of(cls, custom_id: str) -> Ref | None:
        """What a custom id names; None when it is not one of ours."""
        match = ID.fullmatch(custom_id)
        if match is None:
            return None
        return cls(int(match["game"]), int(match["card"]), match["verb"], match["arg"])


def fit(line: str, room: int = 60) -> str:
    """A line of text as an argument: itself, or `#` and its hash when it is longer than `room`."""
    return line if len(line) <= room and not line.startswith("#") else "#" + _hash(line)


def unfit(arg: str, lines: Iterable[str]) -> str:
    """The line that an argument stands for, found among `lines` when it is a hash. A hash that
    fits none is given back: no ruleset reads it, so it is refused like any other nonsense."""
    if not arg.startswith("#"):
        return arg
    return next((line for line in lines if "#" + _hash(line) == arg), arg)


def _hash(line: str) -> str:
    return blake2b(line.encode(), digest_size=8).hexdigest()
