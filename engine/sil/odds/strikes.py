"""Odds of blows, shots and throws: the hero's, and those of his enemies.

An enemy counts as its page of lore tells of it (`known_race`): what is not known there is None.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from engine.common import compass, distributions
from engine.sil.combat import archery, melee, strikes, throwing
from engine.sil.combat.strikes import direction_to
from engine.sil.creatures import (
    combat_totals,
    creature_stats,
    known_race,
    morale,
    skill_rolls,
    slays,
)
from engine.sil.creatures.combat_totals import Tally
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.creatures.known_race import KnownRace
from engine.sil.data.records import Blow
from engine.sil.effects import blow_rolls
from engine.sil.game.context import SilContext, kept_by_each
from engine.sil.game.state import Creature, Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear

SECOND_BLOW = 1 / 3  # how often one that has two blows strikes the second (`attacks.choose_blow`)
BANDS = {4: 1.0, 3: 0.75, 2: 0.375, 1: 0.125}
"""The middle of each band of health that a picture shows, as a share of the full."""


class StrikeOdds(NamedTuple):
    """The odds of an attack: the probability of a hit, and the mean damage of those that hit, after
    protection; None: not known."""

    hit: float
    damage: float | None = None

    @property
    def percent(self) -> int:
        """Return the probability of a hit in percent."""
        return distributions.as_percent(self.hit)


class Strike(NamedTuple):
    """A blow or missile before it is rolled: its hit roll, and the dice of a hit by a margin (None:
    not known)."""

    contest: skill_rolls.SkillContest
    harm: Callable[[int], HarmDice] | None

    def odds(self) -> StrikeOdds:
        """Return its odds."""
        if self.harm is None:
            return StrikeOdds(self.contest.chance())
        harm = self.harm
        return _odds(self.contest, lambda margin: distributions.mean(harm(margin).net()))


def _odds(contest: skill_rolls.SkillContest, mean: Callable[[int], float]) -> StrikeOdds:
    """Return the odds of a hit roll; `mean`: of the damage of a hit by a margin."""
    hits = {margin: chance for margin, chance in contest.margins().items() if margin > 0}
    hit = min(1.0, fsum(hits.values()))
    if not hit:
        return StrikeOdds(0.0, 0.0)
    return StrikeOdds(hit, fsum(chance * mean(margin) for margin, chance in hits.items()) / hit)


def together(first: StrikeOdds, second: StrikeOdds) -> StrikeOdds:
    """Return the odds of two blows: that one hits, and the mean of both where one does."""
    hit = 1 - (1 - first.hit) * (1 - second.hit)
    if first.damage is None or second.damage is None or not hit:
        return StrikeOdds(hit)
    return StrikeOdds(hit, (first.hit * first.damage + second.hit * second.damage) / hit)


# ------------------------------------------------------------------------------ the hero's


def _evasion(game: SilContext, creature: Creature, known: KnownRace, *, shot: bool) -> Tally | None:
    """Return its evasion, as far as it is known."""
    helpless = creature_stats.asleep(creature) and not game.hero.bane  # whatever its race
    if not known.defence and not helpless:
        return None
    if _may_not_see(game, known):
        return None
    return combat_totals.monster_evasion(game, creature, shot=shot, kind=known.kind)


def _may_not_see(game: SilContext, known: KnownRace) -> bool:
    """Return whether it depends on a light that nothing tells of whether it sees the hero."""
    return combat_totals.is_in_dark(game) and known.kind.glyph.char in combat_totals.LIGHT_BEARERS


def _as_seen(game: SilContext, creature: Creature) -> Creature:
    """Return a creature as it looks: nothing shows whether the mindless have noticed anybody."""
    if creature.alertness < 0 and creature_stats.has(game, creature, "MINDLESS"):
        return replace(creature, alertness=0)
    return creature


def _beside(game: SilContext, creature: Creature) -> Creature:
    """Return a creature as if it had come up to the hero."""
    hero = game.hero
    dy, dx = compass.DIRECTIONS[compass.toward(hero.y, hero.x, creature.y, creature.x)]
    return replace(_as_seen(game, creature), y=hero.y + dy, x=hero.x + dx)


@kept_by_each
def melee_odds(game: SilContext, creature: Creature) -> StrikeOdds | None:
    """Return the odds of the hero's attack on a creature beside him, all its blows together; of
    one that is not, as if it had come; None where they are not known."""
    blows = melee_strikes(game, creature)
    return reduce(together, (blow.odds() for blow in blows)) if blows else None


def melee_strikes(game: SilContext, creature: Creature) -> list[Strike]:
    """Return the blows of the hero's attack on a creature; none where they are not known."""
    known = known_race.of(game, creature)
    if known is None:
        return []
    creature = _beside(game, creature)
    attack = strikes.plan_attack(
        game, creature, melee.form_seen(game, creature), direction_to(game.hero, creature)
    )
    found = []
    for number in range(attack.blows):
        blow = _blow(game, attack, number, known)
        if blow is None:
            return []
        found.append(blow)
        attack.creature = replace(creature, alertness=max(0, creature.alertness))
    return found


def _blow(game: SilContext, attack: strikes.Attack, number: int, known: KnownRace) -> Strike | None:
    creature = attack.creature
    evasion = _evasion(game, creature, known, shot=False)
    if evasion is None:
        return None
    blow = strikes.plan_blow(game, attack, number)
    tally = combat_totals.hero_attack_total(game, creature, blow.attack)
    contest = strikes.hit_contest(
        game, tally, evasion, accurate=_shows(game, blow.weapon, "ACCURATE")
    )
    if not known.defence:
        return Strike(contest, None)
    more, sharpness = _slaying(game, known, blow.weapon)

    def harm(margin: int) -> HarmDice:
        crit = strikes.crit_dice(game, blow, margin, known.kind)
        return strikes.harm_dice(game, blow, known.kind, crit + more, sharpness)

    return Strike(contest, harm)


def _shows(game: SilContext, item: Item | None, flag: str) -> bool:
    """Return whether a thing is known to have a property."""
    return item is not None and item.known and gear.has(game.data, item, flag)


def _slaying(game: SilContext, known: KnownRace, *items: Item | None) -> tuple[int, int]:
    """Return the dice that known weapons add against a race, and what of its protection counts
    against the first, in percent."""
    flags = [gear.traits(game.data, i).flags if i and i.known else frozenset() for i in items]
    dice = sum(slays.slaying(own, known.kind.flags).dice for own in flags)
    return dice, slays.edge(flags[0])


def shot(game: SilContext, creature: Creature, quiver: Slot) -> Strike | None:
    """Return a shot that is aimed at a creature, if it gets there; None where it is not known."""
    hero, known = game.hero, known_race.of(game, creature)
    creature = _as_seen(game, creature)
    bow, arrows = hero.worn.get(Slot.BOW), hero.worn.get(quiver)
    if known is None or bow is None or arrows is None or not arrows.known:
        return None
    evasion = _evasion(game, creature, known, shot=True)
    if evasion is None:
        return None
    tally = combat_totals.hero_attack_total(game, creature, archery.attack_base(game, arrows))
    archery.rout(game, creature, tally)
    contest = strikes.hit_contest(game, tally, evasion, accurate=_shows(game, bow, "ACCURATE"))
    if not known.defence:
        return Strike(contest, None)
    more, _ = _slaying(game, known, arrows, bow)
    more += archery.ambush_dice(game, creature) + archery.vengeance_dice(game)
    sharpness = slays.edge(gear.traits(game.data, arrows).flags)
    hail = hero.last_archery_kill and hero.active(ab.DEADLY_HAIL)

    def harm(margin: int) -> HarmDice:
        crit = archery.crit_dice(game, bow, margin, known.kind)
        return archery.harm_dice(game, known.kind, crit + more, sharpness, hail=hail)

    return Strike(contest, harm)


def throw(game: SilContext, creature: Creature, item: Item) -> Strike | None:
    """Return a throw that is aimed at a creature, if it gets there; None where it is not known."""
    known = known_race.of(game, creature)
    creature = _as_seen(game, creature)
    drenches = gear.traits(game.data, item).tval == gear.POTION
    if known is None or not item.known or drenches or gear.weapon(game.hero) is item:
        return None
    evasion = _evasion(game, creature, known, shot=False)
    if evasion is None:
        return None
    tally = combat_totals.hero_attack_total(game, creature, throwing.attack_base(game, item))
    contest = strikes.hit_contest(game, tally, evasion, accurate=_shows(game, item, "ACCURATE"))
    if not known.defence:
        return Strike(contest, None)
    more, sharpness = _slaying(game, known, item)
    more += archery.vengeance_dice(game)

    def harm(margin: int) -> HarmDice:
        crit = throwing.crit_dice(game, item, margin, known.kind)
        return throwing.harm_dice(game, item, known.kind, crit + more, sharpness)

    return Strike(contest, harm)


def health_left(game: SilContext, creature: Creature) -> int | None:
    """Return about what is left of its health: of the mean of its kind what the middle of its band
    leaves; None while that is not known."""
    known = known_race.of(game, creature)
    if known is None or known.mean_health is None:
        return None
    band = min(3, morale.band(creature.health, creature.max_health))
    whole = creature.health >= creature.max_health
    return max(1, round(known.mean_health * BANDS[4 if whole else band]))


# ----------------------------------------------------------------------------- on the hero


@kept_by_each
def hurt_odds(game: SilContext, creature: Creature) -> StrikeOdds | None:
    """Return the odds of one attack of a creature, once it is beside him, on a hero who stands and
    fights, by the blows that are known."""
    return _hurt_odds(game, creature, off_guard=False)


def answer_odds(game: SilContext, creature: Creature) -> StrikeOdds | None:
    """Return the same of one that answers his shot (rules: combat 8.3)."""
    return _hurt_odds(game, creature, off_guard=True)


def _hurt_odds(game: SilContext, creature: Creature, *, off_guard: bool) -> StrikeOdds | None:
    known = known_race.of(game, creature)
    if known is None or not known.blows:
        return None
    if game.hero.bane and not known.defence:
        return None  # whether he is its bane is not known
    if _may_not_see(game, known):
        return None
    beside = _beside(game, creature)
    each = [
        (_incoming(game, beside, known, known.kind.blows[number], off_guard), _often(number))
        for number in known.blows
    ]
    whole = fsum(often for _, often in each)
    hit = fsum(odds.hit * often for odds, often in each) / whole
    if any(odds.damage is None for odds, _ in each) or not hit:
        return StrikeOdds(hit)
    total = fsum(odds.hit * (odds.damage or 0) * often for odds, often in each) / whole
    return StrikeOdds(hit, total / hit)


def _often(number: int) -> float:
    return SECOND_BLOW if number else 1 - SECOND_BLOW


def _incoming(
    game: SilContext, creature: Creature, known: KnownRace, blow: Blow, off_guard: bool
) -> StrikeOdds:
    """Return the odds of one blow."""
    attack = combat_totals.monster_attack(game, creature, blow.attack, known.kind)
    evasion = combat_totals.hero_evasion(game, creature, off_guard=off_guard, seen=known.kind)
    contest = blow_rolls.hit_contest(game, attack, evasion)
    outwitted = _outwitted(game, creature, known)
    if outwitted is None:
        return StrikeOdds(contest.chance())
    weight = blow_rolls.DIE_WEIGHT * blow.damage.number
    plain = _mean_net(game, blow, 0)

    def mean(margin: int) -> float:
        dice = 0
        if blow.method not in blow_rolls.UNARMOURED:
            dice = skill_rolls.crit_dice(game.rulings, margin, weight)
        return outwitted * plain + (1 - outwitted) * _mean_net(game, blow, dice)

    if blow_rolls.is_certain(blow):
        return StrikeOdds(1.0, mean(1) if blow.effect else 0.0)
    return _odds(contest, mean)


def _mean_net(game: SilContext, blow: Blow, crit: int) -> float:
    return distributions.mean(blow_rolls.harm_dice(game, blow, crit).net())


def _outwitted(game: SilContext, creature: Creature, known: KnownRace) -> float | None:
    """Return how likely the hero outwits it, so that it strikes no critical blow; None: not
    known."""
    if not game.hero.active(ab.OUTWIT):
        return 0.0
    return blow_rolls.outwit_contest(game, creature).chance() if known.senses else None
