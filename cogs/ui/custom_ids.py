"""Custom ids of buttons, menus and forms: `v1:<game>:<card>:<handler>:<argument>`, both ways.

The card's number only grows, so a press on an old card is known as one. An action line that is too
long for Discord's 100 letters is replaced by its hash, which the table's offers resolve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec

MAX_LENGTH = 100  # Discord: letters of a custom id

BUTTONS = (
    *("act", "direction", "blocked", "actions", "actions_page"),  # taking actions
    *("own_act", "sheet_act", "panel_act", "caution"),  # in private panels
    *("type", "setup_place", "suggested"),  # during setup
    *("draft", "draft_propose"),
    *("find", "correct"),  # forms of a Game Master
    *("look", "own_view", "describe", "why", "sheet", "rules", "vote_rules", "help"),  # looking up
    *("join", "leave", "begin", "mode", "settings", "ask_setting"),  # lobby; a setting to vote on
    *("resume", "again", "new_game", "join_contest", "join_daily"),
    *("vote", "my_vote", "abstain", "withdraw", "veto", "motion"),  # votes
    *("undo", "give_seat", "take_seat", "cancel_work"),
    *("film", "proof", "morgue"),  # of a game that is over
)
SELECTS = (
    *("actions_pick", "draft_pick", "pick", "own_pick", "sheet_pick", "topic"),
    *("setting", "undo_within", "correct_pick"),
)
MODALS = ("typed", "pasted", "found", "corrected")

_PATTERN = re.compile(
    r"v1:(?P<game>\d{1,18}):(?P<card>\d{1,9})"
    rf":(?P<handler>{'|'.join((*BUTTONS, *SELECTS, *MODALS))}):(?P<arg>.*)",
    re.DOTALL,
)


class CustomId(msgspec.Struct, frozen=True):
    """A button's, menu's or form's meaning: which handler it calls, for which game and card.

    `values`: chosen in the menu or typed into the form; they are no part of the id.
    """

    game: int
    card: int
    handler: str
    arg: str = ""
    values: Sequence[str] = ()

    def __str__(self) -> str:
        """Return the custom id. Raises ValueError when the argument is too long: see `shorten`."""
        text = f"v1:{self.game}:{self.card}:{self.handler}:{self.arg}"
        if len(text) > MAX_LENGTH:
            raise ValueError(f"custom id of {len(text)} letters")
        return text

    @property
    def chosen(self) -> str:
        """Return what was chosen in a menu, or the argument of a button."""
        return self.values[0] if self.values else self.arg

    @classmethod
    def parse(cls, custom_id: str, values: Sequence[str] = ()) -> CustomId | None:
        """Read a custom id; None when it is not one of ours."""
        match = _PATTERN.fullmatch(custom_id)
        if match is None:
            return None
        game, card = int(match["game"]), int(match["card"])
        return cls(game, card, match["handler"], match["arg"], values)


def shorten(line: str, limit: int = 60) -> str:
    """Return an action line as an argument: itself, or `#` and its hash when it is longer than
    `limit`."""
    return line if len(line) <= limit and not line.startswith("#") else "#" + _hash(line)


def restore(arg: str, lines: Iterable[str]) -> str:
    """Return the action line that `shorten` was given, looked up among `lines` when it is a hash.

    An unknown hash is given back: no ruleset reads it, so it is refused like any other nonsense.
    """
    if not arg.startswith("#"):
        return arg
    return next((line for line in lines if "#" + _hash(line) == arg), arg)


def _hash(line: str) -> str:
    return blake2b(line.encode(), digest_size=8).hexdigest()
