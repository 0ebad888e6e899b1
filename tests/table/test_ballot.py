"""Votes: small elections worked by hand, and laws that hold for all."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.errors import Refusal
from table.voting.ballot import (
    Ballot,
    BallotProposal,
    Electorate,
    count,
    missing_voters,
    propose,
    second_ballot,
    settled,
    veto,
    vote,
    votes_cast,
    withdraw,
)
from table.voting.constitution import (
    CLAUSES,
    PRESETS,
    Constitution,
    clauses,
    motion_rules,
    second_vote,
)
from table.voting.motions import SettingMotion

ELECTIONS = [
    tuple(part.strip() for part in line.split("|"))
    for line in Path(__file__).with_name("elections.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
DRAW = 7


def do(
    ballot: Ballot,
    c: Constitution,
    who: Electorate,
    person: int,
    act: str,
    proposed: Callable[[str], BallotProposal],
) -> Ballot:
    """Return the ballot after an act: `propose X`, `vote A C`, `abstain`, `withdraw`, `veto B`."""
    verb, _, rest = act.partition(" ")
    match verb:
        case "propose":
            return propose(ballot, c, who, person, proposed(rest))
        case "withdraw":
            return withdraw(ballot, person)
        case "veto":
            return veto(ballot, c, who, person, rest)
    return vote(ballot, c, who, person, rest.split())


def constitution(text: str) -> Constitution:
    """A preset and what differs from it: `majority quorum=50`."""
    preset, *changes = text.replace("two thirds", "two_thirds").split()
    fields = {name: value for name, _, value in (change.partition("=") for change in changes)}
    made = msgspec.structs.asdict(PRESETS[preset])
    typed = {"quorum": int, "early": lambda value: value == "on"}
    made |= {name: typed.get(name, str)(value) for name, value in fields.items()}
    return msgspec.convert(made, Constitution)


def acted(c: Constitution, who: Electorate, acts: str) -> tuple[Ballot, Electorate]:
    """The ballot after what the voters did."""
    ballot = Ballot(1)
    for act in filter(None, acts.split(", ")):
        if ">" in act:
            delegates = {**who.delegates, ord(act[0]): ord(act[2])}
            who = msgspec.structs.replace(who, delegates=delegates)
            continue
        person, what = ord(act[0]), act[2:]
        if what.startswith("propose "):
            line = what.rstrip("!")
        elif what in ("-", "~"):
            line = {"-": "abstain", "~": "withdraw"}[what]
        elif what.startswith("x"):
            line = f"veto {what[1:]}"
        else:
            line = f"vote {what.replace('+', ' ')}"
        grave = what.endswith("!")
        ballot = do(
            ballot, c, who, person, line, lambda t, p=person, g=grave: BallotProposal("", t, p, g)
        )
    return ballot, who


def test_there_are_a_hundred_elections() -> None:
    assert len(ELECTIONS) >= 100
    assert {"A", "B", "A*", "B*", "votes", "quorum", "threshold", "error"} == {
        election[3] for election in ELECTIONS
    }


@pytest.mark.parametrize(("clauses", "voters", "acts", "result", "early"), ELECTIONS)
def test_the_election_ends_as_worked_by_hand(
    clauses: str, voters: str, acts: str, result: str, early: str
) -> None:
    c = constitution(clauses)
    who = Electorate(tuple(map(ord, voters)), ord(voters[0]))
    if result == "error":
        with pytest.raises(Refusal):
            acted(c, who, acts)
        return
    ballot, who = acted(c, who, acts)
    ended = count(ballot, c, who, DRAW)
    assert (ended.winner or ended.reason) + "*" * bool(ended.tied) == result
    assert (settled(ballot, c, who, DRAW) is not None) == (early == "!")


def test_constitutions_are_printed_as_one_line_that_fits_a_card() -> None:
    def describe(c: Constitution) -> str:
        return "; ".join(map(str, clauses(c)))

    for c in PRESETS.values():
        assert len(describe(c)) < 500
        assert "\n" not in describe(c)
    assert "two thirds" in describe(PRESETS["majority"])
    assert "strike" in describe(PRESETS["consensus"])
    assert len(set(map(describe, PRESETS.values()))) == len(PRESETS)


USUAL = (
    "Everyone who joined may vote for one proposal",
    "a proposal needs the most votes (two thirds if it cannot be undone)",
    "in a tie the leader's vote decides, else the earlier proposal wins",
    "no vote counts as abstaining",
    "without a result there is a second vote, in which the most votes win",
    "the vote closes at the deadline, or once the missing votes cannot change it",
    "votes may change until then",
)
NO_STRIKE = (
    "without a result there is a second vote, in which the most votes win and nothing can be struck"
)


@pytest.mark.parametrize(
    ("changes", "place", "said"),
    [
        ("", 0, USUAL),
        ("voters=players", 0, ("Everyone who plays a character may vote for one proposal",)),
        ("method=approval", 0, ("Everyone who joined may vote for every proposal they like",)),
        ("quorum=34", 1, ("at least 34 % of them must vote",)),
        ("threshold=half irreversible=half", 1, ("a proposal needs more than half of the votes",)),
        ("tie=draw", 2, ("a tie is decided by lot",)),
        ("silence=leader", 3, ("whoever does not vote follows the leader",)),
        ("silence=autoplay", 4, USUAL[5:]),
        ("veto=all", 4, ("any voter may strike a proposal", NO_STRIKE)),
        ("veto=leader", 4, ("the leader may strike a proposal", NO_STRIKE)),
        ("counts=hidden", 4, ("the counts show at the end", USUAL[4])),
        ("early=off", 5, ("the vote closes at the deadline",)),
        ("threshold=most irreversible=most", 4, USUAL[5:]),
        ("threshold=most irreversible=most quorum=25", 5, USUAL[4:]),
        ("threshold=most irreversible=most veto=all", 5, (NO_STRIKE, *USUAL[5:])),
    ],
)
def test_each_rule_of_a_vote_is_said_in_its_place(
    changes: str, place: int, said: tuple[str, ...]
) -> None:
    told = tuple(map(str, clauses(constitution(f"majority {changes}"))))
    assert told[place : place + len(said)] == said


def test_a_second_vote_and_a_motion_have_rules_of_their_own() -> None:
    strict = constitution("consensus method=approval silence=leader tie=draw counts=hidden")
    again = msgspec.structs.replace(strict, quorum=0, threshold="most", veto="none")
    assert second_vote(strict) == again
    assert again.irreversible == "all"
    on_motions = motion_rules(strict)
    assert (on_motions.method, on_motions.veto, on_motions.tie) == ("single", "none", "first")
    assert (on_motions.silence, on_motions.quorum, on_motions.counts) == ("abstain", 67, "hidden")
    assert motion_rules(Constitution()).quorum == 51


TWO = (BallotProposal("A", "north", 1), BallotProposal("B", "south", 2))
STRUCK = Ballot(1, TWO, struck_by={"B": 2})
QUESTION = Ballot(1, TWO, motion=SettingMotion("pace", "slow"))
FIVE = Ballot(
    1,
    tuple(BallotProposal(letter, letter.lower(), 1) for letter in "ABCDE"),
    {person: (letter,) for person, letter in enumerate("ABCDE", 1)},
)
SIX_VOTERS = Electorate((1, 2, 3, 4, 5, 6), 1)
ALL_MAY = "majority veto=all"


@pytest.mark.parametrize(
    ("ballot", "rules", "person", "act", "said"),
    [
        (Ballot(1), "majority", 9, "propose north", "You have no vote in this game."),
        (FIVE, "majority", 9, "propose f", "You have no vote in this game."),
        (Ballot(1, TWO), "majority", 9, "vote A", "You have no vote in this game."),
        (Ballot(1, TWO), ALL_MAY, 9, "veto A", "You have no vote in this game."),
        (QUESTION, "majority", 1, "propose north", "This is a question of yes or no."),
        (FIVE, "majority", 6, "propose f", "There are five proposals already; vote for one of"),
        (Ballot(1, TWO), "majority", 1, "vote C", "There is no proposal C to vote for."),
        (STRUCK, "majority", 1, "vote B", "There is no proposal B to vote for."),
        (QUESTION, "approval", 1, "vote A B", "Vote yes or no."),
        (Ballot(1, TWO), "majority", 1, "vote A B", "Everyone votes for one proposal here."),
        (Ballot(1, TWO), "majority", 1, "withdraw", "You have not voted."),
        (Ballot(1, TWO), "majority", 1, "veto A", "You have no veto in this game."),
        (Ballot(1, TWO), "leader", 2, "veto A", "You have no veto in this game."),
        (Ballot(1, TWO), ALL_MAY, 1, "veto C", "There is no such proposal to strike."),
        (STRUCK, ALL_MAY, 1, "veto B", "That proposal has been struck already."),
        (QUESTION, ALL_MAY, 1, "veto A", "There is no such proposal to strike."),
    ],
)
def test_what_a_vote_does_not_allow_is_said(
    ballot: Ballot, rules: str, person: int, act: str, said: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        do(ballot, constitution(rules), SIX_VOTERS, person, act, lambda t: BallotProposal("", t, 1))
    assert str(refusal.value).startswith(said)


def test_a_sixth_proposal_takes_the_place_of_one_that_nobody_votes_for() -> None:
    votes = {person: cast for person, cast in FIVE.votes.items() if cast != ("C",)}
    idle = msgspec.structs.replace(FIVE, votes=votes)
    made = do(idle, Constitution(), SIX_VOTERS, 6, "propose f", lambda t: BallotProposal("", t, 6))
    assert [(each.letter, each.action) for each in made.proposals] == [
        *(("A", "a"), ("B", "b"), ("C", "f"), ("D", "d"), ("E", "e"))
    ]
    assert made.votes == {**votes, 6: ("C",)}
    struck = msgspec.structs.replace(idle, struck_by={"C": 1})
    with pytest.raises(Refusal, match="five proposals"):
        do(struck, Constitution(), SIX_VOTERS, 6, "propose f", lambda t: BallotProposal("", t, 6))


@pytest.mark.parametrize(("rules", "votes"), [("approval", ("A", "B")), ("majority", ("B",))])
def test_who_proposes_something_known_votes_for_it(rules: str, votes: tuple[str, ...]) -> None:
    ballot = Ballot(1, TWO, {1: ("A",)})
    c = constitution(rules)
    made = do(ballot, c, SIX_VOTERS, 1, "propose south", lambda t: BallotProposal("", t, 1))
    assert (made.proposals, made.votes) == (TWO, {1: votes})


def test_a_proposal_that_is_struck_loses_its_votes() -> None:
    ballot = Ballot(1, TWO, {1: ("A",), 2: ("A", "B"), 3: ("B",), 4: ()})
    made = veto(ballot, constitution("approval veto=leader"), SIX_VOTERS, 1, "A")
    assert made.struck_by == {"A": 1}
    assert made.votes == {2: ("B",), 3: ("B",), 4: ()}
    assert made.proposals == TWO


def test_a_vote_that_follows_one_without_a_result_begins_anew_with_all_that_was_proposed() -> None:
    again = second_ballot(msgspec.structs.replace(STRUCK, votes={1: ("A",)}), 9.0)
    assert again == Ballot(1, TWO, {1: ("A",)}, began=9.0, second=True)


def test_the_only_proposal_is_not_settled_while_as_many_may_want_another() -> None:
    ballot = Ballot(1, TWO[:1], {1: ("A",)})
    assert settled(ballot, Constitution(), Electorate((1, 2), 1)) is None
    ballot = msgspec.structs.replace(ballot, votes={1: ("A",), 2: ("A",)})
    assert settled(ballot, Constitution(), Electorate((1, 2, 3), 1))


# ---------------------------------------------------------------- laws

CONSTITUTIONS = st.builds(
    Constitution,
    method=st.sampled_from(["single", "approval"]),
    quorum=st.sampled_from([0, 25, 34, 50, 67, 100]),
    threshold=st.sampled_from(["most", "half", "two thirds", "three quarters", "all"]),
    irreversible=st.sampled_from(["most", "half", "two thirds", "three quarters", "all"]),
    tie=st.sampled_from(["leader", "first", "draw"]),
    silence=st.sampled_from(["abstain", "leader"]),
    veto=st.sampled_from(["none", "leader", "all"]),
)
VOTERS = st.integers(1, 7)
LINES = st.one_of(
    st.builds("propose p{}".format, st.integers(0, 6)),
    st.lists(st.sampled_from("ABCDE"), min_size=1, max_size=2).map(
        lambda letters: f"vote {' '.join(letters)}"
    ),
    st.just("abstain"),
    st.just("withdraw"),
    st.builds("veto {}".format, st.sampled_from("ABCDE")),
)
ACTS = st.lists(st.tuples(st.integers(0, 6), LINES), max_size=14)
DELEGATIONS = st.dictionaries(st.integers(0, 6), st.integers(0, 8), max_size=5)


def full(text: str) -> BallotProposal:
    """A proposal; every third is irreversible."""
    return BallotProposal("", text, 0, int(text[1:]) % 3 == 0)


def played(ballot: Ballot, c: Constitution, who: Electorate, acts: list[tuple[int, str]]) -> Ballot:
    """The ballot after those of the acts that are allowed."""
    for person, line in acts:
        try:
            ballot = do(ballot, c, who, person, line, full)
        except Refusal:
            continue
    return ballot


BIASED = st.lists(
    st.tuples(
        st.integers(0, 6),
        st.sampled_from(["propose p1", "propose p1", "propose p3", "vote A", "vote B", "abstain"]),
    ),
    min_size=3,
    max_size=16,
)


@given(CONSTITUTIONS, VOTERS, BIASED, ACTS, DELEGATIONS, st.integers(0, 99))
@settings(max_examples=100)
def test_closing_early_never_changes_the_result(
    c: Constitution,
    voters: int,
    before: list[tuple[int, str]],
    after: list[tuple[int, str]],
    delegates: dict[int, int],
    draw: int,
) -> None:
    who = Electorate(tuple(range(voters)), 0, delegates)
    for length in range(len(before) + 1):
        ballot = played(Ballot(1), c, who, before[:length])
        now = settled(ballot, c, who, draw)
        if now is not None:
            heard = votes_cast(ballot, who)
            rest = [(p, line) for p, line in (*before[length:], *after) if p not in heard]
            assert count(played(ballot, c, who, rest), c, who, draw).winner == now.winner


@pytest.mark.parametrize(
    "clauses", [*PRESETS, "majority threshold=most tie=draw", "leader tie=first"]
)
def test_no_way_that_the_rest_of_four_can_vote_changes_a_settled_result(clauses: str) -> None:
    c = constitution(clauses)
    who = Electorate((0, 1, 2, 3), 0)
    stand = (BallotProposal("A", "p1", 0), BallotProposal("B", "p3", 1, True))
    ways = ["", "vote A", "vote B", "abstain"]
    held = 0
    for cast in itertools.product(ways, repeat=4):
        acts = [(person, line) for person, line in enumerate(cast) if line]
        ballot = played(Ballot(1, stand), c, who, acts)
        now = settled(ballot, c, who, DRAW)
        if now is None:
            continue
        missing = [person for person, line in enumerate(cast) if not line]
        for rest in itertools.product([*ways, "propose p2", "veto A"], repeat=len(missing)):
            later = played(ballot, c, who, list(zip(missing, rest, strict=True)))
            assert count(later, c, who, DRAW).winner == now.winner
            held += 1
    assert held > 30


@given(CONSTITUTIONS, VOTERS, st.data(), st.integers(0, 99))
def test_the_order_of_votes_does_not_matter(
    c: Constitution, voters: int, data: st.DataObject, draw: int
) -> None:
    who = Electorate(tuple(range(voters)), 0)
    proposals = tuple(full(f"p{n}") for n in range(4))
    proposals = tuple(msgspec.structs.replace(p, letter="ABCD"[n]) for n, p in enumerate(proposals))
    votes = [(person, f"vote {data.draw(st.sampled_from('ABCD'))}") for person in range(voters)]
    shuffled = data.draw(st.permutations(votes))
    first = count(played(Ballot(1, proposals), c, who, votes), c, who, draw)
    second = count(played(Ballot(1, proposals), c, who, shuffled), c, who, draw)
    assert first == second


@given(CONSTITUTIONS, st.integers(2, 7), ACTS, st.data())
def test_delegation_cycles_end_in_abstention(
    c: Constitution, voters: int, acts: list[tuple[int, str]], data: st.DataObject
) -> None:
    ring = data.draw(st.permutations(range(voters)))[: data.draw(st.integers(2, voters))]
    delegates = {person: ring[(n + 1) % len(ring)] for n, person in enumerate(ring)}
    who = Electorate(tuple(range(voters)), 0, delegates)
    others = [(person, line) for person, line in acts if person not in ring]
    ballot = played(Ballot(1), c, who, others)
    assert not set(ring) & votes_cast(ballot, who).keys()
    alone = Electorate(who.voters, 0)
    assert count(ballot, c, who, 0) == count(ballot, c, alone, 0)


@given(CONSTITUTIONS, VOTERS, ACTS, DELEGATIONS)
def test_a_result_is_a_function_of_the_log(
    c: Constitution, voters: int, acts: list[tuple[int, str]], delegates: dict[int, int]
) -> None:
    who = Electorate(tuple(range(voters)), 0, delegates)
    ballot, log = Ballot(1), []
    for person, line in acts:
        try:
            ballot = do(ballot, c, who, person, line, full)
        except Refusal:
            continue
        log.append((person, line))
    again = Ballot(1)
    for person, line in log:
        again = do(again, c, who, person, line, full)
    assert again == ballot
    saved = msgspec.json.decode(msgspec.json.encode(ballot), type=Ballot)
    assert count(saved, c, who, DRAW) == count(ballot, c, who, DRAW)


@given(CONSTITUTIONS, VOTERS, ACTS)
def test_a_refused_act_changes_nothing_and_votes_name_what_stands(
    c: Constitution, voters: int, acts: list[tuple[int, str]]
) -> None:
    who = Electorate(tuple(range(voters)), 0)
    ballot = played(Ballot(1), c, who, acts)
    texts = [p.action for p in ballot.proposals]
    assert len(set(texts)) == len(texts) <= 5
    standing = {p.letter for p in ballot.proposals} - ballot.struck_by.keys()
    for person, letters in ballot.votes.items():
        assert person < voters
        assert set(letters) <= standing


def test_every_rule_of_a_constitution_is_a_clause_whose_first_value_is_the_usual_one():
    hints = get_type_hints(Constitution)
    assert [clause.name for clause in CLAUSES] == list(hints)
    shown = {True: "on", False: "off"}
    for clause in CLAUSES:
        usual = getattr(Constitution(), clause.name)
        assert next(iter(clause.words)) == (shown[usual] if clause.name == "early" else str(usual))
        if values := get_args(hints[clause.name]):
            assert set(clause.words) == set(values)


def test_of_those_who_delegated_the_delegate_is_waited_for() -> None:
    assert missing_voters(Ballot(1), Electorate((1, 2, 3), 1, {1: 2})) == [2, 3]
    assert missing_voters(Ballot(1), Electorate((1, 2), 1, {1: 9})) == [1, 2]  # who may not vote
    assert missing_voters(Ballot(1), Electorate((1, 2), 1, {1: 2, 2: 1})) == [1, 2]
