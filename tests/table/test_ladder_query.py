"""Queries of the ladder select and sort by the facts that games have."""

from __future__ import annotations

import pytest

from table.contest import GameResult
from table.errors import Refusal
from table.ladder_query import LadderCondition, known_facts, parse_query, select


def result(name: str, race: str, depth: int, score: int, *, won: bool = False) -> GameResult:
    facts = (("race", race), ("depth", depth), ("score", score))
    figures = (("points", score),)
    return GameResult(0, 1, 2, 3, name, "ended", won, 10 * depth, figures, facts)


ROWS = (
    result("Ann", "noldor", 12, 700),
    result("Bob", "House of Men", 4, 900, won=True),
    result("Cid", "noldor", 9, 800),
    result("Dot", "sindar", 12, 700),
)


def names(where: str = "", sort: str = "") -> list[tuple[int, str]]:
    query = parse_query(where, sort, known_facts(ROWS))
    return [(row.place, row.name) for row in select(ROWS, query)]


def test_without_a_query_it_is_the_ladders_own_order():
    assert names() == [(1, "Bob"), (2, "Cid"), (3, "Ann"), (3, "Dot")]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("race=noldor depth>10", ["Ann"]),
        ("race=Noldor", ["Ann", "Cid"]),
        ("race != noldor", ["Bob", "Dot"]),
        ('race="House of Men"', ["Bob"]),
        ("depth>=9 depth<12", ["Cid"]),
        ("score<=800 ending=not-won", ["Ann", "Cid", "Dot"]),
        ("turn = 120 name=dot", ["Dot"]),
        ("depth!=12", ["Bob", "Cid"]),
        ("depth>-1 score>-5", ["Ann", "Bob", "Cid", "Dot"]),
        ("race=vala", []),
        ("Race=sindar DEPTH>10", ["Dot"]),
    ],
)
def test_conditions_hold_all_together(where, found):
    assert sorted(name for _, name in names(where)) == found


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("score", [(1, "Bob"), (2, "Cid"), (3, "Dot"), (3, "Ann")]),
        ("-score", [(1, "Ann"), (1, "Dot"), (3, "Cid"), (4, "Bob")]),
        ("depth", [(1, "Dot"), (1, "Ann"), (3, "Cid"), (4, "Bob")]),
        ("race", [(1, "Bob"), (2, "Ann"), (2, "Cid"), (4, "Dot")]),
    ],
)
def test_they_are_sorted_by_a_fact_and_equals_share_a_place(sort, order):
    assert names(sort=sort) == order


@pytest.mark.parametrize(
    ("where", "sort", "sentence"),
    [
        ("shoe=3", "", "Nothing here is called “shoe”; you can ask for depth, ending, name"),
        ("", "shoe", "Nothing here is called “shoe”"),
        ("depth>deep", "", "“depth” is a number, and “deep” is none."),
        ("depth>1e5", "", "“depth” is a number"),
        ("race<noldor", "", "“race” is a word: it can be compared with = and != only."),
        ("race", "", "“race” is no condition"),
        ("race=noldor depth", "", "“depth” is no condition"),
        ('race="noldor', "", "is no condition"),
        ("race==noldor", "", "is no condition"),
        ("x" * 201, "", "at most 200 letters"),
        ("depth>1 " * 11, "", "at most 10 conditions"),
    ],
)
def test_a_wrong_query_gets_one_sentence(where, sort, sentence):
    with pytest.raises(Refusal) as refusal:
        names(where, sort)
    told = str(refusal.value)
    assert sentence in told
    assert "\n" not in told


def test_what_can_be_asked_is_what_some_game_has():
    facts = known_facts(ROWS)
    assert list(facts) == ["depth", "ending", "name", "race", "score", "turn"]
    assert facts["race"] == ("house-of-men", "noldor", "sindar")
    assert facts["depth"] == (4, 9, 12)


@pytest.mark.parametrize(
    ("name", "comparison", "value", "holds"),
    [
        ("depth", "=", "4", True),
        ("depth", "!=", "4", False),
        ("depth", "<", "4", False),
        ("depth", "<=", "4", True),
        ("depth", ">", "4", False),
        ("depth", ">=", "4", True),
        ("depth", ">", "-5", True),
        ("depth", "!=", "deep", False),
        ("race", "=", "Noldor", True),
        ("race", "!=", "noldor", False),
        ("race", "!=", "sindar", True),
        ("shoe", "!=", "4", False),
    ],
)
def test_a_condition_holds_only_of_a_fact_that_can_be_compared(name, comparison, value, holds):
    facts = {"depth": 4, "race": "noldor"}
    assert LadderCondition(name, comparison, value).holds(facts) is holds


def test_a_query_may_be_as_long_and_have_as_many_conditions_as_it_says():
    assert names("depth>1 " * 10) == names()
    assert names("depth>1" + " " * 193) == names()
