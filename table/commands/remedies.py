"""Commands against nuisance: remove and ban people, play by invitation; and offers of seats, which
end by themselves."""

from __future__ import annotations

from msgspec.structs import replace

from table.admission import ban_mark, check_may_join
from table.change import Change, change_of
from table.commands.command import TableCommand, check_not_over, without_key
from table.commands.lobby import leave_game
from table.context import CommandContext
from table.errors import Refusal
from table.history.entries import EntryChanged, Invited, Removed, SeatGiven, SeatOffered
from table.references import member_of
from table.rights import check_right, roles_in
from table.state import SeatOffer, TableState

OFFER_SECONDS = 86400.0  # that an offered seat can be taken


class RemovePerson(TableCommand, frozen=True):
    """Take a person out of the game; with `ban` they cannot come back."""

    person: int
    ban: bool = False

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        who = context.person
        check_right("remove people from", who, roles_in(state, who))
        if self.person == who.id:
            raise Refusal("To go yourself, use /game leave.")
        if self.person not in state.people and not self.ban:
            raise Refusal("They are not in this game.")
        change = change_of(state, Removed(self.person, self.ban))
        offers = {s: o for s, o in state.offers.items() if self.person not in (o.person, o.by)}
        change = change.with_state(
            offers=offers, invited=tuple(each for each in state.invited if each != self.person)
        )
        if self.ban:
            mark = ban_mark(state, self.person)
            change = change.with_state(banned=tuple({*state.banned, mark}))
        if self.person not in state.people:
            return change
        return leave_game(change, context, self.person)


class Invite(TableCommand, frozen=True):
    """Let a person join a game by invitation; a ban is lifted by it."""

    person: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        check_right("invite people to", context.person, roles_in(state, context.person))
        mark = ban_mark(state, self.person)
        return change_of(state, Invited(self.person)).with_state(
            invited=tuple(dict.fromkeys((*state.invited, self.person))),
            banned=tuple(each for each in state.banned if each != mark),
        )


class SetEntry(TableCommand, frozen=True):
    """Let only invited people join, or everybody again."""

    by_invitation: bool

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        check_right("invite people to", context.person, roles_in(state, context.person))
        change = change_of(state, EntryChanged(self.by_invitation))
        return change.with_state(by_invitation=self.by_invitation)


class OfferSeat(TableCommand, frozen=True):
    """Offer a seat of one's own to a person, who may take it for a day."""

    seat: int
    person: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        who = context.person
        seat = next((each for each in state.seats if each.seat == self.seat), None)
        if seat is None:
            raise Refusal("There is no such character.")
        if seat.person != who.id:
            raise Refusal("Only the player of a character can offer it.")
        check_may_join(state, self.person)
        offer = SeatOffer(self.person, who.id, context.now + OFFER_SECONDS)
        change = change_of(state, SeatOffered(self.seat, self.person))
        return change.with_card("same").with_state(offers={**state.offers, self.seat: offer})


class TakeOfferedSeat(TableCommand, frozen=True):
    """Take a seat that was offered; whoever takes it joins under their name."""

    seat: int

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        who, offer = context.person, state.offers.get(self.seat)
        seat = next((each for each in state.seats if each.seat == self.seat), None)
        if offer is None or seat is None or seat.person != offer.by:
            raise Refusal("That offer is gone.")
        if offer.person != who.id:
            raise Refusal("That character was offered to somebody else.")
        if offer.until <= context.now:
            raise Refusal("That offer is too old; ask for a new one.")
        check_may_join(state, who.id)
        members = state.members
        if who.id not in state.people:
            members = (*members, member_of(state, who))
        seats = tuple(replace(s, person=who.id) if s is seat else s for s in state.seats)
        return change_of(state, SeatGiven(self.seat, who.id)).with_state(
            members=members,
            seats=seats,
            loans=without_key(state.loans, self.seat),
            offers=without_key(state.offers, self.seat),
        )
