"""The plan of a level as a map of squares, which grows with the exploration."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.slugs import slug
from engine.contract.view import REMEMBERED, SEEN, Bar, Entity, Ground, MapBoard, MapItem, Mark
from engine.kanthe.generation import describe_hazard
from engine.kanthe.geometry import AREA, STEPS
from engine.kanthe.naming import feature_name
from engine.kanthe.plan import CORNERS, ends
from engine.kanthe.play import Play
from engine.kanthe.state import NOWHERE, Cell, KantheGame, KantheLevel, Node

UNIT = 5  # units a square
SIDE = AREA // UNIT  # squares along an area
Square = tuple[int, int]  # row, column

LEGEND = (
    Ground("kanthe:ground/unknown", " ", "d", "unknown"),
    Ground("kanthe:ground/paper", " ", "d", "unmapped stone", solid=True),
    Ground("kanthe:ground/border", ".", "b", "an area's edge", solid=True),
    Ground("kanthe:ground/room", ".", "w", "a room"),
    Ground("kanthe:ground/corridor", ".", "s", "a corridor"),
    Ground("kanthe:ground/door", "+", "u", "a shut door", door=True),
    Ground("kanthe:ground/open-door", "'", "u", "an open door", door=True),
    Ground("kanthe:ground/stairs", ">", "w", "stairs down"),
    Ground("kanthe:ground/start", "<", "w", "the starting room"),
    Ground("kanthe:ground/rubble", "%", "s", "a dead end", solid=True),
    Ground("kanthe:ground/open-end", "?", "B", "an open corridor"),
)
_NAMES = [ground.sprite.partition("/")[2] for ground in LEGEND]
_AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1))
_LETTERS = {
    "traveler": "t", "barbarian": "b", "artisan": "a", "slave": "p", "pet": "C", "warrior": "w",
    "chieftain": "K", "ghost": "G", "priest": "P", "sorcerer": "S", "vermin": "v", "swarm": "V",
    "beast": "B", "modified": "M",
}  # fmt: skip


def square_at(x: float, y: float) -> Square:
    """Return the square of a point of the plan."""
    return int(y // UNIT), int(x // UNIT)


def square_of(node: Node) -> Square:
    """Return the square where a node lies."""
    row, column = square_at(node.x, node.y)
    if node.kind == "border" and node.waiting and node.area == NOWHERE:
        corner = CORNERS[node.leads[0] % 2 + 2 * (node.leads[1] % 2)]
        return row + (-3 if "n" in corner else 3), column + (-3 if "w" in corner else 3)
    return row, column


def make_board(play: Play) -> MapBoard:
    """Return the map of the hero's level, as far as it is drawn."""
    game = play.game
    level = game.here
    grounds = _draw(level)
    rows = [square[0] for square in grounds]
    columns = [square[1] for square in grounds]
    top, left = min(rows), min(columns)
    height, width = max(rows) - top + 1, max(columns) - left + 1
    ground, state = bytearray(height * width), bytearray(height * width)
    for (row, column), number in grounds.items():
        at = (row - top) * width + column - left
        ground[at] = number
        cell = (column // SIDE, row // SIDE)
        state[at] = SEEN if cell == game.area or game.area == NOWHERE else REMEMBERED
    light = bytes(2 if seen == SEEN else 0 for seen in state)
    return MapBoard(
        top=top,
        left=left,
        height=height,
        width=width,
        legend=LEGEND,
        ground=bytes(ground),
        state=bytes(state),
        light=light,
        lighting=bytes(height * width),
        focus=square_of(game.place),
        items=tuple(_items(play)),
        entities=tuple(_entities(play)),
        marks=tuple(_marks(game)),
    )


# ------------------------------------------------------------------------- ground


def _draw(level: KantheLevel) -> dict[Square, int]:
    """Return the ground of each square that is drawn."""
    grounds: dict[Square, int] = {}
    for area in level.areas:
        _draw_area(grounds, area.cell)
    for passage in level.passages:
        a, b = (level.nodes[n] for n in (passage.a, passage.b))
        for square in line_between(square_of(a), square_of(b)):
            grounds[square] = _NAMES.index("corridor")
    for node in level.nodes:
        if node.kind in ("room", "start"):
            _draw_room(grounds, node)
        elif node.kind == "end":
            grounds[square_of(node)] = _NAMES.index("rubble")
        elif node.waiting:
            grounds[square_of(node)] = _NAMES.index("open-end")
    return grounds


def _draw_area(grounds: dict[Square, int], cell: Cell) -> None:
    top, left = cell[1] * SIDE, cell[0] * SIDE
    for row in range(SIDE):
        for column in range(SIDE):
            edge = row in (0, SIDE - 1) or column in (0, SIDE - 1)
            name = "border" if edge else "paper"
            grounds[top + row, left + column] = _NAMES.index(name)


def _draw_room(grounds: dict[Square, int], room: Node) -> None:
    row, column = square_of(room)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            grounds[row + down, column + right] = _NAMES.index("room")
    if room.kind == "start":
        grounds[row, column] = _NAMES.index("start")
    for door in room.doors:
        right, down = STEPS[door.wall]
        name = "open-door" if door.opened else "door"
        if door.beyond == "nothing":
            name = "rubble"
        grounds[row + 2 * down, column + 2 * right] = _NAMES.index(name)
        if door.beyond == "stairs":
            grounds[row + 3 * down, column + 3 * right] = _NAMES.index("stairs")
    if room.stairs and not any(door.beyond == "stairs" for door in room.doors):
        grounds[row - 1, column + 1] = _NAMES.index("stairs")


def line_between(start: Square, end: Square) -> Iterator[Square]:
    """Yield the squares of a corridor, each beside the last one."""
    row, column = start
    down, right = end[0] - row, end[1] - column
    steps = (abs(down), abs(right))
    done = [0, 0]
    yield row, column
    while done[0] < steps[0] or done[1] < steps[1]:
        if (done[0] + 0.5) * steps[1] < (done[1] + 0.5) * steps[0]:
            row += 1 if down > 0 else -1
            done[0] += 1
        else:
            column += 1 if right > 0 else -1
            done[1] += 1
        yield row, column


# ------------------------------------------------------------------------- what stands there


def _where(level: KantheLevel, node: int, passage: int) -> Square:
    if node >= 0:
        return square_of(level.nodes[node])
    (ax, ay), (bx, by) = ends(level, level.passages[passage])
    return square_at((ax + bx) / 2, (ay + by) / 2)


def _entities(play: Play) -> Iterator[Entity]:
    game = play.game
    hero = game.hero
    row, column = square_of(game.place)
    bar = Bar("Health", max(0, hero.challenge + 1 - hero.wounds), hero.challenge + 1)
    yield Entity(
        row, column, "kanthe:hero", "@", "w", slug(hero.name), seat=0, bars=(bar,),
        description="hidden" if game.unnoticed else "",
    )  # fmt: skip
    limit = play.game.difficulty + 1
    taken: dict[Square, int] = {}
    for who in game.here.opponents:
        if who.status in ("dead", "gone"):
            continue
        spot = _where(game.here, who.node, who.passage)
        number = taken.get(spot, 0)
        taken[spot] = number + 1
        down, right = _AROUND[number % len(_AROUND)] if who.node >= 0 else (0, 0)
        yield Entity(
            spot[0] + down,
            spot[1] + right,
            f"kanthe:{who.kind}",
            _LETTERS[who.kind],
            "g" if who.status == "befriended" else "r",
            who.name,
            badges=("kanthe:friend",) if who.status == "befriended" else (),
            bars=(Bar("Wounds", limit - who.wounds, limit),) if who.wounds else (),
            description=f"{who.creature}, strength {who.strength}",
        )


def _items(play: Play) -> Iterator[MapItem]:
    game = play.game
    for area in game.here.areas:
        for number in range(min(area.circles, SIDE - 4)):
            row, column = area.cell[1] * SIDE + 1, area.cell[0] * SIDE + 1 + number
            yield MapItem(row, column, "kanthe:mobile", "@", "r", "a mobile hazard")
    for node in game.here.nodes:
        row, column = square_of(node)
        for number, feature in enumerate(node.features):
            name = feature_name(game, feature.row)
            yield MapItem(row - 1, column - 1 + number, "kanthe:feature", "&", "u", name)
        if node.remains or node.remains_coins:
            yield MapItem(row + 1, column - 1, "kanthe:remains", "~", "w", "a fallen hero")
        if node.die and node.entered:
            yield MapItem(
                row + 1, column + 1, f"kanthe:die-{node.die}", str(node.die), "s",
                f"room {node.number}",
            )  # fmt: skip
    for passage in game.here.passages:
        if passage.hazard and not passage.called:
            row, column = _where(game.here, -1, passage.id)
            yield MapItem(row, column, "kanthe:hazard", "!", "r", "a hazard")
    for hazard in game.here.hazards:
        if hazard.state != "gone":
            row, column = _where(game.here, hazard.node, hazard.passage)
            name = describe_hazard(play, hazard)
            yield MapItem(row, column, f"kanthe:hazard-{hazard.kind}", "^", "r", name)


def _marks(game: KantheGame) -> Iterator[Mark]:
    if game.previous != game.node and game.previous < len(game.here.nodes):
        row, column = square_of(game.here.nodes[game.previous])
        yield Mark("step", row, column, seat=0)


def describe_legend() -> str:
    """Return what the signs of the plan mean, for those who read letters."""
    return ", ".join(f"{ground.letter} {ground.name}" for ground in LEGEND if ground.letter.strip())
