"""The rules that a game's votes follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.contract.texts import Text, Value

MOTION_QUORUM = 51  # per cent of the voters: more than half
Threshold = Literal["most", "half", "two thirds", "three quarters", "all"]

THRESHOLDS: dict[
    str, Callable[[int, int], bool]
] = {  # whether so many of the votes cast are enough
    "most": lambda votes, cast: votes > 0,
    "half": lambda votes, cast: 2 * votes > cast,
    "two thirds": lambda votes, cast: 3 * votes >= 2 * cast,
    "three quarters": lambda votes, cast: 4 * votes >= 3 * cast,
    "all": lambda votes, cast: votes == cast,
}
_THRESHOLD_WORDS = {
    "most": "the most votes",
    "half": "more than half of the votes",
    "two thirds": "two thirds of the votes",
    "three quarters": "three quarters of the votes",
    "all": "all votes",
}
_VOTERS = {"members": "Everyone who joined", "players": "Everyone who plays a character"}
_METHODS = {"single": "for one proposal", "approval": "for every proposal they like"}
_TIES = {
    "leader": "in a tie the leader's vote decides, else the earlier proposal wins",
    "first": "in a tie the earlier proposal wins",
    "draw": "a tie is decided by lot",
}
_SILENCE = {
    "abstain": "no vote counts as abstaining",
    "leader": "whoever does not vote follows the leader",
    "autoplay": "no vote counts as abstaining, and without a result the character plays by itself",
}

_VETOES = {
    "leader": "the leader may strike a proposal",
    "all": "any voter may strike a proposal",
}


class Constitution(msgspec.Struct, frozen=True):
    """The rules of a vote; `clauses` puts them into words."""

    voters: Literal["members", "players"] = "members"  # everyone who joined, or holds a seat
    method: Literal["single", "approval"] = "single"
    quorum: int = 0  # per cent of the voters who must take part
    threshold: Threshold = "most"  # of the votes cast, for a proposal to win
    irreversible: Threshold = "two thirds"  # the same, for what cannot be undone
    tie: Literal["leader", "first", "draw"] = "leader"
    silence: Literal["abstain", "leader", "autoplay"] = "abstain"
    early: bool = True  # close as soon as the missing votes cannot change the result
    counts: Literal["open", "hidden"] = "open"
    veto: Literal["none", "leader", "all"] = "none"


PRESETS: dict[str, Constitution] = {
    "majority": Constitution(),
    "consensus": Constitution(
        quorum=67, threshold="three quarters", irreversible="all", veto="all"
    ),
    "leader": Constitution(
        quorum=0, threshold="most", irreversible="half", silence="leader", veto="leader"
    ),
    "approval": Constitution(method="approval", threshold="most", tie="first"),
    "secret": Constitution(counts="hidden", tie="draw"),
}


def clauses(constitution: Constitution) -> tuple[Text, ...]:
    """Return the rules of the vote, a clause each, without capitals and full stops."""
    c = constitution
    needed, exception = Text(_THRESHOLD_WORDS[c.threshold]), Text(c.irreversible)
    facts: dict[str, Value] = {
        "voters": Text(_VOTERS[c.voters]),
        "method": Text(_METHODS[c.method]),
    }
    found = [Text("{voters} may vote {method}", facts)]
    if c.quorum:
        found.append(Text("at least {quorum} % of them must vote", {"quorum": c.quorum}))
    if c.irreversible == c.threshold:
        found.append(Text("a proposal needs {needed}", {"needed": needed}))
    else:
        facts = {"needed": needed, "exception": exception}
        text = "a proposal needs {needed} ({exception} if it cannot be undone)"
        found.append(Text(text, facts))
    found += [Text(_TIES[c.tie]), Text(_SILENCE[c.silence])]
    if c.veto != "none":
        found.append(Text(_VETOES[c.veto]))
    if c.counts == "hidden":
        found.append(Text("the counts show at the end"))
    if may_fail(c):
        found.append(Text("without a result there is a second vote, in which the most votes win"))
    closes = "the vote closes at the deadline"
    if c.early:
        closes = "the vote closes at the deadline, or once the missing votes cannot change it"
    return (*found, Text(closes), Text("votes may change until then"))


def may_fail(constitution: Constitution) -> bool:
    """Return whether a vote can end without a result though people voted for something that can
    be undone."""
    return constitution.quorum > 0 or constitution.threshold != "most"


def second_vote(constitution: Constitution) -> Constitution:
    """Return the rules of the vote that follows one without a result: the most votes win.

    What cannot be undone still needs as many votes as before.
    """
    return replace(constitution, quorum=0, threshold="most")


def motion_rules(constitution: Constitution) -> Constitution:
    """Return the rules of a vote on a motion: more than half must take part, and nobody's vote
    counts for those who are silent."""
    quorum = max(constitution.quorum, MOTION_QUORUM)
    return replace(
        constitution,
        method="single",
        veto="none",
        tie="first",
        silence="abstain",
        quorum=quorum,
    )
