"""Open votes as everybody may see them."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.contract.texts import Words
from table.schedule.deadlines import delayed_by
from table.state import DeadlineKind
from table.voting.ballot import (
    Ballot,
    BallotProposal,
    Reason,
    TieBreak,
    count,
    delegated_votes,
    missing_voters,
    votes_cast,
)
from table.voting.constitution import Constitution
from table.voting.game_context import GameContext
from table.voting.motions import Motion
from table.voting.settlement import constitution_of, electorate_of


class PollProposal(msgspec.Struct, frozen=True):
    """A proposal as everybody may see it; `votes` is None while counts are hidden."""

    letter: str
    action: str
    label: Words
    by: int
    irreversible: bool
    votes: int | None
    at: tuple[int, int] | None
    path: tuple[tuple[int, int], ...]
    more: tuple[str, ...] = ()
    note: Words = ""
    struck_by: int | None = None  # who vetoed it


class Poll(msgspec.Struct, frozen=True):
    """An open vote as everybody may see it: on the next action, or on a `motion`.

    `winner`, `tied`, `reason`: the result if nobody votes any more, unless the counts are hidden;
    a lot that is still to be drawn is not told.
    """

    motion: Motion | None
    proposals: tuple[PollProposal, ...]
    voted: int
    voters: int
    leader: int
    missing: tuple[int, ...]  # people who are waited for
    delegated: dict[int, int] = {}  # the delegate who has cast somebody's vote
    second: bool = False  # it follows a vote without a result: the most votes win
    constitution: Constitution = Constitution()  # that it began with
    closes: float | None = None  # seconds since 1970
    delayed_by: tuple[int, ...] = ()  # people whose sleep lets it close later
    winner: str | None = None
    tied: tuple[str, ...] = ()
    tie_break: TieBreak | None = None  # what decides the tie
    reason: Reason | None = None  # None while the counts are hidden


def poll_of(context: GameContext, ballot: Ballot) -> Poll:
    """Return a ballot as everybody may see it."""
    constitution, electorate = constitution_of(context, ballot), electorate_of(context, ballot)
    given = votes_cast(ballot, electorate)
    hidden = constitution.counts == "hidden"
    kind: DeadlineKind = "turn" if ballot.motion is None else "motion"
    due = context.state.deadlines.get(kind)
    closing = replace(context, now=max(context.now, due.due)) if due else context
    verdict = count(ballot, constitution, electorate_of(closing, ballot))
    drawn = bool(verdict.tied) and constitution.tie == "draw"

    def shown(proposal: BallotProposal) -> PollProposal:
        votes = sum(proposal.letter in letters for letters in given.values())
        return PollProposal(
            letter=proposal.letter,
            action=proposal.action,
            label=proposal.label,
            by=proposal.by,
            irreversible=proposal.irreversible,
            votes=None if hidden else votes,
            at=proposal.at,
            path=proposal.path,
            more=proposal.more,
            note=proposal.note,
            struck_by=ballot.struck_by.get(proposal.letter),
        )

    return Poll(
        motion=ballot.motion,
        proposals=tuple(map(shown, ballot.proposals)),
        voted=len(given),
        voters=len(electorate.voters),
        leader=electorate.leader,
        missing=tuple(missing_voters(ballot, electorate)),
        delegated=delegated_votes(ballot, electorate),
        second=ballot.second,
        constitution=constitution,
        closes=due.due if due else None,
        delayed_by=delayed_by(context) if ballot.motion is None else (),
        winner=None if hidden or drawn else verdict.winner,
        tied=() if hidden else verdict.tied,
        tie_break=None if hidden else verdict.tie_break,
        reason=None if hidden else verdict.reason,
    )
