"""Levels that a party plays on: generated, drawn, kept; and who stands where on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import msgspec

from engine.common import compass, slugs
from engine.common.compass import SCAN
from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import text
from engine.sil.creatures import creature_names
from engine.sil.data.records import Vault
from engine.sil.generation import level_creation, vaults
from engine.sil.generation.construction import Site
from engine.sil.hero import experience
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.sil.state import Level
from engine.silg.session import Session
from engine.silg.state import SavedMap
from engine.silg.upkeep import refresh

SYMBOLS = frozenset(" .#$%:;<>s7,+0^")
ROCK_ROUND = 2  # squares of rock round a drawn map
MOST_ROWS, MOST_COLUMNS = 66, 198
FARTHEST = MOST_ROWS * MOST_COLUMNS  # steps: no way is longer


def read_square(session: Session, text: str) -> int:
    """Return a square of the level by its name. Raises InvalidAction."""
    place = compass.read_square(text)
    level = session.state.sil.level
    if place is None:
        raise InvalidAction(f"“{text}” is no square: squares are called like C7.")
    y, x = place
    if not (0 < y < level.height - 1 and 0 < x < level.width - 1):
        raise InvalidAction(f"{text.upper()} lies outside of the map.")
    return level.at(y, x)


def read_box(session: Session, text: str) -> list[int]:
    """Return the squares of a rectangle, "C7:F9", or of one square. Raises InvalidAction."""
    first, _, last = text.partition(":")
    level = session.state.sil.level
    y1, x1 = level.place(read_square(session, first))
    y2, x2 = level.place(read_square(session, last or first))
    rows = range(min(y1, y2), max(y1, y2) + 1)
    return [level.at(y, x) for y in rows for x in range(min(x1, x2), max(x1, x2) + 1)]


def square_name(session: Session, square: int) -> str:
    """Return a square's name."""
    return compass.square(*session.state.sil.level.place(square))


# ---------------------------------------------------------------- making a level


def generate(session: Session, depth: int, arrive_by: int = 0) -> None:
    """Make a level of Sil's at a depth (in levels of 50 ft), with what lives there; the party
    begins on these stairs."""
    if not 1 <= depth <= level_creation.THRONE_DEPTH:
        raise InvalidAction("A level lies 50 to 1,000 feet deep.")
    game = session.hidden_game(0)
    level_creation.make_level(game, depth, arrive_by)
    settle_in(session, session.state.sil.level.at(game.hero.y, game.hero.x))


def draw(session: Session, rows: list[str], depth: int) -> None:
    """Make a level of rows of the vault file's symbols. Raises InvalidAction."""
    level = drawn(session, rows, depth)
    session.state.sil.begin_level(level)
    game = session.game(0)
    game.hero.y = game.hero.x = 0
    vaults.build_at(Site(game, level), Vault(0, "drawn", rows=tuple(_square(rows))), *_CORNER)
    floor = [i for i in range(len(level.feature)) if _free(session, i)]
    if not floor:
        raise InvalidAction("Nobody could stand anywhere on that map.")
    for i in range(len(level.feature)):
        level.glow[i] = level.room[i]
    settle_in(session, floor[0])


_CORNER = (ROCK_ROUND, ROCK_ROUND)


def _square(rows: list[str]) -> list[str]:
    width = max(map(len, rows))
    return [row.ljust(width) for row in rows]


def drawn(session: Session, rows: list[str], depth: int) -> Level:
    """Return a level of rock for a drawing of these rows. Raises InvalidAction."""
    rows = [row for row in rows if row.strip()]
    if not rows:
        raise InvalidAction("Draw at least one row: # is rock, . is floor.")
    height, width = len(rows) + 2 * ROCK_ROUND, max(map(len, rows)) + 2 * ROCK_ROUND
    if height > MOST_ROWS or width > MOST_COLUMNS:
        raise InvalidAction(f"A map has at most {MOST_COLUMNS} columns and {MOST_ROWS} rows.")
    for row in rows:
        for symbol in row:
            if symbol not in SYMBOLS and not symbol.isalnum() and symbol not in "*&@|~!?\\/":
                raise InvalidAction(f"“{symbol}” is no symbol of a map.")
    level = Level.blank(depth, height, width, terrain.GRANITE)
    edge = bytes((terrain.PERMANENT,))
    level.feature[:width] = level.feature[-width:] = edge * width
    level.feature[::width] = level.feature[width - 1 :: width] = edge * height
    del session
    return level


def place_vault(session: Session, name: str, square: int) -> None:
    """Lay a room or vault of Sil's on the level, its middle on a square. Raises ActionError."""
    vault = find_vault(session, name)
    level = session.state.sil.level
    y, x = level.place(square)
    top, left = y - vault.height // 2, x - vault.width // 2
    if not (top > 0 and top + vault.height < level.height):
        raise IllegalAction("It does not fit there: the map ends above or below.")
    if not (left > 0 and left + vault.width < level.width):
        raise IllegalAction("It does not fit there: the map ends at its side.")
    box = [level.at(v, u) for v in range(top, top + vault.height)
           for u in range(left, left + vault.width)]  # fmt: skip
    if any(level.occupant.get(i) or session.level_game.hero_at(i) for i in box):
        raise IllegalAction("Somebody stands where it would lie.")
    vaults.build_at(Site(session.level_game, level), vault, top, left)


def find_vault(session: Session, name: str) -> Vault:
    """Return a room or vault by its name. Raises InvalidAction."""
    wanted = slugs.slug(name)
    found = [v for v in session.data.vaults.values() if slugs.slug(v.name).startswith(wanted)]
    exact = [v for v in found if slugs.slug(v.name) == wanted]
    if not wanted or not (exact or found):
        raise InvalidAction(f"There is no room or vault called “{name}”.")
    return (exact or found)[0]


# ---------------------------------------------------------------- keeping and using again


def keep(session: Session, name: str) -> None:
    """Keep the level under a name, as it is now, with its notes. Raises IllegalAction when the
    party would find no room there."""
    if not has_room(session, session.state.desk.start):
        raise IllegalAction("There is no room for the party on this level.")
    desk = session.state.desk
    level = msgspec.msgpack.decode(msgspec.msgpack.encode(session.state.sil.level), type=Level)
    desk.maps[name] = SavedMap(level, dict(desk.notes), desk.start)


def use(session: Session, name: str) -> None:
    """Play on a kept level. Raises InvalidAction."""
    kept = session.state.desk.maps.get(name)
    if kept is None:
        names = ", ".join(session.state.desk.maps) or "none yet"
        raise InvalidAction(f"No map is kept as “{name}”. Kept are: {names}.")
    level = msgspec.msgpack.decode(msgspec.msgpack.encode(kept.level), type=Level)
    session.state.sil.begin_level(level)
    settle_in(session, kept.start)
    session.state.desk.notes = dict(kept.notes)


def settle_in(session: Session, start: int) -> None:
    """Let the party begin on a new level, at a square."""
    state = session.state
    state.tags, state.highest, state.seen_now = {}, {}, []
    state.fighters, state.revealed, state.provoked = [], [], []
    desk = state.desk
    desk.notes, desk.names, desk.run_by_gm, desk.allies, desk.order = {}, {}, [], [], []
    desk.shown, desk.start = [], start
    for hero in state.sil.heroes:
        hero.y = hero.x = 0
        hero.knowledge.lore.tags = {}
    if state.stage in ("declare", "monsters"):
        state.stage = "minutes"
    if state.stage == "minutes":
        gather(session)


def gather(session: Session) -> None:
    """Put every hero in play on the level, as near to its start as there is room."""
    level = session.state.sil.level
    start = session.state.desk.start
    if start < 0:
        raise IllegalAction("There is no level yet: make one with level or draw.")
    for seat in session.heroes:
        stand(session, seat, near(session, start))
        game = session.game(seat)
        experience.reach(game, level.depth)
        noise.rebuild(game)
    refresh(session)


def stand(session: Session, seat: int, square: int) -> None:
    """Put a hero on a square."""
    hero = session.hero(seat)
    hero.y, hero.x = session.state.sil.level.place(square)
    hero.knowledge.walked[square] = 1


def _free(session: Session, square: int) -> bool:
    level = session.state.sil.level
    feature = level.feature[square]
    if terrain.TRAP[feature] or feature == terrain.GLYPH:
        return False
    return terrain.is_empty(session.level_game, square)


def near(session: Session, square: int) -> int:
    """Return the free square nearest to one, by way of open ground. Raises IllegalAction."""
    found = nearest(session, square)
    if found is None:
        raise IllegalAction("There is no room left near there.")
    return found


def nearest(session: Session, square: int) -> int | None:
    """Return the free square nearest to one, by way of open ground; None if there is none."""
    return next(_free_near(session, square), None)


def has_room(session: Session, square: int) -> bool:
    """Return whether the whole party has room near a square."""
    found = sum(1 for _ in islice(_free_near(session, square), len(session.state.players)))
    return found == len(session.state.players)


def _free_near(session: Session, square: int) -> Iterator[int]:
    """Yield the free squares that open ground leads to from one, the nearest first."""
    level = session.state.sil.level
    seen, queue = {square}, deque([square])
    while queue:
        i = queue.popleft()
        if _free(session, i):
            yield i
        for dy, dx in SCAN:
            beside = i + dy * level.width + dx
            inside = 0 <= beside < len(level.feature)
            if inside and beside not in seen and not terrain.ROCK[level.feature[beside]]:
                seen.add(beside)
                queue.append(beside)


class KnownWay(NamedTuple):
    """The shortest way of a hero to a square: its steps, the square before, the last direction."""

    steps: int
    before: int
    direction: str


def ways(
    session: Session, seat: int, most: int, goal: int = -1, *, past_creatures: bool = False
) -> dict[int, KnownWay]:
    """Return the squares that a hero can walk to over ground they know, the nearest first.

    Companions let one pass; creatures in sight do not, unless `past_creatures`. Nobody walks into
    a trap that they know, other than the goal. Squares of companions are among them.
    """
    level, hero, known = session.state.sil.level, session.hero(seat), session.hero(seat).knowledge
    barred = set() if past_creatures else _seen_creatures(session, seat)
    start = level.at(hero.y, hero.x)
    found = {start: KnownWay(0, start, "")}
    queue = deque([start])
    while queue and goal not in found:
        i = queue.popleft()
        if found[i].steps >= most:
            break
        for name, (dy, dx) in compass.DIRECTIONS.items():
            beside = i + dy * level.width + dx
            if beside in found or beside in barred:
                continue
            if not (known.mark[beside] or known.walked[beside] or known.seen[beside]):
                continue
            if _is_walked(level, beside, goal):
                found[beside] = KnownWay(found[i].steps + 1, i, name)
                queue.append(beside)
    del found[start]
    return found


def _is_walked(level: Level, square: int, goal: int) -> bool:
    """Return whether a square looks like one to walk on: neither shut for good nor a trap."""
    feature = terrain.FLOOR if level.hidden[square] else level.feature[square]
    trap = terrain.TRAP[feature] or feature == terrain.CHASM
    shut = terrain.OPAQUE[feature] and not terrain.KNOWN_DOOR[feature]
    return not shut and (not trap or square == goal)


def _seen_creatures(session: Session, seat: int) -> set[int]:
    level, game = session.state.sil.level, session.game(seat)
    return {level.at(c.y, c.x) for c in session.creatures if game.known(c).visible}


def way(session: Session, seat: int, goal: int, most: int) -> list[str]:
    """Return the directions of a shortest way over ground that a hero knows, at most so many
    steps, the last onto a square free of companions. Raises IllegalAction when there is none."""
    level = session.state.sil.level
    path = _path(ways(session, seat, FARTHEST, goal), goal)[:most]
    if not path:
        raise IllegalAction(_why_no_way(session, seat, goal))
    barring = None
    while path and (other := session.seat_at(level.place(path[-1][0]))) is not None:
        barring = session.player(other).name
        path.pop()
    if not path:
        raise IllegalAction(f"{barring} bars the way.")
    return [found.direction for _, found in path]


def _path(found: dict[int, KnownWay], goal: int) -> list[tuple[int, KnownWay]]:
    """Return the squares on the way to one and how each is reached; empty when it is not."""
    path = []
    while goal in found:
        path.append((goal, found[goal]))
        goal = found[goal].before
    return path[::-1]


def _why_no_way(session: Session, seat: int, goal: int) -> str:
    game, level = session.game(seat), session.state.sil.level
    barred = _seen_creatures(session, seat)
    for square, _ in _path(ways(session, seat, FARTHEST, goal, past_creatures=True), goal):
        creature = level.creatures[level.occupant.get(square, 0)]
        if square in barred and creature is not None:
            return str(text("{who:The} bars the way.", who=creature_names.name(game, creature)))
    return "You know no way there."
