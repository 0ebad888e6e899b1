"""Policies that play alone, and the report on their games."""

from __future__ import annotations

import json

import pytest

from engine.contract.action import InvalidAction
from engine.kanthe.balance import report as report_module
from engine.kanthe.balance import self_play
from engine.kanthe.balance.first_acts import KINDS, judge_situation
from engine.kanthe.balance.report import OPTIONS, format_report, measure, report, share_of_best
from engine.kanthe.balance.self_play import POLICIES, HeroFigures, PolicyFigures, choose, play_game
from engine.kanthe.expert.ranking import recommendations
from tests.engine.kanthe.situations import SITUATIONS
from tests.engine.kanthe.stage import RULES, game_of


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_does_its_kind_of_act_where_it_pays_and_else_what_the_expert_would(
    policy: str,
) -> None:
    for make in SITUATIONS.values():
        game = game_of(make())
        found, action = recommendations(game), choose(game, policy)
        pays = [e.offer.action for e in found if e.pays and e.offer.action.verb in POLICIES[policy]]
        if policy != "mixed":
            assert action == (pays or [found[0].offer.action])[0]
        assert action in [offer.action for offer in RULES.legal(game.state, 0)]


def test_the_same_seed_plays_the_same_game() -> None:
    options = {"length": "half-hour"}
    assert play_game(RULES, "sneak", "7", options) == play_game(RULES, "sneak", "7", options)


def test_a_hero_who_is_on_the_way_when_a_game_is_cut_off_counts_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(self_play, "MOST_ACTIONS", 3)
    (delve,) = play_game(RULES, "sneak", "7", {"length": "half-hour"}).delves
    assert (delve.result, delve.worth) == ("", 0)


def test_the_dead_bring_nothing_home() -> None:
    ends = [HeroFigures(end, 9, 2, 8) for end in ("dead", "", "left")]
    assert [each.worth for each in ends] == [0, 0, 19]
    assert PolicyFigures("fight", tuple(ends), 80, 6).worth == 19


def test_a_report_has_each_policy_with_its_error_and_the_lead_of_the_best() -> None:
    played = [
        PolicyFigures(policy, (HeroFigures("left", coins, 0, 8),), 80, 6)
        for policy, worths in {"fight": (10, 20), "sneak": (9, 11)}.items()
        for coins in worths
    ]
    figures = measure(played)
    assert figures["best to second"] == pytest.approx(1.5)
    assert figures["policies"]["fight"]["error"] == pytest.approx(5)
    assert json.loads(json.dumps(figures)) == figures
    told = "\n".join(format_report(figures))
    assert "fight: worth 15.0 ± 5.0 of 2" in told


class NoProcesses:
    """A pool that does its work itself."""

    map = staticmethod(map)

    def __init__(self, processes: int, context: object) -> None: ...

    def __enter__(self) -> NoProcesses:
        return self

    def __exit__(self, *error: object) -> None: ...


def test_a_report_is_lines_of_text_or_one_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = (HeroFigures("dead", 4, 0, 8), HeroFigures("left", 9, 1, 8))
    monkeypatch.setattr(report_module, "ProcessPoolExecutor", NoProcesses)
    monkeypatch.setattr(
        report_module, "_play_one", lambda policy, seed: PolicyFigures(policy, ends, 80, 6)
    )
    monkeypatch.setattr(report_module, "_judge_one", lambda kind, seed: {kind: 1.0})
    [line] = report(2, 1, 1, as_json=True)
    assert json.loads(line)["policies"].keys() == set(POLICIES)
    told = list(report(2, 1, 1))
    assert any(each.startswith("fight: worth") for each in told)


def test_numbers_below_one_are_refused() -> None:
    for games, processes in ((0, 1), (1, 0)):
        with pytest.raises(InvalidAction):
            list(report(games, processes, 1))


def test_the_first_act_that_is_worth_the_most_is_the_best() -> None:
    judged = [{"fight": 3.0, "talk": 2.0}, {"fight": 1.0, "sneak": 2.0}, {}]
    assert share_of_best("fight", judged) == 0.5
    assert share_of_best("magic", [{}]) == 0.0


@pytest.mark.soak(part="autoplay")
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_act_is_the_best_first_act_somewhere(kind: str) -> None:
    judged = [judge_situation(RULES, kind, f"{kind}-{n}", OPTIONS) for n in range(20)]
    assert share_of_best(kind, judged) >= 0.1


@pytest.mark.soak(part="autoplay")
def test_no_way_to_play_is_far_ahead_and_an_evening_is_as_long_as_it_should_be() -> None:
    played = [play_game(RULES, policy, f"1-{n}", OPTIONS) for policy in POLICIES for n in range(40)]
    figures = measure(played)
    assert figures["best to second"] <= 1.5
    expert = figures["policies"]["expert"]
    assert 0.1 <= expert["dead"] <= 0.5  # a quarter to a half, two standard errors off
    assert expert["an evening"] >= 0.6
    assert expert["words"] >= 5
    assert expert["arcane"] >= 6
    assert expert["given up"] <= 0.05
