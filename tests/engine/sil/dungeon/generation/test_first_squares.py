"""The first squares of a level: where the hero is put, and how rooms and branches are made."""

import pytest

from engine.sil.dungeon.generation import level_creation, rooms
from engine.sil.dungeon.generation.construction import Unfit
from engine.sil.dungeon.generation.corridors import Corridors
from engine.sil.game.state import Room
from engine.sil.level import terrain
from tests.engine.sil.dungeon.generation.rock import shown, site
from tests.engine.sil.dungeon.generation.test_corridors import ABOVE, BELOW, EAST, WEST
from tests.engine.sil.stage import Loaded, foe, item

HALL = ("#####", "#..,#", "#V..#", "#####")


def faces(made, *squares, otherwise=1):
    """Let the next squares that are drawn be these."""
    drawn = [made.level.at(y, x) + 1 for y, x in squares]
    made.dice = Loaded(drawn, otherwise)
    return made


def test_a_naked_square_is_floor_without_thing_creature_or_hero():
    made = site(HALL)
    at = made.level.at
    assert made.naked(at(1, 1))
    assert not made.naked(at(0, 0))
    made.level.floor[at(1, 1)] = [item("Dagger")]
    assert not made.naked(at(1, 1))
    made.game.hero.y, made.game.hero.x = 1, 2
    assert not made.naked(at(1, 2))
    foe(made.game, "Wolf", 1, 0)
    assert not made.naked(at(2, 2))
    assert made.naked(at(2, 3))


def test_a_random_square_is_tried_for_so_often_and_in_a_room_when_asked():
    made = faces(site(HALL), (0, 0), (1, 3), (1, 2))
    assert made.random_naked(1) is None
    assert made.random_naked(2, room=True) == made.level.at(1, 2)
    faces(made, (1, 3))
    assert made.random_naked(1) == made.level.at(1, 3)
    assert faces(made, (0, 0), (0, 1), (0, 2)).random_naked(2) is None


def test_the_hero_is_put_outside_of_vaults_and_at_first_into_a_room():
    for turn, arrive_by, squares, found in [
        (2, 0, [(1, 3)], (1, 3)),
        (2, 0, [(2, 1), (0, 0), (1, 3)], (1, 3)),
        (1, 0, [(1, 3), (1, 2)], (1, 2)),
        (0, 0, [(1, 3), (1, 2)], (1, 2)),
    ]:
        made = faces(site(HALL), *squares)
        made.game.state.game_turn, made.arrive_by = turn, arrive_by
        assert made.level.place(level_creation._place_for_hero(made)) == found


def test_after_a_hundred_and_one_tries_the_level_is_thrown_away():
    made = site(HALL)
    made.game.state.game_turn = 2
    nowhere, last = made.level.at(0, 0) + 1, made.level.at(1, 3) + 1
    made.dice = Loaded([nowhere] * 100 + [last], 1)
    assert made.level.place(level_creation._place_for_hero(made)) == (1, 3)
    made.dice = Loaded([nowhere] * 101 + [last], 1)
    with pytest.raises(Unfit):
        level_creation._place_for_hero(made)


def test_who_comes_by_stairs_stands_where_no_others_are_in_sight():
    for away, arrive_by, taken in [
        (14, terrain.UP_STAIR, False),
        (15, terrain.UP_STAIR, True),
        (14, 0, True),
        (-15, terrain.UP_STAIR, False),
        (-16, terrain.UP_STAIR, True),
    ]:
        row = ["."] * 41
        row[20 + away] = "<"
        made = site(["#" * 43, "#" + "".join(row) + "#", "#" * 43])
        made.game.state.game_turn, made.arrive_by = 2, arrive_by
        faces(made, (1, 21), otherwise=1)
        if taken:
            assert made.level.place(level_creation._place_for_hero(made)) == (1, 21)
        else:
            with pytest.raises(Unfit):
                level_creation._place_for_hero(made)


def test_the_stairs_lie_under_the_hero_and_nothing_else_does():
    made = site(HALL)
    made.game.hero.y, made.game.hero.x = 1, 2
    i = made.level.at(1, 2)
    made.level.floor[i], made.level.hidden[i] = [item("Dagger")], 1
    level_creation._lay_stair(made)
    assert (made.feature[i], i in made.level.floor) == (terrain.FLOOR, True)
    made.arrive_by = terrain.DOWN_SHAFT
    level_creation._lay_stair(made)
    assert (made.feature[i], made.level.hidden[i]) == (terrain.DOWN_SHAFT, 0)
    assert i not in made.level.floor
    assert made.game.knowledge.mark[i]


# ---------------------------------------------------------------- rooms


ROCK = ["#" * 30] * 24


def cross(*dice, depth=19):
    """Return a cross room about (12, 15), by these dice, as far as it reaches."""
    made = site(ROCK, depth=depth)
    made.dice = Loaded(list(dice), 1)
    assert rooms.cross(made, 12, 15)
    return made, [row[8:23] for row in shown(made)[5:20]]


def test_the_heart_of_a_narrow_cross():
    for look, pillars in [
        (2, {(11, 15), (13, 15), (12, 14), (12, 16), (12, 15)}),
        (3, {(11, 14), (11, 16), (13, 14), (13, 16)}),
        (4, {(11, 15), (13, 15), (12, 14), (12, 16)}),
        (1, set()),
        (5, set()),
        (7, set()),
    ]:
        made, _ = cross(1, 1, 1, 1, look)
        found = {made.level.place(i) for i, f in enumerate(made.feature) if f == terrain.INNER_WALL}
        assert found == pillars
        [box] = made.level.rooms
        assert box == Room(9, 10, 15, 20)


@pytest.mark.parametrize(("height", "width", "pillars"), [(4, 2, 12), (4, 1, 0), (3, 2, 0)])
def test_the_largest_cross_has_columns_and_a_chest(height, width, pillars):
    made, _ = cross(1, height, width, 1, 1)
    found = {made.level.place(i) for i, f in enumerate(made.feature) if f == terrain.INNER_WALL}
    assert len(found) == pillars
    assert (made.level.at(12, 15) in made.level.floor) == bool(pillars)
    if pillars:
        assert found == {(y, x) for y in (7, 9, 11, 13, 15, 17) for x in (14, 16)}


def test_a_cross_is_lit_by_its_depth():
    for face, depth, lit in [(6, 5, True), (5, 5, False), (20, 19, True), (19, 19, False)]:
        made, _ = cross(1, 1, 1, face, 7, depth=depth)
        assert any(made.level.glow) == lit


def plain(*dice, depth=19):
    """Return the pillars of a plain room about (12, 15), by these dice, from its corner."""
    made = site(ROCK, depth=depth)
    made.dice = Loaded(list(dice), 2)
    assert rooms.plain(made, 12, 15)
    [box] = made.level.rooms
    found = [made.level.place(i) for i, f in enumerate(made.feature) if f == terrain.INNER_WALL]
    return (box.bottom - box.top + 1, box.right - box.left + 1), {
        (y - box.top, x - box.left) for y, x in found
    }


def test_pillars_stand_in_every_other_square_or_along_the_walls_alone():
    size = (3, 5, 3, 1)  # 7 rows, 8 columns: too even
    assert plain(*size, 1, 1, 1, 1) == ((7, 8), set())
    size = (3, 5, 3, 4)  # 7 rows, 11 columns
    inside = {(y, x) for y in (1, 3, 5) for x in (1, 3, 5, 7, 9)}
    assert plain(*size, 1, 1, 1, 2) == ((7, 11), inside)
    ring = {(y, x) for y, x in inside if y in (1, 5) or x in (1, 9)}
    assert plain(*size, 1, 1, 2, 1) == ((7, 11), ring)
    assert plain(*size, 1, 1, 2, 2) == ((7, 11), set())


def test_a_room_keeps_three_squares_off_the_edge():
    for box, fits in [
        (Room(4, 4, 6, 8), True),
        (Room(3, 4, 6, 8), False),
        (Room(4, 3, 6, 8), False),
        (Room(17, 20, 20, 26), True),
        (Room(17, 20, 21, 26), False),
        (Room(17, 20, 20, 27), False),
    ]:
        assert site(ROCK).fits(box, 1) == fits


# ---------------------------------------------------------------- corridors


def test_a_branch_ends_at_the_edge_of_the_map_and_in_solid_rock():
    made = site(BELOW, ABOVE, WEST, EAST, passages=(1, 2))
    corridors = Corridors(made)
    corridors._connect(1, 2)
    before = shown(made)
    assert not corridors._branch(0, 1)  # north: the edge
    assert not corridors._branch(0, 2)  # east: ten squares of rock
    assert shown(made) == before


def test_a_branch_needs_two_squares_and_leads_to_neither_of_its_own():
    made = site(BELOW, ABOVE, WEST, EAST, passages=(0, 2))
    corridors = Corridors(made)
    assert not corridors._branch(0, 0)
    made = site(BELOW, ABOVE, WEST, EAST, passages=(1, 2))
    corridors = Corridors(made)
    assert corridors._branch(0, 0)
    assert [corridors.joined[0][room] for room in (1, 2)] == [1, 1]
    assert not corridors.joined[1][2]


def test_the_nearest_room_is_another_one():
    made = site(BELOW, ABOVE, WEST, EAST)
    assert [Corridors(made)._nearest(room) for room in range(3)] == [2, 0, 0]
