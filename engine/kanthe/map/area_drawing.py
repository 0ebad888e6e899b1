"""Drawing areas: map dice become rooms, corridors, doors and hazards (rules: kanthe 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract.facts import Found, Own
from engine.contract.texts import Text, Value, counted, listed, text
from engine.kanthe.map.geometry import (
    AREA,
    BEYOND,
    MARGIN,
    ROOM,
    SPACING,
    STEPS,
    Point,
    crossing,
    distance,
    distance_to_line,
    edge_distances,
    project_to_edge,
)
from engine.kanthe.map.level_plan import (
    Exit,
    Spot,
    add_node,
    area_at,
    area_of,
    beyond_wall,
    connect,
    corridor_spots,
    ends,
    join_nearest,
    leave_area,
    node_at,
    position,
    room_spots,
    rooms_of,
)
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import Area, Cell, Door, KantheLevel, Node

DOORS = 2  # of a room that a 6 made
FARTHEST = 2 * BEYOND  # from a room's centre to that of the room behind its door
_NOTHING = text("Beyond there is only rubble: a dead end.")

MapDie = tuple[int, Point]  # face, and where it landed in its area


def map_area(game: KantheContext, level: KantheLevel, border: Node) -> None:
    """Throw map dice for the area that an open corridor leads into, and draw it."""
    domain = game.state.domain
    count = game.state.sheets[level.number].rooms or domain.rooms
    faces = game.throw_map(count, "area")
    stream = game.dice.level
    places = [
        (stream.between(MARGIN, AREA - MARGIN), stream.between(MARGIN, AREA - MARGIN))
        for _ in faces
    ]
    draw_area(level, border, list(zip(faces, places, strict=True)), domain.sections)
    game.tell(_summary(faces), "map", Own("area-drawn"))


def _summary(faces: Sequence[int]) -> Text:
    rooms = sum(face >= 4 for face in faces)
    circles = faces.count(1)
    parts: list[Value] = [
        counted(rooms, "{number} room", "{number} rooms") if rooms else text("no rooms")
    ]
    if extra := sum(face in (2, 3) for face in faces):
        parts.append(counted(extra, "{number} more corridor", "{number} more corridors"))
    if circles:
        parts.append(counted(circles, "{number} mobile hazard", "{number} mobile hazards"))
    return text("A new area is drawn: {parts}.", parts=listed(parts))


def draw_area(level: KantheLevel, border: Node, dice: Sequence[MapDie], sections: int) -> None:
    """Draw an area from dice that have landed. The corridor of `border` leads into it.

    `sections` is how many sections the level may have.
    """
    cell = border.leads
    faces = [face for face, _ in dice]
    level.areas.append(Area(cell, faces.count(1)))
    border.waiting = False
    rooms = _place_rooms(level, cell, dice)
    if rooms:
        _chain_rooms(level, border, rooms)
    else:
        _cross_area(level, border, sections)
    for room in rooms:
        if room.die == 6:
            add_doors(room)
    for face, (x, y) in dice:
        if face in (2, 3):
            point = (cell[0] * AREA + x, cell[1] * AREA + y)
            _draw_corridor(level, cell, point, face, sections)
    for node in list(level.nodes):
        if node.waiting and node.leads == cell and node.id != border.id:
            join_nearest(level, node, cell)


def _place_rooms(level: KantheLevel, cell: Cell, dice: Sequence[MapDie]) -> list[Node]:
    """Add the rooms where their dice landed, pushed apart in the order thrown."""
    rooms = []
    for face, (x, y) in dice:
        if face >= 4:
            at = _free_place(level, cell, (cell[0] * AREA + x, cell[1] * AREA + y))
            room = add_node(level, "room", at, cell)
            room.die = face
            rooms.append(room)
    return rooms


def _free_place(level: KantheLevel, cell: Cell, wanted: Point) -> Point:
    """Return the nearest place of an area with every room a room's width away; if there is none,
    the one farthest from all rooms."""
    others = [position(node) for node in level.nodes if node.kind in ("room", "start")]
    others = [other for other in others if distance(other, wanted) < 3 * AREA]

    def gap(at: Point) -> float:
        return min((distance(at, other) for other in others), default=float(AREA))

    def is_free(at: Point) -> bool:
        return all(distance(at, other) >= SPACING for other in others)

    if is_free(wanted):
        return wanted
    left, top = cell[0] * AREA, cell[1] * AREA
    places = [
        (left + x, top + y)
        for y in range(MARGIN, AREA - MARGIN + 1)
        for x in range(MARGIN, AREA - MARGIN + 1)
    ]
    places.sort(key=lambda at: (at[0] - wanted[0]) ** 2 + (at[1] - wanted[1]) ** 2)
    return next(filter(is_free, places), None) or max(places, key=gap)


def _chain_rooms(level: KantheLevel, border: Node, rooms: Sequence[Node]) -> None:
    """Join the corridor that led in to the nearest room, that to the nearest one not joined, and
    so on."""
    left, at = list(rooms), border
    while left:
        here = position(at)
        nearest = min(left, key=lambda room: distance(here, position(room)))
        left.remove(nearest)
        connect(level, at, nearest).area = nearest.area
        at = nearest


def _cross_area(level: KantheLevel, border: Node, sections: int) -> None:
    """Draw the corridor straight through an area without rooms; from a corner, to the middle of
    the sheet's left or right edge."""
    cell = border.leads
    point = position(border)
    away = edge_distances(point, cell)
    sides = [side for side in range(4) if away[side] == 0]
    if len(sides) == 1:
        side = (sides[0] + 2) % 4
        edge = project_to_edge(point, cell, side)
    else:
        side = 1 if cell[0] % 2 else 3
        left, top = cell[0] * AREA, cell[1] * AREA
        edge = (left + (AREA if side == 1 else 0), top + AREA // 2)
    leave_area(level, border, Exit(cell, side, edge), 0, sections)


def add_doors(room: Node) -> None:
    """Draw a door on two walls of a room that carry no corridor, or on as many as are free."""
    free = [wall for wall in range(4) if not room.walls[wall]]
    for wall in free[:DOORS]:
        room.walls[wall] = "door"
        room.doors.append(Door(wall))


def _draw_corridor(level: KantheLevel, cell: Cell, point: Point, face: int, sections: int) -> None:
    """Draw the corridor of a 2 or a 3 that landed at a point."""
    rooms, corridors = room_spots(level, cell, point), corridor_spots(level, cell, point)
    away = edge_distances(point, cell)
    side = away.index(min(away))
    if len(rooms) > 1:
        a, b = (level.nodes[spot.node] for spot in rooms[:2])
        line = round(distance_to_line(point, position(a), position(b)), 6)
        nearest = min((round(spot.distance, 6) for spot in corridors), default=line)
        if line <= nearest and line <= away[side]:
            connect(level, a, b, face)
            return
    things = sorted([*rooms, *corridors], key=lambda spot: spot.distance)
    joined = _two_apart(things)
    if joined is not None and joined[1].distance < away[side]:
        first, second = (node_at(level, spot) for spot in joined)
        if first.id != second.id:
            connect(level, first, second, face).area = cell
            return
    start = node_at(level, things[0])
    edge = project_to_edge(point, cell, side)
    if position(start) != edge:
        leave_area(level, start, Exit(cell, side, edge), face, sections)


def _two_apart(things: Sequence[Spot]) -> tuple[Spot, Spot] | None:
    """Return the two nearest things that are not the same place: a corridor where it enters a
    room counts as the room."""
    first = things[0]
    for other in things[1:]:
        apart = distance((first.x, first.y), (other.x, other.y))
        if apart > ROOM // 2:
            return first, other
    return None


# ------------------------------------------------------------------------- behind doors


def draw_beyond(game: KantheContext, level: KantheLevel, room: Node, door: Door) -> None:
    """Throw one map die for what lies behind a door that has just been opened, and draw it."""
    face = game.throw_map(1, "beyond")[0]
    if face == 1:
        if level.number >= game.state.domain.levels:
            door.beyond = "nothing"
            game.tell(_NOTHING, "map")
        else:
            door.beyond, room.stairs = "stairs", True
            game.tell(text("Beyond, stairs lead down!"), "found", Found("stairs"))
    elif face >= 4:
        _draw_room_beyond(game, level, room, door, face)
    else:
        _draw_corridor_beyond(game, level, room, door, face)


def _draw_room_beyond(
    game: KantheContext, level: KantheLevel, room: Node, door: Door, face: int
) -> None:
    """Draw a room straight on: as far as is usual, else nearer, farther or in the next area. If the
    next area is not drawn yet, a corridor leads there instead."""
    at = next((at for at in _points_beyond(room, door) if _has_room(level, room, at)), None)
    if at is None:
        way_out = _way_out(room, door)
        if area_at(level, way_out.beyond) is None:
            _lead_out(game, level, room, way_out, face)
        else:
            door.beyond = "nothing"
            game.tell(_NOTHING, "map")
        return
    cell = area_of(at)
    beyond = add_node(level, "room", at, cell)
    beyond.die = face
    if cell == room.area:
        connect(level, room, beyond, door=door)
    else:
        edge = project_to_edge(position(room), room.area, door.wall)
        border = add_node(level, "border", edge, room.area)
        border.leads = cell
        connect(level, room, border, door=door).area = room.area
        connect(level, border, beyond).area = cell
    if face == 6:
        add_doors(beyond)
    door.beyond = "way"
    game.tell(text("Beyond lies another room."), "map")


def _points_beyond(room: Node, door: Door) -> Iterator[Point]:
    """Yield where the room behind a door can be, the best place first."""
    for units in (BEYOND, *range(BEYOND - 1, SPACING - 1, -1), *range(BEYOND + 1, FARTHEST + 1)):
        yield beyond_wall(room, door.wall, units)


def _has_room(level: KantheLevel, room: Node, at: Point) -> bool:
    """Return whether a room fits at a point of a drawn area, with nothing between it and `room`."""
    cell = area_of(at)
    if area_at(level, cell) is None or min(edge_distances(at, cell)) < MARGIN:
        return False
    return all(
        distance(at, position(other)) >= SPACING
        and distance_to_line(position(other), position(room), at) >= ROOM
        for other in level.nodes
        if other.kind in ("room", "start") and other.id != room.id
    )


def _draw_corridor_beyond(
    game: KantheContext, level: KantheLevel, room: Node, door: Door, face: int
) -> None:
    """Draw a corridor straight on to what it meets first: a room, a corridor or an edge."""
    cell, centre = room.area, position(room)
    edge_at = edge_distances(centre, cell)[door.wall]
    best: tuple[float, Spot | None] = (float(edge_at), None)
    for other in rooms_of(level, cell):
        dx, dy = other.x - room.x, other.y - room.y
        ahead = dx * STEPS[door.wall][0] + dy * STEPS[door.wall][1]
        aside = abs(dx * STEPS[door.wall][1] + dy * STEPS[door.wall][0])
        if other.id != room.id and ahead > 0 and aside <= ROOM // 2 and ahead < best[0]:
            best = (float(ahead), Spot(other.x, other.y, ahead, node=other.id))
    for passage in level.passages:
        if passage.area != cell or room.id in (passage.a, passage.b):
            continue
        met = crossing(centre, door.wall, *ends(level, passage))
        if met is not None and ROOM // 2 < met[0] < best[0]:
            x, y = met[1]
            best = (met[0], Spot(round(x), round(y), met[0], passage=passage.id))
    door.beyond = "way"
    if best[1] is not None:
        connect(level, room, node_at(level, best[1]), face, door=door)
        game.tell(text("Beyond, a corridor leads on."), "map")
        return
    _lead_out(game, level, room, _way_out(room, door), face)


def _way_out(room: Node, door: Door) -> Exit:
    edge = project_to_edge(position(room), room.area, door.wall)
    return Exit(room.area, door.wall, edge, door)


def _lead_out(
    game: KantheContext, level: KantheLevel, room: Node, way_out: Exit, face: int
) -> None:
    """Draw a corridor from a door straight out of the area."""
    assert way_out.door is not None
    way_out.door.beyond = "way"
    end = leave_area(level, room, way_out, face, game.state.domain.sections)
    if end.kind == "end":
        game.tell(text("Beyond, a corridor ends at a wall of rubble."), "map")
    else:
        game.tell(text("Beyond, a corridor leads out of the area."), "map")
