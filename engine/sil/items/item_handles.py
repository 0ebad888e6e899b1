"""Names by which action lines call objects, and the objects that a seat may name.

Orders say `wolf-2` (the second wolf this hero has met on the level) and `c` (the third thing in
the pack), `light` (what is worn there), `floor-1` (the first thing underfoot). Nothing here tells
more than the hero knows: creatures are numbered as they are first seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from engine.contract.texts import Text, Value, listed, text
from engine.sil.data.records import Glyph
from engine.sil.game.context import SilContext, kept, kept_by_each
from engine.sil.game.state import Item, Slot
from engine.sil.hero import abilities
from engine.sil.items import item_names

NAMED = 3  # things of a heap that are told by name
WORN = {slot: slot.name.lower().replace("_", "-") for slot in Slot}
WORN_NAMES = {
    Slot.WEAPON: text("weapon"),
    Slot.BOW: text("bow"),
    Slot.LEFT_RING: text("left-ring"),
    Slot.RIGHT_RING: text("right-ring"),
    Slot.NECK: text("neck"),
    Slot.LIGHT: text("light"),
    Slot.BODY: text("body"),
    Slot.OUTER: text("outer"),
    Slot.ARM: text("arm"),
    Slot.HEAD: text("head"),
    Slot.HANDS: text("hands"),
    Slot.FEET: text("feet"),
    Slot.QUIVER1: text("quiver1"),
    Slot.QUIVER2: text("quiver2"),
}
_WORN_HANDLES = frozenset(WORN.values())


def is_worn(handle: str) -> bool:
    """Return whether a handle is that of a place where something is worn."""
    return handle in _WORN_HANDLES


def page_of(handle: str) -> str:
    """Return the title of the page that shows the item of a handle."""
    return "Equipment" if is_worn(handle) else "Pack"


@kept
def items(game: SilContext) -> Mapping[str, Item]:
    """Return all that an action line may name: the pack by letters, what is worn, what lies
    underfoot."""
    hero, level = game.hero, game.level
    named = dict(zip(ascii_lowercase, hero.pack, strict=False))
    named |= {WORN[Slot(slot)]: item for slot, item in sorted(hero.worn.items())}
    underfoot = level.floor.get(level.at(hero.y, hero.x), [])
    named |= {f"floor-{n}": item for n, item in enumerate(underfoot, 1)}
    return named


def lying_in_sight(game: SilContext) -> Iterator[tuple[int, int, Item]]:
    """Yield the first thing of each heap that the hero sees away from his own square, and its
    place."""
    level, own = game.level, game.level.at(game.hero.y, game.hero.x)
    for square, heap in sorted(level.floor.items()):
        if square != own and game.knowledge.seen[square]:
            found = next((thing for thing in heap if game.knows_of(thing)), None)
            if found is not None:
                yield *level.place(square), found


def lying_at(game: SilContext, y: int, x: int) -> Item | None:
    """Return the first thing that the hero sees lying on a square."""
    return next((thing for v, u, thing in lying_in_sight(game) if (v, u) == (y, x)), None)


@kept_by_each
def item_name(game: SilContext, item: Item) -> str:
    """Return an item's name in English, for what is written in English alone."""
    return str(item_words(game, item))


@kept_by_each
def item_words(game: SilContext, item: Item) -> Text:
    """Return an item's name with its article and all its numbers, as the hero knows it."""
    item = looks(game, item)
    return item_names.words(
        game,
        item,
        channelling=game.hero.active(abilities.CHANNELING),
        worn_free_hand=has_free_hand(game, item),
    )


def heap_words(game: SilContext, heap: Sequence[Item]) -> Text:
    """Return a sentence of what lies here, the first few by name."""
    things, more = named(game, heap), len(heap) - NAMED
    if more > 0:
        return text("Here lie {things} and {more} more.", things=things, more=more)
    number = sum(item.count for item in heap)
    facts: dict[str, Value] = {"things": things, "number": number}
    return Text("Here lies {things}.", facts, "Here lie {things}.")


def named(game: SilContext, heap: Sequence[Item]) -> Text:
    """Return the first few things of a heap in a row."""
    return listed(item_words(game, item) for item in heap[:NAMED])


def has_free_hand(game: SilContext, item: Item) -> bool:
    """Return whether an item is in the weapon hand while the other hand is free."""
    worn = game.hero.worn
    return worn.get(Slot.WEAPON) is item and Slot.ARM not in worn


def looks(game: SilContext, item: Item) -> Item:
    """Return the item; or, if it lies about and the hero hallucinates, what it looks like."""
    hero = game.hero
    if not hero.timers.hallucinating or not item.image:
        return item
    if any(item is held for held in (*hero.pack, *hero.worn.values())):
        return item
    return Item(item.image, item.count)


def picture(game: SilContext, item: Item) -> tuple[str, Glyph]:
    """Return an item's sprite and its letter. An unknown kind shows its flavour only."""
    content, item = game.data, looks(game, item)
    sprites = content.sprites
    flavour = content.flavours.get(game.world.flavours.get(item.kind, 0))
    if flavour is not None:
        aware = item_names.is_aware(game, item.kind)
        name = sprites.kinds[item.kind] if aware else sprites.flavours[flavour.serial]
        return name, flavour.glyph
    return sprites.kinds[item.kind], content.kinds[item.kind].glyph
