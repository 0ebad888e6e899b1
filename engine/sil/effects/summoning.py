"""Creatures called up by traps and by other creatures (rules: monsters 3.4; dungeon 4)."""

from __future__ import annotations

from engine.common import field_of_view
from engine.common.compass import SCAN
from engine.sil.creatures import spawning
from engine.sil.creatures.spawning import Filter
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.perception import visibility

NEAR_TRIES, FAR_TRIES = 15, 5  # for a place within distance 1, then within 2
ROOST_TRIES = 1000


def is_spider(race: Monster) -> bool:
    """Return whether a race is a spider without a name of its own."""
    return race.glyph.char == "M" and "UNIQUE" not in race.flags


def is_winged(race: Monster) -> bool:
    """Return whether a race is a bird or bat without a name of its own."""
    return race.glyph.char == "b" and "UNIQUE" not in race.flags


def roost(game: SilContext, number: int) -> int:
    """Birds or bats come about the hero; how many times a summons succeeded."""
    return _call(game, is_winged, number)


def web(game: SilContext) -> int:
    """Return a spider comes to its web; whether one came."""
    return _call(game, is_spider, 1)


def _call(game: SilContext, wanted: Filter, number: int) -> int:
    play, came = game.streams.play, 0
    for _ in range(ROOST_TRIES):
        level = game.level.depth + play.roll(2, 2) - play.roll(2, 2)
        if summon(game, game.hero.y, game.hero.x, level, wanted) is not None:
            came += 1
            if came == number:
                break
    return came


def summon(game: SilContext, y: int, x: int, level: int, wanted: Filter) -> Creature | None:
    """Call one creature of a wanted kind, awake and with its band, to a place near (y, x)."""
    play = game.streams.play
    spot = _spot(game, y, x)
    if spot is None:
        return None
    race = spawning.draw_race(game, level, play, only=wanted)
    if race is None:
        return None
    came = spawning.place(game, race, *spot, play, level=level, asleep=False)
    if came is not None:
        visibility.update_all(game)
    return came


def _spot(game: SilContext, y: int, x: int) -> tuple[int, int] | None:
    level, play = game.level, game.streams.play
    layer = terrain.opaque(game)
    for n in range(NEAR_TRIES + FAR_TRIES):
        reach = 1 if n < NEAR_TRIES else 2
        v, u = play.between(y - reach, y + reach), play.between(x - reach, x + reach)
        if not (0 <= v < level.height and 0 <= u < level.width):
            continue
        i = level.at(v, u)
        if not terrain.is_empty(game, i) or level.feature[i] == terrain.GLYPH:
            continue
        if field_of_view.los(layer, level.width, y, x, v, x2=u):
            return v, u
    return None


def hatch(game: SilContext, race: int, y: int, x: int) -> Creature | None:
    """Put an awake creature of a race on a free square beside (y, x)."""

    play = game.streams.play
    start = play.below(8)
    for n in range(8):
        dy, dx = SCAN[(start + n) % 8]
        born = spawning.place_one(game, race, y + dy, x + dx, play, asleep=False)
        if born is not None:
            visibility.update(game, born)
            return born
    return None
