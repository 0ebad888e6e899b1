"""The level of the tutorial: its rooms side by side, lit, each closed by a gate."""

from __future__ import annotations

from engine.sil.creatures import spawning
from engine.sil.data.bundle import Data
from engine.sil.data.tutorial_rooms import GATE, TutorialRoom, read_rooms
from engine.sil.dungeon.generation.vaults import TERRAIN
from engine.sil.game.context import SilContext
from engine.sil.game.state import Level
from engine.sil.items import item_creation
from engine.sil.level import terrain

DEPTH = 1
FORGE_USES = 5


def make(game: SilContext) -> None:
    """Make the level, with the hero in its first room."""
    rooms = read_rooms()
    height = len(rooms[0].rows) + 2
    level = Level.blank(DEPTH, height, sum(room.width for room in rooms) + 2, terrain.PERMANENT)
    level.arrivals_on = False
    level.glow = bytearray(b"\x01" * len(level.glow))
    game.state.begin_level(level)
    game.hero.y, game.hero.x = middle(level), 1
    left = 1
    for room in rooms:
        for y, row in enumerate(room.rows, 1):
            for x, symbol in enumerate(row, left):
                _lay(game, room, level.at(y, x), symbol)
        left += room.width


def middle(level: Level) -> int:
    """Return the row in which the gates are."""
    return level.height // 2


def columns(number: int) -> range:
    """Return the columns of a room, from its first to that of its gate; rooms count from 1."""
    rooms = read_rooms()
    left = 1 + sum(room.width for room in rooms[: number - 1])
    return range(left, left + rooms[number - 1].width)


def _lay(game: SilContext, room: TutorialRoom, i: int, symbol: str) -> None:
    level = game.level
    if symbol == GATE:
        return
    level.feature[i] = terrain.FLOOR
    level.room[i] = 1
    if symbol == "0":
        level.feature[i] = terrain.FORGE + FORGE_USES
    elif symbol in room.things:
        wanted = room.things[symbol]
        made = item_creation.of_kind(game.data, kind_of(game.data, wanted.kind), wanted.number)
        made.known = True
        level.floor[i] = [made]
    elif symbol in room.creatures:
        _place(game, room, i, symbol)
    elif symbol in TERRAIN:
        level.feature[i] = terrain.PERMANENT if symbol == "#" else TERRAIN[symbol]


def _place(game: SilContext, room: TutorialRoom, i: int, symbol: str) -> None:
    wanted = room.creatures[symbol]
    race = next(r.serial for r in game.data.monsters.values() if r.name == wanted.race)
    y, x = game.level.place(i)
    placed = spawning.place_one(game, race, y, x, game.streams.level, any_depth=True)
    if placed is not None:
        placed.health = placed.max_health = wanted.health
        placed.alertness = wanted.alertness


def missing(data: Data) -> list[str]:
    """Return the names of kinds and races that the rooms need and these data do not have."""
    kinds = {_plain(kind.name) for kind in data.kinds.values()}
    races = {race.name for race in data.monsters.values()}
    return [
        *(w.kind for room in read_rooms() for w in room.things.values() if w.kind not in kinds),
        *(w.race for room in read_rooms() for w in room.creatures.values() if w.race not in races),
    ]


def kind_of(data: Data, name: str) -> int:
    """Return the serial of the kind of this plain name."""
    return next(kind.serial for kind in data.kinds.values() if _plain(kind.name) == name)


def _plain(name: str) -> str:
    return name.replace("& ", "").replace("~", "")
