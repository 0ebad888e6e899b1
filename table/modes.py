"""Ways to play: how many heroes there are, who moves them, and whom the table waits for.

Pure functions of who has joined and who holds which seat. A way to play is a class of `Mode`'s
shape and an entry in `MODES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from table.records import Member, Seat


class Mode(Protocol):
    """A way to play. `limits`: how many heroes the ruleset takes, at least and at most."""

    name: str
    summary: str  # one sentence for the lobby

    def heroes(self, limits: tuple[int, int], members: Sequence[Member]) -> tuple[Seat, ...]:
        """The seats of a game that these members begin (the first one founded it)."""
        ...

    def room(
        self, limits: tuple[int, int], members: Sequence[Member], seats: Sequence[Seat]
    ) -> bool:
        """Whether one more may join (`seats` is empty in the lobby)."""
        ...

    def moves(self, seats: Sequence[Seat], members: Sequence[Member], person: int) -> list[int]:
        """The seats that the person may move when it is their turn."""
        ...

    def waits_for(self, seats: Sequence[Seat], to_move: Sequence[int]) -> list[int]:
        """The people who are asked to move; none when it is nobody's in particular."""
        ...


class Solo:
    """Each hero belongs to one person."""

    name = "solo"
    summary = "Each hero is moved by the one who holds it."

    def heroes(self, limits: tuple[int, int], members: Sequence[Member]) -> tuple[Seat, ...]:
        """A hero for each member; those that the ruleset still needs are the founder's."""
        return _heroes(members, max(limits[0], min(limits[1], len(members))))

    def room(
        self, limits: tuple[int, int], members: Sequence[Member], seats: Sequence[Seat]
    ) -> bool:
        """While the ruleset takes one more hero, or a hero has nobody."""
        if seats:
            return any(seat.person is None for seat in seats)
        return len(members) < limits[1]

    def moves(self, seats: Sequence[Seat], members: Sequence[Member], person: int) -> list[int]:
        """Their own."""
        return [seat.seat for seat in seats if seat.person == person]

    def waits_for(self, seats: Sequence[Seat], to_move: Sequence[int]) -> list[int]:
        """Those who hold the seats to move."""
        holders = [s.person for s in seats if s.seat in to_move and s.person is not None]
        return list(dict.fromkeys(holders))


class First:
    """Whoever comes first moves."""

    name = "first"
    summary = "Anyone who has joined may move; the first to press is the one who does."

    def heroes(self, limits: tuple[int, int], members: Sequence[Member]) -> tuple[Seat, ...]:
        """As few as the ruleset takes."""
        return _heroes(members, limits[0])

    def room(
        self, limits: tuple[int, int], members: Sequence[Member], seats: Sequence[Seat]
    ) -> bool:
        """Always."""
        return True

    def moves(self, seats: Sequence[Seat], members: Sequence[Member], person: int) -> list[int]:
        """Every seat, for a member."""
        joined = any(member.person == person for member in members)
        return [seat.seat for seat in seats] if joined else []

    def waits_for(self, seats: Sequence[Seat], to_move: Sequence[int]) -> list[int]:
        """Nobody in particular."""
        return []


def _heroes(members: Sequence[Member], count: int) -> tuple[Seat, ...]:
    founder = members[0]
    spare = (Member(founder.person, f"{founder.name[:28]} {n}") for n in range(2, count + 2))
    chosen = [*members[:count], *spare][:count]
    return tuple(Seat(seat, member.name, member.person) for seat, member in enumerate(chosen))


MODES: dict[str, Mode] = {mode.name: mode for mode in (Solo(), First())}
