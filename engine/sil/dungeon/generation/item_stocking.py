"""Objects of a new level: in its rooms, and where a vault's map wants something
(rules: objects 3.11; dungeon 1.6, 1.14)."""

from __future__ import annotations

from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.items import floor_items, item_creation
from engine.sil.items.item_choice import ItemTheme
from engine.sil.level import terrain

SQUARES_TRIED = 10_000
CHEST_DEEPER = 4
CHEST_AT_GATES = 20  # the level of chests at the Gates


def symbol(game: SilContext, i: int, letter: str) -> None:
    """Put on a square of a vault the object that its letter wants, if any."""
    stream, depth = game.streams.level, game.level.depth
    match letter:
        case "*" | "&":
            _place(game, i, depth + stream.die(4), "not damaged", good=letter == "&")
        case "~":
            chest(game, i, depth + CHEST_DEEPER if depth else CHEST_AT_GATES)
        case "?":
            _place(game, i, depth + 1, "not damaged")
        case "S":
            if stream.one_in(2):
                human = stream.one_in(3)
                _skeleton(game, i, "human skeleton" if human else "elf skeleton")


def chest(game: SilContext, i: int, level: int) -> None:
    """Place a chest of the level on a square."""
    _place(game, i, level, "chests")


def stock(game: SilContext, number: int) -> None:
    """Ordinary objects on the floors of rooms."""
    level, stream = game.level, game.streams.level
    for _ in range(number):
        for _ in range(SQUARES_TRIED):
            i = stream.below(len(level.feature))
            if level.feature[i] == terrain.FLOOR and level.room[i] and terrain.is_naked(game, i):
                _place(game, i, level.depth, "")
                break


def _place(game: SilContext, i: int, level: int, theme: ItemTheme, *, good: bool = False) -> None:
    if not terrain.is_clean(game.level, i):
        return
    item = item_creation.make_object(game, game.streams.level, level, good=good, theme=theme)
    if item is not None:
        _lay(game, i, item)


def _lay(game: SilContext, i: int, item: Item) -> None:
    item.image = floor_items.dreamt(game)
    game.level.floor[i] = [item]


def _skeleton(game: SilContext, i: int, role: str) -> None:
    """Bones that nobody has searched."""
    if not terrain.is_clean(game.level, i):
        return
    item = item_creation.of_kind(game.data, game.data.rules.item_roles[role])
    item.pval = item_creation.UNSEARCHED
    _lay(game, i, item)
