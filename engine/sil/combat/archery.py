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
from engine.sil.effects import attack_report, injury, oaths
from engine.sil.game.context import Game
from engine.sil.game.messages import disturb
from engine.sil.game.state import Creature, Item, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, gear
from engine.sil.perception import truce

PUNCTURE = 5
BREAKAGE = 10  # percent; twice that against a wall


def reach(game: Game) -> int:
    """Return how far the hero can shoot; 0 without a bow."""
    return game.hero.derived.archery_range


def fire(game: Game, quiver: Slot, target: Target, action: str = "") -> None:
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
    game: Game, bow: Item, arrow: Item, target: Target, squares: list[int]
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
        account = _roll(game, bow, arrow, target, creature, len(met))
        met.append(creature)
        if not account.hit:
            attack_report.tell(game, creature, account, "shot")
            continue
        killed = _hit(game, bow, arrow, creature, account, hail)
        if not _pierces(game, arrow):
            break
    hero.last_archery_kill = killed
    missile_flight.come_down(game, arrow, rest, BREAKAGE * (2 if hit_wall else 1))
    return met


def _roll(
    game: Game, bow: Item, arrow: Item, target: Target, creature: Creature, tried: int
) -> attack_report.AttackReport:
    """Return the arrow's hit roll against one creature on its way."""
    base = combat_totals.Tally(text("Archery"), game.hero.skill(Skill.ARCHERY))
    base.add(text("arrow"), arrow.attack)
    tally = combat_totals.hero_attack(game, creature, base)
    missile_flight.wrong_target(tally, target, creature, tried)
    if creature.stance == "fleeing" and game.hero.active(ab.ROUT):
        tally.add(text("Rout"), game.rulings.rout_bonus)
    evasion = combat_totals.monster_evasion(game, creature, shot=True)
    accurate = gear.has(game.data, bow, "ACCURATE")
    roll = strikes.roll_to_hit(game, tally, evasion, accurate=accurate)
    return attack_report.AttackReport(
        text("{bow}", bow=Name(gear.traits(game.data, bow).name)), tally, evasion, roll
    )


def _hit(
    game: Game,
    bow: Item,
    arrow: Item,
    creature: Creature,
    account: attack_report.AttackReport,
    hail: bool,
) -> bool:
    """Carry out an arrow's hit; whether it killed."""
    hero = game.hero
    crit = _crit(game, bow, creature, account.roll)
    slaying = slays.against(game, creature, arrow, bow)
    dice, account.sides = hero.derived.archery_dice
    vengeance = spend_vengeance(game)
    account.dice = (dice + crit + slaying.dice + vengeance) * (2 if hail else 1)
    account.extra = (
        *strikes.extra_words(crit, slaying),
        *((text("Vengeance"),) if vengeance else ()),
        *((text("doubled by Deadly Hail"),) if hail else ()),
    )
    account.damage = game.streams.play.roll(account.dice, account.sides)
    strikes.roll_protection(game, creature, account, slays.sharpness(game, arrow))
    if hero.active(ab.PUNCTURE) and account.protection >= account.damage:
        account.damage, account.protection, account.net = PUNCTURE, 0, PUNCTURE
        account.extra = (*account.extra, text("Puncture"))
    attack_report.tell(game, creature, account, "shot")
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
        critical_effects.crippling_shot(game, creature, crit)
        _dazzle(game, bow, creature, account.net)
    return False


def _crit(game: Game, bow: Item, creature: Creature, roll: skill_rolls.OpposedRoll) -> int:
    dice = 0
    if not gear.has(game.data, bow, "CUMBERSOME"):
        dice = skill_rolls.crit_dice(game.rulings, roll.margin, bow.weight)
        dice = skill_rolls.crit_against(dice, game.data.monsters[creature.race].flags)
    if game.hero.active(ab.AMBUSH) and creature_stats.unwary(creature):
        dice += 1
    return dice


def spend_vengeance(game: Game) -> int:
    """Return the die that Vengeance adds to a shot or throw that hits, where the rules allow it."""
    hero = game.hero
    if game.rulings.vengeance_spent_by != "any attack":
        return 0
    die = hero.vengeance if hero.active(ab.VENGEANCE) else 0
    hero.vengeance = 0
    return die


def _dazzle(game: Game, bow: Item, creature: Creature, net: int) -> None:
    """Stun what hates the light with a radiant bow."""
    if (
        gear.has(game.data, bow, "RADIANCE")
        and net > 5
        and creature_stats.has(game, creature, "HURT_LITE")
        and game.streams.play.one_in(creature_stats.will(game, creature))
    ):
        creature.stun = min(255, creature.stun + net)


def _pierces(game: Game, arrow: Item) -> bool:
    """Return whether a sharp arrow flies on through what it hit."""
    chance = 100 - slays.sharpness(game, arrow)
    return chance > 0 and game.streams.play.percent(chance)


def _provoke(game: Game, first: Creature | None) -> None:
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


def is_provoked(game: Game, creature: Creature) -> bool:
    """Return whether a creature beside the hero answers his shot with a blow."""
    if creature_stats.has(game, creature, "PEACEFUL"):
        return False
    if game.rulings.shooting_provokes == "adjacent":
        return not creature_stats.asleep(creature) and not game.world.truce
    return creature_stats.ready(game, creature) and not creature_stats.has(
        game, creature, "MINDLESS"
    )
