"""The cost of a hero's turn, and the memory of the last six actions (rules: character 0)."""

from __future__ import annotations

from engine.common.compass import RING
from engine.sil.game.context import SilContext
from engine.sil.game.state import Hero

COST = 100
PASS, OTHER, ARCHERY = 5, 10, 11

_PLACE = {keypad: place for place, keypad in enumerate(RING)}


def spend(game: SilContext, memory: int = OTHER) -> None:
    """Take the hero's turn for his action; `memory` is what the action memory keeps of it."""
    game.state.energy_used = COST
    game.hero.actions[0] = memory


def is_step(action: int) -> bool:
    """Return whether a remembered action is a step."""
    return action in _PLACE


def stood_still(hero: Hero) -> bool:
    """Return whether this turn's action, as far as there is one, is no step."""
    return not is_step(hero.actions[0])


def within_45(one: int, other: int) -> bool:
    """Return whether two keypad directions are the same or neighbours in the ring of eight."""
    if one not in _PLACE or other not in _PLACE:
        return False
    return (_PLACE[one] - _PLACE[other]) % 8 in (0, 1, 7)


def is_sprinting(hero: Hero) -> bool:
    """Return whether the last four turns were steps, each within 45 degrees of the one before
    (rules: character 12.9)."""
    steps = hero.actions[1:5]
    return all(map(is_step, steps)) and all(map(within_45, steps, steps[1:]))
