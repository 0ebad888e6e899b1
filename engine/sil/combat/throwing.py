"""Throwing (rules: combat 10; objects 6.8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.common.effects import EffectFunctions
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, text
from engine.sil.combat import archery, missile_flight, strikes
from engine.sil.combat.missile_flight import Target
from engine.sil.creatures import (
    alertness,
    combat_totals,
    creature_stats,
    iron_crown,
    skill_rolls,
    slays,
)
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.data.records import Dice, Monster
from engine.sil.effects import attack_report, injury, oaths
from engine.sil.game.context import SilContext, kept
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature, Item, Skill, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived, experience, gear
from engine.sil.items import item_handles, item_names
from engine.sil.perception import truce

EFFECTS = EffectFunctions[Callable[..., bool]]()  # of broken vessels, whether they are noticed


def reach(game: SilContext, item: Item) -> int:
    """Return how far the hero can throw it."""
    return min(20, max(1, (game.hero.derived.capacity // 5) // (item.weight + 20)))


def made_to_throw(game: SilContext, item: Item) -> bool:
    """Return whether a thing is designed for throwing."""
    traits = gear.traits(game.data, item)
    return "THROWING" in traits.flags or traits.role in game.rulings.throwing_kinds


def throw(game: SilContext, item: Item, target: Target, action: str = "") -> None:
    """Throw one of these: takes a turn. `action` is the line that asked for it.

    Raises IllegalAction, and nothing changes, when it cannot be done; may ask first.
    """
    hero = game.hero
    if hero.timers.afraid:
        raise IllegalAction(text("You are too afraid to throw anything."))
    worn = any(thing is item for thing in hero.worn.values())
    if worn and item.cursed and not hero.active(ab.CURSE_BREAKING):
        raise IllegalAction(text("You cannot let go of it: it is cursed."))
    far = reach(game, item)
    squares = missile_flight.path(game, target, far)
    if missile_flight.asks_first(game, squares, "throw", action):
        return
    target = missile_flight.astray(game, target)
    squares = missile_flight.path(game, target, far)
    thrown = missile_flight.one_of(game, item)
    if worn:
        thrown.cursed = False
    action_costs.spend(game)
    hero.attacked = True
    disturb(game, text("your own throw"), "own deed")
    _fly(game, thrown, target, squares)
    derived.update(game)
    truce.hostile_deed(game)


def _fly(game: SilContext, item: Item, target: Target, squares: list[int]) -> None:
    level = game.level
    rest = level.at(game.hero.y, game.hero.x)
    hit_wall, tried = False, 0
    for square in squares:
        if missile_flight.is_blocked(game, square):
            hit_wall = True
            break
        rest = square
        creature = level.creatures[level.occupant.get(square, 0)]
        if creature is None or creature_stats.has(game, creature, "PEACEFUL"):
            continue
        account = _roll(game, item, target, creature, tried)
        tried += 1
        if account.hit:
            _hit(game, item, creature, account)
            break
        attack_report.tell_attack(game, creature, account, "throw", _name(game, item))
    whole = missile_flight.come_down(game, item, rest, breakage(game, item, hit_wall=hit_wall))
    if not whole:
        tell(game, text("{thing:The} breaks.", thing=_name(game, item)), "break")


@kept
def at_hand(game: SilContext) -> Sequence[tuple[str, Item]]:
    """Return what lies at hand that is made for throwing, and what action lines call it."""
    return [
        (handle, held)
        for handle, held in item_handles.items(game).items()
        if not item_handles.is_worn(handle) and made_to_throw(game, held)
    ]


def best(game: SilContext) -> tuple[str, Item] | None:
    """Return the thing at hand made for throwing that does the most harm, and what action lines
    call it; None without one."""
    return max(at_hand(game), key=lambda pair: mean_damage(game, pair[1]), default=None)


def _name(game: SilContext, item: Item) -> Name:
    return Name(gear.called(game, item).word.lower())


def attack_base(game: SilContext, item: Item) -> combat_totals.Tally:
    """Return the score of a throw before the target's terms. A wielded weapon that was thrown is
    out of the hand by now, so that its number is not taken back out of Melee."""
    hero, weapon = game.hero, gear.weapon(game.hero)
    polearms = hero.active(ab.POLEARM_MASTERY)
    base = combat_totals.Tally(text("Melee"), hero.skill(Skill.MELEE))
    if weapon is not None:
        trained = derived.sum_of(derived.weapon_bonus(game, weapon, polearms=polearms))
        base.add(
            text("without {thing}", thing=Name(gear.traits(game.data, weapon).name)),
            -weapon.attack - trained,
        )
    base.add(gear.called(game, item), item.attack)
    base.add(text("training"), derived.sum_of(derived.weapon_bonus(game, item, polearms=polearms)))
    if not made_to_throw(game, item):
        base.add(text("not made for throwing"), -5)
    return base


def damage_dice(game: SilContext, item: Item) -> tuple[int, int]:
    """Return dice and sides of a throw (rules: combat 10)."""
    hero = game.hero
    terms = derived.blow_sides(
        game,
        item,
        hero.stat(Stat.STR),
        ((text("gear"), hero.derived.counts["damage_sides"]),),
        power=hero.active(ab.POWER),
    )
    sides = max(0, derived.sum_of(terms))
    return item.damage_dice, sides if made_to_throw(game, item) else sides // 2


def mean_damage(game: SilContext, item: Item) -> float:
    """Return the mean harm of a throw that hits, before armour."""
    dice, sides = damage_dice(game, item)
    return dice * (sides + 1) / 2


def does_something(game: SilContext, item: Item) -> bool:
    """Return whether a throw can do anything to whom it hits, as far as the hero knows."""
    works = item_names.is_aware(game, item.kind) and game.data.rules.item(item.kind).thrown
    unknown = not item_names.is_aware(game, item.kind)
    return mean_damage(game, item) >= 1 or bool(works) or unknown


def _roll(
    game: SilContext, item: Item, target: Target, creature: Creature, tried: int
) -> attack_report.AttackReport:
    tally = combat_totals.hero_attack(game, creature, attack_base(game, item))
    missile_flight.wrong_target(tally, target, creature, tried)
    evasion = combat_totals.monster_evasion(game, creature)
    accurate = gear.has(game.data, item, "ACCURATE")
    contest = strikes.hit_contest(game, tally, evasion, accurate=accurate)
    title = text("Thrown {thing}", thing=gear.called(game, item))
    return attack_report.AttackReport(title, tally, evasion, contest.roll(game.streams.play))


def _hit(
    game: SilContext, item: Item, creature: Creature, account: attack_report.AttackReport
) -> None:
    if gear.traits(game.data, item).tval == gear.POTION and _drench(game, item, creature):
        alertness.make_alert(game, creature)
        return
    kind = creature_stats.race(game, creature)
    crit = crit_dice(game, item, account.roll.margin, kind)
    slaying = slays.against(game, creature, item)
    more = crit + slaying.dice + archery.spend_vengeance(game)
    account.extra = strikes.extra_words(crit, slaying)
    account.hurt(game, harm_dice(game, item, kind, more, slays.sharpness(game, item)))
    attack_report.tell_attack(game, creature, account, "throw", _name(game, item))
    slays.awe(game, creature, slaying)
    if account.net or game.rulings.oath_mercy_broken_by == "attack":
        oaths.break_mercy(game, creature)
    if injury.hurt_creature(game, creature, account.net):
        return
    creature_stats.mark(creature, "hit by ranged")
    iron_crown.struck(game, creature, account.net)
    if not account.net:
        alertness.make_alert(game, creature)


def crit_dice(game: SilContext, item: Item, margin: int, kind: Monster) -> int:
    """Return the critical dice of a throw that hits this kind by a margin."""
    if gear.has(game.data, item, "CUMBERSOME"):
        return 0
    adjustment = strikes.crit_adjustment(game.data, game.hero, thrown=True)
    dice = skill_rolls.crit_dice(game.rulings, margin, item.weight, adjustment)
    return skill_rolls.crit_against(dice, kind.flags)


def harm_dice(game: SilContext, item: Item, kind: Monster, more: int, sharpness: int) -> HarmDice:
    """Return the dice of a throw that hits, `more` than the thing's, against such a kind."""
    dice, sides = damage_dice(game, item)
    return HarmDice(dice + more, sides, (kind.protection,), sharpness)


def _drench(game: SilContext, item: Item, creature: Creature) -> bool:
    """Potions that work on what they break over, instead of hurting it; whether this is one."""
    effects = game.data.rules.item(item.kind).thrown
    noticed = [EFFECTS[effect.name](game, creature, *effect.args) for effect in effects]
    if any(noticed) and game.known(creature).visible:
        experience.learn_kind(game, item.kind)
    return bool(effects)


@EFFECTS.effect("haste")
def _haste(game: SilContext, creature: Creature, dice: Dice) -> bool:
    creature.hasted += game.streams.play.roll(*dice)
    return True


@EFFECTS.effect("reveal")
def _reveal(game: SilContext, creature: Creature, turns: int) -> bool:
    unseen = creature_stats.has(game, creature, "INVISIBLE")
    known = game.learn(creature)
    if unseen:
        known.detected = max(known.detected, turns)
    return unseen


@EFFECTS.effect("slow")
def _slow(game: SilContext, creature: Creature, power: int) -> bool:
    margin = _brew_margin(game, creature, power, "NO_SLOW")
    if margin > 0:
        creature.slowed += margin + 10
    return margin > 0


@EFFECTS.effect("confuse")
def _confuse(game: SilContext, creature: Creature, power: int) -> bool:
    margin = _brew_margin(game, creature, power, "NO_CONF")
    if margin > 0:
        creature.confused += min(200, creature.confused + margin + 10)
    return margin > 0


def _brew_margin(game: SilContext, creature: Creature, power: int, immunity: str) -> int:
    """Return the margin of a brew against the Will of whom it drenches."""
    immune = creature_stats.has(game, creature, immunity)
    difficulty = creature_stats.will(game, creature) + (100 if immune else 0)
    power -= combat_totals.away(game, creature)
    return skill_rolls.hero_check(game, power, difficulty, creature)


def breakage(game: SilContext, item: Item, *, hit_wall: bool) -> int:
    """Return the chance in percent that a thrown thing breaks."""
    traits = gear.traits(game.data, item)
    if traits.tval in (gear.POTION, gear.FLASK):
        chance = 100
    elif traits.tval == gear.LIGHT:
        chance = 0 if game.data.rules.item(item.kind).solid else 20
    else:
        chance = 10 if traits.tval == gear.ARROW else 5
    if hit_wall:
        chance = min(100, 2 * chance)
    if made_to_throw(game, item):
        return chance // 4 if hit_wall else 0
    return chance
