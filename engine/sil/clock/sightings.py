"""Sightings of a hero's plans: who is in sight, what it is doing, how soon it could do harm
(no rule of Sil's: made for plans).

Only the hero's knowledge counts: who hallucinates takes every creature for what it looks like and
cannot tell who sleeps; of the mindless nobody can.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Literal

from engine.common import compass
from engine.common.grid import distance
from engine.common.plans import PlanLimits, Sighting, Stop, Watch
from engine.contract.texts import Text, text
from engine.sil.clock import turn_order
from engine.sil.creature_ai import powers
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature

Mind = Literal["", "asleep", "unwary", "fleeing", "alert"]
"""The mind of a creature towards the hero, as far as he can tell; "" when he cannot."""

NORMAL_SPEED = 2
_MINDS: dict[Mind, Text] = {
    "asleep": text("asleep"),
    "unwary": text("unwary"),
    "fleeing": text("fleeing"),
    "alert": text("alert"),
}


class HeroWatch:
    """The watch of a hero during a plan: over those in sight, and over his health.

    Who comes into sight of a kind that he had met before the plan began ends it only where it
    could do harm within the limits' turns; who becomes alert in his sight always does.
    `busy`: he fights or flees, and heeds only alert enemies of other kinds who could do so.
    """

    def __init__(self, game: SilContext, limits: PlanLimits, *, busy: bool = False) -> None:
        hero = game.hero
        known = [c for c in game.level.creatures if c and game.known(c).tag]
        self._met = {_key(game, c) for c in known}
        self._kinds = {creature_names.appears(game, c) for c in known}
        self._kinds |= {race for race, page in game.lore.races.items() if page.encountered}
        self._near, self._busy = limits.near, busy
        self._dozed: set[Hashable] = set()
        self._watch = Watch(
            limits, list(self._sightings(game)), _health(game), hero.derived.max_health
        )

    def look(self, game: SilContext) -> list[Stop]:
        """Return what ends the plan after a turn."""
        return self._watch.look(list(self._sightings(game)), _health(game))

    def _sightings(self, game: SilContext) -> Iterator[Sighting]:
        for c in creature_names.visible(game):
            seen = sighting(game, c, new=_key(game, c) not in self._met)
            known, near = self._is_of_known_kind(game, c), seen.turns < self._near
            heeded = near and not known
            if not self._busy:
                heeded = near or not known or seen.key in self._dozed
                if not seen.alert:
                    self._dozed.add(seen.key)
            new = seen.new and not known and not self._busy
            yield seen._replace(new=new, alert=seen.alert and heeded)

    def _is_of_known_kind(self, game: SilContext, creature: Creature) -> bool:
        """Return whether it is an enemy, and the hero had met one of its kind when the plan
        began."""
        race = creature_names.appears(game, creature)
        unsure = race == creature_names.ENEMY or game.hero.timers.hallucinating > 0
        captive = creature_names.seems(game, creature, "PEACEFUL")
        return race in self._kinds and not unsure and not captive


def _health(game: SilContext) -> int:
    """Return his health; what he has beyond the full passes of itself."""
    return min(game.hero.health, game.hero.derived.max_health)


def sighting(game: SilContext, creature: Creature, *, new: bool = False) -> Sighting:
    """Return a creature in sight as a plan sees it."""
    return Sighting(
        _key(game, creature),
        creature_names.ref(game, creature),
        in_words(game, creature, new=new),
        (creature.y, creature.x),
        is_alert(game, creature),
        turns=turns_to_harm(game, creature),
        new=new,
    )


def in_words(game: SilContext, creature: Creature, *, new: bool = False) -> Text:
    """Return "an orc scout, alert, 9 east"; "the orc scout, ..." of one met before."""
    hero = game.hero
    name = creature_names.kind_name if new else creature_names.name
    who = text("{who:a}" if new else "{who:the}", who=name(game, creature))
    way = compass.toward(hero.y, hero.x, creature.y, creature.x)
    away = _away(game, creature)
    state = mind(game, creature)
    if not way:
        return who
    if not state:
        return text("{who}, {steps} {way}", who=who, steps=away, way=compass.WORDS[way])
    return text(
        "{who}, {state}, {steps} {way}",
        who=who, state=_MINDS[state], steps=away, way=compass.WORDS[way],
    )  # fmt: skip


def mind(game: SilContext, creature: Creature) -> Mind:
    """Return what a creature is about, as far as the hero can tell."""
    if game.hero.timers.hallucinating or creature_names.seems(game, creature, "PEACEFUL"):
        return ""
    if creature.stance == "fleeing" and creature.alertness >= 0:
        return "fleeing"
    if creature_names.seems(game, creature, "MINDLESS"):
        return ""
    if creature_stats.asleep(creature):
        return "asleep"
    return "unwary" if creature_stats.unwary(creature) else "alert"


def is_alert(game: SilContext, creature: Creature) -> bool:
    """Return whether it is an enemy that would act against the hero, as far as he can tell: not
    asleep, unwary, fleeing, or rooted out of reach."""
    if creature_names.seems(game, creature, "PEACEFUL"):
        return False
    if mind(game, creature) not in ("", "alert"):
        return False
    rooted = creature_names.seems(game, creature, "NEVER_MOVE")
    return not rooted or _away(game, creature) <= 1 or _shoots_from_there(game, creature)


def turns_to_harm(game: SilContext, creature: Creature) -> float:
    """Return the hero's turns until a creature could do him harm: as far as it has to come, at the
    pace of its kind; 0 beside him, or where it can shoot at him."""
    steps = max(0, _away(game, creature) - 1)
    if not steps or _shoots_from_there(game, creature):
        return 0
    race = creature_names.appears(game, creature)
    speed = NORMAL_SPEED if race == creature_names.ENEMY else game.data.monsters[race].speed
    pace = turn_order.ENERGY[max(1, min(speed, turn_order.FASTEST))]
    return steps * turn_order.ENERGY[game.hero.derived.speed] / pace


def nearest_danger(game: SilContext, limits: PlanLimits) -> Creature | None:
    """Return an alert enemy that could do harm within the limits' turns; None for none. While
    there is one, no way is gone by plan."""
    for creature in creature_names.visible(game):
        if is_alert(game, creature) and turns_to_harm(game, creature) < limits.near:
            return creature
    return None


def _key(game: SilContext, creature: Creature) -> Hashable:
    """Return what tells a creature from all others that the level has held."""
    return creature.slot, creature.race, game.known(creature).tag


def _away(game: SilContext, creature: Creature) -> int:
    return max(abs(creature.y - game.hero.y), abs(creature.x - game.hero.x))


def _shoots_from_there(game: SilContext, creature: Creature) -> bool:
    """Return whether one of its kind could shoot, hurl or breathe at the hero from where it
    stands."""
    race = creature_names.appears(game, creature)
    if race == creature_names.ENEMY:
        return False
    if not game.knowledge.fire[game.level.at(creature.y, creature.x)]:
        return False
    hero = game.hero
    away = distance(hero.y, hero.x, creature.y, creature.x)
    spells = game.data.monsters[race].spells
    reach = max((_RANGES[spell] for spell in spells & _RANGES.keys()), default=0)
    return away <= reach


BREATH_RANGE = 8  # squares within which a breath is feared
_RANGES = {
    **{missile: powers.REACH[missile] for missile in powers.MISSILES},
    **dict.fromkeys(powers.BREATHS, BREATH_RANGE),
}
