"""The plan as a board: routes of corridors, doors and stairs, who and what stands where."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.kanthe.map.geometry import STEPS
from engine.kanthe.map.level_plan import add_node, connect
from engine.kanthe.state import WALLS, Door, Feature, KantheItem, KantheState
from engine.kanthe.view import map_board
from tests.engine.kanthe.stage import add_hazard, add_opponent, begun, game_of, in_room


def placed(state: KantheState) -> tuple[int, int]:
    """Return the square of the hero's place."""
    return map_board.square_of(state.place)


# ---------------------------------------------------------------- routes


@pytest.mark.parametrize(
    ("upright", "squares"),
    [(True, [(2, 1), (3, 1), (3, 2), (3, 3)]), (False, [(1, 2), (1, 3), (2, 3), (3, 3)])],
)
def test_a_line_has_one_bend(upright, squares):
    assert list(map_board.line_between((1, 1), (3, 3), upright=upright)) == squares
    back = list(map_board.line_between((3, 3), (1, 1), upright=upright))
    assert back[-1] == (1, 1)
    assert back[0] == ((2, 3) if upright else (3, 2))


@pytest.mark.parametrize(
    ("walls", "second", "last"),
    [
        ((1, 0), (5, 6), (8, 9)),
        ((2, 3), (6, 5), (9, 8)),
        ((-1, 0), None, (8, 9)),
        ((-1, 3), None, (9, 8)),
        ((1, -1), (5, 6), None),
        ((2, -1), (6, 5), None),
        ((-1, -1), None, None),
    ],
)
def test_a_corridor_leaves_and_enters_by_its_walls(walls, second, last):
    route = map_board._find_route((5, 5), (9, 9), *walls)
    assert (route[0], route[-1]) == ((5, 5), (9, 9))
    assert second in (None, route[1])
    assert last in (None, route[-2])
    assert len(route) == len(set(route)) == 9
    assert {(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(route)} <= set(STEPS)


def test_a_wall_is_left_out_of_account_where_the_corridor_would_meet_itself():
    route = map_board._find_route((5, 5), (5, 9), 3, 3)  # out to the west, and in from there
    assert len(set(route)) == len(route)
    assert route[-1] == (5, 9)
    north = map_board._find_route((5, 5), (1, 5), 2, 2)  # out to the south alone is left out
    assert north == ((5, 5), (4, 5), (3, 5), (2, 5), (1, 5))
    touching = map_board._find_route((5, 5), (5, 6), 1, 3)
    assert touching == ((5, 5), (5, 6))


def test_a_corridor_is_drawn_between_rooms_that_are_open_to_it():
    state = begun()
    here = in_room(state)
    other = add_node(state.here, "room", (here.x + 40, here.y), here.area)
    way = connect(state.here, here, other)
    grounds = map_board._draw(state.here)
    drawn = [grounds[square] for square in map_board.route_of(state.here, way)]
    assert drawn == ["room-ne", *["corridor-ew"] * 3, "room-w"]  # north leads back to the start


def test_an_open_corridor_is_drawn_to_the_edge_of_its_area_once_that_is_known():
    state = begun()
    [room] = state.here.nodes[:1]
    edge = add_node(state.here, "border", (room.x + 40, room.y), room.area)
    edge.waiting = True
    way = connect(state.here, room, edge)
    assert map_board.route_of(state.here, way) == []
    way.area = (1, 1)
    route = map_board.route_of(state.here, way)
    assert (route[0], route[-1]) == (map_board.square_of(room), map_board.square_of(edge))


def test_squares_of_a_route_are_open_to_each_other():
    sides: dict[tuple[int, int], set[int]] = {}
    map_board._open_sides(sides, [(5, 5), (5, 6), (4, 6)])
    assert sides == {(5, 5): {1}, (5, 6): {3, 0}, (4, 6): {2}}
    assert map_board._mask({2, 0, 3}) == "nsw"


def test_an_area_is_paper_with_edges_and_two_diagonals():
    grounds: dict[tuple[int, int], str] = {}
    map_board._draw_area(grounds, (2, 1))
    side = map_board.SIDE
    drawn = {(row - side, column - 2 * side): name for (row, column), name in grounds.items()}
    whole, last = range(side), side - 1
    assert set(drawn) == {(row, column) for row in whole for column in whole}
    for n in range(1, last):
        assert [drawn[at] for at in ((0, n), (n, last), (last, n), (n, 0))] == [
            "paper-n", "paper-e", "paper-s", "paper-w",
        ]  # fmt: skip
    assert [drawn[at] for at in ((0, 0), (0, last), (last, last), (last, 0))] == [
        "paper-nw", "paper-ne", "paper-se", "paper-sw",
    ]  # fmt: skip
    rising = {at for at, name in drawn.items() if name == "paper-rising"}
    assert rising == {(last - n, n) for n in range(1, last)}
    falling = {at for at, name in drawn.items() if name == "paper-falling"}
    assert falling == {(n, n) for n in range(1, last)} - rising


# ---------------------------------------------------------------- doors and stairs


@pytest.mark.parametrize(
    ("door", "ground"),
    [
        (Door(1), "door-e"),
        (Door(0), "door-n"),
        (Door(1, opened=True, beyond="way"), None),
        (Door(2, opened=True, beyond="nothing"), "rubble"),
        (Door(3, opened=True, beyond="stairs"), "stairs"),
    ],
)
def test_a_door_is_drawn_beside_its_room(door, ground):
    state = begun()
    room = in_room(state)
    room.doors = [door]
    grounds: dict[tuple[int, int], str] = {}
    map_board._draw_doors(grounds, room)
    row, column = map_board.square_of(room)
    right, down = STEPS[door.wall]
    assert grounds == ({(row + down, column + right): ground} if ground else {})


def test_stairs_lie_behind_the_first_bare_wall():
    state = begun()
    room = in_room(state)
    room.stairs, room.walls = True, ["way", "door", "", ""]
    row, column = map_board.square_of(room)
    for walls, wall in ((["way", "door", "", ""], 2), (["way"] * 4, 0), (["", "", "", ""], 0)):
        room.walls = walls
        grounds: dict[tuple[int, int], str] = {}
        map_board._draw_doors(grounds, room)
        right, down = STEPS[wall]
        assert grounds == {(row + down, column + right): "stairs"}, WALLS[wall]


# ---------------------------------------------------------------- who and what


def test_the_hero_is_shown_with_health_when_he_is_wounded_and_hidden_when_unnoticed():
    state = begun()
    in_room(state)
    [hero] = map_board._entities(game_of(state))
    assert ((hero.y, hero.x), hero.seat, hero.bars, hero.description) == (placed(state), 0, (), "")
    state.hero.wounds, state.unnoticed = 2, True
    [hero] = map_board._entities(game_of(state))
    [bar] = hero.bars
    assert (bar.value, bar.maximum, str(hero.description)) == (4, 6, "hidden")


def test_others_stand_round_their_place_friends_in_green_and_the_dead_nowhere():
    state = begun()
    in_room(state)
    add_opponent(state, "warrior", 2, status="dead")
    add_opponent(state, "warrior", 3, wounds=2)
    add_opponent(state, "warrior", 2, status="gone")
    friend = add_opponent(state, "slave", 2, status="befriended")
    _, first, second = map_board._entities(game_of(state))
    limit = state.difficulty + 1
    assert (first.colour, first.badges, str(first.description)) == (
        "red", (), "warrior, strength 3",
    )  # fmt: skip
    assert (first.bars[0].value, first.bars[0].maximum) == (limit - 2, limit)
    assert (second.name, second.colour, second.badges, second.bars) == (
        friend.name, "green", ("friend",), (),
    )  # fmt: skip
    assert len({placed(state), (first.y, first.x), (second.y, second.x)}) == 3
    assert max(abs(first.y - placed(state)[0]), abs(first.x - placed(state)[1])) == 1


def test_who_is_in_a_corridor_stands_in_its_middle():
    state = begun()
    here = in_room(state)
    other = add_node(state.here, "room", (here.x + 40, here.y), here.area)
    way = connect(state.here, here, other)
    add_opponent(state, "warrior", 2, node=-1, passage=way.id)
    route = map_board.route_of(state.here, way)
    _, who = map_board._entities(game_of(state))
    assert (who.y, who.x) == route[len(route) // 2]


def items(state: KantheState) -> list[tuple[str, str]]:
    """Return what lies on the plan: its picture and its name."""
    return [(each.sprite, str(each.name)) for each in map_board._items(game_of(state))]


def test_a_room_shows_what_a_fallen_hero_left_else_features_else_its_die():
    state = begun()
    room = in_room(state, die=5)
    assert [sprite for sprite, _ in items(state)] == ["kanthe:die-5"]
    room.features = [Feature(2, 3)]
    assert items(state) == [("kanthe:feature", "statue")]
    room.remains_coins = 1
    assert items(state) == [("kanthe:remains", "a fallen hero")]
    room.remains_coins, room.remains = 0, [KantheItem(90, "Axe", 2)]
    assert items(state) == [("kanthe:remains", "a fallen hero")]
    room.remains, room.features, room.die = [], [], 0
    assert items(state) == []


def test_hazards_are_shown_while_they_are_there_and_marks_until_they_are_called():
    state = begun()
    room = in_room(state, die=0)
    state.here.areas[-1].circles = 2
    way = state.here.passages[-1]
    way.hazard = True
    assert items(state) == [("kanthe:mobile", "a mobile hazard")] * 2 + [
        ("kanthe:hazard", "a hazard")
    ]
    state.here.areas[-1].circles = 30  # as many are drawn as the area's edge has room for
    row, column = (map_board.SIDE * each for each in reversed(state.area))
    circles = [each for each in map_board._items(game_of(state)) if each.sprite == "kanthe:mobile"]
    edge = range(column + 1, column + map_board.SIDE - 1)
    assert [(each.y, each.x) for each in circles] == [(row, x) for x in edge]
    way.called, state.here.areas[-1].circles = True, 0
    pit = add_hazard(state, "pit", 2)
    assert items(state) == [("kanthe:hazard-pit", "a pit")]
    pit.state = "gone"
    assert items(state) == []
    assert room.id == state.node


def test_a_marked_hazard_lies_in_the_middle_of_its_corridor():
    state = begun()
    here = in_room(state, die=0)
    other = add_node(state.here, "room", (here.x + 40, here.y), here.area)
    way = connect(state.here, here, other, 3)
    [mark] = map_board._items(game_of(state))
    route = map_board.route_of(state.here, way)
    assert (mark.y, mark.x) == route[len(route) // 2]


def test_marks_show_the_last_step_and_letters_of_open_corridors():
    state = begun()
    in_room(state)
    state.previous = state.node
    kinds = [mark.kind for mark in map_board._marks(state)]
    waiting = sum(node.waiting for node in state.here.nodes)
    assert kinds == ["letter"] * waiting
    state.previous = 0
    first = next(iter(map_board._marks(state)))
    assert (first.kind, (first.y, first.x)) == (
        "step", map_board.square_of(state.here.nodes[0]),
    )  # fmt: skip
