"""Levels drawn as text for tests of monsters: a hero `@`, creatures where their letters stand."""

from engine.common.grid import neighbours
from engine.common.noise_map import UNREACHED
from engine.sil.creatures.situation import Situation
from engine.sil.data.rulings import Rulings
from engine.sil.game.context import SilContext
from engine.sil.game.presets import GAME
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.perception import noise, vision
from tests.engine.sil.stage import foe, load_dice, stage

TERRAIN = {
    "#": terrain.GRANITE,
    "%": terrain.QUARTZ,
    ":": terrain.RUBBLE,
    "+": terrain.CLOSED_DOOR,
    "J": terrain.JAMMED_DOOR,
    "S": terrain.SECRET_DOOR,
    "'": terrain.OPEN_DOOR,
    "~": terrain.CHASM,
    ";": terrain.GLYPH,
    "<": terrain.UP_STAIR,
    ">": terrain.DOWN_STAIR,
}


def drawn(
    rows: str, who: dict[str, str] | None = None, *, rulings: Rulings = GAME, seed: int = 1
) -> tuple[SilContext, dict[str, Creature]]:
    """Return a lit level of these rows inside permanent rock; letters of `who` name races."""
    lines = [line.strip() for line in rows.strip().splitlines()]
    height, width = len(lines) + 2, max(map(len, lines)) + 2
    size = max(height, width)
    game = stage(rulings=rulings, seed=seed, size=size)
    level, hero = game.level, game.hero
    hero.turns = 1
    found: dict[str, Creature] = {}
    places = {}
    for y in range(1, size - 1):
        for x in range(1, size - 1):
            row = lines[y - 1] if y <= len(lines) else ""
            glyph = row[x - 1] if x <= len(row) else "#"
            level.feature[level.at(y, x)] = TERRAIN.get(glyph, terrain.FLOOR)
            places.setdefault(glyph, (y, x))
    hero.y, hero.x = places["@"]
    level.glow = bytearray(b"\x01" * len(level.feature))
    for letter, name in (who or {}).items():
        y, x = places[letter]
        found[letter] = foe(game, name, y - hero.y, x - hero.x, visible=False)
    vision.update(game)
    return game, found


def meeting(
    rows: str, *faces: int, otherwise: int = 1, visible: bool = True, **who: str
) -> tuple[SilContext, dict[str, Creature], Situation]:
    """Return a level of these rows, all on it, and the turn of the one at `a`, a wolf by default.

    The hero is very hardy and has heard nothing yet; the next dice of play fall so.
    """
    game, found = drawn(rows, {"a": "Wolf", **who})
    game.hero.health = game.hero.derived.max_health = 10_000
    for creature in found.values():
        game.learn(creature).visible = visible
    noise.rebuild(game)
    load_dice(game, *faces, otherwise=otherwise)
    game.state.events.clear()
    game.state.disturbances.clear()
    return game, found, Situation(game, found["a"])


def told(game: SilContext) -> list[str]:
    """Return the lines of all events so far."""
    return [str(event.text) for event in game.state.events]


def downhill(field: bytes, width: int, i: int) -> int | None:
    """Return the neighbour of lowest cost in a whole field, the first of equals in compass order;
    None if none is reached."""
    best = i + min(neighbours(width), key=lambda step: field[i + step])
    return best if field[best] < UNREACHED - 1 else None
