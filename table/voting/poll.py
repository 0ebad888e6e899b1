"""Open votes as everybody may see them."""

from __future__ import annotations

import msgspec

from table.voting.ballot import Ballot, BallotProposal, votes_cast
from table.voting.constitution import describe
from table.voting.game_context import GameContext
from table.voting.motions import Motion
from table.voting.settlement import constitution_of


class PollProposal(msgspec.Struct, frozen=True):
    """A proposal as everybody may see it; `votes` is None while counts are hidden."""

    letter: str
    action: str
    label: str
    by: int
    irreversible: bool
    votes: int | None
    vetoed: bool
    at: tuple[int, int] | None
    path: tuple[tuple[int, int], ...]


class Poll(msgspec.Struct, frozen=True):
    """An open vote as everybody may see it: on the next action, or on a `motion`."""

    motion: Motion | None
    rules: str  # of the vote, in words
    proposals: tuple[PollProposal, ...]
    voted: int
    voters: int
    leader: int
    missing: tuple[int, ...]  # people who have not voted


def poll_of(context: GameContext, ballot: Ballot) -> Poll:
    """Return a ballot as everybody may see it."""
    constitution, electorate = constitution_of(context, ballot), context.electorate()
    given = votes_cast(ballot, electorate)
    hidden = constitution.counts == "hidden"

    def shown(proposal: BallotProposal) -> PollProposal:
        votes = sum(proposal.letter in letters for letters in given.values())
        return PollProposal(
            proposal.letter,
            proposal.action,
            proposal.label,
            proposal.by,
            proposal.irreversible,
            None if hidden else votes,
            proposal.letter in ballot.vetoed,
            proposal.at,
            proposal.path,
        )

    return Poll(
        ballot.motion,
        describe(constitution),
        tuple(map(shown, ballot.proposals)),
        len(given),
        len(electorate.voters),
        electorate.leader,
        tuple(person for person in electorate.voters if person not in given),
    )
