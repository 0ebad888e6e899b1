"""Monsters in the Game Master's hand: put down, moved, copied, woken, heartened, run, and whose
side they are on (rules: silg 3)."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.silg.clock import creature_ai
from engine.silg.gm import monster_commands
from tests.engine.silg.stage import foe, table

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


@pytest.fixture
def game():
    """Return a table of two heroes, without monsters."""
    game = table("Ann", "Bob")
    game.state.desk.start = game.state.sil.level.at(2, 2)
    return game


# ---------------------------------------------------------------- put down


@pytest.mark.parametrize(
    ("written", "number", "place", "alertness"),
    [
        ("wolf", 1, (2, 2), -5),
        ("2 wolf asleep", 2, (2, 2), -15),
        ("40 Wolves AT n3 Alert", 40, (3, 13), 5),
        ("wolf near party unwary", 1, (4, 4), -5),
        ("wolf near bob", 1, (4, 6), -5),
        ("wolf at START", 1, (2, 2), -5),
    ],
)
def test_a_spawn_line_says_how_many_where_and_how_alert(game, written, number, place, alertness):
    order = monster_commands.read_spawn(game, written)
    assert (order.number, order.race.name, order.alertness) == (number, "Wolf", alertness)
    assert game.state.sil.level.place(order.square) == place


@pytest.mark.parametrize("written", ["0 wolf", "41 wolf", "99 wolf"])
def test_1_to_40_of_a_kind_are_put_down_at_once(game, written):
    with pytest.raises(InvalidAction, match=r"A command puts down 1 to 40 of a kind."):
        monster_commands.read_spawn(game, written)


def test_a_line_that_names_nobody_shows_how_one_reads(game):
    with pytest.raises(InvalidAction, match=r"Say for example"):
        monster_commands.read_spawn(game, "  ")


def test_a_level_holds_150_monsters(game, monkeypatch):
    monkeypatch.setattr(monster_commands, "MOST_CREATURES", 2)
    wolf = monster_commands.read_spawn(game, "wolf").race
    level = game.state.sil.level
    for x in (8, 9):
        made = monster_commands.put(game, wolf, level.at(2, x), -7)
        assert (made.y, made.x, made.alertness, made.group) == (2, x, -7, 0)
    with pytest.raises(IllegalAction, match=r"A level holds at most 2 monsters."):
        monster_commands.put(game, wolf, level.at(2, 10), -7)
    assert len(game.creatures) == 2


def test_a_unique_monster_that_was_slain_can_be_put_down_again(game):
    races = game.data.monsters.values()
    unique = next(m for m in races if "UNIQUE" in m.flags and m.health.number)
    world = game.level_game.world
    world.dead_uniques = [unique.serial]
    made = monster_commands.put(game, unique, game.state.sil.level.at(2, 8), 5)
    assert made.race == unique.serial
    assert world.dead_uniques == [unique.serial]
    assert not monster_commands.may_come(game, unique)
    wolf = monster_commands.read_spawn(game, "wolf").race
    foe(game, "Wolf", 6, 6)
    assert monster_commands.may_come(game, wolf)


def test_a_monster_that_is_put_down_while_the_clock_runs_is_on_it(evening):
    evening.say("spawn wolf at H3 alert")
    evening.say("clock start")
    evening.say("spawn orc scout at I4 alert")
    wolf, orc = evening.game.creatures
    assert evening.game.fighter(f"c{orc.slot}") is not None
    assert evening.game.fighter(f"c{wolf.slot}") is not None


def test_what_is_put_down_is_told_with_its_number_and_square(evening):
    assert evening.say("spawn 3 wolf at H3 asleep")[0] == "Wolf: 3 at H3."


# ---------------------------------------------------------------- moved and copied


def test_whoever_is_placed_stands_there_or_beside_who_does(evening):
    evening.say("spawn wolf at J5 asleep")
    wolf = evening.game.creatures[0]
    assert evening.say("place ann G4")[0] == "Ann stands at G4."
    hero = evening.state.sil.heroes[0]
    assert (hero.y, hero.x) == (4, 6)
    evening.say("place wolf ann")
    assert max(abs(wolf.y - 4), abs(wolf.x - 6)) == 1
    level = evening.state.sil.level
    assert level.occupant[level.at(wolf.y, wolf.x)] == wolf.slot
    assert evening.offered("place")[0] == "place ann G4"


def test_monsters_are_taken_off_and_heroes_are_not(evening):
    evening.say("spawn 2 wolf at J5 asleep; spawn orc scout at H3 asleep")
    told = evening.say("dismiss wolf")
    assert len(told) == 2
    assert all(line.endswith("is taken off the level.") for line in told)
    assert len(evening.game.creatures) == 1
    assert evening.refused("dismiss ann") == "That is a hero; name a monster."
    evening.say("dismiss monsters")
    assert not evening.game.creatures
    assert evening.refused("dismiss monsters") == "There is no monster on the level."


def test_a_monster_of_whom_there_may_be_several_can_be_copied(evening):
    evening.say("spawn wolf at J5 asleep")
    wolf = evening.game.creatures[0]
    evening.say("set wolf health 3")
    wolf.max_health = 33
    assert len(evening.offered("copy")) == 1
    evening.say(f"copy {evening.game.handle(f'c{wolf.slot}')}")
    wolf, beside = evening.game.creatures
    assert max(abs(wolf.y - beside.y), abs(wolf.x - beside.x)) == 1
    assert (beside.race, beside.alertness) == (wolf.race, wolf.alertness)
    assert (beside.health, beside.max_health) == (33, 33)
    evening.say(f"copy {evening.game.handle(f'c{wolf.slot}')} F3")
    afar = evening.game.creatures[2]
    assert (afar.y, afar.x) == (3, 5)


def test_no_copy_is_offered_of_a_unique_monster(evening):
    races = evening.game.data.monsters.values()
    unique = next(m for m in races if "UNIQUE" in m.flags and m.health.number)
    evening.say(f"spawn {unique.name} at J5 asleep")
    assert evening.offered("copy") == []
    assert len(evening.offered("dismiss")) == 1


@pytest.mark.parametrize("name", ["X", "x" * 31, "7up"])
def test_a_name_for_a_monster_has_2_to_30_letters(evening, name):
    evening.say("spawn wolf at J5 asleep")
    assert evening.refused(f"rename wolf {name}") == "A name has 2 to 30 letters."


def test_a_monster_that_was_named_is_called_so(evening):
    evening.say("spawn wolf at J5 alert")
    assert evening.say("rename wolf Old Grey") == ["It is called Old Grey."]
    assert evening.say("hurt old-grey 1") == ["Old Grey takes 1 damage."]


# ---------------------------------------------------------------- minds


@pytest.mark.parametrize(
    ("word", "alertness"),
    [("asleep", -15), ("unwary", -5), ("alert", 5), ("-20", -20), ("20", 20), ("0", 0)],
)
def test_alertness_is_said_in_a_word_or_a_number(evening, word, alertness):
    evening.say("spawn wolf at J5 alert; spawn orc scout at H3 unwary")
    told = evening.say(f"alertness wolf {word}")
    assert told[0] == f"The wolf has alertness {alertness}."
    assert evening.creature("wolf-1").alertness == alertness
    assert evening.creature("orc-scout-1").alertness == -5


def test_alertness_goes_from_minus_20_to_20(evening):
    evening.say("spawn wolf at J5 alert")
    for wrong in ("-21", "21", "awake"):
        assert "is no number from -20 to 20" in evening.refused(f"alertness wolf {wrong}")


def test_states_of_mind_are_offered_that_a_monster_is_not_in(evening):
    evening.say("spawn wolf at J5 alert")
    assert evening.offered("alertness") == ["alertness wolf-1 asleep", "alertness wolf-1 unwary"]
    evening.say("alertness wolf asleep")
    assert evening.offered("alertness") == ["alertness wolf-1 unwary", "alertness wolf-1 alert"]


def test_who_wakes_while_the_clock_runs_is_on_it(evening):
    evening.say("spawn wolf at J5 alert; spawn orc scout at H3 asleep")
    evening.say("clock start")
    orc = evening.game.creatures[1]
    assert evening.game.fighter(f"c{orc.slot}").due == -1
    evening.say("alertness orc-scout alert")
    assert evening.game.fighter(f"c{orc.slot}").due >= 0


@pytest.mark.parametrize(("mood", "added"), [("-30", -30), ("30", 30), ("0", 0)])
def test_morale_of_the_moment_is_set_and_told_with_its_terms(evening, mood, added):
    evening.say("spawn wolf at J5 alert")
    [before] = evening.say("morale wolf")
    whole = int(before.split()[3])
    [told] = evening.say(f"morale wolf {mood}")
    assert evening.creature("wolf-1").temporary_morale == creature_ai.MOOD * added
    assert told.startswith(f"The wolf: morale {whole + added} (")
    assert ("for the moment" in told) == bool(added)


def test_morale_of_the_moment_goes_from_minus_30_to_30(evening):
    evening.say("spawn wolf at J5 alert")
    for wrong in ("-31", "31"):
        assert "is no number from -30 to 30" in evening.refused(f"morale wolf {wrong}")


# ---------------------------------------------------------------- who runs them, and for whom


def test_who_runs_monsters_is_said_and_only_the_other_is_offered(evening):
    evening.say("spawn wolf at J5 alert; spawn orc scout at H3 alert")
    keys = [f"c{c.slot}" for c in evening.game.creatures]
    assert evening.offered("run") == ["run monsters gm", "run wolf-1 gm", "run orc-scout-1 gm"]
    assert evening.say("run wolf gm") == ["The wolf is run by you."]
    assert evening.say("run wolf gm") == ["The wolf is run by you."]
    assert evening.state.desk.run_by_gm == keys[:1]
    assert evening.offered("run") == [
        "run monsters gm", "run monsters bot", "run wolf-1 bot", "run orc-scout-1 gm",
    ]  # fmt: skip
    evening.say("run monsters gm")
    assert evening.offered("run")[0] == "run monsters bot"
    assert evening.say("run wolf bot") == ["The wolf is run by me."]
    assert evening.say("run wolf bot") == ["The wolf is run by me."]
    assert evening.state.desk.run_by_gm == keys[1:]


def test_a_monster_changes_sides_and_back(evening):
    evening.say("spawn wolf at J5 alert; spawn orc scout at H3 alert")
    wolf = f"c{evening.game.creatures[0].slot}"
    assert evening.offered("side") == ["side wolf-1 heroes", "side orc-scout-1 heroes"]
    assert evening.say("side wolf heroes") == ["The wolf stands with the heroes."]
    assert evening.state.desk.allies == [wolf]
    assert evening.offered("side") == ["side orc-scout-1 heroes", "side wolf-1 enemies"]
    assert evening.say("side wolf enemies") == ["The wolf stands with the enemies."]
    assert evening.state.desk.allies == []


def test_of_many_monsters_twelve_are_offered_by_name(evening):
    evening.say("spawn 13 wolf at H4 asleep")
    for verb in ("dismiss", "copy", "morale", "side"):
        assert len(evening.offered(verb)) == 12, verb
    assert len(evening.offered("run")) == 13  # one line for all of them
    assert len(evening.offered("place")) == 12


def test_a_monster_that_is_handed_over_at_its_turn_acts_at_once(evening):
    evening.say("spawn wolf at J5 alert; run monsters gm; clock start")
    for seat in (0, 1):
        evening.say("wait", seat)
    assert evening.state.stage == "monsters"
    told = evening.say("run wolf gm")
    assert told == ["The wolf is run by you."]
    assert evening.state.stage == "monsters"
    assert evening.say("run wolf bot")[0] == "The wolf is run by me."
    assert evening.state.stage == "declare"
    [wolf] = evening.game.creatures
    assert evening.game.fighter(f"c{wolf.slot}").deed is not None
