"""Rock drawn by hand, for tests of what digs into it.

`#` granite, `O` a room's outer wall, `I` inner wall, `.` a room's floor, `@` the centre of a room
(in reading order), `,` a corridor, `+` a corridor's door, `V` floor and `W` inner wall of a vault,
`w` its outer wall, `d` its door, `:` rubble, `s` secret door, `7` chasm, `<` `>` stairs.
"""

from collections.abc import Sequence

from engine.sil.dungeon.generation.construction import Site
from engine.sil.game.state import Level, Room
from engine.sil.level import terrain
from tests.engine.sil.stage import stage
from tests.rolled import dice_for

FEATURES = {
    "#": terrain.GRANITE,
    "O": terrain.OUTER_WALL,
    "I": terrain.INNER_WALL,
    "+": terrain.CLOSED_DOOR,
    **dict.fromkeys(".@,V", terrain.FLOOR),
    "W": terrain.INNER_WALL,
    "w": terrain.OUTER_WALL,
    "d": terrain.CLOSED_DOOR,
    ":": terrain.RUBBLE,
    "s": terrain.SECRET_DOOR,
    "7": terrain.CHASM,
    "<": terrain.UP_STAIR,
    ">": terrain.DOWN_STAIR,
}
LETTERS = {
    terrain.GRANITE: "#",
    terrain.OUTER_WALL: "O",
    terrain.INNER_WALL: "I",
    terrain.FLOOR: ".",
    terrain.CLOSED_DOOR: "+",
}


def site(
    rows: Sequence[str],
    *boxes: tuple[int, int, int, int],
    depth: int = 5,
    seed: int = 1,
    passages: tuple[int, int] = (0, 1),
) -> Site:
    """Return a drawn level under construction; `boxes` (top, left, bottom, right) are the rooms'
    floors, in the order of their centres; `passages` tells which rooms the drawn corridors join."""
    drawn = "".join(rows)
    level = Level.blank(depth, len(rows), len(rows[0]), terrain.GRANITE)
    level.feature[:] = bytes(FEATURES[glyph] for glyph in drawn)
    level.room[:] = bytes(glyph not in "#," for glyph in drawn)
    level.icky[:] = bytes(glyph in "VWwd" for glyph in drawn)
    game = stage(seed=seed)
    game.streams = dice_for(seed.to_bytes(16, "big"))
    game.state.begin_level(level)
    game.hero.y = game.hero.x = 0
    made = Site(game, level)
    centres = [level.place(i) for i, glyph in enumerate(drawn) if glyph == "@"]
    for (y, x), box in zip(centres, boxes, strict=True):
        made.add_room(y, x, Room(*box))
    made.passages = {i: passages for i, glyph in enumerate(drawn) if glyph == ","}
    return made


def shown(made: Site) -> list[str]:
    """Return the rows as they stand now."""
    drawn = "".join(LETTERS.get(feature, "?") for feature in made.feature)
    return [drawn[i : i + made.width] for i in range(0, len(drawn), made.width)]
