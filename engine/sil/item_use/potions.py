"""Potions (rules: objects 7.3). Each effect tells whether it was noticed."""

from __future__ import annotations

from collections.abc import Callable

from engine.sil.effects import elements, remedies, statuses
from engine.sil.game.context import Game
from engine.sil.game.state import Stat

PotionEffect = Callable[[Game], bool]
RESTORED = 3
_FIELDS = {
    Stat.STR: "strength",
    Stat.DEX: "dexterity",
    Stat.CON: "constitution",
    Stat.GRA: "grace",
}


def _miruvor(game: Game) -> bool:
    remedies.cured(game, "stun", "confused", "hallucinating", "poison", "blind", "afraid")
    remedies.staunch(game)
    remedies.heal(game, 50)
    remedies.refresh_voice(game)
    return True


def _liquor(game: Game) -> bool:
    statuses.inflict(game, "stun", game.streams.play.roll(2, 4))
    remedies.cured(game, "afraid")
    remedies.heal(game, 25)
    return True


def _esgalduin(game: Game) -> bool:
    remedies.starts(game, "perception", game.streams.play.roll(20, 4))
    remedies.refresh_voice(game, game.hero.derived.max_voice // 4)
    return True


def _clarity(game: Game) -> bool:
    return remedies.cured(game, "stun", "confused", "hallucinating", "rage")


def _healing(game: Game) -> bool:
    remedies.staunch(game)
    remedies.heal(game, 50)
    return True


def _voice(game: Game) -> bool:
    return remedies.refresh_voice(game)


def _true_sight(game: Game) -> bool:
    seeing = remedies.cured(game, "blind", "hallucinating")
    return remedies.starts(game, "see_invisible", game.streams.play.roll(10, 4)) or seeing


def _antidote(game: Game) -> bool:
    return remedies.cured(game, "poison")


def _quickness(game: Game) -> bool:
    return remedies.starts(game, "fast", game.streams.play.roll(10, 4))


def _elements(game: Game) -> bool:
    play = game.streams.play
    fire = remedies.starts(game, "resist_fire", play.roll(20, 4))
    return remedies.starts(game, "resist_cold", play.roll(20, 4)) or fire


def _strengthens(stat: Stat) -> PotionEffect:
    """Return what is badly drained is only restored; else the stat is raised for a while."""

    def effect(game: Game) -> bool:
        if game.hero.stat_drain[stat] <= -RESTORED:
            return statuses.restore(game, stat, RESTORED)
        return remedies.starts(game, _FIELDS[stat], game.streams.play.roll(20, 4))

    return effect


def _slowness(game: Game) -> bool:
    return remedies.withstood(game, "slow", game.streams.play.roll(10, 4))


def _poison(game: Game) -> bool:
    elements.strike_hero(game, "poison", 5, 4, "a poisonous draught")
    return True


def _blindness(game: Game) -> bool:
    if game.hero.timers.blind:
        return False
    remedies.withstood(game, "blind", game.streams.play.roll(10, 4))
    return True


def _confusion(game: Game) -> bool:
    return remedies.withstood(game, "confused", game.streams.play.roll(5, 4))


def _drains(stat: Stat) -> PotionEffect:
    def effect(game: Game) -> bool:
        statuses.drain(game, stat)
        return True

    return effect


EFFECTS: dict[str, PotionEffect] = {
    "Miruvor": _miruvor,
    "Orcish Liquor": _liquor,
    "Esgalduin": _esgalduin,
    "Clarity": _clarity,
    "Healing": _healing,
    "Voice": _voice,
    "True Sight": _true_sight,
    "Antidote": _antidote,
    "Quickness": _quickness,
    "Elemental Resistance": _elements,
    "Strength": _strengthens(Stat.STR),
    "Dexterity": _strengthens(Stat.DEX),
    "Constitution": _strengthens(Stat.CON),
    "Grace": _strengthens(Stat.GRA),
    "Slowness": _slowness,
    "Poison": _poison,
    "Blindness": _blindness,
    "Confusion": _confusion,
    "Awkwardness": _drains(Stat.DEX),
    "Disconnection": _drains(Stat.GRA),
}
"""By name of the kind."""
