"""Objects that creatures leave behind when they die, or strew about their homes (rules: monsters
14.6)."""

from __future__ import annotations

from engine.contract.dice import Stream
from engine.sil.creatures import iron_crown
from engine.sil.data.bundle import Data
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Item
from engine.sil.items import floor_items, item_classes, item_creation

CHANCE_OF_ONE = 33
ROLLS = {"DROP_1D2": 1, "DROP_2D2": 2, "DROP_3D2": 3, "DROP_4D2": 4}
QUIVER = (2, 8)
TORCH_IN, TORCH_FUEL = 3, (500, 3000)
_ARCHERS = frozenset(("ARROW1", "ARROW2"))


def drop_loot(game: SilContext, creature: Creature) -> None:
    """Drop what a dead creature carried, and what its kind leaves behind."""
    race = game.data.monsters[creature.race]
    stream = game.streams.play
    _lay(game, creature, creature.carried, stream)
    creature.carried = []
    if "QUESTOR" in race.flags:
        iron_crown.drop(game, creature)
    left = [] if "TERRITORIAL" in race.flags else hoard(game, race, stream)
    _lay(game, creature, [*_chosen(game, race), *left], stream)
    if left and game.knowledge.seen[game.level.at(creature.y, creature.x)]:
        page = game.lore.races[creature.race]
        page.drops = max(page.drops, len(left))
        page.flags += [
            flag
            for flag in ("DROP_GOOD", "DROP_GREAT")
            if flag in race.flags and flag not in page.flags
        ]


def strew(game: SilContext, creature: Creature, stream: Stream) -> None:
    """Lay the treasure of a creature that guards its home about it from the first."""
    race = game.data.monsters[creature.race]
    _lay(game, creature, hoard(game, race, stream), stream)


def _lay(game: SilContext, creature: Creature, items: list[Item], stream: Stream) -> None:
    for item in items:
        floor_items.drop(game, item, creature.y, creature.x, stream)


def _chosen(game: SilContext, race: Monster) -> list[Item]:
    """Return the artefact that this one has always borne, unless it exists already."""
    if "DROP_CHOSEN" not in race.flags:
        return []
    artefact = game.data.rules.creature(race.serial).bears
    if not artefact or artefact in game.world.artefacts_made:
        return []
    return [item_creation.artefact(game, artefact)]


def hoard(game: SilContext, race: Monster, stream: Stream) -> list[Item]:
    """Roll what one of a race leaves."""
    number = 0
    if "DROP_33" in race.flags:
        number += stream.percent(CHANCE_OF_ONE)
    number += "DROP_100" in race.flags
    for flag, dice in ROLLS.items():
        if flag in race.flags:
            number += stream.roll(dice, 2)
    if not number:
        return []
    items: list[Item] = []
    if race.spells & _ARCHERS and stream.percent(race.spell_percent // 2):
        items.append(_arrows(game.data, stream))
        number -= 1
    if number and race.glyph.char == "@" and race.light == 1 and stream.one_in(TORCH_IN):
        items.append(_torch(game.data, stream))
        number -= 1
    made = (_made(game, race, stream) for _ in range(number))
    return [*items, *(item for item in made if item is not None)]


def _made(game: SilContext, race: Monster, stream: Stream) -> Item | None:
    return item_creation.make_object(
        game,
        stream,
        race.level,
        good="DROP_GOOD" in race.flags,
        great="DROP_GREAT" in race.flags,
        theme="chests" if "DROP_CHEST" in race.flags else "not damaged",
    )


def _arrows(data: Data, stream: Stream) -> Item:
    kind = next(k for k in data.kinds.values() if k.tval == item_classes.ARROW)
    return item_creation.of_kind(data, kind.serial, stream.roll(*QUIVER))


def _torch(data: Data, stream: Stream) -> Item:
    torch = item_creation.of_kind(data, data.kind(item_classes.LIGHT, item_classes.TORCH).serial)
    torch.timeout = stream.between(*TORCH_FUEL)
    return torch
