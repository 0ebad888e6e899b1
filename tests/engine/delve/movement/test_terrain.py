"""Each kind of terrain: what it does to those who walk, stand, search or dig."""

from __future__ import annotations

import pytest

from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat.melee import cut_web
from engine.delve.monsters import monster_steps
from engine.delve.movement import movement
from engine.delve.rules import vision
from engine.delve.state import WIDTH
from engine.delve.turns import end_of_turn
from tests.engine.delve.stage import HERE, Stage, content


def test_walls_stop_steps_and_sight() -> None:
    made = Stage()
    for n in range(-9, 19):
        made.ground(n, 1, terrain.WALL)
    assert "move e" not in made.offers()
    assert not any(at % WIDTH > HERE % WIDTH + 1 for at in made.hero.seen)


def test_rubble_takes_three_turns_and_a_pickaxe_digs_walls() -> None:
    made = Stage()
    made.ground(0, 1, terrain.RUBBLE)
    for code in (terrain.RUBBLE, terrain.RUBBLE, terrain.FLOOR):
        made.do("move e")
        assert made.level.ground[made.at(0, 1)] == code
    made.ground(1, 0, terrain.WALL)
    made.give("pickaxe")
    for code in (terrain.WALL, terrain.FLOOR):
        made.do("move s")
        assert made.level.ground[made.at(1, 0)] == code
    assert made.level.ground[20] == terrain.ROCK  # the border
    for _ in range(3):
        assert not movement.dig(made.game, made.hero, 20)


def test_doors_open_close_and_bar_the_view() -> None:
    made = Stage()
    made.ground(0, 1, terrain.DOOR)
    made.do("move e")
    assert made.level.ground[made.at(0, 1)] == terrain.OPEN_DOOR
    assert made.hero.at == HERE
    made.do("close e")
    assert made.level.ground[made.at(0, 1)] == terrain.DOOR
    made.do("open e")
    assert made.level.ground[made.at(0, 1)] == terrain.OPEN_DOOR


def test_locked_doors_yield_to_keys_and_blows() -> None:
    made = Stage()
    made.ground(0, 1, terrain.LOCKED_DOOR)
    made.level.doors[made.at(0, 1)] = 20
    made.rig(rest="high")
    made.do("move e")
    assert made.level.doors[made.at(0, 1)] == 11
    made.give("key")
    made.do("open e")
    assert made.level.ground[made.at(0, 1)] == terrain.OPEN_DOOR
    assert made.at(0, 1) not in made.level.doors
    assert made.said("Ann unlocks the door; the key breaks.")
    assert not made.hero.pack


def test_secret_doors_look_like_wall_until_found() -> None:
    made = Stage()
    made.ground(0, 1, terrain.SECRET_DOOR)
    known = made.game.memory(made.hero).ground
    assert known[made.at(0, 1)] == terrain.WALL
    made.rig(rest="low")
    made.do("pause")
    assert known[made.at(0, 1)] == terrain.WALL
    vision.search_beside(made.game, made.hero, 10, radius=2)
    made.look()
    assert known[made.at(0, 1)] == terrain.DOOR


def test_a_draught_is_felt_once_before_a_secret_door_until_it_is_found() -> None:
    made = Stage()
    made.ground(0, 6, terrain.SECRET_DOOR)
    made.level.secrets = [made.at(0, 6)]
    memory = made.game.memory(made.hero)
    made.do("move e")
    assert memory.draughts == []
    made.do("move e")
    assert made.said("Ann feels a draught: a door is hidden within 4 squares.")
    made.do("move w")
    made.do("move e")
    assert memory.draughts == [made.at(0, 2)]
    made.rig(rest="low")
    for _ in range(2):
        made.do("move e")
    vision.search_beside(made.game, made.hero, 10, radius=2)
    assert memory.draughts == []


def test_searching_takes_five_turns_and_looks_two_squares_around() -> None:
    made = Stage()
    made.level.ground[made.at(2, 2)] = terrain.PIT
    made.level.hidden = [made.at(2, 2)]
    made.rig(99, 29, rest="high")
    start = made.hero.turns
    made.do("search")
    assert made.level.hidden == []
    assert made.hero.turns - start == 5  # a trap that was found is no reason to stop


@pytest.mark.parametrize(
    ("code", "word"),
    [(terrain.STAIRS_DOWN, "descend"), (terrain.STAIRS_UP, "ascend"), (terrain.SHAFT, "ascend")],
)
def test_stairs_and_shafts_are_offered_underfoot(code: int, word: str) -> None:
    made = Stage()
    made.ground(0, 0, code)
    assert word in made.offers()
    made.ground(0, 0, terrain.FLOOR)
    assert word not in made.offers()


@pytest.mark.covers("delve-manual: 12", "delve-manual: 22")
def test_an_altar_upgrades_one_spell_once() -> None:
    made = Stage("mage")
    made.hero.spells = ["spark", "freeze"]
    made.ground(0, 0, terrain.ALTAR)
    made.do("upgrade spark")
    assert made.hero.upgraded == ["spark"]
    assert made.level.ground[HERE] == terrain.DIM_ALTAR
    assert not any(offer.startswith("upgrade") for offer in made.offers())


@pytest.mark.parametrize("name", ["fighter", "mage", "monk"])
def test_an_altar_gives_one_who_prays_the_health_and_energy_of_a_level(name: str) -> None:
    made = Stage(name)
    made.ground(0, 0, terrain.ALTAR)
    kind, before = content().classes[name], (made.hero.full_health, made.hero.full_energy)
    made.do("pray")
    gained = (made.hero.full_health - before[0], made.hero.full_energy - before[1])
    assert gained == (kind.health_gain, kind.energy_gain)
    assert made.level.ground[HERE] == terrain.DIM_ALTAR
    assert "pray" not in made.offers()


def test_an_altar_tries_to_lift_a_curse_for_half_the_energy_without_backlash() -> None:
    made = Stage()
    made.ground(0, 0, terrain.ALTAR)
    ring = made.give("ring of might", power=-3, cursed=True, worn=True)
    made.hero.energy = made.hero.full_energy = 20
    made.rig(0)
    made.do("uncurse ring-of-might")
    assert (ring.cursed, ring.power) == (False, 0)
    assert made.hero.energy == 10
    ring.cursed = True
    made.hero.energy = 9
    assert not any(offer.startswith("uncurse") for offer in made.offers())


@pytest.mark.parametrize("drawn", range(6))
def test_a_fountain_has_six_effects_and_runs_dry(drawn: int) -> None:
    made = Stage()
    hero = made.hero
    hero.health = hero.energy = 1
    made.ground(0, 0, terrain.FOUNTAIN)
    made.rig(drawn)
    from_before = dict(hero.statuses)
    made.do("drink fountain")
    changed = (hero.health > 1, hero.energy > 1, hero.statuses != from_before)
    wanted = [(False, False, False), (True, False, False), (False, True, False)]
    assert changed == (wanted[drawn] if drawn < 3 else (False, False, True))
    assert made.level.ground[HERE] == terrain.DRY_FOUNTAIN
    assert "drink fountain" not in made.offers()


def burning_on(ground: int) -> Stage:
    """Return a stage whose hero, who burned, has stepped onto some ground."""
    made = Stage()
    made.hero.statuses["on fire"] = 9
    made.ground(0, 1, ground)
    movement.enter(made.game, made.hero, made.at(0, 1))
    return made


def test_ice_underfoot_douses() -> None:
    assert "on fire" not in burning_on(terrain.ICE).hero.statuses


def test_water_douses_and_deep_water_tires_and_spoils_paper() -> None:
    made = burning_on(terrain.SHALLOW)
    assert "on fire" not in made.hero.statuses
    made.give("scroll of light")
    made.ground(0, 2, terrain.DEEP)
    energy = made.hero.energy
    made.rig(9)
    movement.enter(made.game, made.hero, made.at(0, 2))
    assert made.hero.energy == energy - 1
    assert not made.hero.pack


def test_ice_carries_to_its_end() -> None:
    made = Stage()
    for n in (1, 2, 3):
        made.ground(0, n, terrain.ICE)
    made.do("move e")
    assert made.hero.at == made.at(0, 4)


def test_lava_burns_each_turn_but_not_those_who_float() -> None:
    made = Stage()
    made.hero.health = made.hero.full_health = 100
    made.ground(0, 0, terrain.LAVA)
    made.rig(5, 5, 5)
    movement.ground_turn(made.game, made.hero, made.level)
    assert made.hero.health == 82
    made.hero.statuses["levitating"] = 5
    movement.ground_turn(made.game, made.hero, made.level)
    assert made.hero.health == 82


def test_grass_burns_when_fire_bursts() -> None:
    made = Stage("mage")
    made.know("fireball")
    made.ground(0, 4, terrain.GRASS)
    made.dummy(0, 3)
    made.do("cast fireball e")
    assert made.level.ground[made.at(0, 4)] == terrain.FLAMES


def test_a_web_holds_whoever_walks_in() -> None:
    made = Stage()
    made.ground(0, 1, terrain.WEB)
    made.level.webs[made.at(0, 1)] = 17
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert (made.hero.web, "webbed" in made.hero.statuses) == (17, True)


def test_a_web_that_was_cut_is_gone_with_its_strength() -> None:
    made = Stage()
    made.ground(0, 1, terrain.WEB)
    made.level.webs[made.at(0, 1)] = 1
    movement.enter(made.game, made.hero, made.at(0, 1))
    cut_web(made.game, made.hero)
    assert made.level.ground[made.at(0, 1)] == terrain.FLOOR
    assert not made.level.webs


@pytest.mark.parametrize("code", sorted(terrain.TRAPS))
def test_traps_are_hidden_until_found_or_sprung(code: int) -> None:
    made = Stage()
    made.hero.health = made.hero.full_health = 100
    rat = made.put("rat", 9, 20, asleep=True)
    made.level.ground[made.at(0, 1)] = code
    made.level.hidden = [made.at(0, 1)]
    made.look()
    assert made.game.memory(made.hero).ground[made.at(0, 1)] == terrain.FLOOR
    made.rig()
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert made.level.hidden == []
    springs = text(content().terrain[code].springs, hero=made.game.the(made.hero))
    assert made.said(str(springs))
    effects = {
        terrain.DART_TRAP: made.hero.health < 100,
        terrain.PIT: made.hero.health < 100 and made.hero.energy == 14,
        terrain.ALARM: not rat.asleep,
        terrain.GAS_TRAP: {"poisoned", "confused"} <= set(made.hero.statuses),
    }
    assert effects[code]


def test_a_vent_blows_every_tenth_turn() -> None:
    made = Stage()
    made.hero.health = made.hero.full_health = 100
    made.ground(0, 0, terrain.VENT)
    for turns, hurt in ((9, 0), (10, 16)):
        made.level.turns = turns
        made.hero.health = 100
        made.rig(7, 7)
        movement.ground_turn(made.game, made.hero, made.level)
        assert 100 - made.hero.health == hurt


def test_flames_set_on_fire_and_go_out() -> None:
    made = Stage()
    made.ground(0, 1, terrain.FLAMES)
    made.level.timed[made.at(0, 1)] = (1, terrain.FLOOR)
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert made.hero.statuses["on fire"] == 3
    end_of_turn.end_level_round(made.game, made.level)
    assert made.level.ground[made.at(0, 1)] == terrain.FLOOR


def test_an_open_grave_takes_remains() -> None:
    made = Stage()
    made.ground(0, 0, terrain.GRAVE)
    made.give("monk's remains")
    made.do("drop monk's-remains")
    assert made.hero.graves_laid == ["monk's remains"]
    assert not made.level.items


@pytest.mark.covers("delve-manual: 22")
def test_every_terrain_has_words_and_there_are_at_least_twenty() -> None:
    kinds = content().terrain
    assert [kind.name for kind in kinds] == list(terrain.NAMES)
    assert len(kinds) >= 20


def test_ice_walls_bar_the_way_until_they_melt() -> None:
    made = Stage()
    wall = made.at(0, 1)
    made.ground(0, 1, terrain.ICE_WALL)
    made.level.timed[wall] = (2, terrain.FLOOR)
    made.do("move e")
    assert made.hero.at == HERE
    assert made.level.ground[wall] == terrain.ICE_WALL
    made.do("pause")
    assert made.level.ground[wall] == terrain.FLOOR


def test_what_flies_crosses_lava_and_water_and_burns_on_neither() -> None:
    made = Stage()
    bat = made.put("cellar bat", 0, 4)
    rat = made.put("rat", 0, 6)
    for code in (terrain.LAVA, terrain.DEEP, terrain.WEB):
        made.ground(1, 5, code)
        assert monster_steps.can_enter(made.game, bat, made.at(1, 5))
        assert not monster_steps.can_enter(made.game, rat, made.at(1, 5))
    made.ground(0, 4, terrain.LAVA)
    movement.ground_turn(made.game, bat, made.level)
    assert bat.health == bat.full_health


@pytest.mark.parametrize(
    ("end", "met"), [(terrain.WEB, "webbed"), (terrain.FLAMES, "on fire"), (terrain.FLOOR, "")]
)
def test_whoever_slides_meets_the_ground_where_the_ice_ends(end: int, met: str) -> None:
    made = Stage()
    made.toughen()
    for dx in (1, 2, 3):
        made.ground(0, dx, terrain.ICE)
    made.ground(0, 4, end)
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert made.hero.at == made.at(0, 4)
    assert list(made.hero.statuses) == ([met] if met else [])


@pytest.mark.parametrize("stop", ["wall", "door", "somebody"])
def test_a_slide_ends_before_what_is_in_the_way(stop: str) -> None:
    made = Stage()
    for dx in (1, 2, 3):
        made.ground(0, dx, terrain.ICE)
    if stop == "somebody":
        made.dummy(0, 3)
    else:
        made.ground(0, 3, terrain.WALL if stop == "wall" else terrain.DOOR)
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert made.hero.at == made.at(0, 2)
    assert made.level.ground[made.at(0, 3)] != terrain.OPEN_DOOR


@pytest.mark.parametrize(
    ("code", "drawn", "depth", "lost"),
    [
        (terrain.DART_TRAP, (5,), 1, 6),
        (terrain.DART_TRAP, (5, 5), 4, 12),  # a die more every four levels
        (terrain.PIT, (3, 3), 1, 8),
        (terrain.PIT, (3, 3), 6, 11),  # a point more every two
    ],
)
def test_traps_of_deeper_levels_hurt_more(
    code: int, drawn: tuple[int, ...], depth: int, lost: int
) -> None:
    made = Stage()
    made.toughen()
    made.level.depth = made.hero.depth = depth
    made.state.levels = {depth: made.level}
    made.level.ground[made.at(0, 1)] = code
    made.level.hidden.append(made.at(0, 1))
    made.rig(*drawn)
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert made.hero.full_health - made.hero.health == lost
    assert made.level.hidden == []
    assert made.hero.energy == 18 - (4 if code == terrain.PIT else 0)


@pytest.mark.parametrize(("depth", "points"), [(1, 6), (2, 7), (9, 10)])
def test_gas_traps_poison_more_the_deeper_they_are_and_confuse(depth: int, points: int) -> None:
    made = Stage()
    made.level.depth = made.hero.depth = depth
    made.state.levels = {depth: made.level}
    made.level.ground[made.at(0, 1)] = terrain.GAS_TRAP
    movement.enter(made.game, made.hero, made.at(0, 1))
    assert made.hero.statuses == {"poisoned": points, "confused": 3}


def test_an_alarm_wakes_all_near_and_sends_them() -> None:
    made = Stage()
    near, far = made.put("rat", 0, 5, asleep=True), made.put("rat", 0, 6, asleep=True)
    movement.alarm(made.game, made.level, made.at(0, 0), 5)
    assert (near.asleep, near.goal, near.hunting) == (False, made.at(0, 0), 30)
    assert far.asleep


@pytest.mark.parametrize(("left", "breaks"), [(6, False), (5, True)])
def test_a_locked_door_breaks_when_its_health_is_used_up(left: int, breaks: bool) -> None:
    made = Stage()
    made.ground(0, 1, terrain.LOCKED_DOOR)
    made.level.doors[made.at(0, 1)] = left
    made.rig(3)  # four, times 1.4
    movement.bash_door(made.game, made.hero, made.at(0, 1))
    assert (made.level.ground[made.at(0, 1)] == terrain.OPEN_DOOR) is breaks
    assert made.level.doors == ({} if breaks else {made.at(0, 1): 1})
    assert made.said("Ann breaks the locked door open." if breaks else "strikes the locked door")


def test_a_plate_opens_the_bars_three_squares_from_it_and_no_others() -> None:
    made = Stage()
    made.ground(0, 1, terrain.PLATE)
    for dx in (3, 4, 5):
        made.ground(0, dx, terrain.BARS)
    movement.press_plate(made.game, made.hero, made.at(0, 1))
    ground = made.level.ground
    assert [ground[made.at(0, dx)] for dx in (1, 3, 4, 5)] == [
        terrain.WALL, terrain.BARS, terrain.FLOOR, terrain.BARS,
    ]  # fmt: skip


@pytest.mark.parametrize(("tool", "turns"), [(None, 3), ("pickaxe", 2)])
def test_rubble_takes_three_turns_and_with_a_tool_half(tool: str | None, turns: int) -> None:
    made = Stage()
    made.ground(0, 1, terrain.RUBBLE)
    if tool:
        made.give(tool, worn=True)
    for number in range(1, turns + 1):
        assert movement.dig(made.game, made.hero, made.at(0, 1)) is (number == turns)
    assert made.level.ground[made.at(0, 1)] == terrain.FLOOR
    assert made.hero.used == ({"item pickaxe": 1} if tool else {})
    assert not movement.dig(made.game, made.hero, 0)  # rock of the border


def test_what_fills_a_square_again_takes_as_long_to_dig_through_as_at_first() -> None:
    made = Stage()
    for _ in range(2):
        made.ground(0, 1, terrain.RUBBLE)
        dug = [movement.dig(made.game, made.hero, made.at(0, 1)) for _ in range(3)]
        assert dug == [False, False, True]


def test_with_sweeping_blows_another_beside_is_struck_too() -> None:
    made = Stage()
    made.hero.abilities = ["sweeping"]
    first, second, third = made.dummy(0, 1), made.dummy(0, -1), made.dummy(1, 0)
    made.rig(500, 0, 500, 0)
    movement.blows(made.game, made.hero, first)
    assert [each.health < 500 for each in (first, second, third)] == [True, False, True]


def test_friends_change_places_unless_the_hero_is_held() -> None:
    for status, swaps in (("", True), ("frozen", False), ("webbed", False)):
        made = Stage()
        friend = made.dummy(0, 1, side=1)
        made.hero.statuses = {status: 3} if status else {}
        made.hero.web = 9
        movement.walk(made.game, made.hero, "e")
        assert (made.hero.at == made.at(0, 1)) is swaps
        assert (friend.at == made.at(0, 0)) is swaps
        assert friend.health == 500
