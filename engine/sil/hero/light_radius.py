"""The radius of the hero's light (rules: character 4.11)."""

from __future__ import annotations

from engine.contract.texts import Name, Text, text
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear, singing
from engine.sil.level import terrain

_SLAYS = {
    "SLAY_ORC": "ORC",
    "SLAY_TROLL": "TROLL",
    "SLAY_WOLF": "WOLF",
    "SLAY_SPIDER": "SPIDER",
    "SLAY_UNDEAD": "UNDEAD",
    "SLAY_RAUKO": "RAUKO",
    "SLAY_DRAGON": "DRAGON",
}
_GROUPED = frozenset(("FRIEND", "FRIENDS", "ESCORT", "ESCORTS"))
LOW_FUEL = 100  # turns
GLOW_FROM = 15


def radius(game: SilContext) -> int:
    """Return the hero's light radius; may be negative. A flickering light draws from
    `streams.play`."""
    return sum(amount for _, amount in terms(game, flickering=True))


def terms(game: SilContext, *, flickering: bool = False) -> list[tuple[Name | Text, int]]:
    """Return what the radius is made of, burning steadily or `flickering` as it may."""
    hero = game.hero
    found: list[tuple[Name | Text, int]] = []
    for slot, item in sorted(hero.worn.items()):
        traits = gear.traits(game.data, item)
        if slot == Slot.LIGHT:
            shine = _lamp(game, item, flickering)
        else:
            shine = ("LIGHT" in traits.flags) - ("DARKNESS" in traits.flags)
        found.append((gear.called(game, item), shine))
    for weapon in (gear.weapon(hero), gear.offhand(game.data, hero)):
        if weapon is not None and glows(game, weapon):
            found.append(
                (
                    text(
                        "{weapon}, aglow at the foe",
                        weapon=Name(gear.traits(game.data, weapon).name),
                    ),
                    1,
                )
            )
    if hero.timers.darkened and sum(shine for _, shine in found) > 0:
        found.append((text("Darkened"), -1))
    if game.state.forge >= 0:
        found.append((text("The forge"), 2))
    if hero.song >= 0:
        trees = singing.strength(game.data, hero, ab.SONG_OF_THE_TREES)
        found.append((text("Song of the Trees"), trees))
    return [term for term in found if term[1]]


def _lamp(game: SilContext, lamp: Item, flickering: bool) -> int:
    traits = gear.traits(game.data, lamp)
    rules = game.data.rules.item(lamp.kind)
    fuelled = rules.fuel is not None
    if fuelled and lamp.timeout <= 0:
        return 0
    reach = rules.radius + ("LIGHT" in traits.flags)
    dark = "DARKNESS" in traits.flags
    if flickering and fuelled and (dark or lamp.timeout < LOW_FUEL):
        least = -2 if dark else 0
        while reach > least and game.streams.play.one_in(3):
            reach -= 1
    return reach


def glows(game: SilContext, weapon: Item) -> bool:
    """Return whether a weapon worn by the hero shines at the foes it is made to slay."""
    hated = [kind for slay, kind in _SLAYS.items() if slay in gear.traits(game.data, weapon).flags]
    if not hated:
        return False
    level, hero, races = game.level, game.hero, game.data.monsters
    nearness = 0
    for creature in level.creatures:
        if creature is None:
            continue
        flags = races[creature.race].flags
        if not any(kind in flags for kind in hated):
            continue
        distance = game.knowledge.noise[level.at(creature.y, creature.x)]
        weight = (2 if "UNIQUE" in flags else 1) * (1 if flags & _GROUPED else 2)
        nearness += 50 * weight // max(1, distance)
    if "SPIDER" in hated:
        for y in range(max(0, hero.y - 2), min(level.height, hero.y + 3)):
            for x in range(max(0, hero.x - 2), min(level.width, hero.x + 3)):
                square = level.at(y, x)
                if level.feature[square] == terrain.WEB:
                    nearness += 50 // max(1, game.knowledge.noise[square])
    return nearness >= GLOW_FROM
