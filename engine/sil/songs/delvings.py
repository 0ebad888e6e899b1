"""The Song of Delvings: terrain around what the hero knows becomes known (rules: songs 8.2)."""

from __future__ import annotations

from engine.common import grid
from engine.contract.view import Mark
from engine.sil.dungeon import search
from engine.sil.game.context import SilContext
from engine.sil.level import random_features, terrain

SIDES = 6
LEAST = 2  # what the strength must have left at a square for the song to reach it
BEFORE, AFTER = 5, 4  # squares in a row or column from which what is of note is found
_OF_NOTE = bytes(a | b for a, b in zip(terrain.LANDMARK, terrain.TRAP, strict=True))


def reveal(game: SilContext, strength: int, beyond: int) -> None:
    """Reveal squares beside known ones, secret doors, and near them stairs, forges and traps, as
    far as so many squares beyond the strength."""
    level, hero, known = game.level, game.hero, game.knowledge
    before = bytes(a | b for a, b in zip(known.mark, known.seen, strict=True))
    around = grid.disc(level.width, level.height, hero.y, hero.x, max(0, strength - LEAST))
    found = {i for i, away in around if is_reached(game, before, i, strength - away)}
    for i in sorted(found):
        known.mark[i] = 1
        if level.feature[i] == terrain.SECRET_DOOR:
            search.reveal(game, i)
    for i in terrain.squares(level, _OF_NOTE):
        if (level.hidden[i] or not known.mark[i]) and _is_beside(game, found, i, strength + beyond):
            _show(game, i)


def is_reached(game: SilContext, before: bytes, i: int, left: int) -> bool:
    """Return whether a known square helps to reveal this one: each has its own chance."""
    play = game.streams.play
    helpers = before[i] + sum(before[j] for j in random_features.neighbours(game.level, i))
    return left >= LEAST and any(left > SIDES or play.die(SIDES) < left for _ in range(helpers))


def _is_beside(game: SilContext, found: set[int], i: int, reach: int) -> bool:
    """Return whether a revealed square lies in the row or the column of this one, near it."""
    level, hero = game.level, game.hero
    y, x = level.place(i)
    if max(abs(y - hero.y), abs(x - hero.x)) > reach:
        return False
    steps = range(-BEFORE, AFTER + 1)
    rows = (level.at(y, x + step) for step in steps if 0 <= x + step < level.width)
    return any(j in found for j in rows) or any(i + step * level.width in found for step in steps)


def _show(game: SilContext, i: int) -> None:
    if game.level.hidden[i]:
        search.reveal(game, i)
        return
    game.knowledge.mark[i] = 1
    game.state.marks.append(Mark("new", *game.level.place(i)))
