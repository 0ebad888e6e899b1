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
    game = table(*(names or ("Ann", "Bob")), **options)
    for seat in game.heroes:
        wear(game, seat, Slot.WEAPON, "Longsword")
        skills(game, seat, melee=6, evasion=6, archery=4)
        game.hero(seat).health = game.hero(seat).derived.max_health
    return game


def archers() -> SilGContext:
    """Return heroes with bows."""
    game = armed()
    for seat in game.heroes:
        wear(game, seat, Slot.BOW, "Shortbow")
        wear(game, seat, Slot.QUIVER1, "Arrow", count=20)
    return game


def carrying(game: SilGContext, name: str, seat: int = 0) -> SilGContext:
    """Put a thing of a known kind into a pack."""
    held = item(name)
    game.hero(seat).pack.append(held)
    lore = game.hero(seat).knowledge.lore
    if held.kind not in lore.aware:
        lore.aware.append(held.kind)
    return game


def hurt(game: SilGContext, percent: int, seat: int = 0) -> SilGContext:
    """Let a hero have so much health."""
    hero = game.hero(seat)
    hero.health = max(1, hero.derived.max_health * percent // 100)
    return game


def facing(game: SilGContext, *places: tuple[int, int], name: str = "Orc scout") -> SilGContext:
    """Put alert enemies on squares and start the clock."""
    for y, x in places:
        foe(game, name, y, x)
    encounter_clock.start(game)
    return game


def ailing(game: SilGContext, **timers: int) -> SilGContext:
    """Let the first hero suffer something."""
    for name, turns in timers.items():
        setattr(game.hero(0).timers, name, turns)
    refresh(game)
    return game


def placed(game: SilGContext, seat: int, y: int, x: int) -> SilGContext:
    """Put a hero on a square."""
    game.hero(seat).y, game.hero(seat).x = y, x
    refresh(game)
    return game


def ready(game: SilGContext, *seats: int) -> SilGContext:
    """Let heroes be done with the minute."""
    for seat in seats:
        game.player(seat).ready = True
    return game


def asked(game: SilGContext) -> SilGContext:
    """Let the Game Master ask the first hero for a roll."""
    game.player(0).asked = "perception 12"
    return game


def lying(game: SilGContext, name: str) -> SilGContext:
    """Put a thing under the first hero."""
    hero, level = game.hero(0), game.state.sil.level
    level.floor[level.at(hero.y, hero.x)] = [item(name)]
    refresh(game)
    return game


def by_minutes(game: SilGContext) -> SilGContext:
    """Begin a minute."""
    for seat in game.heroes:
        game.player(seat).left, game.player(seat).ready = 30, False
    return game


def alone() -> SilGContext:
    """Return a hero in one of two rooms."""
    game = table("Ann", rows=ROOMS)
    return by_minutes(placed(game, 0, 2, 3))


def stairs(game: SilGContext) -> SilGContext:
    """Let Bob wait at stairs, beside the first hero."""
    game.player(1).stairs = "down"
    return ready(placed(game, 1, 4, 5), 1)
