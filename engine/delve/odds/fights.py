"""Odds of a fight: what a hero's attacks do to an opponent, and what it does to him.

Of an opponent they take what its page shows (level, energy, power, defence, statuses), and of its
health no more than the segments of the bar in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.delve.data.kinds import ItemKind, MonsterKind
from engine.delve.items.item_use import burst_of, flask_harm
from engine.delve.magic import spellcasting
from engine.delve.magic.cast_context import Cast
from engine.delve.monsters import powers
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.monsters.monster_turn import waking_chance
from engine.delve.movement.movement import aim_share
from engine.delve.rules import formulas
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.rolls import BlowRoll, ThrowRoll
from engine.delve.rules.sheet_values import blow_at, is_undead, resistance, throw_at
from engine.delve.rules.vision import visible
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveMonster

HEALTH_SEGMENTS = 8  # of the bar under a creature that is hurt
ATTACK_EFFECTS = frozenset(
    {"damage", "beam", "burst", "chain", "force", "drain", "overload", "storm", "tongue"}
)
ENERGY_EFFECTS = frozenset({"enervated"})  # statuses of spells that take energy, not health


def health_segments(who: DelveCreature) -> int | None:
    """Return how many segments of a creature's bar are full, at least one while it lives; None: it
    is unhurt."""
    if who.health >= who.full_health:
        return None
    return max(int(who.health > 0), HEALTH_SEGMENTS * who.health // who.full_health)


def known_health(monster: DelveMonster) -> int:
    """Return the health of a monster as its bar tells it: the middle of what it can be."""
    segments = health_segments(monster)
    if segments is None:
        return monster.full_health
    least = -(-segments * monster.full_health // HEALTH_SEGMENTS) if segments > 1 else 1
    most = -(-(segments + 1) * monster.full_health // HEALTH_SEGMENTS) - 1
    return (least + min(most, monster.full_health - 1)) // 2


# ------------------------------------------------------------------ the hero's attacks


class AttackOdds(NamedTuple):
    """An attack of a hero at an opponent: the probability that it hits, the mean damage of a hit,
    and the mean over all attempts, in points of health."""

    hits: float
    damage: float
    mean: float


def blow(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> AttackOdds:
    """Return the odds of a hero's blow at a monster beside him."""
    return _aimed(hero, blow_at(game, hero, monster))


def _aimed(hero: DelveHero, own: BlowRoll | ThrowRoll) -> AttackOdds:
    aimed = float(aim_share(hero))
    mean = distributions.mean(own.distribution())
    return AttackOdds(own.hits * aimed, own.mean_hit(), mean * aimed)


def blows_needed(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> int:
    """Return after how many mean blows of a hero's a monster falls."""
    return math.ceil(known_health(monster) / max(_LEAST_BLOW, blow(game, hero, monster).mean))


_LEAST_BLOW = 0.01  # points of health; of a hero who does no harm


def charge(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> AttackOdds:
    """Return the odds of the blow that ends a charge."""
    return _aimed(hero, blow_at(game, hero, monster, extra_dice=1))


def throw(
    game: DelveContext, hero: DelveHero, item: DelveItem, monster: DelveMonster
) -> AttackOdds:
    """Return the odds of a throw at a monster in line, with the harm of what is made for it; it
    does nothing beyond its range."""
    known = known_thing(game, item)
    if known.range < gap(hero.at, monster.at):
        return AttackOdds(0.0, 0.0, 0.0)
    own = _aimed(hero, throw_at(game, hero, monster, known))
    more = _flask_damage(game, hero, game.item_kind(item), monster)
    return AttackOdds(own.hits, own.damage + more, own.mean + own.hits * more)


def _flask_damage(
    game: DelveContext, hero: DelveHero, kind: ItemKind, monster: DelveMonster
) -> float:
    """Return the mean damage that a thing made for throwing does beside its throw."""
    total = 0.0
    for effect in kind.effects:
        if effect.name == "burst":
            total += distributions.mean(damage_of(game, burst_of(game, hero, effect), monster))
        elif effect.name == "harm" or (effect.name == "holy" and is_undead(game, monster)):
            dice, sides, more = flask_harm(effect)
            resisted = resistance(game, monster, effect.args[0]) if effect.name == "harm" else 0
            rolled = distributions.dice(dice, sides)
            total += math.fsum(p * formulas.reduce(n + more, resisted) for n, p in rolled.items())
    return total


def known_thing(game: DelveContext, item: DelveItem) -> DelveItem:
    """Return a thing as its owner knows it: with the figures of its kind until it is proven."""
    if item.known:
        return item
    kind = game.item_kind(item)
    return DelveItem(0, item.kind, power=kind.power, defence=kind.defence, range=kind.range)


class SpellOdds(NamedTuple):
    """The damage of a spell to its first victim: a distribution, none for spells that do none;
    `works`: the probability that it comes off and goes where it is meant to."""

    damage: Distribution | None
    works: float


def spell(
    game: DelveContext, hero: DelveHero, name: str, monster: DelveMonster | None, *, aimed: bool
) -> SpellOdds:
    """Return the odds of a spell of a hero's; without a monster in reach it does no damage."""
    cast = cast_of(game, hero, name)
    works = float(aim_share(hero)) if aimed else 1.0
    if seems_nullified(game, hero):
        works = 0.0
    if monster is None or not does_harm(cast):
        return SpellOdds(None, works)
    if gap(hero.at, monster.at) > cast.reach:
        return SpellOdds({0: 1.0}, 0.0)
    return SpellOdds(damage_of(game, cast, monster), works)


def cast_of(game: DelveContext, caster: DelveCreature, name: str) -> Cast:
    """Return a spell as a creature would cast it."""
    return spellcasting.make_cast(game, caster, game.content.spells[name])


def does_harm(cast: Cast) -> bool:
    """Return whether a spell takes health from its victim."""
    drains = ENERGY_EFFECTS & set(cast.spell.statuses)
    return cast.spell.effect in ATTACK_EFFECTS and not drains


def damage_of(game: DelveContext, cast: Cast, victim: DelveCreature) -> Distribution:
    """Return the distribution of the damage of a spell that harms."""
    lifeless = isinstance(victim, DelveMonster) and game.kind(victim).family in (
        "undead",
        "construct",
    )
    if cast.spell.effect == "drain" and lifeless:
        return {0: 1.0}
    return cast.damages(victim)


def seems_nullified(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether somebody awake in sight stops the hero's spells."""
    return any(
        not each.asleep and spellcasting.stops_spells(game, each, hero.at)
        for each in visible(game, hero)
    )


# ------------------------------------------------------------------ the opponent's attacks


AttackKind = Literal["blow", "shot", "breath", "spell"]


class Menace(NamedTuple):
    """An attack of a monster at a hero: the probability in an action that it is made and hits, the
    mean damage of a hit, and the mean damage of a round."""

    kind: AttackKind
    hits: float
    damage: float
    round: float


def actions_a_round(kind: MonsterKind, monster: DelveMonster) -> float:
    """Return how often a monster acts in a round, as far as it can be told."""
    actions = 0.5 if kind.has("slow") else 1.0
    return actions + (kind.has("swift") or "hasted" in monster.statuses)


def blow_of(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> Menace:
    """Return what a monster's blows do to a hero beside it; those that sap do no damage."""
    kind = game.kind(monster)
    if kind.has("saps"):
        return Menace("blow", blow_at(game, monster, hero).hits, 0.0, 0.0)
    own: BlowRoll = blow_at(game, monster, hero)
    number = kind.traits["blows"].number() if kind.has("blows") else 1
    total = distributions.mean(own.distribution()) * number * actions_a_round(kind, monster)
    return Menace("blow", own.hits, own.mean_hit(), total)


def cost(game: DelveContext, hero: DelveHero, monsters: Iterable[DelveMonster]) -> float:
    """Return the mean damage that monsters do to a hero until they have all fallen, one after the
    other, the weakest first: each by its blows, or from where it is if that is worse."""
    rounds, total = 0, 0.0
    for each in sorted(monsters, key=lambda each: (known_health(each), each.uid)):
        rounds += blows_needed(game, hero, each)
        afar = shot_of(game, each, hero)
        total += rounds * max(blow_of(game, each, hero).round, afar.round if afar else 0.0)
    return total


def shot_of(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> Menace | None:
    """Return what a monster does to a hero from afar, where it stands now; None: nothing."""
    kind = game.kind(monster)
    found = _missile(game, monster, hero) or _breath(game, monster, hero)
    found = found or _spell(game, monster, hero)
    if found is None:
        return None
    total = found.hits * found.damage * actions_a_round(kind, monster)
    return found._replace(round=total)


def _missile(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> Menace | None:
    trait = game.kind(monster).traits.get("shoots")
    if trait is None or gap(monster.at, hero.at) < 2:
        return None
    if not direction_to(game, monster, hero.at, trait.number(2)):
        return None
    own = throw_at(game, monster, hero, powers.missile(trait))
    return Menace("shot", own.hits, own.mean_hit(), 0.0)


def _breath(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> Menace | None:
    trait = game.kind(monster).traits.get("breathes")
    if trait is None or monster.energy < trait.number(3):
        return None
    if not direction_to(game, monster, hero.at, trait.number(2)):
        return None
    damage = distributions.mean(powers.breath_damage(game, trait, hero))
    return Menace("breath", powers.SPELL_CHANCE / 100, damage, 0.0)


def _spell(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> Menace | None:
    """Return the mean of the spells that a monster may cast at a hero now."""
    kind = game.kind(monster)
    near = gap(monster.at, hero.at) <= 1 and kind.courage is not None
    names = kind.spells if not kind.spell_attack else () if near else (kind.spell_attack,)
    if kind.has("warden"):
        names = (kind.stages[monster.stage][1],)
    damages = []
    for name in names:
        cast = cast_of(game, monster, name)
        price = spellcasting.cost(game, monster, cast.spell)
        in_line = direction_to(game, monster, hero.at, cast.reach)
        if price <= monster.energy and in_line and does_harm(cast):
            damages.append(distributions.mean(damage_of(game, cast, hero)))
    if not damages:
        return None
    share = len(damages) / len(names)
    return Menace("spell", powers.SPELL_CHANCE * share / 100, sum(damages) / len(damages), 0.0)


def menace(game: DelveContext, monster: DelveMonster, hero: DelveHero) -> Menace | None:
    """Return what a monster can do to a hero from where it stands; None: nothing."""
    if gap(monster.at, hero.at) == 1:
        return blow_of(game, monster, hero)
    return shot_of(game, monster, hero)


def wakes_a_turn(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> float:
    """Return the probability that a sleeper notices a hero in a turn without a fight."""
    return waking_chance(game, monster, hero, fights=False) / 100


def noticed_a_turn(game: DelveContext, hero: DelveHero) -> float:
    """Return the probability that one of the sleepers in sight wakes in a turn without a fight."""
    unnoticed = 1.0
    for each in visible(game, hero):
        if each.asleep and each.side == 0:
            unnoticed *= 1 - wakes_a_turn(game, hero, each)
    return 1 - unnoticed
