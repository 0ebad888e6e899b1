"""Moods of a hero who plays by himself. He remembers nothing from one turn to the next: what he
feels like comes from the number of the turn and from his notes."""

from __future__ import annotations

import re

from engine.contract.view import View

SPELL = 16  # turns for which he keeps to a mood
OF_LATE = 300  # turns in which stairs recover
TOLERABLE = 4  # arrivals of late that stairs bear
WHIMS = 4  # in one spell of so many he follows a whim


def has_lingered(view: View, turns: int) -> bool:
    """Return whether a hero has been as deep as this for long, by his own notes."""
    arrivals = _arrivals(view)
    return not arrivals or view.turn - arrivals[-1] > turns


def are_stairs_tired(view: View) -> bool:
    """Return whether he has taken so many stairs of late that they may give way, by his notes."""
    return sum(view.turn - turn < OF_LATE for turn in _arrivals(view)) > TOLERABLE


def _arrivals(view: View) -> list[int]:
    """Return the turns of his arrivals on levels."""
    notes = dict(view.pages).get("Notes", "")
    found = re.findall(r"^Turn ([\d,]+), .*: Came to ", notes, re.MULTILINE)
    return [int(turn.replace(",", "")) for turn in found]


def by_turn(view: View, among: int) -> int:
    """Return a number that changes from turn to turn, for want of dice."""
    return view.turn * 7919 % 104729 % among


def is_bold(view: View) -> bool:
    """Return whether he waits no longer, or those who lurk would keep him for ever."""
    return view.turn // SPELL % 3 == 2


def is_whimsical(view: View) -> bool:
    return view.turn // SPELL % WHIMS == WHIMS - 1
