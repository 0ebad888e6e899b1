"""Things of the Game Master's that other games of a server may use: maps, monsters, encounters,
tables, macros, each as the commands that make it again."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import compass
from engine.contract.uploads import write_upload
from engine.sil.dungeon.generation import vaults
from engine.sil.level import terrain
from engine.silg.context import SilGContext
from engine.silg.levels.level_setup import ROCK_ROUND
from engine.silg.state import SavedMap

FEET = 50
_SYMBOLS = {feature: symbol for symbol, feature in vaults.TERRAIN.items()}


def keepsakes(game: SilGContext) -> dict[str, tuple[str, ...]]:
    """Return the action lines of what can be kept, by name: "map cave"."""
    desk = game.state.desk
    found = dict(_maps(game))
    for name, form in desk.forms.items():
        found[f"monster {name}"] = (f"monster {form}",)
    for name, form in desk.groups.items():
        found[f"encounter {name}"] = (f"keepgroup {name} {form}",)
    for name, entries in desk.tables.items():
        found[f"table {name}"] = (f"table {name} {entries}",)
    for name, line in desk.macros.items():
        found[f"macro {name}"] = (f"macro {name} {line}",)
    return found


def _maps(game: SilGContext) -> Iterator[tuple[str, tuple[str, ...]]]:
    desk = game.state.desk
    for name, kept in desk.maps.items():
        yield f"map {name}", _map_lines(kept)
    if desk.start >= 0:
        now = SavedMap(game.state.sil.level, desk.notes, desk.start)
        yield "map of now", _map_lines(now)


def _map_lines(kept: SavedMap) -> tuple[str, ...]:
    """Return the commands that draw a level, with its depth, its notes and where the party begins.
    Nothing is drawn round what can be walked on."""
    level, width = kept.level, kept.level.width
    open_squares = [i for i, each in enumerate(level.feature) if not terrain.ROCK[each]]
    top = min(i // width for i in open_squares) - 1
    left = min(i % width for i in open_squares) - 1
    bottom = max(i // width for i in open_squares) + 1
    right = max(i % width for i in open_squares) + 1
    rows = [
        "".join(_symbol(level.feature[y * width + x]) for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    ]

    def moved(y: int, x: int) -> str:
        return compass.square(y - top + ROCK_ROUND, x - left + ROCK_ROUND)

    lines = [f"map {write_upload(chr(10).join(rows).encode())}", f"depth {level.depth * FEET}"]
    if kept.start >= 0:
        lines.append(f"start {moved(*level.place(kept.start))}")
    for square, words in kept.notes.items():
        place = compass.read_square(square)
        if place is not None:
            lines.append(f"note {moved(*place)} {words}")
    return tuple(lines)


def _symbol(feature: int) -> str:
    if feature in _SYMBOLS:
        return _SYMBOLS[feature]
    if terrain.KNOWN_DOOR[feature] or feature == terrain.OPEN_DOOR:
        return "+"
    return "." if terrain.PASSABLE[feature] else "#"
