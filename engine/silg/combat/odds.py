"""Odds of attacks on the clock, from the code that rolls them (rules: silg 2, 6).

A player may know both sides of an attack only where the rules show them: their own score, their
hero's standing evasion, and of an enemy what the hero's lore tells, once it has been seen to attack
(before that nobody knows whether it is wary). Else only the own side is told. The Game Master sees
all, with the dice that stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.contract.action import Action, Chance
from engine.contract.texts import Text, Words, joined
from engine.sil.combat import archery, strikes
from engine.sil.creatures import (
    combat_totals,
    creature_names,
    creature_stats,
    known_race,
    senses,
    slays,
)
from engine.sil.creatures.known_race import KnownRace
from engine.sil.data.records import Blow, Monster
from engine.sil.effects import blow_rolls, statuses
from engine.sil.game.state import Creature, Item, Skill, Slot
from engine.sil.hero import gear
from engine.sil.odds import fight_lines
from engine.sil.odds.strikes import SECOND_BLOW, StrikeOdds, together
from engine.silg.combat import skill_totals, standing_defence
from engine.silg.combat.skill_totals import AttackContest, AttackRoll
from engine.silg.context import SilGContext
from engine.silg.wording import text

NEAR = 7  # squares
MOST_LINES = 4


class Target(NamedTuple):
    """A creature as somebody knows it: how it is attacked, and how it attacks."""

    creature: Creature
    kind: Monster
    blows: tuple[int, ...]  # the numbers of its known blows
    dies: tuple[int, ...]  # the faces that its standing evasion die may show
    kept: Distribution | None  # what its protection keeps off; None: not known
    defence: bool = True  # its evasion is known
    seen_by: Monster | None = None  # its race as known, where that is not all


def opponents(game: SilGContext, seat: int) -> list[Creature]:
    """Return the enemies near in a hero's sight, the nearest first."""
    hero_game = game.hero_game(seat)
    return [
        creature
        for creature in creature_names.visible(hero_game)
        if senses.away(hero_game, creature) <= NEAR
        and not creature_names.seems(hero_game, creature, "PEACEFUL")
    ][:MOST_LINES]


def as_known(game: SilGContext, seat: int, creature: Creature) -> Target | None:
    """Return a creature as a hero's seat knows it; None while it has not been seen to attack, or
    the hero does not trust their eyes."""
    hero_game = game.hero_game(seat)
    known = known_race.of(hero_game, creature)
    fighter = game.fighter(f"c{creature.slot}")
    announced = fighter is not None and fighter.deed is not None and fighter.deed.announced
    if known is None or not announced or _may_not_see(game, seat, known):
        return None
    plain = replace(creature, alertness=max(0, creature.alertness), stun=0)
    dice = known.kind.protection
    kept = standing_defence.to_come(game, [(dice.number, dice.sides)])
    return Target(
        plain,
        known.kind,
        known.blows,
        standing_defence.dies(game),
        kept if known.defence else None,
        defence=known.defence,
        seen_by=known.kind,
    )


def _may_not_see(game: SilGContext, seat: int, known: KnownRace) -> bool:
    """Return whether it depends on a light that nothing tells of whether it sees the hero."""
    bearer = known.kind.glyph.char in combat_totals.LIGHT_BEARERS
    return bearer and combat_totals.is_in_dark(game.hero_game(seat))


def as_it_is(game: SilGContext, creature: Creature) -> Target | None:
    """Return a creature as the Game Master knows it, with the dice that stand; None off the
    clock."""
    fighter = game.fighter(f"c{creature.slot}")
    if fighter is None:
        return None
    kind = game.data.monsters[creature.race]
    kept: Distribution = {standing_defence.standing(game, fighter): 1.0}
    return Target(creature, kind, tuple(range(len(kind.blows[:2]))), (fighter.die,), kept)


# ---------------------------------------------------------------- the hero's


def melee(game: SilGContext, seat: int, target: Target) -> StrikeOdds | None:
    """Return the odds of a hero's attack on who is beside them; None where they are not known."""
    hero_game, creature = game.hero_game(seat), target.creature
    if not target.defence or not creature_stats.adjacent(hero_game.hero, creature):
        return None
    direction = strikes.direction_to(hero_game.hero, creature)
    attack = strikes.plan_attack(hero_game, creature, "main", direction)
    return reduce(together, (_blow(game, seat, target, attack, n) for n in range(attack.blows)))


def _blow(
    game: SilGContext, seat: int, target: Target, attack: strikes.Attack, number: int
) -> StrikeOdds:
    hero_game = game.hero_game(seat)
    blow = strikes.plan_blow(hero_game, attack, number)
    tally = combat_totals.hero_attack_total(hero_game, target.creature, blow.attack)
    margins = _margins(game, seat, target, tally.total, accurate=_accurate(game, blow.weapon))
    more, edge = _slaying(game, target, blow.weapon)
    dice, sides = strikes.blow_dice(hero_game, blow.weapon, blow.adjustment, offhand=blow.offhand)

    def damage(margin: int) -> Distribution:
        crit = strikes.crit_dice(hero_game, blow, margin, target.kind)
        number = dice + crit + more
        return {number * sides: 1.0} if blow.smite else distributions.dice(number, sides)

    return _odds(margins, {m: _mean(damage(m), target.kept, edge) for m in margins if m > 0})


def shot(game: SilGContext, seat: int, target: Target, quiver: Slot) -> StrikeOdds | None:
    """Return the odds of a shot that is aimed at a creature, if it gets there; None where they are
    not known."""
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    bow, arrows = hero.worn.get(Slot.BOW), hero.worn.get(quiver)
    if not target.defence or bow is None or arrows is None:
        return None
    tally = combat_totals.hero_attack_total(
        hero_game, target.creature, archery.attack_base(hero_game, arrows)
    )
    accurate = _accurate(game, bow)
    margins = _margins(game, seat, target, tally.total, accurate=accurate, shot=True)
    more, edge = _slaying(game, target, arrows, bow)
    dice, sides = hero.derived.archery_dice

    def damage(margin: int) -> Distribution:
        crit = archery.crit_dice(hero_game, bow, margin, target.kind)
        return distributions.dice(dice + crit + more, sides)

    return _odds(margins, {m: _mean(damage(m), target.kept, edge) for m in margins if m > 0})


def _margins(
    game: SilGContext, seat: int, target: Target, score: int, *, accurate: bool, shot: bool = False
) -> Distribution:
    """Return the distribution of the margin of a hero's attack."""
    hero = game.hero(seat)
    evasion = skill_totals.creature_evasion(game, target.creature, (hero.y, hero.x), target.seen_by)
    return _against(
        score,
        (skill_totals.number_to_beat(evasion.total, die, shot=shot) for die in target.dies),
        accurate=accurate,
    )


def _against(score: int, numbers: Iterable[int], *, accurate: bool = False) -> Distribution:
    """Return the distribution of an attack's margin against numbers that are equally likely."""
    each = [AttackContest(score, number, accurate).margins() for number in numbers]
    return distributions.mix((margins, 1 / len(each)) for margins in each)


def _accurate(game: SilGContext, item: Item | None) -> bool:
    return item is not None and item.known and gear.has(game.data, item, "ACCURATE")


def _slaying(game: SilGContext, target: Target, *items: Item | None) -> tuple[int, int]:
    """Return the dice that known weapons add, and the percent of protection that counts against
    the first."""
    flags = [gear.traits(game.data, i).flags if i and i.known else frozenset() for i in items]
    dice = sum(slays.slaying(own, target.kind.flags).dice for own in flags)
    return dice, slays.edge(flags[0])


def _mean(damage: Distribution, kept: Distribution | None, percent: int = 100) -> float:
    """Return the mean of what gets through."""
    return fsum(
        max(0, hit - kept_off * percent // 100) * chance * often
        for hit, chance in damage.items()
        for kept_off, often in (kept or distributions.CERTAIN).items()
    )


def _odds(margins: Distribution, means: dict[int, float]) -> StrikeOdds:
    hit = min(1.0, distributions.above(margins, 0))
    if not hit:
        return StrikeOdds(0.0, 0.0)
    return StrikeOdds(hit, fsum(margins[m] * mean for m, mean in means.items()) / hit)


# ---------------------------------------------------------------- on a hero


def on_hero(game: SilGContext, seat: int, target: Target) -> StrikeOdds | None:
    """Return the odds of a creature's attack on a hero beside it, by the blows that are known; None
    without any, or off the clock."""
    fighter = game.fighter(f"h{seat}")
    if fighter is None or not target.blows:
        return None
    if not creature_stats.adjacent(game.hero(seat), target.creature):
        return None
    each = [
        (_incoming(game, seat, target, target.kind.blows[number]), _often(number))
        for number in target.blows
    ]
    whole = fsum(often for _, often in each)
    hit = fsum(odds.hit * often for odds, often in each) / whole
    harm = fsum(odds.hit * (odds.damage or 0) * often for odds, often in each) / whole
    return StrikeOdds(hit, harm / hit if hit else 0.0)


def _often(number: int) -> float:
    return SECOND_BLOW if number else 1 - SECOND_BLOW


def _incoming(game: SilGContext, seat: int, target: Target, blow: Blow) -> StrikeOdds:
    hero_game, creature = game.hero_game(seat), target.creature
    fighter = standing_defence.entered(game, f"h{seat}")
    tally = skill_totals.creature_attack(game, seat, creature, blow.attack, target.seen_by)
    charging = "CHARGE" in target.kind.flags and blow_rolls.charges(hero_game, creature)
    evasion = skill_totals.hero_evasion(game, seat, creature, target.seen_by)
    against = skill_totals.number_to_beat(evasion.total, fighter.die)
    margins = _against(tally.total + (blow_rolls.CHARGE if charging else 0), [against])
    armoured = blow.method not in blow_rolls.UNARMOURED
    kept = {standing_defence.standing(game, fighter) if armoured else 0: 1.0}
    weight = blow_rolls.DIE_WEIGHT * blow.damage.number

    def mean(margin: int) -> float:
        crit = 0
        if armoured:
            rolled = AttackRoll(0, margin)
            crit = skill_totals.critical_dice(hero_game.rulings, rolled, weight, natural=False)
        number = blow.damage.number + crit + blow_rolls.elemental_dice(hero_game, blow.effect)
        sides = blow.damage.sides + (blow_rolls.CHARGE if charging else 0)
        return _mean(distributions.dice(number, sides), kept)

    if blow.method == "SPORE" or not blow.effect:
        return StrikeOdds(1.0, mean(1) if blow.effect else 0.0)
    return _odds(margins, {m: mean(m) for m in margins if m > 0})


# ---------------------------------------------------------------- in words


def lines(game: SilGContext, seat: int) -> tuple[Words, ...]:
    """Return a line for each enemy near a hero on the clock: the odds, or the own side alone."""
    if game.state.stage not in ("declare", "monsters"):
        return ()
    return tuple(_line(game, seat, creature) for creature in opponents(game, seat))


def _line(game: SilGContext, seat: int, creature: Creature) -> Text:
    hero_game, target = game.hero_game(seat), as_known(game, seat, creature)
    ours = melee(game, seat, target) if target else None
    theirs = on_hero(game, seat, target) if target else None
    return text(
        "{who:The.24}: {ours}; {theirs}",
        who=creature_names.name(hero_game, creature),
        ours=fight_lines.hit_words(ours, None) if ours else own_side(game, seat),
        theirs=fight_lines.hurt_words(theirs) if theirs else own_guard(game, seat),
    )


def own_side(game: SilGContext, seat: int) -> Text:
    """Return what a hero's blow is rolled with: "your melee 7 and a d20 for 2d5"."""
    hero = game.hero(seat)
    dice, sides = hero.derived.melee_dice
    return text(
        "your melee {melee:+d} and a d20 for {dice}d{sides}",
        melee=hero.skill(Skill.MELEE),
        dice=dice,
        sides=sides,
    )


def own_guard(game: SilGContext, seat: int) -> Text:
    """Return what an attack on a hero has to beat, before enemies beside them are counted."""
    fighter = game.fighter(f"h{seat}")
    score = game.hero(seat).skill(Skill.EVASION)
    if fighter is None:
        return text("your evasion {score:+d} and a d20", score=score)
    return text("it has to beat your {number}", number=score + fighter.die)


def gm_lines(game: SilGContext) -> tuple[Words, ...]:
    """Return a line for each creature beside a hero on the clock, with the dice that stand."""
    found: list[Words] = []
    for creature in game.creatures:
        target = as_it_is(game, creature)
        for seat in game.heroes:
            beside = creature_stats.adjacent(game.hero(seat), creature)
            if target is not None and beside and len(found) < MOST_LINES:
                found.append(_gm_line(game, seat, target))
    return tuple(found)


def _gm_line(game: SilGContext, seat: int, target: Target) -> Text:
    theirs, ours = on_hero(game, seat, target), melee(game, seat, target)
    return text(
        "{who:The.24} hits {hero:.16} {hurt} %, about {harm}; is hit {hit} %, about {damage}",
        who=game.name(f"c{target.creature.slot}"),
        hero=game.hero_name(seat),
        hurt=theirs.percent if theirs else 0,
        harm=round(theirs.damage or 0) if theirs else 0,
        hit=ours.percent if ours else 0,
        damage=round(ours.damage or 0) if ours else 0,
    )


# ---------------------------------------------------------------- of offers


def chances(
    game: SilGContext, seat: int, action: Action, at: tuple[int, int] | None
) -> tuple[Chance, ...]:
    """Return the chances of a hero's action that its seat may know, the most important first."""
    if action.verb in ("wait", "ready", "rest", "plan"):
        return _of_waiting(game, seat)
    if game.state.stage not in ("declare", "monsters") or game.hero(seat).timers.confused:
        return ()
    creature = next((c for c in opponents(game, seat) if (c.y, c.x) == at), None)
    target = as_known(game, seat, creature) if creature else None
    if target is None:
        return ()
    if action.verb == "fire":
        return _hit(shot(game, seat, target, quiver_of(game, seat, action)))
    if action.verb not in ("step", "fight"):
        return ()
    theirs = on_hero(game, seat, target)
    hurt = (Chance("hurt", theirs.percent, fight_lines.hurt_words(theirs)),) if theirs else ()
    return (*_hit(melee(game, seat, target)), *hurt)


def quiver_of(game: SilGContext, seat: int, action: Action) -> Slot:
    """Return the quiver that a shot takes its arrow from."""
    if len(action.args) > 1:
        return archery.QUIVERS.get(action.args[1], Slot.QUIVER1)
    worn = game.hero(seat).worn
    return next((slot for slot in archery.QUIVERS.values() if slot in worn), Slot.QUIVER1)


def _hit(odds: StrikeOdds | None) -> tuple[Chance, ...]:
    if odds is None:
        return ()
    words = text("{odds:The}", odds=fight_lines.hit_words(odds, None))
    return (Chance("hit", odds.percent, words),)


def _of_waiting(game: SilGContext, seat: int) -> tuple[Chance, ...]:
    """Return that poison or a wound kills who only waits, where it does."""
    turns = statuses.turns_to_death(game.hero_game(seat))
    if not turns:
        return ()
    words = joined([text("Poison or a wound"), fight_lines.death_words(turns)])
    return (Chance("end", 100, words),)


def gm_chances(game: SilGContext, key: str, seat: int) -> tuple[Chance, ...]:
    """Return the chance that a creature's attack on a hero hits, as the Game Master knows it."""
    creature = game.creature(key)
    target = as_it_is(game, creature) if creature else None
    odds = on_hero(game, seat, target) if target else None
    if odds is None:
        return ()
    hero, damage = game.hero_name(seat), round(odds.damage or 0)
    words = text(
        "Hits {hero:.20} {percent} %, about {damage}",
        hero=hero, percent=odds.percent, damage=damage,
    )  # fmt: skip
    return (Chance("hit", odds.percent, words),)
