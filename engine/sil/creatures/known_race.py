"""A race as the hero knows it: exactly what its page of lore tells (`recall.page`).

Odds that people see are worked out with these figures, never with the race's own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data.records import NO_DICE, Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, RaceLore, Skill

FAMILIAR = 10  # sightings, less Perception, after which a race's senses are known
BUILD = ("NO_CRIT", "RES_CRIT")
OPEN = frozenset((*BUILD, "ELFBANE", "UNIQUE", "PEACEFUL"))
"""Flags that anybody can tell."""
CLASSES = ("ORC", "TROLL", "SERPENT", "DRAGON", "RAUKO", "UNDEAD", "SPIDER", "WOLF", "MAN", "ELF")
"""Flags that are known once one was slain."""


class KnownRace(NamedTuple):
    """A race as known: `kind` bears only the known flags, blows and powers.

    `defence`: its evasion, protection and health are known; `senses`: its Will and Perception.
    What is not known is 0 in `kind`. `blows`: the numbers of its known blows.
    """

    kind: Monster
    defence: bool
    senses: bool
    blows: tuple[int, ...]

    @property
    def mean_health(self) -> float | None:
        """Return the mean of its full health; None while it is not known."""
        health = self.kind.health
        return health.number * (health.sides + 1) / 2 if self.defence else None


def senses_known(game: SilContext, race: int) -> bool:
    """Return whether a race was seen often enough to know its Will and Perception."""
    kind = game.data.monsters[race]
    seen = game.lore.races.get(race, RaceLore()).encountered
    if seen <= 1 and "UNIQUE" not in kind.flags:
        return False
    return FAMILIAR - seen < game.hero.skill(Skill.PERCEPTION)


def of(game: SilContext, creature: Creature) -> KnownRace | None:
    """Return the race of a creature in sight as the hero knows it; None to one who cannot trust
    his eyes."""
    timers = game.hero.timers
    if timers.hallucinating or timers.rage or not game.known(creature).visible:
        return None
    if creature_names.appears(game, creature) != creature.race:
        return None
    lore = game.lore.races.get(creature.race, RaceLore())
    return _known(
        creature_stats.race(game, creature),
        lore.kills > 0,
        senses_known(game, creature.race),
        frozenset(lore.flags),
        tuple(sorted(number for number in lore.blows if number < 2)),
        spells=frozenset(lore.spells),
    )


@lru_cache(maxsize=512)
def _known(
    kind: Monster,
    slain: bool,
    senses: bool,
    flags: frozenset[str],
    blows: tuple[int, ...],
    spells: frozenset[str],
) -> KnownRace:
    open_flags = OPEN.union(flags, CLASSES if slain else ())
    figures = msgspec.structs.replace(
        kind,
        flags=kind.flags & open_flags,
        spells=kind.spells & spells,
        spell_power=0,
        evasion=kind.evasion if slain else 0,
        protection=kind.protection if slain else NO_DICE,
        health=kind.health if slain else NO_DICE,
        will=kind.will if senses else 0,
        perception=kind.perception if senses else 0,
        light=0,
    )
    return KnownRace(figures, slain, senses, blows)
