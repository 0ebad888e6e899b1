"""Ends, pages and the coach in circumstances that few games come to."""

import pytest

from engine.contract.texts import text
from engine.contract.view import HelpTopic
from engine.sil import coach, death_story, manual, outcome, pages
from engine.sil.clock import plan_runs, sightings
from engine.sil.commands import action_words
from engine.sil.creatures.situation import Situation
from engine.sil.game.state import RaceLore, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import light_radius
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.sil.songs import monster_songs
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.stage import foe, item, load_dice, race, stage, wear

# ------------------------------------------------------------------------ ends


@pytest.mark.parametrize("slain", [True, False])
def test_who_slew_morgoth_has_overthrown_him(slain):
    game = arena()
    game.state.ended = "escaped"
    if slain:
        game.world.dead_uniques.append(game.data.rules.creature_roles["morgoth"])
    told = outcome.outcome(game)
    expected = "Hero has overthrown Morgoth" if slain else "Hero came out of Angband"
    assert str(told.title) == expected
    assert (outcome._scene(game) == "sil:overthrown") is slain


@pytest.mark.parametrize(
    ("kills", "words"),
    [
        ({"Wolf": 1}, "Slew 1 foe."),
        ({"Wolf": 1, "Orc soldier": 1}, "Slew 2 foes."),
        ({"Gorgol, the Butcher": 1, "Wolf": 0}, "Slew 1 foe."),
        ({"Wolf": 2, "Orc soldier": 1}, "Slew 3 foes; 2 were of one kind: wolf."),
    ],
)
def test_kills_name_a_kind_only_when_several_of_it_fell(kills, words):
    game = stage()
    for name, number in kills.items():
        game.lore.races[race(name)] = RaceLore(kills=number)
    assert [str(line) for line in outcome._kills(game, sum(kills.values()))] == [words]


def test_the_states_at_the_end_tell_where_he_stood_and_what_he_did():
    game = arena()
    hero = game.hero
    wear(game, Slot.WEAPON, "Longsword")
    put(game, hero.y, hero.x, terrain.UP_STAIR)
    hero.song, hero.stealth_mode = 3, True
    assert [str(state) for state in death_story._states(game)] == [
        "on the stairs", "still singing", "creeping",
    ]  # fmt: skip
    put(game, hero.y, hero.x, terrain.FLOOR)
    hero.song, hero.stealth_mode = -1, False
    assert [str(state) for state in death_story._states(game)] == ["in a corridor"]


# ------------------------------------------------------------------------ pages and lines


def test_at_the_gates_of_a_run_every_way_up_is_open():
    game = arena()
    game.hero.on_the_run = True
    assert str(pages._least_depth(game)) == "Least depth: none. All ways up are open to you."
    game.hero.on_the_run = False
    assert str(pages._least_depth(game)).startswith("Least depth 50 ft: ")


def test_without_an_offer_the_coach_is_silent():
    assert list(coach._advice(arena(), None)) == [()]


def test_help_with_a_figure_that_there_is_not_is_a_fault():

    subject = HelpTopic("light", "Light", text("It is {bright}."))
    assert str(manual._filled(subject, {"bright": 3}).text) == "It is 3."
    with pytest.raises(ValueError, match="help on light: there is no figure bright"):
        manual._filled(subject, {"dark": 3})
    subject = HelpTopic("light", "Light", text("{dark} to {bright}, {first} before {last}."))
    with pytest.raises(ValueError, match="there is no figure first"):
        manual._filled(subject, {"dark": 3, "bright": 4})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("answer yes", "Yes"),
        ("answer left-hand", "Left hand"),
        ("answer strength+", "Strength +1"),
        ("answer strength-", "Strength −1"),
    ],
)
def test_answers_in_words(line, words):
    assert str(action_words.in_words(line)) == words


def test_who_is_where_the_hero_is_has_no_way_to_be_told():
    game = stage()
    wolf = foe(game, "Wolf", 0, 3)
    assert str(sightings.in_words(game, wolf)).endswith(", 3 east")
    wolf.x = game.hero.x
    assert str(sightings.in_words(game, wolf)).startswith("the wolf")
    assert "," not in str(sightings.in_words(game, wolf))


# ------------------------------------------------------------------------ plans


def test_a_plan_stops_for_what_takes_no_time_for_a_question_and_for_a_new_level():
    game = stage()
    end = plan_runs._act(game, lambda: None, game.hero.turns)
    assert (end.reason, str(end.why)) == ("other", "that took no time")
    game.state.disturbances = []
    assert plan_runs._events(game) == []
    game.state.leaving = "stairs"
    assert [stop.reason for stop in plan_runs._events(game)] == ["level"]
    game.state.leaving, game.state.ended = "", "dead"
    assert [stop.reason for stop in plan_runs._events(game)] == ["over"]


# ------------------------------------------------------------------------ songs, noise and light


@pytest.mark.parametrize(
    ("heard", "visible", "words"),
    [
        (monster_songs.NEAR, False, "You hear a voice raised in song."),
        (monster_songs.NEAR + 1, False, "You hear distant singing."),
        (monster_songs.FAR, False, "You hear distant singing."),
        (monster_songs.FAR + 1, False, None),
    ],
)
def test_songs_are_heard_by_how_far_they_carry(heard, visible, words):
    game = stage()
    singer = foe(game, "Morgoth, Lord of Darkness", 0, 3, visible=visible)
    singer.song = "SNG_BINDING"
    game.knowledge.noise[game.level.at(singer.y, singer.x)] = heard
    game.state.disturbances = []
    monster_songs._tell(Situation(game, singer))
    assert said(game) == ([words] if words else [])
    assert bool(game.state.disturbances) is bool(words)


def test_the_cursed_are_noticed_by_the_worse_of_two_dice_of_their_own_noise():
    alertness = {}
    for cursed in (False, True):
        for by_hero in (False, True):
            game = stage()
            game.hero.turns, game.hero.cursed = 5, cursed
            wolf = foe(game, "Wolf", 0, 3, alertness=-5)
            field = bytearray(len(game.level.feature))
            load_dice(game, 10, 1, otherwise=10)
            noise._check(game, 0, field, 0, by_hero=by_hero)
            alertness[cursed, by_hero] = wolf.alertness
    assert alertness[True, True] > alertness[False, True]
    assert alertness[True, False] == alertness[False, False]


def test_only_a_light_shines():
    game = stage()
    assert light_radius._lamp(game, item("Spear"), False) == 0
    assert light_radius._lamp(game, item("Brass Lantern", timeout=9), False) == 2
    assert light_radius._lamp(game, item("Brass Lantern", timeout=0), False) == 0


def test_an_ability_bought_again_is_on():
    game = stage()
    hero, ref = game.hero, ab.POWER
    hero.skill_base, hero.unspent, hero.switched_off = [20] * 8, 99_999, [ref]
    ab.buy(game.data, hero, ref)
    assert hero.bought == [ref]
    assert hero.switched_off == []
