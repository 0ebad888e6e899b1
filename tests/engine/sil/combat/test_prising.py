"""Prising the Silmarils out of the Iron Crown."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.combat import prising
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import silmarils
from engine.sil.items import item_creation
from tests.engine.sil.stage import foe, load_dice, stage, wear

STEALING = "sil-q-codebase: Stealing a Silmaril: Morgoth's Crown and Silmaril System"
pytestmark = pytest.mark.covers(
    "spec-character-combat: 13.3 Prising a Silmaril",
    STEALING,
    f"{STEALING} / Silmaril Removal Difficulty",
    f"{STEALING} / Progressive Consequences",
    f"{STEALING} / Silmaril Item Creation",
)

HITS = (20, 1)


def throne(*abilities, weapon="Greatsword", **changes):
    game = stage(abilities=abilities, **changes)
    if weapon:
        wear(game, Slot.WEAPON, weapon, damage_dice=9, damage_sides=9)
    iron = item_creation.artefact(game, silmarils.crowns(game.data)[-1])
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [iron]
    game.world.truce = True
    return game, iron


def prise(game, *faces, otherwise=5):
    game.state.sure, game.state.energy_used = True, 0
    load_dice(game, *faces, otherwise=otherwise)
    prising.prise(game)
    assert game.state.energy_used == 100


def test_it_takes_a_crown_underfoot_a_weapon_and_a_yes():
    game, _ = throne(weapon=None)
    with pytest.raises(IllegalAction):
        prising.prise(game)
    game, _ = throne()
    prising.prise(game)
    assert game.state.question.data["action"] == "prise"
    assert not game.state.energy_used
    game.level.floor.clear()
    with pytest.raises(IllegalAction):
        prising.prise(game)


@pytest.mark.covers(
    "sil-q-codebase: Crown Versions",
    "sil-q-codebase: Silmaril Item Creation",
    "sil-q-codebase: Hardcoded Behavior",
)
def test_the_first_jewel_comes_free_and_ends_the_truce():
    game, iron = throne()
    assert silmarils.jewels(game.data, iron) == 3
    prise(game, *HITS)
    assert silmarils.jewels(game.data, iron) == 2
    assert game.hero.silmarils == silmarils.carried(game.data, game.hero) == 1
    assert not game.world.truce
    assert game.hero.stealth_score == -5


@pytest.mark.covers("sil-q-codebase: Silmaril Removal Difficulty", "sil-q-manual: Skills / Melee")
def test_a_miss_or_a_blow_too_weak_frees_nothing():
    for faces, weak in (((1, 20), False), (HITS, True)):
        game, iron = throne()
        if weak:
            wear(game, Slot.WEAPON, "Longsword", damage_dice=1)
        prise(game, *faces)
        assert silmarils.jewels(game.data, iron) == 3
        assert game.world.truce


@pytest.mark.parametrize(("damage", "left"), [(10, 3), (11, 2)])
def test_a_single_point_more_than_the_iron_withstands_frees_a_jewel(damage, left):
    game, iron = throne()
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=damage, damage_sides=9, weight=120)
    prise(game, *HITS, otherwise=1)
    assert silmarils.jewels(game.data, iron) == left


@pytest.mark.parametrize(("weight", "damage"), [(20, "11d9"), (40, "10d9"), (120, "9d9")])
def test_criticals_on_the_crown_go_by_the_weapons_weight(weight, damage):
    game, _ = throne()
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=9, damage_sides=9, weight=weight)
    prise(game, *HITS)
    assert f"Hits by 18. Damage {damage}:" in str(game.state.events[0].detail)


@pytest.mark.ability("Rapid Attack")
def test_rapid_attack_takes_nothing_from_the_attempt():
    game, _ = throne(ab.RAPID_ATTACK)
    prise(game, *HITS)
    assert "a single blow +3" in str(game.state.events[0].detail)


@pytest.mark.covers("sil-q-codebase: Progressive Consequences", "sil-q-codebase: Crown Versions")
def test_the_second_jewel_may_shatter_the_weapon_which_wakes_morgoth():
    game, iron = throne()
    prise(game, *HITS)
    morgoth = foe(game, "Morgoth, Lord of Darkness", 0, 3, alertness=-15)
    prise(game, *HITS, otherwise=1)
    assert silmarils.jewels(game.data, iron) == 2
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=40)
    prise(game, *HITS, otherwise=1)
    assert game.world.shattered
    assert Slot.WEAPON not in game.hero.worn
    assert morgoth.alertness == 10
    assert "A shard strikes Morgoth upon the brow." in [str(s.text) for s in game.state.said]
    assert game.world.morgoth_stage == 2
    assert silmarils.jewels(game.data, iron) == 2


@pytest.mark.covers("sil-q-codebase: Progressive Consequences", "sil-q-codebase: Crown Versions")
def test_the_third_jewel_surely_shatters_the_first_weapon_and_then_curses():
    game, iron = throne()
    for _ in range(2):
        prise(game, *HITS)
    assert (silmarils.jewels(game.data, iron), game.world.shattered) == (1, False)
    prise(game, *HITS)
    assert game.world.shattered
    wear(game, Slot.WEAPON, "Greatsword", damage_dice=9, damage_sides=9)
    prise(game, *HITS)
    assert silmarils.jewels(game.data, iron) == 0
    assert game.hero.cursed
    told = [str(event.text) for event in game.state.events]
    assert told.count("A doom has fallen upon you.") == 1
    assert game.hero.silmarils == 3
    with pytest.raises(IllegalAction):
        prising.prise(game)
