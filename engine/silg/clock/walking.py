"""Walks off the clock, a stride at a time: companions let each other by (rules: silg 2, T2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine.common import compass
from engine.contract.texts import Words
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.silg import party_sight
from engine.silg.clock import steps
from engine.silg.context import SilGContext
from engine.silg.wording import text


def where(game: SilGContext, seat: int) -> tuple[int, int]:
    """Return the (y, x) of a seat's hero."""
    return game.hero(seat).y, game.hero(seat).x


def hindrance(game: SilGContext, seat: int) -> Words:
    """Return why a hero cannot go anywhere by a plan now; "" when they can."""
    hero = game.hero(seat)
    if derived.is_overburdened(hero):
        return steps.OVERBURDENED
    return text("You are confused: wait until it passes.") if hero.timers.confused else ""


def stride(game: SilGContext, seat: int, path: Sequence[str]) -> list[str] | None:
    """Take the next step of a path, past companions, or open the door that it leads to; return the
    rest of the path, or None where it goes no further in this minute. It costs squares of it."""
    player = game.player(seat)
    ahead = _squares(game, seat, path)
    passed = _companions_on(game, ahead)
    if passed >= min(len(path), player.left):
        return None
    shut = is_shut(game, ahead[passed])
    moved = _pass(game, seat, path[: passed + 1])
    player.spend(passed + 1 if moved else 1)
    if seat not in game.heroes:
        return None
    if moved:
        return list(path[passed + 1 :])
    return list(path) if shut and not is_shut(game, ahead[passed]) else None


def _squares(game: SilGContext, seat: int, path: Sequence[str]) -> list[int]:
    """Return the squares that a hero's path leads over."""
    level, found = game.state.sil.level, []
    square = level.at(*where(game, seat))
    for direction in path:
        dy, dx = compass.DIRECTIONS[direction]
        square += dy * level.width + dx
        found.append(square)
    return found


def _companions_on(game: SilGContext, squares: Sequence[int]) -> int:
    """Return on how many squares companions stand, from the first on without a gap."""
    level = game.state.sil.level
    taken = (game.seat_at(level.place(square)) is not None for square in squares)
    return sum(1 for _ in takewhile(bool, taken))


def is_shut(game: SilGContext, square: int) -> bool:
    """Return whether a square holds a shut door that heroes take for one."""
    return bool(terrain.KNOWN_DOOR[game.state.sil.level.feature[square]])


def _pass(game: SilGContext, seat: int, path: Sequence[str]) -> bool:
    """Let a hero step past the companions on a path and take its last step; return whether they
    have moved."""
    hero, here = game.hero(seat), where(game, seat)
    if path[:-1]:
        hero.y, hero.x = game.state.sil.level.place(_squares(game, seat, path[:-1])[-1])
    beside = where(game, seat)
    moved = steps.step_hero(game, seat, path[-1])
    if not moved and where(game, seat) == beside:
        hero.y, hero.x = here
    party_sight.refresh(game)
    return moved
