"""Squares of the level: named, free to stand on, and the ways that a hero knows to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from engine.common import compass
from engine.common.compass import SCAN
from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import Text
from engine.sil.creatures import creature_names
from engine.sil.game.state import Creature, Knowledge, Level
from engine.sil.level import terrain
from engine.silg.context import SilGContext
from engine.silg.wording import text

MOST_ROWS, MOST_COLUMNS = 66, 198
LARGEST_ROOM = 600  # squares


FARTHEST = MOST_ROWS * MOST_COLUMNS  # steps: no way is longer


def read_square(game: SilGContext, written: str) -> int:
    """Return a square of the level by its name. Raises InvalidAction."""
    place = compass.read_square(written)
    level = game.state.sil.level
    if place is None:
        raise InvalidAction(
            text("“{word}” is no square: squares are called like C7.", word=written)
        )
    y, x = place
    if not (0 < y < level.height - 1 and 0 < x < level.width - 1):
        raise InvalidAction(text("{square} lies outside of the map.", square=written.upper()))
    return level.at(y, x)


def read_box(game: SilGContext, written: str) -> list[int]:
    """Return squares by name, with commas: "C7" one, "C7:F9" a rectangle, "C7-F9" a line, "C7*" the
    room of one. Raises InvalidAction."""
    found: dict[int, None] = {}
    for part in written.split(","):
        found.update(dict.fromkeys(_read_part(game, part)))
    return list(found)


def _read_part(game: SilGContext, written: str) -> list[int]:
    level = game.state.sil.level
    if written.endswith("*"):
        return room_of(game, read_square(game, written[:-1]))
    if "-" in written:
        one, _, other = written.partition("-")
        ends = [level.place(read_square(game, each)) for each in (one, other)]
        steps = max(abs(ends[0][0] - ends[1][0]), abs(ends[0][1] - ends[1][1]), 1)
        return [
            level.at(*(round(a + (b - a) * n / steps) for a, b in zip(*ends, strict=True)))
            for n in range(steps + 1)
        ]
    return _read_rectangle(game, written)


def room_of(game: SilGContext, square: int) -> list[int]:
    """Return the room that a square lies in, with its walls: as far as open ground leads from it
    without a door, but not for ever."""
    level = game.state.sil.level
    y, x = level.place(square)
    for room in level.rooms:
        if room.top <= y <= room.bottom and room.left <= x <= room.right:
            rows, columns = (
                range(room.top - 1, room.bottom + 2),
                range(room.left - 1, room.right + 2),
            )
            return [
                level.at(v, u)
                for v in rows
                for u in columns
                if 0 < v < level.height - 1 and 0 < u < level.width - 1
            ]
    seen, queue = {square: None}, deque([square])
    while queue and len(seen) < LARGEST_ROOM:
        i = queue.popleft()
        if terrain.OPAQUE[level.feature[i]]:
            continue
        for dy, dx in SCAN:
            beside = i + dy * level.width + dx
            inside = 0 < beside // level.width < level.height - 1
            if inside and 0 < beside % level.width < level.width - 1 and beside not in seen:
                seen[beside] = None
                queue.append(beside)
    return list(seen)


def _read_rectangle(game: SilGContext, written: str) -> list[int]:
    first, _, last = written.partition(":")
    level = game.state.sil.level
    y1, x1 = level.place(read_square(game, first))
    y2, x2 = level.place(read_square(game, last or first))
    rows = range(min(y1, y2), max(y1, y2) + 1)
    return [level.at(y, x) for y in rows for x in range(min(x1, x2), max(x1, x2) + 1)]


def square_name(game: SilGContext, square: int) -> str:
    """Return a square's name."""
    return compass.square(*game.state.sil.level.place(square))


def stand(game: SilGContext, seat: int, square: int) -> None:
    """Put a hero on a square."""
    hero = game.hero(seat)
    hero.y, hero.x = game.state.sil.level.place(square)
    hero.knowledge.walked[square] = 1


def is_free(game: SilGContext, square: int) -> bool:
    level = game.state.sil.level
    feature = level.feature[square]
    if terrain.TRAP[feature] or feature == terrain.GLYPH:
        return False
    return terrain.is_empty(game.level_game, square)


def near(game: SilGContext, square: int) -> int:
    """Return the free square nearest to one, by way of open ground. Raises IllegalAction."""
    found = nearest(game, square)
    if found is None:
        raise IllegalAction(text("There is no room left near there."))
    return found


def nearest(game: SilGContext, square: int) -> int | None:
    """Return the free square nearest to one, by way of open ground; None if there is none."""
    return next(_free_near(game, square), None)


def has_room(game: SilGContext, square: int, number: int) -> bool:
    """Return whether so many have room near a square."""
    return sum(1 for _ in islice(_free_near(game, square), number)) == number


def _free_near(game: SilGContext, square: int) -> Iterator[int]:
    """Yield the free squares that open ground leads to from one, the nearest first."""
    level = game.state.sil.level
    seen, queue = {square}, deque([square])
    while queue:
        i = queue.popleft()
        if is_free(game, i):
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
    game: SilGContext,
    seat: int,
    most: int,
    goal: int = -1,
    *,
    past_creatures: bool = False,
    shunned: Collection[int] = (),
) -> dict[int, KnownWay]:
    """Return the squares that a hero can walk to over ground they know, the nearest first.

    Companions let one pass; creatures in sight do not, unless `past_creatures`. Nobody walks into
    a trap that they know, other than the goal, nor onto what is `shunned`. Squares of companions
    are among them.
    """
    level, hero, known = game.state.sil.level, game.hero(seat), game.hero(seat).knowledge
    barred = set(shunned) if past_creatures else {*shunned, *_seen_creatures(game, seat)}
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
            if _is_walked(terrain.known_feature(level, known, beside), is_goal=beside == goal):
                found[beside] = KnownWay(found[i].steps + 1, i, name)
                queue.append(beside)
    del found[start]
    return found


def _is_walked(feature: int, *, is_goal: bool) -> bool:
    """Return whether what looks like this is walked on: neither shut for good nor a trap."""
    trap = terrain.TRAP[feature] or feature == terrain.CHASM
    shut = terrain.OPAQUE[feature] and not terrain.KNOWN_DOOR[feature]
    return not shut and (not trap or is_goal)


def _seen_creatures(game: SilGContext, seat: int) -> dict[int, Creature]:
    """Return the creatures that a hero sees, by square."""
    level, hero_game = game.state.sil.level, game.hero_game(seat)
    return {level.at(c.y, c.x): c for c in game.creatures if hero_game.known(c).visible}


def borders_on_unknown(level: Level, known: Knowledge, square: int) -> bool:
    """Return whether a hero has never seen a square beside one."""
    for dy, dx in compass.DIRECTIONS.values():
        beside = square + dy * level.width + dx
        if not (known.mark[beside] or known.walked[beside] or known.glimpsed[beside]):
            return True
    return False


def is_by_a_wall(level: Level, known: Knowledge, square: int) -> bool:
    """Return whether a hero knows of a wall beside a square."""
    for dy, dx in compass.DIRECTIONS.values():
        beside = square + dy * level.width + dx
        if terrain.OPAQUE[level.feature[beside]] and (known.mark[beside] or known.seen[beside]):
            return True
    return False


def way(
    game: SilGContext, seat: int, goal: int, most: int, shunned: Collection[int] = ()
) -> list[str]:
    """Return the directions of a shortest way over ground that a hero knows, at most so many
    steps, the last onto a square free of companions. Raises IllegalAction when there is none."""
    level = game.state.sil.level
    path = _path(ways(game, seat, FARTHEST, goal, shunned=shunned), goal)[:most]
    if not path:
        raise IllegalAction(_why_no_way(game, seat, goal))
    while path and (other := game.seat_at(level.place(path[-1][0]))) is not None:
        barring = other
        path.pop()
    if not path:
        raise IllegalAction(text("{hero} bars the way.", hero=game.hero_name(barring)))
    return [found.direction for _, found in path]


def _path(found: dict[int, KnownWay], goal: int) -> list[tuple[int, KnownWay]]:
    """Return the squares on the way to one and how each is reached; empty when it is not."""
    path = []
    while goal in found:
        path.append((goal, found[goal]))
        goal = found[goal].before
    return path[::-1]


def _why_no_way(game: SilGContext, seat: int, goal: int) -> Text:
    barring = _seen_creatures(game, seat)
    for square, _ in _path(ways(game, seat, FARTHEST, goal, past_creatures=True), goal):
        if square in barring:
            name = creature_names.name(game.hero_game(seat), barring[square])
            return text("{who:The} bars the way.", who=name)
    return text("You know no way there.")
