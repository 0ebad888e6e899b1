"""Terrain that acts by itself: fire, gas, water that conducts, ice, floors that give way."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.ground import collapse, conduction, fire, gas, hazards
from engine.delve.levels.level_generation import make_level
from engine.delve.movement import movement, paths
from engine.delve.rules.context import gap
from engine.delve.turns import end_of_turn
from engine.delve.turns.consequences import settle
from engine.delve.view import coach
from tests.engine.delve.stage import Stage, content


def field(code: int, reach: int = 2) -> Stage:
    """Return a stage with a square field of a terrain east of the hero, at a distance."""
    made = Stage()
    for dy in range(-reach, reach + 1):
        for dx in range(4 - reach, 5 + reach):
            made.ground(dy, dx, code)
    return made


def rounds(made: Stage, number: int) -> None:
    for _ in range(number):
        end_of_turn.end_level_round(made.game, made.level)


@pytest.mark.parametrize("code", sorted(content().fuels))
def test_fire_takes_all_that_burns_and_burns_out(code: int) -> None:
    made = field(code)
    made.free_dice(f"fire{code}")
    squares = [made.at(dy, dx) for dy in range(-2, 3) for dx in range(2, 7)]
    fire.ignite(made.game, made.level, made.at(0, 4))
    burnt = set()
    for _ in range(120):
        rounds(made, 1)
        burnt |= {at for at in squares if made.level.ground[at] == terrain.FLAMES}
    assert terrain.FLAMES not in made.level.ground
    assert len(burnt) > (10 if code == terrain.TIMBER else 20) or code == terrain.GAS
    assert not any(made.level.ground[at] in content().fuels for at in burnt)


def test_fire_never_takes_bare_stone_or_water() -> None:
    made = field(terrain.OIL)
    made.free_dice("stone")
    made.ground(0, 8, terrain.SHALLOW)
    before = bytes(made.level.ground)
    fire.ignite(made.game, made.level, made.at(0, 4))
    for _ in range(30):
        rounds(made, 1)
        changed = [at for at, code in enumerate(made.level.ground) if code != before[at]]
        assert all(before[at] == terrain.OIL for at in changed)


def test_fire_that_comes_near_ends_plans_and_paths_keep_away_from_it() -> None:
    made = Stage()
    for dx in range(1, 9):
        made.ground(0, dx, terrain.OIL)
    made.rig(rest="low")
    made.ground(0, 6, terrain.FLAMES)
    assert hazards.is_near_fire(made.game, made.hero, made.at(0, 4))
    assert not hazards.is_near_fire(made.game, made.hero, made.at(0, 2))
    ways = paths.known_ways(made.game, made.hero)
    assert not ways >> made.at(0, 4) & 1
    assert ways >> made.at(0, 2) & 1
    made.ground(1, 1, terrain.FLAMES)
    assert "rest" not in made.offers()


@pytest.mark.parametrize("is_hero", [True, False])
def test_fire_burns_the_web_and_frees_whom_it_holds(is_hero: bool) -> None:
    made = Stage()
    who = made.hero if is_hero else made.dummy(0, 3)
    made.game.set_ground(made.level, who.at, terrain.WEB)
    made.level.webs[who.at] = 20
    statuses.catch_in_web(made.game, who, 20)
    assert "webbed" in who.statuses
    fire.ignite(made.game, made.level, who.at)
    assert "on fire" in who.statuses
    assert ("webbed" in who.statuses, who.web) == (False, 0)
    assert who.at not in made.level.webs


def test_a_burning_creature_lights_what_it_stands_on() -> None:
    made = Stage()
    victim = made.dummy(0, 3)
    made.ground(0, 3, terrain.GRASS)
    victim.statuses["on fire"] = 3
    movement.ground_turn(made.game, victim, made.level)
    assert made.level.ground[victim.at] == terrain.FLAMES


def test_gas_drifts_over_bare_ground_keeps_its_amount_and_thins() -> None:
    made = field(terrain.GAS)
    made.free_dice("gas")
    gas.lay(made.game, made.level)
    amount = made.level.ground.count(terrain.GAS)
    rounds(made, 20)
    assert made.level.ground.count(terrain.GAS) == amount
    assert any(
        made.level.ground[at] == terrain.GAS and gap(at, made.at(0, 4)) > 2
        for at in made.level.timed
    )
    rounds(made, content().ground.gas)
    assert terrain.GAS not in made.level.ground


def test_gas_poisons_and_burns_in_a_flash() -> None:
    made = Stage()
    made.toughen()
    made.ground(0, 0, terrain.GAS)
    movement.ground_turn(made.game, made.hero, made.level)
    assert made.hero.statuses["poisoned"] == 2
    made.rig(rest="low")
    fire.ignite(made.game, made.level, made.hero.at)
    assert made.is_hurt()
    assert "on fire" in made.hero.statuses


def test_water_carries_lightning_to_all_in_it_and_to_nobody_else() -> None:
    made = Stage("mage")
    made.know("shock")
    made.toughen()
    for dx in range(8):
        made.ground(0, dx, terrain.SHALLOW)
    struck, wet = made.dummy(0, 3), made.dummy(0, 5)
    dry, far = made.dummy(1, 3), made.dummy(0, 3 + conduction.REACH + 1)
    reached = conduction.in_same_water(made.game, struck)
    assert {each.uid for each in reached} == {made.hero.uid, wet.uid}
    assert conduction.in_same_water(made.game, dry) == []
    conduction.conduct(made.game, reached, 20, None)
    assert (wet.health, made.hero.health) == (490, 890)
    made.rig(rest="high")
    made.do("cast shock e")
    assert wet.health < 490
    assert made.hero.health < 890
    assert (dry.health, far.health) == (500, 500)
    conduction.conduct(made.game, [made.hero], 9999, made.hero)
    assert str(made.hero.killer) == "lightning in water"


def test_ice_carries_monsters_to_its_end_too() -> None:
    made = Stage()
    for dx in range(2, 6):
        made.ground(2, dx, terrain.ICE)
    slider = made.dummy(2, 1)
    movement.enter(made.game, slider, made.at(2, 2))
    assert slider.at == made.at(2, 6)


def test_cracked_floor_bears_one_step_and_the_next_falls() -> None:
    made = Stage()
    made.toughen()
    make_level(made.game, 2)
    made.ground(0, 1, terrain.CRACKED)
    made.do("move e")
    assert made.level.ground[made.at(0, 1)] == terrain.BROKEN
    assert made.hero.depth == 1
    made.do("move w")
    made.do("move e")
    assert made.hero.depth == 2
    assert made.said("Ann falls for")
    assert made.state.levels[2].ground[made.hero.at] in terrain.BARE
    assert made.game.at(2, made.hero.at) is made.hero


def test_monsters_keep_off_broken_floor_and_fall_out_of_the_game_when_they_are_on_it() -> None:
    made = Stage()
    monster = made.dummy(0, 3)
    made.ground(0, 3, terrain.BROKEN)
    collapse.give_way(made.game, monster)
    settle(made.game)
    assert monster.fallen
    assert monster not in made.level.monsters
    assert made.game.at(1, made.at(0, 3)) is None


@pytest.mark.parametrize("code", sorted(hazards.HURTING))
def test_the_coach_tells_what_hurting_ground_the_hero_stands_in(code: int) -> None:
    made = Stage()
    made.ground(0, 0, code)
    assert f"You stand in {content().terrain[code].title}." in str(
        coach.lines(made.game, made.hero)[0]
    )
