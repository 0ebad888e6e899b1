"""Effects of draughts, herbs and other magic on the hero's body (rules: objects 7.1)."""

from __future__ import annotations

from bisect import bisect_right

from engine.contract.texts import text
from engine.sil.effects import hunger, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.hero import gear

_BANDS = (1, 1000, 2000, 5000, 8000)


def heal(game: SilContext, percent: int) -> bool:
    """Give back a share of the whole health, more for each thing worn that helps healing."""
    hero = game.hero
    percent += percent // 3 * sum(gear.has(game.data, item, "MEDIC") for item in hero.worn.values())
    points = hero.derived.max_health * percent // 100
    if hero.health >= hero.derived.max_health or points <= 0:
        return False
    hero.health = min(hero.derived.max_health, hero.health + points)
    tell(
        game, text("You feel better.") if percent < 50 else text("You feel much better."), "healed"
    )
    return True


def staunch(game: SilContext) -> None:
    """Stop half of the bleeding."""
    cut = game.hero.timers.cut
    if cut:
        statuses.soothe(game, "cut", cut - cut // 2)


def refresh_voice(game: SilContext, points: int) -> bool:
    """Give back so much of the voice; whether any was missing."""
    hero = game.hero
    missing = hero.derived.max_voice - hero.voice
    if missing <= 0:
        return False
    hero.voice += min(missing, points)
    tell(game, text("Your voice is clear and strong again."), "healed")
    return True


def starts(game: SilContext, name: str, turns: int, *, save: bool = False) -> bool:
    """Let a state befall the hero; whether it began now, instead of only lasting longer."""
    before = game.hero.timers.left(name)
    return statuses.inflict(game, name, turns, save=save) and not before


def withstood(game: SilContext, name: str, turns: int) -> bool:
    """Inflict a bad state unless Will withstands it; whether either was noticed."""
    before = game.hero.timers.left(name)
    if statuses.inflict(game, name, turns):
        return not before
    tell(game, text("You withstand it."), "status")
    return True


def fill(game: SilContext, food: int) -> bool:
    """Add food, or take it away; whether the hero's hunger is of another degree now."""
    before = bisect_right(_BANDS, game.hero.food)
    if food >= 0:
        hunger.feed(game, food)
    else:
        hunger.lose(game, -food)
    return bisect_right(_BANDS, game.hero.food) != before


def cured(game: SilContext, *names: str) -> bool:
    """End these states; whether there was any."""
    found = [statuses.cure(game, name) for name in names]
    return any(found)
