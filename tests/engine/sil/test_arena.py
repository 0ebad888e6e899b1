"""The arena: fights by the hundred, counted."""

import pytest

from engine.contract.action import InvalidAction
from engine.sil import arena


def lines(*sides, hero="mid", fights=5, seed=1):
    return list(arena.report(sides, hero, fights, seed))


def test_a_report_counts_who_wins_and_the_same_seed_gives_the_same_report():
    report = lines("orc soldier x3")
    assert report[0] == "mid hero against 3 x Orc soldier, 5 fights"
    assert any("hero wins" in line or "hero dies" in line for line in report)
    assert lines("Orc soldier X3") == report
    assert lines("orc soldier x3", seed=9) != report


def test_a_strong_hero_wins_more_often_than_a_weak_one():
    data = arena.bundle.load()
    scenario = arena.Scenario("Orc soldier", 2)

    def wins(name):
        fights = (arena.Fight(data, scenario, data.rules.builds[name], n) for n in range(20))
        return sum(fight.play()["hero wins"] for fight in fights)

    assert wins("strong") > wins("weak")


def test_figures_of_a_fight_are_of_those_who_are_left():
    data = arena.bundle.load()
    scenario = arena.Scenario("Orc soldier", 3, distance=4, alertness=-12, turn_cap=0)
    fight = arena.Fight(data, scenario, data.rules.builds["mid"], 1)
    for creature, alertness in zip(fight.creatures, (-12, -9, 4), strict=True):
        creature.alertness = alertness
    figures = fight._figures(0, 0)
    assert figures["creatures left"] == 3
    assert figures["mean alertness"] == -5  # cut off toward nothing
    assert figures["nearest distance"] == 4


def test_who_is_met_in_special_places_only_can_be_fought_as_well():
    data = arena.bundle.load()
    scenario = arena.Scenario("Barrow wight")
    wight = data.monsters[arena.bundle.named(data.monsters, scenario.race).serial]
    assert "SPECIAL_GEN" in wight.flags
    fight = arena.Fight(data, scenario, data.rules.builds["mid"], 1)
    assert [creature.race for creature in fight.creatures] == [wight.serial]


def test_figures_of_a_fight_tell_what_it_cost_the_hero():
    data = arena.bundle.load()
    fight = arena.Fight(data, arena.Scenario("Orc soldier"), data.rules.builds["mid"], 1)
    hero = fight.game.hero
    hero.stat_drain[:] = [-1, 0, -2, 0]
    hero.food -= 7
    hero.health = -3
    figures = fight._figures(0, 0)
    assert figures["stat points drained"] == 3
    assert figures["food"] == 7
    assert figures["health left"] == 0


def test_health_lost_is_the_sum_of_all_losses_and_healing_takes_nothing_off():
    data = arena.bundle.load()
    scenario = arena.Scenario("Orc soldier", alertness=-99, policy="hold", turn_cap=5)
    fight = arena.Fight(data, scenario, data.rules.builds["mid"], 1)
    hero = fight.game.hero
    changes = iter((0, -4, 3, -2, 0))

    def act(action):
        hero.health += next(changes)
        hero.turns += 1

    fight.act = act
    assert fight.play()["health lost"] == 4 + 2


@pytest.mark.parametrize(
    ("sides", "hero", "words"),
    [
        (("balrogg",), "mid", "no creature called"),
        (("wolf x9",), "mid", "1 to 4 creatures"),
        (("wolf",), "mighty", "weak, mid, strong"),
        (("wolf", "orc soldier"), "mid", "Name the creatures"),
    ],
)
def test_what_is_not_known_is_refused_in_a_sentence(sides, hero, words):
    with pytest.raises(InvalidAction, match=words):
        lines(*sides, hero=hero)
