"""The tools by which levels are made, on drafts drawn by hand."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.levels.canvas import LevelDraft, RoomPlan, bits
from engine.delve.state import HEIGHT, SIZE, WIDTH
from tests.engine.delve.stage import Rigged
from tests.rows import for_each

FLOOR, WALL, ROCK = terrain.FLOOR, terrain.WALL, terrain.ROCK


def draft(*rows: str, draws: tuple[int, ...] = (), top: int = 10, left: int = 10) -> LevelDraft:
    """Return a draft of rock and wall, with rows of floor (`.`) and other ground in it."""
    made = LevelDraft(Rigged(bytes(32), script=list(draws)), 3)
    signs = {".": FLOOR, "#": WALL, "~": terrain.DEEP, "+": terrain.DOOR, "L": terrain.LAVA}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            made.ground[at(top + y, left + x)] = signs[sign]
    return made


def at(y: int, x: int) -> int:
    return y * WIDTH + x


def doors(made: LevelDraft) -> list[int]:
    return [square for square, code in enumerate(made.ground) if code == terrain.DOOR]


def floor(made: LevelDraft) -> list[int]:
    return [square for square, code in enumerate(made.ground) if code == FLOOR]


def test_a_new_draft_is_wall_within_a_border_of_rock() -> None:
    made = draft()
    border = [square for square, code in enumerate(made.ground) if code == ROCK]
    assert border == [
        square
        for square in range(SIZE)
        if square // WIDTH in (0, HEIGHT - 1) or square % WIDTH in (0, WIDTH - 1)
    ]
    assert set(made.ground) == {ROCK, WALL}
    assert [made.is_inner(each) for each in (-1, 0, at(1, 1), at(28, 58), at(29, 58), SIZE)] == [
        False, False, True, True, False, False,
    ]  # fmt: skip


def test_a_room_is_a_rectangle_with_its_middle_and_its_light_reaches_the_walls() -> None:
    room = RoomPlan(3, 5, 2, 3)
    assert room.squares() == [at(3, 5), at(3, 6), at(3, 7), at(4, 5), at(4, 6), at(4, 7)]
    assert room.centre == at(4, 6)
    made = draft()
    made.fill(room)
    assert floor(made) == room.squares()
    made.light(room)
    lit = [square for square, lights in enumerate(made.lit) if lights]
    assert lit == [at(y, x) for y in range(2, 6) for x in range(4, 9)]


def test_a_room_at_the_border_leaves_the_rock() -> None:
    made = draft()
    made.fill(RoomPlan(0, 0, 3, 3), terrain.GRASS)
    assert [made.ground[each] for each in (at(0, 1), at(1, 0), at(1, 1), at(2, 2))] == [
        ROCK, ROCK, terrain.GRASS, terrain.GRASS,
    ]  # fmt: skip
    made.light(RoomPlan(HEIGHT - 1, 5, 1, 1))  # beyond the last row there is nothing to light
    assert made.lit[at(HEIGHT - 1, 5)]


@for_each(
    "row",
    [
        ((0, 6), 1, True),  # a wall of one square parts them
        ((0, 5), 1, False),  # they touch
        ((0, 7), 2, True),
        ((0, 6), 2, False),
        ((5, 0), 1, True),
        ((4, 0), 1, False),
        ((2, 2), 0, False),
    ],
)
def test_rooms_are_clear_of_each_other_by_a_margin(row: tuple[tuple[int, int], int, bool]) -> None:
    (down, right), margin, clear = row
    one, other = RoomPlan(5, 5, 4, 5), RoomPlan(5 + down, 5 + right, 4, 5)
    assert one.is_clear_of(other, margin) is clear
    assert other.is_clear_of(one, margin) is clear


@for_each(
    "row",
    [(0, [(10, 11), (10, 12), (11, 12), (12, 12)]), (1, [(11, 10), (12, 10), (12, 11), (12, 12)])],
)
def test_a_tunnel_bends_once_first_across_or_first_down(
    row: tuple[int, list[tuple[int, int]]],
) -> None:
    drawn, squares = row
    made = draft(".", draws=(drawn,))
    carved = made.tunnel(at(10, 10), at(12, 12), terrain.RUBBLE)
    assert carved == [at(*square) for square in squares]
    assert all(made.ground[square] == terrain.RUBBLE for square in carved)


def test_a_tunnel_goes_through_lava_and_deep_water_and_leaves_floor_as_it_is() -> None:
    made = draft("..L~#+.", draws=(0,))
    carved = made.tunnel(at(10, 16), at(10, 10))
    assert carved == [at(10, 14), at(10, 13), at(10, 12)]
    assert made.ground[at(10, 15)] == terrain.DOOR


def test_what_can_be_walked_is_neither_solid_nor_harmful() -> None:
    made = draft(".+~L#.")
    made.ground[at(10, 16)] = terrain.VENT
    made.ground[at(10, 17)] = terrain.WEB
    found = bits(made.passable())
    assert found == [at(10, 10), at(10, 11), at(10, 15), at(10, 17)]


def test_parts_that_hang_apart_are_joined_and_tiny_ones_filled() -> None:
    made = draft("....#....", "....#....")
    made.join()
    assert len(floor(made)) > 16
    assert made.ground[at(10, 14)] == FLOOR or made.ground[at(11, 14)] == FLOOR
    tiny = draft(".....#...", ".....#####", draws=())
    tiny.join()
    assert floor(tiny) == [at(10, 10 + x) for x in range(5)] + [at(11, 10 + x) for x in range(5)]
    large = draft(".....#....", ".....#####")
    large.join()
    assert len(floor(large)) == 10 + 4 + 1


def test_closets_stay_closed_until_something_opens_them() -> None:
    made = draft("....", "####", "...#")
    made.closets[at(12, 10)] = at(11, 10)
    assert bits(made.closed()) == [at(12, 10), at(12, 11), at(12, 12)]
    made.join()
    assert made.ground[at(11, 10)] == WALL
    made.ground[at(11, 10)] = FLOOR
    assert bits(made.closed()) != []
    wide = draft("....", "####", "...#", ".........")
    wide.closets[at(12, 10)] = at(11, 10)
    assert made.closets
    assert wide.closed() == 0  # twelve squares are no closet any more


def test_things_are_put_on_bare_ground_that_nothing_else_needs() -> None:
    made = draft("..+.")
    made.ground[at(10, 13)] = terrain.GRASS
    made.reserved.add(at(10, 10))
    assert made.free() == [at(10, 11), at(10, 13)]


def test_passages_are_narrow_that_have_walls_on_two_opposite_sides_alone() -> None:
    made = draft("...", "#.#", "...")
    assert made.is_narrow(at(11, 11))
    assert not made.is_narrow(at(10, 11))
    assert made.open_around(at(11, 11)) == 6
    assert made.open_around(at(10, 10)) == 2
    across = draft("#", ".", "#", left=12)
    across.ground[at(11, 11)] = across.ground[at(11, 13)] = FLOOR
    assert across.is_narrow(at(11, 12))
    dead_end = draft("..")
    assert not dead_end.is_narrow(at(10, 11))


def test_doors_hang_where_passages_enter_rooms_and_never_two_together() -> None:
    made = draft("...####", "........", "...####", draws=(0, 0))
    made.rooms = [RoomPlan(10, 10, 3, 3)]
    made.hang_doors(50)
    assert doors(made) == [at(11, 13)]
    none = draft("...####", "........", "...####", draws=(99, 99, 99, 99))
    none.rooms = [RoomPlan(10, 10, 3, 3)]
    none.hang_doors(50)
    assert doors(none) == []
    again = draft("...####", "........", "...####")
    again.rooms = [RoomPlan(10, 10, 3, 3), RoomPlan(11, 15, 1, 1)]
    again.hang_doors(100)
    assert doors(again) == [at(11, 13), at(11, 16)]  # not on the square between
    wide = draft("....", "....", "....")
    wide.rooms = [RoomPlan(10, 10, 3, 3)]
    wide.hang_doors(100)
    assert doors(wide) == []
    narrow = draft("......")
    narrow.rooms = [RoomPlan(10, 10, 1, 4)]
    narrow.hang_doors(100)
    assert doors(narrow) == [at(10, 14)]  # and none within the room


def test_closets_are_dug_in_walls_alone_the_first_behind_a_secret_door() -> None:
    made = draft("...")
    door = at(9, 11)
    assert made._dig_closet(door, -WIDTH, terrain.SECRET_DOOR)
    assert made.ground[door] == terrain.SECRET_DOOR
    inner = [at(y, x) for y in (7, 8) for x in (10, 11, 12)]
    assert [square for square in floor(made) if square < door] == inner
    assert made.closets == {at(8, 11): door}
    assert {door, *inner} <= made.reserved
    assert not made._dig_closet(at(9, 12), -WIDTH, terrain.LOCKED_DOOR)  # it is in the way


def test_bars_stand_before_a_closet_with_their_plate_across_and_nothing_in_the_way() -> None:
    before = at(10, 11)
    made = draft("...", draws=(before - WIDTH, 0))  # a square of floor, and north of it
    corner = made.add_barred_closet()
    bars, plate = at(9, 11), at(6, 11)
    assert (made.ground[bars], made.ground[plate]) == (terrain.BARS, terrain.PLATE)
    inner = [at(y, x) for y in (7, 8) for x in (10, 11, 12)]
    assert [square for square in floor(made) if square < bars] == inner
    assert corner == at(7, 12)
    assert made.reserved == {before, bars, plate, *inner}


@for_each("row", [(2, True), (1, False), (57, True), (58, False)])
def test_a_closet_keeps_clear_of_the_border(row: tuple[int, bool]) -> None:
    column, dug = row
    made = draft()
    assert made._dig_closet(at(15, column), WIDTH, terrain.LOCKED_DOOR) is dug


def test_the_squares_of_a_set_are_in_order() -> None:
    assert bits(0) == []
    assert bits(1 << 7 | 1 << 3 | 1) == [0, 3, 7]
