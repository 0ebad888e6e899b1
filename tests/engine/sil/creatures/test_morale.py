"""Morale and stances: the worked checks, and the rulings that part (rules: monsters 10)."""

from itertools import product

import pytest

from engine.sil.creatures import creature_stats, morale, recall
from engine.sil.effects import creature_upkeep, injury
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero.experience import lore_of
from engine.sil.level import terrain
from engine.sil.odds import fight_lines
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import NOLDOR, SINDAR, foe, item, stage

CHECKS = "spec-monsters: 10.1"
STANCE = "spec-monsters: 10.3"


def orc(depth=4, *, rulings=GAME, name="Orc soldier", abilities=(), race=3, health=(20, 20)):
    game = stage(rulings=rulings, abilities=abilities, race=race)
    game.level.depth = depth
    creature = foe(game, name, 0, 3)
    creature.health, creature.max_health = health
    return game, creature


@pytest.mark.covers(CHECKS, "sil-q-manual: Morale")
@pytest.mark.parametrize(("depth", "expected"), [(4, 60), (2, 80), (10, 0), (20, 20)])
@pytest.mark.covers("sil-q-codebase: Configuring Monster Behavior", "sil-q-manual: Bonuses:")
def test_depth_decides_how_bold_an_orc_is(depth, expected):
    assert morale.compute(*orc(depth)) == expected


@pytest.mark.covers(STANCE)
def test_an_orc_far_below_its_depth_flees_and_sinks_further():
    game, creature = orc(10)
    morale.update(game, creature)
    assert (creature.stance, creature.temporary_morale, creature.morale) == ("fleeing", -60, -60)


@pytest.mark.covers(CHECKS)
@pytest.mark.covers(
    "sil-q-codebase: Factors That Increase Monster Morale", "sil-q-manual: Bonuses:"
)
def test_kin_in_sight_give_heart_unless_they_flee():
    game, creature = orc(10)
    foe(game, "Orc soldier", 2, 2)
    other = foe(game, "Orc scout", -2, 2)
    assert morale.compute(game, creature) == 20
    other.stance = "fleeing"
    assert morale.compute(game, creature) == 0
    other.alertness = -1
    assert morale.compute(game, creature) == 10


@pytest.mark.covers(CHECKS)
def test_a_captain_counts_four_times():
    game, creature = orc(4)
    captain = foe(game, "Orc captain", 2, 2)
    assert morale.compute(game, creature) == 100
    captain.stance = "fleeing"
    assert morale.compute(game, creature) == 20


@pytest.mark.covers(CHECKS)
def test_a_wall_between_kin_takes_their_comfort():
    game, creature = orc(10)
    foe(game, "Orc soldier", 0, 6)
    assert morale.compute(game, creature) == 10
    for dy in (-1, 0, 1):
        game.level.feature[game.level.at(creature.y + dy, creature.x + 2)] = terrain.GRANITE
    assert morale.compute(game, creature) == 0


@pytest.mark.covers(CHECKS)
def test_the_hunt_makes_all_bold_at_any_depth():
    for depth in (1, 10, 19):
        game, creature = orc(depth)
        game.hero.on_the_run = True
        assert morale.compute(game, creature) == 80


@pytest.mark.covers(CHECKS)
@pytest.mark.parametrize(
    ("health", "expected"), [(16, 60), (15, 40), (11, 40), (10, 20), (6, 20), (5, -20)]
)
@pytest.mark.covers(
    "sil-q-codebase: Factors That Decrease Monster Morale", "sil-q-manual: Penalties:"
)
def test_wounds_daunt_by_quarters(health, expected):
    assert morale.compute(*orc(health=(health, 20))) == expected


@pytest.mark.covers(CHECKS)
def test_one_that_flees_hurt_is_meeker_still():
    game, creature = orc(health=(10, 20))
    creature.stance, creature.temporary_morale = "fleeing", -54
    assert morale.compute(game, creature) == -54


@pytest.mark.covers(CHECKS)
@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ({"entranced": 5, "stun": 60}, 80),
        ({"stun": 60, "confused": 5, "slow": 5}, 120),
        ({"stun": 101}, 80),
        ({"blind": 3, "hallucinating": 3, "afraid": 1}, 80),
    ],
)
@pytest.mark.covers(
    "sil-q-codebase: Factors That Increase Monster Morale", "sil-q-manual: Bonuses:"
)
def test_a_hero_in_trouble_makes_them_bold(states, expected):
    game, creature = orc()
    for name, turns in states.items():
        setattr(game.hero.timers, name, turns)
    assert morale.compute(game, creature) == 60 + expected


@pytest.mark.covers(CHECKS)
@pytest.mark.ability("Formidable")
def test_a_hero_near_death_emboldens_unless_he_is_formidable():
    for abilities, expected in (((), 140), ((ab.FORMIDABLE,), 60)):
        game, creature = orc(abilities=abilities)
        game.hero.derived.max_health, game.hero.health = 40, 10
        assert morale.compute(game, creature) == expected


@pytest.mark.covers(CHECKS)
@pytest.mark.covers(
    "sil-q-codebase: Factors That Decrease Monster Morale", "sil-q-manual: Penalties:"
)
def test_light_on_the_hero_daunts_what_light_hurts():
    game, creature = orc()
    here = game.level.at(game.hero.y, game.hero.x)
    game.knowledge.light[here] = 6
    assert morale.compute(game, creature) == 30
    game.knowledge.light[here] = 3
    assert morale.compute(game, creature) == 60


@pytest.mark.covers(CHECKS)
@pytest.mark.ability("Majesty")
@pytest.mark.covers(
    "sil-q-codebase: Factors That Decrease Monster Morale", "sil-q-manual: Penalties:"
)
def test_majesty_weighs_will_against_will():
    game, creature = orc(abilities=(ab.MAJESTY,))
    game.hero.derived.skills[Skill.WILL] = 9
    assert morale.compute(game, creature) == 30
    creature.stun = 5
    assert morale.compute(game, creature) == 0


@pytest.mark.covers(CHECKS)
@pytest.mark.ability("Bane")
@pytest.mark.parametrize(("kills", "loss"), [(9, 30), (1, 0), (32, 50)])
def test_bane_daunts_by_powers_of_two(kills, loss):
    game, creature = orc(abilities=(ab.BANE,))
    game.hero.bane = 1
    lore_of(game, creature.race).kills = kills
    assert morale.compute(game, creature) == 60 - loss


@pytest.mark.covers(CHECKS)
def test_elf_bane_hates_the_eldar():
    for race, expected in ((SINDAR, 130), (NOLDOR, 130), (3, 80)):
        assert morale.compute(*orc(19, name="Dagorhir, the Elfbane", race=race)) == expected


@pytest.mark.covers(CHECKS)
def test_what_it_carries_weighs_on_all_but_uniques():
    for name, expected in (("Orc soldier", 20), ("Uldor, the Accursed", 60)):
        game, creature = orc(4 if name[0] == "O" else 11, name=name)
        creature.carried = [item("Dagger"), item("Spear")]
        assert morale.compute(game, creature) == expected


@pytest.mark.covers(STANCE)
@pytest.mark.covers("sil-q-codebase: Monster Flags Affecting Stance")
def test_a_troll_without_fear_stands_until_magic_shakes_it():
    game, creature = orc(7, name="Mountain troll", health=(5, 20))
    morale.update(game, creature)
    assert (creature.morale, creature.stance) == (-20, "confident")
    creature.temporary_morale = -50
    creature_upkeep.start_turn(game, creature)
    assert (creature.stance, creature.temporary_morale) == ("fleeing", -105)


@pytest.mark.covers(STANCE)
@pytest.mark.covers(
    "sil-q-codebase: Monster Flags Affecting Stance",
    "sil-q-manual: Aggressive",
    "sil-q-manual: Confident",
    "sil-q-manual: Fleeing",
)
@pytest.mark.covers("sil-q-codebase: Morale → Stance Conversion")
def test_stances_of_the_bold_the_mindless_the_angered_and_the_unwary():
    game, troll = orc(7, name="Mountain troll")
    assert morale.stance(game, troll, 60) == "aggressive"
    game, thorn = orc(1, name="Tanglethorn")
    assert {morale.stance(game, thorn, m) for m in (-300, 0, 300)} == {"aggressive"}
    game, creature = orc()
    creature_stats.mark(creature, "angered")
    assert morale.stance(game, creature, 30) == "aggressive"
    assert morale.stance(game, creature, -10) == "fleeing"
    creature.flags.clear()
    assert morale.stance(game, creature, 201) == "aggressive"
    assert morale.stance(game, creature, 200) == "confident"
    creature.alertness = -1
    assert morale.stance(game, creature, -100) == "confident"


@pytest.mark.covers("spec-monsters: 10.2", "spec-monsters: 14.4")
def test_grief_for_a_pack_mate_passes():
    game, wolf = orc(1, name="Wolf")
    mate = foe(game, "Wolf", 2, 2)
    injury.kill(game, mate)
    assert wolf.temporary_morale == -40
    creature_upkeep.start_turn(game, wolf)
    assert (wolf.temporary_morale, wolf.morale) == (-36, 24)


@pytest.mark.covers("spec-monsters: 10.2")
def test_the_fall_of_a_captain_is_felt_for_long():
    game, creature = orc(9)
    captain = foe(game, "Orc captain", 2, 2)
    injury.kill(game, captain)
    felt = []
    for _ in range(5):
        creature.temporary_morale = creature_upkeep.decay_morale(creature.temporary_morale or -160)
        felt.append(creature.temporary_morale)
    assert felt == [-144, -129, -116, -104, -93]


@pytest.mark.covers("spec-monsters: 10.2")
@pytest.mark.covers("sil-q-manual: Penalties:")
@pytest.mark.covers("spec-world: 4.5")
def test_temporary_morale_fades_by_tenths():
    value, course = 60, []
    while value:
        value = creature_upkeep.decay_morale(value)
        course.append(value)
    assert course[:10] == [54, 48, 43, 38, 34, 30, 27, 24, 21, 18]
    assert len(course) == 24


@pytest.mark.covers("spec-monsters: 18. Where the documents and the game differ")
def test_the_presets_differ_over_depth_and_majesty_counts_by_will():
    assert morale.compute(*orc(2, rulings=GAME)) == 80
    assert morale.compute(*orc(2, rulings=MANUAL)) == 40
    game, creature = orc(rulings=MANUAL, abilities=(ab.MAJESTY,))
    game.hero.derived.skills[Skill.WILL] = 13
    assert morale.compute(game, creature) == 10


@pytest.mark.covers("sil-q-codebase: Morale Calculation (calc_morale)", "sil-q-manual: Bonuses:")
def test_the_terms_tell_why():
    game, creature = orc(2, health=(10, 20))
    assert dict(morale.terms(game, creature)) == {
        "natural courage": 60,
        "depth": 20,
        "its wounds": -40,
    }


@pytest.mark.covers("spec-monsters: 10.2")
def test_panic_ends_flight_and_caution_for_good():
    game, creature = orc(10)
    morale.update(game, creature)
    assert creature.stance == "fleeing"
    morale.panic(game, creature)
    assert creature.stance == "aggressive"
    assert creature.temporary_morale >= 60
    assert "angered" in creature.flags


@pytest.mark.covers("sil-q-manual: Combat UI", "sil-q-manual: Morale / Confident")
def test_the_confidence_of_an_alert_creature_is_shown_wherever_it_is_shown():
    rules = SilQ()
    for stance, points in product(("confident", "aggressive", "fleeing"), (-31, 0, 7, 200, 255)):
        game = arena()
        creature = foe(game, "Orc soldier", 0, 2, stance=stance)
        creature.morale = points
        look(game)
        words = f"{stance}, morale {-(-points // 10)}"
        drawn = rules.view(game.state, 0).map.entities
        assert [words in str(each.description) for each in drawn] == [False, True]
        assert words in str(recall.look(game, creature))
        assert stance == "fleeing" or words in str(fight_lines.fight_page(game))
        for alertness in (-5, -15):
            creature.alertness = alertness
            assert "morale" not in str(recall.look(game, creature))
