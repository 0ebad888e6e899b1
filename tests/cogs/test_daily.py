"""The results of daily runs in words, with the film of the best one."""

import json

import pytest

from cogs.daily import results_reply
from engine.contract.action import Event
from table.contest import Contest, GameResult
from table.daily import DailyResults
from table.errors import Refusal


def day(name, *runs, refused=0, unchecked=0):
    contest = Contest(1, 0, 0, 0, name, "toy", {}, bytes(16), "hash", created=0.0, ended=1.0)
    rows = tuple(
        GameResult(place, 70 + place, 1, place, who, "slain", False, 9, (("score", 100 - place),))
        for place, who in enumerate(runs, 1)
    )
    return DailyResults(contest, rows, refused, unchecked)


def said(*days, luck=(None, None)):
    view = results_reply(days, luck).view
    return json.dumps(view.to_components(), ensure_ascii=False)


def test_the_best_of_each_day_are_listed_with_the_film_of_the_newest():
    told = said(
        day("2026-11-23", "Ann", "Bob", "Eve", "Finn", refused=1), day("2026-11-22", unchecked=2)
    )
    assert told.index("2026-11-23") < told.index("Ann") < told.index("2026-11-22")
    assert "Eve" in told
    assert "Finn" not in told
    assert "-# 1 more run" in told
    assert "1 more runs" not in told
    assert "a replay came out otherwise: 1 run" in told
    assert "Still to be replayed from the seed: 2 runs" in told
    assert "v1:71:0:film:" in told
    assert "v1:71:0:proof:" in told
    assert "<#" not in told


@pytest.mark.parametrize(
    ("runs", "unchecked", "told_so"), [((), 0, True), (("Ann",), 0, False), ((), 1, False)]
)
def test_a_day_on_which_nobody_came_to_an_end_is_told_as_such(runs, unchecked, told_so):
    told = said(day("2026-11-23", *runs, unchecked=unchecked))
    assert ("Nobody came to an end." in told) is told_so


def test_what_is_not_listed_of_a_day_is_counted():
    everybody = ("Ann", "Bob", "Eve", "Finn", "Gil", "Hal", "Ida", "Jon")
    for runs in range(4):
        assert "more run" not in said(day("2026-11-23", *everybody[:runs]))
    assert "-# 2 more runs" in said(day("2026-11-23", *everybody[:5]))
    assert "-# 5 more runs" in said(day("2026-11-23", *everybody))


def test_a_day_without_runs_has_no_film():
    assert "film" not in said(day("2026-11-23"))
    with pytest.raises(Refusal, match="No daily run is over"):
        results_reply([])


def test_the_best_runs_luckiest_and_worst_rolls_are_told():
    rolls = [Event("hit", words, rolls=()) for words in ("You hit.", "You miss.")]
    told = said(day("2026-11-23", "Ann"), luck=tuple(rolls))
    assert "Luckiest roll: You hit." in told
    assert "Worst roll: You miss." in told
