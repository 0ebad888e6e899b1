"""The state of a council: the hall, its councillors, what the Game Master rolled."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.contract.action import Event
from engine.contract.view import Ending

HEARTS = 2

Stage = Literal["setup", "declare", "rule", "over"]


class Councillor(msgspec.Struct):
    """A character: where it stands, what it carries and declared, how it ended."""

    name: str
    omen: str  # a word that its own player and the Game Master know
    y: int
    x: int = 0
    token: str = ""
    hearts: int = HEARTS
    declared: str = ""
    ending: Ending = ""


class CouncilState(msgspec.Struct):
    """The hall, its councillors and what the Game Master rolled."""

    members: list[Councillor]
    shadow: tuple[int, int]
    rounds: int  # how many there are
    stage: Stage = "setup"
    turn: int = 0
    round: int = 0
    rolled: int = 0  # 0: not yet in this round
    news: tuple[Event, ...] = ()

    def present(self) -> list[int]:
        """Return the seats that have not ended."""
        return [seat for seat, each in enumerate(self.members) if not each.ending]
