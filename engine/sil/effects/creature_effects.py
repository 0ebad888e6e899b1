"""Effects of elements, sounds, lights and fears on creatures (rules: world 7.5; monsters 14.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from engine.contract.texts import text
from engine.sil.creatures import alertness, creature_names, creature_stats, senses, skill_rolls
from engine.sil.effects import creature_upkeep, injury
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature

CreatureEffect = Literal[
    "fire", "cold", "poison", "dark", "acid", "lightning",
    "light", "sound", "slow", "confusion", "fear", "sleep", "haste", "blast",
]  # fmt: skip

_WITHSTANDS = {
    "fire": "RES_FIRE",
    "cold": "RES_COLD",
    "poison": "RES_POIS",
    "lightning": "RES_ELEC",
}
_FEEDS_ON = {"fire": "HURT_FIRE", "cold": "HURT_COLD"}
IMMUNITY = 100  # added to the Will of what is immune
MOST_STUN = MOST_CONFUSION = 255
ADDED_CONFUSION = 200
FEAR = 20  # stored morale for each point of the margin
_CRIES = (text("You hear a scream of agony."), text("You hear a shriek cut short."))


def strike_creature(
    game: SilContext,
    creature: Creature,
    kind: CreatureEffect,
    amount: int = 0,
    *,
    power: int = 0,
    by_hero: bool = True,
) -> bool:
    """Let an effect work on a creature; whether it died.

    `amount` is the damage or the stun rolled, `power` the skill behind what Will withstands.
    """
    if kind in ("light", "sound"):
        _dazzle(game, creature, kind, amount)
    elif kind in _MOODS:
        flags = game.data.monsters[creature.race].flags
        contest = mood_contest(game, creature, kind, power, flags, by_hero=by_hero)
        margin = contest.roll(game.streams.play).margin
        if margin > 0:
            _MOODS[kind].sway(game, creature, margin)
    elif kind == "haste":
        creature.hasted += amount
        creature_upkeep.set_speed(game.data, creature)
    else:
        return _harm(game, creature, kind, amount, power, by_hero=by_hero)
    return False


def damage(game: SilContext, creature: Creature, kind: str, amount: int) -> int:
    """Return what an element's damage comes to against a creature: none if it resists, twice as
    much if it is vulnerable."""
    race = creature_stats.race(game, creature)
    if kind == "dark":
        shadowy = "UNDEAD" in race.flags or "BRTH_DARK" in race.spells or race.light < 0
        return 0 if shadowy else amount
    if _WITHSTANDS.get(kind, "") in race.flags:
        return 0
    return amount * 2 if _FEEDS_ON.get(kind, "") in race.flags else amount


def _harm(
    game: SilContext, creature: Creature, kind: str, amount: int, power: int, by_hero: bool
) -> bool:
    if kind == "blast":
        tough = not creature_stats.has(game, creature, "STONE")
        hard = 2 * creature_stats.constitution(creature)
        contest = _contest(game, creature, power, hard, by_hero)
        if tough or contest.roll(game.streams.play).margin <= 0:
            amount = 0
    else:
        amount = damage(game, creature, kind, amount)
    if game.known(creature).visible:
        template = _HURT.get(kind, "{who:The} is hurt.") if amount else "{who:The} is unharmed."
        _tell(game, creature, template)
    if not game.known(creature).visible and not by_hero and amount >= creature.health:
        tell(game, game.streams.flavour.choose(_CRIES), "heard")
    if injury.hurt_creature(game, creature, amount, by_hero):
        return True
    if amount and not by_hero:
        alertness.make_alert(game, creature)
    return False


_HURT = {
    "fire": "{who:The} burns.",
    "cold": "{who:The} is seared by the cold.",
    "poison": "{who:The} chokes.",
    "dark": "{who:The} is wrapped in darkness.",
    "acid": "{who:The} is scalded.",
    "lightning": "{who:The} jerks in the lightning.",
    "blast": "{who:The} cracks and crumbles.",
}


def _dazzle(game: SilContext, creature: Creature, kind: str, amount: int) -> None:
    """Light stuns what hates it, where the hero looks on; sound stuns whatever can be stunned."""
    if kind == "light":
        if not creature_stats.has(game, creature, "HURT_LITE") or not senses.in_view(
            game, creature
        ):
            return
    elif creature_stats.has(game, creature, "NO_STUN"):
        alertness.make_alert(game, creature)
        return
    creature.stun = min(MOST_STUN, creature.stun + amount)
    if game.known(creature).visible and amount:
        template = (
            "{who:The} cringes from the light."
            if kind == "light"
            else "{who:The} is stunned by the noise."
        )
        tell(game, text(template, who=creature_names.name(game, creature)), "hit")
    if kind == "sound":
        alertness.make_alert(game, creature)


def _contest(
    game: SilContext, creature: Creature, skill: int, difficulty: int, by_hero: bool
) -> skill_rolls.SkillContest:
    """Return a skill check against a creature: the hero's own, with his bane, or somebody
    else's."""
    if by_hero:
        return skill_rolls.hero_contest(game, skill, difficulty, creature)
    return skill_rolls.skill_contest(skill, difficulty)


def mood_contest(
    game: SilContext,
    creature: Creature,
    mood: str,
    power: int,
    flags: frozenset[str],
    *,
    by_hero: bool = True,
) -> skill_rolls.SkillContest:
    """Return the check of power, less the distance from the hero, against the Will of a creature
    with these flags."""
    kind, will = _MOODS[mood], creature_stats.will(game, creature)
    if kind.immunity in flags:
        will += IMMUNITY
    skill = power + kind.more - senses.away(game, creature)
    return _contest(game, creature, skill, will, by_hero)


def _slow(game: SilContext, creature: Creature, margin: int) -> None:
    creature.slowed = min(MOST_STUN, creature.slowed + margin + 10)
    creature_upkeep.set_speed(game.data, creature)
    _tell(game, creature, "{who:The} starts moving slower.")
    if not creature_stats.asleep(creature):
        alertness.make_alert(game, creature)


def _confuse(game: SilContext, creature: Creature, margin: int) -> None:
    more = min(ADDED_CONFUSION, creature.confused + margin + 10)
    creature.confused = min(MOST_CONFUSION, creature.confused + more)
    _tell(game, creature, "{who:The} is confused.")


def _frighten(game: SilContext, creature: Creature, margin: int) -> None:
    creature.temporary_morale -= FEAR * margin
    alertness.make_alert(game, creature)


def _lull(game: SilContext, creature: Creature, margin: int) -> None:
    alertness.set_alertness(game, creature, -(margin + 5))


class _Mood(NamedTuple):
    """A mood that power works: the change by a margin, points added to power, and the flag of
    those immune to it."""

    sway: Callable[[SilContext, Creature, int], None]
    more: int
    immunity: str


_MOODS: dict[str, _Mood] = {
    "slow": _Mood(_slow, 0, "NO_SLOW"),
    "confusion": _Mood(_confuse, 0, "NO_CONF"),
    "fear": _Mood(_frighten, 10, "NO_FEAR"),
    "sleep": _Mood(_lull, 10, "NO_SLEEP"),
}


def _tell(game: SilContext, creature: Creature, template: str) -> None:
    if game.known(creature).visible:
        words = text(template, who=creature_names.name(game, creature))
        tell(game, words, "hit", at=(creature.y, creature.x))
