"""Steps of monsters: where they go, toward somebody and away, and what stops them."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.monsters import monster_steps, monster_turn
from engine.delve.rules.context import gap
from tests.engine.delve.stage import HERE, Stage
from tests.rows import for_each

GROUND = (
    terrain.FLOOR, terrain.DOOR, terrain.GRASS, terrain.SHALLOW, terrain.DEEP, terrain.LAVA,
    terrain.FLAMES, terrain.GAS, terrain.WEB, terrain.BROKEN, terrain.WALL, terrain.RUBBLE,
    terrain.LOCKED_DOOR, terrain.ROCK,
)  # fmt: skip
DRY = {terrain.FLOOR, terrain.DOOR, terrain.GRASS, terrain.SHALLOW}
FLOWN = DRY | {terrain.DEEP, terrain.BROKEN, terrain.GAS, terrain.WEB, terrain.LAVA, terrain.FLAMES}


@for_each(
    "row",
    [
        ("jackal", DRY),
        ("eel", {terrain.SHALLOW, terrain.DEEP}),
        ("cellar bat", FLOWN),
        ("wraith", set(GROUND) - {terrain.ROCK}),  # it passes through walls
        ("burrower", DRY | {terrain.WALL, terrain.RUBBLE}),
        ("web spider", DRY | {terrain.WEB}),
        ("golem", DRY | {terrain.GAS}),  # which poison does nothing to
        ("fire salamander", DRY | {terrain.LAVA, terrain.FLAMES}),
        ("bone colossus", DRY | {terrain.GAS}),
    ],
)
def test_monsters_walk_where_the_ground_does_not_harm_them(row: tuple[str, set[int]]) -> None:
    kind, entered = row
    made = Stage()
    monster = made.put(kind, 0, 3)
    able = set()
    for code in GROUND:
        made.level.ground[made.at(0, 2)] = code
        if monster_steps.can_enter(made.game, monster, made.at(0, 2)):
            able.add(code)
    assert able == entered


def test_opening_a_door_takes_a_turn_and_is_told() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 3)
    made.ground(1, 3, terrain.DOOR)
    assert monster_steps.go(made.game, jackal, made.at(1, 3))
    assert made.level.ground[made.at(1, 3)] == terrain.OPEN_DOOR
    assert jackal.at == made.at(0, 3)
    assert made.said("The jackal opens a door.")
    assert monster_steps.go(made.game, jackal, made.at(1, 3))
    assert jackal.at == made.at(1, 3)
    other = made.put("jackal", 0, 3)
    assert not monster_steps.go(made.game, other, jackal.at)


def test_burrowers_leave_floor_behind_them_and_wraiths_nothing() -> None:
    for kind, left in (("burrower", terrain.FLOOR), ("wraith", terrain.WALL)):
        made = Stage()
        monster = made.put(kind, 0, 3)
        made.ground(0, 2, terrain.WALL)
        assert monster_steps.go(made.game, monster, made.at(0, 2))
        assert made.level.ground[made.at(0, 2)] == left


def test_who_comes_beside_a_hero_with_reach_is_struck_once() -> None:
    for side, start, struck in ((0, 2, True), (1, 2, False), (0, 1, False)):
        made = Stage()
        made.hero.abilities = ["reach"]
        worm = made.dummy(0, start, side=side)
        made.rig(500, 0, 500, 0)
        assert monster_steps.go(made.game, worm, made.at(1, 1))
        assert (worm.health < 500) is struck


@for_each(
    "row",
    [
        ((0, 4), None, (0, 3)),
        ((0, 4), (0, 3), (-1, 3)),  # past what is in the way, on a square as near
        ((0, 2), None, (0, 1)),
    ],
)
def test_a_monster_comes_nearer_by_the_shortest_way(
    row: tuple[tuple[int, int], tuple[int, int] | None, tuple[int, int]],
) -> None:
    start, wall, to = row
    made = Stage()
    jackal = made.put("jackal", *start)
    if wall is not None:
        made.ground(*wall, terrain.WALL)
    assert monster_steps.approach(made.game, jackal, HERE)
    assert gap(jackal.at, HERE) == gap(made.at(*to), HERE)


def test_nobody_steps_onto_whom_it_follows() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 2)
    for _ in range(3):
        monster_steps.approach(made.game, jackal, HERE)
        assert gap(jackal.at, HERE) == 1


def test_the_webbed_cut_their_web_do_not_retreat_and_do_not_wander() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 3, statuses={"webbed": 1}, web=900)
    assert not monster_steps.retreat(made.game, jackal, HERE)
    assert not monster_steps.wander(made.game, jackal)
    assert jackal.at == made.at(0, 3)
    assert monster_steps.approach(made.game, jackal, HERE)
    assert jackal.web < 900
    jackal.statuses = {}
    assert monster_steps.retreat(made.game, jackal, HERE)
    assert gap(jackal.at, HERE) == 4


def test_in_a_corner_nobody_retreats() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 3)
    for dy, dx in ((-1, 4), (0, 4), (1, 4), (-1, 3), (1, 3)):
        made.ground(dy, dx, terrain.WALL)
    assert not monster_steps.retreat(made.game, jackal, HERE)
    made.ground(1, 4, terrain.FLOOR)
    assert monster_steps.retreat(made.game, jackal, HERE)
    assert jackal.at == made.at(1, 4)


def test_a_wanderer_goes_as_the_die_falls_if_it_can() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 3)
    made.rig(0)
    assert monster_steps.wander(made.game, jackal)
    assert jackal.at == made.at(-1, 3)
    made.ground(-2, 3, terrain.WALL)
    made.rig(0)
    assert not monster_steps.wander(made.game, jackal)


@for_each("row", [("webbed", 4), ("frozen", 4), ("calm", 4), ("", 3)])
def test_held_and_calm_monsters_stay_where_they_are(row: tuple[str, int]) -> None:
    status, away = row
    made = Stage()
    jackal = made.put("jackal", 0, 4, web=900, statuses={status: 3} if status else {})
    monster_turn.act(made.game, jackal, [made.hero])
    assert gap(jackal.at, HERE) == away


@for_each("row", [(10, False), (9, True)])
def test_who_has_nothing_to_do_takes_a_step_one_turn_in_ten(row: tuple[int, bool]) -> None:
    drawn, goes = row
    made = Stage()
    jackal = made.put("jackal", 0, 4)
    made.rig(drawn, 0)
    monster_turn.act(made.game, jackal, [])
    assert (jackal.at != made.at(0, 4)) is goes


def test_a_guard_goes_home_when_nobody_is_there_and_follows_eight_squares() -> None:
    made = Stage()
    guard = made.put("heart guard", 0, 6, home=made.at(0, 9))
    for left in (2, 1, 0, 0):
        monster_turn.act(made.game, guard, [])
        assert gap(guard.at, guard.home) == left
    monster_turn.act(made.game, guard, [made.hero])  # nine squares away
    assert guard.at == guard.home
    made.game.put(made.hero, made.at(0, 1))
    monster_turn.act(made.game, guard, [made.hero])
    assert gap(guard.at, guard.home) == 1


def test_a_friend_follows_the_hero_to_two_squares() -> None:
    made = Stage()
    friend = made.put("jackal", 0, 3, side=1)
    made.rig(rest="high")
    for away in (2, 2):
        monster_turn.act(made.game, friend, [])
        assert gap(friend.at, HERE) == away


@for_each("row", [(1, 19), (0, 0)])
def test_what_is_out_of_sight_is_followed_one_turn_less(row: tuple[int, int]) -> None:
    hunts, left = row
    made = Stage()
    jackal = made.put("jackal", 0, 8, hunting=20 * hunts, goal=made.at(0, 2))
    made.rig(rest="high")
    monster_turn.act(made.game, jackal, [])
    assert jackal.hunting == left
    assert gap(jackal.at, made.at(0, 2)) == 6 - hunts


def test_a_hunter_looks_where_it_saw_an_enemy_last_and_gives_up_there() -> None:
    made = Stage()
    jackal = made.put("jackal", 0, 3, hunting=20, goal=made.at(0, 2))
    made.rig(rest="high")
    monster_turn.act(made.game, jackal, [])
    assert (jackal.at, jackal.hunting) == (made.at(0, 2), 19)
    monster_turn.act(made.game, jackal, [])
    assert (jackal.at, jackal.hunting) == (made.at(0, 2), 0)


@for_each(
    "row",
    [  # where it stands, what is drawn of a hundred, and how far it is after its turn
        (2, 59, 3),  # too near, it steps back three times in five,
        (2, 60, 1),  # else it comes on
        (4, 49, 4),  # at the distance that it keeps, it stays half of the time
        (4, 50, 3),
        (5, 0, 4),  # from farther away it always comes
    ],
)
def test_who_keeps_off_steps_back_stays_or_comes_on_by_chance(row: tuple[int, int, int]) -> None:
    before, drawn, after = row
    made = Stage()
    gravewright = made.put("gravewright", 0, before)
    made.rig(drawn, 99, rest="high")
    monster_turn._fight(made.game, gravewright, made.hero)
    assert gap(gravewright.at, HERE) == after
    assert ("keeps-off" in gravewright.used) is (after > before)
