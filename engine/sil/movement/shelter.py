"""Ways to ground that is better to fight on, or out of sight (no rule of Sil's: made for plans).

Only the hero's knowledge counts; what he does not know of neither walls off nor hides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.common import field_of_view
from engine.common.grid import neighbours
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.movement import travel

MOST_STEPS = 8  # of a way to shelter
FEW = 3  # ways onto a square that is narrow, at most
LESS = 2  # ways fewer than where he stands, at least


def ways_onto(game: SilContext, i: int) -> int:
    """Return from how many squares somebody could step onto a square, as far as the hero knows:
    all that he does not know to be shut."""
    level = game.level
    return sum(not (_known_shut(game, i + step)) for step in neighbours(level.width))


def _known_shut(game: SilContext, i: int) -> bool:
    known = game.knowledge.mark[i] or game.knowledge.seen[i]
    return bool(known and not terrain.PASSABLE[game.level.feature[i]] and not _door(game, i))


def _door(game: SilContext, i: int) -> bool:
    return bool(terrain.KNOWN_DOOR[game.level.feature[i]])


def way_to_narrow_ground(game: SilContext, enemies: Sequence[Creature]) -> list[int] | None:
    """Return the shortest way to a known doorway or corridor square where fewer can come at the
    hero than where he stands, and that he reaches before any of these enemies; None for none."""
    level = game.level
    here = level.at(game.hero.y, game.hero.x)
    most = min(FEW, ways_onto(game, here) - LESS)

    def narrow(i: int) -> bool:
        return ways_onto(game, i) <= most

    return _search(game, narrow, MOST_STEPS, enemies) if most > 0 else None


def way_out_of_sight(game: SilContext, enemies: Sequence[Creature]) -> list[int] | None:
    """Return the shortest way to a square that none of these enemies sees from where it stands, as
    far as the hero knows, and that he reaches before any of them; None for none."""
    level = game.level
    blocks = bytes(
        bool(known and terrain.OPAQUE[feature])
        for known, feature in zip(game.knowledge.mark, level.feature, strict=True)
    )

    def hidden(i: int) -> bool:
        y, x = level.place(i)
        return not any(
            field_of_view.los(blocks, level.width, c.y, c.x, y, x2=x)
            or field_of_view.los(blocks, level.width, y, x, c.y, x2=c.x)
            for c in enemies
        )

    return _search(game, hidden, MOST_STEPS, enemies)


def way_onto(game: SilContext, i: int, most: int) -> list[int] | None:
    """Return the shortest way, of at most so many steps, to a square; None for none, or where the
    hero stands on it."""
    return _search(game, lambda j: j == i, most)


def way_beside(game: SilContext, creature: Creature, most: int) -> list[int] | None:
    """Return the shortest way, of at most so many steps, to a square beside a creature; None for
    none."""
    width = game.level.width
    beside = {game.level.at(creature.y, creature.x) + step for step in neighbours(width)}
    return _search(game, lambda i: i in beside, most)


def _search(
    game: SilContext, wanted: Callable[[int], bool], most: int, enemies: Sequence[Creature] = ()
) -> list[int] | None:
    """Return the shortest way over free known ground to a square that is wanted, in at most so many
    steps; each step of it the hero takes before any of the enemies could."""
    level, hero = game.level, game.hero
    free = travel.ground(game, glimpsed=True)
    for creature in creature_names.visible(game):
        free[level.at(creature.y, creature.x)] = 0
    here = level.at(hero.y, hero.x)
    ways: dict[int, list[int]] = {here: []}
    front = [here]
    for steps in range(1, most + 1):
        ahead: list[int] = []
        for i in front:
            for step in neighbours(level.width):
                j = i + step
                if j in ways or not free[j] or not _ahead_of(game, j, steps, enemies):
                    continue
                ways[j] = [*ways[i], j]
                if wanted(j):
                    return ways[j]
                ahead.append(j)
        front = ahead
    return None


def _ahead_of(game: SilContext, i: int, steps: int, enemies: Sequence[Creature]) -> bool:
    """Return whether the hero is on a square in so many steps before any of them, at an equal
    pace; those who stand beside him follow on his heels anyway."""
    y, x = game.level.place(i)
    return all(
        max(abs(c.y - y), abs(c.x - x)) >= (1 if creature_stats.adjacent(game.hero, c) else steps)
        for c in enemies
    )
