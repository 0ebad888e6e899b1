"""Moods of a hero who plays by himself. He remembers nothing from one turn to the next: what he
feels like comes from the number of the turn and from his notes."""

from __future__ import annotations

from engine.sil.autoplay.seat_facts import SeatFacts
from engine.sil.game.state import REMEMBERED_PLACES

SPELL = 16  # turns for which he keeps to a mood
STAYED = 2  # squares at most, of one who comes nowhere
OF_LATE = 300  # turns in which stairs recover
TOLERABLE = 4  # arrivals of late that stairs bear
WHIMS = 4  # in one spell of so many he follows a whim


def has_lingered(facts: SeatFacts, turns: int) -> bool:
    """Return whether a hero has been as deep as this for long, by his own notes."""
    return not facts.arrivals or facts.turn - facts.arrivals[-1] > turns


def has_stayed(facts: SeatFacts) -> bool:
    """Return whether he has come nowhere in all the actions that he remembers."""
    return len(facts.trail) == REMEMBERED_PLACES and len(set(facts.trail)) <= STAYED


def are_stairs_tired(facts: SeatFacts) -> bool:
    """Return whether he has taken so many stairs of late that they may give way, by his notes."""
    return sum(facts.turn - turn < OF_LATE for turn in facts.arrivals) > TOLERABLE


def by_turn(facts: SeatFacts, among: int) -> int:
    """Return a number that changes from turn to turn, for want of dice."""
    return facts.turn * 7919 % 104729 % among


def is_bold(facts: SeatFacts) -> bool:
    """Return whether he waits no longer, or those who lurk would keep him for ever."""
    return facts.turn // SPELL % 3 == 2


def is_whimsical(facts: SeatFacts) -> bool:
    return facts.turn // SPELL % WHIMS == WHIMS - 1
