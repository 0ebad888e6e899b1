"""Those who hold a place or a passage against the hero."""

from __future__ import annotations

from engine.kanthe.state import Conflict, KantheState, Opponent


def hostile_at(state: KantheState, *, node: int = -1, passage: int = -1) -> list[Opponent]:
    """Return who would attack at a place or on a passage."""
    return [
        o
        for o in state.here.opponents
        if ((node >= 0 and o.node == node) or (passage >= 0 and o.passage == passage))
        and is_hostile(o)
    ]


def conflict_at(state: KantheState, node: int) -> Conflict:
    """Return the conflict that awaits the hero with those who hold a place."""
    return Conflict([o.id for o in hostile_at(state, node=node)], node=node)


def is_hostile(opponent: Opponent) -> bool:
    """Return whether somebody attacks the hero on sight."""
    return opponent.here and opponent.attacks and not opponent.peaceful
