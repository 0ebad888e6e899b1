"""Classes, growth, the secret class; the Heart, the Warden and the ways to end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.contract.action import Action, ActionError
from engine.delve import terrain
from engine.delve.actions import turn_order
from engine.delve.combat.damage import harm
from engine.delve.hero import hunger
from engine.delve.levels import stairs
from engine.delve.magic.spellcasting import castable
from engine.delve.movement import paths
from engine.delve.rules import growth, vision
from engine.delve.rules.context import DelveContext
from engine.delve.state import DEEPEST
from engine.delve.turns import end_of_turn
from tests.engine.delve.stage import Stage, content, ruleset
from tests.rolled import dice_for

HEALING = "potion of healing"
LEAST_CROSSING = 12  # squares between two shafts


@pytest.mark.covers("delve-manual: 23")
@pytest.mark.parametrize(
    ("name", "figures", "things"),
    [("fighter", (20, 18, 7, 0), {"short sword", "leather jerkin", "meat pie", HEALING}),
     ("mage", (18, 34, 3, 1), {"apprentice's book", "dagger", "bread", HEALING}),
     ("monk", (20, 26, 7, 1), {"dart", "robe", "quarterstaff", "bowl of rice", HEALING}),
     ("evenfall", (20, 24, 6, 1), {"spade", "holy water", "prayer book", "bread", HEALING})],
)  # fmt: skip
def test_classes_start_with_their_figures_and_things(
    name: str, figures: tuple[int, ...], things: set[str]
) -> None:
    rules = ruleset()
    state = rules.new({}, ["Ann"], dice_for("birth"))
    rules.apply(state, 0, Action("class", (name,)), dice_for("class"))
    hero = state.heroes[0]
    assert (hero.health, hero.energy, hero.power, hero.defence) == figures
    assert {item.kind for item in hero.pack} == things
    assert (hero.level, hero.nourishment, hero.rating) == (0, 400, 40)


@pytest.mark.covers("delve-manual: 2")
def test_each_class_has_its_colour() -> None:
    colours = {kind.name: kind.colour for kind in content().classes.values()}
    assert colours == {"fighter": "R", "mage": "B", "monk": "G", "sexton": "V"}


def test_a_mage_can_cast_spark_and_one_more() -> None:
    hero = ruleset().new({"class": "mage"}, ["Ann"], dice_for("x")).heroes[0]
    able = castable(content(), hero)
    assert able[0] == "spark"
    assert able[1] in ("freeze", "confusion")
    assert len(able) == 2


@pytest.mark.covers("delve-manual: 23")
def test_a_fighter_at_level_10_has_grown_by_the_table() -> None:
    made = Stage()
    growth.gain(made.game, made.hero, content().experience_for(10))
    hero = made.hero
    assert (hero.level, hero.full_health, hero.full_energy) == (10, 100, 38)
    assert (hero.power, hero.defence) == (8, 3)
    assert made.said("Ann reaches level 10.")


def test_a_level_is_reached_with_its_experience_and_not_with_one_less() -> None:
    for level in (1, 2, 3, 4, 5, 6):
        for less in (0, 1):
            made = Stage()
            made.hero.experience = 0
            growth.gain(made.game, made.hero, content().experience_for(level) - less)
            assert made.hero.level == level - less


def test_a_figure_that_does_not_grow_stays() -> None:
    made = Stage("mage")
    growth.gain(made.game, made.hero, content().experience_for(26))
    assert made.hero.power == content().classes["mage"].power


def test_beyond_the_last_level_every_level_needs_as_much() -> None:
    needed = [content().experience_for(level) for level in range(31)]
    steps = [after - before for before, after in pairwise(needed)]
    assert steps[:27] == list(content().level_experience)
    assert set(steps[27:]) == {content().level_experience[-1]}


@pytest.mark.covers("delve-manual: 24")
def test_every_fifth_level_asks_and_two_at_once_ask_twice() -> None:
    made = Stage()
    growth.gain(made.game, made.hero, content().experience_for(10))
    assert len(made.hero.choices) == 2
    offers = made.offers()
    assert {"choose health", "choose resistances"} <= set(offers)
    assert sum(offer.startswith("choose ability") for offer in offers) == 3
    with pytest.raises(ActionError, match="answer"):
        made.do("pause")
    health = made.hero.full_health
    made.do("choose health")
    assert made.hero.full_health == health + 15
    ability = made.hero.choices[0][0]
    made.do(f"choose ability {ability}")
    assert made.hero.abilities == [ability]
    assert not made.hero.choices


@pytest.mark.covers("delve-manual: 24")
@pytest.mark.parametrize(
    ("what", "by"), [("energy", 12), ("power", 2), ("defence", 2), ("resistances", 2)]
)
def test_the_choices_of_a_fifth_level(what: str, by: int) -> None:
    made = Stage()
    hero = made.hero
    hero.choices = [[]]
    before = {"energy": hero.full_energy, "power": hero.power, "defence": hero.defence}
    made.do(f"choose {what}")
    after = {"energy": hero.full_energy, "power": hero.power, "defence": hero.defence}
    if what == "resistances":
        assert hero.resist == dict.fromkeys(("fire", "ice", "shock", "acid"), 2)
    else:
        assert after[what] - before[what] == by


def test_slaying_gives_every_hero_the_whole_experience() -> None:
    made = Stage()
    troll = made.put("troll", 0, 1)
    harm(made.game, troll, 999, "", made.hero)
    assert made.hero.experience == 5 + 104
    assert made.hero.kills == {"troll": 1}


@pytest.mark.covers("delve-manual: 25")
def test_the_secret_class_opens_by_its_word_alone() -> None:
    rules = ruleset()
    state = rules.new({}, ["Ann"], dice_for("word"))
    shown = rules.view(state, 0)
    offers = [str(offer.action) for offer in rules.legal(state, 0)]
    assert offers == ["class fighter", "class mage", "class monk"]
    assert "sexton" not in str(shown.question)
    with pytest.raises(ActionError):
        rules.apply(state, 0, rules.parse("class sexton", state, 0), dice_for(rules.dump(state)))
    rules.apply(state, 0, rules.parse("class Evenfall", state, 0), dice_for(rules.dump(state)))
    assert state.heroes[0].class_name == "sexton"
    for setting in rules.settings:
        assert "evenfall" not in setting.values
    names = [topic.name + str(topic.title) for topic in rules.topics(state, 0)]
    assert not any("sexton" in name or "evenfall" in name for name in names)


@pytest.mark.covers("delve-manual: 25")
def test_laying_three_remains_to_rest_asks_once() -> None:
    made = Stage()
    made.ground(0, 0, terrain.GRAVE)
    for name in ("fighter's remains", "mage's remains", "monk's remains"):
        made.give(name)
        made.hero.choices = []
        made.do(f"drop {name.replace(' ', '-')}")
    assert made.hero.experience == 5 + 590
    assert made.said("evenfall")
    made.hero.choices = []
    assert made.offers()[0] == "answer yes"
    power = made.hero.power
    made.do("answer yes")
    assert (made.hero.class_name, made.hero.power) == ("sexton", power)
    assert not any(offer.startswith("answer") for offer in made.offers())


# ------------------------------------------------------------------ ways down and out


def deep(depth: int) -> Stage:
    """A stage on a level of some depth."""
    made = Stage()
    made.level.depth = depth
    made.state.levels = {depth: made.level}
    made.hero.depth = depth
    made.level.up = [made.at(5, 5)]
    made.game = DelveContext(made.state, content(), dice_for("world"))
    made.look()
    return made


def test_stairs_lead_to_levels_that_last() -> None:
    rules = ruleset()
    state = rules.new({"class": "fighter"}, ["Ann"], dice_for("stairs"))
    hero = state.heroes[0]
    game = DelveContext(state, content(), dice_for("world"))
    stairs.arrive(game, hero, 2, terrain.STAIRS_UP)
    assert hero.experience == 5 + 10
    dropped = state.levels[1].ground[:]
    stairs.arrive(game, hero, 1, terrain.STAIRS_DOWN)
    assert state.levels[1].ground == dropped
    assert hero.experience == 15


def test_friends_beside_the_hero_come_along() -> None:
    made = Stage()
    friend = made.put("jackal", 0, 1, side=1)
    far = made.put("jackal", 0, 5, side=1)
    made.state.levels[2] = Stage().level
    made.state.levels[2].depth = 2
    stairs.arrive(made.game, made.hero, 2, terrain.STAIRS_UP)
    assert (friend.depth, far.depth) == (2, 1)
    assert friend in made.state.levels[2].monsters


def test_taking_the_heart_opens_the_shafts_and_calls_the_warden() -> None:
    made = deep(DEEPEST)
    made.level.items[made.hero.at] = [made.give("Heart of the Delve")]
    made.hero.pack = []
    made.do("get")
    assert terrain.SHAFT in made.level.ground
    assert made.state.warden_in > 0
    made.state.warden_in = 1
    made.do("pause")
    (warden,) = [m for m in made.level.monsters if m.kind == "the Warden"]
    assert warden.hunting


def test_with_the_heart_energy_comes_twice_as_fast_and_hunger_three_times() -> None:
    made = Stage()
    made.give("Heart of the Delve")
    hero = made.hero
    hero.full_energy, hero.energy = 20, 0
    end_of_turn.regenerate(made.game, hero)
    assert hero.energy == 1
    hero.health, hero.energy, hero.rating = hero.full_health, 20, 40
    hunger.lose(made.game, hero)
    assert hero.rating == 37


def test_a_slain_warden_comes_back_after_sixty_turns() -> None:
    made = deep(21)
    made.state.warden_dead = made.state.heart_taken = True
    made.give("Heart of the Delve")
    stairs.take_heart(made.game, made.hero)
    assert made.state.warden_in == 60
    for _ in range(60):
        stairs.warden_round(made.game)
    assert any(m.kind == "the Warden" for m in made.level.monsters)
    assert not made.state.warden_dead


def test_shafts_rise_five_levels_and_the_first_leads_out() -> None:
    made = deep(6)
    made.give("Heart of the Delve")
    made.state.levels[1] = above = Stage().level
    above.up, above.down = [made.at(0, -9)], [made.at(0, 0)]
    above.ground[above.down[0]] = terrain.STAIRS_DOWN
    made.ground(0, 0, terrain.SHAFT)
    made.do("ascend")
    assert (made.hero.depth, made.hero.at) == (1, above.down[0])
    made.game.put(made.hero, above.ground.index(terrain.SHAFT))
    made.do("ascend")
    outcome = made.rules.outcome(made.state)
    assert made.state.ended == "escaped"
    assert outcome is not None
    assert outcome.won
    assert "Ann came up into the morning" in str(outcome.story[0])


@pytest.mark.parametrize("seed", range(3))
def test_each_shaft_ends_far_from_the_next_one_but_with_a_way_there(seed: int) -> None:
    made = Stage(seed=f"shaft {seed}")
    made.state.levels = {}
    made.give("Heart of the Delve")
    for below, depth in pairwise(stairs.SHAFT_LEVELS):
        made.hero.depth = below
        stairs.arrive(made.game, made.hero, below, terrain.STAIRS_UP)
        made.game.put(made.hero, made.game.level(made.hero).ground.index(terrain.SHAFT))
        stairs.ascend(made.game, made.hero)
        assert made.hero.depth == depth
        vision.remember_all(made.game, made.hero)
        shaft = made.game.level(made.hero).ground.index(terrain.SHAFT)
        assert len(paths.way_to(made.game, made.hero, shaft)) >= LEAST_CROSSING


@pytest.mark.parametrize("depth", [1, 16])
def test_the_heart_draws_hunters_of_the_deepest_levels(depth: int) -> None:
    made = deep(depth)
    made.free_dice()
    made.give("Heart of the Delve")
    made.level.down = [made.at(0, 25)]
    for turn in range(1, 5 * stairs.DRAWS_EVERY + 1):
        made.level.turns = turn
        stairs.warden_round(made.game)
    come = made.level.monsters
    assert come
    assert all(each.level >= DEEPEST - 3 and each.hunting and not each.asleep for each in come)
    assert len({each.at for each in come}) == len(come)


def test_leaving_without_the_heart_ends_unwon_and_warns() -> None:
    made = Stage()
    made.ground(0, 0, terrain.STAIRS_UP)
    (offer,) = [o for o in made.rules.legal(made.state, 0) if str(o.action) == "ascend"]
    assert offer.irreversible
    made.do("ascend")
    outcome = made.rules.outcome(made.state)
    assert outcome is not None
    assert outcome.ending == "left"
    assert made.rules.view(made.state, 0).ending == "left"


def test_the_quiet_ending_asks_for_all_four_altars() -> None:
    for used, ended in ((3, ""), (4, "quiet")):
        made = deep(DEEPEST)
        for n in range(used):
            made.level.ground[made.at(3, n)] = terrain.DIM_ALTAR
        made.ground(0, 0, terrain.ALTAR if used == 3 else terrain.DIM_ALTAR)
        if used == 4:
            made.level.ground[made.at(3, 3)] = terrain.FLOOR
        made.give("Heart of the Delve")
        made.do("drop heart-of-the-delve")
        assert made.state.ended == ended


def test_death_ends_the_game_with_a_story() -> None:
    made = Stage()
    troll = made.put("troll", 0, 1)
    harm(made.game, made.hero, 999, "", troll)
    stairs.check_end(made.game)
    assert made.state.ended == "dead"
    outcome = made.rules.outcome(made.state)
    assert outcome is not None
    assert outcome.ending == "lost"
    assert outcome.killer == "delve:monster/troll"
    assert str(outcome.story[-1]) == "Ann, fighter of level 0, was slain by a troll on level 1."
    assert made.rules.turn(made.state).waiting == ()
    assert made.rules.legal(made.state, 0) == ()


def test_the_story_counts_the_monsters_that_fell() -> None:
    told = {
        "One monster fell: an eel.": {"eel": 1},
        "One monster fell: the Butler.": {"the Butler": 1},
        "3 monsters fell, the greatest of them a troll.": {"rat": 2, "troll": 1},
    }
    for line, slain in told.items():
        made = Stage()
        made.state.ended, made.state.slain = "left", slain
        outcome = made.rules.outcome(made.state)
        assert outcome is not None
        assert line in map(str, outcome.story)
        assert dict(outcome.facts)["kills"] == sum(slain.values())


def test_a_party_goes_on_without_the_fallen() -> None:
    rules = ruleset()
    state = rules.new({"class": "fighter"}, ["Ann", "Bea"], dice_for("party"))
    game = DelveContext(state, content(), dice_for("world"))
    assert rules.turn(state).waiting == (0,)
    rules.apply(state, 0, rules.parse("pause", state, 0), dice_for(rules.dump(state)))
    assert rules.turn(state).waiting == (1,)
    harm(DelveContext(state, content(), dice_for("world")), state.heroes[0], 999)
    rules.apply(state, 1, rules.parse("pause", state, 1), dice_for(rules.dump(state)))
    assert rules.turn(state).waiting == (1,)
    assert rules.view(state, 0).phase == "over"
    assert rules.view(state, 1).phase == "play"
    assert turn_order.to_act(game) is state.heroes[1]


def test_classes_are_chosen_by_all_at_once() -> None:
    rules = ruleset()
    state = rules.new({}, ["Ann", "Bea"], dice_for("choose"))
    asked = rules.turn(state)
    assert (asked.waiting, asked.simultaneous) == ((0, 1), True)
    rules.apply(state, 1, rules.parse("class monk", state, 1), dice_for(rules.dump(state)))
    assert rules.turn(state).waiting == (0,)
    assert rules.turn(state).id == asked.id
    assert rules.view(state, 0).phase == "setup"
    rules.apply(state, 0, rules.parse("class mage", state, 0), dice_for(rules.dump(state)))
    assert rules.turn(state).waiting == (0,)
    assert rules.turn(state).id != asked.id
    assert rules.view(state, 0).phase == "play"
