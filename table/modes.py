"""Ways to play: how many heroes there are, who moves them, and whom the table waits for.

Pure functions of how a game stands (`At`). A way to play is a class and an entry in `MODES`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.game import GM
from table.ballot import Electorate, voices
from table.hours import Habits
from table.records import Game, Member, Seat


class At(msgspec.Struct, frozen=True):
    """How a game stands, as far as ways to play ask: its facts, its people, the time."""

    game: Game
    members: tuple[Member, ...]
    seats: tuple[Seat, ...]
    now: float
    habits: dict[int, Habits] = {}

    @property
    def people(self) -> list[int]:
        """Who has joined."""
        return [member.person for member in self.members]

    @property
    def leader(self) -> int:
        """Who leads: whom the founder named, while they are here, else the founder."""
        named = self.game.affairs.leader
        return named if named in self.people else self.game.founder

    @property
    def master(self) -> int:
        """The Game Master: whom the founder named, while they are here, else the founder."""
        named = self.game.affairs.master
        return named if named in self.people else self.game.founder

    def holder(self, seat: Seat) -> int | None:
        """Who has the seat now: its person, or whom it is lent to."""
        loan = self.game.affairs.loans.get(seat.seat)
        return loan.to if loan and self.now < loan.until else seat.person

    def away(self, person: int) -> bool:
        """Whether the person has said that they are away now."""
        return self.now < self.habits.get(person, Habits()).away

    def electorate(self) -> Electorate:
        """Who may vote now; those who are away do not count, unless all are."""
        affairs = self.game.affairs
        people = self.people
        if self.game.terms.clauses.voters == "heroes":
            people = list(dict.fromkeys(h for s in self.seats if (h := self.holder(s))))
        here = [person for person in people if not self.away(person)] or people
        given = {
            person: each.to
            for person, each in affairs.delegations.items()
            if each.until is None or self.now < each.until
        }
        # Somebody who is away and has named a delegate is heard through them.
        here += [person for person in people if person not in here and person in given]
        return Electorate(tuple(here), self.leader, given)


class Solo:
    """Each hero belongs to one person."""

    name = "solo"
    summary = "Each hero is moved by the one who holds it."
    votes = False

    def heroes(self, at: At, limits: tuple[int, int]) -> tuple[Seat, ...]:
        """A hero for each member; those that the ruleset still needs are the founder's."""
        return _heroes(at.members, max(limits[0], min(limits[1], len(at.members))))

    def room(self, at: At, limits: tuple[int, int]) -> bool:
        """While the ruleset takes one more hero, or a hero has nobody."""
        if at.seats:
            return any(seat.person is None for seat in at.seats)
        return len(at.members) < limits[1]

    def moves(self, at: At, person: int) -> list[int]:
        """The seats that the person may move when it is their turn: here, those they hold."""
        return [seat.seat for seat in at.seats if at.holder(seat) == person]

    def sees(self, at: At, person: int) -> list[int]:
        """The seats through whose eyes the person may look; one who lent a seat looks on."""
        return [s.seat for s in at.seats if person in (s.person, at.holder(s))]

    def waits_for(self, at: At, to_move: Sequence[int]) -> list[int]:
        """The people who are asked to move; none when it is nobody's in particular."""
        holders = [h for seat in at.seats if seat.seat in to_move and (h := at.holder(seat))]
        return list(dict.fromkeys(holders))


class First(Solo):
    """Whoever comes first moves."""

    name = "first"
    summary = "Anyone who has joined may move; the first to press is the one who does."

    def heroes(self, at: At, limits: tuple[int, int]) -> tuple[Seat, ...]:
        """As few as the ruleset takes."""
        return _heroes(at.members, limits[0])

    def room(self, at: At, limits: tuple[int, int]) -> bool:
        """Always."""
        return True

    def moves(self, at: At, person: int) -> list[int]:
        """Every seat, for a member."""
        return [seat.seat for seat in at.seats] if person in at.people else []

    def sees(self, at: At, person: int) -> list[int]:
        """Every seat, for a member."""
        return First.moves(self, at, person)

    def waits_for(self, at: At, to_move: Sequence[int]) -> list[int]:
        """Nobody in particular."""
        return []


class Vote(First):
    """The hero does what the vote decides."""

    name = "vote"
    summary = "Everybody proposes and votes; the hero does what the vote decides."
    votes = True

    def waits_for(self, at: At, to_move: Sequence[int]) -> list[int]:
        """Those whose voice is missing."""
        if not to_move:
            return []
        electorate, ballot = at.electorate(), at.game.affairs.ballot
        given = voices(ballot, electorate) if ballot else {}
        return [person for person in electorate.voters if person not in given]


class Rota(First):
    """The hero passes from one to the next."""

    name = "rota"
    summary = "The hero passes from one to the next, by turns or by hours."

    def moves(self, at: At, person: int) -> list[int]:
        """Every seat, for the one whose turn it is."""
        mine = person == self.turn_of(at)
        return [seat.seat for seat in at.seats] if mine else []

    def waits_for(self, at: At, to_move: Sequence[int]) -> list[int]:
        """The one whose turn it is."""
        turn_of = self.turn_of(at)
        return [turn_of] if to_move and turn_of is not None else []

    @staticmethod
    def turn_of(at: At) -> int | None:
        """Whose turn it is."""
        named = at.game.affairs.turn_of
        return named if named in at.people else next(iter(at.people), None)

    @staticmethod
    def next_of(at: At, person: int | None) -> int | None:
        """Who comes after a person: the next who is not away."""
        people = at.people
        if person in people:
            place = people.index(person) + 1
            people = people[place:] + people[:place]
        here = [each for each in people if not at.away(each)]
        return next(iter(here or people), None)


class Mastered(Solo):
    """A Game Master runs the world."""

    name = "table"
    summary = "A Game Master runs the world; each hero is moved by the one who holds it."

    def heroes(self, at: At, limits: tuple[int, int]) -> tuple[Seat, ...]:
        """A hero for each member but the Game Master."""
        players = tuple(m for m in at.members if m.person != at.master) or at.members
        return _heroes(players, max(limits[0], min(limits[1], len(players))))

    def room(self, at: At, limits: tuple[int, int]) -> bool:
        """While there is a place besides the Game Master's."""
        if at.seats:
            return any(seat.person is None for seat in at.seats)
        return len(at.members) < limits[1] + 1

    def moves(self, at: At, person: int) -> list[int]:
        """Their own; the Game Master's."""
        own = [GM] if person == at.master else []
        return [*super().moves(at, person), *own]

    def sees(self, at: At, person: int) -> list[int]:
        """Their own; the Game Master sees all."""
        own = [GM] if person == at.master else []
        return [*super().sees(at, person), *own]

    def waits_for(self, at: At, to_move: Sequence[int]) -> list[int]:
        """Those who hold the seats to move, and the Game Master."""
        master = [at.master] if GM in to_move else []
        return list(dict.fromkeys([*super().waits_for(at, to_move), *master]))


def _heroes(members: Sequence[Member], count: int) -> tuple[Seat, ...]:
    founder = members[0]
    spare = (Member(founder.person, f"{founder.name[:28]} {n}") for n in range(2, count + 2))
    chosen = [*members[:count], *spare][:count]
    return tuple(Seat(seat, member.name, member.person) for seat, member in enumerate(chosen))


Mode = Solo  # the shape of a way to play, and the simplest one
MODES: dict[str, Mode] = {mode.name: mode for mode in (Solo(), Vote(), Rota(), First(), Mastered())}
