"""Bargains of shrines: a price, and what it buys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.contract.texts import Name, text
from engine.delve.combat.melee_effects import curse_worn
from engine.delve.data.kinds import BargainKind, Trait
from engine.delve.items import item_use
from engine.delve.places.claims import count_use, here, spend
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.rules.vision import look_around
from engine.delve.state import DelveHero, Memory

LEAST_LEFT = 10  # of full health or energy after a bargain
SLOTS_FOR_EDGE = {"weapon": ("weapon",), "armour": ("armour", "shield", "headgear")}


class PriceRule(NamedTuple):
    """A price: whether a hero can pay it, and its payment."""

    can_pay: Callable[[DelveContext, DelveHero, Trait], bool]
    pay: Callable[[DelveContext, DelveHero, Trait], None]


def bargains_here(game: DelveContext, hero: DelveHero) -> list[BargainKind]:
    """Return the bargains that the shrine underfoot offers a hero, and that he can pay."""
    found = here(game, hero)
    if found is None or found[1].rule.name != "bargains":
        return []
    kinds = [game.content.bargains[name] for name in found[1].rule.args]
    return [kind for kind in kinds if is_open(game, hero, kind)]


def is_open(game: DelveContext, hero: DelveHero, kind: BargainKind) -> bool:
    """Return whether a hero can pay a bargain's price and use what it gives."""
    if not PRICES[kind.takes.name].can_pay(game, hero, kind.takes):
        return False
    enchanted = [SLOTS_FOR_EDGE[each.args[0]] for each in kind.gives if each.name == "enchant"]
    return all(
        any(inventory.in_slot(game.content, hero, slot) for slot in slots) for slots in enchanted
    )


def bargain(game: DelveContext, hero: DelveHero, name: str) -> None:
    """Make a bargain: pay, get what it gives, and the shrine is silent."""
    found = here(game, hero)
    assert found is not None
    count_use(hero, found[0])
    kind = game.content.bargains[name]
    hero.used[f"bargain {name}"] = hero.used.get(f"bargain {name}", 0) + 1
    deeds = game.state.deeds
    deeds["bargains"] = deeds.get("bargains", 0) + 1
    told = text("{hero:The} gives {bargain}.", hero=game.the(hero), bargain=Name(name, proper=True))
    game.tell(told, hero, "place")
    PRICES[kind.takes.name].pay(game, hero, kind.takes)
    for effect in kind.gives:
        item_use.EFFECTS[effect.name](game, hero, effect)
    spend(game, hero)
    look_around(game, hero)


# ------------------------------------------------------------------ prices


def _has_health(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return hero.full_health - price.number() >= LEAST_LEFT


def _take_health(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    hero.full_health -= price.number()
    hero.health = min(hero.health, hero.full_health)


def _has_energy(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return hero.full_energy - price.number() >= LEAST_LEFT


def _take_energy(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    hero.full_energy -= price.number()
    hero.energy = min(hero.energy, hero.full_energy)


def _has_power(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return hero.power > price.number()


def _take_power(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    hero.power -= price.number()


def _has_food(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return hero.nourishment > price.number()


def _take_food(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    hero.nourishment -= price.number()


def _has_spell(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return bool(hero.spells)


def _forget_spell(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    name = hero.spells.pop()
    if name in hero.upgraded:
        hero.upgraded.remove(name)


def _has_memory(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return True


def _forget_maps(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    size = len(game.level(hero).ground)
    hero.memory = {depth: Memory(bytearray(size)) for depth in hero.memory}


def _wears_something(game: DelveContext, hero: DelveHero, price: Trait) -> bool:
    return any(not item.cursed for item in inventory.worn(hero))


def _curse(game: DelveContext, hero: DelveHero, price: Trait) -> None:
    curse_worn(game, hero)


PRICES: Mapping[str, PriceRule] = {
    "curse": PriceRule(_wears_something, _curse),
    "energy": PriceRule(_has_energy, _take_energy),
    "food": PriceRule(_has_food, _take_food),
    "health": PriceRule(_has_health, _take_health),
    "memory": PriceRule(_has_memory, _forget_maps),
    "power": PriceRule(_has_power, _take_power),
    "spell": PriceRule(_has_spell, _forget_spell),
}
