"""Situations at the table with what an expert would think of first: the first three offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.sil.game.state import Slot
from engine.silg.clock import encounter_clock
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from tests.engine.sil.stage import item
from tests.engine.silg.stage import foe, skills, table, wear

ROOMS = (
    "#################",
    "#.......#.......#",
    "#.......#.......#",
    "#.......+.......#",
    "#.......#.......#",
    "#################",
)


class TableSituation(NamedTuple):
    """A table, the seat that decides, and the lines of its first three offers."""

    name: str
    build: Callable[[], SilGContext]
    first: tuple[str, ...]
    seat: int = 0


def armed(*names: str, **options: str) -> SilGContext:
    """Return heroes with swords and some skill, side by side."""
    session = table(*(names or ("Ann", "Bob")), **options)
    for seat in session.heroes:
        wear(session, seat, Slot.WEAPON, "Longsword")
        skills(session, seat, melee=6, evasion=6, archery=4)
        session.hero(seat).health = session.hero(seat).derived.max_health
    return session


def archers() -> SilGContext:
    """Return heroes with bows."""
    session = armed()
    for seat in session.heroes:
        wear(session, seat, Slot.BOW, "Shortbow")
        wear(session, seat, Slot.QUIVER1, "Arrow", count=20)
    return session


def carrying(session: SilGContext, name: str, seat: int = 0) -> SilGContext:
    """Put a thing of a known kind into a pack."""
    held = item(name)
    session.hero(seat).pack.append(held)
    lore = session.hero(seat).knowledge.lore
    if held.kind not in lore.aware:
        lore.aware.append(held.kind)
    return session


def hurt(session: SilGContext, percent: int, seat: int = 0) -> SilGContext:
    """Let a hero have so much health."""
    hero = session.hero(seat)
    hero.health = max(1, hero.derived.max_health * percent // 100)
    return session


def facing(session: SilGContext, *places: tuple[int, int], name: str = "Orc scout") -> SilGContext:
    """Put alert enemies on squares and start the clock."""
    for y, x in places:
        foe(session, name, y, x)
    encounter_clock.start(session)
    return session


def ailing(session: SilGContext, **timers: int) -> SilGContext:
    """Let the first hero suffer something."""
    for name, turns in timers.items():
        setattr(session.hero(0).timers, name, turns)
    refresh(session)
    return session


def placed(session: SilGContext, seat: int, y: int, x: int) -> SilGContext:
    """Put a hero on a square."""
    session.hero(seat).y, session.hero(seat).x = y, x
    refresh(session)
    return session


def ready(session: SilGContext, *seats: int) -> SilGContext:
    """Let heroes be done with the minute."""
    for seat in seats:
        session.player(seat).ready = True
    return session


def asked(session: SilGContext) -> SilGContext:
    """Let the Game Master ask the first hero for a roll."""
    session.player(0).asked = "perception 12"
    return session


def lying(session: SilGContext, name: str) -> SilGContext:
    """Put a thing under the first hero."""
    hero, level = session.hero(0), session.state.sil.level
    level.floor[level.at(hero.y, hero.x)] = [item(name)]
    refresh(session)
    return session


def by_minutes(session: SilGContext) -> SilGContext:
    """Begin a minute."""
    for seat in session.heroes:
        session.player(seat).left, session.player(seat).ready = 30, False
    return session


def alone() -> SilGContext:
    """Return a hero in one of two rooms."""
    session = table("Ann", rows=ROOMS)
    return by_minutes(placed(session, 0, 2, 3))


def stairs(session: SilGContext) -> SilGContext:
    """Let Bob wait at stairs, beside the first hero."""
    session.player(1).stairs = "down"
    return ready(placed(session, 1, 4, 5), 1)
