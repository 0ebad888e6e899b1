"""Creatures that arrive by the stairs, and hunters of a hero on the run (rules: monsters 4.3,
4.4)."""

from __future__ import annotations

from engine.common import field_of_view
from engine.common.compass import SCAN
from engine.contract.dice import Stream, trunc_div
from engine.contract.texts import text
from engine.sil.creatures import creature_names, placement, spawning
from engine.sil.creatures.situation import ROOTED
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.perception import visibility, vision

_STEP = {terrain.UP_SHAFT: -2, terrain.UP_STAIR: -1, terrain.DOWN_STAIR: 1, terrain.DOWN_SHAFT: 2}
TRIES = 50
HAUNTING = (3, 13)  # a haunting wraith: this much deeper than its stairs, at least this level
MORGOTH_TRIES = 101


def arrive(game: SilContext, *, haunting: bool = False) -> Creature | None:
    """Somebody comes by a random staircase, with a band; or a wraith that haunts the hero."""
    level, play = game.level, game.streams.play
    stairs = terrain.squares(level, terrain.STAIR)
    if not level.arrivals_on or not stairs:
        return None
    i = play.choose(stairs)
    if not terrain.is_empty(game, i) and not _make_way(game, i):
        return None
    asked = max(1, level.depth + _STEP[level.feature[i]])
    came = _haunt(game, asked, i) if haunting else _come(game, asked, i)
    if came is not None:
        _tell(game, came, i)
    return came


def _come(game: SilContext, asked: int, i: int) -> Creature | None:
    y, x = game.level.place(i)
    play = game.streams.play
    for _ in range(TRIES):
        race = spawning.draw_race(game, asked, play, smart=True)
        if race is None:
            continue
        came = spawning.place(game, race, y, x, play, level=asked, asleep=False)
        if came is not None:
            return came
    return None


def _haunt(game: SilContext, asked: int, i: int) -> Creature | None:
    deeper, least = HAUNTING
    most = max(asked + deeper, least)

    def undead(race: Monster) -> bool:
        return "UNDEAD" in race.flags

    return spawning.place_flagged(game, most, undead, *game.level.place(i), game.streams.play)


def _make_way(game: SilContext, i: int) -> bool:
    """Return who stands on the stairs is shoved aside; false if that cannot be."""
    level, hero = game.level, game.hero
    y, x = level.place(i)
    creature = level.creature_at(y, x)
    if creature is not None and game.data.monsters[creature.race].flags & ROOTED:
        return False
    start = game.streams.play.below(8)
    for n in range(8):
        dy, dx = SCAN[(start + n) % 8]
        if not terrain.is_empty(game, level.at(y + dy, x + dx)):
            continue
        if creature is not None:
            placement.relocate(game, creature, y + dy, x + dx)
        else:
            hero.y, hero.x = y + dy, x + dx
            tell(game, text("Somebody pushes past you from the stairs."), "arrival")
            vision.update(game)
        return True
    return False


_CAME = {  # with a band, upwards
    (False, False): "{who:A} comes down the stairs.",
    (False, True): "{who:A} comes up the stairs.",
    (True, False): "{who:A} and its band come down the stairs.",
    (True, True): "{who:A} and its band come up the stairs.",
}


def _tell(game: SilContext, came: Creature, i: int) -> None:
    for creature in game.level.creatures:
        if creature is not None:
            visibility.update(game, creature)
    if not game.known(came).visible:
        return
    up = bool(terrain.DOWNWARD[game.level.feature[i]])
    band = any(c is not None and c is not came and c.group and c.group == came.group
               for c in game.level.creatures)  # fmt: skip
    who, by = creature_names.kind_name(game, came), creature_names.ref(game, came)
    tell(game, text(_CAME[band, up], who=who), "arrival", at=(came.y, came.x))
    disturb(game, text("somebody came by the stairs"), "saw", at=(came.y, came.x), by=by)


def hunt(game: SilContext, stream: Stream) -> Creature | None:
    """Morgoth himself follows a hero on the run: somewhere out of sight, the nearer the more
    Silmarils he carries."""
    level, hero = game.level, game.hero
    races = game.data.monsters.values()
    morgoth = next((r for r in races if "QUESTOR" in r.flags), None)
    if morgoth is None or morgoth.serial in game.world.dead_uniques:
        return None
    layer = terrain.opaque(game)
    for _ in range(MORGOTH_TRIES):
        y, x = stream.below(level.height), stream.below(level.width)
        pull = max(1, 6 - hero.silmarils)
        y -= 2 * trunc_div(y - hero.y, pull)
        x -= 2 * trunc_div(x - hero.x, pull)
        if not (0 < y < level.height - 1 and 0 < x < level.width - 1):
            continue
        i = level.at(y, x)
        if not terrain.is_naked(game, i) or level.icky[i]:
            continue
        if field_of_view.los(layer, level.width, y, x, hero.y, x2=hero.x):
            continue
        return spawning.place_one(game, morgoth.serial, y, x, stream, asleep=False, any_depth=True)
    return None
