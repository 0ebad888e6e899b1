"""Sentences that a channel reads of what people in charge, the clock and the bot itself did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from table.change import Change
from table.commands.command import TableCommand, decide
from table.commands.deadlines import deadline_command
from table.commands.lobby import ChangeSetting, End, Pause, Resume
from table.commands.play import Act
from table.commands.seats import GiveSeat, LendSeat, SetAutoplay
from table.commands.upkeep import CatchUp, KeepRecoveredState, RescheduleTurn, ResumeSuspended
from table.commands.votes import NameLeader
from table.errors import Refusal
from table.references import names_in
from table.shown_names import fill_names
from table.state import Person
from tests.table.test_commands import NOW, STATES, after, begun, context
from tests.table.world import ANN, BOB, EVE

MANAGER = Person(EVE.id, EVE.name, manager=True)
DAILY = begun(pace="daily")


def notices(change: Change) -> list[str]:
    """Return what the channel is told by a change, with people's names."""
    names = names_in(change.state)
    return [
        str(fill_names(draft.content.text, names))
        for draft in change.outbox
        if draft.kind == "notice"
    ]


@pytest.mark.parametrize(
    ("state", "who", "command", "said"),
    [
        ("play", ANN, Pause(), "Ann paused the game."),
        ("play", ANN, Pause(" Tea \n now "), "Ann paused the game: Tea now"),
        ("play", MANAGER, Pause("x" * 300), f"Eve paused the game: {'x' * 200}"),
        ("paused", ANN, Resume(), "Ann resumed the game."),
        ("play", MANAGER, End(), "Eve ended the game."),
        ("play", ANN, GiveSeat(0, BOB.id), "Ann gave Ann to Bob."),
        ("play", ANN, LendSeat(1, ANN.id, NOW + 9), "Ann lent Bob to Ann."),
        ("play", ANN, LendSeat(0, EVE.id, NOW + 9, "Eve"), "Ann lent Ann to Eve."),
        ("play", ANN, SetAutoplay(1, True), "Ann changed a character: Bob now plays by itself."),
        (
            "halfway",
            BOB,
            SetAutoplay(1, False),
            "Bob changed a character: Bob no longer plays by itself.",
        ),
        ("play", ANN, NameLeader(BOB.id), "Ann named Bob leader."),
        (
            "play",
            ANN,
            ChangeSetting("pace", "daily"),
            "Ann changed a setting: How long a turn may take: daily.",
        ),
        (
            "play",
            ANN,
            ChangeSetting("mode", "vote"),
            "Ann changed a setting: How you play: Vote on moves.",
        ),
        (
            "proposed",
            ANN,
            ChangeSetting("tie", "draw"),
            "Ann changed a setting: Who wins in a tie: draw. The vote that is open keeps its"
            " rules.",
        ),
        (
            "proposed",
            ANN,
            ChangeSetting("mode", "solo"),
            "Ann changed a setting: How you play: One character each. The open vote ends"
            " without a result.",
        ),
    ],
)
def test_what_somebody_in_charge_did_is_told_to_all(
    state: str, who: Person, command: TableCommand, said: str
) -> None:
    before = STATES[state]
    assert notices(decide(before, command, context(before, who))) == [said]


@pytest.mark.parametrize(
    "command", [Pause("Tea."), End(), ChangeSetting("pace", "daily"), SetAutoplay(0, True)]
)
def test_who_plays_alone_is_told_nothing_of_what_they_did(command: TableCommand) -> None:
    alone = begun(ANN)
    assert notices(decide(alone, command, context(alone))) == []


def test_a_change_in_the_lobby_is_told_by_its_card_alone() -> None:
    change = decide(STATES["full lobby"], ChangeSetting("pace", "slow"), context(STATES["lobby"]))
    assert (notices(change), change.state.game.settings.pace) == ([], "slow")


# ---------------------------------------------------------------- what the clock and the bot say


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        (59.0, None),
        (60.0, "earlier than planned, in 24 hours"),
        (7200.0, "earlier than planned, in 24 hours"),
        (-59.0, None),
        (-60.0, "later than planned, in 24 hours"),
    ],
)
def test_a_turn_that_ends_at_another_time_is_told_from_a_minute_on(
    moved: float, said: str | None
) -> None:
    old = DAILY.deadlines["turn"]
    state = replace(DAILY, deadlines={"turn": replace(old, due=old.due + moved)})
    change = decide(state, RescheduleTurn(BOB.id), context(state, None))
    assert change.state.deadlines["turn"].due == old.due
    told = f"The turn ends {said}: Bob has changed their quiet hours or absence."
    assert notices(change) == ([told] if said else [])


def test_a_vote_that_closes_at_another_time_is_told_as_a_vote() -> None:
    state = after("vote", ANN, Act("step s"))
    old = state.deadlines["turn"]
    state = replace(state, deadlines={"turn": replace(old, due=old.due + 999)})
    change = decide(state, RescheduleTurn(EVE.id), context(state, None))
    (said,) = notices(change)
    assert said.startswith("The vote closes earlier than planned, in 60 minutes: Eve has changed")


def test_where_no_time_runs_none_is_moved() -> None:
    with pytest.raises(Refusal) as refusal:
        decide(STATES["play"], RescheduleTurn(BOB.id), context(STATES["play"], None))
    assert str(refusal.value) == "No time is running."


def test_after_an_absence_of_the_bot_a_vote_has_all_of_its_time() -> None:
    state = replace(STATES["proposed"], lost_seconds=7200.0)
    change = decide(state, CatchUp(), context(state, None))
    assert notices(change) == [
        "I was away for 2 hours; all deadlines of this game move by as much."
    ]
    assert change.state.lost_seconds == 0
    assert change.state.turn_began == state.turn_began + 7200
    assert state.ballot
    assert change.state.ballot == replace(state.ballot, began=state.ballot.began + 7200)


def test_a_game_that_can_be_shown_again_says_so_and_goes_on() -> None:
    state = STATES["suspended"]
    change = decide(state, ResumeSuspended(), context(state, None))
    assert notices(change) == ["I can post here again: the game continues."]
    assert (change.state.game.phase, change.state.suspended) == ("play", False)
    assert change.state.game.pause_reason == ""


def test_a_state_that_was_replayed_is_kept_and_said() -> None:
    state = STATES["play"]
    change = decide(state, KeepRecoveredState(), context(state, None))
    assert notices(change) == [
        "The newest state could not be read, so I replayed the game up to here."
    ]
    assert change.snapshot
    assert change.snapshot.kept


@pytest.mark.parametrize(
    ("people", "rota_person", "said"),
    [
        ((ANN, BOB, EVE), ANN.id, ["Ann missed a turn. Bob is next."]),
        ((ANN, BOB, EVE), EVE.id, ["Eve missed a turn. Ann is next."]),
        ((ANN,), ANN.id, []),
    ],
)
def test_a_missed_turn_of_a_rota_names_both(
    people: tuple[Person, ...], rota_person: int, said: list[str]
) -> None:
    state = replace(begun(*people, mode="rota"), rota_person=rota_person)
    turn = state.deadlines["turn"]
    change = decide(state, deadline_command(turn), context(state, None))
    assert notices(change) == said
    place = (people.index(next(p for p in people if p.id == rota_person)) + 1) % len(people)
    assert (change.state.rota_person, change.state.rota_turns) == (people[place].id, 0)
