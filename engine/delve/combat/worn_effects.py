"""Abilities of worn things that act on blows, beyond their figures."""

from __future__ import annotations

from engine.contract.texts import text
from engine.delve.combat import statuses
from engine.delve.combat.damage import harm
from engine.delve.combat.melee_effects import shove
from engine.delve.rules.context import DelveContext
from engine.delve.rules.rolls import BlowResult
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import DelveCreature

STUN_TURNS = 3
FINISHED_BELOW = 8  # of full health divided by this
THORNS = 4  # sides of the die


def after_hit(
    world: DelveContext, attacker: DelveCreature, victim: DelveCreature, blow: BlowResult
) -> None:
    """Do what the attacker's things do to whom they hit, and the victim's to who hits."""
    if has_ability(world, victim, "thorns"):
        _prick(world, attacker, victim)
    if victim.fallen:
        return
    if blow.verdict == "critical" and has_ability(world, attacker, "stunning"):
        statuses.add(world, victim, "confused", STUN_TURNS)
    if blow.damage and victim.defence > 0 and has_ability(world, attacker, "sundering"):
        victim.defence -= 1
    if has_ability(world, attacker, "finishing") and victim.health * FINISHED_BELOW < (
        victim.full_health
    ):
        told = text(
            "{attacker:The} makes an end of {victim:the}.",
            attacker=world.the(attacker),
            victim=world.the(victim),
        )
        world.tell(told, victim, "hit")
        harm(world, victim, victim.health, "", attacker)


def _prick(world: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    hurt = world.dice.die(THORNS)
    told = text(
        "Spikes hurt {attacker:the} for {damage}.", attacker=world.the(attacker), damage=hurt
    )
    world.tell(told, attacker, "hit")
    harm(world, attacker, hurt, "", victim, cause=text("spikes"))


def after_miss(world: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    """Let a shield push back who missed."""
    if has_ability(world, victim, "bashing") and not attacker.fallen:
        shove(world, attacker, victim.at, 1)
