"""The toy with a Game Master."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import GM, Offer, View
from tests.toy import State, Toy


class Mastered(Toy):
    """The Game Master sees both words, and moves for whoever is to move."""

    name = "mastered"
    has_gm = True

    def legal(self, state: State, seat: int) -> list[Offer]:
        """The Game Master's offers are those of the seat to move."""
        return super().legal(state, state.mover if seat == GM else seat)

    def view(self, state: State, seat: int | None) -> View:
        """What the seat sees; the Game Master everything."""
        if seat != GM:
            return super().view(state, seat)
        words = tuple(
            (f"Word of {name}", word) for name, word in zip(state.names, state.secrets, strict=True)
        )
        public = super().view(state, None)
        return replace(public, facts=(*public.facts, *words))
