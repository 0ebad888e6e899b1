"""Effects of potions, herbs and food on the hero's body (rules: objects 7.2, 7.3)."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.data.records import Dice
from engine.sil.data.rule_records import STAT_NAMES, HeroStatus, StatName
from engine.sil.effects import elements, remedies, statuses
from engine.sil.game.messages import tell
from engine.sil.game.state import Stat
from engine.sil.item_use.use_effects import Use, UseEffects

EFFECTS = UseEffects()


def _roll(use: Use, dice: Dice) -> int:
    return use.game.streams.play.roll(*dice)


@EFFECTS.effect("heal")
def _heal(use: Use, percent: int) -> bool:
    return remedies.heal(use.game, percent)


@EFFECTS.effect("staunch")
def _staunch(use: Use) -> bool:
    remedies.staunch(use.game)
    return False


@EFFECTS.effect("voice")
def _voice(use: Use, percent: int) -> bool:
    return remedies.refresh_voice(use.game, use.game.hero.derived.max_voice * percent // 100)


@EFFECTS.effect("cure")
def _cure(use: Use, status: HeroStatus) -> bool:
    return remedies.cured(use.game, status.key)


@EFFECTS.effect("status")
def _status(use: Use, status: HeroStatus, dice: Dice) -> bool:
    return remedies.starts(use.game, status.key, _roll(use, dice))


@EFFECTS.effect("inflict")
def _inflict(use: Use, status: HeroStatus, dice: Dice, how: str = "") -> bool:
    """Inflict a bad state, which Will may withstand. "once": not while it lasts; "silently": who
    withstands it is not told."""
    if how == "once" and use.game.hero.timers.left(status.key):
        return False
    if how == "silently":
        return statuses.inflict(use.game, status.key, _roll(use, dice))
    noticed = remedies.withstood(use.game, status.key, _roll(use, dice))
    return noticed or how == "once"


@EFFECTS.effect("panic")
def _panic(use: Use, fear: Dice, speed: Dice) -> bool:
    """Fear lends wings: both befall the hero, or neither."""
    game, timers = use.game, use.game.hero.timers
    calm, steady = not timers.afraid, not timers.fast
    if not statuses.inflict(game, "afraid", _roll(use, fear)):
        tell(game, text("You are not afraid."), "status")
        return True
    statuses.inflict(game, "fast", _roll(use, speed), save=False)
    return calm or steady


@EFFECTS.effect("fortify")
def _fortify(use: Use, stat: StatName, dice: Dice, points: int) -> bool:
    """Restore a stat that is drained by so many points; else raise it for a while."""
    number = _stat(stat)
    if use.game.hero.stat_drain[number] <= -points:
        return statuses.restore(use.game, number, points)
    return remedies.starts(use.game, stat, _roll(use, dice))


@EFFECTS.effect("restore")
def _restore(use: Use, stat: StatName, points: int) -> bool:
    return statuses.restore(use.game, _stat(stat), points)


@EFFECTS.effect("drain")
def _drain(use: Use, stat: StatName) -> bool:
    statuses.drain(use.game, _stat(stat))
    return True


def _stat(name: StatName) -> Stat:
    return Stat(STAT_NAMES.index(name))


@EFFECTS.effect("poison")
def _poison(use: Use, dice: Dice) -> bool:
    elements.strike_hero(use.game, "poison", *dice, text("a poisonous draught"))
    return True


@EFFECTS.effect("feed")
def _feed(use: Use, food: int) -> bool:
    return remedies.fill(use.game, food)
