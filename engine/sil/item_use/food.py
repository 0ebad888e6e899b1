"""Herbs and food (rules: objects 7.2). Each effect tells whether it was noticed."""

from __future__ import annotations

from collections.abc import Callable

from engine.contract.texts import text
from engine.sil.effects import remedies, statuses
from engine.sil.game.context import Game
from engine.sil.game.messages import say
from engine.sil.game.state import Stat

FoodEffect = Callable[[Game], bool]
RESTORED = 3


def _rage(game: Game) -> bool:
    brave = remedies.cured(game, "afraid")
    return remedies.starts(game, "rage", game.streams.play.roll(10, 4)) or brave


def _sustenance(game: Game) -> bool:
    return remedies.fill(game, 2000)


def _terror(game: Game) -> bool:
    """Fear lends wings: both befall the hero, or neither."""
    play, timers = game.streams.play, game.hero.timers
    calm, steady = not timers.afraid, not timers.fast
    if not statuses.inflict(game, "afraid", play.roll(10, 4)):
        say(game, text("You are not afraid."), "status")
        return True
    statuses.inflict(game, "fast", play.roll(5, 4), save=False)
    return calm or steady


def _healing(game: Game) -> bool:
    remedies.staunch(game)
    remedies.heal(game, 50)
    return True


def _restoration(game: Game) -> bool:
    restored = [statuses.restore(game, stat, RESTORED) for stat in Stat]
    return any(restored)


def _emptiness(game: Game) -> bool:
    return remedies.fill(game, -1000)


def _visions(game: Game) -> bool:
    seeing = remedies.cured(game, "blind")
    return remedies.withstood(game, "hallucinating", game.streams.play.roll(80, 4)) or seeing


def _entrancement(game: Game) -> bool:
    return remedies.withstood(game, "entranced", game.streams.play.roll(10, 4))


def _drains(stat: Stat) -> FoodEffect:
    def effect(game: Game) -> bool:
        statuses.drain(game, stat)
        return True

    return effect


def _lembas(game: Game) -> bool:
    statuses.restore(game, Stat.GRA, 1)
    return True


EFFECTS: dict[str, FoodEffect] = {
    "Rage": _rage,
    "Sustenance": _sustenance,
    "Terror": _terror,
    "Healing": _healing,
    "Restoration": _restoration,
    "Emptiness": _emptiness,
    "Visions": _visions,
    "Entrancement": _entrancement,
    "Weakness": _drains(Stat.STR),
    "Sickness": _drains(Stat.CON),
    "& Fragment~ of Lembas": _lembas,
}
"""By name of the kind. What is not here only nourishes."""
