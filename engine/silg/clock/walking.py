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


def where(session: SilGContext, seat: int) -> tuple[int, int]:
    """Return the (y, x) of a seat's hero."""
    return session.hero(seat).y, session.hero(seat).x


def hindrance(session: SilGContext, seat: int) -> Words:
    """Return why a hero cannot go anywhere by a plan now; "" when they can."""
    hero = session.hero(seat)
    if derived.is_overburdened(hero):
        return steps.OVERBURDENED
    return text("You are confused: wait until it passes.") if hero.timers.confused else ""


def stride(session: SilGContext, seat: int, path: Sequence[str]) -> list[str] | None:
    """Take the next step of a path, past companions, or open the door that it leads to; return the
    rest of the path, or None where it goes no further in this minute. It costs squares of it."""
    player = session.player(seat)
    ahead = _squares(session, seat, path)
    passed = _companions_on(session, ahead)
    if passed >= min(len(path), player.left):
        return None
    shut = is_shut(session, ahead[passed])
    moved = _pass(session, seat, path[: passed + 1])
    player.spend(passed + 1 if moved else 1)
    if seat not in session.heroes:
        return None
    if moved:
        return list(path[passed + 1 :])
    return list(path) if shut and not is_shut(session, ahead[passed]) else None


def _squares(session: SilGContext, seat: int, path: Sequence[str]) -> list[int]:
    """Return the squares that a hero's path leads over."""
    level, found = session.state.sil.level, []
    square = level.at(*where(session, seat))
    for direction in path:
        dy, dx = compass.DIRECTIONS[direction]
        square += dy * level.width + dx
        found.append(square)
    return found


def _companions_on(session: SilGContext, squares: Sequence[int]) -> int:
    """Return on how many squares companions stand, from the first on without a gap."""
    level = session.state.sil.level
    taken = (session.seat_at(level.place(square)) is not None for square in squares)
    return sum(1 for _ in takewhile(bool, taken))


def is_shut(session: SilGContext, square: int) -> bool:
    """Return whether a square holds a shut door that heroes take for one."""
    return bool(terrain.KNOWN_DOOR[session.state.sil.level.feature[square]])


def _pass(session: SilGContext, seat: int, path: Sequence[str]) -> bool:
    """Let a hero step past the companions on a path and take its last step; return whether they
    have moved."""
    hero, here = session.hero(seat), where(session, seat)
    if path[:-1]:
        hero.y, hero.x = session.state.sil.level.place(_squares(session, seat, path[:-1])[-1])
    beside = where(session, seat)
    moved = steps.step_hero(session, seat, path[-1])
    if not moved and where(session, seat) == beside:
        hero.y, hero.x = here
    party_sight.refresh(session)
    return moved
