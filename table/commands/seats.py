"""Commands about seats: given, lent, played by themselves."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from table.admission import check_may_join
from table.change import Change, change_of
from table.commands.command import (
    TableCommand,
    announce,
    check_in_charge,
    check_joined,
    check_not_over,
    without_key,
)
from table.context import CommandContext
from table.errors import Refusal
from table.history.entries import AutoplaySet, SeatGiven, SeatLent, SeatReturned
from table.outbox.rows import name_of
from table.references import member_of, refer
from table.schedule.deadlines import deadline, loan_deadline
from table.state import Loan, Person, Seat, TableState


class GiveSeat(TableCommand, frozen=True):
    """Give a seat to a person who has joined, or who joins by that under `name`.

    Its holder may do that, or whoever is in charge.
    """

    seat: int
    person: int
    name: str = ""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        given = _own_seat(state, context, self.seat)
        state = _with_member(state, context, Person(self.person, self.name))
        seats = tuple(replace(s, person=self.person) if s is given else s for s in state.seats)
        change = change_of(state, SeatGiven(self.seat, self.person))
        change = change.with_state(seats=seats, loans=without_key(state.loans, self.seat))
        to = name_of(change.state, self.person)
        return announce(
            change, context, "{who} gave {character} to {to}.", character=given.character, to=to
        )


class LendSeat(TableCommand, frozen=True):
    """Lend a seat to a person who has joined, or who joins by that under `name`; then it comes
    back by itself."""

    seat: int
    person: int
    until: float
    name: str = ""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        lent = _own_seat(state, context, self.seat)
        state = _with_member(state, context, Person(self.person, self.name))
        if self.until <= context.now:
            raise Refusal("That time has passed already.")
        loans = {**state.loans, self.seat: Loan(self.person, self.until)}
        change = change_of(state, SeatLent(self.seat, self.person, self.until))
        change = change.with_state(loans=loans)
        change = change.set_deadlines(loan_deadline(change.state))
        to = name_of(change.state, self.person)
        return announce(
            change, context, "{who} lent {character} to {to}.", character=lent.character, to=to
        )


class TakeBackSeat(TableCommand, frozen=True):
    """Take a lent seat back."""

    seat: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        _own_seat(state, context, self.seat)
        if self.seat not in state.loans:
            raise Refusal("That character is not lent to anybody.")
        return return_seats(state, (self.seat,))


class SetAutoplay(TableCommand, frozen=True):
    """Let a seat play by itself, or no more."""

    seat: int
    on: bool

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        own = _own_seat(state, context, self.seat)
        seats = {*state.autoplaying} - {self.seat}
        if self.on:
            seats.add(self.seat)
        if self.on and seats >= {each.seat for each in state.seats}:
            raise Refusal("Then nobody would play any more.")
        change = change_of(state, AutoplaySet(self.seat, self.on))
        change = change.with_state(autoplaying=tuple(sorted(seats)))
        if self.on and state.game.phase == "play":
            change = change.set_deadlines(deadline(change.state, "autoplay", context.now))
        text = "{who} changed a character: {character} no longer plays by itself."
        if self.on:
            text = "{who} changed a character: {character} now plays by itself."
        return announce(change, context, text, character=own.character)


def return_seats(state: TableState, seats: Collection[int]) -> Change:
    """Return the change by which lent seats come back."""
    change = change_of(state, SeatReturned(tuple(seats)))
    loans = {seat: loan for seat, loan in state.loans.items() if seat not in seats}
    change = change.with_state(loans=loans)
    if loans:
        return change.set_deadlines(loan_deadline(change.state))
    return change.cancel_deadlines("loan")


def _with_member(state: TableState, context: CommandContext, who: Person) -> TableState:
    """Return the state in which a person has joined. Raises Refusal for a stranger without a
    name."""
    if not who.name or who.id in state.people:
        check_joined(state, who.id)
        return state
    check_may_join(state, who.id)
    state = refer(state, [who], context.entropy)
    return replace(state, members=(*state.members, member_of(state, who)))


def _own_seat(state: TableState, context: CommandContext, seat: int) -> Seat:
    """Return the seat if it is the person's, or they are in charge. Raises Refusal."""
    check_not_over(state)
    found = next((each for each in state.seats if each.seat == seat), None)
    if found is None:
        raise Refusal("There is no such character.")
    if found.person != context.person.id:
        check_in_charge(state, context.person, "dispose of another's character in")
    return found
