"""Upkeep of creatures: at the start of each of their turns, and in the world's
step (rules: monsters 7.4, 8)."""

from __future__ import annotations

from engine.contract.dice import trunc_div
from engine.sil.creatures import creature_stats, morale, placement, senses, skill_rolls
from engine.sil.creatures.alertness import UNWARY_FROM, set_alertness
from engine.sil.data.bundle import Data
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab

MENDING, QUICK_MENDING = 150, 30  # ticks in which all health comes back
MOST_MANA = 15
MEMORY, MEMORY_OF_THE_VANISHED = 25, 15


def start_turn(game: SilContext, creature: Creature) -> bool:
    """Do a creature's upkeep, asleep or awake; false if it is gone."""
    if "summoned" in creature.flags and not _oaths_are_sung(game) and game.streams.play.percent(50):
        placement.remove(game, creature)
        return False
    if creature.stun:
        creature.stun -= 1
    if creature.confused:
        creature.confused -= 1
    if creature.temporary_morale:
        creature.temporary_morale = decay_morale(creature.temporary_morale)
    if creature.hasted or creature.slowed:
        creature.hasted = max(0, creature.hasted - 1)
        creature.slowed = max(0, creature.slowed - 1)
        set_speed(game.data, creature)
    if creature.alertness >= 0:
        _lose_track(game, creature)
    morale.update(game, creature)
    return True


def _oaths_are_sung(game: SilContext) -> bool:
    return any(c is not None and c.song == "SNG_OATHS" for c in game.level.creatures)


def decay_morale(morale: int) -> int:
    """Return temporary morale a turn later."""
    return trunc_div(morale * 9, 10)


def set_speed(data: Data, creature: Creature) -> None:
    """Set its speed by its race, haste and slowness."""
    speed = data.monsters[creature.race].speed
    creature.speed = max(1, speed + (creature.hasted > 0) - (creature.slowed > 0))


def _lose_track(game: SilContext, creature: Creature) -> None:
    """Let an alert creature that does not see the hero forget him (rules: monsters 7.4)."""
    race = game.data.monsters[creature.race]
    if not race.sleepiness or creature.stance == "fleeing" or senses.sees_hero(game, creature):
        return
    memory = MEMORY_OF_THE_VANISHED if game.hero.active(ab.VANISH) else MEMORY
    hidden = game.hero.skill(Skill.STEALTH) + senses.noise_cost(game, creature)
    margin = skill_rolls.foe_check(
        game, creature, creature_stats.perception(game, creature) + memory, hidden
    )
    if margin < 0:
        set_alertness(game, creature, max(creature.alertness + margin, UNWARY_FROM))


def regenerate(game: SilContext) -> None:
    """Let health and mana come back in the world's step (rules: monsters 8)."""
    tick = game.state.game_turn // 10
    for creature in game.level.creatures:
        if creature is None:
            continue
        if creature.health < creature.max_health:
            quick = "REGENERATE" in game.data.monsters[creature.race].flags
            gain = recovery_share(creature.max_health, QUICK_MENDING if quick else MENDING, tick)
            creature.health = min(creature.max_health, creature.health + gain)
            if creature.health == creature.max_health:
                forget_ranges(creature)
        if creature.mana < MOST_MANA and not creature.song:
            creature.mana += 1
            if creature.mana == MOST_MANA:
                forget_ranges(creature)


def recovery_share(most: int, period: int, tick: int) -> int:
    """Return what of `most` comes back at a tick, so that each period gives all of it; nothing at
    0."""
    if tick <= 0:
        return 0
    now, before = tick % period or period, (tick - 1) % period
    return most * now // period - most * before // period


def forget_ranges(creature: Creature) -> None:
    """Let it choose its preferred distances anew at its next turn."""
    creature.range_min = 0
