"""Shooting (rules: combat 8.3, 9)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, text
from engine.sil.combat import attacks, critical_effects, missile_flight, strikes
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
from engine.sil.data.records import Monster
from engine.sil.effects import attack_report, injury, oaths
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb
from engine.sil.game.state import Creature, Item, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, gear
from engine.sil.perception import truce

QUIVERS = {"1": Slot.QUIVER1, "2": Slot.QUIVER2}
"""The quivers by what action lines call them."""
BREAKAGE = 10  # percent; twice that against a wall


def reach(game: SilContext) -> int:
    """Return how far the hero can shoot; 0 without a bow."""
    return game.hero.derived.archery_range


def fire(game: SilContext, quiver: Slot, target: Target, action: str = "") -> None:
    """Shoot an arrow of this quiver: takes a turn. `action` is the line that asked for it.

    Raises IllegalAction, and nothing changes, when it cannot be done; may ask first.
    """
    hero = game.hero
    bow, arrows = hero.worn.get(Slot.BOW), hero.worn.get(quiver)
    if hero.timers.afraid:
        raise IllegalAction(text("You are too afraid to shoot."))
    if bow is None:
        raise IllegalAction(text("You have no bow."))
    if arrows is None:
        raise IllegalAction(text("That quiver is empty."))
    squares = missile_flight.path(game, target, reach(game), through=True)
    if missile_flight.asks_first(game, squares, "shoot", action):
        return
    action_costs.spend(game, action_costs.ARCHERY)
    hero.attacked = True
    disturb(game, text("your own shot"), "own deed")
    target = missile_flight.astray(game, target)
    squares = missile_flight.path(game, target, reach(game), through=True)
    arrow = missile_flight.one_of(game, arrows)
    met = _shoot(game, bow, arrow, target, squares)
    _provoke(game, met[0] if met else None)
    truce.hostile_deed(game)


def _shoot(
    game: SilContext, bow: Item, arrow: Item, target: Target, squares: list[int]
) -> list[Creature]:
    """Let the arrow fly; the creatures it met, in order."""
    hero, level = game.hero, game.level
    hail = hero.last_archery_kill and hero.active(ab.DEADLY_HAIL)
    met: list[Creature] = []
    killed = hit_wall = False
    rest = level.at(hero.y, hero.x)
    for square in squares:
        if missile_flight.is_blocked(game, square):
            hit_wall = True
            break
        rest = square
        if gear.has(game.data, bow, "RADIANCE"):
            level.glow[square] = 1
        creature = level.creatures[level.occupant.get(square, 0)]
        if creature is None or creature_stats.has(game, creature, "PEACEFUL"):
            continue
        account = _roll(game, bow, arrow, target, creature, tried=len(met))
        met.append(creature)
        if not account.hit:
            attack_report.tell_attack(game, creature, account, "shot")
            continue
        killed = _hit(game, bow, arrow, creature, account, hail=hail)
        if not _pierces(game, arrow):
            break
    hero.last_archery_kill = killed
    missile_flight.come_down(game, arrow, rest, BREAKAGE * (2 if hit_wall else 1))
    return met


def _roll(
    game: SilContext, bow: Item, arrow: Item, target: Target, creature: Creature, tried: int
) -> attack_report.AttackReport:
    """Return the arrow's hit roll against one creature on its way."""
    tally = combat_totals.hero_attack(game, creature, attack_base(game, arrow))
    missile_flight.wrong_target(tally, target, creature, tried)
    rout(game, creature, tally)
    evasion = combat_totals.monster_evasion(game, creature, shot=True)
    accurate = gear.has(game.data, bow, "ACCURATE")
    contest = strikes.hit_contest(game, tally, evasion, accurate=accurate)
    return attack_report.AttackReport(
        text("{bow}", bow=Name(gear.traits(game.data, bow).name)),
        tally,
        evasion,
        contest.roll(game.streams.play),
    )


def attack_base(game: SilContext, arrow: Item) -> combat_totals.Tally:
    """Return the score of a shot before the target's terms."""
    base = combat_totals.Tally(text("Archery"), game.hero.skill(Skill.ARCHERY))
    base.add(text("arrow"), arrow.attack)
    return base


def rout(game: SilContext, creature: Creature, tally: combat_totals.Tally) -> None:
    """Add what Rout gives against who flees."""
    if creature.stance == "fleeing" and game.hero.active(ab.ROUT):
        tally.add(text("Rout"), game.rulings.rout_bonus)


def _hit(
    game: SilContext,
    bow: Item,
    arrow: Item,
    creature: Creature,
    account: attack_report.AttackReport,
    hail: bool,
) -> bool:
    """Carry out an arrow's hit; whether it killed."""
    kind = creature_stats.race(game, creature)
    crit = crit_dice(game, bow, account.roll.margin, kind)
    ambush = ambush_dice(game, creature)
    slaying = slays.against(game, creature, arrow, bow)
    vengeance = spend_vengeance(game)
    account.extra = (
        *strikes.extra_words(crit + ambush, slaying),
        *((text("Vengeance"),) if vengeance else ()),
        *((text("doubled by Deadly Hail"),) if hail else ()),
    )
    sharpness = slays.sharpness(game, arrow)
    more = crit + ambush + slaying.dice + vengeance
    account.hurt(game, harm_dice(game, kind, more, sharpness, hail=hail))
    if account.punctured:
        account.extra = (*account.extra, text("Puncture"))
    attack_report.tell_attack(game, creature, account, "shot")
    slays.awe(game, creature, slaying)
    if account.net or game.rulings.oath_mercy_broken_by == "attack":
        oaths.break_mercy(game, creature)
    if injury.hurt_creature(game, creature, account.net):
        return True
    creature_stats.mark(creature, "hit by ranged")
    iron_crown.struck(game, creature, account.net)
    if not account.net:
        alertness.make_alert(game, creature)
    else:
        critical_effects.crippling_shot(game, creature, crit + ambush)
        _dazzle(game, bow, creature, account.net)
    return False


def crit_dice(game: SilContext, bow: Item, margin: int, kind: Monster) -> int:
    """Return the critical dice of an arrow that hits this kind by a margin."""
    if gear.has(game.data, bow, "CUMBERSOME"):
        return 0
    dice = skill_rolls.crit_dice(game.rulings, margin, bow.weight)
    return skill_rolls.crit_against(dice, kind.flags)


def ambush_dice(game: SilContext, creature: Creature) -> int:
    """Return the dice that Ambush adds against who is unwary."""
    return int(game.hero.active(ab.AMBUSH) and creature_stats.unwary(creature))


def harm_dice(
    game: SilContext, kind: Monster, more: int, sharpness: int, *, hail: bool
) -> HarmDice:
    """Return the dice of an arrow that hits, `more` than the bow's, against such a kind."""
    dice, sides = game.hero.derived.archery_dice
    able = game.hero.active(ab.PUNCTURE)
    puncture = ab.figure(game.data, ab.PUNCTURE, "puncture") if able else 0
    number = (dice + more) * (2 if hail else 1)
    return HarmDice(number, sides, (kind.protection,), sharpness, puncture=puncture)


def vengeance_dice(game: SilContext) -> int:
    """Return the die that Vengeance adds to a shot or throw that hits, where the rules allow it."""
    hero = game.hero
    if game.rulings.vengeance_spent_by != "any attack" or not hero.active(ab.VENGEANCE):
        return 0
    return hero.vengeance


def spend_vengeance(game: SilContext) -> int:
    """Return that die, and use it up."""
    die = vengeance_dice(game)
    if game.rulings.vengeance_spent_by == "any attack":
        game.hero.vengeance = 0
    return die


def _dazzle(game: SilContext, bow: Item, creature: Creature, net: int) -> None:
    """Stun what hates the light with a radiant bow."""
    if (
        gear.has(game.data, bow, "RADIANCE")
        and net > 5
        and creature_stats.has(game, creature, "HURT_LITE")
        and game.streams.play.one_in(creature_stats.will(game, creature))
    ):
        creature.stun = min(255, creature.stun + net)


def _pierces(game: SilContext, arrow: Item) -> bool:
    """Return whether a sharp arrow flies on through what it hit."""
    chance = 100 - slays.sharpness(game, arrow)
    return chance > 0 and game.streams.play.percent(chance)


def _provoke(game: SilContext, first: Creature | None) -> None:
    """Let those beside a hero who shoots strike at his lowered guard (rules: combat 8.3)."""
    hero, level = game.hero, game.level
    start = game.streams.play.below(8)
    for n in range(8):
        dy, dx = compass.OFFSETS[compass.RING[(start + n) % 8]]
        creature = level.creature_at(hero.y + dy, hero.x + dx)
        if creature is None or not is_provoked(game, creature):
            continue
        if creature is first and hero.active(ab.POINT_BLANK_ARCHERY):
            continue
        attacks.attack_hero(game, creature, off_guard=True)
        if game.state.ended:
            return


def is_provoked(game: SilContext, creature: Creature) -> bool:
    """Return whether a creature beside the hero answers his shot with a blow."""
    if creature_stats.has(game, creature, "PEACEFUL"):
        return False
    if game.rulings.shooting_provokes == "adjacent":
        return not creature_stats.asleep(creature) and not game.world.truce
    return creature_stats.ready(game, creature) and not creature_stats.has(
        game, creature, "MINDLESS"
    )
