"""Noticing and searching: secret doors, traps, the locks of chests (rules: dungeon 3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import field_of_view, grid
from engine.common.slugs import slug
from engine.contract.facts import Found
from engine.contract.texts import text
from engine.contract.view import Mark
from engine.sil.creatures import skill_rolls
from engine.sil.dungeon.doors import handicap
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Item, Skill
from engine.sil.hero import banes
from engine.sil.level import random_features, terrain
from engine.sil.perception import vision

REACH = 4
_FARTHER = (0, 0, 2, 4, 6)  # by distance
SEARCHING = 5
SECRET_DOOR, CHEST = 10, 15
CHEST_TVAL = 7


def notice(game: SilContext) -> None:
    """Let the hero notice by himself, after a step, what is near and lit."""
    level, hero = game.level, game.hero
    opaque = terrain.opaque(game)
    for i, away in grid.disc(level.width, level.height, hero.y, hero.x, REACH):
        if not hides(game, i):
            continue
        if away > 1 and away > hero.derived.light and not level.glow[i]:
            continue
        y, x = level.place(i)
        if away > 1 and not game.knowledge.seen[i]:
            continue
        if field_of_view.los(opaque, level.width, hero.y, hero.x, y, x2=x):
            _examine(game, i, away, 0)


def search(game: SilContext) -> None:
    """Search the neighbours with care, then notice as after a step."""
    for i in _around(game):
        level = game.level
        if hides(game, i):
            _examine(game, i, 1, SEARCHING)
        if not game.knowledge.mark[i] and not terrain.is_floorlike(level, i):
            game.knowledge.mark[i] = 1
        if not game.knowledge.mark[i] and level.floor.get(i):
            game.notice(level.floor[i][0])
    notice(game)


def _around(game: SilContext) -> Iterator[int]:
    level, hero = game.level, game.hero
    here = level.at(hero.y, hero.x)
    return (here + step for step in grid.neighbours(level.width))


def _chest(game: SilContext, i: int) -> Item | None:
    """Return a chest on a square whose lock or trap is still to be found out."""
    kinds = game.data.kinds
    for item in game.level.floor.get(i, ()):
        if kinds[item.kind].tval == CHEST_TVAL and item.pval > 0 and not item.known:
            return item
    return None


def hides(game: SilContext, i: int) -> bool:
    """Return whether a square holds something that is still to be found."""
    level = game.level
    return (
        bool(level.hidden[i])
        or level.feature[i] == terrain.SECRET_DOOR
        or (i in level.floor and _chest(game, i) is not None)
    )


def difficulty(game: SilContext, i: int, away: int) -> int:
    """Return how hard it is to find what a square hides."""
    level = game.level
    depth = level.depth // 2 if level.depth else 10
    base = depth + handicap(game) + _FARTHER[away]
    chest = _chest(game, i)
    if level.hidden[i]:
        base += game.rulings.floor_trap_notice_penalty
        if level.feature[i] == terrain.WEB:
            base -= banes.spider_bane(game)
    elif level.feature[i] == terrain.SECRET_DOOR:
        base += SECRET_DOOR
    elif chest is not None:
        if game.rulings.chest_trap_notice_base == "chest level":
            base += chest.pval // 2 - depth
        base += CHEST
    return base


def _examine(game: SilContext, i: int, away: int, bonus: int) -> None:
    score = game.hero.skill(Skill.PERCEPTION) + game.knowledge.light[i] + bonus
    if skill_rolls.hero_check(game, score, difficulty(game, i, away)) > 0:
        reveal(game, i)


def reveal(game: SilContext, i: int) -> None:
    """Show what a square hides, and tell."""
    level = game.level
    game.state.marks.append(Mark("new", *level.place(i)))
    if level.hidden[i]:
        level.hidden[i] = 0
        game.knowledge.mark[i] = 1
        name = terrain.words_of(game.data, level.feature[i])
        found = Found(slug(game.data.terrain[level.feature[i]].name), level.place(i))
        tell(game, text("You have found a trap: {name}.", name=name), "found", fact=found)
    elif level.feature[i] == terrain.SECRET_DOOR:
        door = random_features.closed_door(game.streams.play, level.depth, bool(level.icky[i]))
        vision.change_terrain(game, i, door)
        game.knowledge.mark[i] = 1
        found = Found("secret-door", level.place(i))
        tell(game, text("You have found a secret door."), "found", fact=found)
    else:
        chest = _chest(game, i)
        if chest is not None:
            chest.known = True
            found = Found("chest-trap", level.place(i))
            tell(game, text("You have found a trap on the chest."), "found", fact=found)
    disturb(game, text("something was found"), "found", at=level.place(i))
