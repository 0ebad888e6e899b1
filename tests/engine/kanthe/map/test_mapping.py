"""Map dice become rooms, corridors, doors and hazards."""

from __future__ import annotations

import pytest

from engine.kanthe.exploring.movement import find_known_way, first_leg
from engine.kanthe.map.area_drawing import draw_area, draw_beyond
from engine.kanthe.map.geometry import AREA, SPACING, bearing, distance, walls_by_nearness
from engine.kanthe.map.level_plan import (
    add_node,
    area_at,
    blank_level,
    connect,
    passages_at,
    position,
    rooms_of,
    ways_from,
)
from engine.kanthe.state import Approach, Area, Door, KantheLevel, KantheState, Node
from tests.engine.kanthe.stage import act, begun, game_of, in_room, lines, script_map

SE = (17, 17)


def south_east(level: KantheLevel) -> Node:
    """Return the open corridor from the starting room into the south-east area."""
    return next(n for n in level.nodes if n.kind == "border" and n.leads == SE)


def local(node: Node) -> tuple[int, int]:
    """Return where a node lies in the south-east area."""
    return node.x - SE[0] * AREA, node.y - SE[1] * AREA


def drawn(*dice: tuple[int, tuple[int, int]], sections: int = 1) -> KantheLevel:
    """Return a level whose south-east area was drawn from dice."""
    level = blank_level(1)
    draw_area(level, south_east(level), dice, sections)
    return level


def links(level: KantheLevel) -> set[frozenset[int]]:
    """Return the pairs of room numbers that a corridor joins."""
    found = set()
    for passage in level.passages:
        a, b = level.nodes[passage.a], level.nodes[passage.b]
        if a.kind == b.kind == "room":
            found.add(frozenset((a.number, b.number)))
    return found


@pytest.mark.covers("kanthe-rulebook: Mapping", "spec-kanthe: Mapping")
def test_rooms_are_chained_from_the_corridor_and_a_six_gets_doors_on_free_walls() -> None:
    level = drawn((4, (30, 40)), (6, (70, 30)), (5, (60, 80)), (1, (20, 20)))
    rooms = rooms_of(level, SE)
    assert [local(room) for room in rooms] == [(30, 40), (70, 30), (60, 80)]
    assert links(level) == {frozenset((1, 2)), frozenset((2, 3))}
    assert [door.wall for door in rooms[1].doors] == [0, 1]  # north and east
    area = area_at(level, SE)
    assert area is not None
    assert area.circles == 1


@pytest.mark.parametrize("at", [(65, 55), (66, 55), (63, 55), (68, 50), (62, 60), (60, 56)])
def test_a_two_between_two_rooms_joins_them_a_second_time(at: tuple[int, int]) -> None:
    before = drawn((4, (30, 40)), (6, (70, 30)), (5, (60, 80)))
    after = drawn((4, (30, 40)), (6, (70, 30)), (5, (60, 80)), (2, at))
    assert len(after.passages) == len(before.passages) + 1
    new = after.passages[-1]
    assert {after.nodes[new.a].number, after.nodes[new.b].number} == {2, 3}


def test_a_three_near_an_edge_leaves_the_sheet_from_the_nearest_corridor() -> None:
    level = drawn(
        (4, (30, 40)), (6, (70, 30)), (5, (60, 80)), (2, (65, 55)), (3, (90, 55)), sections=2
    )
    border = level.nodes[-1]
    assert (border.kind, border.leads, border.waiting) == ("border", (18, 17), True)
    assert local(border) == (100, 55)
    passage = passages_at(level, border.id)[0]
    assert passage.hazard
    assert level.nodes[passage.a].kind == "junction"
    assert len(level.sections) == 2


def test_without_a_section_left_that_corridor_is_a_dead_end() -> None:
    level = drawn((4, (30, 40)), (6, (70, 30)), (5, (60, 80)), (3, (90, 55)), sections=1)
    assert level.nodes[-1].kind == "end"
    assert len(level.sections) == 1


def test_a_two_between_corridor_and_room_is_a_branch() -> None:
    level = drawn((4, (50, 50)), (2, (50, 35)))
    fork = next(node for node in level.nodes if node.kind == "junction")
    assert local(fork) == (42, 42)
    assert len(passages_at(level, fork.id)) == 3


def test_a_two_nearer_to_another_corridor_than_to_that_between_the_rooms_begins_there() -> None:
    level = drawn((4, (30, 40)), (6, (70, 30)), (2, (30, 20)))
    fork = next(node for node in level.nodes if node.kind == "junction")
    assert local(fork) == (20, 27)  # on the corridor that leads in
    new = level.passages[-1]
    assert {level.nodes[new.a].kind, level.nodes[new.b].kind} == {"junction", "room"}


def test_a_two_nearer_to_the_edge_than_to_the_corridor_between_two_rooms_goes_out() -> None:
    level = drawn((4, (30, 40)), (6, (70, 30)), (2, (50, 14)))
    assert (local(level.nodes[-1]), level.nodes[-1].leads) == ((50, 0), (17, 16))


def test_a_two_nearer_to_the_edge_goes_there_from_the_corridor() -> None:
    level = drawn((4, (50, 50)), (2, (40, 20)))
    border = level.nodes[-1]
    assert (local(border), border.leads) == ((40, 0), (17, 16))
    start = level.nodes[passages_at(level, border.id)[0].a]
    assert local(start) == (30, 30)


def test_an_area_without_rooms_is_crossed_to_the_middle_of_the_outer_edge() -> None:
    level = drawn(*((face, (50, 50)) for face in (1, 1, 2, 3, 3, 1)), sections=3)
    crossing = next(n for n in level.nodes if n.kind == "border" and n.leads == (18, 17))
    assert local(crossing) == (100, 50)
    area = area_at(level, SE)
    assert area is not None
    assert area.circles == 3
    assert not rooms_of(level, SE)


def test_rooms_are_pushed_apart_to_a_room_s_width() -> None:
    level = drawn(*((4, (50, 50)) for _ in range(8)))
    rooms = rooms_of(level, SE)
    gaps = [distance(position(a), position(b)) for a in rooms for b in rooms if a is not b]
    assert min(gaps) >= SPACING
    assert local(rooms[0]) == (50, 50)


def test_a_room_is_pushed_no_farther_than_it_must() -> None:
    first, second = rooms_of(drawn((4, (50, 50)), (4, (50, 51))), SE)
    assert (local(first), local(second)) == ((50, 50), (50, 74))


def test_in_an_area_without_space_a_room_is_drawn_as_far_from_others_as_there_is() -> None:
    full = [(4, (x, y)) for x in (22, 50, 78) for y in (22, 50, 78)]
    *others, last = rooms_of(drawn(*full, (4, (50, 50))), SE)
    assert (
        min(distance(position(each), position(last)) for each in others) == 392**0.5
    )  # fourteen to two sides


def test_other_open_corridors_join_the_area_when_it_is_drawn() -> None:
    level = drawn((4, (50, 50)), (2, (40, 20)), sections=1)
    north_east = next(
        n for n in level.nodes if n.kind == "border" and n.leads == (17, 16) and n.y % AREA == 0
    )
    waiting = [n for n in level.nodes if n.waiting and n.leads == (17, 16)]
    assert len(waiting) == 2
    draw_area(level, north_east, [(4, (50, 50))], 1)
    assert not any(n.waiting and n.leads == (17, 16) for n in level.nodes)
    for node in waiting:
        assert len(passages_at(level, node.id)) == 2


def test_a_corridor_into_a_drawn_area_joins_what_is_nearest_there() -> None:
    level = drawn((4, (50, 50)))
    other = next(n for n in level.nodes if n.kind == "border" and n.leads == (17, 16))
    draw_area(level, other, [(4, (50, 50)), (2, (70, 92))], 1)
    rooms = [rooms_of(level, cell)[0] for cell in (SE, (17, 16))]
    ways = {way.node for way in ways_from(level, rooms[1])}
    assert rooms[0].id in ways


@pytest.mark.covers("kanthe-rulebook: Mapping")
def test_the_starting_room_has_a_corridor_into_each_area() -> None:
    level = blank_level(0)
    assert [way.name for way in ways_from(level, level.nodes[0])] == ["nw", "ne", "sw", "se"]


def test_an_area_is_thrown_with_as_many_dice_as_its_level_wants() -> None:
    state = begun()
    state.sheets[0].rooms = 7
    act(state, "walk se")
    assert len(next(t for t in state.throws if t.side == "map").faces) == 7


@pytest.mark.parametrize(
    ("towards", "wall"), [((0, -9), 0), ((9, 1), 1), ((2, 8), 2), ((-7, -3), 3)]
)
def test_a_corridor_takes_the_wall_that_its_line_crosses(
    towards: tuple[int, int], wall: int
) -> None:
    assert walls_by_nearness((0, 0), towards)[0] == wall


def test_bearings_are_those_of_the_compass() -> None:
    points = {"n": (0, -5), "ne": (5, -5), "e": (5, 0), "s": (0, 5), "w": (-5, 0)}
    assert {name: bearing((0, 0), point) for name, point in points.items()} == {
        name: name for name in points
    }


# ------------------------------------------------------------------------- behind doors


def behind(face: int, *, level: int = 0) -> tuple[Door, Node, KantheLevel]:
    """Return a north door, its room and the level after a map die was thrown behind it."""
    state = begun()
    state.here.number = level
    state.level = level
    room = in_room(state)
    door = Door(0, judged=True, opened=True)
    room.doors.append(door)
    room.walls[0] = "door"
    script_map(state, face - 1)
    draw_beyond(game_of(state), state.here, room, door)
    return door, room, state.here


@pytest.mark.parametrize("face", range(1, 7))
def test_one_map_die_is_thrown_behind_a_door(face: int) -> None:
    state = begun()
    room = in_room(state)
    door = Door(0, judged=True, opened=True)
    room.doors.append(door)
    script_map(state, face - 1)
    game, before = game_of(state), len(state.throws)
    draw_beyond(game, state.here, room, door)
    assert [(each.side, each.faces) for each in state.throws[before:]] == [("map", (face,))]
    dice = [roll for each in game.events for roll in each.rolls]
    assert [(roll.sides, roll.faces) for roll in dice] == [(6, (face,))]


@pytest.mark.covers("kanthe-rulebook: Encounter")
def test_a_one_behind_a_door_is_stairs_down() -> None:
    door, room, _ = behind(1)
    assert (door.beyond, room.stairs) == ("stairs", True)


def test_a_one_behind_a_door_of_the_deepest_level_is_a_dead_end() -> None:
    door, room, _ = behind(1, level=1)
    assert (door.beyond, room.stairs) == ("nothing", False)


def test_a_dead_end_behind_a_door_of_the_deepest_level_is_told() -> None:
    state = begun()
    room = in_room(state)
    state.here.number = state.level = state.domain.levels
    script_map(state, 0)
    game = game_of(state)
    draw_beyond(game, state.here, room, Door(0, judged=True, opened=True))
    assert str(game.events[-1].text) == "Beyond there is only rubble: a dead end."


def test_a_three_behind_a_door_is_a_corridor_with_a_hazard() -> None:
    door, _, level = behind(3)
    assert door.beyond == "way"
    assert any(p.hazard and p.door_wall == 0 for p in level.passages)


def test_a_six_behind_a_door_is_a_room_with_two_more_doors() -> None:
    door, room, level = behind(6)
    beyond = level.nodes[-1]
    assert (door.beyond, beyond.die, len(beyond.doors)) == ("way", 6, 2)
    assert (beyond.x, beyond.y) == (room.x, room.y - 30)
    assert [way.name for way in ways_from(level, room) if way.node == beyond.id] == ["n"]


@pytest.mark.parametrize(
    ("sections", "told"), [(9, "leads out of the area"), (0, "ends at a wall of rubble")]
)
def test_a_corridor_behind_a_door_leads_out_while_the_level_may_have_more_sections(
    sections: int, told: str
) -> None:
    state = begun()
    room = in_room(state)
    state.here.sections.clear()
    state.domain.sections = sections
    door = Door(0, judged=True, opened=True)
    room.doors.append(door)
    script_map(state, 1)
    game = game_of(state)
    draw_beyond(game, state.here, room, door)
    assert told in str(game.events[-1].text)


@pytest.mark.parametrize("kind", ["room", "corridor"])
def test_a_corridor_behind_a_door_leads_on_to_what_lies_straight_ahead(kind: str) -> None:
    state = begun()
    room, level = in_room(state), state.here
    if kind == "room":
        ahead = add_node(level, "room", (room.x + 6, room.y - 30), room.area)
    else:
        sides = [add_node(level, "end", (room.x + dx, room.y - 20), room.area) for dx in (-20, 20)]
        connect(level, *sides)
    door = Door(0, judged=True, opened=True)
    room.doors.append(door)
    script_map(state, 1)
    game = game_of(state)
    draw_beyond(game, level, room, door)
    assert str(game.events[-1].text) == "Beyond, a corridor leads on."
    drawn = next(p for p in level.passages if p.door_room == room.id)
    met = level.nodes[drawn.b]
    assert (met is ahead) if kind == "room" else (met.x, met.y) == (room.x, room.y - 20)


@pytest.mark.parametrize(
    ("places", "met"),
    [
        ([(-6, -30)], 0),
        ([(7, -30)], None),
        ([(-7, -30)], None),
        ([(0, 30)], None),
        ([(0, -40), (0, -26), (7, -24)], 1),
        ([(0, -26), (0, -40)], 0),
    ],
)
def test_a_corridor_meets_the_nearest_room_that_lies_before_its_door(
    places: list[tuple[int, int]], met: int | None
) -> None:
    state = begun()
    room, level = in_room(state), state.here
    rooms = [add_node(level, "room", (room.x + x, room.y + y), room.area) for x, y in places]
    door = Door(0, judged=True, opened=True)
    room.doors.append(door)
    script_map(state, 1)
    draw_beyond(game_of(state), level, room, door)
    drawn = next(p for p in level.passages if p.door_room == room.id)
    end = level.nodes[drawn.b]
    assert [each for each in rooms if each is end] == ([] if met is None else [rooms[met]])


def room_behind(state: KantheState, room: Node) -> Door:
    """Return a north door behind which a map die of 4 was thrown."""
    door = Door(0, judged=True, opened=True)
    room.doors.append(door)
    room.walls[0] = "door"
    script_map(state, 3)
    draw_beyond(game_of(state), state.here, room, door)
    return door


@pytest.mark.parametrize(("taken", "drawn"), [((0, -50), (0, -26)), ((-20, -26), (0, -40))])
def test_a_room_behind_a_door_is_nearer_or_farther_where_another_one_is_in_the_way(
    taken: tuple[int, int], drawn: tuple[int, int]
) -> None:
    state = begun()
    room = in_room(state)
    room.y += 20
    add_node(state.here, "room", (room.x + taken[0], room.y + taken[1]), room.area)
    assert room_behind(state, room).beyond == "way"
    beyond = state.here.nodes[-1]
    assert (beyond.x - room.x, beyond.y - room.y) == drawn


def test_a_room_without_space_in_its_area_is_drawn_in_the_next_one() -> None:
    state = begun()
    room = in_room(state)
    room.y -= 30
    north = (room.area[0], room.area[1] - 1)
    state.here.areas.append(Area(north))
    assert room_behind(state, room).beyond == "way"
    [beyond] = rooms_of(state.here, north)
    act(state, "walk n")
    ahead = state.question.node if isinstance(state.question, Approach) else state.node
    assert (ahead, state.area) == (beyond.id, north)


def test_without_space_before_an_area_that_is_not_drawn_a_corridor_leads_there() -> None:
    state = begun()
    room = in_room(state)
    room.y -= 30
    assert room_behind(state, room).beyond == "way"
    assert state.here.nodes[-1].waiting


def test_without_space_behind_a_door_there_is_a_dead_end() -> None:
    state = begun()
    room = in_room(state)
    room.y -= 30
    state.here.areas.append(Area((room.area[0], room.area[1] - 1)))
    for up in range(24, 70, 12):
        add_node(state.here, "room", (room.x, room.y - up), room.area)
    assert room_behind(state, room).beyond == "nothing"


def test_stairs_lead_down_and_back() -> None:
    state = begun()
    room = in_room(state)
    room.stairs = True
    act(state, "descend")
    assert (state.level, state.node) == (1, 0)
    assert "climb" in lines(state)
    act(state, "climb")
    assert (state.level, state.node) == (0, room.id)


def test_a_known_way_is_walked_as_far_as_the_first_room_on_it() -> None:
    state = begun()
    here, level = in_room(state), state.here
    junction, room, last = (
        add_node(level, kind, (here.x + away, here.y), SE)
        for kind, away in (("junction", 5), ("room", 10), ("room", 20))
    )
    ends = ((here, junction), (junction, room), (room, last))
    way = [connect(level, *each).id for each in ends]
    assert first_leg(game_of(state), way) == way[:2]
    assert first_leg(game_of(state), way[:1]) == way[:1]


def test_a_known_way_passes_no_hazard_that_was_not_called_yet() -> None:
    state = begun()
    here, level = in_room(state), state.here
    room = add_node(level, "room", (here.x + 10, here.y), SE)
    room.entered = True
    passage = connect(level, here, room)
    passage.hazard = True
    assert find_known_way(game_of(state), room.id) == []
    passage.called = True
    assert find_known_way(game_of(state), room.id) == [passage.id]
