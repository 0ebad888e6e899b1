"""Admission: who may join a game."""

from __future__ import annotations

from hashlib import blake2b

from table.errors import Refusal
from table.state import TableState


def ban_mark(state: TableState, person: int) -> str:
    """Return a person's mark in a game's list of bans: it stays when they are forgotten, and does
    not name them."""
    text = f"{state.game.id} {state.game.created} {person}"
    return blake2b(text.encode(), digest_size=16).hexdigest()


def is_banned(state: TableState, person: int) -> bool:
    """Return whether a person is banned from the game."""
    return ban_mark(state, person) in state.banned


def check_may_join(state: TableState, person: int) -> None:
    """Raise Refusal when a person may not join the game."""
    if is_banned(state, person):
        raise Refusal("Whoever is banned from a game cannot join it.")
    if state.by_invitation and person not in (*state.invited, *state.people, state.game.founder):
        raise Refusal("This game is by invitation; its founder can use /people invite:.")
