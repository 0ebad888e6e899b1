"""Turns of creatures in unusual circumstances: despair, breeding, powers, fear and retreat."""

import pytest

from engine.sil.creature_ai import (
    creature_shots,
    creature_turn,
    goals,
    powers,
    retreat,
    step_choice,
)
from engine.sil.creatures import iron_crown
from engine.sil.creatures.situation import Situation
from engine.sil.game.state import Slot
from engine.sil.perception import vision
from tests.engine.sil.arena import said
from tests.engine.sil.creature_ai.test_steps_seldom_taken import place
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import load_dice, wear

MORGOTH = "Morgoth, Lord of Darkness"
BREEDER = "Whispering shadow"


def living(game):
    return sum(c is not None for c in game.level.creatures)


# ------------------------------------------------------------------------ turns


@pytest.mark.parametrize(("health", "lives"), [(1, False), (1000, True)])
def test_who_dies_by_anothers_turn_has_none_of_his_own(health, lives):
    game, found = drawn("@.od...", {"o": "Orc soldier", "d": "Fire-drake hatchling"})
    orc, drake = found["o"], found["d"]
    game.hero.health = 1000
    orc.health, orc.energy, drake.energy = health, 100, 100
    drake.flags.append("always cast")
    load_dice(game, otherwise=9)
    creature_turn.act_all(game, 100)
    assert "breathes" in " ".join(said(game))
    assert (game.level.creatures[orc.slot] is orc) is lives
    assert orc.energy == (0 if lives else 100)
    assert drake.energy == 0


def despairing(morale, glyph="~", name="Orc soldier"):
    game, found = drawn(f"......\n@..o{glyph}.\n......", {"o": name})
    found["o"].morale, found["o"].stance = morale, "fleeing"
    load_dice(game)
    creature_turn._hunt(Situation(game, found["o"]))
    return game, found["o"]


@pytest.mark.parametrize(
    ("morale", "glyph", "name", "gone"),
    [
        (-201, "~", "Orc soldier", True),
        (-200, "~", "Orc soldier", False),
        (-201, ".", "Orc soldier", False),
        (-201, "~", "Grimhawk", False),
    ],
)
def test_only_despair_makes_who_cannot_fly_leap_into_a_chasm(morale, glyph, name, gone):
    game, creature = despairing(morale, glyph, name)
    assert (game.level.creatures[creature.slot] is not creature) is gone


def bred(rows, others=(), die=1):
    """Return how many were born of a breeder `a` with others of its kind at letters."""
    game, found = drawn(rows, dict.fromkeys(("a", *others), BREEDER))
    before = living(game)
    load_dice(game, die)
    done = creature_turn._breeds(Situation(game, found["a"]))
    assert done is (living(game) > before)
    return living(game) - before, game, found["a"]


@pytest.mark.parametrize(("others", "born"), [("", 1), ("bc", 1), ("bcd", 0)])
def test_a_breeder_with_more_than_two_about_it_does_not_breed(others, born):
    assert bred("@......\n...bac.\n...d...", others)[0] == born


def test_a_breeder_without_a_free_square_about_it_does_not_breed():
    assert bred("###....\n#a#...@\n###....")[0] == 0


def test_that_a_race_breeds_is_learnt_by_seeing_a_birth():
    for seen in (True, False):
        game, found = drawn("#######\n@.a####\n#######", {"a": BREEDER})
        wear(game, Slot.LIGHT, "Feanorian Lamp")
        vision.update(game)
        game.learn(found["a"]).visible = seen
        load_dice(game)
        assert creature_turn._breeds(Situation(game, found["a"]))
        born = next(c for c in game.level.creatures if c not in (None, found["a"]))
        assert game.known(born).visible
        lore = game.lore.races.get(found["a"].race)
        assert (lore is not None and "MULTIPLY" in lore.flags) is seen


def test_the_erratic_without_a_way_anywhere_do_not_stray():
    for rows, strays in (("####..\n#a#..@\n####..", False), ("####..\n#a...@\n####..", True)):
        game, found = drawn(rows, {"a": "Wolf"})
        load_dice(game)
        assert creature_turn._strays(Situation(game, found["a"])) is strays


# ------------------------------------------------------------------------ powers


def test_nothing_is_sent_by_who_is_out_of_the_line_of_fire():
    game, found = drawn("@....a", {"a": "Young fire-drake"})
    s = Situation(game, found["a"])
    assert powers.choose(s) in powers.fit(s)
    game.knowledge.fire[s.here] = 0
    assert powers.choose(s) is None


@pytest.mark.parametrize(("die", "chosen"), [(1, "BRTH_COLD"), (2, "BRTH_DARK")])
def test_one_in_five_of_the_simple_choose_a_power_by_mere_chance(die, chosen):
    """The second power would rate higher: only chance takes the first."""
    game, found = drawn("@....a", {"a": "Adamant serpent"})
    load_dice(game, die, 1, 50)
    s = Situation(game, found["a"])
    assert powers.fit(s)[:2] == ["BRTH_COLD", "BRTH_DARK"]
    assert powers.choose(s) == chosen


def test_a_planner_does_not_choose_by_mere_chance():
    game, found = drawn("@....a", {"a": "Young cold-drake"})
    load_dice(game, 1, 1, 10)
    s = Situation(game, found["a"])
    assert powers.fit(s) == ["CONF", "HOLD", "SCARE"]
    assert powers.choose(s) == "SCARE"


def test_the_mindless_choose_any_power_that_their_mana_allows_by_chance():
    game, found = drawn("@a....", {"a": "Adamant serpent"})
    load_dice(game, 3)
    s = Situation(game, found["a"])
    s.flags |= {"MINDLESS"}
    s.creature.stance = "fleeing"  # nobody else breathes in flight
    assert powers.choose(s) == "BRTH_FIRE"
    s.creature.mana = 0
    assert powers.choose(s) is None


@pytest.mark.parametrize(("crowned", "sings"), [(True, False), (False, True)])
def test_morgoth_does_not_sing_while_he_wears_the_crown(crowned, sings):
    game, found = drawn("@......m", {"m": MORGOTH})
    morgoth = found["m"]
    game.world.crown_fallen = not crowned
    assert iron_crown.is_crowned(game, morgoth) is crowned
    assert any(power.startswith("SNG") for power in powers.fit(Situation(game, morgoth))) is sings


@pytest.mark.parametrize(
    ("rows", "quakes"),
    [
        ("@..m...", True),
        ("@...m..", False),  # out of reach
        ("@m.....", False),
        ("@.om...", False),
        ("@o.m...", True),
    ],
)
def test_the_earth_is_shaken_from_near_by_unless_somebody_stands_before_him(rows, quakes):
    game, found = drawn(rows, {"m": MORGOTH, "o": "Orc soldier"} if "o" in rows else {"m": MORGOTH})
    assert ("EARTHQUAKE" in powers.fit(Situation(game, found["m"]))) is quakes


@pytest.mark.parametrize(("rows", "rating"), [("@.m..", 50), ("@..m.", 0)])
def test_an_earthquake_from_three_squares_is_worth_nothing(rows, rating):
    game, found = drawn(rows, {"m": MORGOTH})
    assert powers._rating(Situation(game, found["m"]), "EARTHQUAKE") == rating


@pytest.mark.parametrize(("faces", "forgets"), [((10, 1), True), ((1, 10), False)])
def test_a_spell_of_forgetting_takes_the_map_from_who_does_not_withstand_it(faces, forgets):
    game, found = drawn("@....a", {"a": "Wraith"})
    game.hero.derived.skills = [8] * 8
    game.learn(found["a"]).visible = True
    game.knowledge.mark = bytearray(b"\x01" * len(game.knowledge.mark))
    load_dice(game, *faces)
    powers.use(Situation(game, found["a"]), "FORGET")
    assert "The wraith tries to make you forget." in said(game)
    assert ("Your memory of this place fades away." in said(game)) is forgets
    assert (0 in game.knowledge.mark) is forgets


@pytest.mark.parametrize(
    ("crit", "faces", "free", "slow"),
    [(2, (10, 1), 0, 2), (2, (1, 10), 0, 0), (2, (10, 1), 2, 0), (1, (10, 1), 0, 1)],
)
def test_a_crippling_arrow_slows_by_its_critical_dice(crit, faces, free, slow):
    game, found = drawn("@.....a", {"a": "Uldor, the Accursed"})
    game.hero.derived.counts["free_action"] = free
    load_dice(game, *faces)
    creature_shots._cripple(Situation(game, found["a"]), crit)
    assert game.hero.timers.slow == slow


@pytest.mark.parametrize(("name", "slowed"), [("Uldor, the Accursed", True), ("Orc archer", False)])
def test_only_crippling_archers_cripple_by_a_critical_arrow(name, slowed):
    game, found = drawn("@.....a", {"a": name})
    game.hero.health = 1000
    load_dice(game, 20, 1, otherwise=7)
    creature_shots.arrow(Situation(game, found["a"]), 1)
    assert game.hero.health < 1000
    assert bool(game.hero.timers.slow) is slowed


# ------------------------------------------------------------------------ goals and retreat


@pytest.mark.parametrize("flags", [set(), {"NEVER_BLOW"}])
def test_who_strikes_no_blow_retreats_from_beside_the_hero(flags):
    game, found = drawn(".....\n.@a..\n.....", {"a": "Wolf"})
    s = Situation(game, found["a"])
    s.flags |= flags
    goal, afraid = goals.choose(s)
    assert afraid is bool(flags)
    assert (goal != place(game.hero)) is bool(flags)


@pytest.mark.parametrize(
    ("rows", "faster", "charges"),
    [
        (".......\n@.a....\n.......", 1, True),
        (".......\n@.a....\n.......", 0, False),
        (".......\n@..a...\n.......", 1, False),
    ],
)
def test_who_keeps_away_takes_heart_when_a_faster_hero_is_within_two_squares(rows, faster, charges):
    game, found = drawn(rows, {"a": "Wolf"})
    wolf = found["a"]
    wolf.stance, wolf.range_min = "confident", 40
    game.hero.derived.speed = wolf.speed + faster
    _, afraid = goals.choose(Situation(game, wolf))
    assert afraid is not charges
    assert (wolf.range_min == 1) is charges


def test_nobody_flees_farther_than_forty_squares():
    for gap, stays in ((40, False), (41, True)):
        game, found = drawn("@" + "." * gap + "a", {"a": "Wolf"})
        s = Situation(game, found["a"])
        s.away, s.creature.stance = gap, "fleeing"
        assert (retreat.find(s) == place(found["a"])) is stays


def scented(**scents):
    """Return where a wolf goes that no way leads to the hero, by the scent about it."""
    game, found = drawn("@#....\n##.a..\n##....", {"a": "Wolf"})
    s = Situation(game, found["a"])
    hero = game.hero
    hero.turns = 300
    for name, turns in scents.items():
        dx = {"here": 0, "west": -1, "east": 1}[name]
        game.knowledge.scent[s.here + dx] = turns
    assert s.distances.downhill(s.here) is None
    y, x = retreat.advance(s)
    return y - s.creature.y, x - s.creature.x


def test_without_a_way_a_wolf_follows_the_freshest_scent_it_smells():
    assert scented(here=290, west=295, east=280) == (0, -1)
    assert scented(here=290, west=280, east=295) == (0, 1)
    game_hero = scented(west=295)  # it smells nothing where it stands: straight to the hero
    assert game_hero == (-1, -3)


def test_who_sees_the_hero_over_a_chasm_retreats_rather_than_stand_there():
    game, found = drawn("@~....\n~~.a..\n~~....", {"a": "Orc soldier"})
    s = Situation(game, found["a"])
    assert s.in_view
    assert s.distances.downhill(s.here) is None
    assert retreat.advance(s) != place(game.hero)


# ------------------------------------------------------------------------ steps in fear


@pytest.mark.parametrize(("die", "settled"), [(1, True), (2, False)])
def test_a_glyph_on_the_way_is_settled_on_by_one_in_five(die, settled):
    game, found = drawn(".......\n@.;a...\n.......", {"a": "Wraith"})
    load_dice(game, die)
    s = Situation(game, found["a"])
    assert 0 < s.chance(s.here - 1) < step_choice.FAIR
    order = [step_choice._at(s, keypad) for keypad in step_choice.fan(s, place(game.hero))]
    assert order[0] == s.here - 1
    assert (step_choice._Choice(s, order, False).settle() == order[0]) is settled
    assert game.streams.play.sides == [5]


def test_who_must_pass_the_hero_in_fear_panics_and_strikes_but_not_in_the_truce():
    for truce in (False, True):
        game, found = drawn("####.\n.a@..\n####.", {"a": "Orc soldier"})
        orc = found["a"]
        orc.stance, game.world.truce = "fleeing", truce
        game.learn(orc).visible = True
        load_dice(game)
        step_choice.toward(Situation(game, orc), (game.hero.y, game.hero.x + 2), True)
        struck = sum(line.kind in ("blow", "miss") for line in game.state.said)
        assert struck == (not truce)
        assert ("angered" in orc.flags) is not truce


@pytest.mark.parametrize(("view", "refused"), [(1, True), (0, False)])
def test_who_is_felt_from_afar_and_hides_does_not_step_into_view(view, refused):
    game, found = drawn("@......\n.......\n....a..", {"a": "Orc soldier"})
    s = Situation(game, found["a"])
    game.learn(found["a"]).visible = True
    west = s.here - 1
    game.knowledge.view[s.here], game.knowledge.view[west] = 0, view
    choice = step_choice._Choice(s, [west], True)
    assert choice._fear(0, west) is None
    assert (0 in choice.refused) is refused
