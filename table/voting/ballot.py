"""Ballots as pure rules: proposals, who may vote, quorum, threshold, ties, silence, delegation.

A ballot is plain data. Times and chance come from outside: `count` takes one big number to draw
lots with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.contract.texts import Words
from table.errors import Refusal
from table.voting.constitution import THRESHOLDS, Constitution
from table.voting.motions import Motion

LETTERS = "ABCDE"
Reason = Literal["carried", "votes", "quorum", "threshold"]
TieBreak = Literal["leader", "first", "draw"]  # the leader's vote, the earlier proposal, a lot


class BallotProposal(msgspec.Struct, frozen=True):
    """Something to do; equal action lines are one proposal. The other fields are for showing it.

    `more`: action lines that follow the first one. `note`: what it comes to, in words.
    """

    letter: str
    action: str
    by: int
    irreversible: bool = False
    label: Words = ""
    at: tuple[int, int] | None = None
    path: tuple[tuple[int, int], ...] = ()
    more: tuple[str, ...] = ()
    note: Words = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return all of its action lines."""
        return (self.action, *self.more)


class Ballot(msgspec.Struct, frozen=True):
    """An open vote. `votes`: letters by voter; no letters: an abstention. `struck_by`: who vetoed
    each proposal that was struck. A `motion` is decided between two proposals, yes and no.

    `rules`: those that it began with, which later changes of the settings leave alone; None: those
    of the game. `second`: a vote that follows one without a result.
    """

    opened: int  # number of the log entry that opened it; lots depend on it
    proposals: tuple[BallotProposal, ...] = ()
    votes: dict[int, tuple[str, ...]] = {}
    struck_by: dict[str, int] = {}
    motion: Motion | None = None
    rules: Constitution | None = None
    began: float = 0.0  # seconds since 1970
    second: bool = False


class Electorate(msgspec.Struct, frozen=True):
    """The people who may vote, their leader, and who votes for whom."""

    voters: tuple[int, ...]
    leader: int
    delegates: Mapping[int, int] = {}


class Verdict(msgspec.Struct, frozen=True):
    """The result of a vote: the winner's letter, or the reason why there is none. `tied`: the
    proposals among which `tie_break` chose."""

    winner: str | None
    reason: Reason
    counts: dict[str, int]
    took_part: int
    voters: int
    tied: tuple[str, ...] = ()
    tie_break: TieBreak | None = None


# ---------------------------------------------------------------- what people do


def propose(
    ballot: Ballot,
    constitution: Constitution,
    electorate: Electorate,
    person: int,
    proposal: BallotProposal,
) -> Ballot:
    """Put something to the vote and vote for it; if it is proposed already, vote for it.

    A sixth proposal takes the place of one that nobody votes for. Raises Refusal.
    """
    require_vote(electorate, person)
    if ballot.motion is not None:
        raise Refusal("This is a question of yes or no.")
    same = next((p for p in ballot.proposals if p.lines == proposal.lines), None)
    if same is None:
        ballot, same = _add_proposal(ballot, proposal)
    others = ballot.votes.get(person, ()) if constitution.method == "approval" else ()
    return vote(ballot, constitution, electorate, person, (*others, same.letter))


def _add_proposal(ballot: Ballot, proposal: BallotProposal) -> tuple[Ballot, BallotProposal]:
    taken = {p.letter for p in ballot.proposals}
    free = [letter for letter in LETTERS if letter not in taken]
    backed = {letter for letters in ballot.votes.values() for letter in letters}
    idle = [letter for letter in LETTERS if letter not in backed and letter not in ballot.struck_by]
    if not free and not idle:
        raise Refusal("There are five proposals already; vote for one of them.")
    placed = replace(proposal, letter=(free or idle)[0])
    kept = [p for p in ballot.proposals if p.letter != placed.letter]
    proposals = tuple(sorted((*kept, placed), key=lambda each: each.letter))
    return replace(ballot, proposals=proposals), placed


def vote(
    ballot: Ballot,
    constitution: Constitution,
    electorate: Electorate,
    person: int,
    letters: Sequence[str],
) -> Ballot:
    """Vote, or change one's vote; no letters: abstain. Raises Refusal."""
    require_vote(electorate, person)
    chosen = tuple(sorted(set(letters)))
    standing = {p.letter for p in ballot.proposals} - ballot.struck_by.keys()
    if unknown := [letter for letter in chosen if letter not in standing]:
        raise Refusal("There is no proposal {unknown} to vote for.", unknown=unknown[0])
    if ballot.motion is not None and len(chosen) > 1:
        raise Refusal("Vote yes or no.")
    if constitution.method == "single" and len(chosen) > 1:
        raise Refusal("Everyone votes for one proposal here.")
    return replace(ballot, votes={**ballot.votes, person: chosen})


def withdraw(ballot: Ballot, person: int) -> Ballot:
    """Take one's vote back. Raises Refusal when there is none."""
    if person not in ballot.votes:
        raise Refusal("You have not voted.")
    return replace(ballot, votes={p: v for p, v in ballot.votes.items() if p != person})


def veto(
    ballot: Ballot, constitution: Constitution, electorate: Electorate, person: int, letter: str
) -> Ballot:
    """Strike a proposal for good: votes for it are dropped. Raises Refusal."""
    require_vote(electorate, person)
    allowed = constitution.veto == "all" or (
        constitution.veto == "leader" and person == electorate.leader
    )
    if not allowed:
        raise Refusal("You have no veto in this game.")
    if ballot.motion is not None or letter not in {p.letter for p in ballot.proposals}:
        raise Refusal("There is no such proposal to strike.")
    if letter in ballot.struck_by:
        raise Refusal("That proposal has been struck already.")
    rest = {p: tuple(x for x in v if x != letter) for p, v in ballot.votes.items()}
    votes = {p: v for p, v in rest.items() if v or not ballot.votes[p]}
    return replace(ballot, struck_by={**ballot.struck_by, letter: person}, votes=votes)


def second_ballot(ballot: Ballot, now: float) -> Ballot:
    """Return the vote that follows one without a result: what was struck stands again."""
    return replace(ballot, second=True, began=now, struck_by={})


def require_vote(electorate: Electorate, person: int) -> None:
    """Raise Refusal for somebody who may not vote."""
    if person not in electorate.voters:
        raise Refusal("You have no vote in this game.")


# ---------------------------------------------------------------- how it ends


def missing_voters(ballot: Ballot, electorate: Electorate) -> list[int]:
    """Return the voters who are waited for; of those who have a delegate, the delegate."""
    given = votes_cast(ballot, electorate)
    silent = [voter for voter in electorate.voters if voter not in given]
    return [p for p in silent if electorate.delegates.get(p) not in electorate.voters] or silent


def delegated_votes(ballot: Ballot, electorate: Electorate) -> dict[int, int]:
    """Return the delegate of each voter whose vote another has cast."""
    given = votes_cast(ballot, electorate)
    return {p: electorate.delegates[p] for p in given if p not in ballot.votes}


def votes_cast(ballot: Ballot, electorate: Electorate) -> dict[int, tuple[str, ...]]:
    """Return how each voter's vote goes, their own before their delegate's.

    Whoever has not voted is left out; so is a chain of delegates that comes back to where it was,
    or leads to nobody who voted.
    """
    found = {}
    for voter in electorate.voters:
        at, visited = voter, {voter}
        while at not in ballot.votes and at in electorate.delegates:
            at = electorate.delegates[at]
            if at in visited or at not in electorate.voters:
                break
            visited.add(at)
        else:
            if at in ballot.votes:
                found[voter] = ballot.votes[at]
    return found


def count(
    ballot: Ballot, constitution: Constitution, electorate: Electorate, draw: int = 0
) -> Verdict:
    """Return the result if the vote closes now; `draw` is a big random number, for lots.

    A second vote has a result once anybody votes for anything: where no proposal has as many votes
    as it needs, because none can be undone, the most votes win all the same.
    """
    given = votes_cast(ballot, electorate)
    if constitution.silence == "leader" and electorate.leader in given:
        given = dict.fromkeys(electorate.voters, given[electorate.leader]) | given
    counts = _counts(ballot, given)
    cast = sum(1 for letters in given.values() if letters)

    def verdict(
        winner: str | None,
        reason: Reason,
        tied: tuple[str, ...] = (),
        tie_break: TieBreak | None = None,
    ) -> Verdict:
        return Verdict(
            winner=winner,
            reason=reason,
            counts=counts,
            took_part=len(given),
            voters=len(electorate.voters),
            tied=tied,
            tie_break=tie_break,
        )

    if not cast:
        return verdict(None, "votes")
    if not _quorate(len(given), constitution, electorate):
        return verdict(None, "quorum")
    able = [p.letter for p in ballot.proposals if _passes(p, counts, cast, constitution)]
    if not able and ballot.second:
        able = [letter for letter, votes in counts.items() if votes]
    if not able:
        return verdict(None, "threshold")
    best = max(counts[letter] for letter in able)
    tied = tuple(letter for letter in able if counts[letter] == best)
    if len(tied) == 1:
        return verdict(tied[0], "carried")
    leaders = given.get(electorate.leader, ())
    winner, tie_break = _break_tie(tied, constitution, leaders, draw)
    return verdict(winner, "carried", tied, tie_break)


def settled(
    ballot: Ballot, constitution: Constitution, electorate: Electorate, draw: int = 0
) -> Verdict | None:
    """Return the result once the missing votes cannot change it whatever they are; else None.

    A vote that would fail is never settled: people may agree until the deadline.
    """
    now = count(ballot, constitution, electorate, draw)
    given = votes_cast(ballot, electorate)
    missing = len(electorate.voters) - len(given)
    if now.winner is None or not constitution.early:
        return None
    if missing == 0:
        return now
    veto_possible = constitution.veto == "all" or (
        constitution.veto == "leader" and electorate.leader not in given
    )
    if veto_possible or not _quorate(len(given), constitution, electorate):
        return None
    counts = _counts(ballot, given)
    cast = sum(1 for letters in given.values() if letters)
    winner = next(p for p in ballot.proposals if p.letter == now.winner)
    rivals = max((n for letter, n in counts.items() if letter != winner.letter), default=0)
    safe = counts[winner.letter] > rivals + missing
    return now if safe and _passes(winner, counts, cast + missing, constitution) else None


def _counts(ballot: Ballot, given: Mapping[int, tuple[str, ...]]) -> dict[str, int]:
    return {
        p.letter: sum(p.letter in letters for letters in given.values())
        for p in ballot.proposals
        if p.letter not in ballot.struck_by
    }


def _quorate(taking_part: int, constitution: Constitution, electorate: Electorate) -> bool:
    return 100 * taking_part >= constitution.quorum * len(electorate.voters)


def _passes(
    proposal: BallotProposal, counts: Mapping[str, int], cast: int, constitution: Constitution
) -> bool:
    votes = counts.get(proposal.letter, 0)
    threshold = constitution.irreversible if proposal.irreversible else constitution.threshold
    return votes > 0 and THRESHOLDS[threshold].is_met(votes, cast)


def _break_tie(
    tied: Sequence[str], constitution: Constitution, leaders: Sequence[str], draw: int
) -> tuple[str, TieBreak]:
    if constitution.tie == "draw":
        return tied[draw % len(tied)], "draw"
    chosen = next((letter for letter in tied if letter in leaders), None)
    if constitution.tie == "leader" and chosen is not None:
        return chosen, "leader"
    return tied[0], "first"
