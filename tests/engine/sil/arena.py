"""A game on a drawn map, for tests that play the rules on certain ground.

`#` rock (the border is permanent), `.` floor, `@` the hero, `+` door, `'` open door, `S` secret
door, `:` rubble, `%` quartz, `x` chasm, `;` glyph, `p` pit, `P` spiked pit, `w` web, `<` `>`
stairs, `0` forge, `,` sunlight. Other letters are floor: `find` tells where they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.sil.game.context import SilContext
from engine.sil.game.state import Level
from engine.sil.level import terrain
from engine.sil.perception import noise, vision
from tests.engine.sil.stage import load_dice, refresh, stage

GLYPHS = {
    "#": terrain.GRANITE, ".": terrain.FLOOR, "+": terrain.CLOSED_DOOR, "'": terrain.OPEN_DOOR,
    "S": terrain.SECRET_DOOR, ":": terrain.RUBBLE, "%": terrain.QUARTZ, "x": terrain.CHASM,
    ";": terrain.GLYPH, "p": terrain.PIT, "P": terrain.SPIKED_PIT, "w": terrain.WEB,
    "<": terrain.UP_STAIR, ">": terrain.DOWN_STAIR, "0": terrain.FORGE + 3,
    ",": terrain.SUNLIGHT,
}  # fmt: skip

ROOM = (
    "###########",
    "#.........#",
    "#.........#",
    "#.........#",
    "#....@....#",
    "#.........#",
    "#.........#",
    "#.........#",
    "###########",
)


def arena(
    *rows: str, depth: int = 5, lit: bool = True, known: bool = False, **hero: Any
) -> SilContext:
    """Return a hero on the map of these rows (ROOM without any), who has just looked about him.

    `lit`: everything glows; `known`: the whole map is remembered; `hero`: what `stage` takes.
    """
    rows = rows or ROOM
    game = stage(**hero)
    height, width = len(rows), len(rows[0])
    level = Level.blank(depth, height, width, terrain.FLOOR)
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            edge = y in (0, height - 1) or x in (0, width - 1)
            feature = GLYPHS.get(glyph, terrain.FLOOR)
            level.feature[level.at(y, x)] = terrain.PERMANENT if edge else feature
            if glyph == "@":
                game.hero.y, game.hero.x = y, x
    if lit:
        level.glow = bytearray(b"\x01" * (height * width))
    game.state.begin_level(level)
    if known:
        game.knowledge.mark = bytearray(b"\x01" * (height * width))
    game.hero.turns = 10
    game.hero.energy = 100
    game.lore.tags.clear()
    level.arrivals_on = False
    look(game)
    return game


def look(game: SilContext) -> None:
    """Work out hero and sight anew, as the start of a turn does; nothing was disturbed."""
    refresh(game)
    noise.rebuild(game)
    vision.update(game)
    game.state.events.clear()
    game.state.said.clear()
    game.state.disturbances = []


def find(rows: tuple[str, ...], glyph: str) -> tuple[int, int]:
    """(y, x) of the first such glyph of a drawing."""
    return divmod("".join(rows).index(glyph), len(rows[0]))


def put(game: SilContext, y: int, x: int, feature: int, *, hidden: bool = False) -> int:
    """Put a terrain on a square; its index."""
    i = game.level.at(y, x)
    game.level.feature[i] = feature
    game.level.hidden[i] = hidden
    vision.update(game)
    return i


def said(game: SilContext) -> list[str]:
    """Return every line told since the last look."""
    return [str(line.text) for line in game.state.said]


def odds(game: SilContext, act: Callable[[], bool], sides: int = 10) -> int:
    """In how many of all pairs of two dice something happens; `act` must not change the game."""
    wins = 0
    for one in range(1, sides + 1):
        for other in range(1, sides + 1):
            load_dice(game, one, other)
            wins += bool(act())
    return wins
