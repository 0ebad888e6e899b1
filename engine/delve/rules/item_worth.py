"""The worth of things to a hero, by what is known of them: what to pick up, what to put on."""

from __future__ import annotations

from collections.abc import Callable

from engine.delve.data.kinds import ItemKind
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, DelveItem

ENOUGH = 12  # things of a category in a pack
UNPROVEN = 8  # points of worth that a thing must be better by whose curse may show when it is on
_ALWAYS = ("remains", "scroll", "potion", "food")  # categories that are always worth carrying


def may_be_wanted(game: DelveContext, hero: DelveHero, kind: ItemKind) -> bool:
    """Return whether a thing that was seen from afar may be worth carrying."""
    if inventory.slot_of(kind) or kind.category in _ALWAYS or kind.name == game.content.heart:
        return True
    return _has_room_for(game, hero, kind)


def _has_room_for(game: DelveContext, hero: DelveHero, kind: ItemKind) -> bool:
    alike = sum(game.item_kind(each).category == kind.category for each in hero.pack)
    return kind.category in ("thrown", "tool", "weapon") and alike < ENOUGH


def is_wanted(game: DelveContext, hero: DelveHero, item: DelveItem) -> bool:
    """Return whether a thing is worth carrying."""
    kind = game.item_kind(item)
    if item.kind == game.content.heart or kind.category in _ALWAYS:
        return True
    if item.cursed and item.known:
        return False
    slot = inventory.slot_of(kind)
    if slot and is_better(game, hero, item, slot):
        return True
    if kind.category == "spellbook":
        return worth(game, item) > max(map(bonus_of(game), books(game, hero)), default=-1)
    return _has_room_for(game, hero, kind)


def books(game: DelveContext, hero: DelveHero) -> list[DelveItem]:
    """Return the spellbooks in the pack that are not known to be cursed."""
    return [
        item
        for item in hero.pack
        if game.item_kind(item).category == "spellbook" and not (item.cursed and item.known)
    ]


def bonus_of(game: DelveContext) -> Callable[[DelveItem], int]:
    """Return the function that rates things by `worth`."""
    return lambda item: worth(game, item)


def worth(game: DelveContext, item: DelveItem) -> int:
    """Return how good a thing is to wear, by what is known of it."""
    kind = game.item_kind(item)
    power = item.power if item.known else kind.power
    defence = item.defence if item.known else kind.defence
    resist = item.resist if item.known else kind.resist
    score = 4 * (power or 0) + 4 * defence + sum(resist.values())
    score += 4 * sum(game.content.abilities[name].advice.get("worn", 1) for name in kind.grants)
    score += 5 if item.known and item.bonus else 0
    if kind.has("hunger-draining"):
        score -= 20
    return score


def is_better(game: DelveContext, hero: DelveHero, item: DelveItem, slot: str) -> bool:
    """Return whether a thing is better than what is worn in its slot, by enough to risk a curse
    where its figures are unknown."""
    held = inventory.in_slot(game.content, hero, slot)
    nothing = -1 if slot == "spellbook" else 0
    least = worth_on(game, hero, held, slot) if held is not None else nothing
    return worth_on(game, hero, item, slot) > least


def worth_on(game: DelveContext, hero: DelveHero, item: DelveItem, slot: str) -> int:
    """Return how good a thing is on a hero: books by what they record, what is unproven less."""
    if slot == "spellbook":
        recorded = sum(3 if name in hero.spells else 1 for name in item.spells)
        return recorded + worth(game, item)
    return worth(game, item) - (0 if item.known else UNPROVEN)
