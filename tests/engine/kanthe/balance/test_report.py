"""Policies that play alone, and the report on their games."""

from __future__ import annotations

import json

import pytest

from engine.contract.action import InvalidAction
from engine.kanthe.balance.report import format_report, measure, report
from engine.kanthe.balance.self_play import POLICIES, DelveFigures, choose, play
from tests.engine.kanthe.situations import SITUATIONS
from tests.engine.kanthe.stage import RULES, play_of


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_does_what_is_offered_and_leaves_out_what_it_avoids(policy: str) -> None:
    for make in SITUATIONS.values():
        game = make()
        offers = RULES.legal(game, 0)
        action = choose(play_of(game), policy)
        assert action in [offer.action for offer in offers]
        if action.verb in POLICIES[policy].avoids:
            assert len([each for each in offers if each.advised]) == 1


def test_the_same_seed_plays_the_same_game() -> None:
    options = {"length": "half-hour"}
    assert play(RULES, "sneak", "7", options) == play(RULES, "sneak", "7", options)


def test_the_dead_bring_nothing_home() -> None:
    ends = [DelveFigures("fight", end, 9, 2, 80, 6, 8) for end in ("dead", "", "left")]
    assert [each.worth for each in ends] == [0, 0, 19]


def test_a_report_has_each_policy_with_its_error_and_the_lead_of_the_best() -> None:
    played = [
        DelveFigures(policy, "left", coins, 0, 80, 6, 8)
        for policy, worths in {"fight": (10, 20), "sneak": (9, 11)}.items()
        for coins in worths
    ]
    figures = measure(played)
    assert figures["best to second"] == pytest.approx(1.5)
    assert figures["policies"]["fight"]["error"] == pytest.approx(5)
    assert json.loads(json.dumps(figures)) == figures
    told = "\n".join(format_report(figures))
    assert "fight: worth 15.0 ± 5.0 of 2" in told


def test_numbers_below_one_are_refused() -> None:
    for games, processes in ((0, 1), (1, 0)):
        with pytest.raises(InvalidAction):
            list(report(games, processes, 1))


@pytest.mark.soak(part="autoplay")
def test_no_way_to_play_is_far_ahead_and_an_evening_is_as_long_as_it_should_be() -> None:
    options = {"length": "evening"}
    played = [play(RULES, policy, f"1-{n}", options) for policy in POLICIES for n in range(40)]
    figures = measure(played)
    assert figures["best to second"] <= 1.5
    expert = figures["policies"]["expert"]
    assert 0.1 <= expert["dead"] <= 0.5  # a quarter to a half, two standard errors off
    assert 45 <= expert["decisions"] <= 135
    assert expert["words"] >= 4
    assert expert["given up"] <= 0.1
