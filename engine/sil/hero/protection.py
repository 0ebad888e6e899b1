"""Protection of the hero, by kind of damage (rules: character 4.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from engine.contract.texts import Name, Text, Words, text
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, gear, singing

DamageKind = Literal["hurt", "fire", "cold", "poison", "dark", "other"]
Element = Literal["fire", "cold", "poison", "dark"]

_JEWELLERY = (Slot.LEFT_RING, Slot.RIGHT_RING, Slot.NECK)
_HEAVY = (
    Slot.BODY,
    Slot.OUTER,
    Slot.ARM,
    Slot.HEAD,
    Slot.HANDS,
    Slot.FEET,
    Slot.QUIVER1,
    Slot.QUIVER2,
)


class Piece(NamedTuple):
    """Dice that stand between the hero and harm, and whose they are; `key` tells them apart."""

    key: str
    name: Name | Text
    dice: int
    sides: int


def pieces(game: SilContext, kind: DamageKind) -> list[Piece]:
    """Return everything that protects against this kind of damage, as it counts now."""
    hero = game.hero
    found: list[Piece] = []
    if singing.is_singing(hero, ab.SONG_OF_STAYING):
        song = game.data.rules.songs[ab.SONG_OF_STAYING.number]
        found.append(Piece("song", ab.words(game.data, song.ref), *song.effect.dice(0)))
    for slot, item in sorted(hero.worn.items()):
        if not _counts(slot, kind):
            continue
        key, called = Slot(slot).name.lower(), gear.called(game, item)
        if slot == Slot.ARM:
            if gear.traits(game.data, item).is_weapon:
                continue
            twice = hero.active(ab.BLOCKING) and action_costs.stood_still(hero)
            name = text("{shield} (Blocking)", shield=called) if twice else called
            found.append(
                Piece(key, name, item.protection_dice * (1 + twice), item.protection_sides)
            )
        elif item.protection_dice:
            found.append(Piece(key, called, item.protection_dice, item.protection_sides))
    if kind == "hurt" and hero.active(ab.HEAVY_ARMOUR_USE):
        found.append(Piece("heavy", text("Heavy Armour Use"), 1, heavy_weight(game) // 150))
    return found


def _counts(slot: int, kind: DamageKind) -> bool:
    if kind == "hurt" or slot in _JEWELLERY:
        return True
    return slot == Slot.ARM and kind in ("fire", "cold")


def heavy_weight(game: SilContext) -> int:
    """Return the weight that Heavy Armour Use turns to account, in tenths of a pound."""
    hero = game.hero
    return sum(
        item.weight
        for slot, item in hero.worn.items()
        if slot in _HEAVY and not (slot == Slot.ARM and gear.traits(game.data, item).is_weapon)
    )


def span(game: SilContext, kind: DamageKind) -> tuple[int, int]:
    """Return the least and the most that protection can come to."""
    return span_of(pieces(game, kind))


def span_of(found: Iterable[Piece]) -> tuple[int, int]:
    """Return the least and the most that some pieces can come to."""
    least = most = 0
    for piece in found:
        if piece.sides > 0:
            least += piece.dice
            most += piece.dice * piece.sides
    return least, most


class Harm(NamedTuple):
    """Dice against the hero: the roll, what gets through his protection, and both in words."""

    rolled: int
    net: int
    account: Words


def withstand(game: SilContext, dice: int, sides: int, kind: DamageKind) -> Harm:
    """Roll dice against the hero, and his protection against them."""
    rolled = game.streams.play.roll(dice, sides)
    kept = roll(game, kind)
    net = max(0, rolled - kept)
    account = text(
        "{dice}d{sides}: {rolled}. Protection {kept}; {net} gets through.",
        dice=dice, sides=sides, rolled=rolled, kept=kept, net=net,
    )  # fmt: skip
    return Harm(rolled, net, account)


def roll(game: SilContext, kind: DamageKind) -> int:
    """Return one roll of protection."""
    return sum(game.streams.play.roll(*piece) for piece in dice(game, kind))


def dice(game: SilContext, kind: DamageKind) -> tuple[tuple[int, int], ...]:
    """Return the dice of protection: number and sides of each piece."""
    return tuple((piece.dice, piece.sides) for piece in pieces(game, kind))


def resistance(game: SilContext, element: Element) -> int:
    """Return the level of resistance as damage knows it: 1 none, 2 and more resistant, negative
    vulnerable (rules: character 4.2). Light is what resists the dark."""
    hero, level = game.hero, game.level
    if element == "dark":
        light = game.knowledge.light[level.at(hero.y, hero.x)]
        return max(1, light - game.rulings.dark_resist_light_offset)
    total: int = hero.derived.counts[f"resist_{element}"]
    total += getattr(hero.timers, f"resist_{element}") > 0
    return total if total >= 1 else total - 2
