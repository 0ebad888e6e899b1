"""The plan of a level as a graph: joining places by corridors, and finding ways through it."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from string import ascii_lowercase

import msgspec

from engine.kanthe.map.geometry import (
    AREA,
    ROOM,
    STEPS,
    Point,
    bearing,
    distance,
    nearest_on_line,
    walls_by_nearness,
)
from engine.kanthe.state import (
    NOWHERE,
    Area,
    Cell,
    Door,
    KantheLevel,
    Node,
    NodeKind,
    Passage,
    Section,
)

MOST_SECTIONS = 9
CORNERS = ("nw", "ne", "sw", "se")  # the starting room's corridors


class Way(msgspec.Struct, frozen=True):
    """A way from a place to the next place where somebody can stand."""

    name: str  # "ne", "ne-2"
    direction: str  # "ne"
    node: int
    passages: tuple[int, ...]


class Exit(msgspec.Struct, frozen=True):
    """A point of an area's edge where a corridor leaves it."""

    cell: Cell
    side: int  # 0 north, 1 east, 2 south, 3 west
    edge: Point
    door: Door | None = None  # the door that the corridor begins at

    @property
    def beyond(self) -> Cell:
        """The area on the other side."""
        return self.cell[0] + STEPS[self.side][0], self.cell[1] + STEPS[self.side][1]


class Spot(msgspec.Struct, frozen=True):
    """A point where a corridor can begin: a node, or a point of a passage."""

    x: int
    y: int
    distance: float
    node: int = -1
    passage: int = -1
    corridor: int = -1


def section_of(area: Cell) -> Cell:
    """Return the section that an area belongs to."""
    return area[0] // 2, area[1] // 2


def blank_level(number: int, sections: int = MOST_SECTIONS) -> KantheLevel:
    """Return a level of which only the starting room and its four corridors are drawn.

    Its first sheet lies so far from the plan's corner that `sections` fit in every direction.
    """
    level = KantheLevel(number)
    first = sections - 1
    middle = (2 * first + 1) * AREA
    level.sections.append(Section((first, first)))
    start = add_node(level, "start", (middle, middle), NOWHERE)
    start.walls = ["way"] * 4
    for index in range(4):
        leads = (2 * first + index % 2, 2 * first + index // 2)
        border = add_node(level, "border", (middle, middle), NOWHERE)
        border.leads, border.waiting = leads, True
        connect(level, start, border)
    return level


def add_node(level: KantheLevel, kind: NodeKind, at: Point, area: Cell) -> Node:
    """Add a node to a level."""
    node = Node(len(level.nodes), kind, *at, area)
    if kind == "room":
        level.rooms += 1
        node.number = level.rooms
    level.nodes.append(node)
    return node


def connect(
    level: KantheLevel, a: Node, b: Node, die: int = 0, corridor: int = 0, door: Door | None = None
) -> Passage:
    """Draw a straight corridor between two nodes; at a room it takes a wall of its own, if one is
    free. With a door it begins at that wall of room `a`."""
    if not corridor:
        level.corridors += 1
        corridor = level.corridors
    area = a.area if a.area != NOWHERE else b.area
    if a.kind == "border":
        area = b.area
    passage = Passage(len(level.passages), a.id, b.id, area, corridor, die=die, hazard=die == 3)
    if door is None:
        passage.wall_a = take_wall(a, b)
    else:
        passage.door_room, passage.door_wall = a.id, door.wall
        passage.wall_a = door.wall
    passage.wall_b = take_wall(b, a)
    level.passages.append(passage)
    return passage


def take_wall(room: Node, towards: Node) -> int:
    """Mark the wall of a room that a corridor goes through, and return it; -1 for no room. Where
    no wall is free, the corridor shares the one that its line crosses."""
    if room.kind != "room":
        return -1
    walls = walls_by_nearness(position(room), position(towards))
    free = [wall for wall in walls if not room.walls[wall]]
    if not free:
        return walls[0]
    room.walls[free[0]] = "way"
    return free[0]


def position(node: Node) -> Point:
    """Return where a node lies."""
    return node.x, node.y


def ends(level: KantheLevel, passage: Passage) -> tuple[Point, Point]:
    """Return where a passage begins and ends."""
    return position(level.nodes[passage.a]), position(level.nodes[passage.b])


def area_at(level: KantheLevel, cell: Cell) -> Area | None:
    """Return an area if it is mapped."""
    return next((area for area in level.areas if area.cell == cell), None)


def area_of(point: Point) -> Cell:
    """Return the area that a point lies in."""
    return point[0] // AREA, point[1] // AREA


def rooms_of(level: KantheLevel, cell: Cell) -> list[Node]:
    """Return the rooms of an area, in the order drawn."""
    return [node for node in level.nodes if node.kind == "room" and node.area == cell]


def room_spots(level: KantheLevel, cell: Cell, point: Point) -> list[Spot]:
    """Return the rooms of an area as spots, the nearest first."""
    spots = [
        Spot(room.x, room.y, distance(point, position(room)), node=room.id)
        for room in rooms_of(level, cell)
    ]
    return sorted(spots, key=lambda spot: spot.distance)


def corridor_spots(level: KantheLevel, cell: Cell, point: Point) -> list[Spot]:
    """Return the nearest point of each corridor of an area, the nearest first."""
    best: dict[int, Spot] = {}
    for passage in level.passages:
        if passage.area != cell:
            continue
        x, y = nearest_on_line(point, *ends(level, passage))
        away = distance(point, (x, y))
        known = best.get(passage.corridor)
        if known is None or away < known.distance:
            best[passage.corridor] = Spot(
                round(x), round(y), away, passage=passage.id, corridor=passage.corridor
            )
    return sorted(best.values(), key=lambda spot: spot.distance)


def node_at(level: KantheLevel, spot: Spot) -> Node:
    """Return the node of a spot; a passage is divided there by a fork, unless it ends there."""
    if spot.node >= 0:
        return level.nodes[spot.node]
    passage = level.passages[spot.passage]
    for end in (passage.a, passage.b):
        node = level.nodes[end]
        near = ROOM // 2 if node.kind in ("room", "start") else 1
        if distance((spot.x, spot.y), position(node)) <= near:
            return node
    return _divide(level, passage, (spot.x, spot.y))


def _divide(level: KantheLevel, passage: Passage, at: Point) -> Node:
    start, end = ends(level, passage)
    fork = add_node(level, "junction", at, passage.area)
    rest = Passage(
        len(level.passages), fork.id, passage.b, passage.area, passage.corridor, die=passage.die
    )
    level.passages.append(rest)
    rest.wall_b, passage.wall_b = passage.wall_b, -1
    passage.b = fork.id
    if passage.hazard and distance(start, at) < distance(start, end) / 2:
        rest.hazard, rest.called = True, passage.called
        passage.hazard = passage.called = False
        for hazard in level.hazards:
            if hazard.passage == passage.id:
                hazard.passage = rest.id
        for opponent in level.opponents:
            if opponent.passage == passage.id:
                opponent.passage = rest.id
    return fork


def leave_area(level: KantheLevel, start: Node, way_out: Exit, die: int, most: int) -> Node:
    """Draw a corridor to an area's edge and into the area beyond: joined to what is nearest there
    if that is drawn, else open; a dead end if it would need a section too many.

    `most` is how many sections the level may have.
    """
    beyond = way_out.beyond
    if not _reserve(level, beyond, most):
        end = add_node(level, "end", way_out.edge, way_out.cell)
        connect(level, start, end, die, door=way_out.door).area = way_out.cell
        return end
    border = add_node(level, "border", way_out.edge, way_out.cell)
    border.leads = beyond
    connect(level, start, border, die, door=way_out.door).area = way_out.cell
    if area_at(level, beyond) is None:
        border.waiting = True
    else:
        join_nearest(level, border, beyond)
    return border


def _reserve(level: KantheLevel, area: Cell, most: int) -> bool:
    """Return whether an area's section exists, or can be begun; begin it."""
    cell = section_of(area)
    if any(section.cell == cell for section in level.sections):
        return True
    if len(level.sections) >= most:
        return False
    level.sections.append(Section(cell))
    return True


def join_nearest(level: KantheLevel, border: Node, area: Cell) -> None:
    """Join a corridor that waits at an area's edge to the nearest room or corridor inside."""
    point = position(border)
    own = {p.corridor for p in level.passages if border.id in (p.a, p.b)}
    spots = [
        *room_spots(level, area, point),
        *(spot for spot in corridor_spots(level, area, point) if spot.corridor not in own),
    ]
    border.waiting = False
    if not spots:
        return
    inside = node_at(level, min(spots, key=lambda spot: spot.distance))
    if inside.id != border.id:
        joined = connect(level, border, inside)
        joined.area = area


# ------------------------------------------------------------------------- finding ways


def passages_at(level: KantheLevel, node: int) -> list[Passage]:
    """Return the passages that touch a node."""
    return [passage for passage in level.passages if node in (passage.a, passage.b)]


def passages_by_node(level: KantheLevel) -> dict[int, list[Passage]]:
    """Return the passages that touch each node."""
    touching: dict[int, list[Passage]] = {node.id: [] for node in level.nodes}
    for passage in level.passages:
        touching[passage.a].append(passage)
        touching[passage.b].append(passage)
    return touching


def other_end(passage: Passage, node: int) -> int:
    """Return the node at the other end of a passage."""
    return passage.b if passage.a == node else passage.a


def is_open(level: KantheLevel, passage: Passage) -> bool:
    """Return whether no shut door stands in a passage."""
    if passage.door_room < 0:
        return True
    room = level.nodes[passage.door_room]
    return any(door.wall == passage.door_wall and door.opened for door in room.doors)


def stub_letter(level: KantheLevel, stub: Node) -> str:
    """Return the letter of a corridor that nobody has walked: a, b, ... in the order drawn."""
    number = [node.id for node in level.nodes if node.waiting].index(stub.id)
    return chr(ord("a") + number) if number < len(ascii_lowercase) else str(number + 1)


def is_standable(node: Node) -> bool:
    """Return whether a hero stops at a node: not at a fork or a known crossing."""
    return node.kind in ("room", "start", "end") or node.waiting


def ways_from(level: KantheLevel, node: Node) -> list[Way]:
    """Return the ways from a place to the next places, in the order drawn, each by its compass
    direction (with a number where two go the same way)."""
    touching = passages_by_node(level)
    found = [
        step for first in touching[node.id] for step in _beyond(level, node.id, first, touching)
    ]
    names: dict[str, int] = {}
    ways = []
    for target, passages in found:
        name = _direction(level, node, target)
        names[name] = names.get(name, 0) + 1
        suffix = f"-{names[name]}" if names[name] > 1 else ""
        ways.append(Way(name + suffix, name, target, passages))
    return ways


def _beyond(
    level: KantheLevel, start: int, first: Passage, touching: dict[int, list[Passage]]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the places that a passage leads to without passing another one, with the passages."""
    found: dict[int, tuple[int, ...]] = {}
    seen = {start}
    ahead: list[tuple[int, tuple[int, ...]]] = []
    if is_open(level, first):
        ahead.append((other_end(first, start), (first.id,)))
    while ahead:
        at, passages = ahead.pop(0)
        if at in seen:
            continue
        seen.add(at)
        if is_standable(level.nodes[at]):
            found[at] = passages
            continue
        for passage in touching[at]:
            if passage.id not in passages and is_open(level, passage):
                ahead.append((other_end(passage, at), (*passages, passage.id)))
    return list(found.items())


def _direction(level: KantheLevel, node: Node, target: int) -> str:
    goal = level.nodes[target]
    if position(goal) != position(node):
        return bearing(position(node), position(goal))
    if goal.leads == NOWHERE:
        return "s"
    return CORNERS[goal.leads[0] % 2 + 2 * (goal.leads[1] % 2)]


def find_routes(
    level: KantheLevel,
    start: int,
    cost: Callable[[Passage], float],
    through: Callable[[Node], bool],
) -> dict[int, tuple[int, Passage]]:
    """Return the nodes that can be reached, the nearest first, each with the node before it and
    the passage between.

    Passages of endless cost are no part of a route; only nodes that `through` allows are passed.
    """
    touching = passages_by_node(level)
    queue: list[tuple[float, int, int, int]] = [(0.0, start, start, -1)]
    routes: dict[int, tuple[int, Passage]] = {}
    while queue:
        spent, at, before, by = heappop(queue)
        if at in routes or (at == start and by >= 0):
            continue
        if by >= 0:
            routes[at] = before, level.passages[by]
            if not through(level.nodes[at]):
                continue
        for passage in touching[at]:
            target = other_end(passage, at)
            if target not in routes and target != start and is_open(level, passage):
                price = cost(passage)
                if price < inf:
                    heappush(queue, (spent + price, target, at, passage.id))
    return routes


def trace_route(routes: dict[int, tuple[int, Passage]], goal: int) -> list[int]:
    """Return the passages that lead to a node of `find_routes`."""
    passages: list[int] = []
    while goal in routes:
        goal, passage = routes[goal]
        passages.append(passage.id)
    return passages[::-1]


def passage_length(level: KantheLevel, passage: Passage) -> float:
    """Return how long a passage is."""
    return distance(*ends(level, passage))


def beyond_wall(room: Node, wall: int, units: int) -> Point:
    """Return the point so many units from a room's centre, straight out through a wall."""
    return room.x + STEPS[wall][0] * units, room.y + STEPS[wall][1] * units
