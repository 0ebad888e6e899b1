"""Chances that orders show: of which missile, at whom, and what else of a step."""

import pytest

from engine.common import distributions
from engine.contract.action import Action
from engine.sil.creatures import creature_names
from engine.sil.effects import statuses
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill
from engine.sil.item_use import activation
from engine.sil.level import terrain
from engine.sil.odds import chances, deeds, fight_lines, powers, strikes
from tests.engine.sil.items.things import STAFF, given, thing
from tests.engine.sil.odds.test_known_odds import SOLDIER, fight
from tests.engine.sil.stage import foe, item


def of(game, verb, *args, at=None):
    """Return the chances of an order: what of, and how many percent."""
    return [(c.of, c.percent) for c in chances.of(game, Action(verb, args), at)]


# ------------------------------------------------------------------------ missiles


def throws():
    """Return a hero before a soldier, with a well-balanced spear and a dagger, and the odds of
    both."""
    game, orc = fight(dx=3)
    held = given(game, item("Dagger"), item("Spear", attack=5))
    odds = {i.kind: strikes.throw(game, orc, i).odds().percent for i in held}
    letters = {letter: odds[i.kind] for letter, i in zip("ab", game.hero.pack, strict=True)}
    assert len(set(letters.values())) == 2
    return game, (orc.y, orc.x), letters


def test_a_throw_shows_the_odds_of_the_thing_that_is_thrown():
    game, at, odds = throws()
    for letter, percent in odds.items():
        assert of(game, "throw", letter, "x", at=at) == [("hit", percent)]


@pytest.mark.parametrize("verb", ["hurl", "volley"])
def test_a_throw_of_whatever_is_made_for_it_shows_the_odds_of_the_best(verb):
    game, at, odds = throws()
    assert of(game, verb, "a", at=at) == [("hit", max(odds.values()))]
    game.hero.pack = [item("Helm")]
    assert of(game, verb, "a", at=at) == []


def test_a_throw_of_what_is_gone_shows_the_odds_of_the_best():
    game, at, odds = throws()
    assert of(game, "throw", "z", "x", at=at) == [("hit", max(odds.values()))]


# ------------------------------------------------------------------------ fights


def test_plans_of_a_fight_show_the_odds_of_the_enemy_that_is_meant():
    game, orc = fight()
    other = foe(game, "Wolf", 0, -1, alertness=-20)
    one = [(c.of, c.percent) for c in chances.fight(game, orc)]
    two = [(c.of, c.percent) for c in chances.fight(game, other)]
    assert one != two
    for verb, before in (("fight", ()), ("charge", ()), ("drink-fight", ("a",))):
        assert of(game, verb, *before, creature_names.handle(game, orc)) == one
        assert of(game, verb, *before, creature_names.handle(game, other)) == two
        assert of(game, verb, *before, "wolf-2") == []


def test_a_repeated_order_shows_the_chances_of_one():
    game, _ = fight()
    assert of(game, "repeat", "3", "step e") == of(game, "step", "e")
    assert [name for name, _ in of(game, "repeat", "3", "step e")] == ["hit", "hurt"]
    assert of(game, "repeat", "3", "step w") == []


def test_the_mindless_are_reckoned_as_if_they_had_just_noticed():
    for name, alertness, seen in ((SOLDIER, -5, -5), ("Grotesque", -5, 0), ("Grotesque", 3, 3)):
        game, creature = fight(name, alertness=alertness)
        assert strikes._as_seen(game, creature).alertness == seen
        assert creature.alertness == alertness


# ------------------------------------------------------------------------ steps


def test_a_step_shows_the_fight_else_getting_free_else_a_lock():
    game, orc = fight()
    assert [name for name, _ in of(game, "step", "e")] == ["hit", "hurt"]
    game.learn(orc).visible = False
    assert of(game, "step", "e") == []
    here, door = deeds.square_of(game, ""), deeds.square_of(game, "w")
    game.level.feature[door] = terrain.LOCKED_DOOR + 3
    game.knowledge.mark[door] = 1
    assert of(game, "step", "w") == []
    game.knowledge.tried.append(door)
    lock = deeds.door_percent(game, door, bash=False)
    assert lock != deeds.door_percent(game, door, bash=True)
    assert of(game, "step", "w") == [("open", lock)]
    game.level.feature[here] = terrain.WEB
    assert statuses.trapped_in(game) == "web"
    assert of(game, "step", "w") == [("escape", deeds.escape_percent(game))]


def test_who_stands_still_is_noticed_less_than_who_walks():
    game, orc = fight(dx=5, alertness=-5)
    walking = distributions.as_percent(deeds.notice_odds(game, orc))
    waiting = distributions.as_percent(deeds.notice_odds(game, orc, waiting=True))
    assert 0 < waiting < walking
    assert of(game, "step", "w") == [("notice", walking)]
    assert of(game, "explore") == [("notice", walking)]
    assert of(game, "wait") == [("notice", waiting)]
    assert of(game, "search", "found") == [("notice", waiting)]


def test_the_short_sighted_far_off_notice_neither_who_walks_nor_who_waits():
    game, _ = fight("Lurking horror", 3, alertness=-5)
    assert of(game, "explore") == of(game, "wait") == [("notice", 0)]


# ------------------------------------------------------------------------ songs, staffs, wounds


def test_a_song_shows_whom_it_sways():
    game, _ = fight(dx=3)
    sways = powers.song(game, "elbereth")
    percent = distributions.as_percent(sways.chance)
    assert of(game, "sing", "elbereth") == [("work", percent)]
    assert of(game, "sing", "silence") == []


def test_by_the_manual_the_odds_of_a_staff_are_those_of_mastering_it_too():
    found = {}
    for rulings in (GAME, MANUAL):
        game, _ = fight(dx=3, rulings=rulings)
        game.hero.derived.skills[Skill.WILL] = 4
        (staff,) = given(game, thing(STAFF, "Slumber"))
        staff.known = True
        game.lore.aware.append(staff.kind)
        found[rulings] = powers.device(game, staff).chance
        mastered = activation.mastery_contest(game, staff).chance()
    assert 0 < mastered < 1
    assert 0 < found[GAME] < 1
    assert found[MANUAL] == found[GAME] * mastered


@pytest.mark.parametrize(
    ("name", "points", "health", "note"),
    [
        ("afraid", 9, 5, ""),
        ("poison", 10, 20, "takes 10 more health"),
        ("cut", 7, 20, "takes 7 more health"),
        ("poison", 40, 8, "kills in 1 turn"),
        ("cut", 40, 9, "kills in 2 turns"),
    ],
)
def test_what_a_state_will_do_in_the_end(name, points, health, note):
    game, _ = fight(dx=5)
    game.hero.health = health
    setattr(game.hero.timers, name, points)
    [kind] = [each for each in game.under_way() if each.key == name]
    assert str(fight_lines.wound_note(game, kind)) == note
