"""Figures of a creature as they stand now, its kin, its bane.

Rules: combat 5.4, 5.5, 7.7, 13.2; monsters 0, 15.2.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from engine.common import field_of_view
from engine.common.grid import SIGHT, distance
from engine.sil.data.bundle import Data
from engine.sil.data.records import Blow, Dice, Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Hero
from engine.sil.hero import banes, peoples
from engine.sil.level import terrain

CreatureMark = Literal[
    "active", "always cast", "angered", "crown loosened", "hit by melee", "hit by ranged",
    "leaving", "mastered", "provoked", "pushed", "summoned",
]  # fmt: skip
"""Marks of creatures (`Creature.flags`)."""
ASLEEP = -11  # alertness at or below which a creature sleeps


def race(game: SilContext, creature: Creature) -> Monster:
    """Return the race as it fights now: Morgoth changes as his anger rises."""
    data, serial = game.data, creature.race
    if serial == data.rules.creature_roles["morgoth"]:
        world = game.world
        return _morgoth(serial, world.morgoth_stage, world.morgoth_dark, data)
    return data.monsters[serial]


def is_morgoth(data: Data, serial: int) -> bool:
    """Return whether a race is Morgoth, whom the crown and the truce are about."""
    return serial == data.rules.creature_roles["morgoth"]


@lru_cache(maxsize=32)
def _morgoth(serial: int, stage: int, dark: bool, data: Data) -> Monster:
    """Rules: combat 13.2: figures that only rise, "stage by stage"."""
    plain = data.monsters[serial]
    first = plain.blows[0]
    figures: dict[str, int] = {}
    for raised in data.rules.creature(serial).anger[:stage]:
        figures |= raised
    blow = Blow(
        first.method,
        first.effect,
        figures.get("attack", first.attack),
        Dice(figures.get("dice", first.damage.number), first.damage.sides),
    )
    return msgspec.structs.replace(
        plain,
        evasion=figures.get("evasion", plain.evasion),
        perception=figures.get("perception", plain.perception),
        will=figures.get("will", plain.will),
        protection=Dice(
            figures.get("protection-dice", plain.protection.number), plain.protection.sides
        ),
        light=0 if dark else plain.light,
        blows=(blow, *plain.blows[1:]),
    )


def anger(game: SilContext, stage: int) -> None:
    """Raise Morgoth's anger to at least this stage; a lower one is never applied after a higher.

    The loss of his crown darkens him (under `monster_slips` corrected whenever it is lost).
    """
    crownless = stage == 1
    if crownless and (game.world.morgoth_stage < 1 or game.rulings.monster_slips == "corrected"):
        game.world.morgoth_dark = True
    game.world.morgoth_stage = max(game.world.morgoth_stage, stage)


def mark(creature: Creature, word: CreatureMark) -> None:
    """Set a mark on a creature (`Creature.flags`)."""
    if word not in creature.flags:
        creature.flags.append(word)


def has(game: SilContext, creature: Creature, flag: str) -> bool:
    """Return whether its race bears the flag."""
    return flag in game.data.monsters[creature.race].flags


def asleep(creature: Creature) -> bool:
    """Return whether it sleeps."""
    return creature.alertness <= ASLEEP


def unwary(creature: Creature) -> bool:
    """Asleep, or awake and unaware of the hero."""
    return creature.alertness < 0


def ready(game: SilContext, creature: Creature) -> bool:
    """Return whether it may strike out of turn: alert, clear of head, not fleeing, about to act."""
    return (
        creature.alertness >= 0
        and not creature.confused
        and creature.stance != "fleeing"
        and not creature.skip_turn
        and "mastered" not in creature.flags
        and not game.world.truce
    )


def daze(creature: Creature) -> int:
    """Return what being stunned takes from its Will, Perception and Stealth now."""
    return 2 if creature.stun else 0


def will(game: SilContext, creature: Creature) -> int:
    """Return its Will now."""
    return race(game, creature).will - daze(creature)


def perception(game: SilContext, creature: Creature) -> int:
    """Return its Perception now."""
    return race(game, creature).perception - daze(creature)


def stealth(game: SilContext, creature: Creature) -> int:
    """Return its Stealth now."""
    return race(game, creature).stealth - daze(creature)


def strength(kind: Monster) -> int:
    """Twice the dice of a race's first blow, and a point for ten health dice, less 4."""
    first = kind.blows[0].damage.number if kind.blows else 0
    return 2 * first + kind.health.number // 10 - 4


def constitution(creature: Creature) -> int:
    """By its full health, on the scale of the hero's."""
    health, step, con = creature.max_health, 20, 0
    if health < step:
        while health < step:
            step = step * 10 // 12
            con -= 1
        return con
    con = -1
    while health >= step:
        step = step * 12 // 10
        con += 1
    return con


def similar(one: Monster, other: Monster) -> bool:
    """Return whether two races are kin: the same letter, both dragons or both serpents."""
    if one.glyph.char == other.glyph.char:
        return True
    return not _KIN.isdisjoint(one.flags) and bool(one.flags & other.flags & _KIN)


_KIN = frozenset(("DRAGON", "SERPENT"))


@lru_cache(maxsize=1024)
def kin(data: Data, serial: int) -> frozenset[int]:
    """Return the races that are kin of a race, itself included."""
    one = data.monsters[serial]
    return frozenset(other for other, race in data.monsters.items() if similar(one, race))


def bane(game: SilContext, creature: Creature) -> int:
    """Return the hero's Bane bonus against this creature."""
    if not game.hero.bane or not has(game, creature, banes.BANES[game.hero.bane][1]):
        return 0
    return banes.bane_bonus(game)


def elf_bane(game: SilContext, creature: Creature) -> int:
    """5 for an elf-bane creature against one of the Eldar."""
    return 5 if peoples.is_elf(game.data, game.hero) and has(game, creature, "ELFBANE") else 0


def people_of(game: SilContext, creature: Creature) -> bool:
    """Return whether it is a Man or an Elf, whom the oath of Mercy protects."""
    return has(game, creature, "MAN") or has(game, creature, "ELF")


def in_sight(game: SilContext, one: Creature, other: Creature) -> bool:
    """Return whether two creatures have line of sight to each other, within sight range."""
    if distance(one.y, one.x, other.y, other.x) > SIGHT:
        return False
    layer, width = terrain.opaque(game), game.level.width
    return field_of_view.los(layer, width, one.y, one.x, other.y, x2=other.x)


def shake(game: SilContext, victim: Creature, loss: int) -> None:
    """Similar alert creatures that see the victim, and the victim itself, lose heart: `loss` of
    stored morale, for a while (rules: monsters 10.2)."""
    kindred = kin(game.data, victim.race)
    for creature in game.level.creatures:
        if creature is None or creature.alertness < 0 or creature.race not in kindred:
            continue
        if "NO_FEAR" in game.data.monsters[creature.race].flags:
            continue
        if creature is victim or in_sight(game, creature, victim):
            creature.temporary_morale -= loss


def adjacent(hero: Hero, creature: Creature) -> bool:
    """Return whether it stands next to the hero."""
    return max(abs(hero.y - creature.y), abs(hero.x - creature.x)) == 1
