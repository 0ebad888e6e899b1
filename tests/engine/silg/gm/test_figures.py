"""Figures that the Game Master sets, sheets of heroes that come in and go out (rules: silg 3)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.sil.setup import hero_creation
from engine.silg.gm import hero_sheets
from tests.engine.silg.stage import RULES, Evening

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def values(evening: Evening, target: str) -> dict[str, str]:
    """Return the values of the form that sets figures, by name."""
    return {field.name: field.value for field in RULES.form(evening.state, GM, "set", target)}


@pytest.mark.parametrize(
    ("figure", "least", "most"),
    [
        ("health", 1, 999),
        ("voice", 0, 999),
        ("food", 0, 20_000),
        ("unspent", 0, 99_999),
        ("melee", 0, 40),
        ("song", 0, 40),
        ("strength", -5, 10),
        ("grace", -5, 10),
        ("poison", 0, 500),
    ],
)
def test_a_figure_of_a_hero_has_its_bounds(evening, figure, least, most):
    for number in (least, most):
        [*_, told] = evening.say(f"set ann {figure} {number}")
        assert told == f"The Game Master sets Ann's {figure} to {number}."
    for wrong in (least - 1, most + 1):
        assert evening.refused(f"set ann {figure} {wrong}").startswith(f"“{wrong}” is no number")


@pytest.mark.parametrize(
    ("figure", "least", "most"),
    [("health", 1, 999), ("evasion", -40, 40), ("speed", 1, 4), ("stun", 0, 500), ("slow", 0, 500)],
)
def test_a_figure_of_a_monster_has_its_bounds_and_is_told_to_the_game_master(
    evening, figure, least, most
):
    evening.say("spawn wolf at J5 alert")
    for number in (least, most):
        [told] = evening.say(f"set wolf {figure} {number}")
        assert told == f"The Game Master sets the wolf's {figure} to {number}."
    for wrong in (least - 1, most + 1):
        assert evening.refused(f"set wolf {figure} {wrong}").startswith(f"“{wrong}” is no number")
    assert figure in evening.refused("set wolf charm 3")


def test_each_figure_of_a_hero_is_set_by_its_name(evening):
    evening.say("set ann constitution 4, will 6, health 7, voice 3, food 99, unspent 12, blind 5")
    hero, other = evening.state.sil.heroes
    assert (hero.health, hero.voice, hero.food, hero.unspent) == (7, 3, 99, 12)
    assert (hero.skill_base[5], hero.stat_base[2], hero.timers.left("blind")) == (6, 4, 5)
    assert hero.derived.stats[2] == 4
    assert other.health == other.derived.max_health


def test_a_state_that_is_set_lasts_so_long_and_is_not_added(evening):
    timers = evening.state.sil.heroes[0].timers
    for rounds in (9, 4, 0):
        evening.say(f"set ann slow {rounds}")
        assert timers.left("slow") == rounds


def test_a_monsters_health_can_be_more_than_it_ever_had(evening):
    evening.say("spawn wolf at J5 alert")
    wolf = evening.creature("wolf-1")
    most = wolf.max_health
    evening.say("set wolf health 1")
    assert (wolf.health, wolf.max_health) == (1, most)
    evening.say("set wolf health 500")
    assert (wolf.health, wolf.max_health) == (500, 500)


@pytest.mark.parametrize(
    ("line", "speed"), [("fast 5", 4), ("slow 5", 2), ("fast 5, slow 5", 3), ("stun 5", 3)]
)
def test_a_monster_that_is_fast_or_slow_has_another_speed(evening, line, speed):
    evening.say("spawn wolf at J5 alert")
    wolf = evening.creature("wolf-1")
    assert wolf.speed == 3
    evening.say(f"set wolf {line}")
    assert wolf.speed == speed


def test_all_states_are_set_at_once_and_others_end(evening):
    timers = evening.state.sil.heroes[0].timers
    evening.say("set ann states stun 5 slow 3")
    assert values(evening, "ann")["states"] == "slow 3 stun 5"
    assert len(evening.say("set ann states stun 5 poison 2")) >= 2
    assert (timers.left("stun"), timers.left("slow"), timers.left("poison")) == (5, 0, 2)
    evening.say("set ann states none")
    assert values(evening, "ann")["states"] == "none"
    assert evening.refused("set ann states stun 5 slow").startswith("States read like")


def test_the_form_of_a_hero_shows_evasions_own_points(evening):
    evening.say("set ann evasion 9, health 5, voice 2")
    shown = values(evening, "ann")
    assert shown == {"health": "5", "voice": "2", "evasion": "9", "states": "none"}


def test_the_form_of_a_monster_shows_its_evasion_as_it_was_set(evening):
    evening.say("spawn wolf at J5 alert")
    wolf = evening.creature("wolf-1")
    evasion = evening.game.data.monsters[wolf.race].evasion
    assert values(evening, "wolf-1")["evasion"] == str(evasion)
    evening.say("set wolf evasion 12, health 3")
    assert values(evening, "wolf-1") == {
        "health": "3", "evasion": "12", "states": "none", "speed": "3",
    }  # fmt: skip
    speeds = next(f for f in RULES.form(evening.state, GM, "set", "wolf-1") if f.name == "speed")
    assert speeds.choices == ("1", "2", "3", "4")


@pytest.mark.parametrize("face", [1, 20])
def test_the_standing_die_is_set_while_the_clock_runs(evening, face):
    assert evening.refused("set ann die 5") == "The clock stands."
    assert "die" not in values(evening, "ann")
    evening.say("spawn wolf at J5 alert; clock start")
    evening.say(f"set ann die {face}")
    assert evening.game.fighter("h0").die == face
    assert values(evening, "ann")["die"] == str(face)
    for wrong in (0, 21):
        assert "is no number from 1 to 20" in evening.refused(f"set ann die {wrong}")


def test_light_and_ground_of_a_square_are_set_as_figures(evening):
    evening.say("set E5 light off, terrain pit")
    level = evening.state.sil.level
    assert not level.glow[level.at(5, 4)]
    assert level.feature[level.at(5, 4)] != level.feature[level.at(5, 5)]


# ---------------------------------------------------------------- sheets


def sheet(evening: Evening, who: str) -> str:
    """Return a hero's sheet as a line."""
    [told] = evening.say(f"sheet-out {who}")
    return told.split(": ", 1)[1]


def test_a_sheet_tells_the_points_that_were_spent_on_stats(evening):
    hero, data = evening.state.sil.heroes[0], evening.game.data
    race, house = data.races[hero.race], data.houses[hero.house]
    evening.say("set ann strength 5")
    points = 5 - race.stats[0] - house.stats[0]
    written = sheet(evening, "ann")
    assert f"stats {points} " in written
    assert "abilities none; experience 5000; unspent" in written


def test_a_sheet_says_what_its_hero_is(evening):
    line = (
        "race Noldor; house house-of-finarfin; stats 1 2 3 0; skills 1 2 3 4 5 6 7 8; "
        "abilities Dodging, Power; experience 700; unspent 30"
    )
    evening.say(f"sheet-in ann {line}")
    hero, data = evening.state.sil.heroes[0], evening.game.data
    race, house = data.races[hero.race], data.houses[hero.house]
    assert (race.name, slugged(house.name)) == ("Noldor", "house-of-finarfin")
    gifts = zip((1, 2, 3, 0), race.stats, house.stats, strict=True)
    assert hero.stat_base == [sum(each) for each in gifts]
    assert hero.skill_base == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(hero.bought) == 2
    assert (hero.experience, hero.unspent) == (700, 30)
    assert (hero.health, hero.voice) == (hero.derived.max_health, hero.derived.max_voice)
    before = sheet(evening, "ann")
    evening.say(f"sheet-in bob {before}")
    assert sheet(evening, "bob") == before


def slugged(name: str) -> str:
    """Return a name as a command writes it."""
    return name.lower().replace(" ", "-")


def test_a_sheet_without_a_house_leaves_its_hero_without_one(evening):
    evening.say("sheet-in ann race Edain; abilities none")
    hero = evening.state.sil.heroes[0]
    assert hero.house == hero_creation.HOUSELESS
    assert hero.bought == []
    assert hero.stat_base == list(evening.game.data.races[hero.race].stats)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hair red", "“hair” is no part of a sheet: race, house"),
        ("race Orc", "There is no people or house called “Orc”."),
        ("race !", "There is no people or house called “!”."),
        ("race Edain; house Finarfin", "That house is of another people."),
        ("stats 1 2 3", "Write 4 numbers, not “1 2 3”."),
        ("stats 1 2 3 11", "“11” is no number from 0 to 10."),
        ("stats 1 2 3 -1", "“-1” is no number from 0 to 10."),
        ("skills 1 2 3 4 5 6 7", "Write 8 numbers, not "),
        ("skills 0 0 0 0 0 0 0 41", "“41” is no number from 0 to 40."),
        ("abilities Flying", "There is no ability called “Flying”."),
        ("experience -1", "“-1” is no number from 0 to 999,999."),
        ("experience 1000000", "“1000000” is no number from 0 to 999,999."),
        ("experience 5; unspent 6", "“6” is no number from 0 to 5."),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(evening, line, why):
    assert evening.refused(f"sheet-in ann {line}").startswith(why)


def test_a_sheet_makes_a_hero_who_was_not_made_yet():
    evening = Evening("Ann", "Bob")
    assert evening.offered("sheet-out") == []
    turn = evening.state.turn
    evening.say("sheet-in ann experience 300")
    assert [player.ready for player in evening.state.players] == [True, False]
    assert evening.state.turn == turn
    assert evening.offered("sheet-out") == ["sheet-out ann"]
    told = evening.say("sheet-in bob experience 400")
    assert "The Game Master brings Bob's sheet." in told
    assert evening.state.turn == turn + 1
    assert evening.state.sil.heroes[1].experience == 400
    assert hero_sheets.write(evening.game, 1).endswith("experience 400; unspent 0")
