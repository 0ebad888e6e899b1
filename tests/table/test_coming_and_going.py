"""People and seats that come and go: what becomes of all that named them, and of deadlines."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from table.commands.command import TableCommand, decide
from table.commands.deadlines import (
    AutoplaySeats,
    CloseMotion,
    DeadlineCommand,
    DoDecided,
    PassRota,
    RemindOfMotion,
    ReturnLoans,
)
from table.commands.gm import NameGameMaster
from table.commands.lobby import EndAbandoned, Join, Leave, Pause, Resume
from table.commands.play import Act
from table.commands.remedies import Invite, RemovePerson, SetEntry, TakeOfferedSeat
from table.commands.seats import GiveSeat, SetAutoplay, TakeBackSeat
from table.commands.votes import Vote
from table.errors import Refusal
from table.state import Deadline, Delegation, Loan, Person, TableState
from tests.table.test_commands import NOW, STATES, ZOE, after, begun, context
from tests.table.world import ANN, BOB, EVE
from tests.toys.mastered import Mastered

MANAGER = Person(EVE.id, EVE.name, manager=True)


def due_alone(state: TableState, command: type[DeadlineCommand]) -> TableState:
    """Return the state with this deadline and no other."""
    return replace(state, deadlines={command.kind: Deadline(1, command.kind, NOW, 3)})


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (DoDecided, "Nothing is decided."),
        (CloseMotion, "There is no motion any more."),
        (RemindOfMotion, "There is no motion any more."),
        (ReturnLoans, "Nothing is lent any more."),
        (PassRota, "The turn is not passed round any more."),
        (AutoplaySeats, "There is nothing that the character could do."),
    ],
)
def test_a_deadline_whose_matter_is_gone_changes_nothing(
    command: type[DeadlineCommand], said: str
) -> None:
    state = due_alone(STATES["play"], command)
    with pytest.raises(Refusal) as refusal:
        decide(state, command(3), context(state, None))
    assert str(refusal.value) == said


def test_where_no_seat_plays_by_itself_nothing_is_loaded_for_it() -> None:
    state = due_alone(STATES["play"], AutoplaySeats)
    with pytest.raises(Refusal, match="No character plays by itself now"):
        AutoplaySeats(3).needs(state, context(state, None))


@pytest.mark.parametrize("number", [2, 4])
def test_a_deadline_that_was_set_anew_is_not_met_by_the_former(number: int) -> None:
    state = due_alone(STATES["play"], ReturnLoans)
    with pytest.raises(Refusal, match="has been met already"):
        decide(state, ReturnLoans(number), context(state, None))


def test_lent_seats_come_back_each_at_its_time() -> None:
    loans = {0: Loan(BOB.id, NOW), 1: Loan(ANN.id, NOW + 50)}
    state = due_alone(replace(STATES["play"], loans=loans), ReturnLoans)
    change = decide(state, ReturnLoans(3), context(state, None))
    assert change.state.loans == {1: Loan(ANN.id, NOW + 50)}
    assert change.state.deadlines["loan"].due == NOW + 50
    later = decide(
        change.state,
        ReturnLoans(change.state.deadlines["loan"].set_by),
        context(change.state, None, now=NOW + 50),
    )
    assert (later.state.loans, later.state.deadlines) == ({}, {})


def test_taking_one_seat_back_leaves_the_other_lent() -> None:
    loans = {0: Loan(BOB.id, NOW + 20), 1: Loan(ANN.id, NOW + 50)}
    state = replace(STATES["play"], loans=loans)
    change = decide(state, TakeBackSeat(0), context(state))
    assert change.state.loans == {1: Loan(ANN.id, NOW + 50)}
    assert change.state.deadlines["loan"].due == NOW + 50


# ---------------------------------------------------------------- people who come and go


def test_nothing_names_somebody_any_more_who_has_left() -> None:
    state = replace(
        STATES["vote"],
        leader=BOB.id,
        moved=BOB.id,
        game_master=BOB.id,
        rota_person=BOB.id,
        loans={0: Loan(BOB.id, NOW + 9), 1: Loan(EVE.id, NOW + 9), 2: Loan(ANN.id, NOW + 9)},
        delegations={BOB.id: Delegation(EVE.id, None), EVE.id: Delegation(ANN.id, None)},
        last_active={BOB.id: NOW, EVE.id: NOW},
        unanswered={BOB.id: 1, EVE.id: 2},
    )
    left = decide(state, Leave(), context(state, BOB)).state
    assert left.people == (ANN.id, EVE.id)
    assert (left.leader, left.moved, left.game_master, left.rota_person) == (None,) * 4
    assert left.loans == {1: Loan(EVE.id, NOW + 9), 2: Loan(ANN.id, NOW + 9)}
    assert left.delegations == {EVE.id: Delegation(ANN.id, None)}
    assert (left.last_active, left.unanswered) == ({EVE.id: NOW}, {EVE.id: 2})
    stayed = decide(state, Leave(), context(state, EVE)).state
    assert (stayed.leader, stayed.moved, stayed.game_master, stayed.rota_person) == (BOB.id,) * 4
    assert [seat.person for seat in stayed.seats] == [seat.person for seat in state.seats]


def test_who_leaves_leaves_their_character_and_the_founder_their_place() -> None:
    left = decide(STATES["play"], Leave(), context(STATES["play"])).state
    assert [seat.person for seat in left.seats] == [None, BOB.id]
    assert left.game.founder == BOB.id
    assert left.game.phase == "play"
    alone = decide(STATES["play"], Leave(), context(STATES["play"], BOB)).state
    assert alone.game.founder == ANN.id
    nobody = decide(alone, Leave(), context(alone)).state
    assert (nobody.game.phase, nobody.game.pause_reason) == ("paused", "Nobody is left.")
    back = decide(nobody, Join(), context(nobody, EVE)).state
    assert back.game.founder == EVE.id
    assert [seat.person for seat in back.seats] == [EVE.id, None]
    abandoned = decide(nobody, EndAbandoned(), context(nobody, None)).state
    assert (abandoned.game.phase, abandoned.game.ended) == ("over", NOW)


@pytest.mark.parametrize(
    ("state", "follower"), [("full lobby", ANN.id), ("play", None), ("paused", None)]
)
@pytest.mark.parametrize("command", [Leave(), RemovePerson(BOB.id)])
def test_once_a_game_has_begun_nobody_follows_a_game_master_who_left_unnamed(
    state: str, follower: int | None, command: TableCommand
) -> None:
    played = STATES[state]
    led = replace(played, game=replace(played.game, mode="table"), game_master=BOB.id)
    who = BOB if isinstance(command, Leave) else ANN
    change = decide(led, command, context(led, who))
    assert context(change.state).at(change.state).game_master == follower
    told = [str(draft.content.text) for draft in change.outbox]
    assert any("The Game Master has left." in each for each in told) is (follower is None)
    stayed = decide(led, Leave(), context(led, ANN)).state
    assert context(stayed).at(stayed).game_master == BOB.id


def test_who_follows_a_game_master_is_put_to_the_vote_once_people_can_vote() -> None:
    paused = replace(STATES["paused"], game_master_left=True)
    with pytest.raises(Refusal, match=r"^The game is paused\. Tea\.$"):
        decide(paused, NameGameMaster(ANN.id), context(paused, BOB))
    resumed = decide(paused, Resume(), context(paused)).state
    asked = context(resumed, BOB, ruleset=Mastered())
    change = decide(resumed, NameGameMaster(ANN.id), asked)
    assert change.state.game_master_left
    assert change.state.motion is not None
    named = decide(change.state, Vote(("A",), motion=True), context(change.state)).state
    assert (named.game_master, named.game_master_left) == (ANN.id, False)


def test_a_lobby_that_its_last_member_leaves_is_over() -> None:
    left = decide(STATES["lobby"], Leave(), context(STATES["lobby"])).state
    assert (left.game.phase, left.game.ended) == ("over", NOW)


def test_a_ban_takes_offers_and_invitations_and_an_invitation_lifts_it() -> None:
    state = after("offered", ANN, Invite(EVE.id))
    state = decide(state, Invite(ZOE.id), context(state)).state
    assert state.invited == (EVE.id, ZOE.id)
    banned = decide(state, RemovePerson(EVE.id, ban=True), context(state)).state
    assert (banned.offers, banned.invited, len(banned.banned)) == ({}, (ZOE.id,), 1)
    again = decide(banned, RemovePerson(EVE.id, ban=True), context(banned)).state
    assert again.banned == banned.banned
    lifted = decide(banned, Invite(EVE.id), context(banned)).state
    assert (lifted.banned, lifted.invited) == ((), (ZOE.id, EVE.id))
    kept = decide(state, RemovePerson(BOB.id), context(state)).state
    assert (kept.offers, kept.banned) == (state.offers, ())
    assert kept.people == (ANN.id,)


def test_who_offers_a_seat_and_is_removed_offers_it_no_more() -> None:
    state = STATES["offered"]
    removed = decide(state, RemovePerson(ANN.id), context(state, MANAGER)).state
    assert removed.offers == {}
    assert removed.game.founder == BOB.id


def test_a_seat_that_was_offered_goes_to_who_takes_it_with_all_that_was_lent_of_it() -> None:
    offered = STATES["offered"]
    assert offered.offers[0].until == NOW + 86400
    state = replace(offered, loans={0: Loan(BOB.id, NOW + 9), 1: Loan(ANN.id, NOW + 9)})
    taken = decide(state, TakeOfferedSeat(0), context(state, EVE)).state
    assert [seat.person for seat in taken.seats] == [EVE.id, BOB.id]
    assert taken.people == (ANN.id, BOB.id, EVE.id)
    assert (taken.offers, taken.loans) == ({}, {1: Loan(ANN.id, NOW + 9)})
    last = context(state, EVE, now=NOW + 86399)
    assert decide(state, TakeOfferedSeat(0), last).state.seats == taken.seats
    with pytest.raises(Refusal, match="too old"):
        decide(state, TakeOfferedSeat(0), context(state, EVE, now=NOW + 86400))


def test_a_seat_given_away_is_lent_no_more() -> None:
    state = replace(STATES["lent"], loans={0: Loan(BOB.id, NOW + 9), 1: Loan(ANN.id, NOW + 9)})
    given = decide(state, GiveSeat(0, BOB.id), context(state)).state
    assert [seat.person for seat in given.seats] == [BOB.id, BOB.id]
    assert given.loans == {1: Loan(ANN.id, NOW + 9)}


def test_only_the_invited_join_a_game_by_invitation_until_it_is_open_again() -> None:
    closed = STATES["by invitation"]
    invited = decide(closed, Invite(EVE.id), context(closed)).state
    assert decide(invited, Join(), context(invited, EVE)).state.people == (ANN.id, EVE.id)
    opened = decide(closed, SetEntry(False), context(closed)).state
    assert decide(opened, Join(), context(opened, EVE)).state.people == (ANN.id, EVE.id)


@pytest.mark.parametrize(("seconds", "said"), [(0.0, "30"), (29.0, "1"), (30.0, None)])
def test_where_the_first_to_press_acts_the_others_have_their_time(
    seconds: float, said: str | None
) -> None:
    state = begun(ANN, BOB, mode="first", cooldown="30")
    state = decide(state, Act("step s"), context(state)).state
    here = context(state, now=NOW + seconds)
    if said is None:
        assert decide(state, Act("look", seat=1), here).entries
        return
    with pytest.raises(Refusal) as refusal:
        decide(state, Act("look", seat=1), here)
    assert str(refusal.value) == f"Let others play: you may again in {said} seconds."
    assert decide(state, Act("look", seat=1), context(state, BOB)).entries


@pytest.mark.parametrize(("gone", "closes"), [((), 3600.0), ((BOB, EVE), 0.0)])
def test_a_vote_that_those_who_left_in_a_pause_settle_closes_when_it_goes_on(
    gone: tuple[Person, ...], closes: float
) -> None:
    state = after("proposed", ANN, Pause())
    for who in gone:
        state = decide(state, Leave(), context(state, who)).state
    back = decide(state, Resume(), context(state)).state
    assert back.ballot == STATES["proposed"].ballot
    assert back.deadlines["turn"].due == NOW + closes


def test_a_character_plays_by_itself_until_it_is_told_not_to() -> None:
    halfway = STATES["halfway"]
    assert halfway.autoplaying == (1,)
    stopped = decide(halfway, SetAutoplay(1, False), context(halfway, BOB)).state
    assert stopped.autoplaying == ()
    again = decide(halfway, SetAutoplay(1, True), context(halfway, BOB)).state
    assert again.autoplaying == (1,)
