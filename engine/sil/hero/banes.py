"""The hero's Bane: its categories, the kills that count and the bonus (rules: combat 5.5)."""

from __future__ import annotations

from engine.contract.texts import Name
from engine.sil.game.context import SilContext

BANES = {
    1: (Name("Orc"), "ORC"),
    2: (Name("Wolf"), "WOLF"),
    3: (Name("Spider"), "SPIDER"),
    4: (Name("Troll"), "TROLL"),
    5: (Name("Wraith"), "UNDEAD"),
    6: (Name("Rauko"), "RAUKO"),
    7: (Name("Serpent"), "SERPENT"),
    8: (Name("Dragon"), "DRAGON"),
}
"""The categories of Bane: number -> (name, monster flag)."""


def bane_bonus(game: SilContext) -> int:
    """Return the hero's bonus against the category of his Bane (rules: combat 5.5)."""
    hero = game.hero
    if not hero.bane or hero.timers.entranced or hero.timers.stun > 100:
        return 0
    return bane_from(kills_of(game, hero.bane))


def spider_bane(game: SilContext) -> int:
    """Return the hero's Bane bonus if spiders are its category: it helps against webs."""
    hero = game.hero
    return bane_bonus(game) if hero.bane and BANES[hero.bane][1] == "SPIDER" else 0


def bane_from(kills: int) -> int:
    """Return how often 2 goes into the kills as a power: 2 -> 1, 4 -> 2, 8 -> 3, ..."""
    return max(0, kills.bit_length() - 1)


def kills_of(game: SilContext, category: int) -> int:
    """Return how many creatures of a Bane category the hero has slain."""
    flag = BANES[category][1]
    races = game.data.monsters
    return sum(lore.kills for r, lore in game.lore.races.items() if flag in races[r].flags)
