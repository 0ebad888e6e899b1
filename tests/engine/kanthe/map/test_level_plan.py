"""The plan of a level: places and ways joined, corridors divided, ways found and named."""

from __future__ import annotations

from math import inf

import pytest

from engine.kanthe.map import level_plan
from engine.kanthe.map.geometry import AREA, ROOM
from engine.kanthe.map.level_plan import (
    Exit,
    Spot,
    add_node,
    blank_level,
    connect,
    find_routes,
    trace_route,
    ways_from,
)
from engine.kanthe.state import NOWHERE, Area, Door, Hazard, KantheLevel, Opponent

CELL = (3, 3)
MIDDLE = (350, 350)


def empty() -> KantheLevel:
    """Return a level without the starting room."""
    level = KantheLevel(1)
    level.areas.append(Area(CELL))
    return level


def rooms(*places: tuple[int, int]) -> KantheLevel:
    """Return a level of rooms in a row, each joined to the one before."""
    level = empty()
    for n, place in enumerate(places):
        room = add_node(level, "room", place, CELL)
        if n:
            connect(level, level.nodes[n - 1], room)
    return level


# ---------------------------------------------------------------- drawing


@pytest.mark.parametrize("sections", [1, 3, 9])
def test_a_blank_level_has_a_start_and_four_open_corridors_round_it(sections):
    level = blank_level(2, sections)
    start, *borders = level.nodes
    first = sections - 1
    assert (level.number, [section.cell for section in level.sections]) == (2, [(first, first)])
    assert (start.x, start.y) == ((2 * first + 1) * AREA,) * 2
    assert [border.leads for border in borders] == [
        (2 * first, 2 * first), (2 * first + 1, 2 * first),
        (2 * first, 2 * first + 1), (2 * first + 1, 2 * first + 1),
    ]  # fmt: skip
    assert all(border.waiting for border in borders)
    assert [way.name for way in ways_from(level, start)] == ["nw", "ne", "sw", "se"]
    assert [level_plan.stub_letter(level, border) for border in borders] == ["a", "b", "c", "d"]


def test_rooms_are_numbered_in_the_order_drawn_and_nothing_else_is():
    level = empty()
    kinds = ("room", "junction", "room")
    found = [add_node(level, kind, MIDDLE, CELL) for kind in kinds]
    assert [node.number for node in found] == [1, 0, 2]
    assert [node.id for node in found] == [0, 1, 2]


@pytest.mark.parametrize(("die", "hazard"), [(2, False), (3, True), (4, False)])
def test_a_three_marks_a_hazard_on_a_corridor(die, hazard):
    level = rooms((310, 350))
    other = add_node(level, "room", (350, 350), CELL)
    passage = connect(level, level.nodes[0], other, die)
    assert (passage.hazard, passage.die, passage.corridor, passage.area) == (hazard, die, 1, CELL)
    again = connect(level, level.nodes[0], other, 0, corridor=1)
    assert (again.corridor, level.corridors) == (1, 1)


def test_a_corridor_goes_through_the_nearest_free_walls_and_else_shares_one():
    level = rooms((310, 350), (350, 350))
    first, second = level.nodes
    assert (first.walls, second.walls) == (["", "way", "", ""], ["", "", "", "way"])
    passage = level.passages[0]
    assert (passage.wall_a, passage.wall_b) == (1, 3)
    again = connect(level, first, second)
    assert again.wall_a in (0, 2)
    first.walls = ["way"] * 4
    assert connect(level, first, second).wall_a == 1
    fork = add_node(level, "junction", (310, 370), CELL)
    assert connect(level, fork, second).wall_a == -1


def test_a_corridor_of_a_door_begins_at_its_wall():
    level = rooms((310, 350))
    room = level.nodes[0]
    other = add_node(level, "room", (350, 350), CELL)
    passage = connect(level, room, other, door=Door(2))
    assert (passage.door_room, passage.door_wall, passage.wall_a) == (room.id, 2, 2)
    assert not level_plan.is_open(level, passage)
    room.doors.append(Door(2))
    assert not level_plan.is_open(level, passage)
    room.doors.append(Door(1, opened=True))
    assert not level_plan.is_open(level, passage)
    room.doors[0].opened = True
    assert level_plan.is_open(level, passage)


@pytest.mark.parametrize(("x", "moves"), [(320, True), (340, False)])
def test_a_divided_corridor_keeps_its_hazard_on_the_side_where_it_lies(x, moves):
    level = rooms((300, 350), (360, 350))
    passage = level.passages[0]
    passage.hazard = passage.called = True
    wall = passage.wall_b
    level.hazards.append(Hazard(1, "pit-1", "pit", 2, passage=passage.id))
    level.opponents.append(Opponent(2, "slave-1", "slave", "slave", 2, passage=passage.id))
    fork = level_plan.node_at(level, Spot(x, 350, 0.0, passage=0, corridor=1))
    rest = level.passages[1]
    assert (fork.kind, fork.x, fork.y) == ("junction", x, 350)
    assert ((passage.a, passage.b), (rest.a, rest.b)) == ((0, fork.id), (fork.id, 1))
    assert (passage.wall_b, rest.wall_b, rest.corridor) == (-1, wall, passage.corridor)
    assert (rest.hazard, passage.hazard) == (moves, not moves)
    where = rest.id if moves else passage.id
    assert (level.hazards[0].passage, level.opponents[0].passage) == (where, where)


@pytest.mark.parametrize(("away", "new"), [(ROOM // 2, False), (ROOM // 2 + 1, True)])
def test_a_corridor_is_not_divided_within_a_room(away, new):
    level = rooms((300, 350), (390, 350))
    found = level_plan.node_at(level, Spot(300 + away, 350, 0.0, passage=0, corridor=1))
    assert (found.kind == "junction") == new
    assert (found.id == 0) == (not new)


def test_the_nearest_point_of_each_corridor_is_a_spot():
    level = rooms((310, 310), (390, 310))
    add_node(level, "room", (310, 390), CELL)
    connect(level, level.nodes[0], level.nodes[2])
    spots = level_plan.corridor_spots(level, CELL, (350, 320))
    assert [(spot.x, spot.y, spot.corridor) for spot in spots] == [(350, 310, 1), (310, 320, 2)]
    assert [spot.distance for spot in spots] == [10.0, 40.0]
    assert level_plan.corridor_spots(level, (0, 0), (350, 320)) == []
    near = level_plan.room_spots(level, CELL, (385, 312))
    assert [spot.node for spot in near] == [1, 0, 2]


def test_a_corridor_leads_into_what_is_drawn_waits_or_ends_dead():
    level = rooms(MIDDLE)
    level.areas.append(Area((4, 3)))
    beyond = add_node(level, "room", (450, 350), (4, 3))
    level.sections = [level_plan.Section((1, 1)), level_plan.Section((2, 1))]
    joined = level_plan.leave_area(level, level.nodes[0], Exit(CELL, 1, (400, 350)), 2, most=2)
    assert (joined.kind, joined.waiting, joined.leads) == ("border", False, (4, 3))
    last = level.passages[-1]
    assert ((last.a, last.b), last.area) == ((joined.id, beyond.id), (4, 3))
    dead = level_plan.leave_area(level, level.nodes[0], Exit(CELL, 2, (350, 400)), 2, most=2)
    assert (dead.kind, dead.leads, len(level.sections)) == ("end", NOWHERE, 2)
    last = level.passages[-1]
    assert (last.a, last.b, last.die, last.area) == (0, dead.id, 2, CELL)
    open_end = level_plan.leave_area(level, level.nodes[0], Exit(CELL, 2, (350, 400)), 2, most=3)
    assert (open_end.kind, open_end.waiting, open_end.leads) == ("border", True, (3, 4))
    assert [section.cell for section in level.sections] == [(1, 1), (2, 1), (1, 2)]


def test_a_corridor_that_joins_another_where_it_comes_in_is_drawn_in_the_area_beyond():
    level, beyond = rooms(MIDDLE), (4, 3)
    level.areas.append(Area(beyond))
    room = add_node(level, "room", (450, 350), beyond)
    first, second = (add_node(level, "border", (400, y), CELL) for y in (350, 354))
    connect(level, first, room)
    level_plan.join_nearest(level, second, beyond)
    last = level.passages[-1]
    assert ((last.a, last.b), last.area) == ((second.id, first.id), beyond)


# ---------------------------------------------------------------- ways


def test_ways_lead_past_forks_to_the_next_place_and_are_named_by_direction():
    level = rooms((350, 350))
    here = level.nodes[0]
    fork = add_node(level, "junction", (370, 350), CELL)
    north = add_node(level, "room", (380, 310), CELL)
    east = add_node(level, "room", (395, 350), CELL)
    west = add_node(level, "end", (310, 350), CELL)
    for pair in ((here, fork), (fork, north), (fork, east), (here, west)):
        connect(level, *pair)
    ways = ways_from(level, here)
    assert [(way.name, way.node, way.passages) for way in ways] == [
        ("ne", north.id, (0, 1)), ("e", east.id, (0, 2)), ("w", west.id, (3,)),
    ]  # fmt: skip
    far = add_node(level, "room", (399, 352), CELL)
    connect(level, here, far)
    assert [way.name for way in ways_from(level, here)] == ["ne", "e", "w", "e-2"]
    assert [way.direction for way in ways_from(level, here)][-1] == "e"


def test_a_crossing_is_passed_and_an_open_end_is_a_place():
    level = rooms((350, 350))
    border = add_node(level, "border", (399, 350), CELL)
    beyond = add_node(level, "room", (450, 350), (4, 3))
    connect(level, level.nodes[0], border)
    connect(level, border, beyond)
    assert [way.node for way in ways_from(level, level.nodes[0])] == [beyond.id]
    border.waiting = True
    assert [way.node for way in ways_from(level, level.nodes[0])] == [border.id]


def test_routes_are_the_cheapest_and_pass_only_what_is_allowed():
    level = rooms((310, 350), (330, 350), (350, 350), (370, 350))
    shortcut = connect(level, level.nodes[0], level.nodes[3])
    prices = {0: 1.0, 1: 1.0, 2: 1.0, shortcut.id: 4.0}

    def routes(*shut: int) -> list[int]:
        found = find_routes(
            level, 0, lambda passage: prices[passage.id], lambda node: node.id not in shut
        )
        assert 0 not in found
        return trace_route(found, 3)

    assert routes() == [0, 1, 2]
    assert routes(2) == [shortcut.id]
    prices[shortcut.id] = 2.0
    assert routes() == [shortcut.id]
    prices[shortcut.id] = prices[1] = inf
    assert routes() == []
    found = find_routes(level, 0, lambda passage: prices[passage.id], lambda node: True)
    assert list(found) == [1]


def test_corridors_beyond_the_alphabet_are_numbered():
    level = empty()
    stubs = [add_node(level, "border", MIDDLE, CELL) for _ in range(28)]
    for stub in stubs:
        stub.waiting = True
    letters = [level_plan.stub_letter(level, stub) for stub in stubs]
    assert letters[24:] == ["y", "z", "27", "28"]


def test_areas_sections_and_walls_lie_where_their_numbers_say():
    assert [level_plan.section_of(cell) for cell in ((0, 0), (1, 1), (2, 3))] == [
        (0, 0), (0, 0), (1, 1),
    ]  # fmt: skip
    assert level_plan.area_of((2 * AREA - 1, 3 * AREA)) == (1, 3)
    room = rooms((350, 350)).nodes[0]
    points = [level_plan.beyond_wall(room, wall, 5) for wall in range(4)]
    assert points == [(350, 345), (355, 350), (350, 355), (345, 350)]
