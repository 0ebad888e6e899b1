"""Pictures that the Game Master has handed out, as each seat has them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from engine.contract.action import GM
from engine.contract.view import Handout
from engine.silg.gm.world_commands import picture_line
from engine.silg.session import Session


def handouts(session: Session, seat: int | None, lines: Sequence[str]) -> tuple[Handout, ...]:
    """Return the pictures of a seat; those that its newest lines tell of are new."""
    return tuple(
        Handout(
            blake2b(given.image, digest_size=8).hexdigest(),
            given.title,
            given.image,
            picture_line(given.title) in lines,
        )
        for given in session.state.desk.pictures
        if seat == GM or not given.seats or seat in given.seats
    )
