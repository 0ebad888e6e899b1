"""The next goal of a hero who explores (no rule of Sil's: made for plans)."""

from __future__ import annotations

from engine.common.grid import neighbours
from engine.sil.dungeon import doors
from engine.sil.game.context import Game
from engine.sil.level import terrain
from engine.sil.movement import travel


def go_past(game: Game) -> None:
    """Remember where those in sight sleep, to leave them for the last."""
    level, known = game.level, game.knowledge
    places = {level.at(c.y, c.x) for c in travel.watchers(game)}
    known.sleepers = sorted(places.union(known.sleepers))


def next_way(game: Game, berth: int = 1) -> list[int] | None:
    """Return the way to the nearest ground that borders on the unknown; when there is none, to the
    nearest closed door that he may open; None when nothing is left to explore.

    What was walked on is done with: the hero has seen what lies about it. He comes no nearer to a
    creature than `berth` squares, and to the sleepers whom he went past only when all else is
    explored: else he would go to and fro between them and what lies behind him.
    """
    sleepers = game.knowledge.sleepers
    free = travel.ways(game, glimpsed=True, berth=berth, sleepers=sleepers)
    way = _way_over(game, free)
    if way is None and sleepers:
        way = _way_over(game, travel.ways(game, glimpsed=True, berth=berth))
    return way


def _way_over(game: Game, free: bytearray) -> list[int] | None:
    """Return the next way over free ground."""
    level, hero = game.level, game.hero
    edge, walked = travel.edge_of_known(game), game.knowledge.walked

    def borders(i: int) -> bool:
        return bool(edge[i] and free[i] and not walked[i])

    start = level.at(hero.y, hero.x)
    way = travel.nearest(free, level.width, start, borders)
    if way is not None:
        return way

    def door(i: int) -> bool:
        return bool(
            terrain.KNOWN_DOOR[level.feature[i]]
            and game.knowledge.mark[i]
            and not doors.stays_shut(game, i)
        )

    return travel.nearest(free, level.width, start, door)


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
