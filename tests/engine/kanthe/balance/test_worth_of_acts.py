"""First acts of situations, judged by what comes of them."""

from __future__ import annotations

import pytest

from engine.kanthe.balance import first_acts
from engine.kanthe.balance.first_acts import KINDS, judge_situation
from engine.kanthe.expert.judgement import LIFE, SECTION_WORTH, THING, WOUND
from tests.engine.kanthe.situations import SITUATIONS
from tests.engine.kanthe.stage import RULES, begun, game_of

OPTIONS = {"length": "half-hour"}


def test_of_each_kind_the_act_is_judged_that_the_expert_likes_best() -> None:
    found = 0
    for make in list(SITUATIONS.values())[::3]:
        game = game_of(make())
        acts = first_acts._acts_by_kind(game)
        offered = [offer.action for offer in RULES.legal(game.state, 0)]
        assert acts.keys() == {
            kind for kind, verbs in KINDS.items() if any(each.verb in verbs for each in offered)
        }
        for kind, act in acts.items():
            assert act in offered
            assert act.verb in KINDS[kind]
        best = first_acts.recommendations(game)[0].offer.action
        for kind, verbs in KINDS.items():
            if best.verb in verbs:
                assert acts[kind] == best
                found += 1
    assert found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few decisions be played."""
    for name, value in (("ROLLOUTS", 2), ("DEPTH", 1), ("MOST_ACTIONS", 6)):
        monkeypatch.setattr(first_acts, name, value)


@pytest.mark.usefixtures("quick")
def test_a_situation_is_judged_alike_each_time_and_has_a_choice() -> None:
    for kind in ("fight", "sneak"):
        worths = judge_situation(RULES, kind, "7", OPTIONS)
        assert len(worths) > 1
        assert kind in worths
        assert worths.keys() <= KINDS.keys()
    assert worths == judge_situation(RULES, "sneak", "7", OPTIONS)
    assert judge_situation(RULES, "magic", "7", OPTIONS) == {}


def test_a_life_is_worth_what_it_has_less_its_wounds_and_a_death_nothing() -> None:
    state = begun()
    hero = state.hero
    hero.items, hero.coins, hero.sections, hero.wounds = [], 7, 2, 0
    bare = first_acts._value(state)
    assert bare == LIFE + 7 + 2 * SECTION_WORTH
    hero.wounds = 2
    assert first_acts._value(state) == bare - 2 * WOUND
    hero.items = begun().hero.items[:1]
    hero.items[0].rating = 3
    assert first_acts._value(state) == bare - 2 * WOUND + 3 * THING
    state.result = "dead"
    assert first_acts._value(state) == 0
