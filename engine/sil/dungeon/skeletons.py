"""Skeletons, and what those who died here still carry (rules: objects 8.3)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.facts import Found
from engine.contract.texts import text
from engine.sil.data.bundle import Data
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Item
from engine.sil.hero import action_costs
from engine.sil.items import (
    item_choice,
    item_classes,
    item_creation,
    item_handles,
    item_names,
    pack,
)
from engine.sil.items.item_choice import ItemTheme
from engine.sil.perception import truce

HUMAN, ELF = 1, 2  # svals
POOR = 10  # rolls from here on find little
_TORCH, _LAST_TORCH = (20, 50), 4
_THEMES: dict[int, ItemTheme] = {5: "bows", 6: "cloaks", 7: "boots", 8: "weapons", 9: "gloves"}
_STUMP = (400, 800)
_MEAT = (item_classes.FOOD, 36)
_CLOAK = (item_classes.CLOAK, 1)
_ARROW = (item_classes.ARROW, 1)


def near(game: SilContext) -> list[tuple[Item, int, int]]:
    """Return the bones within reach that the hero knows of and has not searched, underfoot
    first."""
    hero, level = game.hero, game.level
    found = []
    for dy, dx in ((0, 0), *compass.DIRECTIONS.values()):
        y, x = hero.y + dy, hero.x + dx
        for item in level.floor.get(level.at(y, x), ()):
            if (
                item_classes.kind_of(game.data, item).tval == item_classes.SKELETON
                and game.knows_of(item)
                and item.pval
            ):
                found.append((item, y, x))
    return found


def search_skeleton(game: SilContext, bones: Item) -> None:
    """Search bones for what was left on them: a turn; what is found goes into the pack.

    Raises IllegalAction when they were searched before.
    """
    if not bones.pval:
        raise IllegalAction(text("Those bones were searched before."))
    action_costs.spend(game)
    bones.pval = 0
    found = _find(game, item_classes.kind_of(game.data, bones).sval)
    if found is None:
        tell(game, text("There is nothing among the bones."), "found")
        return
    tell(
        game,
        text("Among the bones you find {item}.", item=item_handles.item_words(game, found)),
        "found",
        fact=Found(item_names.reference(game, found), (game.hero.y, game.hero.x)),
    )
    pack.carry(game, found)
    truce.hostile_deed(game)


def _find(game: SilContext, sval: int) -> Item | None:
    play = game.streams.play
    luck = POOR
    if sval == HUMAN:
        luck = play.die(10) + 5
    elif sval == ELF:
        luck = play.die(10)
    if luck <= _LAST_TORCH:
        return _light(game, item_classes.MALLORN, _TORCH)
    if luck >= POOR:
        return _scraps(game)
    found = item_creation.make_of_theme(game, play, game.level.depth, _THEMES[luck])
    if found is not None:
        found.count = 1
    return found


def _scraps(game: SilContext) -> Item | None:
    """Return what nobody thought worth taking."""
    play = game.streams.play
    match play.die(5):
        case 1:
            found = _plain(game.data, _ARROW, play.die(4) + 2)
        case 2:
            found = _light(game, item_classes.TORCH, _STUMP)
        case 3:
            found = _plain(game.data, _CLOAK)
        case 4:
            found = _plain(game.data, _MEAT)
        case _:
            kind = item_choice.draw_kind(game.data, play, game.level.depth, "damaged")
            if kind is None:
                return None
            found = item_creation.of_kind(game.data, kind.serial)
    found.known = True
    return found


def _plain(data: Data, value: tuple[int, int], count: int = 1) -> Item:
    return item_creation.of_kind(data, data.kind(*value).serial, count)


def _light(game: SilContext, sval: int, fuel: tuple[int, int]) -> Item:
    torch = _plain(game.data, (item_classes.LIGHT, sval))
    torch.timeout = game.streams.play.between(*fuel)
    return torch
