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


def after_hit(
    game: DelveContext, attacker: DelveCreature, victim: DelveCreature, blow: BlowResult
) -> None:
    """Do what the attacker's things do to whom they hit, and the victim's to who hits."""
    if has_ability(game, victim, "thorns"):
        _prick(game, attacker, victim)
    if victim.fallen:
        return
    if blow.verdict == "critical" and has_ability(game, attacker, "stunning"):
        statuses.add(game, victim, "confused", game.content.figure("stunning"))
    if blow.damage and victim.defence > 0 and has_ability(game, attacker, "sundering"):
        victim.defence -= 1
    ended = victim.health * game.content.figure("finishing") < victim.full_health
    if ended and has_ability(game, attacker, "finishing"):
        told = text(
            "{attacker:The} makes an end of {victim:the}.",
            attacker=game.the(attacker),
            victim=game.the(victim),
        )
        game.tell(told, victim, "hit")
        harm(game, victim, victim.health, "", attacker)


def _prick(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    hurt = game.dice.die(game.content.figure("thorns"))
    told = text(
        "Spikes hurt {attacker:the} for {damage}.", attacker=game.the(attacker), damage=hurt
    )
    game.tell(told, attacker, "hit")
    harm(game, attacker, hurt, "", victim, cause=text("spikes"))


def after_miss(game: DelveContext, attacker: DelveCreature, victim: DelveCreature) -> None:
    """Let a shield push back who missed."""
    if has_ability(game, victim, "bashing") and not attacker.fallen:
        shove(game, attacker, victim.at, 1)
