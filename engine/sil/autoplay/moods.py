"""Moods of a hero who plays by himself. He remembers nothing from one turn to the next: what he
feels like comes from the number of the turn and from his notes."""

from __future__ import annotations

import re

from engine.contract.view import View

SPELL = 16  # turns for which he keeps to a mood
WHIMS = 4  # in one spell of so many he follows a whim


def has_lingered(view: View, turns: int) -> bool:
    """Return whether a hero has been as deep as this for long, by his own notes."""
    notes = dict(view.pages).get("Notes", "")
    arrivals = re.findall(r"^Turn ([\d,]+), .*: Came to ", notes, re.MULTILINE)
    return not arrivals or view.turn - int(arrivals[-1].replace(",", "")) > turns


def by_turn(view: View, among: int) -> int:
    """Return a number that changes from turn to turn, for want of dice."""
    return view.turn * 7919 % 104729 % among


def is_bold(view: View) -> bool:
    """Return whether he waits no longer, or those who lurk would keep him for ever."""
    return view.turn // SPELL % 3 == 2


def is_whimsical(view: View) -> bool:
    return view.turn // SPELL % WHIMS == WHIMS - 1
