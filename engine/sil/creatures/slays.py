"""Slays and brands (rules: combat 7.6)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engine.contract.texts import Name, text
from engine.sil.creatures import creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Item
from engine.sil.hero import experience, gear
from engine.sil.items import identification

AWE = 20  # stored morale that onlookers lose
_SLAYS = {
    "SLAY_WOLF": ("WOLF",),
    "SLAY_SPIDER": ("SPIDER",),
    "SLAY_UNDEAD": ("UNDEAD",),
    "SLAY_RAUKO": ("RAUKO",),
    "SLAY_ORC": ("ORC",),
    "SLAY_TROLL": ("TROLL",),
    "SLAY_DRAGON": ("DRAGON",),
    "SLAY_MAN_OR_ELF": ("MAN", "ELF"),
}
_BRANDS = {
    "BRAND_ELEC": ("RES_ELEC", ""),
    "BRAND_FIRE": ("RES_FIRE", "HURT_FIRE"),
    "BRAND_COLD": ("RES_COLD", "HURT_COLD"),
    "BRAND_POIS": ("RES_POIS", ""),
}


class Slaying(NamedTuple):
    """Extra dice against one creature: of slays, and of brands."""

    slays: int
    brands: int

    @property
    def dice(self) -> int:
        return self.slays + self.brands


def slaying(own: Collection[str], flags: Collection[str]) -> Slaying:
    """Return the dice that a weapon of these flags adds against who bears those."""
    slays = sum(slay in own and any(k in flags for k in kinds) for slay, kinds in _SLAYS.items())
    brands = sum(
        2 if feared in flags else 1
        for brand, (resisted, feared) in _BRANDS.items()
        if brand in own and resisted not in flags
    )
    return Slaying(slays, brands)


def against(game: SilContext, creature: Creature, *items: Item | None) -> Slaying:
    """Return the dice these weapons add against a creature, which a visible one teaches the hero
    about.

    A weapon that shows its power becomes known.
    """
    flags = game.data.monsters[creature.race].flags
    total = Slaying(0, 0)
    for item in items:
        if item is None:
            continue
        own = gear.traits(game.data, item).flags
        for brand, telling in _BRANDS.items():
            if brand in own:
                shown = next((flag for flag in telling if flag in flags), "")
                _learn(game, creature, shown)
        found = slaying(own, flags)
        if found.dice:
            reveal(game, item)
        total = Slaying(total.slays + found.slays, total.brands + found.brands)
    return total


def awe(game: SilContext, creature: Creature, slaying: Slaying) -> None:
    """Kin that see a slay or a telling brand lose heart."""
    if slaying.slays > 0 or slaying.brands > 1:
        creature_stats.shake(game, creature, AWE)


def sharpness(game: SilContext, item: Item | None) -> int:
    """Return what of the target's protection counts against this weapon, in percent."""
    if item is None:
        return 100
    percent = edge(gear.traits(game.data, item).flags)
    if percent < 100:
        reveal(game, item)
    return percent


def edge(own: Collection[str]) -> int:
    """Return what of protection counts against a weapon of these flags, in percent."""
    return 0 if "SHARPNESS2" in own else 50 if "SHARPNESS" in own else 100


def reveal(game: SilContext, item: Item) -> None:
    """Let a weapon show what it is."""
    identification.reveal(
        game,
        item,
        text(
            "The {weapon} shows its nature.", weapon=Name(gear.traits(game.data, item).name.lower())
        ),
    )


def _learn(game: SilContext, creature: Creature, flag: str) -> None:
    lore = experience.lore_of(game, creature.race)
    if flag and game.known(creature).visible and flag not in lore.flags:
        lore.flags.append(flag)
