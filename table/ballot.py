"""Votes as pure rules: proposals, who may vote, quorum, threshold, ties, silence, delegation.

A ballot is plain data; each thing that people do to it is a line of text (`propose step ne`,
`vote A C`, `abstain`, `withdraw`, `veto B`), so the ballot is what its lines in the log make of it
(`do`). Times and chance come from outside: `verdict` takes one big number to draw with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from table.errors import Refusal

LETTERS = "ABCDE"
Bar = Literal["most", "half", "two thirds", "three quarters", "all"]

BARS: dict[str, Callable[[int, int], bool]] = {
    "most": lambda votes, cast: votes > 0,
    "half": lambda votes, cast: 2 * votes > cast,
    "two thirds": lambda votes, cast: 3 * votes >= 2 * cast,
    "three quarters": lambda votes, cast: 4 * votes >= 3 * cast,
    "all": lambda votes, cast: votes == cast,
}
_BAR_WORDS = {
    "most": "most votes win",
    "half": "more than half of the votes win",
    "two thirds": "two thirds of the votes win",
    "three quarters": "three quarters of the votes win",
    "all": "all votes must agree",
}


class Constitution(msgspec.Struct, frozen=True):
    """How a vote goes; `sentence` prints it."""

    voters: Literal["members", "heroes"] = "members"  # all who joined, or who hold a hero
    method: Literal["single", "approval"] = "single"
    quorum: int = 25  # so many in a hundred of the voters must take part
    threshold: Bar = "half"  # of the votes cast, for a proposal to win
    grave: Bar = "two thirds"  # the same, for what cannot be undone
    tie: Literal["leader", "first", "draw"] = "leader"
    silence: Literal["abstain", "leader", "autoplay"] = "abstain"
    early: bool = True  # close as soon as the voices still missing cannot change the result
    counts: Literal["open", "hidden"] = "open"
    veto: Literal["none", "leader", "all"] = "none"


PRESETS: dict[str, Constitution] = {
    "majority": Constitution(),
    "consensus": Constitution(quorum=67, threshold="three quarters", grave="all", veto="all"),
    "leader": Constitution(
        quorum=0, threshold="most", grave="half", silence="leader", veto="leader"
    ),
    "approval": Constitution(method="approval", threshold="most", tie="first"),
    "secret": Constitution(counts="hidden", tie="draw"),
}


def sentence(c: Constitution) -> str:
    """The constitution as it is printed on the card."""
    who = {"members": "All who joined", "heroes": "All who hold a hero"}[c.voters]
    what = {"single": "for one proposal", "approval": "for all they approve of"}[c.method]
    grave = "" if c.grave == c.threshold else f", beyond recall {_BAR_WORDS[c.grave]}"
    parts = [
        f"{who} may vote {what}",
        f"{_BAR_WORDS[c.threshold]}{grave}",
        {
            "leader": "a tie goes as the leader votes, else to the earlier proposal",
            "first": "a tie goes to the earlier proposal",
            "draw": "a tie is drawn by lot",
        }[c.tie],
        {
            "abstain": "silence abstains",
            "leader": "the silent follow the leader",
            "autoplay": "silence abstains, and without a result the hero plays on alone",
        }[c.silence],
    ]
    if c.quorum:
        parts.insert(1, f"{c.quorum} % of them must take part")
    if c.veto != "none":
        whose = {"leader": "the leader", "all": "any voter"}[c.veto]
        parts.append(f"{whose} may strike a proposal")
    if c.counts == "hidden":
        parts.append("counts show at the end")
    closing = " or once the rest cannot change it" if c.early else ""
    return f"{'; '.join(parts)}. It closes at the deadline{closing}; till then votes may change."


class Proposal(msgspec.Struct, frozen=True):
    """Something to do; equal texts are one proposal. The rest is for showing it."""

    letter: str
    text: str
    by: int
    grave: bool = False
    label: str = ""
    at: tuple[int, int] | None = None
    path: tuple[tuple[int, int], ...] = ()


class Ballot(msgspec.Struct, frozen=True):
    """An open vote. `votes`: letters by voter, none of them: an abstention. A `motion` is decided
    between its two proposals, yes and no."""

    opened: int  # the line of the log that opened it; draws depend on it
    proposals: tuple[Proposal, ...] = ()
    votes: dict[int, tuple[str, ...]] = {}
    vetoed: tuple[str, ...] = ()
    motion: str = ""


class Electorate(msgspec.Struct, frozen=True):
    """Who may vote, who leads, and who votes for whom."""

    voters: tuple[int, ...]
    leader: int
    delegates: Mapping[int, int] = {}


class Verdict(msgspec.Struct, frozen=True):
    """How a vote ended: the winner's letter, or why there is none. `tied`: among whom a rule or
    the lot chose."""

    winner: str | None
    why: Literal["carried", "votes", "quorum", "threshold"]
    counts: dict[str, int]
    took_part: int
    voters: int
    tied: tuple[str, ...] = ()


# ---------------------------------------------------------------- what people do


def propose(
    ballot: Ballot, c: Constitution, who: Electorate, person: int, proposal: Proposal
) -> Ballot:
    """Put something to the vote and vote for it; if it is there already, vote for it. A sixth
    takes the place of one that nobody stands by. Raises Refusal."""
    _may_vote(who, person)
    if ballot.motion:
        raise Refusal("This is a question of yes or no.")
    there = next((p for p in ballot.proposals if p.text == proposal.text), None)
    if there is None:
        ballot, there = _placed(ballot, proposal)
    others = ballot.votes.get(person, ()) if c.method == "approval" else ()
    return vote(ballot, c, who, person, (*others, there.letter))


def _placed(ballot: Ballot, proposal: Proposal) -> tuple[Ballot, Proposal]:
    taken = {p.letter for p in ballot.proposals}
    free = [letter for letter in LETTERS if letter not in taken]
    backed = {letter for letters in ballot.votes.values() for letter in letters}
    idle = [letter for letter in LETTERS if letter not in backed and letter not in ballot.vetoed]
    if not free and not idle:
        raise Refusal("Five proposals stand already; vote for one of them.")
    placed = replace(proposal, letter=(free or idle)[0])
    kept = [p for p in ballot.proposals if p.letter != placed.letter]
    return replace(ballot, proposals=tuple(sorted((*kept, placed), key=_letter))), placed


def vote(
    ballot: Ballot, c: Constitution, who: Electorate, person: int, letters: Sequence[str]
) -> Ballot:
    """Vote, or vote otherwise than before; no letters: abstain. Raises Refusal."""
    _may_vote(who, person)
    chosen = tuple(sorted(set(letters)))
    standing = {p.letter for p in ballot.proposals} - set(ballot.vetoed)
    if strange := [letter for letter in chosen if letter not in standing]:
        raise Refusal(f"There is no proposal {strange[0]} to vote for.")
    if c.method == "single" and len(chosen) > 1:
        raise Refusal("Each votes for one proposal here.")
    if ballot.motion and len(chosen) > 1:
        raise Refusal("Vote yes or no.")
    return replace(ballot, votes={**ballot.votes, person: chosen})


def withdraw(ballot: Ballot, person: int) -> Ballot:
    """Take one's vote back. Raises Refusal when there is none."""
    if person not in ballot.votes:
        raise Refusal("You have not voted.")
    return replace(ballot, votes={p: v for p, v in ballot.votes.items() if p != person})


def veto(ballot: Ballot, c: Constitution, who: Electorate, person: int, letter: str) -> Ballot:
    """Strike a proposal for good: votes for it fall away. Raises Refusal."""
    _may_vote(who, person)
    if c.veto == "none" or (c.veto == "leader" and person != who.leader):
        raise Refusal("You have no veto in this game.")
    if ballot.motion or letter not in {p.letter for p in ballot.proposals}:
        raise Refusal("There is no such proposal to strike.")
    if letter in ballot.vetoed:
        raise Refusal("That proposal is struck already.")
    rest = {p: tuple(x for x in v if x != letter) for p, v in ballot.votes.items()}
    votes = {p: v for p, v in rest.items() if v or not ballot.votes[p]}
    return replace(ballot, vetoed=tuple(sorted((*ballot.vetoed, letter))), votes=votes)


def do(
    ballot: Ballot,
    c: Constitution,
    who: Electorate,
    person: int,
    line: str,
    proposed: Callable[[str], Proposal] | None = None,
) -> Ballot:
    """One line of the log, done. `proposed`: a proposal in full by its text. Raises Refusal."""
    verb, _, rest = line.partition(" ")
    match verb:
        case "propose":
            full = proposed(rest) if proposed else Proposal("", rest, person)
            return propose(ballot, c, who, person, full)
        case "vote":
            return vote(ballot, c, who, person, rest.split())
        case "abstain":
            return vote(ballot, c, who, person, ())
        case "withdraw":
            return withdraw(ballot, person)
        case "veto":
            return veto(ballot, c, who, person, rest)
    raise Refusal("That is nothing one does with a vote.")


def _may_vote(who: Electorate, person: int) -> None:
    if person not in who.voters:
        raise Refusal("You have no vote in this game.")


def _letter(proposal: Proposal) -> str:
    return proposal.letter


# ---------------------------------------------------------------- how it ends


def voices(ballot: Ballot, who: Electorate) -> dict[int, tuple[str, ...]]:
    """How each voter's voice goes, own vote before delegate's; the silent are left out. A chain
    of delegates that comes back to where it was, or leads to nobody who voted, is silence."""
    found = {}
    for voter in who.voters:
        at, been = voter, {voter}
        while at not in ballot.votes and at in who.delegates:
            at = who.delegates[at]
            if at in been or at not in who.voters:
                break
            been.add(at)
        else:
            if at in ballot.votes:
                found[voter] = ballot.votes[at]
    return found


def verdict(ballot: Ballot, c: Constitution, who: Electorate, draw: int) -> Verdict:
    """How the vote ends if it closes now; `draw` is a big random number, for lots."""
    given = voices(ballot, who)
    if c.silence == "leader" and who.leader in given:
        given = dict.fromkeys(who.voters, given[who.leader]) | given
    counts = _counts(ballot, given)
    cast = sum(1 for letters in given.values() if letters)

    def ended(
        winner: str | None,
        why: Literal["carried", "votes", "quorum", "threshold"],
        tied: tuple[str, ...] = (),
    ) -> Verdict:
        return Verdict(winner, why, counts, len(given), len(who.voters), tied)

    if not cast:
        return ended(None, "votes")
    if not _quorate(len(given), c, who):
        return ended(None, "quorum")
    able = [p.letter for p in ballot.proposals if _passes(p, counts, cast, c)]
    if not able:
        return ended(None, "threshold")
    best = max(counts[letter] for letter in able)
    tied = tuple(letter for letter in able if counts[letter] == best)
    if len(tied) == 1:
        return ended(tied[0], "carried")
    return ended(_untied(tied, c, given.get(who.leader, ()), draw), "carried", tied)


def settled(ballot: Ballot, c: Constitution, who: Electorate, draw: int) -> Verdict | None:
    """The verdict, once the voices still missing cannot change it whatever they do; else None.
    A vote that would fail is never settled: people may come to terms till the deadline."""
    now = verdict(ballot, c, who, draw)
    given = voices(ballot, who)
    missing = len(who.voters) - len(given)
    if now.winner is None or not c.early:
        return None
    if missing == 0:
        return now
    veto_is_out = c.veto == "all" or (c.veto == "leader" and who.leader not in given)
    if veto_is_out or not _quorate(len(given), c, who):
        return None
    counts = _counts(ballot, given)
    cast = sum(1 for letters in given.values() if letters)
    winner = next(p for p in ballot.proposals if p.letter == now.winner)
    rivals = max((n for letter, n in counts.items() if letter != winner.letter), default=0)
    safe = counts[winner.letter] > rivals + missing
    return now if safe and _passes(winner, counts, cast + missing, c) else None


def _counts(ballot: Ballot, given: Mapping[int, tuple[str, ...]]) -> dict[str, int]:
    return {
        p.letter: sum(p.letter in letters for letters in given.values())
        for p in ballot.proposals
        if p.letter not in ballot.vetoed
    }


def _quorate(taking_part: int, c: Constitution, who: Electorate) -> bool:
    return 100 * taking_part >= c.quorum * len(who.voters)


def _passes(proposal: Proposal, counts: Mapping[str, int], cast: int, c: Constitution) -> bool:
    votes = counts.get(proposal.letter, 0)
    bar = c.grave if proposal.grave else c.threshold
    return votes > 0 and BARS[bar](votes, cast)


def _untied(tied: Sequence[str], c: Constitution, leaders: Sequence[str], draw: int) -> str:
    if c.tie == "draw":
        return tied[draw % len(tied)]
    if c.tie == "leader":
        return next((letter for letter in tied if letter in leaders), tied[0])
    return tied[0]
