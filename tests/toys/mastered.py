"""The guessing game with a Game Master where the players want one."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.contract.action import GM, Action, Event, IllegalAction, Offer
from engine.contract.dice import ActionDice
from engine.contract.view import Roles, View
from tests.toys.guessing import GuessingState, Toy


class Mastered(Toy):
    """The guessing game whose Game Master sees both words and moves for whoever is to move."""

    name = "mastered"

    def roles(self, options: Mapping[str, str]) -> Roles:
        """Return two players and perhaps a Game Master."""
        return Roles(2, 2, "optional")

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        """Return the offers of the seat; for the Game Master those of the seat to move."""
        if seat == GM:
            return super().legal(state, state.mover) if state.gm else []
        return super().legal(state, seat)

    def apply(
        self, state: GuessingState, seat: int, action: Action, dice: ActionDice
    ) -> list[Event]:
        """Act as the seat; the Game Master as the seat to move."""
        if seat == GM and not state.gm:
            raise IllegalAction("This game has no Game Master.")
        return super().apply(state, state.mover if seat == GM else seat, action, dice)

    def view(self, state: GuessingState, seat: int | None) -> View:
        """Return what the seat sees; for the Game Master everything."""
        if seat != GM:
            return super().view(state, seat)
        words = tuple(
            (f"Word of {name}", word) for name, word in zip(state.names, state.secrets, strict=True)
        )
        public = super().view(state, None)
        asked = super().view(state, state.mover).question
        return replace(public, facts=(*public.facts, *words), question=asked)
