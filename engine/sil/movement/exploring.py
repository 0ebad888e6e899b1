"""The next goal of a hero who explores (no rule of Sil's: made for plans)."""

from __future__ import annotations

from collections.abc import Callable

from engine.common import field_of_view
from engine.common.grid import SIGHT, distance, neighbours
from engine.sil.dungeon import doors
from engine.sil.game.context import Game
from engine.sil.level import terrain
from engine.sil.movement import travel


def next_way(game: Game) -> list[int] | None:
    """Return the way to the nearest ground that borders on the unknown; when there is none, to the
    nearest closed door that he may open; None when nothing is left to explore.

    What was walked on is done with: the hero has seen what lies about it. Ground in the sight of
    known enemies is left for the last, or he would go to and fro between them and what lies behind
    him; and he keeps as far from them as the ways allow.
    """
    enemies = travel.known_enemies(game)
    for berth in travel.BERTHS if enemies else travel.BERTHS[-1:]:
        free = travel.ways(game, glimpsed=True, berth=berth)
        way = _way_over(game, free, _out_of_sight(game, enemies)) if enemies else None
        way = way or _way_over(game, free, lambda _: True)
        if way is not None:
            return way
    return None


def _way_over(game: Game, free: bytearray, is_fit: Callable[[int], bool]) -> list[int] | None:
    """Return the next way over free ground to a goal that is fit."""
    level, hero = game.level, game.hero
    edge, walked = travel.edge_of_known(game), game.knowledge.walked

    def borders(i: int) -> bool:
        return bool(edge[i] and free[i] and not walked[i]) and is_fit(i)

    start = level.at(hero.y, hero.x)
    way = travel.nearest(free, level.width, start, borders)
    if way is not None:
        return way

    def door(i: int) -> bool:
        return bool(
            terrain.KNOWN_DOOR[level.feature[i]]
            and game.knowledge.mark[i]
            and not doors.stays_shut(game, i)
        ) and is_fit(i)

    return travel.nearest(free, level.width, start, door)


def _out_of_sight(game: Game, enemies: list[int]) -> Callable[[int], bool]:
    """Return a test of whether none of the known enemies sees a square, as far as the hero knows
    the ground: what he does not know hides."""
    level = game.level
    known = travel.known_squares(game, glimpsed=True)
    opaque = bytes(
        terrain.OPAQUE[feature] or not seen
        for feature, seen in zip(level.feature, known, strict=True)
    )

    def is_hidden(i: int) -> bool:
        y, x = level.place(i)
        for enemy in enemies:
            v, u = level.place(enemy)
            if distance(v, u, y, x) <= SIGHT and field_of_view.los(opaque, level.width, v, u, y, x):
                return False
        return True

    return is_hidden


def still_worth(game: Game, goal: int) -> bool:
    """Return whether a goal chosen before still borders on the unknown, or is still a closed
    door."""
    level = game.level
    if terrain.KNOWN_DOOR[level.feature[goal]]:
        return True
    if game.knowledge.walked[goal]:
        return False
    known = travel.known_squares(game, glimpsed=True)
    return not all(known[goal + step] for step in neighbours(level.width))
