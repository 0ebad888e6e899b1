"""Turns and votes whose time is over: what is logged, what comes next, and who is called."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from table.change import Change
from table.commands.command import decide
from table.commands.deadlines import EndTurn, deadline_command
from table.commands.play import Act
from table.commands.votes import Veto, Vote
from table.errors import Refusal
from table.history.entries import Acted, AnyEntry, DeadlineMissed, Decided, LobbyExpired, Undecided
from table.references import names_in
from table.schedule.deadlines import MAX_MISSED_TURNS
from table.schedule.quiet_hours import Preferences
from table.shown_names import fill_names
from table.state import Deadline, DeadlineKind, Person, TableState
from table.voting.constitution import Constitution
from tests.table.test_commands import NOW, STATES, begun, context, logged
from tests.table.world import ANN, BOB, EVE

HOUR, DAY = 3600.0, 86400.0  # seconds
DECIDED = Decided("A", "step s", {"A": 1}, 1, 3, (), "Step s", card=2)
PLAYED = Acted(0, "step e")  # what the toy does by itself


def voting(*acts: tuple[Person, Act | Vote | Veto], **clauses: object) -> TableState:
    """Return a vote of three after these acts."""
    state = begun(ANN, BOB, EVE, mode="vote", clauses=replace(Constitution(), **clauses))
    for who, act in acts:
        state = decide(state, act, context(state, who)).state
    return state


def met(state: TableState, kind: DeadlineKind = "turn") -> Change:
    """Return the change when a deadline falls due."""
    due = state.deadlines[kind]
    return decide(state, deadline_command(due), context(state, None, now=due.due))


def calls(change: Change) -> list[tuple[tuple[int, ...], str]]:
    """Return who is called, and with which words."""
    names = names_in(change.state)
    return [
        (draft.content.people, str(fill_names(draft.content.text, names)))
        for draft in change.outbox
        if draft.kind == "ping"
    ]


STEP = (ANN, Act("step s"))
ABSTAIN = Vote(())
VOTES: dict[str, tuple[TableState, list[AnyEntry], int]] = {  # what is logged, turns missed
    "nobody has proposed": (voting(), [Undecided("no_proposal")], 1),
    "one has voted": (voting(STEP), [DECIDED], 0),
    "all who came abstained": (
        voting(STEP, (ANN, ABSTAIN), (BOB, ABSTAIN)),
        *([Undecided("votes")], 0),
    ),
    "too few have voted": (voting(STEP, quorum=100), [Undecided("quorum")], 0),
    "too few want it": (
        voting(STEP, (BOB, Act("step e")), threshold="two thirds"),
        *([Undecided("threshold")], 0),
    ),
    "it was struck": (voting(STEP, (BOB, Veto("A")), veto="all"), [Undecided("votes")], 1),
}


@pytest.mark.parametrize("name", VOTES)
def test_a_vote_whose_time_is_over_is_decided_or_said_to_be_undecided(name: str) -> None:
    state, entries, missed = VOTES[name]
    change = met(state)
    assert logged(change) == entries
    assert change.state.missed_turns == missed
    again = name in ("too few have voted", "too few want it", "it was struck")
    ballot = change.state.ballot
    assert (ballot is not None) is again
    if ballot is not None:
        assert (ballot.second, ballot.began, ballot.struck_by) == (True, NOW + HOUR, {})


def test_what_was_decided_is_done_at_once_after_the_vote_is_closed() -> None:
    change = met(voting(STEP))
    assert change.state.decided
    assert change.state.decided.lines == ("step s",)
    assert {kind: due.due for kind, due in change.state.deadlines.items()} == {
        "decided": NOW + HOUR
    }
    done = met(change.state, "decided")
    assert logged(done) == [Acted(0, "step s")]
    assert done.state.decided is None


def test_a_vote_without_a_result_has_all_of_its_time_again_and_calls_who_is_missing() -> None:
    change = met(voting())
    due = change.state.deadlines
    assert (due["turn"].due, due["reminder"].due) == (NOW + 2 * HOUR, NOW + 1.5 * HOUR)
    assert calls(change) == [((ANN.id, BOB.id, EVE.id), "Your move in Toy is late.")]


def test_a_second_vote_is_followed_by_no_third() -> None:
    second = met(voting(STEP, quorum=100)).state
    assert second.ballot
    struck = replace(second, ballot=replace(second.ballot, votes={}, struck_by={"A": 1}))
    change = met(struck)
    assert (logged(change), change.state.ballot) == ([Undecided("votes")], None)
    assert change.state.missed_turns == 1


@pytest.mark.parametrize(
    ("state", "entries", "missed"),
    [
        (voting(silence="autoplay"), [Undecided("no_proposal"), PLAYED], 1),
        (begun(pace="daily", late="autoplay"), [DeadlineMissed(), PLAYED], 1),
        (begun(pace="daily", late="wait"), [DeadlineMissed()], 1),
    ],
)
def test_a_late_character_plays_by_itself_where_the_settings_say_so(
    state: TableState, entries: list[AnyEntry], missed: int
) -> None:
    change = met(state)
    assert logged(change) == entries
    assert change.state.missed_turns == missed
    plays = entries[-1] == PLAYED
    due = state.deadlines["turn"]
    needs = EndTurn(due.set_by).needs(state, context(state, None, now=due.due))
    assert needs.rules == ("long" if plays else "")
    assert ("turn" in change.state.deadlines) is plays
    assert change.turn == ("played" if plays else "")


@pytest.mark.parametrize(
    ("people", "away", "plays"),
    [((ANN, BOB), ANN, True), ((ANN, BOB), BOB, False), ((ANN,), ANN, False)],
)
def test_where_turns_wait_who_is_away_holds_up_no_others(
    people: tuple[Person, ...], away: Person, plays: bool
) -> None:
    state = begun(*people, pace="daily", late="wait")
    due = state.deadlines["turn"]
    gone = {away.id: Preferences(away_until=due.due + 1)}
    change = decide(state, EndTurn(due.set_by), context(state, None, now=due.due, preferences=gone))
    assert logged(change) == [DeadlineMissed(), *([PLAYED] if plays else [])]


@pytest.mark.parametrize("missed", [1, MAX_MISSED_TURNS])
def test_whoever_acts_makes_good_the_turns_that_were_missed(missed: int) -> None:
    state = replace(STATES["play"], missed_turns=missed)
    for action in ("step s", "guess AAAA"):
        assert decide(state, Act(action), context(state)).state.missed_turns == 0


def test_a_vote_that_has_a_result_needs_no_rules_even_where_silence_plays() -> None:
    state = voting(STEP, silence="autoplay")
    needs = EndTurn(state.deadlines["turn"].set_by).needs(state, context(state, None))
    assert needs.rules == ""
    assert logged(met(state)) == [DECIDED]


def test_an_open_vote_plays_by_the_rules_that_it_began_with() -> None:
    state = voting(STEP, (ANN, ABSTAIN), silence="autoplay")
    settings = replace(state.game.settings, clauses=Constitution())
    state = replace(state, game=replace(state.game, settings=settings))
    assert logged(met(state)) == [Undecided("votes"), PLAYED]


@pytest.mark.parametrize(
    ("state", "kind", "said"),
    [
        (voting(), "reminder", [((1, 2, 3), "Toy waits for you.")]),
        (voting(STEP), "reminder", []),
        (begun(pace="daily"), "reminder", [((1,), "You are the last one that Toy waits for.")]),
        (begun(ANN, pace="daily"), "reminder", [((1,), "Toy waits for you.")]),
        (begun(pace="daily"), "turn", [((1,), "Your move in Toy is late.")]),
    ],
)
def test_those_whom_a_game_waits_for_are_reminded_in_the_words_of_their_case(
    state: TableState, kind: DeadlineKind, said: list[tuple[tuple[int, ...], str]]
) -> None:
    assert calls(met(state, kind)) == said


def test_who_is_away_still_counts_among_those_of_whom_one_is_the_last() -> None:
    state = begun(pace="daily")
    due = state.deadlines["reminder"]
    away = {BOB.id: Preferences(away_until=NOW + 9 * DAY)}
    here = context(state, None, now=due.due, preferences=away)
    change = decide(state, deadline_command(due), here)
    assert calls(change) == [((ANN.id,), "You are the last one that Toy waits for.")]


def test_a_reminder_says_until_when_and_a_late_call_does_not() -> None:
    def until(change: Change) -> list[float | None]:
        return [draft.content.until for draft in change.outbox if draft.kind == "ping"]

    state = begun(pace="daily")
    assert until(met(state, "reminder")) == [NOW + DAY]
    assert until(met(state)) == [None]


def test_a_lobby_closes_at_its_time_and_not_again_once_it_is_over() -> None:
    due = {"lobby": Deadline(1, "lobby", NOW + DAY, 1)}
    lobby = replace(STATES["lobby"], deadlines=due)
    closed = met(lobby, "lobby")
    assert logged(closed) == [LobbyExpired()]
    assert (closed.state.game.phase, closed.state.game.ended) == ("over", NOW + DAY)
    assert closed.state.deadlines == {}
    with pytest.raises(Refusal, match="The game has begun"):
        met(replace(closed.state, deadlines=due), "lobby")
