"""Sil's run: along corridors, across open ground, to the first thing of note (rules: dungeon 7.6).

Directions are keypad numbers; left is one eighth counter-clockwise, right one clockwise.
"""

from __future__ import annotations

from msgspec import Struct

from engine.common import compass
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.level import terrain

_PLAIN = terrain.table(
    (
        terrain.DARKNESS,
        terrain.FLOOR,
        terrain.OPEN_DOOR,
        terrain.BROKEN_DOOR,
        *(f for f in range(256) if terrain.ROCK[f] and f != terrain.RUBBLE),
    )
)
"""Terrain that a run passes by without stopping."""


class RunState(Struct):
    """A run under way: where to, where from, and what is being followed."""

    direction: int
    came: int
    open_ground: bool = True
    break_left: bool = False
    break_right: bool = False


def start(game: SilContext, direction: int) -> RunState:
    """Begin a run; its first step is taken without further tests."""
    hero = game.hero
    dy, dx = compass.OFFSETS[direction]
    y, x = hero.y + dy, hero.x + dx
    run = RunState(direction, direction)
    near_left, deep_left = _beside(game, y, x, direction, 1)
    near_right, deep_right = _beside(game, y, x, direction, -1)
    run.break_left, run.break_right = near_left or deep_left, near_right or deep_right
    if not (run.break_left and run.break_right):
        return run
    run.open_ground = False
    if dy and dx:
        if deep_left and not deep_right:
            run.came = compass.turned(direction, -1)
        elif deep_right and not deep_left:
            run.came = compass.turned(direction, 1)
    elif _wall(game, y + dy, x + dx):
        if near_left and not near_right:
            run.came = compass.turned(direction, -2)
        elif near_right and not near_left:
            run.came = compass.turned(direction, 2)
    return run


def _beside(game: SilContext, y: int, x: int, direction: int, side: int) -> tuple[bool, bool]:
    """Return whether there is a wall on that side of the hero, or else of the square ahead."""
    dy, dx = compass.OFFSETS[compass.turned(direction, side)]
    near = _wall(game, game.hero.y + dy, game.hero.x + dx)
    return near, not near and _wall(game, y + dy, x + dx)


def go_on(game: SilContext, run: RunState) -> bool:
    """Look about after a step and turn where the way turns; False when the run is over."""
    span = 2 if run.came in (1, 3, 7, 9) else 1
    options: list[int] = []
    for offset in range(-span, span + 1):
        direction = compass.turned(run.came, offset)
        y, x = _ahead(game, direction)
        if _notable(game, y, x) or _rooted_ahead(game, run, offset):
            return False
        if _open_or_unknown(game, y, x):
            if not run.open_ground and not _take(options, direction):
                return False
        elif run.open_ground:
            if offset < 0:
                run.break_right = True
            elif offset > 0:
                run.break_left = True
    if run.open_ground:
        if not _sides_hold(game, run, span):
            return False
        run.came = run.direction
    elif not options or not _turn(game, run, options):
        return False
    return not _wall(game, *_ahead(game, run.direction))


def _take(options: list[int], direction: int) -> bool:
    """Note a way that a corridor goes on; False where the ways part."""
    if len(options) == 2:
        return False
    if options and compass.turned(options[0], 1) != direction:
        return False
    options.append(direction)
    return True


def _turn(game: SilContext, run: RunState, options: list[int]) -> bool:
    """Follow a corridor that goes on; of two ways side by side the straight one, keeping the
    diagonal in mind to cut the corner."""
    if len(options) == 1:
        run.direction = run.came = options[0]
        return True
    straight = next(way for way in options if way not in (1, 3, 7, 9))
    diagonal = next(way for way in options if way in (1, 3, 7, 9))
    run.direction = straight
    dy, dx = compass.OFFSETS[straight]
    y, x = game.hero.y + 2 * dy, game.hero.x + 2 * dx
    level = game.level
    if _inside(game, y, x):
        beyond = level.at(y, x)
        if game.knowledge.mark[beyond] and not terrain.ROCK[level.feature[beyond]]:
            return False
    run.came = diagonal
    return True


def _sides_hold(game: SilContext, run: RunState, span: int) -> bool:
    """On open ground: false where a wall that was followed ends, or one begins."""
    for offset in range(-span, 0):
        opened = not _wall(game, *_ahead(game, compass.turned(run.came, offset)))
        if run.break_right if opened else run.break_left:
            return False
    for offset in range(span, 0, -1):
        opened = not _wall(game, *_ahead(game, compass.turned(run.came, offset)))
        if run.break_left if opened else run.break_right:
            return False
    return True


def _ahead(game: SilContext, direction: int) -> tuple[int, int]:
    dy, dx = compass.OFFSETS[direction]
    return game.hero.y + dy, game.hero.x + dx


def _inside(game: SilContext, y: int, x: int) -> bool:
    return 0 <= y < game.level.height and 0 <= x < game.level.width


def _wall(game: SilContext, y: int, x: int) -> bool:
    """Return whether there is a wall that the hero knows of; doors are none."""
    if not _inside(game, y, x):
        return False
    i = game.level.at(y, x)
    return bool(terrain.ROCK[game.level.feature[i]] and game.knowledge.mark[i])


def _open_or_unknown(game: SilContext, y: int, x: int) -> bool:
    """Return whether a square is not known to be shut off."""
    i = game.level.at(y, x)
    return not game.knowledge.mark[i] or not terrain.OPAQUE[game.level.feature[i]]


def _notable(game: SilContext, y: int, x: int) -> bool:
    """Return whether something is worth stopping for: a creature, an object, a feature."""
    level = game.level
    i = level.at(y, x)
    creature = level.creatures[level.occupant.get(i, 0)]
    if creature is not None and game.known(creature).visible:
        return True
    if any(game.knows_of(item) for item in level.floor.get(i, ())):
        return True
    if not game.knowledge.mark[i] or level.hidden[i]:
        return False
    return not _PLAIN[level.feature[i]]


def _rooted_ahead(game: SilContext, run: RunState, offset: int) -> bool:
    """Return whether a visible creature that never moves would be beside the hero after one more
    step."""
    dy, dx = compass.OFFSETS[run.came]
    y, x = _ahead(game, compass.turned(run.came, offset))
    if not _inside(game, y + dy, x + dx):
        return False
    creature: Creature | None = game.level.creature_at(y + dy, x + dx)
    if creature is None or not game.known(creature).visible:
        return False
    return creature_names.seems(game, creature, "NEVER_MOVE")
