"""Magic that shows the lie of the land (rules: objects 7.4; dungeon 7)."""

from __future__ import annotations

from engine.common.grid import neighbours
from engine.sil.game.context import SilContext
from engine.sil.level import terrain


def reveal_around(game: SilContext, rows: int, columns: int) -> None:
    """Remember what is not floor, and the rock beside every open square, so far each way."""
    hero, level = game.hero, game.level
    for y in range(max(1, hero.y - rows), min(level.height - 1, hero.y + rows + 1)):
        for x in range(max(1, hero.x - columns), min(level.width - 1, hero.x + columns + 1)):
            _reveal(game, level.at(y, x))


def reveal_level(game: SilContext) -> None:
    """Reveal the whole level in the same way."""
    level = game.level
    for y in range(1, level.height - 1):
        for x in range(1, level.width - 1):
            _reveal(game, level.at(y, x))


def _reveal(game: SilContext, i: int) -> None:
    """An open square, or one of note: it and the rock about it are remembered; plain floor and
    traps are not."""
    level = game.level
    feature = level.feature[i]
    if terrain.ROCK[feature] and feature != terrain.RUBBLE:
        return
    if not terrain.is_floorlike(level, i) and not terrain.TRAP[feature]:
        game.knowledge.mark[i] = 1
    for step in neighbours(level.width):
        if terrain.ROCK[level.feature[i + step]]:
            game.knowledge.mark[i + step] = 1
