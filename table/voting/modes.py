"""Ways to play: how many characters there are, who acts for them, and whom the table waits for.

Pure functions of a `GameContext`. A way to play is a class and an entry in `MODES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract.action import GM
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Text
from engine.contract.view import Roles
from table.errors import Refusal
from table.state import Member, Seat
from table.voting.ballot import Ballot, missing_voters
from table.voting.game_context import GameContext


class SoloMode:
    """Each character belongs to one person."""

    name = "solo"
    label = "One character each"
    summary = "Everyone plays their own character."
    votes = False

    def deal_seats(self, context: GameContext, roles: Roles) -> tuple[Seat, ...]:
        """Return a seat for each member; those that the rules still need are the founder's."""
        members = context.state.members
        return _deal(members, max(roles.least_players, min(roles.most_players, len(members))))

    def has_room(self, context: GameContext, roles: Roles) -> bool:
        """Return whether one more can join: the rules take one more, or a seat is free."""
        if context.state.seats:
            return any(seat.person is None for seat in context.state.seats)
        return len(context.state.members) < roles.most_players

    def may_act(self, context: GameContext, person: int) -> list[int]:
        """Return the seats that the person may act for on their turn: here, those they hold."""
        held = [s.seat for s in context.state.seats if context.holder(s) == person]
        return held + _gm_seat(context, person)

    def may_see(self, context: GameContext, person: int) -> list[int]:
        """Return the seats whose view the person may see; who lent a seat still sees it."""
        seen = [s.seat for s in context.state.seats if person in (s.person, context.holder(s))]
        return seen + _gm_seat(context, person)

    def why_not(self, context: GameContext, person: int) -> Text:
        """Return why somebody may act for no seat, in a sentence."""
        for seat in context.state.seats:
            borrower = context.holder(seat)
            if seat.person == person and borrower is not None:
                names = {"character": seat.character, "name": context.name_of(borrower)}
                return Text("{character} is lent to {name} now.", names)
        return Text("You have no character in this game.")

    def waits_for(self, context: GameContext) -> list[int]:
        """Return the people who are asked to act; none when it is nobody's turn in particular."""
        seats = (seat for seat in context.state.seats if seat.seat in context.waiting)
        holders = [holder for seat in seats if (holder := context.holder(seat)) is not None]
        return list(dict.fromkeys(holders + _waiting_gm(context)))


class AloneMode(SoloMode):
    """The same where the rules take one character: one person plays it."""

    label = "Play alone"
    summary = "One person plays. If others join, everybody votes on what the one character does."


class FirstMode(SoloMode):
    """Whoever comes first acts."""

    name = "first"
    label = "First come"
    summary = "You play one character together: anyone who has joined may act, the first to press."

    def deal_seats(self, context: GameContext, roles: Roles) -> tuple[Seat, ...]:
        """Return as few seats as the rules take."""
        return _deal(context.state.members, roles.least_players)

    def has_room(self, context: GameContext, roles: Roles) -> bool:
        """Return True: there is always room."""
        return True

    def may_act(self, context: GameContext, person: int) -> list[int]:
        """Return every seat, for a member."""
        if person not in context.people:
            return []
        return [seat.seat for seat in context.state.seats] + _gm_seat(context, person)

    def may_see(self, context: GameContext, person: int) -> list[int]:
        """Return every seat, for a member."""
        return FirstMode.may_act(self, context, person)

    def why_not(self, context: GameContext, person: int) -> Text:
        """Return how somebody comes to act: every member may."""
        if person not in context.people:
            return Text("You are not in this game yet: `/game join` lets you take part.")
        return super().why_not(context, person)

    def waits_for(self, context: GameContext) -> list[int]:
        """Return nobody, unless it is the Game Master's turn."""
        return _waiting_gm(context)


class VoteMode(FirstMode):
    """The character does what a vote decides."""

    name = "vote"
    label = "Vote on moves"
    summary = "You play one character together: everyone proposes and votes on what it does."
    votes = True

    def waits_for(self, context: GameContext) -> list[int]:
        """Return those who have not voted; the Game Master, who acts without a vote."""
        if not set(context.waiting) - {GM}:
            return _waiting_gm(context)
        ballot = context.state.ballot
        rules = ballot.rules if ballot else None
        electorate = context.electorate(rules.voters if rules else "")
        return missing_voters(ballot or Ballot(0), electorate)


class RotaMode(FirstMode):
    """The turn passes from one person to the next."""

    name = "rota"
    label = "Take turns"
    summary = "You play one character together: each in turn, by turns or by hours."

    def may_act(self, context: GameContext, person: int) -> list[int]:
        """Return every seat, for the person whose turn it is."""
        mine = person == rota_person(context)
        seats = [seat.seat for seat in context.state.seats] if mine else []
        return seats + _gm_seat(context, person)

    def why_not(self, context: GameContext, person: int) -> Text:
        """Return whose turn it is, and when the person's own comes."""
        order = rota_order(context)
        if person not in context.people or not order:
            return super().why_not(context, person)
        names = {"name": context.name_of(order[0])}
        before = order[: order.index(person)] if person in order else ()
        if not before:
            return Text("It is {name}'s turn.", names)
        if len(before) == 1:
            return Text("It is {name}'s turn. You are next.", names)
        names["other"] = context.name_of(before[-1])
        return Text("It is {name}'s turn. You come after {other}.", names)

    def waits_for(self, context: GameContext) -> list[int]:
        """Return the person whose turn it is."""
        person = rota_person(context)
        players = [person] if person is not None and set(context.waiting) - {GM} else []
        return list(dict.fromkeys(players + _waiting_gm(context)))


class GameMasterMode(SoloMode):
    """A Game Master runs the world."""

    name = "table"
    label = "Game Master"
    summary = "A Game Master runs the world; everyone else plays their own character."

    def deal_seats(self, context: GameContext, roles: Roles) -> tuple[Seat, ...]:
        """Return a seat for each member but the Game Master."""
        members = context.state.members
        players = tuple(m for m in members if m.person != context.game_master) or members
        return _deal(players, max(roles.least_players, min(roles.most_players, len(players))))

    def has_room(self, context: GameContext, roles: Roles) -> bool:
        """Return whether there is a place besides the Game Master's."""
        if context.state.seats:
            return any(seat.person is None for seat in context.state.seats)
        return len(context.state.members) < roles.most_players + 1


def rota_person(context: GameContext) -> int | None:
    """Return whose turn it is by rota."""
    named = context.state.rota_person
    return named if named in context.people else next(iter(context.people), None)


def rota_order(context: GameContext) -> tuple[int, ...]:
    """Return the people of the rota in the order of their turns, first whose turn it is now; of
    the others, those who are not away."""
    person, people = rota_person(context), list(context.people)
    if person is None:
        return ()
    place = people.index(person)
    others = people[place + 1 :] + people[:place]
    return (person, *(each for each in others if not context.is_away(each)))


def next_in_rota(context: GameContext, person: int | None) -> int | None:
    """Return who comes after a person: the next who is not away."""
    people = list(context.people)
    if person in people:
        place = people.index(person) + 1
        people = people[place:] + people[:place]
    present = [each for each in people if not context.is_away(each)]
    return next(iter(present or people), None)


def _gm_seat(context: GameContext, person: int) -> list[int]:
    return [GM] if context.is_game_master(person) else []


def _waiting_gm(context: GameContext) -> list[int]:
    master = context.game_master
    return [master] if GM in context.waiting and master is not None else []


def _deal(members: Sequence[Member], count: int) -> tuple[Seat, ...]:
    founder = members[0]
    spare = (Member(founder.person, f"{founder.name[:28]} {n}") for n in range(2, count + 2))
    chosen = [*members[:count], *spare][:count]
    return tuple(Seat(seat, member.name, member.person) for seat, member in enumerate(chosen))


PlayMode = SoloMode  # the base class of ways to play is the simplest one
MODES: dict[str, PlayMode] = {
    mode.name: mode for mode in (SoloMode(), VoteMode(), RotaMode(), FirstMode(), GameMasterMode())
}


def shown_mode(name: str, roles: Roles) -> PlayMode:
    """Return a way to play as it is described where the rules take so many people."""
    alone = name == SoloMode.name and roles.most_players == 1
    return AloneMode() if alone else MODES[name]


def allowed_modes(ruleset: AnyRuleset, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the ways to play that the rules allow with these options, the usual one first."""
    gm = ruleset.roles(options).gm
    if gm == "required":
        return (GameMasterMode.name,)
    return tuple(name for name in MODES if gm == "optional" or name != GameMasterMode.name)


def check_mode(ruleset: AnyRuleset, options: Mapping[str, str], mode: str) -> None:
    """Raise Refusal when the rules do not allow this way to play."""
    if mode not in MODES:
        raise Refusal("The way to play can be: {modes}.", modes=", ".join(MODES))
    allowed = allowed_modes(ruleset, options)
    if mode in allowed:
        return
    if mode == GameMasterMode.name:
        raise Refusal("{title} has no place for a Game Master.", title=ruleset.title)
    raise Refusal(
        "{title} needs a Game Master: its way to play is {allowed}.",
        title=ruleset.title,
        allowed=allowed[0],
    )
