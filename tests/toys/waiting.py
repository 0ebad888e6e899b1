"""The guessing game whose rules take 50 ms for every move, in which the processor is free, and in
which one character makes all moves."""

from __future__ import annotations

import time

from engine.contract.action import Action, Event
from engine.contract.dice import ActionDice
from tests.toys.guessing import GuessingState, Toy

SECONDS = 0.05


class Waiting(Toy):
    """The guessing game, slowly, and with nothing to hide, so that its cards offer the moves."""

    name = "waiting"
    same_view_for_all = True

    def apply(
        self, state: GuessingState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        """Wait, and act as in the guessing game."""
        time.sleep(SECONDS)
        events = super().apply(state, seat, action, dice)
        state.mover = seat
        return events
