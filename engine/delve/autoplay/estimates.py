"""Autoplay's estimates of blows and fights, by what the hero's player could know."""

from __future__ import annotations

from engine.delve.magic import spellcasting
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.rules import formulas, sheet_values
from engine.delve.rules.world import DelveWorld, gap
from engine.delve.state import DelveCreature, DelveHero, DelveMonster


def expected_blow(world: DelveWorld, attacker: DelveCreature, victim: DelveCreature) -> int:
    """Return the mean damage of a plain blow, rounded down."""
    dice = formulas.melee_dice(attacker.level)
    rolled = dice * (sheet_values.power(world, attacker) + 1) // 2
    scaled = formulas.scale_by_energy(rolled, attacker.energy, attacker.full_energy)
    left = formulas.reduce(scaled, sheet_values.defence(world, victim))
    if isinstance(attacker, DelveMonster):
        kind = world.kind(attacker)
        left *= 2 if kind.has("swift") else 1
        left *= kind.traits["blows"].number() if kind.has("blows") else 1
        left = left // 2 if kind.has("slow") else left
    return left


def expected_shot(world: DelveWorld, monster: DelveMonster, hero: DelveHero) -> int:
    """Return the mean damage that a monster does from where it stands, roughly."""
    kind = world.kind(monster)
    if not (kind.spells or kind.spell_attack or kind.has("shoots") or kind.has("breathes")):
        return 0
    if not direction_to(world, monster, hero.at, 8):
        return 0
    if kind.has("shoots"):
        return (kind.traits["shoots"].number(1) + 1) * (monster.level // 2) // 2
    if kind.has("breathes"):
        return kind.traits["breathes"].number(1)
    return 6


def can_win(world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster]) -> bool:
    """Return whether the enemies near would fall before the hero, on average."""
    near = [each for each in enemies if gap(each.at, hero.at) <= 4]
    rounds, suffered = 0, 0
    for enemy in sorted(near, key=lambda each: each.health):
        blow = max(1, expected_blow(world, hero, enemy))
        rounds += -(-enemy.health // blow)
        suffered += rounds * expected_blow(world, enemy, hero)
    return suffered * 5 < hero.health * 4


def is_nullified(world: DelveWorld, hero: DelveHero, enemies: list[DelveMonster]) -> bool:
    """Return whether an enemy in sight stops the hero's spells."""
    return any(
        world.kind(each).has("nullifies") and gap(each.at, hero.at) <= spellcasting.NULL_RADIUS
        for each in enemies
    )


def is_easy(world: DelveWorld, hero: DelveHero, enemy: DelveMonster) -> bool:
    """Return whether an enemy would fall before it took a third of the hero's health."""
    rounds = -(-enemy.health // max(1, expected_blow(world, hero, enemy)))
    return rounds * expected_blow(world, enemy, hero) * 3 < hero.health
