"""The rules that a game's votes follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.contract.texts import Text, Value

MOTION_QUORUM = 51  # per cent of the voters: more than half
Threshold = Literal["most", "half", "two thirds", "three quarters", "all"]


class ThresholdRule(NamedTuple):
    """A number of votes that is enough for a proposal: the check, and words for it.

    `wins`: a sentence with {tie}, what decides a tie.
    """

    is_met: Callable[[int, int], bool]  # votes for the proposal, votes cast
    words: str
    wins: str


THRESHOLDS: dict[Threshold, ThresholdRule] = {
    "most": ThresholdRule(lambda votes, cast: votes > 0, "the most votes", "Most votes win{tie}"),
    "half": ThresholdRule(
        lambda votes, cast: 2 * votes > cast,
        "more than half of the votes",
        "More than half of the votes win{tie}",
    ),
    "two thirds": ThresholdRule(
        lambda votes, cast: 3 * votes >= 2 * cast,
        "two thirds of the votes",
        "Two thirds of the votes win{tie}",
    ),
    "three quarters": ThresholdRule(
        lambda votes, cast: 4 * votes >= 3 * cast,
        "three quarters of the votes",
        "Three quarters of the votes win{tie}",
    ),
    "all": ThresholdRule(lambda votes, cast: votes == cast, "all votes", "All votes win{tie}"),
}


class Clause(NamedTuple):
    """A rule of votes that a game can choose: the field of `Constitution` of that name.

    `words`: its values as `clauses` says them, the usual one first; empty: not said. `short`: its
    values behind "Most votes win" on a card.
    """

    name: str
    summary: str
    words: Mapping[str, str]
    short: Mapping[str, str] = {}


def _thresholds(*names: Threshold) -> dict[str, str]:
    return {name: THRESHOLDS[name].words for name in names}


_QUORUM = "at least {quorum} % of them must vote"
_SECOND_VOTE = {  # by whether proposals can be struck
    False: "without a result there is a second vote, in which the most votes win",
    True: (
        "without a result there is a second vote, in which the most votes win and nothing can be"
        " struck"
    ),
}
_VOTERS = Clause(
    "voters",
    "Who may vote",
    {"members": "Everyone who joined", "players": "Everyone who plays a character"},
)
_METHOD = Clause(
    "method",
    "Vote for one proposal, or for all you like",
    {"single": "for one proposal", "approval": "for every proposal they like"},
)
TIE = Clause(
    "tie",
    "Who wins in a tie",
    {
        "leader": "in a tie the leader's vote decides, else the earlier proposal wins",
        "first": "in a tie the earlier proposal wins",
        "draw": "a tie is decided by lot",
    },
    {
        "leader": "; {leader} breaks ties",
        "first": "; of equal ones the earlier proposal",
        "draw": "; ties are drawn by lot",
    },
)
_SILENCE = Clause(
    "silence",
    "What no vote means",
    {
        "abstain": "no vote counts as abstaining",
        "leader": "whoever does not vote follows the leader",
        "autoplay": (
            "no vote counts as abstaining, and without a result the character plays by itself"
        ),
    },
)
_EARLY = Clause(
    "early",
    "Close the vote once the missing votes cannot change it",
    {
        "on": "the vote closes at the deadline, or once the missing votes cannot change it",
        "off": "the vote closes at the deadline",
    },
)
_COUNTS = Clause(
    "counts",
    "Show the counts while the vote is open",
    {"open": "", "hidden": "the counts show at the end"},
)
_VETO = Clause(
    "veto",
    "Who may strike a proposal",
    {
        "none": "",
        "leader": "the leader may strike a proposal",
        "all": "any voter may strike a proposal",
    },
)
CLAUSES = (
    _VOTERS,
    _METHOD,
    Clause(
        "quorum",
        "Per cent of the voters who must vote",
        {"0": "", **dict.fromkeys(("25", "34", "50", "67", "100"), _QUORUM)},
    ),
    Clause(
        "threshold",
        "How many of the votes a proposal needs",
        _thresholds("most", "half", "two thirds", "three quarters", "all"),
    ),
    Clause(
        "irreversible",
        "How many it needs when it cannot be undone",
        _thresholds("two thirds", "most", "half", "three quarters", "all"),
    ),
    TIE,
    _SILENCE,
    _EARLY,
    _COUNTS,
    _VETO,
)


class Constitution(msgspec.Struct, frozen=True):
    """The rules of a vote: a value for each of `CLAUSES`, which `clauses` puts into words."""

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
    needed, exception = Text(THRESHOLDS[c.threshold].words), Text(c.irreversible)
    facts: dict[str, Value] = {
        "voters": Text(_VOTERS.words[c.voters]),
        "method": Text(_METHOD.words[c.method]),
    }
    found = [Text("{voters} may vote {method}", facts)]
    if c.quorum:
        found.append(Text(_QUORUM, {"quorum": c.quorum}))
    if c.irreversible == c.threshold:
        found.append(Text("a proposal needs {needed}", {"needed": needed}))
    else:
        facts = {"needed": needed, "exception": exception}
        text = "a proposal needs {needed} ({exception} if it cannot be undone)"
        found.append(Text(text, facts))
    found += [Text(TIE.words[c.tie]), Text(_SILENCE.words[c.silence])]
    found += [Text(words) for words in (_VETO.words[c.veto], _COUNTS.words[c.counts]) if words]
    if may_fail(c) and c.silence != "autoplay":
        found.append(Text(_SECOND_VOTE[c.veto != "none"]))
    closes = _EARLY.words["on" if c.early else "off"]
    return (*found, Text(closes), Text("votes may change until then"))


def may_fail(constitution: Constitution) -> bool:
    """Return whether a vote can end without a result though people wanted something."""
    c = constitution
    return c.quorum > 0 or {c.threshold, c.irreversible} != {"most"} or c.veto != "none"


def second_vote(constitution: Constitution) -> Constitution:
    """Return the rules of the vote that follows one without a result: the most votes win, and
    nothing can be struck.

    Against what can be undone, what cannot be undone still needs as many votes as before.
    """
    return replace(constitution, quorum=0, threshold="most", veto="none")


def motion_rules(constitution: Constitution) -> Constitution:
    """Return the rules of a vote on a motion: more than half must take part, and nobody's vote
    counts for those who are silent."""
    quorum = max(constitution.quorum, MOTION_QUORUM)
    return replace(
        constitution, method="single", veto="none", tie="first", silence="abstain", quorum=quorum
    )
