"""The plan of a level as a map of squares, which grows with the exploration.

A square is ten units wide, so that an area has ten by ten and a room is one. Grounds are named
after the sides that they are open to: "corridor-ns", "room-ew".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from engine.common.slugs import slug
from engine.contract.texts import Text, listed, text
from engine.contract.view import REMEMBERED, SEEN, Bar, Entity, Ground, MapBoard, MapItem, Mark
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.map.geometry import AREA, STEPS
from engine.kanthe.map.level_plan import CORNERS, ends, stub_letter
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, feature_name, place_name
from engine.kanthe.state import NOWHERE, WALLS, Cell, KantheLevel, KantheState, Node, Passage
from engine.kanthe.words import listing

UNIT = 10  # units a square
SIDE = AREA // UNIT  # squares along an area
Square = tuple[int, int]  # row, column

_MASKS = tuple("".join(w for n, w in enumerate(WALLS) if mask >> n & 1) for mask in range(16))
_PAPERS = ("", "n", "e", "s", "w", "nw", "ne", "sw", "se", "rising", "falling")
LEGEND = (
    Ground("kanthe:ground/unknown", " ", "black", text("unknown")),
    *(
        Ground(f"kanthe:ground/paper-{edge}".rstrip("-"), " ", "white", text("rock"), solid=True)
        for edge in _PAPERS
    ),
    *(Ground(f"kanthe:ground/corridor-{m}", ".", "white", text("a corridor")) for m in _MASKS[1:]),
    *(Ground(f"kanthe:ground/room-{m}".rstrip("-"), "#", "white", text("a room")) for m in _MASKS),
    *(
        Ground(f"kanthe:ground/door-{w}", "+", "brown", text("a shut door"), door=True)
        for w in WALLS
    ),
    Ground("kanthe:ground/stairs", ">", "black", text("stairs down")),
    Ground("kanthe:ground/start", "<", "black", text("the starting room")),
    Ground("kanthe:ground/rubble", "%", "grey", text("a dead end"), solid=True),
    Ground("kanthe:ground/open-end", "?", "blue", text("an open corridor")),
)
_NUMBERS = {ground.sprite.partition("/")[2]: number for number, ground in enumerate(LEGEND)}
_AROUND = ((-1, 1), (1, 1), (1, -1), (-1, -1), (0, 1), (0, -1), (-1, 0), (1, 0))


def square_at(x: float, y: float) -> Square:
    """Return the square of a point of the plan."""
    return int(y // UNIT), int(x // UNIT)


def square_of(node: Node) -> Square:
    """Return the square where a node lies."""
    row, column = square_at(node.x, node.y)
    if node.kind == "border" and node.waiting and node.area == NOWHERE:
        corner = CORNERS[node.leads[0] % 2 + 2 * (node.leads[1] % 2)]
        return row + (-1 if "n" in corner else 1), column + (-1 if "w" in corner else 1)
    return row, column


def make_board(game: KantheContext) -> MapBoard:
    """Return the map of the hero's level, as far as it is drawn."""
    state = game.state
    grounds = _draw(state.here)
    rows = [square[0] for square in grounds]
    columns = [square[1] for square in grounds]
    top, left = min(rows), min(columns)
    height, width = max(rows) - top + 1, max(columns) - left + 1
    ground, states = bytearray(height * width), bytearray(height * width)
    for (row, column), name in grounds.items():
        at = (row - top) * width + column - left
        ground[at] = _NUMBERS[name]
        near = state.area in ((column // SIDE, row // SIDE), NOWHERE)
        states[at] = SEEN if near else REMEMBERED
    seen = bytes(byte == SEEN for byte in states)
    return MapBoard(
        top=top,
        left=left,
        height=height,
        width=width,
        legend=LEGEND,
        ground=bytes(ground),
        state=bytes(states),
        light=seen,
        lighting=seen,
        focus=square_of(state.place),
        lightings=("", "lit"),
        items=tuple(_items(game)),
        entities=tuple(_entities(game)),
        marks=tuple(_marks(state)),
        drawn=tuple(square_of(node) for node in state.here.nodes[state.known_nodes :]),
    )


# ------------------------------------------------------------------------- ground


def _draw(level: KantheLevel) -> dict[Square, str]:
    """Return the name of the ground of each square that is drawn."""
    grounds: dict[Square, str] = {}
    for area in level.areas:
        _draw_area(grounds, area.cell)
    open_to: dict[Square, set[int]] = {}
    for passage in level.passages:
        _open_sides(open_to, route_of(level, passage))
    for square, sides in open_to.items():
        grounds[square] = f"corridor-{_mask(sides)}"
    for node in level.nodes:
        square = square_of(node)
        if node.kind == "start":
            grounds[square] = "start"
        elif node.kind == "room":
            grounds[square] = f"room-{_mask(open_to.get(square, set()))}".rstrip("-")
        elif node.kind == "end":
            grounds[square] = "rubble"
        elif node.waiting:
            grounds[square] = "open-end"
    for node in level.nodes:
        _draw_doors(grounds, node)
    return grounds


def _mask(sides: set[int]) -> str:
    return "".join(wall for number, wall in enumerate(WALLS) if number in sides)


def _draw_area(grounds: dict[Square, str], cell: Cell) -> None:
    top, left, last = cell[1] * SIDE, cell[0] * SIDE, SIDE - 1
    for row in range(SIDE):
        for column in range(SIDE):
            edge = {0: "n", last: "s"}.get(row, "") + {0: "w", last: "e"}.get(column, "")
            if not edge:
                edge = {row: "falling", last - row: "rising"}.get(column, "")
            grounds[top + row, left + column] = f"paper-{edge}".rstrip("-")


def _draw_doors(grounds: dict[Square, str], room: Node) -> None:
    """Draw doors that are shut, dead ends and stairs on the squares beside a room."""
    row, column = square_of(room)
    stairs = room.stairs
    for door in room.doors:
        right, down = STEPS[door.wall]
        square = row + down, column + right
        if door.beyond == "stairs":
            grounds[square] = "stairs"
            stairs = False
        elif door.beyond == "nothing":
            grounds[square] = "rubble"
        elif not door.opened:
            grounds[square] = f"door-{WALLS[door.wall]}"
    if stairs:
        free = [wall for wall in range(4) if not room.walls[wall]] or [0]
        right, down = STEPS[free[0]]
        grounds[row + down, column + right] = "stairs"


def route_of(level: KantheLevel, passage: Passage) -> list[Square]:
    """Return the squares of a passage, each beside the last: out of a room by the wall that is its
    own, and with one bend to the other end. Walls are left out of account where the corridor would
    run through its own rooms."""
    start, end = (square_of(level.nodes[n]) for n in (passage.a, passage.b))
    if start == end or (level.nodes[passage.b].waiting and passage.area == NOWHERE):
        return []
    return list(_find_route(start, end, passage.wall_a, passage.wall_b))


@lru_cache(maxsize=4096)
def _find_route(start: Square, end: Square, wall_a: int, wall_b: int) -> tuple[Square, ...]:
    """Return the best route between two squares: one that meets no square twice, with as many of
    the walls as can be, and straight on from the first."""
    first_upright = (
        wall_a in (0, 2) if wall_a >= 0 else abs(end[0] - start[0]) > abs(end[1] - start[1])
    )
    routes = []
    for out, into in ((wall_a, wall_b), (wall_a, -1), (-1, wall_b), (-1, -1)):
        head = [start] if out < 0 else [start, _beside(start, out)]
        tail = [end] if into < 0 else [_beside(end, into), end]
        for upright in (first_upright, not first_upright):
            middle = line_between(head[-1], tail[0], upright=upright)
            routes.append((*head, *middle, *tail[1:]))
    return min(routes, key=lambda route: len(route) - len(set(route)))


def _beside(square: Square, wall: int) -> Square:
    right, down = STEPS[wall]
    return square[0] + down, square[1] + right


def line_between(start: Square, end: Square, *, upright: bool) -> Iterator[Square]:
    """Yield the squares from one to another (without the first), with at most one bend; up or down
    first if `upright`."""
    row, column = start
    for vertical in (upright, not upright):
        while (row != end[0]) if vertical else (column != end[1]):
            if vertical:
                row += 1 if end[0] > row else -1
            else:
                column += 1 if end[1] > column else -1
            yield row, column


def _open_sides(open_to: dict[Square, set[int]], route: list[Square]) -> None:
    """Open each square of a route to the ones before and after it."""
    for one, other in pairwise(route):
        step = other[1] - one[1], other[0] - one[0]
        if step in STEPS:
            wall = STEPS.index(step)
            open_to.setdefault(one, set()).add(wall)
            open_to.setdefault(other, set()).add((wall + 2) % 4)


# ------------------------------------------------------------------------- what stands there


def _where(level: KantheLevel, node: int, passage: int) -> Square:
    if node >= 0:
        return square_of(level.nodes[node])
    route = route_of(level, level.passages[passage])
    if route:
        return route[len(route) // 2]
    (x, y), _ = ends(level, level.passages[passage])
    return square_at(x, y)


def _entities(game: KantheContext) -> Iterator[Entity]:
    state = game.state
    hero = state.hero
    row, column = square_of(state.place)
    worst = hero.challenge + 1
    bars = (Bar(text("Health"), max(0, worst - hero.wounds), worst),) if hero.wounds else ()
    yield Entity(
        row, column, "kanthe:hero", "@", "yellow",
        name=slug(hero.name) or "hero", seat=0, bars=bars,
        description=Text("hidden", context="hero") if state.unnoticed else "",
    )  # fmt: skip
    limit = state.difficulty + 1
    taken: dict[Square, int] = {}
    for who in state.here.opponents:
        if who.status in ("dead", "gone"):
            continue
        spot = _where(state.here, who.node, who.passage)
        number = taken.get(spot, 0)
        taken[spot] = number + 1
        down, right = _AROUND[number % len(_AROUND)] if who.node >= 0 else (0, 0)
        friend = who.status == "befriended"
        yield Entity(
            spot[0] + down,
            spot[1] + right,
            f"kanthe:{who.kind}",
            game.kind_of(who).letter,
            "green" if friend else "red",
            name=who.name,
            badges=("friend",) if friend else (),
            bars=(Bar(text("Wounds"), limit - who.wounds, limit),) if who.wounds else (),
            title=creature_name(who),
            description=text(
                "{who}, strength {strength}", who=creature_name(who), strength=who.strength
            ),
        )


def _items(game: KantheContext) -> Iterator[MapItem]:
    state = game.state
    for area in state.here.areas:
        for number in range(min(area.circles, SIDE - 2)):
            row, column = area.cell[1] * SIDE, area.cell[0] * SIDE + 1 + number
            yield MapItem(row, column, "kanthe:mobile", "&", "red", name=text("a mobile hazard"))
    for node in state.here.nodes:
        row, column = square_of(node)
        if node.remains or node.remains_coins:
            yield MapItem(row, column, "kanthe:remains", "~", "white", name=text("a fallen hero"))
        elif node.features:
            names = [feature_name(state, feature.row) for feature in node.features]
            told = text("{features}", features=listing(names))
            yield MapItem(row, column, "kanthe:feature", "=", "brown", name=told)
        elif node.die:
            yield MapItem(
                row, column, f"kanthe:die-{node.die}", str(node.die), "grey", name=place_name(node)
            )
    for passage in state.here.passages:
        if passage.hazard and not passage.called:
            row, column = _where(state.here, -1, passage.id)
            yield MapItem(row, column, "kanthe:hazard", "!", "red", name=text("a hazard"))
    for hazard in state.here.hazards:
        if hazard.state != "gone" and (hazard.passage >= 0 or hazard.node >= 0):
            row, column = _where(state.here, hazard.node, hazard.passage)
            name = describe_hazard(game, hazard)
            yield MapItem(row, column, f"kanthe:hazard-{hazard.kind}", "^", "red", name=name)


def _marks(state: KantheState) -> Iterator[Mark]:
    if state.previous != state.node and state.previous < len(state.here.nodes):
        row, column = square_of(state.here.nodes[state.previous])
        yield Mark("step", row, column, seat=0)
    for node in state.here.nodes:
        if node.waiting:
            row, column = square_of(node)
            yield Mark("letter", row, column, text=stub_letter(state.here, node))


def describe_legend() -> Text:
    """Return what the signs of the plan mean, for those who read letters."""
    signs = {ground.letter: ground.name for ground in LEGEND if ground.letter.strip()}
    return listed([text("{sign} {name}", sign=sign, name=name) for sign, name in signs.items()])
