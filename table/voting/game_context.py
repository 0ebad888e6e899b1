"""A table at a moment, with its people's preferences: what ways to play and schedules ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.contract.action import GM
from table.schedule.quiet_hours import Preferences
from table.state import GameRecord, Seat, TableState
from table.voting.ballot import Electorate


class GameContext(msgspec.Struct, frozen=True):
    """A table's state, the time, and the preferences of its people."""

    state: TableState
    now: float
    preferences: Mapping[int, Preferences] = {}

    @property
    def game(self) -> GameRecord:
        """Return the facts of the game."""
        return self.state.game

    @property
    def people(self) -> tuple[int, ...]:
        """Return who has joined."""
        return self.state.people

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the seats that the game waits for; none when it is not being played."""
        summary = self.state.summary
        return summary.turn.waiting if summary and self.game.phase == "play" else ()

    @property
    def acting(self) -> tuple[int, ...]:
        """Return the seats that may act now: those that are waited for come first."""
        summary = self.state.summary
        return (*self.waiting, *summary.turn.also) if summary and self.waiting else ()

    @property
    def leader(self) -> int:
        """Return who leads: whom the founder named, while they are here, else the founder."""
        named = self.state.leader
        return named if named in self.people else self.game.founder

    @property
    def game_master(self) -> int | None:
        """Return the Game Master: who was named, else the founder; None once they have left."""
        if self.state.game_master_left:
            return None
        named = self.state.game_master
        return named if named in self.people else self.game.founder

    @property
    def playing_by_themselves(self) -> frozenset[int]:
        """Return the seats that play by themselves: who left or is away runs no world."""
        master = self.game_master
        gone = master is None or self.is_away(master)
        return frozenset((*self.state.autoplaying, *([GM] if gone else ())))

    def is_game_master(self, person: int) -> bool:
        """Return whether the person acts for the Game Master's seat.

        A game without a Game Master that waits for one all the same has the founder for it.
        """
        needed = self.game.mode == "table" or GM in self.acting
        return needed and person == self.game_master

    def holder(self, seat: Seat) -> int | None:
        """Return who has the seat now: its person, or whom it is lent to."""
        loan = self.state.loans.get(seat.seat)
        return loan.person if loan and self.now < loan.until else seat.person

    def name_of(self, person: int) -> str:
        """Return the name that somebody joined under."""
        found = (member.name for member in self.state.members if member.person == person)
        return next(found, "somebody")

    def preferences_of(self, person: int) -> Preferences:
        """Return the person's preferences."""
        return self.preferences.get(person, Preferences())

    def is_away(self, person: int) -> bool:
        """Return whether the person has said that they are away now."""
        return self.now < self.preferences_of(person).away_until

    def electorate(self, voters: Literal["members", "players", ""] = "") -> Electorate:
        """Return who may vote now: `voters`, or those whom the settings name.

        Those who are away do not count, unless all are.
        """
        people = list(self.people)
        if (voters or self.game.settings.clauses.voters) == "players":
            holders = (self.holder(seat) for seat in self.state.seats)
            people = list(dict.fromkeys(holder for holder in holders if holder is not None))
        present = [person for person in people if not self.is_away(person)] or people
        delegates = {
            person: delegation.person
            for person, delegation in self.state.delegations.items()
            if delegation.until is None or self.now < delegation.until
        }
        # Somebody who is away and has named a delegate is heard through them.
        present += [p for p in people if p not in present and delegates.get(p) in present]
        return Electorate(tuple(present), self.leader, delegates)
