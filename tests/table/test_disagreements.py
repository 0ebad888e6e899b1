"""Two people who want different things: their vote ends within the time that it states, under every
constitution, whether what they want can be undone or not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress
from typing import get_args, get_type_hints

import pytest
from msgspec.structs import replace

from table.commands.command import decide
from table.commands.deadlines import EndTurn
from table.commands.votes import Veto, Vote
from table.errors import Refusal
from table.history.entries import Acted, AnyEntry, Decided
from table.schedule.deadlines import turn_deadlines
from table.state import TableState
from table.voting.ballot import Ballot, BallotProposal, Electorate, count, second_ballot
from table.voting.constitution import PRESETS, Constitution, second_vote
from table.voting.poll import Poll, poll_of
from tests.table.test_commands import begun, context, logged
from tests.table.world import ANN, BOB

NOW = 1_000_000.0
PLAY = begun(ANN, BOB, mode="vote", pace="blitz")
WISHES = ((ANN, "A"), (BOB, "B"))  # the leader's, and the other's
FLAGS = list(itertools.product((False, True), repeat=2))  # by proposal: it cannot be undone
HINTS = get_type_hints(Constitution)
VALUES = {
    **{name: get_args(hint) or (True, False) for name, hint in HINTS.items() if hint is not int},
    "quorum": (0, 25, 34, 50, 67, 100),
}


def constitutions(**fixed: object) -> Iterator[Constitution]:
    """Yield all constitutions with these clauses."""
    values = {**VALUES, **{name: (value,) for name, value in fixed.items()}}
    for chosen in itertools.product(*values.values()):
        yield Constitution(**dict(zip(values, chosen, strict=True)))


def near_presets() -> list[Constitution]:
    """Return the presets, and those that differ from one by a clause."""
    found = dict.fromkeys(PRESETS.values())
    for preset, (name, values) in itertools.product(PRESETS.values(), VALUES.items()):
        found |= {replace(preset, **{name: value}): None for value in values}
    return [*found]


def open_vote(rules: Constitution, irreversible: tuple[bool, bool]) -> TableState:
    """Return a game in which both proposals have just been made."""
    lines = zip("AB", ("step s", "step e"), WISHES, irreversible, strict=True)
    proposals = tuple(BallotProposal(a, line, who.id, no) for a, line, (who, _), no in lines)
    ballot = Ballot(PLAY.game.number, proposals, rules=rules, began=NOW)
    state = replace(PLAY, ballot=ballot, deadlines={})
    due = turn_deadlines(context(state).at(state))
    return replace(state, deadlines={each.kind: each for each in due})


def insist(state: TableState, now: float, *, strike: bool) -> tuple[TableState, list[AnyEntry]]:
    """Return what becomes of a vote in which both vote for their own; with `strike` each first
    strikes what the other wants, where that is allowed."""
    entries: list[AnyEntry] = []
    for who, mine in WISHES:
        other = {"A": "B", "B": "A"}[mine]
        for command in (*([Veto(other)] if strike else []), Vote((mine,))):
            if state.ballot is None:
                break
            with suppress(Refusal):  # it was struck, or nobody may strike anything
                change = decide(state, command, context(state, who, now=now))
                state, entries = change.state, [*entries, *logged(change)]
    return state, entries


def poll(state: TableState) -> Poll:
    """Return the open vote as its card shows it."""
    assert state.ballot
    return poll_of(context(state).at(state), state.ballot)


def is_over(entries: list[AnyEntry]) -> bool:
    """Return whether something was decided, or the character played by itself."""
    return any(isinstance(each, Decided | Acted) for each in entries)


def check_it_ends(rules: Constitution, irreversible: tuple[bool, bool], *, strike: bool) -> int:
    """Let both insist until the vote is over; return how many times a deadline was needed."""
    state, now, closings = open_vote(rules, irreversible), NOW, 0
    while True:
        state, entries = insist(state, now, strike=strike)
        if is_over(entries):
            return closings
        turn, stated = state.deadlines["turn"], poll(state)
        assert stated.closes == turn.due
        assert turn.due > now
        now, closings = turn.due, closings + 1
        change = decide(state, EndTurn(turn.set_by), context(state, None, now=now))
        if is_over(logged(change)):
            shown = stated.winner or stated.tied or stated.reason is None
            assert shown or stated.constitution.silence == "autoplay"
            return closings
        assert not stated.second, "a second vote has a result"
        state = change.state
        assert poll(state).second


@pytest.mark.parametrize(("tie", "winner"), [("draw", None), ("leader", "A"), ("first", "A")])
def test_who_wins_a_tie_is_shown_unless_it_will_be_drawn(tie: str, winner: str | None) -> None:
    state = open_vote(Constitution(tie=tie), (False, False))  # type: ignore[arg-type]
    assert state.ballot
    votes = {who.id: (letter,) for who, letter in WISHES}
    state = replace(state, ballot=replace(state.ballot, votes=votes))
    assert (poll(state).winner, poll(state).tied) == (winner, ("A", "B"))


@pytest.mark.parametrize("strike", [False, True])
def test_a_vote_of_two_who_differ_ends_within_two_closings(strike: bool) -> None:
    needed = {
        check_it_ends(rules, irreversible, strike=strike)
        for rules in near_presets()
        for irreversible in FLAGS
    }
    assert needed == {0, 1, 2}


@pytest.mark.soak(part="votes")
@pytest.mark.parametrize("strike", [False, True])
@pytest.mark.parametrize("irreversible", FLAGS)
def test_every_constitution_ends_every_vote_of_two(
    irreversible: tuple[bool, bool], strike: bool
) -> None:
    for rules in constitutions(voters="members", counts="open"):
        assert check_it_ends(rules, irreversible, strike=strike) <= 2


def test_a_second_vote_has_a_result_however_two_people_vote() -> None:
    who = Electorate((ANN.id, BOB.id), ANN.id)
    casts = list(itertools.product([(), ("A",), ("B",)], repeat=2))
    fixed = {"voters": "members", "counts": "open", "early": True, "silence": "abstain"}
    for rules, flags in itertools.product(constitutions(method="single", **fixed), FLAGS):
        lines = zip("AB", flags, strict=True)
        proposals = tuple(BallotProposal(a, a, ANN.id, no) for a, no in lines)
        first = Ballot(1, proposals, struck_by={"A": BOB.id}, rules=rules)
        for cast in casts:
            votes = dict(zip(who.voters, cast, strict=True))
            ballot = replace(second_ballot(first, NOW), votes=votes)
            ended = count(ballot, second_vote(rules), who, 7)
            assert (ended.winner is not None) == any(cast)
            if set(cast) == {("A",), ("B",)} and sum(flags) == 1 and rules.irreversible != "most":
                assert ended.winner == "AB"[flags[0]], "one vote does not do what is for good"
