"""How aware a creature is of the hero, and what a change of it brings (spec: monsters 6)."""

from __future__ import annotations

from engine.sil import data, naming
from engine.sil.state import Creature, Game
from engine.sil.tell import disturb, say

LEAST, MOST = -20, 20
UNWARY_FROM = -10  # below: asleep
DEJECTED = "dejected"  # in a race's name: thralls who never rise above -10


def set_alertness(game: Game, creature: Creature, value: int) -> None:
    """Give a creature a new alertness, with all that follows (spec: monsters 6.1 to 6.4)."""
    old = creature.alertness
    if value == old:
        return
    value = max(LEAST, min(MOST, value))
    race = data.current().monsters[creature.race]
    if DEJECTED in race.name.lower():
        value = min(value, UNWARY_FROM)
    creature.alertness = value
    if old < 0 <= value:
        creature.skip_turn = True
        if creature.visible:
            woke = "wakes up and notices" if old < UNWARY_FROM else "notices"
            say(game, f"{naming.The(creature)} {woke} you.", "noticed")
            disturb(game, "noticed", flagged=True)
    elif old < UNWARY_FROM <= value and creature.visible:
        say(game, f"{naming.The(creature)} wakes up.", "noticed")
        disturb(game, "something woke", flagged=True)
    elif value < 0 <= old and creature.visible:
        say(game, f"{naming.The(creature)} becomes unwary.")
        if "TERRITORIAL" not in race.flags and creature.group in game.level.groups:
            group = game.level.groups[creature.group]
            group.destination = game.level.at(game.hero.y, game.hero.x)


def make_alert(game: Game, creature: Creature) -> None:
    """Wake a creature to the hero: at least 0 to 5 (spec: monsters 6.5)."""
    set_alertness(game, creature, max(creature.alertness, game.fate.play.below(6)))
