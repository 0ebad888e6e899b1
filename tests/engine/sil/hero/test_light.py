"""The radius of the hero's light."""

import pytest

from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import light_radius, sheet
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, load_dice, stage, wear

pytestmark = pytest.mark.covers("spec-character-combat: 4.11 Light radius")


def lit(name="Wooden Torch", fuel=1000, **changes):
    game = stage(skills=(0, 0, 0, 0, 0, 0, 0, 11), house=7)
    wear(game, Slot.LIGHT, name, timeout=fuel, **changes)
    return game


@pytest.mark.parametrize(
    ("name", "radius"),
    [
        ("Wooden Torch", 1),
        ("Brass Lantern", 2),
        ("Mallorn Torch", 3),
        ("Lesser Jewel", 1),
        ("Feanorian Lamp", 4),
    ],
)
@pytest.mark.covers("sil-q-codebase: Light Radius Values", "sil-q-codebase: Item Constants")
@pytest.mark.covers("spec-dungeon: 8.5", "spec-objects-smithing: 2.6")
@pytest.mark.covers("spec-world: 7.10")
def test_what_each_light_gives(name, radius):
    assert light_radius.radius(lit(name)) == radius


def test_a_brightened_light_shines_a_square_farther():
    assert light_radius.radius(lit(flags=["LIGHT"])) == 2
    assert light_radius.radius(lit("Feanorian Lamp", flags=["LIGHT"])) == 5


def test_a_light_without_fuel_gives_none_and_a_jewel_needs_none():
    assert light_radius.radius(lit(fuel=0)) == 0
    assert light_radius.radius(lit("Lesser Jewel", fuel=0)) == 1


@pytest.mark.covers("spec-dungeon: 8.5")
def test_a_low_flame_flickers_down_to_nothing_and_a_dark_one_below():
    for flags, fuel, least in (([], 99, 0), (["DARKNESS"], 1000, -2), ([], 100, 1)):
        game = lit(fuel=fuel, flags=flags)
        load_dice(game, otherwise=1)
        assert light_radius.radius(game) == least
        load_dice(game, otherwise=3)
        assert light_radius.radius(game) == 1


def test_gear_darkness_and_the_song_of_the_trees():
    game = lit()
    wear(game, Slot.RIGHT_RING, "Accuracy", flags=["LIGHT"])
    assert game.hero.derived.light == 2
    game.hero.timers.darkened = 5
    assert light_radius.radius(game) == 1
    game.hero.song = ab.SONG_OF_THE_TREES.number
    assert light_radius.radius(game) == 3
    assert str(sheet.explain(game, "light")).endswith(
        "Accuracy +1, Wooden Torch +1, Darkened -1, Song of the Trees +2"
    )


@pytest.mark.parametrize(("rings", "light"), [(1, 0), (2, -1)])
def test_who_has_no_light_loses_none_when_darkened(rings, light):
    game = lit()
    for slot in (Slot.RIGHT_RING, Slot.LEFT_RING)[:rings]:
        wear(game, slot, "Accuracy", flags=["DARKNESS"])
    assert light_radius.radius(game) == light
    game.hero.timers.darkened = 5
    assert light_radius.radius(game) == light


@pytest.mark.covers("spec-world: 7.10")
def test_a_weapon_glows_near_those_it_hates():
    game = lit()
    game.knowledge.noise[:] = bytes([3]) * len(game.knowledge.noise)
    sword = wear(game, Slot.WEAPON, "Longsword", flags=["SLAY_WOLF"])
    foe(game, "Orc scout", 0, -3)
    assert not light_radius.glows(game, sword)
    wolf = foe(game, "Wolf", 0, 3)
    assert light_radius.glows(game, sword)
    assert light_radius.radius(game) == 2
    game.knowledge.noise[game.level.at(wolf.y, wolf.x)] = 9
    assert not light_radius.glows(game, sword)


@pytest.mark.ability("Inner Light")
@pytest.mark.covers("spec-dungeon: 8.5")
def test_inner_light_shines_through_the_hero():
    levels = []
    for abilities in ((), (ab.INNER_LIGHT,)):
        game = arena(lit=False, abilities=abilities)
        wear(game, Slot.LIGHT, "Brass Lantern", timeout=1000)
        look(game)
        here = game.level.at(game.hero.y, game.hero.x)
        levels.append([game.knowledge.light[here + away] for away in range(4)])
    assert levels == [[3, 2, 1, 0], [5, 4, 3, 0]]
