"""Pictures that the Game Master has handed out, as each seat has them."""

from __future__ import annotations

from engine.contract.action import GM
from engine.contract.view import Handout
from engine.silg.context import SilGContext


def handouts(game: SilGContext, seat: int | None) -> tuple[Handout, ...]:
    """Return the pictures of a seat."""
    return tuple(
        Handout(given.key, given.title, given.image)
        for given in game.state.desk.pictures
        if seat == GM or not given.seats or seat in given.seats
    )
